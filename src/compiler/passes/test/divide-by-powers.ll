; What GuardDivisionPass makes of a divisor that is a power of two is no division.
; REQUIRES: llvm-22
; RUN: %ferry-opt='ferry-guard-division,ferry-divide-by-powers,instcombine' %s | FileCheck %s

; CHECK-LABEL: @quotient(
; CHECK: lshr i32 %a, %n
; CHECK-NOT: udiv
; CHECK: ret i32
define i32 @quotient(i32 noundef %a, i32 %x) {
  %n = and i32 %x, 31
  %p = shl i32 1, %n
  %r = udiv i32 %a, %p
  ret i32 %r
}

; Without a sign in the dividend there is none in the result.
; CHECK-LABEL: @positive(
; CHECK: lshr
; CHECK-NOT: sdiv
; CHECK: ret i32
define i32 @positive(i16 noundef %a, i32 %x) {
  %w = zext i16 %a to i32
  %n = and i32 %x, 31
  %p = shl i32 1, %n
  %r = sdiv i32 %w, %p
  ret i32 %r
}

; CHECK-LABEL: @signed(
; CHECK: sdiv
define i32 @signed(i32 %a, i32 %x) {
  %n = and i32 %x, 31
  %p = shl i32 1, %n
  %r = sdiv i32 %a, %p
  ret i32 %r
}

; CHECK-LABEL: @remainder(
; CHECK: %[[NOT:.*]] = shl nsw i32 -1, %n
; CHECK: %[[LOW:.*]] = xor i32 %[[NOT]], -1
; CHECK: %[[IS:.*]] = icmp slt i32 %a, 0
; CHECK: %[[UP:.*]] = select i1 %[[IS]], i32 %[[LOW]], i32 0
; CHECK: %[[SUM:.*]] = add i32 %a, %[[UP]]
; CHECK: %[[CUT:.*]] = and i32 %[[SUM]], %[[LOW]]
; CHECK: sub nsw i32 %[[CUT]], %[[UP]]
define i32 @remainder(i32 noundef %a, i32 %x) {
  %n = and i32 %x, 31
  %p = shl i32 1, %n
  %r = srem i32 %a, %p
  ret i32 %r
}

; `for (int s = 1; s < n; s *= 2) if (l % (2 * s) == 0)`, as reductions have it.
; CHECK-LABEL: @reduction(
; CHECK-NOT: rem
; CHECK: ret i32
define i32 @reduction(i32 noundef %l, i32 %n) {
entry:
  br label %loop
loop:
  %s = phi i32 [ 1, %entry ], [ %twice, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %sum1, %loop ]
  %twice = shl i32 %s, 1
  %r = srem i32 %l, %twice
  %is = icmp eq i32 %r, 0
  %one = zext i1 %is to i32
  %sum1 = add i32 %sum, %one
  %more = icmp ult i32 %twice, %n
  br i1 %more, label %loop, label %end
end:
  ret i32 %sum1
}

; What divides by 0 divides by 1.
; CHECK-LABEL: @zero(
; CHECK: @llvm.usub.sat.i32(i32 %p, i32 1)
; CHECK: and i32
; CHECK: ret i32
define i32 @zero(i32 noundef %a, i32 %x) {
  %p = and i32 %x, 8
  %r = urem i32 %a, %p
  ret i32 %r
}

; CHECK-LABEL: @anything(
; CHECK: urem
define i32 @anything(i32 %a, i32 %b) {
  %r = urem i32 %a, %b
  ret i32 %r
}
