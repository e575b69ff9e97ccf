; Bytes of a vector by those of another one, which have an instruction: LLVM has
; the elements of a shorter vector further apart by then.
; RUN: %ferry-opt=ferry-indexed-bytes %s -o - | llc -o - | FileCheck %s
; As long as it looks them up all the same, this is needed.
; RUN: llc %s -o - | FileCheck %s --check-prefix=WRONG
target triple = "aarch64-unknown-linux-gnu"

; CHECK-LABEL: two:
; CHECK-NOT: tbl
; CHECK: ret
; WRONG-LABEL: two:
; WRONG-NOT: v0.b[4]
; WRONG: tbl v0.8b, { v0.16b }, v1.8b
define <8 x i8> @two(<2 x i8> %v, <8 x i8> %indices) {
  %m = and <8 x i8> %indices, splat (i8 1)
  %i0 = extractelement <8 x i8> %m, i64 0
  %e0 = extractelement <2 x i8> %v, i8 %i0
  %r0 = insertelement <8 x i8> poison, i8 %e0, i64 0
  %i1 = extractelement <8 x i8> %m, i64 1
  %e1 = extractelement <2 x i8> %v, i8 %i1
  %r1 = insertelement <8 x i8> %r0, i8 %e1, i64 1
  %i2 = extractelement <8 x i8> %m, i64 2
  %e2 = extractelement <2 x i8> %v, i8 %i2
  %r2 = insertelement <8 x i8> %r1, i8 %e2, i64 2
  %i3 = extractelement <8 x i8> %m, i64 3
  %e3 = extractelement <2 x i8> %v, i8 %i3
  %r3 = insertelement <8 x i8> %r2, i8 %e3, i64 3
  %i4 = extractelement <8 x i8> %m, i64 4
  %e4 = extractelement <2 x i8> %v, i8 %i4
  %r4 = insertelement <8 x i8> %r3, i8 %e4, i64 4
  %i5 = extractelement <8 x i8> %m, i64 5
  %e5 = extractelement <2 x i8> %v, i8 %i5
  %r5 = insertelement <8 x i8> %r4, i8 %e5, i64 5
  %i6 = extractelement <8 x i8> %m, i64 6
  %e6 = extractelement <2 x i8> %v, i8 %i6
  %r6 = insertelement <8 x i8> %r5, i8 %e6, i64 6
  %i7 = extractelement <8 x i8> %m, i64 7
  %e7 = extractelement <2 x i8> %v, i8 %i7
  %r7 = insertelement <8 x i8> %r6, i8 %e7, i64 7
  ret <8 x i8> %r7
}
