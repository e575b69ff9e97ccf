; Maxima of a few floats, of which the loop vectoriser leaves some out.
; RUN: %ferry-opt='ferry-few-maxima' %s | FileCheck %s
; As long as LLVM rounds 13 down to 8 or 12, this is needed.
; RUN: %if llvm-22 %{ opt -S -passes=loop-vectorize -mtriple=x86_64-unknown-linux-gnu -mcpu=x86-64-v3 %s | FileCheck %s --check-prefix=WRONG %}

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

declare float @llvm.maxnum.f32(float, float)

; CHECK-LABEL: define float @few(
; CHECK: br i1 %done, label %end, label %loop, !llvm.loop ![[FEW:[0-9]+]]
; WRONG-LABEL: define float @few(
; WRONG: icmp eq i64 %index.next, {{8|12}}{{$}}
define float @few(ptr %p) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %m = phi float [ 0xFFF0000000000000, %entry ], [ %max, %loop ]
  %at = getelementptr float, ptr %p, i64 %i
  %v = load float, ptr %at
  %max = call float @llvm.maxnum.f32(float %m, float %v)
  %next = add nuw nsw i64 %i, 1
  %done = icmp eq i64 %next, 13
  br i1 %done, label %end, label %loop
end:
  ret float %max
}

; CHECK-LABEL: define float @many(
; CHECK-NOT: llvm.loop
; CHECK: ret float
; CHECK: ![[FEW]] = distinct !{![[FEW]], ![[OFF:[0-9]+]]}
; CHECK: ![[OFF]] = !{!"llvm.loop.vectorize.enable", i32 0}
define float @many(ptr %p) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %m = phi float [ 0xFFF0000000000000, %entry ], [ %max, %loop ]
  %at = getelementptr float, ptr %p, i64 %i
  %v = load float, ptr %at
  %max = call float @llvm.maxnum.f32(float %m, float %v)
  %next = add nuw nsw i64 %i, 1
  %done = icmp eq i64 %next, 30
  br i1 %done, label %end, label %loop
end:
  ret float %max
}
