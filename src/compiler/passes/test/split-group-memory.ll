; A private array that all work-items write the same to is kept once for the
; group: the loop that fills it between two copies is no loop over work-items.
; RUN: %ferry-opt=ferry-split %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

declare ptr @__ferry_async_copy(ptr addrspace(4), ptr addrspace(4), i64, i64, i64, i64, i64, i64, i64, i32, ptr) convergent
declare void @__ferry_wait_event(ptr) convergent
declare i64 @__ferry_local_id(i32) memory(none)

; CHECK-LABEL: define spir_kernel void @events(
; CHECK: %events = alloca [2 x ptr]
; CHECK-NOT: call {{.*}}@events.region
; CHECK-NOT: call {{.*}}@__ferry_item_slot
define spir_kernel void @events(ptr addrspace(4) %d, ptr addrspace(4) %s, i64 %n) {
entry:
  %events = alloca [2 x ptr]
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %odd = and i64 %i, 1
  %place = getelementptr ptr, ptr %events, i64 %odd
  %e = call ptr @__ferry_async_copy(ptr addrspace(4) %d, ptr addrspace(4) %s, i64 4000, i64 1, i64 0, i64 0, i64 1, i64 0, i64 0, i32 1, ptr null)
  store ptr %e, ptr %place
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %done
done:
  %first = load ptr, ptr %events
  call void @__ferry_wait_event(ptr %first)
  %at = getelementptr ptr, ptr %events, i64 1
  %second = load ptr, ptr %at
  call void @__ferry_wait_event(ptr %second)
  ret void
}

; Where work-items do other things, too, each counts from what the group had.
; CHECK-LABEL: define spir_kernel void @counts(
; CHECK: call void @counts.region1(ptr %[[PLACE:.*]], ptr %counts, i64 %n, ptr addrspace(1) %p)
; CHECK: call void @llvm.memcpy.p0.p0.i64(ptr align 4 %counts, ptr align 4 %[[PLACE]], i64 16, i1 false)
; CHECK: define internal void @counts.region1(
; CHECK: call void @llvm.memcpy.p0.p0.i64(ptr align 4 %[[HERE:.*]], ptr align 4 %counts, i64 16, i1 false)
; CHECK: getelementptr i32, ptr %[[HERE]], i64 %n
define spir_kernel void @counts(ptr addrspace(1) %p, ptr %e, i64 %n) {
  %counts = alloca [4 x i32]
  %at = getelementptr i32, ptr %counts, i64 %n
  store i32 5, ptr %at
  call void @__ferry_wait_event(ptr %e)
  %old = load i32, ptr %at
  %new = add i32 %old, 1
  store i32 %new, ptr %at
  %i = call i64 @__ferry_local_id(i32 0)
  %q = getelementptr i32, ptr addrspace(1) %p, i64 %i
  store i32 %new, ptr addrspace(1) %q
  call void @__ferry_wait_event(ptr %e)
  %last = load i32, ptr %at
  store i32 %last, ptr addrspace(1) %q
  ret void
}

; Written under a condition that work-items differ in.
; CHECK-LABEL: define spir_kernel void @some(
; CHECK: call ptr @__ferry_item_slot(i64 0, i64 16)
define spir_kernel void @some(ptr addrspace(1) %p, ptr %e, i64 %n) {
  %flags = alloca [4 x i32]
  %i = call i64 @__ferry_local_id(i32 0)
  %is = icmp eq i64 %i, 0
  %at = getelementptr i32, ptr %flags, i64 %n
  store i32 0, ptr %at
  br i1 %is, label %then, label %join
then:
  store i32 1, ptr %at
  br label %join
join:
  call void @__ferry_wait_event(ptr %e)
  %flag = load i32, ptr %at
  %q = getelementptr i32, ptr addrspace(1) %p, i64 %i
  store i32 %flag, ptr addrspace(1) %q
  ret void
}
