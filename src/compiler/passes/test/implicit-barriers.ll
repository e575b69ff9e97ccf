; What can be reached from more than one synchronisation point would be copied
; to as many regions. Where that is much, work-items meet there: where the ways
; around a barrier do, and where a loop with a barrier begins. Here 5
; instructions are much.
; RUN: %ferry-opt=ferry-implicit-barriers %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

declare void @__ferry_barrier(i32) convergent
declare i64 @__ferry_local_id(i32) memory(none)

; Regions of the entry and of the first barrier reach `second`, which is short;
; that of the second barrier, too, reaches `third`.
; CHECK-LABEL: define spir_kernel void @uniform(
; CHECK: second:
; CHECK-NEXT: %x = phi i32
; CHECK-NOT: call void @__ferry_implicit_barrier()
; CHECK: third:
; CHECK-NEXT: call void @__ferry_implicit_barrier()
; CHECK-NEXT: store i32 2
; CHECK: end:
; CHECK-NEXT: call void @__ferry_implicit_barrier()
; CHECK-NEXT: store i32 3
define spir_kernel void @uniform(ptr addrspace(1) %p, i32 %n) {
entry:
  %b = icmp sgt i32 %n, 1
  br i1 %b, label %sync1, label %second
sync1:
  call void @__ferry_barrier(i32 1)
  br label %second
second:
  %x = phi i32 [ 0, %entry ], [ %n, %sync1 ]
  store i32 %x, ptr addrspace(1) %p
  %c = icmp sgt i32 %n, 2
  br i1 %c, label %sync2, label %third
sync2:
  call void @__ferry_barrier(i32 1)
  br label %third
third:
  store i32 2, ptr addrspace(1) %p
  %d = icmp sgt i32 %n, 3
  br i1 %d, label %sync3, label %end
sync3:
  call void @__ferry_barrier(i32 1)
  br label %end
end:
  store i32 3, ptr addrspace(1) %p
  ret void
}

; Those that have returned are not waited for.
; CHECK-LABEL: define spir_kernel void @returned(
; CHECK: third:
; CHECK-NEXT: call void @__ferry_implicit_barrier()
; CHECK: end:
; CHECK-NEXT: call void @__ferry_implicit_barrier()
define spir_kernel void @returned(ptr addrspace(1) %p, i32 %n) {
entry:
  %i = call i64 @__ferry_local_id(i32 0)
  %away = icmp ugt i64 %i, 5
  br i1 %away, label %return, label %first
first:
  %b = icmp sgt i32 %n, 1
  br i1 %b, label %sync1, label %second
sync1:
  call void @__ferry_barrier(i32 1)
  br label %second
second:
  store i32 1, ptr addrspace(1) %p
  %c = icmp sgt i32 %n, 2
  br i1 %c, label %sync2, label %third
sync2:
  call void @__ferry_barrier(i32 1)
  br label %third
third:
  store i32 2, ptr addrspace(1) %p
  %d = icmp sgt i32 %n, 3
  br i1 %d, label %sync3, label %end
sync3:
  call void @__ferry_barrier(i32 1)
  br label %end
end:
  store i32 3, ptr addrspace(1) %p
  br label %return
return:
  ret void
}

; Only some come to the last blocks: they do not meet the others.
; CHECK-LABEL: define spir_kernel void @divergent(
; CHECK: third:
; CHECK-NEXT: call void @__ferry_implicit_barrier()
; CHECK: end:
; CHECK-NEXT: call void @__ferry_implicit_barrier()
; CHECK: ret void
define spir_kernel void @divergent(ptr addrspace(1) %p, i32 %n) {
entry:
  %i = call i64 @__ferry_local_id(i32 0)
  %away = icmp ugt i64 %i, 5
  br i1 %away, label %skip, label %first
first:
  %b = icmp sgt i32 %n, 1
  br i1 %b, label %sync1, label %second
sync1:
  call void @__ferry_barrier(i32 1)
  br label %second
second:
  store i32 1, ptr addrspace(1) %p
  %c = icmp sgt i32 %n, 2
  br i1 %c, label %sync2, label %third
sync2:
  call void @__ferry_barrier(i32 1)
  br label %third
third:
  store i32 2, ptr addrspace(1) %p
  %d = icmp sgt i32 %n, 3
  br i1 %d, label %sync3, label %end
sync3:
  call void @__ferry_barrier(i32 1)
  br label %end
end:
  store i32 3, ptr addrspace(1) %p
  br label %skip
skip:
  call void @__ferry_barrier(i32 1)
  ret void
}

; The loop begins after the entry, and after its barrier. What is behind it is
; short.
; CHECK-LABEL: define spir_kernel void @loop(
; CHECK: repeat:
; CHECK-NEXT: %k = phi i32
; CHECK-NEXT: call void @__ferry_implicit_barrier()
; CHECK: done:
; CHECK-NEXT: store i32 9
define spir_kernel void @loop(ptr addrspace(1) %p, i32 %n) {
entry:
  br label %repeat
repeat:
  %k = phi i32 [ 0, %entry ], [ %next, %repeat ]
  store volatile i32 1, ptr addrspace(1) %p
  store volatile i32 2, ptr addrspace(1) %p
  store volatile i32 3, ptr addrspace(1) %p
  store volatile i32 4, ptr addrspace(1) %p
  call void @__ferry_barrier(i32 1)
  %next = add i32 %k, 1
  %again = icmp slt i32 %next, %n
  br i1 %again, label %repeat, label %done
done:
  store i32 9, ptr addrspace(1) %p
  ret void
}

; Some would wait for the end of an iteration while others go around: what they
; have in common, as %k, would not be the same for all any more.
; CHECK-LABEL: define spir_kernel void @around(
; CHECK: meet:
; CHECK-NEXT: store volatile i32 1
define spir_kernel void @around(ptr addrspace(1) %p, i32 %n) {
entry:
  %i = call i64 @__ferry_local_id(i32 0)
  %t = trunc i64 %i to i32
  br label %repeat
repeat:
  %k = phi i32 [ 0, %entry ], [ %next, %latch ]
  %some = icmp eq i32 %k, %t
  br i1 %some, label %branch, label %latch
branch:
  %never = icmp eq i32 %n, 0
  br i1 %never, label %sync, label %meet
sync:
  call void @__ferry_barrier(i32 1)
  br label %meet
meet:
  store volatile i32 1, ptr addrspace(1) %p
  store volatile i32 %k, ptr addrspace(1) %p
  store volatile i32 3, ptr addrspace(1) %p
  store volatile i32 4, ptr addrspace(1) %p
  store volatile i32 5, ptr addrspace(1) %p
  store volatile i32 6, ptr addrspace(1) %p
  br label %latch
latch:
  %next = add i32 %k, 1
  %again = icmp slt i32 %next, 100
  br i1 %again, label %repeat, label %done
done:
  ret void
}
