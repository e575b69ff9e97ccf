; An address that comes to a phi on two ways from one block is one address.
; RUN: %ferry-opt=ferry-split %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

declare void @__ferry_barrier() convergent
declare i64 @__ferry_local_id(i32) memory(none)

; CHECK-LABEL: define spir_kernel void @two_ways(
; CHECK: phi ptr [ %[[A:.*]], %[[FROM:.*]] ], [ %[[A]], %[[FROM]] ], [ %b
define spir_kernel void @two_ways(i64 %n) {
entry:
  %both = alloca [16 x i32], align 16
  %i = call i64 @__ferry_local_id(i32 0)
  %a = getelementptr i8, ptr %both, i64 4
  store i64 %i, ptr %a
  call void @__ferry_barrier()
  br label %choose
choose:
  switch i64 %n, label %other [ i64 1, label %meet
                                i64 2, label %meet ]
other:
  %b = getelementptr i32, ptr %both, i64 %n
  br label %meet
meet:
  %p = phi ptr [ %a, %choose ], [ %a, %choose ], [ %b, %other ]
  %v = load i32, ptr %p
  store i32 %v, ptr %both
  ret void
}
