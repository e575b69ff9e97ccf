; Elements of local memory that lie within two registers, of which the first one has
; that of the first lane, come out of these; others are gathered. So do those of
; global memory at a border, out of registers on the page of the first lane's.
; REQUIRES: llvm-22
; RUN: %ferry-opt='ferry-widen<lanes=16>' %s | FileCheck %s
; RUN: %ferry-opt='ferry-widen<lanes=16;avx2>' %s | FileCheck %s --check-prefix=AVX2
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

; What is said to be near is never asked by the vector that chooses its way.
; CHECK-LABEL: define internal void @hint.region0.vector(
; CHECK-NOT: @__ferry_near
; CHECK: ret void
define spir_kernel void @hint(ptr addrspace(1) %p, i64 %n) {
  call void @hint.region0(ptr addrspace(1) %p, i64 %n)
  ret void
}
define internal void @hint.region0(ptr addrspace(1) %p, i64 %n) "ferry-region"="0" {
entry:
  %i = call i64 @__ferry_global_id(i32 0)
  %j = call i64 @__ferry_near(i64 %i)
  %c = icmp slt i64 %j, %n
  br i1 %c, label %store, label %done
store:
  %x = getelementptr i64, ptr addrspace(1) %p, i64 %j
  store i64 %j, ptr addrspace(1) %x
  br label %done
done:
  ret void
}

declare i64 @__ferry_local_id(i32) memory(none)
declare i64 @__ferry_global_id(i32) memory(none)
declare i32 @llvm.smin.i32(i32, i32)

; CHECK-LABEL: define internal void @exchange.region0.vector(
; CHECK: %[[AT:.*]] = trunc <16 x i64> %{{.*}} to <16 x i32>
; CHECK: %[[FIRST:.*]] = shufflevector <16 x i32> %[[AT]], <16 x i32> poison, <16 x i32> zeroinitializer
; CHECK: %[[START:.*]] = and <16 x i32> %[[FIRST]], splat (i32 -16)
; CHECK: %[[DISTANCE:.*]] = sub <16 x i32> %[[AT]], %[[START]]
; CHECK: %[[FAR:.*]] = icmp uge <16 x i32> %[[DISTANCE]], splat (i32 32)
; CHECK: br i1 %{{.*}}, label %[[NEAR:.*]], label %[[OTHER:.*]], !prof
; CHECK: [[NEAR]]:
; CHECK: %[[ZERO:.*]] = extractelement <16 x i32> %[[START]], i64 0
; CHECK: %[[P:.*]] = getelementptr float, ptr addrspace(3) %m, i32 %[[ZERO]]
; CHECK: %[[LOW:.*]] = load <16 x i32>, ptr addrspace(3) %[[P]], align 4
; CHECK: %[[Q:.*]] = getelementptr float, ptr addrspace(3) %[[P]], i64 16
; CHECK: %[[HIGH:.*]] = load <16 x i32>, ptr addrspace(3) %[[Q]], align 4
; CHECK: call <16 x i32> @llvm.x86.avx512.vpermi2var.d.512(<16 x i32> %[[LOW]], <16 x i32> %{{.*}}, <16 x i32> %[[HIGH]])
; CHECK: [[OTHER]]:
; CHECK: call <16 x float> @llvm.masked.gather
; CHECK: ret void
; AVX2-LABEL: define internal void @exchange.region0.vector(
; AVX2-NOT: vpermi2var
; AVX2: @llvm.masked.gather
define spir_kernel void @exchange(ptr addrspace(1) %p, ptr addrspace(3) %m) {
  call void @exchange.region0(ptr addrspace(1) %p, ptr addrspace(3) %m)
  ret void
}
define internal void @exchange.region0(ptr addrspace(1) %p, ptr addrspace(3) %m) "ferry-region"="0" {
  %i = call i64 @__ferry_local_id(i32 0)
  %j = xor i64 %i, 5
  %x = getelementptr inbounds float, ptr addrspace(3) %m, i64 %j
  %v = load float, ptr addrspace(3) %x
  %y = getelementptr float, ptr addrspace(1) %p, i64 %i
  store float %v, ptr addrspace(1) %y
  ret void
}

; CHECK-LABEL: define internal void @border.region0.vector(
; CHECK: %[[J:.*]] = call <16 x i32> @llvm.smin.v16i32(
; CHECK: %[[DISTANCE:.*]] = sub <16 x i32> %[[J]],
; CHECK: br i1 %{{.*}}, label %{{.*}}, label %[[BORDER:.*]], !prof
; CHECK: [[BORDER]]:
; CHECK: %[[NUMBER:.*]] = ptrtoint ptr addrspace(1) %[[FIRST:.*]] to i64
; CHECK: %[[PLACE:.*]] = and i64 %[[NUMBER]], 4095
; CHECK: %[[ELEMENT:.*]] = extractelement <16 x i32> %[[DISTANCE]], i64 15
; CHECK: %[[LAST:.*]] = freeze i32 %[[ELEMENT]]
; CHECK: %[[GOES:.*]] = icmp sge i32 %[[LAST]], 24
; CHECK: %[[HALF:.*]] = select i1 %[[GOES]], i64 0, i64 32
; CHECK: %[[BEFORE:.*]] = call i64 @llvm.usub.sat.i64(i64 %[[PLACE]], i64 %[[HALF]])
; CHECK: %[[START:.*]] = call i64 @llvm.umin.i64(i64 %[[BEFORE]], i64 3968)
; CHECK: %[[FROM:.*]] = sub i64 %[[START]], %[[PLACE]]
; CHECK: %[[INDEX:.*]] = add <16 x i32> %[[DISTANCE]],
; CHECK: icmp uge <16 x i32> %[[INDEX]], splat (i32 32)
; CHECK: br i1 %{{.*}}, label %[[NEAR:.*]], label %[[OTHER:.*]], !prof
; CHECK: [[NEAR]]:
; CHECK: %[[P:.*]] = getelementptr i8, ptr addrspace(1) %[[FIRST]], i64 %[[FROM]]
; CHECK: load <16 x i32>, ptr addrspace(1) %[[P]], align 4
; CHECK: call <16 x i32> @llvm.x86.avx512.vpermi2var.d.512(
; CHECK: [[OTHER]]:
; CHECK: call <16 x float> @llvm.masked.gather
; CHECK: ret void
define spir_kernel void @border(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  call void @border.region0(ptr addrspace(1) %p, ptr addrspace(1) %q)
  ret void
}
define internal void @border.region0(ptr addrspace(1) %p, ptr addrspace(1) %q) "ferry-region"="0" {
  %n = load i32, ptr addrspace(1) %q
  %i = call i64 @__ferry_global_id(i32 0)
  %t = trunc i64 %i to i32
  %j = call i32 @llvm.smin.i32(i32 %t, i32 %n)
  %e = sext i32 %j to i64
  %x = getelementptr float, ptr addrspace(1) %p, i64 %e
  %v = load float, ptr addrspace(1) %x
  %y = getelementptr float, ptr addrspace(1) %q, i64 %i
  store float %v, ptr addrspace(1) %y
  ret void
}

; Of an object that is known, nothing beyond it may be read.
; CHECK-LABEL: define internal void @object.region0.vector(
; CHECK: call <16 x i32> @llvm.smin.v16i32(
; CHECK-NOT: vpermi2var
; CHECK: call <16 x float> @llvm.masked.gather
; CHECK: ret void
define spir_kernel void @object(ptr addrspace(1) %q) {
  call void @object.region0(ptr addrspace(1) %q)
  ret void
}
define internal void @object.region0(ptr addrspace(1) %q) "ferry-region"="0" {
  %n = load i32, ptr addrspace(1) %q
  %i = call i64 @__ferry_global_id(i32 0)
  %t = trunc i64 %i to i32
  %j = call i32 @llvm.smin.i32(i32 %t, i32 %n)
  %e = sext i32 %j to i64
  %x = getelementptr float, ptr addrspace(1) @table, i64 %e
  %v = load float, ptr addrspace(1) %x
  %y = getelementptr float, ptr addrspace(1) %q, i64 %i
  store float %v, ptr addrspace(1) %y
  ret void
}

@table = internal addrspace(1) global [5 x float] zeroinitializer
declare i64 @__ferry_near(i64) memory(none)
