; A block that some lanes come to after a branch that they differ in, and all of
; them by another way: it has the mask of those that come.
; REQUIRES: llvm-22
; RUN: %ferry-opt='ferry-widen<lanes=4>' %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

declare i64 @__ferry_global_id(i32) memory(none)

; CHECK-LABEL: define internal void @k.region0.vector(
; CHECK: %[[COMES:.*]] = phi <4 x i1>
; CHECK: call void @llvm.masked.store.v4i32.p1(<4 x i32> %{{.*}}, ptr addrspace(1) align 4 %{{.*}}, <4 x i1> %[[COMES]])
; CHECK: ret void
define spir_kernel void @k(ptr addrspace(1) %p, ptr addrspace(1) %q, i32 %all) {
  call void @k.region0(ptr addrspace(1) %p, ptr addrspace(1) %q, i32 %all)
  ret void
}
define internal void @k.region0(ptr addrspace(1) %p, ptr addrspace(1) %q, i32 %all) "ferry-region"="0" {
  %i = call i64 @__ferry_global_id(i32 0)
  %x = getelementptr i32, ptr addrspace(1) %p, i64 %i
  %y = getelementptr i32, ptr addrspace(1) %q, i64 %i
  %together = icmp eq i32 %all, 0
  br i1 %together, label %shared, label %test

test:
  %v = load i32, ptr addrspace(1) %x
  %some = icmp slt i32 %v, 1
  br i1 %some, label %then, label %join

then:
  %w = load i32, ptr addrspace(1) %y
  br label %shared

shared:
  %s = phi i32 [ %w, %then ], [ 7, %0 ]
  store i32 %s, ptr addrspace(1) %x
  br label %join

join:
  ret void
}

; Two ways that ask for different ids do not become one that asks for either.
; CHECK-LABEL: define internal void @ids.region0.vector(
; CHECK: %[[X:.*]] = call i64 @__ferry_global_id(i32 0)
; CHECK: %[[Y:.*]] = call i64 @__ferry_global_id(i32 1)
; CHECK-NOT: @__ferry_global_id
; CHECK: ret void
define spir_kernel void @ids(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  call void @ids.region0(ptr addrspace(1) %p, ptr addrspace(1) %q)
  ret void
}
define internal void @ids.region0(ptr addrspace(1) %p, ptr addrspace(1) %q) "ferry-region"="0" {
  %i = call i64 @__ferry_global_id(i32 0)
  %x = getelementptr i64, ptr addrspace(1) %p, i64 %i
  %v = load i64, ptr addrspace(1) %x
  %some = icmp slt i64 %v, 1
  br i1 %some, label %one, label %other

one:
  %a = call i64 @__ferry_global_id(i32 0)
  store i64 %a, ptr addrspace(1) %x
  br label %join

other:
  %b = call i64 @__ferry_global_id(i32 1)
  store i64 %b, ptr addrspace(1) %x
  br label %join

join:
  ret void
}
