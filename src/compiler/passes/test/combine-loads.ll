; What is read in pieces and put together is read at once.
; RUN: %ferry-opt='ferry-combine-loads' %s | FileCheck %s

; CHECK-LABEL: define i32 @little(
; CHECK-NEXT: %[[V:.*]] = load i32, ptr addrspace(1) %p, align 2
; CHECK-NEXT: ret i32 %[[V]]
define i32 @little(ptr addrspace(1) %p) {
  %b0 = load i8, ptr addrspace(1) %p, align 2
  %p1 = getelementptr i8, ptr addrspace(1) %p, i64 1
  %b1 = load i8, ptr addrspace(1) %p1
  %p2 = getelementptr i8, ptr addrspace(1) %p1, i64 1
  %s = load i16, ptr addrspace(1) %p2
  %w0 = zext i8 %b0 to i32
  %w1 = zext i8 %b1 to i32
  %w2 = sext i16 %s to i32
  %s1 = shl i32 %w1, 8
  %s2 = shl i32 %w2, 16
  %or = or i32 %s2, %w0
  %all = or i32 %or, %s1
  ret i32 %all
}

; CHECK-LABEL: define i32 @big(
; CHECK: %[[V:.*]] = load i32, ptr addrspace(1) %p, align 1
; CHECK: %[[S:.*]] = call i32 @llvm.bswap.i32(i32 %[[V]])
; CHECK-NEXT: ret i32 %[[S]]
define i32 @big(ptr addrspace(1) %p) {
  %b0 = load i8, ptr addrspace(1) %p, align 1
  %p1 = getelementptr i8, ptr addrspace(1) %p, i64 1
  %b1 = load i8, ptr addrspace(1) %p1
  %p2 = getelementptr i8, ptr addrspace(1) %p, i64 2
  %b2 = load i8, ptr addrspace(1) %p2
  %p3 = getelementptr i8, ptr addrspace(1) %p, i64 3
  %b3 = load i8, ptr addrspace(1) %p3
  %w0 = zext i8 %b0 to i32
  %w1 = zext i8 %b1 to i32
  %w2 = zext i8 %b2 to i32
  %w3 = zext i8 %b3 to i32
  %s1 = shl i32 %w0, 8
  %o1 = or i32 %s1, %w1
  %s2 = shl i32 %o1, 8
  %o2 = or i32 %s2, %w2
  %s3 = shl i32 %o2, 8
  %o3 = or i32 %s3, %w3
  ret i32 %o3
}

; CHECK-LABEL: define float @vector(
; CHECK: load float, ptr addrspace(3) %p, align 2
; CHECK-NEXT: ret float
define float @vector(ptr addrspace(3) %p) {
  %b0 = load i16, ptr addrspace(3) %p
  %p1 = getelementptr i16, ptr addrspace(3) %p, i64 1
  %b1 = load i16, ptr addrspace(3) %p1
  %v0 = insertelement <2 x i16> poison, i16 %b0, i64 0
  %v1 = insertelement <2 x i16> %v0, i16 %b1, i64 1
  %f = bitcast <2 x i16> %v1 to float
  ret float %f
}

; A vector of two, which another vector is made of.
; CHECK-LABEL: define <2 x i8> @elements(
; CHECK: load <2 x i8>, ptr addrspace(1) %p
; CHECK-NOT: load
define <2 x i8> @elements(ptr addrspace(1) %p) {
  %b0 = load i8, ptr addrspace(1) %p
  %p1 = getelementptr i8, ptr addrspace(1) %p, i64 1
  %b1 = load i8, ptr addrspace(1) %p1
  %v1 = insertelement <2 x i8> poison, i8 %b1, i64 1
  %v0 = insertelement <2 x i8> %v1, i8 %b0, i64 0
  ret <2 x i8> %v0
}

; A store in between may change the second.
; CHECK-LABEL: define i16 @written(
; CHECK-COUNT-2: load i8
define i16 @written(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  %b0 = load i8, ptr addrspace(1) %p
  store i8 0, ptr addrspace(1) %q
  %p1 = getelementptr i8, ptr addrspace(1) %p, i64 1
  %b1 = load i8, ptr addrspace(1) %p1
  %w0 = zext i8 %b0 to i16
  %w1 = zext i8 %b1 to i16
  %s1 = shl i16 %w1, 8
  %all = or i16 %s1, %w0
  ret i16 %all
}

; The second is not the next; is shifted too little; is used by itself; has a
; sign.
; CHECK-LABEL: define i16 @apart(
; CHECK-COUNT-2: load i8
define i16 @apart(ptr addrspace(1) %p) {
  %b0 = load i8, ptr addrspace(1) %p
  %p1 = getelementptr i8, ptr addrspace(1) %p, i64 2
  %b1 = load i8, ptr addrspace(1) %p1
  %w0 = zext i8 %b0 to i16
  %w1 = zext i8 %b1 to i16
  %s1 = shl i16 %w1, 8
  %all = or i16 %s1, %w0
  ret i16 %all
}

; CHECK-LABEL: define i16 @overlapping(
; CHECK-COUNT-2: load i8
define i16 @overlapping(ptr addrspace(1) %p) {
  %b0 = load i8, ptr addrspace(1) %p
  %p1 = getelementptr i8, ptr addrspace(1) %p, i64 1
  %b1 = load i8, ptr addrspace(1) %p1
  %w0 = zext i8 %b0 to i16
  %w1 = zext i8 %b1 to i16
  %s1 = shl i16 %w1, 7
  %all = or i16 %s1, %w0
  ret i16 %all
}

; CHECK-LABEL: define i16 @shared(
; CHECK-COUNT-2: load i8
define i16 @shared(ptr addrspace(1) %p) {
  %b0 = load i8, ptr addrspace(1) %p
  %p1 = getelementptr i8, ptr addrspace(1) %p, i64 1
  %b1 = load i8, ptr addrspace(1) %p1
  store i8 %b1, ptr addrspace(1) %p
  %w0 = zext i8 %b0 to i16
  %w1 = zext i8 %b1 to i16
  %s1 = shl i16 %w1, 8
  %all = or i16 %s1, %w0
  ret i16 %all
}

; CHECK-LABEL: define i32 @signed(
; CHECK-COUNT-2: load i16
define i32 @signed(ptr addrspace(1) %p) {
  %b0 = load i16, ptr addrspace(1) %p
  %p1 = getelementptr i16, ptr addrspace(1) %p, i64 1
  %b1 = load i16, ptr addrspace(1) %p1
  %w0 = sext i16 %b0 to i32
  %w1 = zext i16 %b1 to i32
  %s1 = shl i32 %w1, 16
  %all = or i32 %s1, %w0
  ret i32 %all
}

; Bits that are lost on the way.
; CHECK-LABEL: define i32 @lost(
; CHECK-COUNT-2: load i16
define i32 @lost(ptr addrspace(1) %p) {
  %b0 = load i16, ptr addrspace(1) %p
  %p1 = getelementptr i16, ptr addrspace(1) %p, i64 1
  %b1 = load i16, ptr addrspace(1) %p1
  %s0 = shl i16 %b1, 8
  %w0 = zext i16 %b0 to i32
  %w1 = zext i16 %s0 to i32
  %s1 = shl i32 %w1, 8
  %all = or i32 %s1, %w0
  ret i32 %all
}

; Private memory is laid out by its elements.
; CHECK-LABEL: define i16 @private(
; CHECK-COUNT-2: load i8
define i16 @private(i64 %i) {
  %a = alloca [8 x i8]
  call void @fill(ptr %a)
  %p = getelementptr i8, ptr %a, i64 %i
  %b0 = load i8, ptr %p
  %p1 = getelementptr i8, ptr %p, i64 1
  %b1 = load i8, ptr %p1
  %w0 = zext i8 %b0 to i16
  %w1 = zext i8 %b1 to i16
  %s1 = shl i16 %w1, 8
  %all = or i16 %s1, %w0
  ret i16 %all
}
declare void @fill(ptr)
