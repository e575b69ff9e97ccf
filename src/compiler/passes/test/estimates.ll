; 1 / sqrt(x), and quotients of floats, by an estimate and one step of Newton's
; iteration, if the division may be one by a reciprocal.
; REQUIRES: llvm-22
; RUN: %ferry-opt='ferry-estimates' %s | FileCheck %s
; RUN: %ferry-opt='ferry-estimates' %s | llc -mcpu=x86-64-v4 | FileCheck %s --check-prefix=CODE

declare float @llvm.sqrt.f32(float)
declare double @llvm.sqrt.f64(double)
declare <3 x float> @llvm.sqrt.v3f32(<3 x float>)
declare <16 x float> @llvm.sqrt.v16f32(<16 x float>)
declare <32 x float> @llvm.sqrt.v32f32(<32 x float>)

; CHECK-LABEL: define <16 x float> @register(
; CHECK: %[[R:.*]] = call <16 x float> @llvm.x86.avx512.rsqrt14.ps.512(<16 x float> %x, <16 x float> zeroinitializer, i16 -1)
; CHECK: %[[H:.*]] = fmul <16 x float> %[[R]], splat (float 5.000000e-01)
; CHECK: %[[P:.*]] = fmul <16 x float> %x, %[[R]]
; CHECK: %[[N:.*]] = fneg <16 x float> %[[P]]
; CHECK: %[[E:.*]] = call <16 x float> @llvm.fma.v16f32(<16 x float> %[[N]], <16 x float> %[[R]], <16 x float> splat (float 1.000000e+00))
; CHECK: %[[F:.*]] = call <16 x float> @llvm.x86.avx512.mask.range.ps.512(<16 x float> %[[E]], <16 x float> splat (float 5.000000e-01), i32 6,
; CHECK: %[[V:.*]] = call <16 x float> @llvm.fma.v16f32(<16 x float> %[[H]], <16 x float> %[[F]], <16 x float> %[[R]])
; CHECK: ret <16 x float> %[[V]]
; CODE-LABEL: register:
; CODE: vrsqrt14ps %zmm0
; CODE-NOT: vsqrtps
; CODE: vfnmadd
; CODE: vrangeps $6
; CODE: vfmadd
; CODE-NEXT: ret
define <16 x float> @register(<16 x float> %x) {
  %s = call <16 x float> @llvm.sqrt.v16f32(<16 x float> %x)
  %r = fdiv arcp <16 x float> splat (float 1.0), %s
  ret <16 x float> %r
}

; CHECK-LABEL: define <32 x float> @two(
; CHECK-COUNT-2: @llvm.x86.avx512.rsqrt14.ps.512
; CHECK: shufflevector <16 x float> %{{.*}}, <16 x float> %{{.*}}, <32 x i32>
define <32 x float> @two(<32 x float> %x) {
  %s = call <32 x float> @llvm.sqrt.v32f32(<32 x float> %x)
  %r = fdiv arcp <32 x float> splat (float 1.0), %s
  ret <32 x float> %r
}

; CHECK-LABEL: define <3 x float> @three(
; CHECK: shufflevector <3 x float> %x, <3 x float> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 0>
; CHECK: @llvm.x86.avx512.rsqrt14.ps.128
; CHECK: shufflevector <4 x float> %{{.*}}, <4 x float> poison, <3 x i32> <i32 0, i32 1, i32 2>
define <3 x float> @three(<3 x float> %x) {
  %s = call <3 x float> @llvm.sqrt.v3f32(<3 x float> %x)
  %r = fdiv arcp <3 x float> splat (float 1.0), %s
  ret <3 x float> %r
}

; CHECK-LABEL: define float @alone(
; CHECK: @llvm.x86.avx512.rsqrt14.ps.128
; CHECK: extractelement <4 x float> %{{.*}}, i64 0
; CODE-LABEL: alone:
; CODE: vrsqrt14ps %xmm0
define float @alone(float %x) {
  %s = call float @llvm.sqrt.f32(float %x)
  %r = fdiv arcp float 1.0, %s
  ret float %r
}

; Not where the division must be right.
; CHECK-LABEL: define float @exact(
; CHECK: fdiv float 1.0
define float @exact(float %x) {
  %s = call float @llvm.sqrt.f32(float %x)
  %r = fdiv float 1.0, %s
  ret float %r
}

; The root is wanted, too: its inverse.
; CHECK-LABEL: define float @both(
; CHECK: %[[S:.*]] = call float @llvm.sqrt.f32(float %x)
; CHECK: insertelement <4 x float> zeroinitializer, float %[[S]], i64 0
; CHECK: call <4 x float> @llvm.x86.avx512.rcp14.ps.128(
define float @both(float %x) {
  %s = call float @llvm.sqrt.f32(float %x)
  %r = fdiv arcp float 1.0, %s
  %t = fadd float %r, %s
  ret float %t
}

; Two steps for doubles.
; CHECK-LABEL: define double @doubles(
; CHECK: %[[Y:.*]] = call <2 x double> @llvm.x86.avx512.rsqrt14.pd.128(
; CHECK: fmul <2 x double> %{{.*}}, %[[Y]]
; CHECK: call <2 x double> @llvm.x86.avx512.mask.range.pd.128(
; CHECK: %[[Z:.*]] = call <2 x double> @llvm.fma.v2f64(<2 x double> %{{.*}}, <2 x double> %{{.*}}, <2 x double> %[[Y]])
; CHECK: fmul <2 x double> %{{.*}}, %[[Z]]
; CHECK: call <2 x double> @llvm.x86.avx512.mask.range.pd.128(
; CHECK: call <2 x double> @llvm.fma.v2f64(<2 x double> %{{.*}}, <2 x double> %{{.*}}, <2 x double> %[[Z]])
; CHECK-NOT: fdiv
define double @doubles(double %x) {
  %s = call double @llvm.sqrt.f64(double %x)
  %r = fdiv arcp double 1.0, %s
  ret double %r
}

; CHECK-LABEL: define <8 x float> @quotient(
; CHECK: %[[R:.*]] = call <8 x float> @llvm.x86.avx512.rcp14.ps.256(<8 x float> %y, <8 x float> zeroinitializer, i8 -1)
; CHECK: %[[N:.*]] = fneg <8 x float> %y
; CHECK: %[[E:.*]] = call <8 x float> @llvm.fma.v8f32(<8 x float> %[[N]], <8 x float> %[[R]], <8 x float> splat (float 1.000000e+00))
; CHECK: %[[F:.*]] = call <8 x float> @llvm.x86.avx512.mask.range.ps.256(<8 x float> %[[E]], <8 x float> splat (float 5.000000e-01), i32 6,
; CHECK: %[[I:.*]] = call <8 x float> @llvm.fma.v8f32(<8 x float> %[[R]], <8 x float> %[[F]], <8 x float> %[[R]])
; CHECK: fmul <8 x float> %x, %[[I]]
; CODE-LABEL: quotient:
; CODE: vrcp14ps %ymm1
; CODE-NOT: vdivps
; CODE: ret
define <8 x float> @quotient(<8 x float> %x, <8 x float> %y) {
  %r = fdiv arcp <8 x float> %x, %y
  ret <8 x float> %r
}

; CHECK-LABEL: define float @inverse(
; CHECK: call <4 x float> @llvm.x86.avx512.rcp14.ps.128(
; CHECK-NOT: fmul
; CHECK: ret float
define float @inverse(float %y) {
  %r = fdiv arcp float 1.0, %y
  ret float %r
}

; CHECK-LABEL: define float @by_root(
; CHECK-NOT: @llvm.sqrt
; CHECK: call <4 x float> @llvm.x86.avx512.rsqrt14.ps.128(
; CHECK: fmul float %x, %{{.*}}
define float @by_root(float %x, float %y) {
  %s = call float @llvm.sqrt.f32(float %y)
  %r = fdiv arcp float %x, %s
  ret float %r
}

; A vector of length 1: code generation computes the inverse root once.
; CHECK-LABEL: define float @normalise(
; CHECK-NOT: @llvm.sqrt
; CHECK-COUNT-2: call <4 x float> @llvm.x86.avx512.rsqrt14.ps.128(
; CHECK: ret float
; CODE-LABEL: normalise:
; CODE-COUNT-1: vrsqrt14ps
; CODE-NOT: vrsqrt14ps
; CODE: ret
define float @normalise(float %x, float %y, float %square) {
  %s = call float @llvm.sqrt.f32(float %square)
  %r = fdiv arcp float %x, %s
  %q = fdiv arcp float %y, %s
  %sum = fadd float %r, %q
  ret float %sum
}

; CHECK-LABEL: define double @double_quotient(
; CHECK: fdiv arcp double %x, %y
define double @double_quotient(double %x, double %y) {
  %r = fdiv arcp double %x, %y
  ret double %r
}

; CHECK-LABEL: define float @exact_quotient(
; CHECK: fdiv float %x, %y
define float @exact_quotient(float %x, float %y) {
  %r = fdiv float %x, %y
  ret float %r
}
