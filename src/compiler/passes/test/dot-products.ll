; Dot products of four bytes in each lane become products of 16-bit elements that
; are added in pairs.
; REQUIRES: llvm-22
; RUN: %ferry-opt='ferry-dot-products' %s | FileCheck %s
; RUN: %ferry-opt='ferry-dot-products<vnni>' %s | FileCheck %s --check-prefix=VNNI

; CHECK-LABEL: define <8 x i32> @mixed(
; CHECK: %[[Y:.*]] = bitcast <8 x i32> %y to <16 x i16>
; CHECK: %[[L:.*]] = shl <16 x i16> %[[Y]], splat (i16 8)
; CHECK: %[[Y0:.*]] = ashr <16 x i16> %[[L]], splat (i16 8)
; CHECK: %[[X:.*]] = bitcast <8 x i32> %x to <16 x i16>
; CHECK: %[[X0:.*]] = and <16 x i16> %[[X]], splat (i16 255)
; CHECK: %[[E:.*]] = call <8 x i32> @llvm.x86.avx2.pmadd.wd(<16 x i16> %[[Y0]], <16 x i16> %[[X0]])
; CHECK: %[[Y1:.*]] = ashr <16 x i16> %{{.*}}, splat (i16 8)
; CHECK: %[[X1:.*]] = lshr <16 x i16> %{{.*}}, splat (i16 8)
; CHECK: %[[O:.*]] = call <8 x i32> @llvm.x86.avx2.pmadd.wd(<16 x i16> %[[Y1]], <16 x i16> %[[X1]])
; CHECK: %[[S:.*]] = add <8 x i32> %[[E]], %[[O]]
; CHECK: %[[R:.*]] = add <8 x i32> %[[S]], %acc
; CHECK-NEXT: ret <8 x i32> %[[R]]
; VNNI-LABEL: define <8 x i32> @mixed(
; VNNI: %[[X:.*]] = bitcast <8 x i32> %x to <32 x i8>
; VNNI: %[[Y:.*]] = bitcast <8 x i32> %y to <32 x i8>
; VNNI: %[[S:.*]] = call <8 x i32> @llvm.x86.avx512.vpdpbusd.256(<8 x i32> zeroinitializer, <32 x i8> %[[X]], <32 x i8> %[[Y]])
; VNNI: %[[R:.*]] = add <8 x i32> %[[S]], %acc
; VNNI-NEXT: ret <8 x i32> %[[R]]
define <8 x i32> @mixed(<8 x i32> %x, <8 x i32> %y, <8 x i32> %acc) {
  %x0 = and <8 x i32> %x, splat (i32 255)
  %x1.s = lshr <8 x i32> %x, splat (i32 8)
  %x1 = and <8 x i32> %x1.s, splat (i32 255)
  %x2.s = lshr <8 x i32> %x, splat (i32 16)
  %x2 = and <8 x i32> %x2.s, splat (i32 255)
  %x3 = lshr <8 x i32> %x, splat (i32 24)
  %y0.s = shl <8 x i32> %y, splat (i32 24)
  %y0 = ashr exact <8 x i32> %y0.s, splat (i32 24)
  %y1.s = shl <8 x i32> %y, splat (i32 16)
  %y1 = ashr <8 x i32> %y1.s, splat (i32 24)
  %y2.s = shl <8 x i32> %y, splat (i32 8)
  %y2 = ashr <8 x i32> %y2.s, splat (i32 24)
  %y3 = ashr <8 x i32> %y, splat (i32 24)
  %p0 = mul nsw <8 x i32> %x0, %y0
  %p1 = mul nsw <8 x i32> %y1, %x1
  %p2 = mul nsw <8 x i32> %x2, %y2
  %p3 = mul nsw <8 x i32> %x3, %y3
  %s1 = add <8 x i32> %acc, %p1
  %s2 = add <8 x i32> %s1, %p0
  %s3 = add <8 x i32> %s2, %p3
  %s4 = add <8 x i32> %s3, %p2
  ret <8 x i32> %s4
}

; One operand is the same in all lanes; more lanes than a register has.
; CHECK-LABEL: define <16 x i32> @uniform(
; CHECK: insertelement <16 x i32> poison, i32 %x, i64 0
; CHECK-COUNT-4: @llvm.x86.avx2.pmadd.wd
; CHECK-NOT: mul
; CHECK: ret
; VNNI-LABEL: define <16 x i32> @uniform(
; VNNI-NOT: mul
; VNNI: ret
define <16 x i32> @uniform(i32 %x, <16 x i32> %y) {
  %x0 = and i32 %x, 255
  %x0.i = insertelement <16 x i32> poison, i32 %x0, i64 0
  %x0.v = shufflevector <16 x i32> %x0.i, <16 x i32> poison, <16 x i32> zeroinitializer
  %x1.s = lshr i32 %x, 8
  %x1 = and i32 %x1.s, 255
  %x1.i = insertelement <16 x i32> poison, i32 %x1, i64 0
  %x1.v = shufflevector <16 x i32> %x1.i, <16 x i32> poison, <16 x i32> zeroinitializer
  %x2.s = lshr i32 %x, 16
  %x2 = and i32 %x2.s, 255
  %x2.i = insertelement <16 x i32> poison, i32 %x2, i64 0
  %x2.v = shufflevector <16 x i32> %x2.i, <16 x i32> poison, <16 x i32> zeroinitializer
  %x3 = lshr i32 %x, 24
  %x3.i = insertelement <16 x i32> poison, i32 %x3, i64 0
  %x3.v = shufflevector <16 x i32> %x3.i, <16 x i32> poison, <16 x i32> zeroinitializer
  %y0 = and <16 x i32> %y, splat (i32 255)
  %y1.s = lshr <16 x i32> %y, splat (i32 8)
  %y1 = and <16 x i32> %y1.s, splat (i32 255)
  %y2.s = lshr <16 x i32> %y, splat (i32 16)
  %y2 = and <16 x i32> %y2.s, splat (i32 255)
  %y3 = lshr <16 x i32> %y, splat (i32 24)
  %p0 = mul <16 x i32> %x0.v, %y0
  %p1 = mul <16 x i32> %x1.v, %y1
  %p2 = mul <16 x i32> %x2.v, %y2
  %p3 = mul <16 x i32> %x3.v, %y3
  %s1 = add <16 x i32> %p0, %p1
  %s2 = add <16 x i32> %p2, %p3
  %s3 = add <16 x i32> %s1, %s2
  ret <16 x i32> %s3
}

; A byte is missing: a product is used twice, bytes of two numbers are multiplied.
; CHECK-LABEL: define <8 x i32> @another(
; CHECK-NOT: pmadd
; CHECK: ret
define <8 x i32> @another(<8 x i32> %x, <8 x i32> %y) {
  %x0 = and <8 x i32> %x, splat (i32 255)
  %x1.s = lshr <8 x i32> %x, splat (i32 8)
  %x1 = and <8 x i32> %x1.s, splat (i32 255)
  %x2.s = lshr <8 x i32> %x, splat (i32 16)
  %x2 = and <8 x i32> %x2.s, splat (i32 255)
  %x3 = lshr <8 x i32> %x, splat (i32 24)
  %y0 = and <8 x i32> %y, splat (i32 255)
  %y1.s = lshr <8 x i32> %y, splat (i32 8)
  %y1 = and <8 x i32> %y1.s, splat (i32 255)
  %y3 = lshr <8 x i32> %y, splat (i32 24)
  %p0 = mul <8 x i32> %x0, %y0
  %p1 = mul <8 x i32> %x1, %y1
  %p2 = mul <8 x i32> %x2, %y1
  %p3 = mul <8 x i32> %x3, %y3
  %s1 = add <8 x i32> %p0, %p1
  %s2 = add <8 x i32> %p2, %p3
  %s3 = add <8 x i32> %s1, %s2
  ret <8 x i32> %s3
}

; Both have signs: those of one are flipped, which adds 128 times the other.
; CHECK-LABEL: define <8 x i32> @signs(
; CHECK-COUNT-2: @llvm.x86.avx2.pmadd.wd
; VNNI-LABEL: define <8 x i32> @signs(
; VNNI: %[[T:.*]] = xor <8 x i32> %x, splat (i32 -2139062144)
; VNNI: %[[X:.*]] = bitcast <8 x i32> %[[T]] to <32 x i8>
; VNNI: %[[M:.*]] = call <8 x i32> @llvm.x86.avx512.vpdpbusd.256(<8 x i32> zeroinitializer, <32 x i8> %[[X]], <32 x i8> %[[Y:.*]])
; VNNI: %[[C:.*]] = call <8 x i32> @llvm.x86.avx512.vpdpbusd.256(<8 x i32> zeroinitializer, <32 x i8> bitcast (<8 x i32> splat (i32 -2139062144) to <32 x i8>), <32 x i8> %{{.*}})
; VNNI: %[[R:.*]] = sub <8 x i32> %[[M]], %[[C]]
; VNNI-NEXT: ret <8 x i32> %[[R]]
define <8 x i32> @signs(<8 x i32> %x, <8 x i32> %y) {
  %x0.s = shl <8 x i32> %x, splat (i32 24)
  %x0 = ashr <8 x i32> %x0.s, splat (i32 24)
  %x1.s = shl <8 x i32> %x, splat (i32 16)
  %x1 = ashr <8 x i32> %x1.s, splat (i32 24)
  %x2.s = shl <8 x i32> %x, splat (i32 8)
  %x2 = ashr <8 x i32> %x2.s, splat (i32 24)
  %x3 = ashr <8 x i32> %x, splat (i32 24)
  %y0.s = shl <8 x i32> %y, splat (i32 24)
  %y0 = ashr <8 x i32> %y0.s, splat (i32 24)
  %y1.s = shl <8 x i32> %y, splat (i32 16)
  %y1 = ashr <8 x i32> %y1.s, splat (i32 24)
  %y2.s = shl <8 x i32> %y, splat (i32 8)
  %y2 = ashr <8 x i32> %y2.s, splat (i32 24)
  %y3 = ashr <8 x i32> %y, splat (i32 24)
  %p0 = mul <8 x i32> %x0, %y0
  %p1 = mul <8 x i32> %x1, %y1
  %p2 = mul <8 x i32> %x2, %y2
  %p3 = mul <8 x i32> %x3, %y3
  %s1 = add <8 x i32> %p0, %p1
  %s2 = add <8 x i32> %p2, %p3
  %s3 = add <8 x i32> %s1, %s2
  ret <8 x i32> %s3
}
