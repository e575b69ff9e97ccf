; What is the same for all lanes is computed once, and becomes a vector where a
; vector needs it.
; RUN: %ferry-opt='ferry-widen<lanes=4>' %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

declare i64 @__ferry_global_id(i32) memory(none)

; CHECK-LABEL: define internal void @k.region0.vector(
; CHECK: %[[U:.*]] = fmul float %a, %a
; CHECK: %[[V:.*]] = load float, ptr addrspace(1) %q
; CHECK: %[[W:.*]] = fadd float %[[U]], %[[V]]
; CHECK: %[[ONE:.*]] = insertelement <4 x float> poison, float %[[W]], i64 0
; CHECK: %[[ALL:.*]] = shufflevector <4 x float> %[[ONE]], <4 x float> poison, <4 x i32> zeroinitializer
; CHECK: %[[Y:.*]] = load <4 x float>
; CHECK: fmul <4 x float> %[[Y]], %[[ALL]]
; CHECK: ret void
define spir_kernel void @k(ptr addrspace(1) %p, float %a, ptr addrspace(1) %q) {
  call void @k.region0(ptr addrspace(1) %p, float %a, ptr addrspace(1) %q)
  ret void
}
define internal void @k.region0(ptr addrspace(1) %p, float %a, ptr addrspace(1) %q) "ferry-region"="0" {
  %i = call i64 @__ferry_global_id(i32 0)
  %u = fmul float %a, %a
  %v = load float, ptr addrspace(1) %q
  %w = fadd float %u, %v
  %x = getelementptr float, ptr addrspace(1) %p, i64 %i
  %y = load float, ptr addrspace(1) %x
  %z = fmul float %y, %w
  store float %z, ptr addrspace(1) %x
  ret void
}
