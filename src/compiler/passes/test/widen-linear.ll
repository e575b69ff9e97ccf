; Sub-groups go on from one row to the next where groups have several, of a
; length that they do not divide (the class of which says so, with what is known
; of it): the work-items become one row, in the order of their linear ids.
; RUN: %ferry-opt='ferry-widen<lanes=16;row=65608>,function(instsimplify)' %s | FileCheck %s
; RUN: %ferry-opt='ferry-widen<lanes=8;row=65608>,function(instsimplify)' %s | FileCheck %s --check-prefix=ROWS
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

declare i64 @__ferry_global_id(i32) memory(none)
declare i64 @__ferry_local_id(i32) memory(none)
declare i32 @__ferry_sub_group_id() memory(none)
declare i1 @__ferry_work_group_in_order() memory(none)

; CHECK: define spir_kernel void @ids({{.*}}) #[[KERNEL:[0-9]+]]
; CHECK-LABEL: define internal void @ids.region0.vector(
; CHECK-NOT: call i64 @__ferry_global_id(
; CHECK: %[[ID:.*]] = call i64 @__ferry_local_id(i32 0)
; CHECK: trunc i64 %[[ID]] to i32
; CHECK: udiv i32
; CHECK-NOT: call i64 @__ferry_global_id(
; CHECK: udiv i64 %{{.*}}, 16
; CHECK: store i1 true
; CHECK: ret void
; CHECK: attributes #[[KERNEL]] = { {{.*}}"ferry-linear-items"
;
; ROWS-LABEL: define internal void @ids.region0.vector(
; ROWS-NOT: rem
; ROWS: udiv i64 %{{.*}}, 8
; ROWS: store i1 false
; ROWS-NOT: ferry-linear-items
define spir_kernel void @ids(ptr addrspace(1) %p) {
  call void @ids.region0(ptr addrspace(1) %p)
  ret void
}
define internal void @ids.region0(ptr addrspace(1) %p) "ferry-region"="0" {
  %x = call i64 @__ferry_local_id(i32 0)
  %y = call i64 @__ferry_global_id(i32 1)
  %number = call i32 @__ferry_sub_group_id()
  %sum = add i64 %x, %y
  %at = getelementptr i32, ptr addrspace(1) %p, i64 %sum
  store i32 %number, ptr addrspace(1) %at
  %order = call i1 @__ferry_work_group_in_order()
  store i1 %order, ptr addrspace(1) %p
  ret void
}
