; The lanes' private variables in one variable.
; REQUIRES: llvm-22
; RUN: %ferry-opt='ferry-widen<lanes=4;row=64>,function(instsimplify)' %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

declare i64 @__ferry_global_id(i32) memory(none)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

; If all accesses are of one size, an element of all lanes lies side by side.
; CHECK-LABEL: define internal void @interleaved.region0.vector(
; CHECK: %[[A:.*]] = alloca [128 x i8], align 16
; CHECK: %[[M:.*]] = mul i64 %m, 16
; CHECK: %[[Y:.*]] = getelementptr i8, ptr %[[A]], i64 %[[M]]
; CHECK: store <4 x float> splat (float 1.000000e+00), ptr %[[Y]], align 16
; CHECK: %[[G:.*]] = mul <4 x i32> %{{.*}}, splat (i32 16)
; CHECK: %[[O:.*]] = add <4 x i32> <i32 0, i32 4, i32 8, i32 12>, %[[G]]
; CHECK: %[[Z:.*]] = getelementptr i8, ptr %[[A]], <4 x i32> %[[O]]
; CHECK: call <4 x float> @llvm.masked.gather.v4f32.v4p0(<4 x ptr> align 4 %[[Z]],
; CHECK: ret void
define spir_kernel void @interleaved(ptr addrspace(1) %p, ptr addrspace(1) %q, i64 %m) {
  call void @interleaved.region0(ptr addrspace(1) %p, ptr addrspace(1) %q, i64 %m)
  ret void
}
define internal void @interleaved.region0(ptr addrspace(1) %p, ptr addrspace(1) %q, i64 %m) "ferry-region"="0" {
  %a = alloca [8 x float]
  %i = call i64 @__ferry_global_id(i32 0)
  %x = getelementptr i32, ptr addrspace(1) %p, i64 %i
  %j = load i32, ptr addrspace(1) %x
  %y = getelementptr float, ptr %a, i64 %m
  store float 1.0, ptr %y
  %f = sext i32 %j to i64
  %z = getelementptr float, ptr %a, i64 %f
  %v = load float, ptr %z
  store float %v, ptr addrspace(1) %x
  ret void
}

; Elements that lanes scatter have words, which processors do scatter.
; CHECK-LABEL: define internal void @scattered.region0.vector(
; CHECK: %[[A:.*]] = alloca [128 x i8], align 16
; CHECK: %[[W:.*]] = zext <4 x i8> %{{.*}} to <4 x i32>
; CHECK: call void @llvm.masked.scatter.v4i32.v4p0(<4 x i32> %[[W]], <4 x ptr> align 4
; CHECK: %[[Y:.*]] = getelementptr i8, ptr %[[A]], i64 16
; CHECK: %[[L:.*]] = load <4 x i32>, ptr %[[Y]], align 16
; CHECK: trunc <4 x i32> %[[L]] to <4 x i8>
; CHECK: ret void
define spir_kernel void @scattered(ptr addrspace(1) %p, ptr addrspace(1) %q, i64 %m) {
  call void @scattered.region0(ptr addrspace(1) %p, ptr addrspace(1) %q, i64 %m)
  ret void
}
define internal void @scattered.region0(ptr addrspace(1) %p, ptr addrspace(1) %q, i64 %m) "ferry-region"="0" {
  %a = alloca [8 x i8]
  %i = call i64 @__ferry_global_id(i32 0)
  %x = getelementptr i8, ptr addrspace(1) %p, i64 %i
  %j = load i8, ptr addrspace(1) %x
  %f = zext i8 %j to i64
  %z = getelementptr i8, ptr %a, i64 %f
  store i8 %j, ptr %z
  %y = getelementptr i8, ptr %a, i64 1
  %v = load i8, ptr %y
  store i8 %v, ptr addrspace(1) %x
  ret void
}

; A variable that is filled, too.
; CHECK-LABEL: define internal void @filled.region0.vector(
; CHECK: %[[A:.*]] = alloca [64 x i8], align 16
; CHECK-NOT: memset
; CHECK-COUNT-4: store <4 x i32>
; CHECK: call <4 x i32> @llvm.masked.gather.v4i32.v4p0(
; CHECK: ret void
define spir_kernel void @filled(ptr addrspace(1) %p, ptr addrspace(1) %q, i64 %m) {
  call void @filled.region0(ptr addrspace(1) %p, ptr addrspace(1) %q, i64 %m)
  ret void
}
define internal void @filled.region0(ptr addrspace(1) %p, ptr addrspace(1) %q, i64 %m) "ferry-region"="0" {
  %a = alloca [4 x i32]
  call void @llvm.memset.p0.i64(ptr align 4 %a, i8 0, i64 16, i1 false)
  %i = call i64 @__ferry_global_id(i32 0)
  %x = getelementptr i32, ptr addrspace(1) %p, i64 %i
  %j = load i32, ptr addrspace(1) %x
  %f = sext i32 %j to i64
  %z = getelementptr i32, ptr %a, i64 %f
  %v = load i32, ptr %z
  %w = add i32 %v, 1
  store i32 %w, ptr %z
  %y = getelementptr i32, ptr %a, i64 2
  %u = load i32, ptr %y
  store i32 %u, ptr addrspace(1) %x
  ret void
}

; Otherwise each lane has the whole variable in one piece.
; CHECK-LABEL: define internal void @pieces.region0.vector(
; CHECK: %[[A:.*]] = alloca [256 x i8], align 4
; CHECK: %[[Y:.*]] = getelementptr float, ptr %[[A]], i64 %m
; CHECK: %[[YS:.*]] = getelementptr i8, ptr %[[Y]], <4 x i64> <i64 0, i64 64, i64 128, i64 192>
; CHECK: call void @llvm.masked.scatter.v4f32.v4p0(<4 x float> splat (float 1.000000e+00), <4 x ptr> align 4 %[[YS]],
; CHECK: ret void
define spir_kernel void @pieces(ptr addrspace(1) %p, ptr addrspace(1) %q, i64 %m) {
  call void @pieces.region0(ptr addrspace(1) %p, ptr addrspace(1) %q, i64 %m)
  ret void
}
define internal void @pieces.region0(ptr addrspace(1) %p, ptr addrspace(1) %q, i64 %m) "ferry-region"="0" {
  %a = alloca [16 x float]
  %i = call i64 @__ferry_global_id(i32 0)
  %y = getelementptr float, ptr %a, i64 %m
  store float 1.0, ptr %y
  %z = getelementptr i8, ptr %a, i64 %m
  %v = load i8, ptr %z
  %x = getelementptr i8, ptr addrspace(1) %p, i64 %i
  store i8 %v, ptr addrspace(1) %x
  ret void
}
