; What ids and uniform values give is computed again, whether or not the uniform
; values are live across the barrier otherwise, and however the ids are used.
; RUN: %ferry-opt=ferry-split %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

declare void @__ferry_barrier() convergent
declare i64 @__ferry_local_id(i32) memory(none)

; CHECK-LABEL: define spir_kernel void @uniform(
; CHECK: define internal void @uniform.region1(
; CHECK-NOT: __ferry_item_slot
; CHECK: call i64 @__ferry_local_id(i32 0)
; CHECK: ret void
define spir_kernel void @uniform(ptr addrspace(1) %p, ptr addrspace(2) %u) {
  %i = call i64 @__ferry_local_id(i32 0)
  %base = load i64, ptr addrspace(2) %u
  %product = mul i64 %base, %i
  %index = add i64 %product, %base
  %a = getelementptr float, ptr addrspace(1) %p, i64 %index
  store float 1.0, ptr addrspace(1) %a
  call void @__ferry_barrier()
  store float 2.0, ptr addrspace(1) %a
  ret void
}

; Work-items leave the loop in different iterations: %k is uniform in it alone.
; CHECK-LABEL: define spir_kernel void @loop(
; CHECK: define internal void @loop.region1(
; CHECK: call ptr @__ferry_item_slot(i64 0, i64 8)
; CHECK: ret void
define spir_kernel void @loop(ptr addrspace(1) %p) {
entry:
  %i = call i64 @__ferry_local_id(i32 0)
  br label %repeat
repeat:
  %k = phi i64 [ 0, %entry ], [ %next, %repeat ]
  %v = add i64 %k, %i
  %next = add i64 %k, 1
  %again = icmp ult i64 %next, %i
  br i1 %again, label %repeat, label %done
done:
  call void @__ferry_barrier()
  %a = getelementptr i64, ptr addrspace(1) %p, i64 %i
  store i64 %v, ptr addrspace(1) %a
  ret void
}
; CHECK-DAG: attributes #{{.*}}"ferry-item-bytes"="0"
; CHECK-DAG: attributes #{{.*}}"ferry-item-bytes"="8"
