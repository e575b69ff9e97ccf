; Some work-items return before the barrier: each keeps where it goes on, and a
; region is run for those that wait for it.
; RUN: %ferry-opt=ferry-split %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

declare void @__ferry_barrier() convergent
declare i64 @__ferry_global_id(i32) memory(none)

; CHECK-LABEL: define spir_kernel void @k(
; CHECK: find:
; CHECK: call void @k.region2(
; CHECK: dispatch:
; CHECK: switch i32 %{{.*}}, label %return
; CHECK: define internal void @k.region0(
; CHECK: %[[EXIT:.*]] = phi i32
; CHECK: store i32 %[[EXIT]], ptr %{{.*}}
; CHECK: define internal void @k.region1(
; CHECK: %[[STATE:.*]] = load i32
; CHECK: icmp eq i32 %[[STATE]], 1
; CHECK: define internal void @k.region2(
; CHECK: call i32 @llvm.umin.i32
define spir_kernel void @k(ptr addrspace(1) %p, i64 %n) {
  %i = call i64 @__ferry_global_id(i32 0)
  %out = icmp uge i64 %i, %n
  br i1 %out, label %exit, label %in
in:
  call void @__ferry_barrier()
  %a = getelementptr i32, ptr addrspace(1) %p, i64 %i
  store i32 1, ptr addrspace(1) %a
  br label %exit
exit:
  ret void
}
