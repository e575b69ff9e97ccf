; StructurizeCFG makes two skips of two ways: the lanes that took the first are
; not in the second.
; REQUIRES: llvm-22
; RUN: %ferry-opt='ferry-widen<lanes=4>,function(instsimplify,simplifycfg)' %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

declare i64 @__ferry_global_id(i32) memory(none)

; CHECK-LABEL: define internal void @k.region0.vector(
; CHECK: %[[C:.*]] = fcmp uge <4 x float>
; CHECK: call void @llvm.masked.store.v4f32.p1(<4 x float> splat (float 2.000000e+00), {{.*}}, <4 x i1> %[[C]])
; CHECK: %[[D:.*]] = select <4 x i1> %[[C]], <4 x i1> zeroinitializer, <4 x i1> splat (i1 true)
; CHECK: call void @llvm.masked.store.v4f32.p1(<4 x float> splat (float 1.000000e+00), {{.*}}, <4 x i1> %[[D]])
; CHECK: ret void
define spir_kernel void @k(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  call void @k.region0(ptr addrspace(1) %p, ptr addrspace(1) %q)
  ret void
}
define internal void @k.region0(ptr addrspace(1) %p, ptr addrspace(1) %q) "ferry-region"="0" {
  %i = call i64 @__ferry_global_id(i32 0)
  %x = getelementptr float, ptr addrspace(1) %p, i64 %i
  %v = load float, ptr addrspace(1) %x
  %c = fcmp olt float %v, 0.0
  %y = getelementptr float, ptr addrspace(1) %q, i64 %i
  br i1 %c, label %then, label %else

then:
  store float 1.0, ptr addrspace(1) %y
  br label %join

else:
  store float 2.0, ptr addrspace(1) %x
  br label %join

join:
  ret void
}
