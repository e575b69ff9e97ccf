; Integers are divided as doubles where these hold them exactly. Lanes that are not
; active divide by one, so that they do not trap.
; REQUIRES: llvm-22
; RUN: %ferry-opt='ferry-widen<lanes=4>' %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

declare i64 @__ferry_global_id(i32) memory(none)

; CHECK-LABEL: define internal void @quotient.region0.vector(
; CHECK: %[[BY:.*]] = select <4 x i1> %{{.*}}, <4 x i32> %{{.*}}, <4 x i32> splat (i32 1)
; CHECK: %[[D:.*]] = sitofp <4 x i32> %[[BY]] to <4 x double>
; CHECK: %[[A:.*]] = sitofp <4 x i32> %{{.*}} to <4 x double>
; CHECK: %[[R:.*]] = fdiv <4 x double> %[[A]], %[[D]]
; CHECK: %[[Q:.*]] = fptosi <4 x double> %[[R]] to <4 x i32>
; CHECK: call void @llvm.masked.store.v4i32.p1(<4 x i32> %[[Q]],
; CHECK: ret void
define spir_kernel void @quotient(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  call void @quotient.region0(ptr addrspace(1) %p, ptr addrspace(1) %q)
  ret void
}
define internal void @quotient.region0(ptr addrspace(1) %p, ptr addrspace(1) %q) "ferry-region"="0" {
  %i = call i64 @__ferry_global_id(i32 0)
  %x = getelementptr i32, ptr addrspace(1) %p, i64 %i
  %v = load i32, ptr addrspace(1) %x
  %y = getelementptr i32, ptr addrspace(1) %q, i64 %i
  %w = load i32, ptr addrspace(1) %y
  %c = icmp eq i32 %v, 0
  br i1 %c, label %join, label %then

then:
  %d = sdiv i32 %w, %v
  store i32 %d, ptr addrspace(1) %y
  br label %join

join:
  ret void
}

; CHECK-LABEL: define internal void @remainder.region0.vector(
; CHECK: %[[BY:.*]] = select <4 x i1> %{{.*}}, <4 x i32> %{{.*}}, <4 x i32> splat (i32 1)
; CHECK: uitofp <4 x i32> %[[BY]] to <4 x double>
; CHECK: %[[Q:.*]] = fptoui <4 x double> %{{.*}} to <4 x i32>
; CHECK: %[[M:.*]] = mul <4 x i32> %[[Q]], %[[BY]]
; CHECK: %[[R:.*]] = sub <4 x i32> %{{.*}}, %[[M]]
; CHECK: call void @llvm.masked.store.v4i32.p1(<4 x i32> %[[R]],
; CHECK: ret void
define spir_kernel void @remainder(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  call void @remainder.region0(ptr addrspace(1) %p, ptr addrspace(1) %q)
  ret void
}
define internal void @remainder.region0(ptr addrspace(1) %p, ptr addrspace(1) %q) "ferry-region"="0" {
  %i = call i64 @__ferry_global_id(i32 0)
  %x = getelementptr i32, ptr addrspace(1) %p, i64 %i
  %v = load i32, ptr addrspace(1) %x
  %y = getelementptr i32, ptr addrspace(1) %q, i64 %i
  %w = load i32, ptr addrspace(1) %y
  %c = icmp eq i32 %v, 0
  br i1 %c, label %join, label %then

then:
  %d = urem i32 %w, %v
  store i32 %d, ptr addrspace(1) %y
  br label %join

join:
  ret void
}

; CHECK-LABEL: define internal void @long.region0.vector(
; CHECK: %[[BY:.*]] = select <4 x i1> %{{.*}}, <4 x i64> %{{.*}}, <4 x i64> splat (i64 1)
; CHECK: udiv <4 x i64> %{{.*}}, %[[BY]]
; CHECK: ret void
define spir_kernel void @long(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  call void @long.region0(ptr addrspace(1) %p, ptr addrspace(1) %q)
  ret void
}
define internal void @long.region0(ptr addrspace(1) %p, ptr addrspace(1) %q) "ferry-region"="0" {
  %i = call i64 @__ferry_global_id(i32 0)
  %x = getelementptr i64, ptr addrspace(1) %p, i64 %i
  %v = load i64, ptr addrspace(1) %x
  %y = getelementptr i64, ptr addrspace(1) %q, i64 %i
  %w = load i64, ptr addrspace(1) %y
  %c = icmp eq i64 %v, 0
  br i1 %c, label %join, label %then

then:
  %d = udiv i64 %w, %v
  store i64 %d, ptr addrspace(1) %y
  br label %join

join:
  ret void
}

; A constant divisor is left to LLVM, which multiplies.
; CHECK-LABEL: define internal void @constant.region0.vector(
; CHECK: udiv <4 x i32> %{{.*}}, splat (i32 10)
; CHECK: ret void
define spir_kernel void @constant(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  call void @constant.region0(ptr addrspace(1) %p, ptr addrspace(1) %q)
  ret void
}
define internal void @constant.region0(ptr addrspace(1) %p, ptr addrspace(1) %q) "ferry-region"="0" {
  %i = call i64 @__ferry_global_id(i32 0)
  %x = getelementptr i32, ptr addrspace(1) %p, i64 %i
  %v = load i32, ptr addrspace(1) %x
  %d = udiv i32 %v, 10
  store i32 %d, ptr addrspace(1) %x
  ret void
}
