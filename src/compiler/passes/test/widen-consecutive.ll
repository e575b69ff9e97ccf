; Neighbours in memory: one load and one store, of the address of lane 0. The
; lanes differ in x only.
; REQUIRES: llvm-22
; RUN: %ferry-opt='ferry-widen<lanes=4>' %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

declare i64 @__ferry_global_id(i32) memory(none)

; CHECK-LABEL: define internal void @k.region0.vector(
; CHECK: %[[X:.*]] = call i64 @__ferry_global_id(i32 0)
; CHECK: %[[Y:.*]] = call i64 @__ferry_global_id(i32 1)
; CHECK: %[[ROW:.*]] = mul i64 %[[Y]], %n
; CHECK: %[[PR:.*]] = getelementptr float, ptr addrspace(1) %p, i64 %[[ROW]]
; CHECK: %[[P:.*]] = getelementptr float, ptr addrspace(1) %[[PR]], i64 %[[X]]
; CHECK: %[[V:.*]] = load <4 x float>, ptr addrspace(1) %[[P]], align 4
; CHECK: %[[W:.*]] = fadd <4 x float> %[[V]], splat (float 1.000000e+00)
; CHECK: store <4 x float> %[[W]], ptr addrspace(1) %[[P]], align 4
; CHECK: ret void
define spir_kernel void @k(ptr addrspace(1) %p, i64 %n) {
  call void @k.region0(ptr addrspace(1) %p, i64 %n)
  ret void
}
define internal void @k.region0(ptr addrspace(1) %p, i64 %n) "ferry-region"="0" {
  %i = call i64 @__ferry_global_id(i32 0)
  %y = call i64 @__ferry_global_id(i32 1)
  %row = mul i64 %y, %n
  %j = add i64 %row, %i
  %x = getelementptr float, ptr addrspace(1) %p, i64 %j
  %v = load float, ptr addrspace(1) %x
  %w = fadd float %v, 1.0
  store float %w, ptr addrspace(1) %x
  ret void
}

; Nobody else sees local memory.
; CHECK-LABEL: define internal void @local.region0.vector(
; CHECK: load <4 x float>, ptr addrspace(3)
; CHECK: store <4 x float> %{{.*}}, ptr addrspace(3)
; CHECK: load volatile float, ptr addrspace(1)
; CHECK: ret void
define spir_kernel void @local(ptr addrspace(3) %p, ptr addrspace(1) %q) {
  call void @local.region0(ptr addrspace(3) %p, ptr addrspace(1) %q)
  ret void
}
define internal void @local.region0(ptr addrspace(3) %p, ptr addrspace(1) %q) "ferry-region"="0" {
  %i = call i64 @__ferry_global_id(i32 0)
  %x = getelementptr float, ptr addrspace(3) %p, i64 %i
  %v = load volatile float, ptr addrspace(3) %x
  %w = fadd float %v, 1.0
  store volatile float %w, ptr addrspace(3) %x
  %y = getelementptr float, ptr addrspace(1) %q, i64 %i
  %z = load volatile float, ptr addrspace(1) %y
  ret void
}
