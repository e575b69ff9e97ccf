; Of many bases, no address is advanced by itself.
; RUN: %ferry-opt=ferry-hide-indices %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

; CHECK-LABEL: @many(
; CHECK: %[[H:.*]] = call i64 asm "", "=r,0"(i64 %i)
; CHECK: getelementptr i8, ptr %b0, i64 %[[H]]
; CHECK: getelementptr i8, ptr %b12, i64 %[[H]]
; CHECK: %next = add i64 %i, 4
define void @many(ptr %b0, ptr %b1, ptr %b2, ptr %b3, ptr %b4, ptr %b5, ptr %b6, ptr %b7, ptr %b8, ptr %b9, ptr %b10, ptr %b11, ptr %b12, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %p0 = getelementptr i8, ptr %b0, i64 %i
  store float 1.0, ptr %p0
  %p1 = getelementptr i8, ptr %b1, i64 %i
  store float 1.0, ptr %p1
  %p2 = getelementptr i8, ptr %b2, i64 %i
  store float 1.0, ptr %p2
  %p3 = getelementptr i8, ptr %b3, i64 %i
  store float 1.0, ptr %p3
  %p4 = getelementptr i8, ptr %b4, i64 %i
  store float 1.0, ptr %p4
  %p5 = getelementptr i8, ptr %b5, i64 %i
  store float 1.0, ptr %p5
  %p6 = getelementptr i8, ptr %b6, i64 %i
  store float 1.0, ptr %p6
  %p7 = getelementptr i8, ptr %b7, i64 %i
  store float 1.0, ptr %p7
  %p8 = getelementptr i8, ptr %b8, i64 %i
  store float 1.0, ptr %p8
  %p9 = getelementptr i8, ptr %b9, i64 %i
  store float 1.0, ptr %p9
  %p10 = getelementptr i8, ptr %b10, i64 %i
  store float 1.0, ptr %p10
  %p11 = getelementptr i8, ptr %b11, i64 %i
  store float 1.0, ptr %p11
  %p12 = getelementptr i8, ptr %b12, i64 %i
  store float 1.0, ptr %p12
  %next = add i64 %i, 4
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}

; Those for which there are registers.
; CHECK-LABEL: @few(
; CHECK-NOT: asm
define void @few(ptr %b0, ptr %b1, ptr %b2, ptr %b3, ptr %b4, ptr %b5, ptr %b6, ptr %b7, ptr %b8, ptr %b9, ptr %b10, ptr %b11, ptr %b12, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %p0 = getelementptr i8, ptr %b0, i64 %i
  store float 1.0, ptr %p0
  %p1 = getelementptr i8, ptr %b1, i64 %i
  store float 1.0, ptr %p1
  %p2 = getelementptr i8, ptr %b2, i64 %i
  store float 1.0, ptr %p2
  %p3 = getelementptr i8, ptr %b3, i64 %i
  store float 1.0, ptr %p3
  %p4 = getelementptr i8, ptr %b4, i64 %i
  store float 1.0, ptr %p4
  %p5 = getelementptr i8, ptr %b5, i64 %i
  store float 1.0, ptr %p5
  %p6 = getelementptr i8, ptr %b6, i64 %i
  store float 1.0, ptr %p6
  %p7 = getelementptr i8, ptr %b7, i64 %i
  store float 1.0, ptr %p7
  %p8 = getelementptr i8, ptr %b8, i64 %i
  store float 1.0, ptr %p8
  %p9 = getelementptr i8, ptr %b9, i64 %i
  store float 1.0, ptr %p9
  %p10 = getelementptr i8, ptr %b10, i64 %i
  store float 1.0, ptr %p10
  %p11 = getelementptr i8, ptr %b11, i64 %i
  store float 1.0, ptr %p11
  %next = add i64 %i, 4
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}

; Bases that differ by constants are one.
; CHECK-LABEL: @near(
; CHECK-NOT: asm
define void @near(ptr %b0, ptr %b1, ptr %b2, ptr %b3, ptr %b4, ptr %b5, ptr %b6, ptr %b7, ptr %b8, ptr %b9, ptr %b10, ptr %b11, ptr %b12, i64 %n) {
entry:
  %q0 = getelementptr i8, ptr %b0, i64 0
  %q1 = getelementptr i8, ptr %b0, i64 64
  %q2 = getelementptr i8, ptr %b0, i64 128
  %q3 = getelementptr i8, ptr %b0, i64 192
  %q4 = getelementptr i8, ptr %b0, i64 256
  %q5 = getelementptr i8, ptr %b0, i64 320
  %q6 = getelementptr i8, ptr %b0, i64 384
  %q7 = getelementptr i8, ptr %b0, i64 448
  %q8 = getelementptr i8, ptr %b0, i64 512
  %q9 = getelementptr i8, ptr %b0, i64 576
  %q10 = getelementptr i8, ptr %b0, i64 640
  %q11 = getelementptr i8, ptr %b0, i64 704
  %q12 = getelementptr i8, ptr %b0, i64 768
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %p0 = getelementptr i8, ptr %q0, i64 %i
  store float 1.0, ptr %p0
  %p1 = getelementptr i8, ptr %q1, i64 %i
  store float 1.0, ptr %p1
  %p2 = getelementptr i8, ptr %q2, i64 %i
  store float 1.0, ptr %p2
  %p3 = getelementptr i8, ptr %q3, i64 %i
  store float 1.0, ptr %p3
  %p4 = getelementptr i8, ptr %q4, i64 %i
  store float 1.0, ptr %p4
  %p5 = getelementptr i8, ptr %q5, i64 %i
  store float 1.0, ptr %p5
  %p6 = getelementptr i8, ptr %q6, i64 %i
  store float 1.0, ptr %p6
  %p7 = getelementptr i8, ptr %q7, i64 %i
  store float 1.0, ptr %p7
  %p8 = getelementptr i8, ptr %q8, i64 %i
  store float 1.0, ptr %p8
  %p9 = getelementptr i8, ptr %q9, i64 %i
  store float 1.0, ptr %p9
  %p10 = getelementptr i8, ptr %q10, i64 %i
  store float 1.0, ptr %p10
  %p11 = getelementptr i8, ptr %q11, i64 %i
  store float 1.0, ptr %p11
  %p12 = getelementptr i8, ptr %q12, i64 %i
  store float 1.0, ptr %p12
  %next = add i64 %i, 4
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}
