; What sub-groups do is neither done once for the group nor done again after a
; barrier; where a work-item is in its sub-group is asked for again.
; RUN: %ferry-opt=ferry-split %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

declare void @__ferry_barrier() convergent
declare i64 @__ferry_global_id(i32) memory(none)
declare i32 @__ferry_sub_group_local_id() memory(none)
declare i32 @__ferry_sub_group_reduce_add_int(i32) convergent nomerge memory(none) nounwind willreturn

; CHECK-LABEL: define spir_kernel void @k(
; CHECK: define internal void @k.region0(
; CHECK: %[[SUM:.*]] = call i32 @__ferry_sub_group_reduce_add_int(i32 1)
; CHECK: %[[SLOT:.*]] = call ptr @__ferry_item_slot(i64 0, i64 4)
; CHECK: store i32 %[[SUM]], ptr %[[SLOT]]
; CHECK: ret void
; CHECK: define internal void @k.region1(
; CHECK-NOT: call i32 @__ferry_sub_group_reduce_add_int
; CHECK: call i32 @__ferry_sub_group_local_id()
define spir_kernel void @k(ptr addrspace(1) %p) {
  %sum = call i32 @__ferry_sub_group_reduce_add_int(i32 1)
  %id = call i32 @__ferry_sub_group_local_id()
  %i = call i64 @__ferry_global_id(i32 0)
  %x = getelementptr i32, ptr addrspace(1) %p, i64 %i
  store i32 %id, ptr addrspace(1) %x
  call void @__ferry_barrier()
  %r = add i32 %sum, %id
  store i32 %r, ptr addrspace(1) %x
  ret void
}
