; Sums of some elements of a vector of three, of which VectorCombine makes the sum
; of all.
; RUN: %ferry-opt='ferry-odd-shuffles' %s | FileCheck %s
; RUN: %ferry-opt='function(ferry-odd-shuffles,vector-combine)' -mcpu=x86-64-v3 %s | FileCheck %s --check-prefix=CODE
; As long as LLVM does that, this is needed.
; RUN: %if llvm-22 %{ opt -S -passes=vector-combine -mtriple=x86_64-unknown-linux-gnu -mcpu=x86-64-v3 %s | FileCheck %s --check-prefix=WRONG %}

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; x + 2 y + z.
; CHECK-LABEL: define i32 @middle(
; CHECK: %[[S:.*]] = freeze <3 x i32> %s
; CHECK: add <3 x i32> %v, %[[S]]
; CODE-LABEL: define i32 @middle(
; CODE-NOT: reduce
; CODE: ret i32
; WRONG-LABEL: define i32 @middle(
; WRONG: call i32 @llvm.vector.reduce.add.v3i32(<3 x i32> %v)
define i32 @middle(<3 x i32> %v) {
  %s = shufflevector <3 x i32> %v, <3 x i32> poison, <3 x i32> <i32 1, i32 2, i32 poison>
  %a = add <3 x i32> %v, %s
  %t = shufflevector <3 x i32> %a, <3 x i32> poison, <3 x i32> <i32 1, i32 poison, i32 poison>
  %b = add <3 x i32> %a, %t
  %r = extractelement <3 x i32> %b, i32 0
  ret i32 %r
}

; CHECK-LABEL: define <4 x i32> @four(
; CHECK-NOT: freeze
; CHECK: ret
define <4 x i32> @four(<4 x i32> %v) {
  %s = shufflevector <4 x i32> %v, <4 x i32> poison, <4 x i32> <i32 1, i32 2, i32 3, i32 0>
  %a = add <4 x i32> %v, %s
  ret <4 x i32> %a
}
