; A mask of signs that is asked for and then changed in place is still made.
; REQUIRES: llvm-22
; RUN: %ferry-llc -mcpu=x86-64-v4 %s -o - | FileCheck %s
; As long as LLVM leaves it out, this is needed.
; RUN: llc -mcpu=x86-64-v4 %s -o - | FileCheck %s --check-prefix=WRONG
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: changed:
; CHECK: vpmovd2m %xmm0, %[[K:k[0-9]]]
; CHECK: kmov{{.}} %[[K]], %eax
; CHECK: vpcmp{{.*}}, %[[K]] {%[[K]]}
; WRONG-LABEL: changed:
; WRONG-NOT: vpmovd2m
; WRONG: vmovmskps %xmm0, %eax
; WRONG: vpcmp{{.*}} {%k
define i32 @changed(<4 x i32> %x, <4 x i32> %y, ptr %p) {
  %negative = icmp slt <4 x i32> %x, zeroinitializer
  %bits = bitcast <4 x i1> %negative to i4
  %all = zext i4 %bits to i32
  %three = icmp eq <4 x i32> %y, splat (i32 3)
  %both = and <4 x i1> %negative, %three
  %chosen = select <4 x i1> %both, <4 x i32> %x, <4 x i32> %y
  store <4 x i32> %chosen, ptr %p
  ret i32 %all
}

; One instruction does where the mask is not needed again.
; CHECK-LABEL: alone:
; CHECK-NOT: vpmovd2m
; CHECK: vmovmskps %xmm0, %eax
define i32 @alone(<4 x i32> %x) {
  %negative = icmp slt <4 x i32> %x, zeroinitializer
  %bits = bitcast <4 x i1> %negative to i4
  %all = zext i4 %bits to i32
  ret i32 %all
}
