; Functions of whole groups do sub-groups' work at once where rows are long
; enough, and one work-item after the other where they are short; what is beside
; them is done in vectors then as it would be without.
; RUN: %ferry-opt='ferry-widen<lanes=16>' %s | FileCheck %s --check-prefix=LONG
; RUN: %ferry-opt='ferry-widen<lanes=4;row=4>' %s | FileCheck %s --check-prefix=LONG
; RUN: %ferry-opt='ferry-widen<lanes=4;row=2>' %s | FileCheck %s --check-prefix=SHORT
; RUN: %ferry-opt='ferry-widen<row=1>' %s | FileCheck %s --check-prefix=ONE
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

declare i64 @__ferry_local_id(i32) memory(none)
declare i1 @__ferry_work_group_in_order() memory(none)
declare i32 @__ferry_sub_group_max_size() memory(none)
declare i32 @__ferry_work_group_reduce_add_int(i32) convergent nomerge memory(none) nounwind willreturn

; LONG-LABEL: define internal void @sum.region0.vector(
; LONG: call i32 @llvm.vector.reduce.add
; LONG-LABEL: define internal void @sum.region1.vector(
; LONG-NOT: define internal void @sum.region0(
;
; SHORT-LABEL: define internal void @sum.region0(
; SHORT: %[[X:.*]] = load i32, ptr addrspace(1) %p
; SHORT: add i32 %{{.*}}, %[[X]]
; SHORT: store i32 {{.*}}, ptr addrspace(3) %scratch
; SHORT: store i1 true, ptr addrspace(1) %p
; What the program asks is the same for all rows.
; SHORT: store i32 4, ptr addrspace(1) %p
; SHORT: ret void
; SHORT: define internal void @sum.region1.rest(
;
; ONE-LABEL: define internal void @sum.region0(
; ONE-LABEL: define internal void @sum.region1(
define spir_kernel void @sum(ptr addrspace(1) %p, ptr addrspace(3) %scratch) {
  call void @sum.region0(ptr addrspace(1) %p, ptr addrspace(3) %scratch)
  call void @sum.region1(ptr addrspace(1) %p, ptr addrspace(3) %scratch)
  ret void
}

define internal void @sum.region0(ptr addrspace(1) %p, ptr addrspace(3) %scratch) #0 {
  %x = load i32, ptr addrspace(1) %p
  %before = load i32, ptr addrspace(3) %scratch
  %here = call i32 @__ferry_work_group_reduce_add_int(i32 %x)
  %sum = add i32 %before, %here
  store i32 %sum, ptr addrspace(3) %scratch
  %order = call i1 @__ferry_work_group_in_order()
  store i1 %order, ptr addrspace(1) %p
  %size = call i32 @__ferry_sub_group_max_size()
  store i32 %size, ptr addrspace(1) %p
  ret void
}

define internal void @sum.region1(ptr addrspace(1) %p, ptr addrspace(3) %scratch) #1 {
  %id = call i64 @__ferry_local_id(i32 0)
  %at = getelementptr i32, ptr addrspace(1) %p, i64 %id
  store i32 7, ptr addrspace(1) %at
  ret void
}

attributes #0 = { "ferry-region"="0" }
attributes #1 = { "ferry-region"="1" }
