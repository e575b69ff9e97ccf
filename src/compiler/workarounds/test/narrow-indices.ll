; Indices that wrap beside wider ones that may, of which the loop vectoriser of
; LLVM 20 to 22 checks the wider only.
; RUN: %ferry-opt='ferry-narrow-indices' %s | FileCheck %s
; RUN: %ferry-opt='function(ferry-narrow-indices,loop-vectorize)' -mcpu=x86-64-v3 %s | FileCheck %s --check-prefix=CODE
; As long as LLVM leaves that check out, this is needed.
; RUN: %if llvm-20 %{ opt -S -passes=loop-vectorize -mtriple=x86_64-unknown-linux-gnu -mcpu=x86-64-v3 %s | FileCheck %s --check-prefix=WRONG %}

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define void @masked(
; CHECK: %m = and i64 %i, 3
; CHECK-NEXT: %[[F:.*]] = freeze i64 %m
; CHECK: getelementptr inbounds nuw i8, ptr %table, i64 %[[F]]
; CHECK-NOT: freeze
; CODE-LABEL: define void @masked(
; CODE-NOT: load <
; CODE: ret void
; WRONG-LABEL: define void @masked(
; WRONG-NOT: icmp ugt i64 {{.*}}, 3{{$}}
; WRONG: load <
define void @masked(ptr noalias %b, ptr noalias %table, i32 %n, i32 %first) {
entry:
  %none = icmp eq i32 %n, 0
  br i1 %none, label %end, label %enter
enter:
  %w = zext i32 %n to i64
  br label %loop
loop:
  %i = phi i64 [ 0, %enter ], [ %next, %loop ]
  %m = and i64 %i, 3
  %q = getelementptr inbounds nuw i8, ptr %table, i64 %m
  %x = load i8, ptr %q
  %short = trunc i64 %i to i32
  %at = add i32 %short, %first
  %long = zext i32 %at to i64
  %r = getelementptr inbounds nuw i8, ptr %b, i64 %long
  store i8 %x, ptr %r
  %next = add nuw nsw i64 %i, 1
  %done = icmp eq i64 %next, %w
  br i1 %done, label %end, label %loop
end:
  ret void
}

; Indices of 32 bits, and those of which no bit is lost.
; CHECK-LABEL: define void @wide(
; CHECK-NOT: freeze
; CHECK: ret void
; CODE-LABEL: define void @wide(
; CODE: load <
define void @wide(ptr noalias %b, ptr noalias %a, i32 %n, i32 %first) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %m = and i64 %i, 255
  %q = getelementptr inbounds nuw i8, ptr %a, i64 %m
  %x = load i8, ptr %q
  %short = trunc i64 %i to i32
  %at = add i32 %short, %first
  %long = zext i32 %at to i64
  %r = getelementptr inbounds nuw i8, ptr %b, i64 %long
  store i8 %x, ptr %r
  %next = add nuw nsw i64 %i, 1
  %done = icmp eq i64 %next, 200
  br i1 %done, label %end, label %loop
end:
  ret void
}
