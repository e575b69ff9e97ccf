; How the lanes of a vector differ, and where they go different ways: of functions
; that stand for one work-item.
; RUN: %ferry-opt='print<ferry-strides>' -disable-output %s | FileCheck %s --check-prefix=STRIDES
; RUN: %ferry-opt='print<ferry-divergent-control>' -disable-output %s | FileCheck %s --check-prefix=CONTROL
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

declare i64 @__ferry_global_id(i32) memory(none)
declare i32 @llvm.smin.i32(i32, i32)

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
