; Neighbours in most vectors, as far as bounds go, which are not known when a vector
; starts: one load or store if they are, a gather or scatter if not.
; REQUIRES: llvm-22
; RUN: %ferry-opt='ferry-widen<lanes=4>,function(instsimplify)' %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

declare i64 @__ferry_global_id(i32) memory(none)
declare i32 @llvm.smin.i32(i32, i32)

; CHECK-LABEL: define internal void @clamp.region0.vector(
; CHECK: %[[J:.*]] = call <4 x i32> @llvm.smin.v4i32(
; CHECK: %[[E:.*]] = sext <4 x i32> %[[J]] to <4 x i64>
; CHECK: %[[P:.*]] = getelementptr float, ptr addrspace(1) %p, <4 x i64> %[[E]]
; CHECK: %[[OF:.*]] = extractelement <4 x i32> %[[J]], i64 0
; CHECK: %[[NUMBER:.*]] = freeze i32 %[[OF]]
; CHECK: %[[FIRST:.*]] = getelementptr i8, ptr addrspace(1) %p, i64
; CHECK: %[[DISTANCE:.*]] = sub <4 x i32> %[[J]],
; Short numbers could wrap between one lane and the next.
; CHECK: %[[FAR:.*]] = add i32 %[[NUMBER]], 2147482623
; CHECK: %[[EXACT:.*]] = icmp ult i32 %[[FAR]], -2050
; CHECK: %[[DIFFER:.*]] = icmp ne <4 x i32> %[[DISTANCE]], <i32 0, i32 1, i32 2, i32 3>
; CHECK: %[[BITS:.*]] = bitcast <4 x i1> %[[DIFFER]] to i4
; CHECK: %[[ANY:.*]] = icmp ne i4 %[[BITS]], 0
; CHECK: %[[ROW:.*]] = xor i1 %[[ANY]], true
; CHECK: %[[SAME:.*]] = and i1 %[[EXACT]], %[[ROW]]
; CHECK: br i1 %[[SAME]], label %[[ONE:.*]], label %[[SOME:.*]], !prof ![[LIKELY:[0-9]+]]
; CHECK: [[ONE]]:
; CHECK: %[[V:.*]] = load <4 x float>, ptr addrspace(1) %[[FIRST]], align 4
; CHECK: [[SOME]]:
; CHECK: %[[G:.*]] = call <4 x float> @llvm.masked.gather.v4f32.v4p1(<4 x ptr addrspace(1)> align 4 %[[P]],
; CHECK: phi <4 x float> [ %[[V]], %[[ONE]] ], [ %[[G]], %[[SOME]] ]
; CHECK: store <4 x float> %{{.*}}, ptr addrspace(1) %{{.*}}, align 4
; CHECK: call void @llvm.masked.scatter.v4f32.v4p1(
; CHECK: ret void
define spir_kernel void @clamp(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  call void @clamp.region0(ptr addrspace(1) %p, ptr addrspace(1) %q)
  ret void
}
define internal void @clamp.region0(ptr addrspace(1) %p, ptr addrspace(1) %q) "ferry-region"="0" {
  %n = load i32, ptr addrspace(1) %q
  %i = call i64 @__ferry_global_id(i32 0)
  %t = trunc i64 %i to i32
  %j = call i32 @llvm.smin.i32(i32 %t, i32 %n)
  %e = sext i32 %j to i64
  %x = getelementptr float, ptr addrspace(1) %p, i64 %e
  %v = load float, ptr addrspace(1) %x
  %w = fmul float %v, %v
  store float %w, ptr addrspace(1) %x
  ret void
}

; A sum that may wrap is extended lane by lane.
; CHECK-LABEL: define internal void @wraps.region0.vector(
; CHECK: %[[E:.*]] = zext <4 x i32> %{{.*}} to <4 x i64>
; CHECK: getelementptr float, ptr addrspace(1) %p, <4 x i64> %[[E]]
; CHECK: store <4 x float> splat (float 1.000000e+00),
; CHECK: call void @llvm.masked.scatter.v4f32.v4p1(
; CHECK: ret void
define spir_kernel void @wraps(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  call void @wraps.region0(ptr addrspace(1) %p, ptr addrspace(1) %q)
  ret void
}
define internal void @wraps.region0(ptr addrspace(1) %p, ptr addrspace(1) %q) "ferry-region"="0" {
  %n = load i32, ptr addrspace(1) %q
  %i = call i64 @__ferry_global_id(i32 0)
  %t = trunc i64 %i to i32
  %j = add i32 %t, %n
  %e = zext i32 %j to i64
  %x = getelementptr float, ptr addrspace(1) %p, i64 %e
  store float 1.0, ptr addrspace(1) %x
  ret void
}

; Under a mask, the active lanes count.
; CHECK-LABEL: define internal void @masked.region0.vector(
; CHECK: %[[C:.*]] = icmp slt <4 x i32>
; CHECK: %[[P:.*]] = getelementptr float, ptr addrspace(1) %p, <4 x i64>
; CHECK: %[[BITS:.*]] = bitcast <4 x i1> %[[C]] to i4
; CHECK: %[[ZEROS:.*]] = call i4 @llvm.cttz.i4(i4 %[[BITS]], i1 false)
; CHECK: %[[LANE:.*]] = zext i4 %[[ZEROS]] to i64
; CHECK: %[[OF:.*]] = extractelement <4 x i32> %{{.*}}, i64 %[[LANE]]
; CHECK: freeze i32 %[[OF]]
; CHECK: %[[FIRST:.*]] = getelementptr i8, ptr addrspace(1) %p, i64
; CHECK: %[[ROW:.*]] = sub <4 x i32> <i32 0, i32 1, i32 2, i32 3>,
; CHECK: %[[NE:.*]] = icmp ne <4 x i32> %{{.*}}, %[[ROW]]
; CHECK: select <4 x i1> %[[C]], <4 x i1> %[[NE]], <4 x i1> zeroinitializer
; CHECK: %[[BASE:.*]] = getelementptr i8, ptr addrspace(1) %[[FIRST]], i64 %
; CHECK: call <4 x float> @llvm.masked.load.v4f32.p1(ptr addrspace(1) align 4 %[[BASE]], <4 x i1> %[[C]],
; CHECK: call <4 x float> @llvm.masked.gather.v4f32.v4p1({{.*}}, <4 x i1> %[[C]],
; CHECK: ret void
define spir_kernel void @masked(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  call void @masked.region0(ptr addrspace(1) %p, ptr addrspace(1) %q)
  ret void
}
define internal void @masked.region0(ptr addrspace(1) %p, ptr addrspace(1) %q) "ferry-region"="0" {
  %n = load i32, ptr addrspace(1) %q
  %i = call i64 @__ferry_global_id(i32 0)
  %t = trunc i64 %i to i32
  %j = call i32 @llvm.smin.i32(i32 %t, i32 %n)
  %e = sext i32 %j to i64
  %m = load i32, ptr addrspace(1) %p
  %c = icmp sgt i32 %t, %m
  br i1 %c, label %then, label %join

then:
  %x = getelementptr float, ptr addrspace(1) %p, i64 %e
  %v = load float, ptr addrspace(1) %x
  %y = getelementptr float, ptr addrspace(1) %q, i64 %i
  store float %v, ptr addrspace(1) %y
  br label %join

join:
  ret void
}

; A bound that always reads the same is known when the vector starts.
; CHECK-LABEL: define internal void @invariant.region0.vector(
; CHECK: %[[N:.*]] = load i32, ptr addrspace(2) %q
; CHECK: icmp sle i32 %{{.*}}, %[[N]]
; CHECK: br i1 %{{.*}}, label %full, label %other
; CHECK: full:
; CHECK: load <4 x float>
; CHECK-NOT: gather
; CHECK: other:
define spir_kernel void @invariant(ptr addrspace(1) %p, ptr addrspace(2) %q) {
  call void @invariant.region0(ptr addrspace(1) %p, ptr addrspace(2) %q)
  ret void
}
define internal void @invariant.region0(ptr addrspace(1) %p, ptr addrspace(2) %q) "ferry-region"="0" {
  %n = load i32, ptr addrspace(2) %q, !invariant.load !0
  %i = call i64 @__ferry_global_id(i32 0)
  %t = trunc i64 %i to i32
  %j = call i32 @llvm.smin.i32(i32 %t, i32 %n)
  %e = sext i32 %j to i64
  %x = getelementptr float, ptr addrspace(1) %p, i64 %e
  %v = load float, ptr addrspace(1) %x
  %w = fmul float %v, %v
  store float %w, ptr addrspace(1) %x
  ret void
}

!0 = !{}

; A column and what is beside it have no sign: where it is in the row, it is
; strided when it is extended, too.
; CHECK-LABEL: define internal void @bordered.region0.vector(
; CHECK: full{{.*}}:
; CHECK-NOT: gather
; CHECK: call <4 x float> @llvm.masked.load.v4f32.p1(
; CHECK-NOT: gather
; CHECK: other:
define spir_kernel void @bordered(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  call void @bordered.region0(ptr addrspace(1) %p, ptr addrspace(1) %q)
  ret void
}
define internal void @bordered.region0(ptr addrspace(1) %p, ptr addrspace(1) %q) "ferry-region"="0" {
  %i = call i64 @__ferry_global_id(i32 0)
  %t = trunc i64 %i to i32
  %x = and i32 %t, 255
  %d = load i32, ptr addrspace(1) %q
  %n = add nsw i32 %x, %d
  %c = icmp ult i32 %n, 256
  br i1 %c, label %then, label %join

then:
  %k = zext nneg i32 %n to i64
  %y = getelementptr float, ptr addrspace(1) %p, i64 %k
  %v = load float, ptr addrspace(1) %y
  %z = getelementptr float, ptr addrspace(1) %q, i64 %i
  store float %v, ptr addrspace(1) %z
  br label %join

join:
  ret void
}

; CHECK: ![[LIKELY]] = !{!"branch_weights", i32 1048575, i32 1}
