; Up to 8 elements apart, what lies between is loaded with the lanes' elements,
; which are picked out; a store leaves it alone.
; REQUIRES: llvm-22
; RUN: %ferry-opt='ferry-widen<lanes=4>' %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

declare i64 @__ferry_global_id(i32) memory(none)

; CHECK-LABEL: define internal void @two.region0.vector(
; CHECK: %[[V:.*]] = call <8 x float> @llvm.masked.load.v8f32.p1({{.*}}, <8 x i1> <i1 true, i1 false, i1 true, i1 false, i1 true, i1 false, i1 true, i1 false>, <8 x float> poison)
; CHECK: %[[E:.*]] = shufflevector <8 x float> %[[V]], <8 x float> poison, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
; CHECK: %[[W:.*]] = shufflevector <4 x float> %[[E]]
; CHECK: %[[S:.*]] = shufflevector <8 x float> %[[W]], <8 x float> poison, <8 x i32> <i32 0, i32 4, i32 1, i32 5, i32 2, i32 6, i32 3, i32 7>
; CHECK: call void @llvm.masked.store.v8f32.p1(<8 x float> %[[S]], {{.*}}, <8 x i1> <i1 true, i1 false, i1 true, i1 false, i1 true, i1 false, i1 true, i1 false>)
; CHECK: ret void
define spir_kernel void @two(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  call void @two.region0(ptr addrspace(1) %p, ptr addrspace(1) %q)
  ret void
}
define internal void @two.region0(ptr addrspace(1) %p, ptr addrspace(1) %q) "ferry-region"="0" {
  %i = call i64 @__ferry_global_id(i32 0)
  %j = mul nuw nsw i64 %i, 2
  %x = getelementptr float, ptr addrspace(1) %p, i64 %j
  %v = load float, ptr addrspace(1) %x
  %y = getelementptr float, ptr addrspace(1) %q, i64 %j
  store float %v, ptr addrspace(1) %y
  ret void
}

; Masks are those of registers.
; CHECK-LABEL: define internal void @eight.region0.vector(
; CHECK: %[[A:.*]] = call <16 x float> @llvm.masked.load.v16f32.p1(
; CHECK: %[[B:.*]] = call <16 x float> @llvm.masked.load.v16f32.p1(
; CHECK: %[[V:.*]] = shufflevector <16 x float> %[[A]], <16 x float> %[[B]]
; CHECK: shufflevector <32 x float> %[[V]], <32 x float> poison, <4 x i32> <i32 0, i32 8, i32 16, i32 24>
; CHECK-COUNT-2: call void @llvm.masked.store.v16f32.p1(
; CHECK: ret void
define spir_kernel void @eight(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  call void @eight.region0(ptr addrspace(1) %p, ptr addrspace(1) %q)
  ret void
}
define internal void @eight.region0(ptr addrspace(1) %p, ptr addrspace(1) %q) "ferry-region"="0" {
  %i = call i64 @__ferry_global_id(i32 0)
  %j = mul nuw nsw i64 %i, 8
  %x = getelementptr float, ptr addrspace(1) %p, i64 %j
  %v = load float, ptr addrspace(1) %x
  %y = getelementptr float, ptr addrspace(1) %q, i64 %j
  store float %v, ptr addrspace(1) %y
  ret void
}

; Further apart they are gathered.
; CHECK-LABEL: define internal void @nine.region0.vector(
; CHECK: %[[P:.*]] = getelementptr i8, ptr addrspace(1) %{{.*}}, <4 x i64> <i64 0, i64 36, i64 72, i64 108>
; CHECK: call <4 x float> @llvm.masked.gather.v4f32.v4p1(<4 x ptr addrspace(1)> align 4 %[[P]]
; CHECK: call void @llvm.masked.scatter.v4f32.v4p1(
; CHECK: ret void
define spir_kernel void @nine(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  call void @nine.region0(ptr addrspace(1) %p, ptr addrspace(1) %q)
  ret void
}
define internal void @nine.region0(ptr addrspace(1) %p, ptr addrspace(1) %q) "ferry-region"="0" {
  %i = call i64 @__ferry_global_id(i32 0)
  %j = mul nuw nsw i64 %i, 9
  %x = getelementptr float, ptr addrspace(1) %p, i64 %j
  %v = load float, ptr addrspace(1) %x
  %y = getelementptr float, ptr addrspace(1) %q, i64 %j
  store float %v, ptr addrspace(1) %y
  ret void
}
