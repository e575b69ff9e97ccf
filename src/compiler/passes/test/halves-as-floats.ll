; What is exact with floats is computed with them, and rounded once, as products of halves
; are. Code generation would round those, too, and round the elements of vectors one by one.
; RUN: %ferry-opt='ferry-halves-as-floats' %s | FileCheck %s
; RUN: %ferry-opt='ferry-halves-as-floats' %s | llc -mcpu=x86-64-v4 | FileCheck %s --check-prefix=CODE

declare <16 x half> @llvm.fmuladd.v16f16(<16 x half>, <16 x half>, <16 x half>)
declare half @llvm.fmuladd.f16(half, half, half)
declare half @llvm.fma.f16(half, half, half)

; CHECK-LABEL: define <16 x half> @lanes(
; CHECK: %[[A:.*]] = fpext <16 x half> %a to <16 x float>
; CHECK: %[[B:.*]] = fpext <16 x half> %b to <16 x float>
; CHECK: %[[C:.*]] = fpext <16 x half> %c to <16 x float>
; CHECK: %[[S:.*]] = call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %[[A]], <16 x float> %[[B]], <16 x float> %[[C]])
; CHECK: fptrunc <16 x float> %[[S]] to <16 x half>
; CODE-LABEL: lanes:
; CODE: vfmadd
; CODE: vcvtps2ph
; CODE-NOT: vcvtps2ph
; CODE: ret
define <16 x half> @lanes(<16 x half> %a, <16 x half> %b, <16 x half> %c) {
  %r = call <16 x half> @llvm.fmuladd.v16f16(<16 x half> %a, <16 x half> %b, <16 x half> %c)
  ret <16 x half> %r
}

; CHECK-LABEL: define half @one(
; CHECK: call nnan float @llvm.fmuladd.f32(
; CHECK: fptrunc {{.*}}float
define half @one(half %a, half %b, half %c) {
  %r = call nnan half @llvm.fmuladd.f16(half %a, half %b, half %c)
  ret half %r
}

; What is to be rounded once is not for this.
; CHECK-LABEL: define half @fused(
; CHECK: call half @llvm.fma.f16(
define half @fused(half %a, half %b, half %c) {
  %r = call half @llvm.fma.f16(half %a, half %b, half %c)
  ret half %r
}

; CHECK-LABEL: define <16 x half> @whole(
; CHECK: %[[E:.*]] = fpext <16 x half> %a to <16 x float>
; CHECK: %[[F:.*]] = call <16 x float> @llvm.floor.v16f32(<16 x float> %[[E]])
; CHECK: %[[M:.*]] = fptrunc <16 x float> %[[F]] to <16 x half>
; CHECK: call nsz <16 x float> @llvm.maxnum.v16f32(
; CHECK: call <16 x float> @llvm.sqrt.v16f32(
; CODE-LABEL: whole:
; CODE-NOT: call
; CODE: vrndscaleps
; CODE-NOT: call
; CODE: ret
declare <16 x half> @llvm.floor.v16f16(<16 x half>)
declare <16 x half> @llvm.maxnum.v16f16(<16 x half>, <16 x half>)
declare <16 x half> @llvm.sqrt.v16f16(<16 x half>)
define <16 x half> @whole(<16 x half> %a, <16 x half> %b) {
  %f = call <16 x half> @llvm.floor.v16f16(<16 x half> %a)
  %m = call nsz <16 x half> @llvm.maxnum.v16f16(<16 x half> %f, <16 x half> %b)
  %r = call <16 x half> @llvm.sqrt.v16f16(<16 x half> %m)
  ret <16 x half> %r
}
