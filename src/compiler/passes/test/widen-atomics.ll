; What all lanes do to one place is done once. If they ask what was there, each
; finds what those before it have left.
; REQUIRES: llvm-22
; RUN: %ferry-opt='ferry-widen<lanes=4>' %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

declare i64 @__ferry_global_id(i32) memory(none)

; CHECK-LABEL: define internal void @k.region0.vector(
; CHECK: %[[V:.*]] = load <4 x i32>
; CHECK: %[[SUM:.*]] = call i32 @llvm.vector.reduce.add.v4i32(<4 x i32> %[[V]])
; CHECK: atomicrmw volatile sub ptr addrspace(1) %q, i32 %[[SUM]] monotonic
; CHECK: %[[MIN:.*]] = call i32 @llvm.vector.reduce.smin.v4i32(<4 x i32> %[[V]])
; CHECK: atomicrmw min ptr addrspace(1) %q, i32 %[[MIN]] seq_cst
; The result is asked for.
; CHECK: %[[SUM2:.*]] = call i32 @llvm.vector.reduce.add.v4i32(<4 x i32> %[[V]])
; CHECK: %[[OLD:.*]] = atomicrmw add ptr addrspace(1) %q, i32 %[[SUM2]] monotonic
; CHECK: insertelement <4 x i32> poison, i32 %[[OLD]], i64 0
; CHECK: shufflevector <4 x i32> zeroinitializer, <4 x i32> %[[V]], <4 x i32> <i32 0, i32 4, i32 5, i32 6>
; Each has a place of its own; the order of sums shows.
; CHECK: lane:
; CHECK: atomicrmw or ptr addrspace(1) %{{.*}}, i32 1 monotonic
; CHECK: lane{{.*}}:
; CHECK: atomicrmw fadd ptr addrspace(1) %q
; CHECK: ret void
; Where some are inactive, they change nothing.
; CHECK-LABEL: define internal void @k.region0.rest(
; CHECK: select <4 x i1> %{{.*}}, <4 x i32> %{{.*}}, <4 x i32> zeroinitializer
; CHECK: call i32 @llvm.vector.reduce.add.v4i32(
; CHECK: select <4 x i1> %{{.*}}, <4 x i32> %{{.*}}, <4 x i32> splat (i32 2147483647)
; CHECK: call i32 @llvm.vector.reduce.smin.v4i32(
define spir_kernel void @k(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  call void @k.region0(ptr addrspace(1) %p, ptr addrspace(1) %q)
  ret void
}
define internal void @k.region0(ptr addrspace(1) %p, ptr addrspace(1) %q) "ferry-region"="0" {
  %i = call i64 @__ferry_global_id(i32 0)
  %x = getelementptr i32, ptr addrspace(1) %p, i64 %i
  %v = load i32, ptr addrspace(1) %x
  %a = atomicrmw volatile sub ptr addrspace(1) %q, i32 %v monotonic
  %b = atomicrmw min ptr addrspace(1) %q, i32 %v seq_cst
  %c = atomicrmw add ptr addrspace(1) %q, i32 %v monotonic
  %d = atomicrmw or ptr addrspace(1) %x, i32 1 monotonic
  %f = atomicrmw fadd ptr addrspace(1) %q, float 1.0 monotonic
  store i32 %c, ptr addrspace(1) %x
  ret void
}
