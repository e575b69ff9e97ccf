; Somewhere in memory: a gather and a scatter, of a base that is one pointer and
; an index that is a vector.
; REQUIRES: llvm-22
; RUN: %ferry-opt='ferry-widen<lanes=4>' %s | FileCheck %s
; RUN: %ferry-opt='ferry-widen<lanes=4;gather-cost=5>' %s \
; RUN:     | FileCheck %s --check-prefix=SLOW
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

declare i64 @__ferry_global_id(i32) memory(none)

; CHECK-LABEL: define internal void @words.region0.vector(
; CHECK: %[[K:.*]] = zext <4 x i32> %{{.*}} to <4 x i64>
; CHECK: %[[Y:.*]] = getelementptr float, ptr addrspace(1) %q, <4 x i64> %[[K]]
; CHECK: call <4 x float> @llvm.masked.gather.v4f32.v4p1(<4 x ptr addrspace(1)> align 4 %[[Y]], <4 x i1> splat (i1 true), <4 x float> poison)
; CHECK: call void @llvm.masked.scatter.v4f32.v4p1(<4 x float> %{{.*}}, <4 x ptr addrspace(1)> align 4 %[[Y]], <4 x i1> splat (i1 true))
; CHECK: ret void
define spir_kernel void @words(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  call void @words.region0(ptr addrspace(1) %p, ptr addrspace(1) %q)
  ret void
}
define internal void @words.region0(ptr addrspace(1) %p, ptr addrspace(1) %q) "ferry-region"="0" {
  %i = call i64 @__ferry_global_id(i32 0)
  %x = getelementptr i32, ptr addrspace(1) %p, i64 %i
  %j = load i32, ptr addrspace(1) %x
  %k = zext i32 %j to i64
  %y = getelementptr float, ptr addrspace(1) %q, i64 %k
  %v = load float, ptr addrspace(1) %y
  %w = fmul float %v, %v
  store float %w, ptr addrspace(1) %y
  ret void
}

; Small elements come out of the aligned words around them. Where gathers are
; slow, they do under a mask; else LLVM loads them for each lane.
; CHECK-LABEL: define internal void @bytes.region0.vector(
; CHECK: %[[A:.*]] = ptrtoint <4 x ptr addrspace(1)> %[[Y:.*]] to <4 x i64>
; CHECK: %[[LOW:.*]] = and <4 x i64> %[[A]], splat (i64 3)
; CHECK: %[[BACK:.*]] = sub <4 x i64> zeroinitializer, %[[LOW]]
; CHECK: %[[P:.*]] = getelementptr i8, <4 x ptr addrspace(1)> %[[Y]], <4 x i64> %[[BACK]]
; CHECK: %[[WORD:.*]] = call <4 x i32> @llvm.masked.gather.v4i32.v4p1(<4 x ptr addrspace(1)> align 4 %[[P]],
; CHECK: %[[L:.*]] = trunc <4 x i64> %[[LOW]] to <4 x i32>
; CHECK: %[[BITS:.*]] = shl <4 x i32> %[[L]], splat (i32 3)
; CHECK: %[[S:.*]] = lshr <4 x i32> %[[WORD]], %[[BITS]]
; CHECK: %[[V:.*]] = trunc <4 x i32> %[[S]] to <4 x i8>
; CHECK: store <4 x i8> %[[V]],
; CHECK: define internal void @bytes.region0.rest(
; CHECK: call <4 x i32> @llvm.masked.gather.v4i32.v4p1(
; CHECK: ret void
; SLOW-LABEL: define internal void @bytes.region0.vector(
; SLOW: call <4 x i8> @llvm.masked.gather.v4i8.v4p1(<4 x ptr addrspace(1)> align 1 %{{.*}}, <4 x i1> splat (i1 true)
; SLOW: define internal void @bytes.region0.rest(
; SLOW: call <4 x i32> @llvm.masked.gather.v4i32.v4p1(
define spir_kernel void @bytes(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  call void @bytes.region0(ptr addrspace(1) %p, ptr addrspace(1) %q)
  ret void
}
define internal void @bytes.region0(ptr addrspace(1) %p, ptr addrspace(1) %q) "ferry-region"="0" {
  %i = call i64 @__ferry_global_id(i32 0)
  %x = getelementptr i32, ptr addrspace(1) %p, i64 %i
  %j = load i32, ptr addrspace(1) %x
  %k = zext i32 %j to i64
  %y = getelementptr i8, ptr addrspace(1) %q, i64 %k
  %v = load i8, ptr addrspace(1) %y
  %z = getelementptr i8, ptr addrspace(1) %p, i64 %i
  store i8 %v, ptr addrspace(1) %z
  ret void
}

; Of a table that is not long, numbers of 32 bits say where they are.
; CHECK-LABEL: define internal void @table.region0.vector(
; CHECK: %[[K:.*]] = trunc <4 x i64> %k to <4 x i32>
; CHECK: mul <4 x i32> %[[K]], splat (i32 2)
; CHECK: %[[Q:.*]] = ptrtoint ptr addrspace(1) %q to i64
; CHECK: %[[LOW:.*]] = and i64 %[[Q]], 3
; CHECK: %[[BACK:.*]] = sub i64 0, %[[LOW]]
; CHECK: %[[BASE:.*]] = getelementptr i8, ptr addrspace(1) %q, i64 %[[BACK]]
; CHECK: %[[IN:.*]] = and <4 x i32> %[[O:.*]], splat (i32 3)
; CHECK: %[[W:.*]] = sub <4 x i32> %[[O]], %[[IN]]
; CHECK: %[[P:.*]] = getelementptr i8, ptr addrspace(1) %[[BASE]], <4 x i32> %[[W]]
; CHECK: call <4 x i32> @llvm.masked.gather.v4i32.v4p1(<4 x ptr addrspace(1)> align 4 %[[P]],
; CHECK: ret void
define spir_kernel void @table(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  call void @table.region0(ptr addrspace(1) %p, ptr addrspace(1) %q)
  ret void
}
define internal void @table.region0(ptr addrspace(1) %p, ptr addrspace(1) %q) "ferry-region"="0" {
  %i = call i64 @__ferry_global_id(i32 0)
  %x = getelementptr i8, ptr addrspace(1) %p, i64 %i
  %j = load i8, ptr addrspace(1) %x
  %k = zext i8 %j to i64
  %y = getelementptr i16, ptr addrspace(1) %q, i64 %k
  %v = load i16, ptr addrspace(1) %y
  %z = getelementptr i16, ptr addrspace(1) %p, i64 %i
  store i16 %v, ptr addrspace(1) %z
  ret void
}

; A small vector is one word.
; CHECK-LABEL: define internal void @char4.region0.vector(
; CHECK: %[[V:.*]] = call <4 x i32> @llvm.masked.gather.v4i32.v4p1(
; CHECK-NOT: gather
; CHECK: trunc <4 x i32> %[[V]] to <4 x i8>
; CHECK: lshr <4 x i32> %[[V]], splat (i32 24)
; CHECK: call void @llvm.masked.scatter.v4i32.v4p1(
; CHECK: ret void
define spir_kernel void @char4(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  call void @char4.region0(ptr addrspace(1) %p, ptr addrspace(1) %q)
  ret void
}
define internal void @char4.region0(ptr addrspace(1) %p, ptr addrspace(1) %q) "ferry-region"="0" {
  %i = call i64 @__ferry_global_id(i32 0)
  %x = getelementptr i32, ptr addrspace(1) %p, i64 %i
  %j = load i32, ptr addrspace(1) %x
  %k = zext i32 %j to i64
  %y = getelementptr <4 x i8>, ptr addrspace(1) %q, i64 %k
  %v = load <4 x i8>, ptr addrspace(1) %y
  %w = mul <4 x i8> %v, %v
  store <4 x i8> %w, ptr addrspace(1) %y
  ret void
}

; Two elements of 32 bits are one of 64.
; CHECK-LABEL: define internal void @float2.region0.vector(
; CHECK: %[[Y:.*]] = getelementptr <2 x float>, ptr addrspace(1) %q, <4 x i64>
; CHECK: %[[W:.*]] = call <4 x i64> @llvm.masked.gather.v4i64.v4p1(<4 x ptr addrspace(1)> align 4 %[[Y]],
; CHECK: %[[V:.*]] = bitcast <4 x i64> %[[W]] to <8 x float>
; CHECK: shufflevector <8 x float> %[[V]], <8 x float> poison, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
; CHECK: shufflevector <8 x float> %[[V]], <8 x float> poison, <4 x i32> <i32 1, i32 3, i32 5, i32 7>
; CHECK: ret void
define spir_kernel void @float2(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  call void @float2.region0(ptr addrspace(1) %p, ptr addrspace(1) %q)
  ret void
}
define internal void @float2.region0(ptr addrspace(1) %p, ptr addrspace(1) %q) "ferry-region"="0" {
  %i = call i64 @__ferry_global_id(i32 0)
  %x = getelementptr i32, ptr addrspace(1) %p, i64 %i
  %j = load i32, ptr addrspace(1) %x
  %k = zext i32 %j to i64
  %y = getelementptr <2 x float>, ptr addrspace(1) %q, i64 %k
  %v = load <2 x float>, ptr addrspace(1) %y
  %z = getelementptr <2 x float>, ptr addrspace(1) %p, i64 %i
  store <2 x float> %v, ptr addrspace(1) %z
  ret void
}

; Of vectors of 16 bytes each lane loads its own, if all lanes are active and
; gathers are slow; else each element is gathered.
; SLOW-LABEL: define internal void @double2.region0.vector(
; SLOW-COUNT-4: load <2 x double>, ptr addrspace(1)
; SLOW: define internal void @double2.region0.rest(
; SLOW-COUNT-2: call <4 x double> @llvm.masked.gather.v4f64.v4p1(
; CHECK-LABEL: define internal void @double2.region0.vector(
; CHECK: %[[Y:.*]] = getelementptr <2 x double>, ptr addrspace(1) %q, <4 x i64>
; CHECK: call <4 x double> @llvm.masked.gather.v4f64.v4p1(<4 x ptr addrspace(1)> align 8 %[[Y]],
; CHECK: %[[Z:.*]] = getelementptr i8, <4 x ptr addrspace(1)> %[[Y]], i64 8
; CHECK: call <4 x double> @llvm.masked.gather.v4f64.v4p1(<4 x ptr addrspace(1)> align 8 %[[Z]],
define spir_kernel void @double2(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  call void @double2.region0(ptr addrspace(1) %p, ptr addrspace(1) %q)
  ret void
}
define internal void @double2.region0(ptr addrspace(1) %p, ptr addrspace(1) %q) "ferry-region"="0" {
  %i = call i64 @__ferry_global_id(i32 0)
  %x = getelementptr i32, ptr addrspace(1) %p, i64 %i
  %j = load i32, ptr addrspace(1) %x
  %k = zext i32 %j to i64
  %y = getelementptr <2 x double>, ptr addrspace(1) %q, i64 %k
  %v = load <2 x double>, ptr addrspace(1) %y
  %z = getelementptr <2 x double>, ptr addrspace(1) %p, i64 %i
  store <2 x double> %v, ptr addrspace(1) %z
  ret void
}
