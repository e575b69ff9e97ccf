; REQUIRES: llvm-22, x86-64
; RUN: env FERRY_CPU=avx2 %ferry-opt='ferry-vector-operations' %s | FileCheck %s --check-prefix=WIDE
; RUN: env FERRY_CPU=sse2 %ferry-opt='ferry-vector-operations' %s | FileCheck %s

; Where vectors have four elements of 64 bits, so are those divided by constants:
; the high half of a product is what four of halves come to.
; WIDE-LABEL: define <4 x i64> @tenth(
; WIDE: %[[X:.*]] = freeze <4 x i64> %a
; WIDE-COUNT-4: mul <4 x i64>
; WIDE-NOT: div
; WIDE: ret <4 x i64>
; CHECK-LABEL: define <4 x i64> @tenth(
; CHECK: udiv <4 x i64> %a
define <4 x i64> @tenth(<4 x i64> %a) {
  %q = udiv <4 x i64> %a, splat (i64 10)
  ret <4 x i64> %q
}

; WIDE-LABEL: define <4 x i64> @rest(
; WIDE: ashr <4 x i64> %{{.*}}, splat (i64 63)
; WIDE-COUNT-4: mul <4 x i64>
; WIDE: %[[BACK:.*]] = mul <4 x i64> %{{.*}}, splat (i64 -7)
; WIDE: sub <4 x i64> %{{.*}}, %[[BACK]]
; WIDE-NOT: rem
; WIDE: ret <4 x i64>
define <4 x i64> @rest(<4 x i64> %a) {
  %q = srem <4 x i64> %a, splat (i64 -7)
  ret <4 x i64> %q
}

; A power of two is a shift, and pairs are done one by one.
; WIDE-LABEL: define <4 x i64> @eighth(
; WIDE: udiv <2 x i64>
; WIDE: udiv <4 x i64>
define <4 x i64> @eighth(<4 x i64> %a, <2 x i64> %b, ptr %p) {
  %c = udiv <2 x i64> %b, splat (i64 10)
  %q = udiv <4 x i64> %a, splat (i64 8)
  store <2 x i64> %c, ptr %p
  ret <4 x i64> %q
}
