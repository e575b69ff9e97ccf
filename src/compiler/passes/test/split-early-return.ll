; Some work-items return before the barrier: each keeps where it goes on, and a
; region is run for those that wait for it. The group knows whether any does,
; and whether all do.
; RUN: %ferry-opt=ferry-split %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

declare void @__ferry_barrier() convergent
declare void @__ferry_implicit_barrier() convergent
declare i64 @__ferry_global_id(i32) memory(none)

; CHECK-LABEL: define spir_kernel void @k(
; CHECK: call void @k.region0(i64 %n, ptr %[[END:.*]], ptr %[[SYNC:.*]])
; CHECK: load i32, ptr %[[END]]
; CHECK: load i32, ptr %[[SYNC]]
; CHECK: call void @k.region1(i1 %[[ALL:.*]], ptr addrspace(1) %p, ptr
; CHECK: dispatch:
; CHECK: %[[NONE:.*]] = icmp eq i64 %{{.*}}, 0
; CHECK: br i1 %[[NONE]], label %return, label %found
; CHECK: found:
; CHECK: %[[ALL]] = xor i1 %{{.*}}, true
; CHECK: switch i32 %{{.*}}, label %sync
; CHECK: define internal void @k.region0(
; CHECK: store i32 1, ptr %
; CHECK: store i32 2, ptr %
; CHECK: %[[EXIT:.*]] = phi i32
; CHECK: store i32 %[[EXIT]], ptr %{{.*}}
; CHECK: define internal void @k.region1(
; CHECK: %[[STATE:.*]] = load i32
; CHECK: %[[HERE:.*]] = icmp eq i32 %[[STATE]], 1
; CHECK: %[[EXPECTED:.*]] = call i1 @llvm.expect.i1(i1 %0, i1 true)
; CHECK: or i1 %[[EXPECTED]], %[[HERE]]
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

; What is the same for all that come to a barrier is kept for the group, by
; those that do.
; CHECK-LABEL: define spir_kernel void @uniform(
; CHECK: %[[V:.*]] = load float, ptr %[[KEPT:.*]], align
; CHECK: call void @uniform.region1({{.*}}float %[[V]]
; CHECK: define internal void @uniform.region0(
; CHECK: in.r0:
; CHECK: %[[V:.*]] = load float, ptr addrspace(1) %p
; CHECK: store float %[[V]], ptr %
; CHECK: region0.end:
; CHECK-NOT: store float
; CHECK: define internal void @uniform.region1(
define spir_kernel void @uniform(ptr addrspace(1) %p, i64 %n) {
  %i = call i64 @__ferry_global_id(i32 0)
  %out = icmp uge i64 %i, %n
  br i1 %out, label %exit, label %in
in:
  %v = load float, ptr addrspace(1) %p
  call void @__ferry_barrier()
  %a = getelementptr float, ptr addrspace(1) %p, i64 %i
  store float %v, ptr addrspace(1) %a
  br label %exit
exit:
  ret void
}

; Those at implicit barriers go on first: all others may wait for them.
; CHECK-LABEL: define spir_kernel void @implicit(
; CHECK: define internal void @implicit.region1(
; CHECK: store i32 2, ptr addrspace(1)
; CHECK: define internal void @implicit.region2(
; CHECK: store i32 1, ptr addrspace(1)
define spir_kernel void @implicit(ptr addrspace(1) %p, i64 %n) {
  %i = call i64 @__ferry_global_id(i32 0)
  %out = icmp uge i64 %i, %n
  %a = getelementptr i32, ptr addrspace(1) %p, i64 %i
  br i1 %out, label %exit, label %in
in:
  call void @__ferry_barrier()
  store i32 1, ptr addrspace(1) %a
  br label %next
next:
  call void @__ferry_implicit_barrier()
  store i32 2, ptr addrspace(1) %a
  br label %exit
exit:
  ret void
}
