; Masked loads stay before the stores that follow them.
; REQUIRES: llvm-22
; RUN: %ferry-opt='ferry-masked-loads' %s | FileCheck %s --check-prefixes=CHECK,ALONE
; RUN: %ferry-opt='ferry-masked-loads,instcombine' %s | FileCheck %s

; As long as LLVM moves the load behind the store, this is needed.
; RUN: opt -S -passes=instcombine %s | FileCheck %s --check-prefix=WRONG

declare <4 x float> @llvm.masked.load.v4f32.p0(ptr, <4 x i1>, <4 x float>)
declare void @llvm.masked.store.v4f32.p0(<4 x float>, ptr, <4 x i1>)

; WRONG-LABEL: define <4 x float> @written(
; WRONG: store float
; WRONG: call <4 x float> @llvm.masked.load
; WRONG-LABEL: define <4 x float> @known(
; CHECK-LABEL: define <4 x float> @written(
; CHECK: %[[L:.*]] = call <4 x float> @llvm.masked.load
; CHECK-NEXT: %[[F:.*]] = freeze <4 x float> %[[L]]
; CHECK-NEXT: store float
; CHECK: select <4 x i1> %m, <4 x float> %[[F]], <4 x float> %{{.*}}
define <4 x float> @written(ptr %p, ptr %q, <4 x i1> %m) {
  %l = call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 4 %p, <4 x i1> %m, <4 x float> poison)
  store float 1.0, ptr %p
  %other = load <4 x float>, ptr %q
  %s = select <4 x i1> %m, <4 x float> %l, <4 x float> %other
  ret <4 x float> %s
}

; What inactive lanes have is known before: no select.
; CHECK-LABEL: define <4 x float> @known(
; CHECK: %[[L:.*]] = call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 4 %p, <4 x i1> %m, <4 x float> %other)
; CHECK-NEXT: %[[F:.*]] = freeze <4 x float> %[[L]]
; CHECK-NEXT: store float
; CHECK-NEXT: ret <4 x float> %[[F]]
define <4 x float> @known(ptr %p, <4 x i1> %m, <4 x float> %other) {
  %l = call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 4 %p, <4 x i1> %m, <4 x float> poison)
  store float 1.0, ptr %p
  %s = select <4 x i1> %m, <4 x float> %l, <4 x float> %other
  ret <4 x float> %s
}

; Not of another mask's select, nor of one that others use beside it.
; CHECK-LABEL: define <4 x float> @others(
; ALONE: @llvm.masked.load.v4f32.p0(ptr align 4 %p, <4 x i1> %m, <4 x float> poison)
; ALONE: select <4 x i1> %n,
; ALONE: @llvm.masked.load.v4f32.p0(ptr align 4 %p, <4 x i1> %m, <4 x float> poison)
; ALONE: select <4 x i1> %m,
define <4 x float> @others(ptr %p, ptr %q, <4 x i1> %m, <4 x i1> %n) {
  %l = call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 4 %p, <4 x i1> %m, <4 x float> poison)
  %s = select <4 x i1> %n, <4 x float> %l, <4 x float> zeroinitializer
  store <4 x float> %s, ptr %q
  %k = call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 4 %p, <4 x i1> %m, <4 x float> poison)
  store <4 x float> %k, ptr %q
  %t = select <4 x i1> %m, <4 x float> %k, <4 x float> zeroinitializer
  ret <4 x float> %t
}
