; Vectors of integers are divided as floats that hold them exactly, and math functions
; of vectors are calls of their vector forms.
; REQUIRES: llvm-22
; RUN: %ferry-opt='ferry-vector-operations' %s | FileCheck %s

; CHECK-LABEL: define <16 x i32> @quotient(
; CHECK: %[[B:.*]] = uitofp <16 x i32> %b to <16 x double>
; CHECK: %[[A:.*]] = uitofp <16 x i32> %a to <16 x double>
; CHECK: %[[R:.*]] = fdiv <16 x double> %[[A]], %[[B]]
; CHECK: %[[Q:.*]] = fptoui <16 x double> %[[R]] to <16 x i32>
; CHECK: ret <16 x i32> %[[Q]]
define <16 x i32> @quotient(<16 x i32> %a, <16 x i32> %b) {
  %q = udiv <16 x i32> %a, %b
  ret <16 x i32> %q
}

; By one divisor: products with a bit more than its inverse.
; CHECK-LABEL: define <4 x i32> @same(
; CHECK: %[[D:.*]] = sitofp i32 %b to double
; CHECK: %[[I:.*]] = fdiv double 1.000000e+00, %[[D]]
; CHECK: %[[UP:.*]] = fmul double %[[I]], 0x3FF0000000000001
; CHECK: %[[ALL:.*]] = shufflevector <4 x double> {{.*}} zeroinitializer
; CHECK: %[[BY:.*]] = select <4 x i1> %bad, <4 x double> splat (double 1.000000e+00), <4 x double> %[[ALL]]
; CHECK: %[[A:.*]] = sitofp <4 x i32> %a to <4 x double>
; CHECK: %[[R:.*]] = fmul <4 x double> %[[A]], %[[BY]]
; CHECK: fptosi <4 x double> %[[R]] to <4 x i32>
define <4 x i32> @same(<4 x i32> %a, i32 %b, <4 x i1> %bad) {
  %v = insertelement <4 x i32> poison, i32 %b, i64 0
  %all = shufflevector <4 x i32> %v, <4 x i32> poison, <4 x i32> zeroinitializer
  %by = select <4 x i1> %bad, <4 x i32> splat (i32 1), <4 x i32> %all
  %q = sdiv <4 x i32> %a, %by
  ret <4 x i32> %q
}

; What is known to have no sign is converted as if it had one.
; CHECK-LABEL: define <4 x i32> @halved(
; CHECK: uitofp <4 x i32> %b to <4 x double>
; CHECK: sitofp <4 x i32> %h to <4 x double>
; CHECK: fptosi <4 x double>
define <4 x i32> @halved(<4 x i32> %a, <4 x i32> %b) {
  %h = lshr <4 x i32> %a, splat (i32 1)
  %q = udiv <4 x i32> %h, %b
  ret <4 x i32> %q
}

; CHECK-LABEL: define <3 x i8> @remainder(
; CHECK: %[[B:.*]] = sitofp <3 x i8> %b to <3 x float>
; CHECK: %[[A:.*]] = sitofp <3 x i8> %a to <3 x float>
; CHECK: %[[R:.*]] = fdiv <3 x float> %[[A]], %[[B]]
; CHECK: %[[Q:.*]] = fptosi <3 x float> %[[R]] to <3 x i8>
; CHECK: %[[P:.*]] = mul <3 x i8> %[[Q]], %b
; CHECK: %[[M:.*]] = sub <3 x i8> %a, %[[P]]
; CHECK: ret <3 x i8> %[[M]]
define <3 x i8> @remainder(<3 x i8> %a, <3 x i8> %b) {
  %m = srem <3 x i8> %a, %b
  ret <3 x i8> %m
}

; Those that floats do not hold, and where LLVM multiplies, stay; and so do
; integers alone.
; CHECK-LABEL: define <2 x i64> @others(
; CHECK: udiv i32 %c, %c
; CHECK: udiv <4 x i32> %a, <i32 3, i32 5, i32 7, i32 9>
; CHECK: udiv <2 x i64> %b, %b
define <2 x i64> @others(<4 x i32> %a, <2 x i64> %b, i32 %c, ptr %p) {
  %s = udiv i32 %c, %c
  store i32 %s, ptr %p
  %d = udiv <4 x i32> %a, <i32 3, i32 5, i32 7, i32 9>
  store <4 x i32> %d, ptr %p
  %q = udiv <2 x i64> %b, %b
  ret <2 x i64> %q
}

; CHECK-LABEL: define <4 x double> @sines(
; CHECK-NOT: @llvm.sin
; CHECK: call <{{[248]}} x double> @_ZGV{{[bde]}}N{{[248]}}v_sin(
; CHECK-NOT: @llvm.sin
; CHECK: ret <4 x double>
define <4 x double> @sines(<4 x double> %x) {
  %y = call <4 x double> @llvm.sin.v4f64(<4 x double> %x)
  ret <4 x double> %y
}
declare <4 x double> @llvm.sin.v4f64(<4 x double>)

; But numbers alone, and where a vector form is not exact enough.
; CHECK-LABEL: define double @sine(
; CHECK: call double @llvm.sin.f64(
define double @sine(double %x) {
  %y = call double @llvm.sin.f64(double %x)
  ret double %y
}
declare double @llvm.sin.f64(double)

; CHECK-LABEL: define <4 x float> @logarithms(
; CHECK: call <4 x float> @llvm.log.v4f32(
define <4 x float> @logarithms(<4 x float> %x) {
  %y = call <4 x float> @llvm.log.v4f32(<4 x float> %x)
  ret <4 x float> %y
}
declare <4 x float> @llvm.log.v4f32(<4 x float>)
