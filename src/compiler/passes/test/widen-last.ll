; Of what all lanes store to one place, the last active one's stays.
; RUN: %ferry-opt='ferry-widen<lanes=4>' %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

declare i64 @__ferry_global_id(i32) memory(none)

; CHECK-LABEL: define internal void @k.region0.vector(
; CHECK: %[[V:.*]] = load <4 x float>
; CHECK: %[[L:.*]] = extractelement <4 x float> %[[V]], i64 3
; CHECK: store float %[[L]], ptr addrspace(1) %q
; CHECK: ret void
; CHECK: %[[V:.*]] = call <4 x float> @llvm.masked.load.v4f32.p1({{.*}}, <4 x i1> %[[MASK:.*]], <4 x float> poison)
; CHECK: %[[BITS:.*]] = bitcast <4 x i1> %[[MASK]] to i4
; CHECK: %[[ZEROS:.*]] = call i4 @llvm.ctlz.i4(i4 %[[BITS]], i1 false)
; CHECK: %[[Z:.*]] = zext i4 %[[ZEROS]] to i64
; CHECK: %[[AT:.*]] = sub i64 3, %[[Z]]
; CHECK: %[[L:.*]] = extractelement <4 x float> %[[V]], i64 %[[AT]]
; CHECK: store float %[[L]], ptr addrspace(1) %q
; CHECK: ret void
define spir_kernel void @k(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  call void @k.region0(ptr addrspace(1) %p, ptr addrspace(1) %q)
  ret void
}
define internal void @k.region0(ptr addrspace(1) %p, ptr addrspace(1) %q) "ferry-region"="0" {
  %i = call i64 @__ferry_global_id(i32 0)
  %x = getelementptr float, ptr addrspace(1) %p, i64 %i
  %v = load float, ptr addrspace(1) %x
  store float %v, ptr addrspace(1) %q
  ret void
}
