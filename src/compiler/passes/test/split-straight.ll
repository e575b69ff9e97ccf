; A value that differs between work-items and is not cheap to compute again goes
; through a slot; an id is asked for again; a uniform value stays a value of the
; group.
; RUN: %ferry-opt=ferry-split %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

declare void @__ferry_barrier() convergent
declare i64 @__ferry_local_id(i32) memory(none)

; CHECK-LABEL: define spir_kernel void @k(
; CHECK: define internal void @k.region0(
; CHECK: %[[V:.*]] = load float
; CHECK: %[[SLOT:.*]] = call ptr @__ferry_item_slot(i64 0, i64 4)
; CHECK: store float %{{.*}}, ptr %[[SLOT]]
; CHECK: ret void
; CHECK: define internal void @k.region1(
; CHECK: call ptr @__ferry_item_slot(i64 0, i64 4)
; CHECK: call i64 @__ferry_local_id(i32 0)
; CHECK: store float
; CHECK: ret void
define spir_kernel void @k(ptr addrspace(1) %p, ptr addrspace(3) %t, i32 %n) {
  %i = call i64 @__ferry_local_id(i32 0)
  %a = getelementptr float, ptr addrspace(1) %p, i64 %i
  %v = load float, ptr addrspace(1) %a
  %u = mul i32 %n, %n
  call void @__ferry_barrier()
  %w = uitofp i32 %u to float
  %s = fadd float %v, %w
  store float %s, ptr addrspace(1) %a
  ret void
}
; CHECK: "ferry-item-bytes"="4"
