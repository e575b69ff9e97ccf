; A masked load of two registers has no second half where no element of its mask
; may be true.
; REQUIRES: llvm-22
; RUN: %ferry-opt='ferry-short-masks' %s | FileCheck %s
; RUN: %ferry-opt='ferry-short-masks' %s | llc -mcpu=x86-64-v3 | FileCheck %s --check-prefix=CODE
; As long as LLVM loads all of that half, this is needed.
; RUN: llc -mcpu=x86-64-v3 %s -o - | FileCheck %s --check-prefix=WRONG
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define void @copy(
; CHECK: %[[M:.*]] = shufflevector <16 x i1> %{{.*}}, <16 x i1> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
; CHECK: %[[L:.*]] = call <8 x i32> @llvm.masked.load.v8i32.p0(ptr align 4 %p, <8 x i1> %[[M]], <8 x i32> poison)
; CODE-LABEL: copy:
; CODE-NOT: 32(%rdi)
; CODE: retq
; WRONG-LABEL: copy:
; WRONG: vmovdqu 32(%rdi),
define void @copy(ptr %p, ptr %q, <2 x i1> %lanes) {
  %rows = shufflevector <2 x i1> %lanes, <2 x i1> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1>
  %mask = and <16 x i1> %rows, <i1 true, i1 false, i1 false, i1 false, i1 false, i1 false, i1 true, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false>
  %l = call <16 x i32> @llvm.masked.load.v16i32.p0(ptr align 4 %p, <16 x i1> %mask, <16 x i32> poison)
  %v = freeze <16 x i32> %l
  call void @llvm.masked.store.v16i32.p0(<16 x i32> %v, ptr align 4 %q, <16 x i1> %mask)
  ret void
}

; Inactive elements have what they had.
; CHECK-LABEL: define <16 x i32> @others(
; CHECK: call <8 x i32> @llvm.masked.load.v8i32.p0(ptr align 4 %p, <8 x i1> %{{.*}}, <8 x i32> %{{.*}})
; CHECK: shufflevector <16 x i32> %{{.*}}, <16 x i32> %x, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
define <16 x i32> @others(ptr %p, <16 x i1> %m, <16 x i32> %x) {
  %mask = and <16 x i1> %m, <i1 true, i1 false, i1 false, i1 false, i1 false, i1 true, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false>
  %l = call <16 x i32> @llvm.masked.load.v16i32.p0(ptr align 4 %p, <16 x i1> %mask, <16 x i32> %x)
  ret <16 x i32> %l
}

; Not of masks that may be true in both halves.
; CHECK-LABEL: define <8 x i32> @both(
; CHECK: call <8 x i32> @llvm.masked.load.v8i32.p0(
define <8 x i32> @both(ptr %p, <8 x i1> %m) {
  %mask = and <8 x i1> %m, <i1 true, i1 false, i1 false, i1 false, i1 true, i1 false, i1 false, i1 false>
  %l = call <8 x i32> @llvm.masked.load.v8i32.p0(ptr align 4 %p, <8 x i1> %mask, <8 x i32> poison)
  ret <8 x i32> %l
}
