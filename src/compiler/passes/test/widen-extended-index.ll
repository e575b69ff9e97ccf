; A strided value is kept as that of lane 0, which may not be active: where it
; would have wrapped around, the value of the first active lane is extended; where
; it may have bits in common with something, it is added all the same.
; REQUIRES: llvm-22
; RUN: %ferry-opt='ferry-widen<lanes=4>,function(instsimplify)' %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

declare i64 @__ferry_global_id(i32) memory(none)

; CHECK-LABEL: define internal void @k.region0.vector(
; CHECK: %[[MASK:.*]] = xor <4 x i1> %{{.*}}, splat (i1 true)
; CHECK: %[[K:.*]] = sub i32 %{{.*}}, %{{.*}}
; CHECK: %[[BITS:.*]] = bitcast <4 x i1> %[[MASK]] to i4
; CHECK: %[[FIRST:.*]] = call i4 @llvm.cttz.i4(i4 %[[BITS]], i1 false)
; CHECK: %[[LANE:.*]] = zext i4 %[[FIRST]] to i64
; CHECK: %[[L:.*]] = trunc i64 %[[LANE]] to i32
; CHECK: %[[A:.*]] = add i32 %[[K]], %[[L]]
; CHECK: %[[E:.*]] = zext i32 %[[A]] to i64
; CHECK: %[[B:.*]] = sub i64 %[[E]], %[[LANE]]
; CHECK: %[[X:.*]] = getelementptr float, ptr addrspace(1) %q, i64 %[[B]]
; CHECK: call void @llvm.masked.store.v4f32.p1(<4 x float> splat (float 1.000000e+00), ptr addrspace(1) align 4 %[[X]], <4 x i1> %[[MASK]])
; CHECK: ret void
define spir_kernel void @k(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  call void @k.region0(ptr addrspace(1) %p, ptr addrspace(1) %q)
  ret void
}
define internal void @k.region0(ptr addrspace(1) %p, ptr addrspace(1) %q) "ferry-region"="0" {
  %n = load i32, ptr addrspace(1) %p
  %i = call i64 @__ferry_global_id(i32 0)
  %t = trunc i64 %i to i32
  %c = icmp uge i32 %t, %n
  br i1 %c, label %then, label %join

then:
  %k = sub nuw i32 %t, %n
  %e = zext i32 %k to i64
  %x = getelementptr float, ptr addrspace(1) %q, i64 %e
  store float 1.0, ptr addrspace(1) %x
  br label %join

join:
  ret void
}

; CHECK-LABEL: define internal void @disjoint.region0.vector(
; CHECK: %[[I:.*]] = call i64 @__ferry_global_id(i32 0)
; CHECK: %[[K:.*]] = add i64 %[[I]], 1
; CHECK: %[[ONE:.*]] = insertelement <4 x i64> poison, i64 %[[K]], i64 0
; CHECK: %[[ALL:.*]] = shufflevector <4 x i64> %[[ONE]], <4 x i64> poison, <4 x i32> zeroinitializer
; CHECK: %[[KS:.*]] = add <4 x i64> %[[ALL]], <i64 0, i64 1, i64 2, i64 3>
; CHECK: call void @llvm.masked.store.v4i64.p1(<4 x i64> %[[KS]],
; CHECK: ret void
define spir_kernel void @disjoint(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  call void @disjoint.region0(ptr addrspace(1) %p, ptr addrspace(1) %q)
  ret void
}
define internal void @disjoint.region0(ptr addrspace(1) %p, ptr addrspace(1) %q) "ferry-region"="0" {
  %i = call i64 @__ferry_global_id(i32 0)
  %b = and i64 %i, 1
  %c = icmp eq i64 %b, 0
  br i1 %c, label %then, label %join

then:
  %k = or i64 %i, 1
  %x = getelementptr i64, ptr addrspace(1) %q, i64 %i
  store i64 %k, ptr addrspace(1) %x
  br label %join

join:
  ret void
}
