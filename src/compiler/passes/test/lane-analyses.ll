; How the lanes of a vector differ, and where they go different ways: of functions
; that stand for one work-item.
; RUN: %ferry-opt='print<ferry-strides>' -disable-output %s | FileCheck %s --check-prefix=STRIDES
; RUN: %ferry-opt='print<ferry-divergent-control>' -disable-output %s | FileCheck %s --check-prefix=CONTROL
; RUN: %ferry-opt='print<ferry-lane-shares>' -disable-output %s | FileCheck %s --check-prefix=SHARES
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

declare i64 @__ferry_global_id(i32) memory(none)
declare i32 @llvm.smin.i32(i32, i32)

; What numbers in a grid are: columns go on as the numbers do, rows stay.
; STRIDES-LABEL: for function 'grid':
; STRIDES: stride 1:{{.*}} %i = trunc
; STRIDES-NEXT: varying, likely stride 1:{{.*}} %column = srem
; STRIDES-NEXT: varying, likely stride 0:{{.*}} %row = sdiv
; STRIDES-NEXT: varying, likely stride 0:{{.*}} %same = freeze
; STRIDES-NEXT: varying, likely stride 0:{{.*}} %first = mul
; STRIDES-NEXT: varying, likely stride 1:{{.*}} %place = add
define void @grid(i32 %width, i32 %pitch) "ferry-lane" {
  %x = call i64 @__ferry_global_id(i32 0)
  %i = trunc i64 %x to i32
  %column = srem i32 %i, %width
  %row = sdiv i32 %i, %width
  %same = freeze i32 %row
  %first = mul i32 %same, %pitch
  %place = add i32 %first, %column
  ret void
}

; STRIDES-LABEL: for function 'values':
; STRIDES-NEXT: stride 4:{{.*}} %mine = alloca
; STRIDES-NEXT: stride 1:{{.*}} %x = call
; STRIDES-NEXT: uniform:{{.*}} %y = call
; STRIDES-NEXT: stride 12:{{.*}} %a
; STRIDES-NEXT: varying:{{.*}} %v
; STRIDES-NEXT: stride 1:{{.*}} %short
; STRIDES-NEXT: varying, likely stride 1:{{.*}} %limited
; What does not wrap around loses no more than low bits in which lanes do not differ.
; STRIDES-NEXT: stride 48:{{.*}} %high
; STRIDES-NEXT: stride 3:{{.*}} %low
; STRIDES-NEXT: varying:{{.*}} %lost
; Of a private array, the same elements of all lanes lie side by side.
; STRIDES-NEXT: stride 4:{{.*}} %same
; STRIDES-NEXT: stride 4 + 4 for each lane:{{.*}} %other
define void @values(ptr addrspace(1) %p, i32 %n) "ferry-lane" {
  %mine = alloca [8 x i32]
  %x = call i64 @__ferry_global_id(i32 0)
  %y = call i64 @__ferry_global_id(i32 1)
  %a = getelementptr [3 x i32], ptr addrspace(1) %p, i64 %x
  %v = load i32, ptr addrspace(1) %a
  %short = trunc i64 %x to i32
  %limited = call i32 @llvm.smin.i32(i32 %short, i32 %n)
  %high = mul nuw nsw i64 %x, 48
  %low = lshr exact i64 %high, 4
  %lost = lshr i64 %high, 5
  %same = getelementptr i32, ptr %mine, i64 %y
  store i32 %v, ptr %same
  %other = getelementptr i32, ptr %mine, i64 %x
  store i32 %limited, ptr %other
  ret void
}

; CONTROL-LABEL: for function 'values':
; CONTROL-NOT: skips
; CONTROL-LABEL: for function 'ways':
; CONTROL-NEXT: %entry skips %some to %head
; CONTROL-NEXT: lanes leave the loop at %body in different iterations
define void @ways(ptr addrspace(1) %p) "ferry-lane" {
entry:
  %x = call i64 @__ferry_global_id(i32 0)
  %odd = trunc i64 %x to i1
  br i1 %odd, label %some, label %head
some:
  store i64 %x, ptr addrspace(1) %p
  br label %before
before:
  br label %head
head:
  br label %body
body:
  %i = phi i64 [ %x, %head ], [ %next, %body ]
  %next = lshr i64 %i, 1
  %more = icmp ne i64 %next, 0
  br i1 %more, label %body, label %left
left:
  ret void
}

