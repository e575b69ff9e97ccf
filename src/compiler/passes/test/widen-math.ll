; Functions of libm have forms for vectors, from libmvec; those without are called
; lane by lane (widen-lanes.ll). Intrinsics stay intrinsics (vector-operations.ll).
; RUN: %ferry-opt='ferry-widen<lanes=2>' %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

declare i64 @__ferry_global_id(i32) memory(none)
declare double @asinh(double) nounwind willreturn memory(none)
declare double @llvm.sin.f64(double)

; CHECK-LABEL: define internal void @k.region0.vector(
; CHECK: %[[V:.*]] = load <2 x double>
; CHECK: %[[A:.*]] = call <2 x double> @_ZGVbN2v_asinh(<2 x double> %[[V]])
; CHECK: %[[S:.*]] = call <2 x double> @llvm.sin.v2f64(<2 x double> %[[A]])
; CHECK: store <2 x double> %[[S]],
; CHECK: ret void
define spir_kernel void @k(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  call void @k.region0(ptr addrspace(1) %p, ptr addrspace(1) %q)
  ret void
}
define internal void @k.region0(ptr addrspace(1) %p, ptr addrspace(1) %q) "ferry-region"="0" {
  %i = call i64 @__ferry_global_id(i32 0)
  %x = getelementptr double, ptr addrspace(1) %p, i64 %i
  %v = load double, ptr addrspace(1) %x
  %a = call double @asinh(double %v)
  %s = call double @llvm.sin.f64(double %a)
  store double %s, ptr addrspace(1) %x
  ret void
}

; There is no vector of remainders: none if no lane needs it.
; CHECK-LABEL: define internal void @remainder.region0.vector(
; CHECK: br i1 %any{{.*}}, label %[[THEN:.*]], label %
; CHECK: [[THEN]]:
; CHECK: frem <2 x float>
define spir_kernel void @remainder(ptr addrspace(1) %p) {
  call void @remainder.region0(ptr addrspace(1) %p)
  ret void
}
define internal void @remainder.region0(ptr addrspace(1) %p) "ferry-region"="0" {
  %i = call i64 @__ferry_global_id(i32 0)
  %x = getelementptr float, ptr addrspace(1) %p, i64 %i
  %v = load float, ptr addrspace(1) %x
  %c = fcmp ogt float %v, 5.0
  br i1 %c, label %then, label %join, !prof !0
then:
  %r = frem float %v, 3.0
  br label %join
join:
  %w = phi float [ %v, %0 ], [ %r, %then ]
  store float %w, ptr addrspace(1) %x
  ret void
}

!0 = !{!"branch_weights", i32 1, i32 2000}
