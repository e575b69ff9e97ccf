; Where the processor has no gathers or scatters, masked ones would be a branch for
; each lane: the lanes are done one after the other. Where it has no masked moves at
; all, all lanes are often active nevertheless.
; REQUIRES: llvm-22
; RUN: %ferry-opt='ferry-widen<lanes=16;avx512>,function(instsimplify)' %s | FileCheck %s --check-prefixes=CHECK,GATHER,SCATTER,MASK
; RUN: %ferry-opt='ferry-widen<lanes=16;avx2>,function(instsimplify)' %s | FileCheck %s --check-prefixes=CHECK,GATHER,ONE,SLOW
; RUN: %ferry-opt='ferry-widen<lanes=16;sse2>,function(instsimplify)' %s | FileCheck %s --check-prefixes=CHECK,LANE,ONE,MOVES
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

declare i64 @__ferry_global_id(i32) memory(none)

; CHECK-LABEL: define internal void @masked.region0.vector(
; CHECK: [[THEN:then.*]]:
; GATHER: call <16 x float> @llvm.masked.gather.v16f32.v16p1(
; LANE: call i16 @llvm.cttz.i16(
; LANE: load float, ptr addrspace(1)
; SCATTER: call void @llvm.masked.scatter.v16f32.v16p1(
; ONE: call i16 @llvm.cttz.i16(
; ONE: store float
; CHECK: ret void
define spir_kernel void @masked(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  call void @masked.region0(ptr addrspace(1) %p, ptr addrspace(1) %q)
  ret void
}
define internal void @masked.region0(ptr addrspace(1) %p, ptr addrspace(1) %q) "ferry-region"="0" {
  %i = call i64 @__ferry_global_id(i32 0)
  %x = getelementptr i32, ptr addrspace(1) %p, i64 %i
  %j = load i32, ptr addrspace(1) %x
  %k = zext i32 %j to i64
  %c = icmp eq i32 %j, 0
  br i1 %c, label %join, label %then

then:
  %y = getelementptr float, ptr addrspace(1) %q, i64 %k
  %v = load float, ptr addrspace(1) %y
  %w = fmul float %v, %v
  store float %w, ptr addrspace(1) %y
  br label %join

join:
  ret void
}

; Without a mask they come to a few moves.
; CHECK-LABEL: define internal void @all.region0.vector(
; CHECK: call <16 x float> @llvm.masked.gather.v16f32.v16p1({{.*}}, <16 x i1> splat (i1 true),
; CHECK: call void @llvm.masked.scatter.v16f32.v16p1({{.*}}, <16 x i1> splat (i1 true))
; CHECK: ret void
define spir_kernel void @all(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  call void @all.region0(ptr addrspace(1) %p, ptr addrspace(1) %q)
  ret void
}
define internal void @all.region0(ptr addrspace(1) %p, ptr addrspace(1) %q) "ferry-region"="0" {
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

; No processor has a scatter of bytes.
; CHECK-LABEL: define internal void @bytes.region0.vector(
; CHECK: [[THEN:then.*]]:
; CHECK: call i16 @llvm.cttz.i16(
; CHECK: store i8
; CHECK: ret void
define spir_kernel void @bytes(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  call void @bytes.region0(ptr addrspace(1) %p, ptr addrspace(1) %q)
  ret void
}
define internal void @bytes.region0(ptr addrspace(1) %p, ptr addrspace(1) %q) "ferry-region"="0" {
  %i = call i64 @__ferry_global_id(i32 0)
  %x = getelementptr i32, ptr addrspace(1) %p, i64 %i
  %j = load i32, ptr addrspace(1) %x
  %k = zext i32 %j to i64
  %c = icmp eq i32 %j, 0
  br i1 %c, label %join, label %then

then:
  %y = getelementptr i8, ptr addrspace(1) %q, i64 %k
  store i8 1, ptr addrspace(1) %y
  %z = getelementptr i8, ptr addrspace(1) %y, i64 %k
  store i8 2, ptr addrspace(1) %z
  br label %join

join:
  ret void
}

; CHECK-LABEL: define internal void @moves.region0.vector(
; CHECK: fcmp olt
; MASK-NOT: br i1
; MASK: call void @llvm.masked.store.v16f32.p1(
; SLOW: icmp eq i16 %{{.*}}, -1
; SLOW: br i1
; SLOW: store <16 x float>
; SLOW: call void @llvm.masked.store.v16f32.p1(
; MOVES: %[[ALL:.*]] = icmp eq i16 %{{.*}}, -1
; MOVES: br i1 %[[ALL]], label %[[USUAL:.*]], label %[[OTHERWISE:.*]], !prof
; MOVES: [[USUAL]]:
; MOVES: store <16 x float>
; MOVES: [[OTHERWISE]]:
; MOVES: icmp ne i16 %{{.*}}, 0
; MOVES: store float
; CHECK: ret void
define spir_kernel void @moves(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  call void @moves.region0(ptr addrspace(1) %p, ptr addrspace(1) %q)
  ret void
}
define internal void @moves.region0(ptr addrspace(1) %p, ptr addrspace(1) %q) "ferry-region"="0" {
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
