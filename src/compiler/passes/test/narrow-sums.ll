; Sums of ints and sizes are ints if they become such again.
; RUN: %ferry-opt='ferry-narrow-sums' %s | FileCheck %s

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
