; Sums of ints and sizes are ints if they become such again.
; RUN: %ferry-opt='ferry-index-sums' %s | FileCheck %s

; CHECK-LABEL: define i32 @signed(
; CHECK-NEXT: %[[N:.*]] = trunc i64 %size to i32
; CHECK-NEXT: %[[S:.*]] = add i32 %i, %[[N]]
; CHECK-NEXT: ret i32 %[[S]]
define i32 @signed(i32 %i, i64 %size) {
  %w = sext i32 %i to i64
  %s = add i64 %w, %size
  %t = trunc i64 %s to i32
  ret i32 %t
}

; CHECK-LABEL: define <4 x i32> @vectors(
; CHECK: add <4 x i32> %i, %{{.*}}
define <4 x i32> @vectors(<4 x i32> %i, <4 x i64> %size) {
  %w = zext <4 x i32> %i to <4 x i64>
  %s = add nuw <4 x i64> %size, %w
  %t = trunc <4 x i64> %s to <4 x i32>
  ret <4 x i32> %t
}

; The sum is needed as it is.
; CHECK-LABEL: define i32 @wide(
; CHECK: add i64
; CHECK-NOT: add i32
define i32 @wide(i32 %i, i64 %size, ptr %p) {
  %w = sext i32 %i to i64
  %s = add i64 %w, %size
  store i64 %s, ptr %p
  %t = trunc i64 %s to i32
  ret i32 %t
}

; Another type.
; CHECK-LABEL: define i16 @narrower(
; CHECK: add i64
define i16 @narrower(i32 %i, i64 %size) {
  %w = sext i32 %i to i64
  %s = add i64 %w, %size
  %t = trunc i64 %s to i16
  ret i16 %t
}

; Constants are added last.
; CHECK-LABEL: define i64 @neighbours(
; CHECK-NEXT: %[[J:.*]] = mul nsw i32 %i, %n
; CHECK-NEXT: %[[W:.*]] = sext i32 %[[J]] to i64
; CHECK-NEXT: %[[P:.*]] = add nsw i64 %[[W]], -8
; CHECK-NEXT: ret i64 %[[P]]
define i64 @neighbours(i32 %i, i32 %n) {
  %j = mul nsw i32 %i, %n
  %m = sub nsw i32 %j, 1
  %p = add nsw i32 %m, -7
  %w = sext i32 %p to i64
  ret i64 %w
}

; These may wrap around.
; CHECK-LABEL: define i64 @wraps(
; CHECK: add i32
; CHECK: sext
; CHECK: sub nsw i32
; CHECK: zext
; CHECK: add nuw i32
; CHECK: sext
define i64 @wraps(i32 %i) {
  %a = add i32 %i, 1
  %b = sext i32 %a to i64
  %c = sub nsw i32 %i, 1
  %d = zext i32 %c to i64
  %e = add nuw i32 %i, 2
  %f = sext i32 %e to i64
  %g = xor i64 %b, %d
  %h = xor i64 %f, %g
  ret i64 %h
}

; Control never comes here, and there is no first of these sums.
; CHECK-LABEL: define i64 @circle(
define i64 @circle() {
entry:
  ret i64 0
loop:
  %a = add nsw i32 %b, 1
  %b = add nsw i32 %a, 1
  %w = sext i32 %b to i64
  call void @use(i64 %w)
  br label %loop
}
declare void @use(i64)

; The first form is looked for before the second makes another of it.
; CHECK-LABEL: define i32 @both(
; CHECK-NEXT: %[[S:.*]] = add nsw i32 %i, 1
; CHECK-NEXT: %[[N:.*]] = trunc i64 %size to i32
; CHECK-NEXT: add i32 %[[S]], %[[N]]
define i32 @both(i32 %i, i64 %size) {
  %next = add nsw i32 %i, 1
  %w = sext i32 %next to i64
  %s = add i64 %w, %size
  %t = trunc i64 %s to i32
  ret i32 %t
}
