; Addresses that go down: one load below lane 0's, reversed; under a mask,
; the mask is reversed as well.
; RUN: %ferry-opt='ferry-widen<lanes=4>' %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

declare i64 @__ferry_global_id(i32) memory(none)

; CHECK-LABEL: define internal void @k.region0.vector(
; CHECK: %[[P:.*]] = getelementptr i8, ptr addrspace(1) %{{.*}}, i64 -12
; CHECK: %[[V:.*]] = load <4 x float>, ptr addrspace(1) %[[P]], align 4
; CHECK: %[[W:.*]] = shufflevector <4 x float> %[[V]], <4 x float> poison, <4 x i32> <i32 3, i32 2, i32 1, i32 0>
; CHECK: store <4 x float> %[[W]],
; CHECK: ret void
; CHECK: %[[ITEMS:.*]] = icmp ult <4 x i32> <i32 0, i32 1, i32 2, i32 3>,
; CHECK: %[[MASK:.*]] = shufflevector <4 x i1> %[[ITEMS]], <4 x i1> poison, <4 x i32> <i32 3, i32 2, i32 1, i32 0>
; CHECK: call <4 x float> @llvm.masked.load.v4f32.p1({{.*}}, <4 x i1> %[[MASK]],
define spir_kernel void @k(ptr addrspace(1) %p, ptr addrspace(1) %q, i64 %n) {
  call void @k.region0(ptr addrspace(1) %p, ptr addrspace(1) %q, i64 %n)
  ret void
}
define internal void @k.region0(ptr addrspace(1) %p, ptr addrspace(1) %q, i64 %n) "ferry-region"="0" {
  %i = call i64 @__ferry_global_id(i32 0)
  %j = sub nuw nsw i64 %n, %i
  %x = getelementptr float, ptr addrspace(1) %p, i64 %j
  %v = load float, ptr addrspace(1) %x
  %y = getelementptr float, ptr addrspace(1) %q, i64 %i
  store float %v, ptr addrspace(1) %y
  ret void
}
