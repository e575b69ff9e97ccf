; A private array that two regions use has a place for each work-item; one that a
; single region uses stays where it is.
; RUN: %ferry-opt=ferry-split %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

declare void @__ferry_barrier() convergent
declare i64 @__ferry_local_id(i32) memory(none)

; CHECK-LABEL: define spir_kernel void @k(
; CHECK: %one = alloca [8 x i32]
; CHECK: call ptr @__ferry_item_slot(i64 0, i64 64)
; CHECK: call ptr @__ferry_item_slot(i64 0, i64 64)
; CHECK: "ferry-item-bytes"="64"
define spir_kernel void @k(ptr addrspace(1) %p, i64 %n) {
  %both = alloca [16 x i32], align 16
  %one = alloca [8 x i32], align 16
  %i = call i64 @__ferry_local_id(i32 0)
  %a = getelementptr i32, ptr %both, i64 %n
  store i64 %i, ptr %a
  %b = getelementptr i32, ptr %one, i64 %i
  store i32 2, ptr %b
  %c = getelementptr i32, ptr %one, i64 %n
  %d = load i32, ptr %c
  %q = getelementptr i32, ptr addrspace(1) %p, i64 %i
  store i32 %d, ptr addrspace(1) %q
  call void @__ferry_barrier()
  %e = getelementptr i32, ptr %both, i64 %i
  %f = load i32, ptr %e
  store i32 %f, ptr addrspace(1) %q
  ret void
}
