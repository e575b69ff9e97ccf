; A function has four forms for as many lanes, and the last for all other ways of
; calling it.
; REQUIRES: llvm-22
; RUN: %ferry-opt='ferry-widen<lanes=4>' %s 2>&1 | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

declare i64 @__ferry_global_id(i32) memory(none)

; CHECK: note: f: is called in more than 4 ways by 4 work-items: the others share a form for any arguments
; CHECK-LABEL: define internal void @k.region0.vector(
; CHECK: call <4 x float> @f.x4(float %u, float %u, float %u, <4 x i1>
; CHECK: call <4 x float> @f.x4.{{[0-9]+}}(<4 x float> %{{.*}}, float %u, float %u, <4 x i1>
; CHECK: call <4 x float> @f.x4.{{[0-9]+}}(float %u, <4 x float> %{{.*}}, float %u, <4 x i1>
; CHECK: call <4 x float> @f.x4.{{[0-9]+}}(float %u, float %u, <4 x float> %{{.*}}, <4 x i1>
; CHECK: call <4 x float> @f.x4.[[ANY:[0-9]+]](<4 x float> %{{.*}}, <4 x float> %{{.*}}, <4 x float> %{{.*}}, <4 x i1>
; CHECK: call <4 x float> @f.x4.[[ANY]](<4 x float> %{{.*}}, <4 x float> %{{.*}}, <4 x float> %{{.*}}, <4 x i1>
define spir_kernel void @k(ptr addrspace(1) %p, float %u) {
  call void @k.region0(ptr addrspace(1) %p, float %u)
  ret void
}
define internal void @k.region0(ptr addrspace(1) %p, float %u) "ferry-region"="0" {
  %i = call i64 @__ferry_global_id(i32 0)
  %at = getelementptr float, ptr addrspace(1) %p, i64 %i
  %v = load float, ptr addrspace(1) %at
  %a = call float @f(float %u, float %u, float %u)
  %b = call float @f(float %v, float %u, float %u)
  %c = call float @f(float %u, float %v, float %u)
  %d = call float @f(float %u, float %u, float %v)
  %e = call float @f(float %v, float %v, float %u)
  %g = call float @f(float %u, float %v, float %v)
  %s1 = fadd float %a, %b
  %s2 = fadd float %s1, %c
  %s3 = fadd float %s2, %d
  %s4 = fadd float %s3, %e
  %s5 = fadd float %s4, %g
  store float %s5, ptr addrspace(1) %at
  ret void
}

define internal float @f(float %x, float %y, float %z) {
  %s = fmul float %x, %y
  %t = fmul float %s, %z
  ret float %t
}
