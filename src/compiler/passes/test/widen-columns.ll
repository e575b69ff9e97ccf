; Where rows are short and columns are longer (16 of them in rows of two, and of
; one), columns are taken for rows: by vectors, and by the loops around them.
; RUN: %ferry-opt='ferry-widen<lanes=4;row=4098>,function(instsimplify)' %s | FileCheck %s
; RUN: %ferry-opt='ferry-widen<lanes=4;row=4097>,ferry-item-loops,function(instsimplify)' %s | FileCheck %s --check-prefix=LOOPS
; RUN: %ferry-opt='ferry-widen<lanes=4;row=259>,function(instsimplify)' %s | FileCheck %s --check-prefix=ROWS
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

declare i64 @__ferry_global_id(i32) memory(none)
declare i64 @__ferry_local_id(i32) memory(none)

; CHECK-LABEL: define internal void @k.region0.vector(
; CHECK-DAG: %[[X:.*]] = call i64 @__ferry_global_id(i32 1)
; CHECK-DAG: %[[Y:.*]] = call i64 @__ferry_local_id(i32 0)
; CHECK: store <4 x float>
; CHECK: "ferry-columns"
; CHECK-SAME: "ferry-row"="16"

; Three in a row and one in a column: rows it is.
; ROWS-LABEL: define spir_kernel void @k(
; ROWS: call i64 @__ferry_local_id(i32 1)
; ROWS-NOT: "ferry-columns"

; LOOPS-DAG: %[[IN_X:.*]] = call i64 @__ferry_local_size(i32 0)
; LOOPS-DAG: %[[IN_Y:.*]] = call i64 @__ferry_local_size(i32 1)
; LOOPS: %[[NEXT:.*]] = add nuw nsw i64 %x.index{{.*}}, 4
; LOOPS: icmp ult i64 %[[NEXT]], %[[IN_Y]]
; LOOPS: y.next{{.*}}:
; LOOPS: icmp ult i64 %{{.*}}, %[[IN_X]]
define spir_kernel void @k(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  call void @k.region0(ptr addrspace(1) %p, ptr addrspace(1) %q)
  ret void
}
define internal void @k.region0(ptr addrspace(1) %p, ptr addrspace(1) %q) "ferry-region"="0" {
  %i = call i64 @__ferry_global_id(i32 0)
  %j = call i64 @__ferry_local_id(i32 1)
  %r = getelementptr [64 x float], ptr addrspace(1) %p, i64 %i
  %x = getelementptr float, ptr addrspace(1) %r, i64 %j
  store float 1.0, ptr addrspace(1) %x
  ret void
}