; CONTROL-LABEL: for function 'switches':
; CONTROL-NEXT: work-items differ in a switch
define void @switches() "ferry-lane" {
  %x = call i64 @__ferry_global_id(i32 0)
  switch i64 %x, label %b [ i64 0, label %a ]
a:
  ret void
b:
  ret void
}

; What others have added says where a lane writes, not when it leaves.
; CONTROL-LABEL: for function 'appends':
; CONTROL-NOT: others
; CONTROL-LABEL: for function 'locks':
; CONTROL: others may have to do something before lanes leave a loop
; CONTROL-LABEL: for function 'keeps':
; CONTROL: others may have to do something before lanes leave a loop
define void @appends(ptr addrspace(1) %p, ptr addrspace(1) %q) "ferry-lane" {
entry:
  %x = call i64 @__ferry_global_id(i32 0)
  br label %body
body:
  %i = phi i64 [ %x, %entry ], [ %next, %meet ]
  %c = icmp ugt i64 %i, 7
  br i1 %c, label %some, label %meet
some:
  %at = atomicrmw add ptr addrspace(1) %p, i64 1 monotonic
  %fits = icmp ult i64 %at, 100
  br i1 %fits, label %add, label %full
add:
  %o = getelementptr i64, ptr addrspace(1) %q, i64 %at
  store i64 %i, ptr addrspace(1) %o
  br label %full
full:
  br label %meet
meet:
  %by = phi i64 [ 1, %body ], [ 2, %full ]
  %next = lshr i64 %i, %by
  %more = icmp ne i64 %next, 0
  br i1 %more, label %body, label %left
left:
  ret void
}

define void @locks(ptr addrspace(1) %p, ptr addrspace(1) %q) "ferry-lane" {
entry:
  %x = call i64 @__ferry_global_id(i32 0)
  br label %body
body:
  %was = atomicrmw xchg ptr addrspace(1) %p, i64 1 seq_cst
  %free = icmp eq i64 %was, 0
  br i1 %free, label %mine, label %meet
mine:
  store i64 %x, ptr addrspace(1) %q
  store atomic i64 0, ptr addrspace(1) %p seq_cst, align 8
  br label %meet
meet:
  %more = phi i1 [ true, %body ], [ false, %mine ]
  br i1 %more, label %body, label %left
left:
  ret void
}

; In a variable of the lane's.
define void @keeps(ptr addrspace(1) %p) "ferry-lane" {
entry:
  %x = call i64 @__ferry_global_id(i32 0)
  %kept = alloca [2 x i64]
  br label %body
body:
  %was = load volatile i64, ptr addrspace(1) %p
  %in = getelementptr i64, ptr %kept, i64 %x
  store i64 %was, ptr %in
  %now = load i64, ptr %kept
  %more = icmp eq i64 %now, %x
  br i1 %more, label %body, label %left
left:
  ret void
}

; SHARES-LABEL: for function 'chosen':
; SHARES-NEXT: %eighth: 0.125 by number, 1 of these by other conditions
; SHARES-NEXT: %some: 0.125 by number, 0.5 of these by other conditions
; SHARES-NEXT: %both: 0.125 by number, 1 of these by other conditions
; SHARES-NEXT: %first: 0.015625 by number, 1 of these by other conditions
; SHARES-NOT: %end
define void @chosen(ptr addrspace(1) %p, i64 %n) "ferry-lane" {
entry:
  %x = call i64 @__ferry_global_id(i32 0)
  %low = and i64 %x, 7
  %is.eighth = icmp eq i64 %low, 0
  br i1 %is.eighth, label %eighth, label %last
eighth:
  %a = getelementptr i64, ptr addrspace(1) %p, i64 %x
  %v = load i64, ptr addrspace(1) %a
  %c = icmp ugt i64 %v, 3
  br i1 %c, label %some, label %both
some:
  store i64 1, ptr addrspace(1) %a
  br label %both
both:
  br label %last
last:
  %is.first = icmp eq i64 %x, %n
  br i1 %is.first, label %first, label %end
first:
  store i64 2, ptr addrspace(1) %p
  br label %end
end:
  ret void
}
