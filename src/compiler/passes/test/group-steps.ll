; What all work-items advance by the same is taken apart, in loops around barriers.
; RUN: %ferry-opt=ferry-group-steps %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

declare void @__ferry_barrier(i32) convergent
declare i64 @__ferry_local_id(i32) memory(none)

; CHECK-LABEL: @pointers(
; CHECK: loop:
; CHECK-NEXT: %p.offset = phi i64 [ 0, %entry ], [ %[[NEXT:.*]], %loop ]
; CHECK: %p = getelementptr i8, ptr addrspace(1) %start, i64 %p.offset
; CHECK: %half = getelementptr float, ptr addrspace(1) %p, i64 %lda
; CHECK: store float %v, ptr addrspace(1) %half
; CHECK-DAG: %[[BYTES:.*]] = mul i64 %lda, 4
; CHECK-DAG: %[[ONE:.*]] = add i64 %p.offset, 16
; CHECK: %[[NEXT]] = add i64 %[[ONE]], %
; CHECK-NOT: getelementptr
; CHECK: br i1
define spir_kernel void @pointers(ptr addrspace(1) %a, i64 %lda, i32 %n) {
entry:
  %x = call i64 @__ferry_local_id(i32 0)
  %start = getelementptr float, ptr addrspace(1) %a, i64 %x
  br label %loop
loop:
  %p = phi ptr addrspace(1) [ %start, %entry ], [ %next, %loop ]
  %i = phi i32 [ 0, %entry ], [ %i.next, %loop ]
  %v = load float, ptr addrspace(1) %p
  call void @__ferry_barrier(i32 1)
  %half = getelementptr float, ptr addrspace(1) %p, i64 %lda
  store float %v, ptr addrspace(1) %half
  %next = getelementptr i8, ptr addrspace(1) %half, i64 16
  %i.next = add i32 %i, 1
  %more = icmp slt i32 %i.next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}

; Numbers that do not wrap around are added in 64 bits; nothing is known of others.
; CHECK-LABEL: @numbers(
; CHECK: %i.offset = phi i64
; CHECK-NEXT: %u.offset = phi i32
; What is the same for all stays as it is, and what advances differently.
; CHECK-NEXT: %same = phi i32
; CHECK-NEXT: %other = phi i32
; CHECK-NEXT: %u = add i32 %x, %u.offset
; CHECK-NEXT: %[[W:.*]] = sext i32 %x to i64
; CHECK-NEXT: %[[S:.*]] = add nsw i64 %[[W]], %i.offset
; CHECK-NEXT: %i = trunc nsw i64 %[[S]] to i32
define spir_kernel void @numbers(ptr addrspace(1) %a, i32 %by, i32 %n) {
entry:
  %long = call i64 @__ferry_local_id(i32 0)
  %x = trunc i64 %long to i32
  br label %loop
loop:
  %i = phi i32 [ %x, %entry ], [ %i.next, %loop ]
  %u = phi i32 [ %x, %entry ], [ %u.next, %loop ]
  %same = phi i32 [ 0, %entry ], [ %same.next, %loop ]
  %other = phi i32 [ %x, %entry ], [ %other.next, %loop ]
  %p = getelementptr i32, ptr addrspace(1) %a, i32 %i
  store i32 %u, ptr addrspace(1) %p
  call void @__ferry_barrier(i32 1)
  store i32 %other, ptr addrspace(1) %p
  %i.next = add nsw i32 %i, %by
  %u.next = add i32 %by, %u
  %other.next = add i32 %other, %x
  %same.next = add i32 %same, 1
  %more = icmp slt i32 %same.next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}

; No barrier: nothing is kept for a work-item.
; CHECK-LABEL: @alone(
; CHECK-NOT: offset
define spir_kernel void @alone(ptr addrspace(1) %a, i64 %by, i32 %n) {
entry:
  %x = call i64 @__ferry_local_id(i32 0)
  br label %loop
loop:
  %p = phi i64 [ %x, %entry ], [ %next, %loop ]
  %q = getelementptr i32, ptr addrspace(1) %a, i64 %p
  store i32 1, ptr addrspace(1) %q
  %next = add i64 %p, %by
  %more = icmp slt i64 %next, 100
  br i1 %more, label %loop, label %end
end:
  ret void
}
