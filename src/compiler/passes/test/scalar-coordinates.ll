; Elements of coordinates are computed by themselves.
; RUN: %ferry-opt='ferry-scalar-coordinates' %s | FileCheck %s

declare <2 x i32> @llvm.smax.v2i32(<2 x i32>, <2 x i32>)

; CHECK-LABEL: define i32 @sum(
; CHECK-NEXT: %[[X:.*]] = add nsw i32 %x, 3
; CHECK-NEXT: %[[Y:.*]] = add nsw i32 %y, 4
; CHECK-NEXT: %[[M:.*]] = call i32 @llvm.smax.i32(i32 %[[Y]], i32 0)
; CHECK-NEXT: %[[R:.*]] = mul i32 %[[X]], %[[M]]
; CHECK-NEXT: ret i32 %[[R]]
define i32 @sum(i32 %x, i32 %y) {
  %a = insertelement <2 x i32> poison, i32 %x, i64 0
  %b = insertelement <2 x i32> %a, i32 %y, i64 1
  %s = add nsw <2 x i32> %b, <i32 3, i32 4>
  %m = call <2 x i32> @llvm.smax.v2i32(<2 x i32> %s, <2 x i32> zeroinitializer)
  %e = extractelement <2 x i32> %s, i64 0
  %f = extractelement <2 x i32> %m, i64 1
  %r = mul i32 %e, %f
  ret i32 %r
}

; An element of the second operand of a shuffle.
; CHECK-LABEL: define i32 @shuffle(
; CHECK: %[[R:.*]] = sub i32 %y, 1
; CHECK: ret i32 %[[R]]
define i32 @shuffle(<2 x i32> %v, i32 %y) {
  %b = insertelement <2 x i32> poison, i32 %y, i64 1
  %s = shufflevector <2 x i32> %v, <2 x i32> %b, <2 x i32> <i32 3, i32 0>
  %d = sub <2 x i32> %s, splat (i32 1)
  %e = extractelement <2 x i32> %d, i64 0
  ret i32 %e
}

; What is loaded as a vector has no elements but in it.
; CHECK-LABEL: define i32 @load(
; CHECK: %s = add <2 x i32>
; CHECK-NEXT: extractelement <2 x i32> %s, i64 0
define i32 @load(ptr %p) {
  %v = load <2 x i32>, ptr %p
  %s = add <2 x i32> %v, <i32 3, i32 4>
  %e = extractelement <2 x i32> %s, i64 0
  ret i32 %e
}
