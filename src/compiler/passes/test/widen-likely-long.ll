; A number longer than an id that most vectors have apart by one: the lane's number is
; extended, where it is cut for shorter ones.
; REQUIRES: llvm-22
; RUN: %ferry-opt='ferry-widen<lanes=4>' %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

declare i64 @__ferry_global_id(i32) memory(none)

; CHECK-LABEL: define internal void @long.region0.vector(
; CHECK: full:
; CHECK: %[[LANE:.*]] = zext i64 0 to i128
; CHECK: add nsw i128 %{{.*}}, %[[LANE]]
; CHECK: add <4 x i128> %{{.*}}, <i128 0, i128 1, i128 2, i128 3>
; CHECK: other:
; CHECK: sext <4 x i64> %{{.*}} to <4 x i128>
define spir_kernel void @long(ptr addrspace(1) %p, i64 %n) {
  call void @long.region0(ptr addrspace(1) %p, i64 %n)
  ret void
}
define internal void @long.region0(ptr addrspace(1) %p, i64 %n) "ferry-region"="0" {
  %i = call i64 @__ferry_global_id(i32 0)
  %j = add i64 %i, %n
  %e = sext i64 %j to i128
  %m = mul nsw i128 %e, 2398651147612746189
  %s = lshr i128 %m, 64
  %t = trunc nuw i128 %s to i64
  %x = getelementptr i64, ptr addrspace(1) %p, i64 %i
  store i64 %t, ptr addrspace(1) %x
  ret void
}
