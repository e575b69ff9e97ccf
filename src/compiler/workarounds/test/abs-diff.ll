; Absolute differences of unsigned vectors, where LLVM 22 makes the absolute value
; of one that fills all bits.
; RUN: %ferry-opt='ferry-abs-diff' %s | FileCheck %s
; RUN: %ferry-opt='ferry-abs-diff' %s | llc -mcpu=x86-64 | FileCheck %s --check-prefix=CODE
; As long as LLVM 22 makes it all the same, this is needed.
; RUN: %if llvm-22 %{ llc -mtriple=x86_64-unknown-linux-gnu -mcpu=x86-64 %s -o - | FileCheck %s --check-prefix=WRONG %}

declare <2 x i16> @llvm.umax.v2i16(<2 x i16>, <2 x i16>)
declare <2 x i16> @llvm.umin.v2i16(<2 x i16>, <2 x i16>)
declare <4 x i64> @llvm.umax.v4i64(<4 x i64>, <4 x i64>)
declare <4 x i64> @llvm.umin.v4i64(<4 x i64>, <4 x i64>)
declare i64 @llvm.umax.i64(i64, i64)
declare i64 @llvm.umin.i64(i64, i64)

; The upper half of one is greater: it is cut off, and then known to be.
; CHECK-LABEL: define <4 x i64> @parts(
; CHECK: %[[C:.*]] = icmp ult <4 x i64> %a, <i64 1, i64 2, i64 -3, i64 -4>
; CHECK: %[[L:.*]] = sext <4 x i1> %[[C]] to <4 x i64>
; CHECK: %[[D:.*]] = sub <4 x i64> %a, <i64 1, i64 2, i64 -3, i64 -4>
; CHECK: %[[X:.*]] = xor <4 x i64> %[[D]], %[[L]]
; CHECK: %[[R:.*]] = sub <4 x i64> %[[X]], %[[L]]
; CHECK: ret <4 x i64> %[[R]]
; WRONG-LABEL: parts:
; WRONG: psrad $31
; WRONG-LABEL: selected:
; CODE-LABEL: parts:
; CODE-NOT: psrad
; CODE: ret
define <4 x i64> @parts(<4 x i32> %x) {
  %a = zext <4 x i32> %x to <4 x i64>
  %max = call <4 x i64> @llvm.umax.v4i64(<4 x i64> %a, <4 x i64> <i64 1, i64 2, i64 -3, i64 -4>)
  %min = call <4 x i64> @llvm.umin.v4i64(<4 x i64> <i64 1, i64 2, i64 -3, i64 -4>, <4 x i64> %a)
  %r = sub <4 x i64> %max, %min
  ret <4 x i64> %r
}

; CHECK-LABEL: define <4 x i32> @selected(
; CHECK: icmp ult <4 x i32> %a, %b
; CHECK: sext
; CHECK-NOT: select
; CHECK: ret
define <4 x i32> @selected(<4 x i32> %a, <4 x i32> %b) {
  %c = icmp ult <4 x i32> %b, %a
  %d = sub <4 x i32> %a, %b
  %e = sub <4 x i32> %b, %a
  %r = select <4 x i1> %c, <4 x i32> %d, <4 x i32> %e
  ret <4 x i32> %r
}

; Not the absolute difference: the lesser less the greater, and signed numbers.
; CHECK-LABEL: define <4 x i32> @others(
; CHECK-NOT: sext
; CHECK: ret
define <4 x i32> @others(<4 x i32> %a, <4 x i32> %b) {
  %c = icmp ugt <4 x i32> %b, %a
  %s = icmp sgt <4 x i32> %a, %b
  %d = sub <4 x i32> %a, %b
  %e = sub <4 x i32> %b, %a
  %r = select <4 x i1> %c, <4 x i32> %d, <4 x i32> %e
  %t = select <4 x i1> %s, <4 x i32> %d, <4 x i32> %e
  %u = mul <4 x i32> %r, %t
  ret <4 x i32> %u
}

; There are instructions for these.
; CHECK-LABEL: define <2 x i16> @small(
; CHECK-NOT: sext
; CHECK: ret
define <2 x i16> @small(<2 x i16> %a, <2 x i16> %b) {
  %max = call <2 x i16> @llvm.umax.v2i16(<2 x i16> %a, <2 x i16> %b)
  %min = call <2 x i16> @llvm.umin.v2i16(<2 x i16> %a, <2 x i16> %b)
  %r = sub <2 x i16> %max, %min
  ret <2 x i16> %r
}

; CHECK-LABEL: define i64 @scalar(
; CHECK-NOT: sext
; CHECK: ret
define i64 @scalar(i64 %a, i64 %b) {
  %max = call i64 @llvm.umax.i64(i64 %a, i64 %b)
  %min = call i64 @llvm.umin.i64(i64 %a, i64 %b)
  %r = sub i64 %max, %min
  ret i64 %r
}
