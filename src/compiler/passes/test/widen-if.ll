; A branch that lanes differ in becomes a mask.
; REQUIRES: llvm-22
; RUN: %ferry-opt='ferry-widen<lanes=4>,function(instsimplify)' %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

declare i64 @__ferry_global_id(i32) memory(none)

; A short way is taken whether a lane is active in it or not.
; CHECK-LABEL: define internal void @flat.region0.vector(
; CHECK: %[[V:.*]] = load <4 x float>
; CHECK: %[[C:.*]] = fcmp olt <4 x float> %[[V]], zeroinitializer
; CHECK-NOT: br i1
; CHECK: call void @llvm.masked.store.v4f32.p1(<4 x float> %[[V]], ptr addrspace(1) align 4 %{{.*}}, <4 x i1> %[[C]])
; CHECK: ret void
define spir_kernel void @flat(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  call void @flat.region0(ptr addrspace(1) %p, ptr addrspace(1) %q)
  ret void
}
define internal void @flat.region0(ptr addrspace(1) %p, ptr addrspace(1) %q) "ferry-region"="0" {
  %i = call i64 @__ferry_global_id(i32 0)
  %x = getelementptr float, ptr addrspace(1) %p, i64 %i
  %v = load float, ptr addrspace(1) %x
  %c = fcmp olt float %v, 0.0
  br i1 %c, label %then, label %join

then:
  %y = getelementptr float, ptr addrspace(1) %q, i64 %i
  store float %v, ptr addrspace(1) %y
  br label %join

join:
  ret void
}

; A long one, or one with effects on what is not of a lane, is skipped if none is.
; CHECK-LABEL: define internal void @skipped.region0.vector(
; CHECK: %[[C:.*]] = fcmp olt <4 x float>
; CHECK: %[[BITS:.*]] = bitcast <4 x i1> %[[C]] to i4
; CHECK: %[[ANY:.*]] = icmp ne i4 %[[BITS]], 0
; CHECK: br i1 %[[ANY]], label %[[THEN:.*]], label %[[JOIN:.*]]
; CHECK: [[THEN]]:
; CHECK: call <4 x float> @llvm.masked.gather.v4f32.v4p1({{.*}}, <4 x i1> %[[C]], <4 x float> poison)
; CHECK: call void @llvm.masked.store.v4f32.p1({{.*}}, <4 x i1> %[[C]])
; CHECK: br label %[[JOIN]]
; CHECK: [[JOIN]]:
; CHECK: ret void
define spir_kernel void @skipped(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  call void @skipped.region0(ptr addrspace(1) %p, ptr addrspace(1) %q)
  ret void
}
define internal void @skipped.region0(ptr addrspace(1) %p, ptr addrspace(1) %q) "ferry-region"="0" {
  %i = call i64 @__ferry_global_id(i32 0)
  %x = getelementptr float, ptr addrspace(1) %p, i64 %i
  %v = load float, ptr addrspace(1) %x
  %c = fcmp olt float %v, 0.0
  br i1 %c, label %then, label %join

then:
  %b = fptosi float %v to i64
  %y = getelementptr float, ptr addrspace(1) %q, i64 %b
  %l = load float, ptr addrspace(1) %y
  %z = getelementptr float, ptr addrspace(1) %q, i64 %i
  store float %l, ptr addrspace(1) %z
  br label %join

join:
  ret void
}

; CHECK-LABEL: define internal void @effect.region0.vector(
; CHECK: %[[ANY:.*]] = icmp ne i4 %{{.*}}, 0
; CHECK: br i1 %[[ANY]], label %[[THEN:.*]], label
; CHECK: [[THEN]]:
; CHECK: store float 0.000000e+00, ptr addrspace(1) %q
; CHECK: ret void
define spir_kernel void @effect(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  call void @effect.region0(ptr addrspace(1) %p, ptr addrspace(1) %q)
  ret void
}
define internal void @effect.region0(ptr addrspace(1) %p, ptr addrspace(1) %q) "ferry-region"="0" {
  %i = call i64 @__ferry_global_id(i32 0)
  %x = getelementptr float, ptr addrspace(1) %p, i64 %i
  %v = load float, ptr addrspace(1) %x
  %c = fcmp olt float %v, 0.0
  br i1 %c, label %then, label %join

then:
  store float 0.0, ptr addrspace(1) %q
  br label %join

join:
  ret void
}

; Where the ways meet, each lane has what its own brought.
; CHECK-LABEL: define internal void @blend.region0.vector(
; CHECK: %[[V:.*]] = load <4 x float>
; CHECK: %[[C:.*]] = fcmp olt <4 x float> %[[V]], zeroinitializer
; CHECK: %[[L:.*]] = call <4 x float> @llvm.masked.load.v4f32.p1({{.*}}, <4 x i1> %[[C]], <4 x float> poison)
; CHECK: %[[R:.*]] = select <4 x i1> %[[C]], <4 x float> %[[L]], <4 x float> %[[V]]
; CHECK: store <4 x float> %[[R]],
; CHECK: ret void
define spir_kernel void @blend(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  call void @blend.region0(ptr addrspace(1) %p, ptr addrspace(1) %q)
  ret void
}
define internal void @blend.region0(ptr addrspace(1) %p, ptr addrspace(1) %q) "ferry-region"="0" {
  %i = call i64 @__ferry_global_id(i32 0)
  %x = getelementptr float, ptr addrspace(1) %p, i64 %i
  %v = load float, ptr addrspace(1) %x
  %c = fcmp olt float %v, 0.0
  br i1 %c, label %then, label %join

then:
  %y = getelementptr float, ptr addrspace(1) %q, i64 %i
  %l = load float, ptr addrspace(1) %y
  br label %join

join:
  %r = phi float [ %v, %0 ], [ %l, %then ]
  store float %r, ptr addrspace(1) %x
  ret void
}

; What one way leaves open is what the other brought.
; CHECK-LABEL: define internal void @open.region0.vector(
; CHECK: %[[K:.*]] = add i64 %{{.*}}, %n
; CHECK: br i1
; CHECK-NOT: undef
; CHECK: %[[Y:.*]] = getelementptr i32, ptr addrspace(1) %p, i64 %
; CHECK: store <4 x i32> %{{.*}}, ptr addrspace(1) %[[Y]],
; CHECK: ret void
define spir_kernel void @open(ptr addrspace(1) %p, ptr addrspace(1) %q, i64 %n) {
  call void @open.region0(ptr addrspace(1) %p, ptr addrspace(1) %q, i64 %n)
  ret void
}
define internal void @open.region0(ptr addrspace(1) %p, ptr addrspace(1) %q, i64 %n) "ferry-region"="0" {
  %i = call i64 @__ferry_global_id(i32 0)
  %x = getelementptr i32, ptr addrspace(1) %p, i64 %i
  %v = load i32, ptr addrspace(1) %x
  %k = add i64 %i, %n
  %c = icmp slt i32 %v, 0
  br i1 %c, label %then, label %join

then:
  %o = atomicrmw add ptr addrspace(1) %q, i32 1 monotonic
  br label %join

join:
  %j = phi i64 [ %k, %0 ], [ undef, %then ]
  %y = getelementptr i32, ptr addrspace(1) %p, i64 %j
  store i32 %v, ptr addrspace(1) %y
  ret void
}
