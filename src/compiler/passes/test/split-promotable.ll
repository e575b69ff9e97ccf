; A variable that could be a value, and was left in memory, is one of each
; work-item all the same.
; RUN: %ferry-opt=ferry-split %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

declare void @__ferry_barrier() convergent
declare i64 @__ferry_global_id(i32) memory(none)

; CHECK-LABEL: define spir_kernel void @k(
; CHECK: define internal void @k.region0(
; CHECK: %[[V:.*]] = load float, ptr addrspace(1)
; CHECK: %[[SLOT:.*]] = call ptr @__ferry_item_slot(i64 0, i64 4)
; CHECK: store float %[[V]], ptr %[[SLOT]]
; CHECK: ret void
; CHECK: define internal void @k.region1(
; CHECK: %[[SLOT1:.*]] = call ptr @__ferry_item_slot(i64 0, i64 4)
; CHECK: %[[W:.*]] = load float, ptr %[[SLOT1]]
; CHECK: store float %[[W]], ptr addrspace(1)
; CHECK: ret void
; CHECK: "ferry-item-bytes"="4"
define spir_kernel void @k(ptr addrspace(1) %p) {
  %x = alloca float
  %i = call i64 @__ferry_global_id(i32 0)
  %a = getelementptr float, ptr addrspace(1) %p, i64 %i
  %v = load float, ptr addrspace(1) %a
  store float %v, ptr %x
  call void @__ferry_barrier()
  %w = load float, ptr %x
  store float %w, ptr addrspace(1) %a
  ret void
}
