; Bitwise operations of three values under a mask, whose table LLVM 22 gets
; wrong where one of them is a constant in memory.
; RUN: %ferry-opt='ferry-masked-logic' %s | FileCheck %s
; RUN: %ferry-opt='ferry-masked-logic' %s | llc -mcpu=x86-64-v4 | FileCheck %s --check-prefix=CODE
; As long as LLVM 22 makes it all the same, this is needed: of r, x and 0x7ff...
; the table is that for x choosing, not the constant.
; RUN: llc -mtriple=x86_64-unknown-linux-gnu -mcpu=x86-64-v4 %s -o - | FileCheck %s --check-prefix=WRONG

declare <8 x double> @llvm.copysign.v8f64(<8 x double>, <8 x double>)

; CHECK-LABEL: define <8 x i64> @sign(
; CHECK: %[[C:.*]] = call <8 x double> @llvm.copysign.v8f64(
; CHECK: %[[I:.*]] = bitcast <8 x double> %[[C]] to <8 x i64>
; CHECK: %[[D:.*]] = bitcast <8 x i64> %[[I]] to <8 x double>
; CHECK: %[[F:.*]] = call <8 x double> @llvm.arithmetic.fence.v8f64(<8 x double> %[[D]])
; CHECK: %[[B:.*]] = bitcast <8 x double> %[[F]] to <8 x i64>
; CHECK: select <8 x i1> %m, <8 x i64> %[[B]], <8 x i64> %r
; WRONG-LABEL: sign:
; WRONG: vpternlogq $184, {{.*}}{1to8}, %zmm1, %zmm0 {%k1}
; CODE-LABEL: sign:
; CODE-NOT: vpternlog{{.*}} {%k
; CODE: ret
define <8 x i64> @sign(<8 x i64> %r, <8 x double> %x, <8 x i1> %m) {
  %d = bitcast <8 x i64> %r to <8 x double>
  %c = call <8 x double> @llvm.copysign.v8f64(<8 x double> %d, <8 x double> %x)
  %i = bitcast <8 x double> %c to <8 x i64>
  %s = select <8 x i1> %m, <8 x i64> %i, <8 x i64> %r
  ret <8 x i64> %s
}

; CHECK-LABEL: define <16 x i32> @bits(
; CHECK: call <16 x float> @llvm.arithmetic.fence.v16f32(
; WRONG-LABEL: bits:
; WRONG: vpternlogd $184, {{.*}}{1to16}, %zmm1, %zmm0 {%k1}
; CODE-LABEL: bits:
; CODE-NOT: vpternlog{{.*}} {%k
; CODE: ret
define <16 x i32> @bits(<16 x i32> %r, <16 x i32> %x, <16 x i1> %m) {
  %a = and <16 x i32> %r, splat (i32 305419896)
  %b = and <16 x i32> %x, splat (i32 -305419897)
  %c = or <16 x i32> %a, %b
  %s = select <16 x i1> %m, <16 x i32> %c, <16 x i32> %r
  ret <16 x i32> %s
}

; An operation with a select becomes one.
; CHECK-LABEL: define <16 x i32> @identity(
; CHECK: call <16 x float> @llvm.arithmetic.fence.v16f32(
; CODE-LABEL: identity:
; CODE-NOT: vpternlog{{.*}} {%k
; CODE: ret
define <16 x i32> @identity(<16 x i32> %r, <16 x i32> %x, <16 x i1> %m) {
  %a = and <16 x i32> %x, splat (i32 305419896)
  %s = select <16 x i1> %m, <16 x i32> %a, <16 x i32> zeroinitializer
  %c = xor <16 x i32> %r, %s
  ret <16 x i32> %c
}

; One operation of two values, bytes, and a condition that is the same for all.
; CHECK-LABEL: define void @others(
; CHECK-NOT: fence
; CHECK: ret
define void @others(<16 x i32> %r, <64 x i8> %b, <16 x i1> %m, <64 x i1> %n, i1 %c, ptr %p, ptr %q, ptr %o) {
  %a = and <16 x i32> %r, splat (i32 305419896)
  %s = select <16 x i1> %m, <16 x i32> %a, <16 x i32> %r
  store <16 x i32> %s, ptr %p
  %d = and <64 x i8> %b, splat (i8 17)
  %e = xor <64 x i8> %d, splat (i8 5)
  %t = select <64 x i1> %n, <64 x i8> %e, <64 x i8> %b
  store <64 x i8> %t, ptr %q
  %f = xor <16 x i32> %a, splat (i32 5)
  %u = select i1 %c, <16 x i32> %f, <16 x i32> %r
  store <16 x i32> %u, ptr %o
  ret void
}
