; REQUIRES: llvm-22
; RUN: %ferry-opt=ferry-guard-division %s | FileCheck %s

; CHECK-LABEL: @unknown(
; CHECK: %[[B:.*]] = freeze i32 %b
; CHECK: %[[ZERO:.*]] = icmp eq i32 %[[B]], 0
; CHECK: %[[A:.*]] = freeze i32 %a
; CHECK: icmp eq i32 %[[B]], -1
; CHECK: icmp eq i32 %[[A]], -2147483648
; CHECK: %[[SAFE:.*]] = select i1 %{{.*}}, i32 1, i32 %[[B]]
; CHECK: sdiv i32 %[[A]], %[[SAFE]]
define i32 @unknown(i32 %a, i32 %b) {
  %r = sdiv i32 %a, %b
  ret i32 %r
}

; Only zero traps without a sign.
; CHECK-LABEL: @unsigned(
; CHECK-NOT: -1
; CHECK: select <2 x i1> %{{.*}}, <2 x i8> splat (i8 1)
; CHECK: urem <2 x i8>
define <2 x i8> @unsigned(<2 x i8> %a, <2 x i8> %b) {
  %r = urem <2 x i8> %a, %b
  ret <2 x i8> %r
}

; CHECK-LABEL: @constant(
; CHECK-NEXT: sdiv i64 %a, 7
define i64 @constant(i64 %a) {
  %r = sdiv i64 %a, 7
  ret i64 %r
}

; CHECK-LABEL: @minusOne(
; CHECK: select
define i64 @minusOne(i64 %a) {
  %r = srem i64 %a, -1
  ret i64 %r
}
