; RUN: %ferry-opt=ferry-split,ferry-item-loops %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

declare i64 @__ferry_local_id(i32) memory(none)
declare i64 @__ferry_global_id(i32) memory(none)

; Three loops, x innermost; ids are their indices.
; CHECK-LABEL: define spir_kernel void @k(
; CHECK: %[[LX:.*]] = call i64 @__ferry_local_size(i32 0)
; CHECK: z{{.*}}:
; CHECK: y{{.*}}:
; CHECK: x{{.*}}:
; CHECK: %[[X:.*]] = phi i64 [ 0, %y{{.*}} ], [ %[[NEXT:.*]], %x{{.*}} ]
; CHECK: store i32 0, ptr addrspace(1)
; CHECK: %[[NEXT]] = add nuw nsw i64 %[[X]], 1
; CHECK: icmp ult i64 %[[NEXT]], %[[LX]]
; CHECK: br i1 {{.*}}, !llvm.loop ![[LOOP:[0-9]+]]
define spir_kernel void @k(ptr addrspace(1) %p) {
  %l = call i64 @__ferry_local_id(i32 0)
  %g = call i64 @__ferry_global_id(i32 1)
  %i = add i64 %l, %g
  %a = getelementptr i32, ptr addrspace(1) %p, i64 %i
  store i32 0, ptr addrspace(1) %a
  ret void
}

; Nothing of the group is asked for: the loops cover the row.
; CHECK-LABEL: define spir_kernel void @agnostic(
; CHECK-SAME: #[[ATTR:[0-9]+]]
; CHECK: call i64 @__ferry_row_begin(i32 0)
; CHECK: call i64 @__ferry_row_end(i32 0)
; CHECK-NOT: call i64 @__ferry_local_size

define spir_kernel void @agnostic(ptr addrspace(1) %p) {
  %g = call i64 @__ferry_global_id(i32 0)
  %a = getelementptr i32, ptr addrspace(1) %p, i64 %g
  store i32 0, ptr addrspace(1) %a
  ret void
}

; What is below comes before what is beside.
; CHECK-LABEL: define spir_kernel void @columns(
; CHECK: %[[END:.*]] = call i64 @__ferry_row_end(i32 1)
; CHECK: z{{.*}}:
; CHECK: x{{.*}}:
; CHECK: y{{.*}}:
; CHECK: store i32 0, ptr addrspace(1)
; CHECK: icmp ult i64 %{{.*}}, %[[END]]
define spir_kernel void @columns(ptr addrspace(1) %p) "ferry-column-order" {
  %g = call i64 @__ferry_global_id(i32 0)
  %a = getelementptr i32, ptr addrspace(1) %p, i64 %g
  store i32 0, ptr addrspace(1) %a
  ret void
}

; CHECK: attributes #[[ATTR]] = { {{.*}}"ferry-group-agnostic"
; The body may be a whole kernel: no copies of it.
; CHECK: ![[LOOP]] = distinct !{![[LOOP]], ![[UNROLL:[0-9]+]]}
; CHECK: ![[UNROLL]] = !{!"llvm.loop.unroll.disable"}
