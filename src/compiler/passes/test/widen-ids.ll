; Vectors are for launches whose ids have 31 bits: an id in an int is strided as the
; id is, and so is what is added to it.
; REQUIRES: llvm-22
; RUN: %ferry-opt='ferry-widen<lanes=4>' %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

declare i64 @__ferry_global_id(i32) memory(none)

; CHECK-LABEL: define internal void @k.region0.vector(
; CHECK: %[[I:.*]] = call i64 @__ferry_global_id(i32 0) #{{.*}}, !range ![[RANGE:[0-9]+]]
; CHECK: %[[T:.*]] = trunc {{.*}}i64 %[[I]] to i32
; CHECK: %[[J:.*]] = add nsw i32
; CHECK: %[[E:.*]] = sext i32 %[[J]] to i64
; CHECK: %[[X:.*]] = getelementptr float, ptr addrspace(1) %p, i64 %[[E]]
; CHECK: store <4 x float> splat (float 1.000000e+00), ptr addrspace(1) %[[X]], align 4
; CHECK: ret void
define spir_kernel void @k(ptr addrspace(1) %p, ptr addrspace(1) %q, i32 %n) {
  call void @k.region0(ptr addrspace(1) %p, ptr addrspace(1) %q, i32 %n)
  ret void
}
define internal void @k.region0(ptr addrspace(1) %p, ptr addrspace(1) %q, i32 %n) "ferry-region"="0" {
  %i = call i64 @__ferry_global_id(i32 0)
  %t = trunc i64 %i to i32
  %j = add nsw i32 %t, %n
  %e = sext i32 %j to i64
  %x = getelementptr float, ptr addrspace(1) %p, i64 %e
  store float 1.0, ptr addrspace(1) %x
  ret void
}

; CHECK: ![[RANGE]] = !{i64 0, i64 2147483648}
