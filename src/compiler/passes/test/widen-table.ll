; What each lane picks of a constant that a few registers hold: out of one, two,
; or the right ones of more. Longer ones are gathered, and those that change.
; REQUIRES: llvm-22
; RUN: %ferry-opt='ferry-widen<lanes=8>,function(instsimplify)' %s | FileCheck %s
; RUN: %ferry-opt='ferry-widen<lanes=8;avx2>,function(instsimplify)' %s | FileCheck %s --check-prefix=AVX2
; RUN: %ferry-opt='ferry-widen<lanes=8;sse2>,function(instsimplify)' %s | FileCheck %s --check-prefix=SSE2
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

@bytes = internal addrspace(2) constant [16 x i8] c"\00\01\02\03\04\05\06\07\08\09\0A\0B\0C\0D\0E\FF"
@doubles = internal addrspace(2) constant [12 x double] [double 1.0, double 2.0, double 3.0, double 4.0, double 5.0, double 6.0, double 7.0, double 8.0, double 9.0, double 10.0, double 11.0, double 12.0]
@grid = internal addrspace(2) constant [8 x [5 x i32]] [[5 x i32] [i32 1, i32 2, i32 3, i32 4, i32 5], [5 x i32] zeroinitializer, [5 x i32] zeroinitializer, [5 x i32] zeroinitializer, [5 x i32] zeroinitializer, [5 x i32] zeroinitializer, [5 x i32] zeroinitializer, [5 x i32] [i32 6, i32 7, i32 8, i32 9, i32 10]]
@long = internal addrspace(2) constant [65 x i8] c"0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef!"
@changes = internal addrspace(1) global [4 x i32] [i32 1, i32 2, i32 3, i32 4]

declare i64 @__ferry_global_id(i32) memory(none)

; Bytes are words that are extended as they will be.
; CHECK-LABEL: define internal void @signs.region0.vector(
; CHECK: %[[W:.*]] = call <16 x i32> @llvm.x86.avx512.permvar.si.512(<16 x i32> <i32 0, i32 1, i32 2, {{.*}}, i32 14, i32 -1>, <16 x i32> %{{.*}})
; CHECK: trunc nsw <8 x i32> %{{.*}} to <8 x i8>
; AVX2-LABEL: define internal void @signs.region0.vector(
; AVX2: %[[LOW:.*]] = call <8 x i32> @llvm.x86.avx2.permd(<8 x i32> <i32 0, i32 1, {{.*}}, i32 7>, <8 x i32> %[[N:.*]])
; AVX2: %[[HIGH:.*]] = call <8 x i32> @llvm.x86.avx2.permd(<8 x i32> <i32 8, {{.*}}, i32 14, i32 -1>, <8 x i32> %[[N]])
; AVX2: %[[C:.*]] = icmp uge <8 x i32> %[[N]], splat (i32 8)
; AVX2: select <8 x i1> %[[C]], <8 x i32> %[[HIGH]], <8 x i32> %[[LOW]]
; SSE2-LABEL: define internal void @signs.region0.vector(
; SSE2: call <8 x i8> @llvm.masked.gather.v8i8.v8p2(
define spir_kernel void @signs(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  call void @signs.region0(ptr addrspace(1) %p, ptr addrspace(1) %q)
  ret void
}
define internal void @signs.region0(ptr addrspace(1) %p, ptr addrspace(1) %q) "ferry-region"="0" {
  %i = call i64 @__ferry_global_id(i32 0)
  %x = getelementptr i32, ptr addrspace(1) %p, i64 %i
  %j = load i32, ptr addrspace(1) %x
  %k = zext i32 %j to i64
  %at = getelementptr i8, ptr addrspace(2) @bytes, i64 %k
  %b = load i8, ptr addrspace(2) %at
  %v = sext i8 %b to i32
  %to = getelementptr i32, ptr addrspace(1) %q, i64 %i
  store i32 %v, ptr addrspace(1) %to
  ret void
}

; Two words each where there are no longer ones.
; CHECK-LABEL: define internal void @halves.region0.vector(
; CHECK: call <8 x i64> @llvm.x86.avx512.vpermi2var.q.512(<8 x i64> <i64 4607182418800017408, {{.*}}>, <8 x i64> %{{.*}}, <8 x i64> <{{.*}}, i64 0, i64 0, i64 0, i64 0>)
; AVX2-LABEL: define internal void @halves.region0.vector(
; AVX2-COUNT-4: call <8 x i32> @llvm.x86.avx2.permd(
; AVX2: bitcast <16 x i32> %{{.*}} to <8 x i64>
define spir_kernel void @halves(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  call void @halves.region0(ptr addrspace(1) %p, ptr addrspace(1) %q)
  ret void
}
define internal void @halves.region0(ptr addrspace(1) %p, ptr addrspace(1) %q) "ferry-region"="0" {
  %i = call i64 @__ferry_global_id(i32 0)
  %x = getelementptr i32, ptr addrspace(1) %p, i64 %i
  %j = load i32, ptr addrspace(1) %x
  %k = zext i32 %j to i64
  %at = getelementptr double, ptr addrspace(2) @doubles, i64 %k
  %v = load double, ptr addrspace(2) %at
  %to = getelementptr double, ptr addrspace(1) %q, i64 %i
  store double %v, ptr addrspace(1) %to
  ret void
}

; Numbers that are sums, in a table of three registers.
; CHECK-LABEL: define internal void @sums.region0.vector(
; CHECK: %[[FIVE:.*]] = mul <8 x i32> %{{.*}}, splat (i32 5)
; CHECK: %[[N:.*]] = add <8 x i32> {{.*}}%[[FIVE]]
; CHECK: %[[A:.*]] = call <16 x i32> @llvm.x86.avx512.vpermi2var.d.512(<16 x i32> <i32 1, i32 2, i32 3, i32 4, i32 5, i32 0, {{.*}}>
; CHECK: %[[B:.*]] = call <16 x i32> @llvm.x86.avx512.permvar.si.512(<16 x i32> <i32 0, i32 0, i32 0, i32 6, i32 7, i32 8, i32 9, i32 10, {{.*}}>
; CHECK: %[[C:.*]] = icmp uge <16 x i32> %{{.*}}, splat (i32 32)
; CHECK: select <16 x i1> %[[C]], <16 x i32> %[[B]], <16 x i32> %[[A]]
define spir_kernel void @sums(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  call void @sums.region0(ptr addrspace(1) %p, ptr addrspace(1) %q)
  ret void
}
define internal void @sums.region0(ptr addrspace(1) %p, ptr addrspace(1) %q) "ferry-region"="0" {
  %i = call i64 @__ferry_global_id(i32 0)
  %x = getelementptr i32, ptr addrspace(1) %p, i64 %i
  %j = load i32, ptr addrspace(1) %x
  %k = zext i32 %j to i64
  %column = and i64 %k, 3
  %at = getelementptr [8 x [5 x i32]], ptr addrspace(2) @grid, i64 0, i64 %k, i64 %column
  %v = load i32, ptr addrspace(2) %at
  %to = getelementptr i32, ptr addrspace(1) %q, i64 %i
  store i32 %v, ptr addrspace(1) %to
  ret void
}

; CHECK-LABEL: define internal void @many.region0.vector(
; CHECK: call <8 x i32> @llvm.masked.gather.
define spir_kernel void @many(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  call void @many.region0(ptr addrspace(1) %p, ptr addrspace(1) %q)
  ret void
}
define internal void @many.region0(ptr addrspace(1) %p, ptr addrspace(1) %q) "ferry-region"="0" {
  %i = call i64 @__ferry_global_id(i32 0)
  %x = getelementptr i32, ptr addrspace(1) %p, i64 %i
  %j = load i32, ptr addrspace(1) %x
  %k = zext i32 %j to i64
  %at = getelementptr i8, ptr addrspace(2) @long, i64 %k
  %b = load i8, ptr addrspace(2) %at
  %v = zext i8 %b to i32
  %to = getelementptr i32, ptr addrspace(1) %q, i64 %i
  store i32 %v, ptr addrspace(1) %to
  ret void
}

; CHECK-LABEL: define internal void @written.region0.vector(
; CHECK: call <8 x i32> @llvm.masked.gather.
define spir_kernel void @written(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  call void @written.region0(ptr addrspace(1) %p, ptr addrspace(1) %q)
  ret void
}
define internal void @written.region0(ptr addrspace(1) %p, ptr addrspace(1) %q) "ferry-region"="0" {
  %i = call i64 @__ferry_global_id(i32 0)
  %x = getelementptr i32, ptr addrspace(1) %p, i64 %i
  %j = load i32, ptr addrspace(1) %x
  %k = zext i32 %j to i64
  %at = getelementptr i32, ptr addrspace(1) @changes, i64 %k
  %v = load i32, ptr addrspace(1) %at
  %to = getelementptr i32, ptr addrspace(1) %q, i64 %i
  store i32 %v, ptr addrspace(1) %to
  ret void
}
