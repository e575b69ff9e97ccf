; Code generation finds the base and the short index of a gather or scatter only
; in its own block.
; REQUIRES: llvm-22
; RUN: %ferry-opt='ferry-gather-addresses' %s | FileCheck %s

declare <4 x float> @llvm.masked.gather.v4f32.v4p0(<4 x ptr>, <4 x i1>, <4 x float>)
declare void @llvm.masked.scatter.v4f32.v4p0(<4 x float>, <4 x ptr>, <4 x i1>)

; CHECK-LABEL: define void @both(
; CHECK: b:
; CHECK-NEXT: %[[W:.*]] = sext <4 x i32> %index to <4 x i64>
; CHECK-NEXT: %[[A:.*]] = getelementptr float, ptr %base, <4 x i64> %[[W]]
; CHECK-NEXT: call <4 x float> @llvm.masked.gather{{.*}}(<4 x ptr> align 4 %[[A]]
; CHECK: c:
; CHECK-NEXT: phi
; CHECK-NEXT: %[[V:.*]] = sext <4 x i32> %index to <4 x i64>
; CHECK-NEXT: %[[B:.*]] = getelementptr float, ptr %base, <4 x i64> %[[V]]
; CHECK-NEXT: call void @llvm.masked.scatter{{.*}}<4 x ptr> align 4 %[[B]]
define void @both(ptr %base, <4 x i32> %index, <4 x i1> %m, i1 %cond) {
a:
  %wide = sext <4 x i32> %index to <4 x i64>
  %at = getelementptr float, ptr %base, <4 x i64> %wide
  br i1 %cond, label %b, label %c
b:
  %v = call <4 x float> @llvm.masked.gather.v4f32.v4p0(<4 x ptr> align 4 %at, <4 x i1> %m, <4 x float> poison)
  br label %c
c:
  %w = phi <4 x float> [ zeroinitializer, %a ], [ %v, %b ]
  call void @llvm.masked.scatter.v4f32.v4p0(<4 x float> %w, <4 x ptr> align 4 %at, <4 x i1> %m)
  ret void
}

; An index that is not negative may be extended either way.
; CHECK-LABEL: define <4 x float> @not_negative(
; CHECK: b:
; CHECK-NEXT: %[[W:.*]] = sext <4 x i32> %index to <4 x i64>
; CHECK-NEXT: %[[A:.*]] = getelementptr float, ptr %base, <4 x i64> %[[W]]
; CHECK-NEXT: call <4 x float> @llvm.masked.gather{{.*}}(<4 x ptr> align 4 %[[A]]
define <4 x float> @not_negative(ptr %base, <4 x i32> %index, <4 x i1> %m) {
a:
  %wide = zext nneg <4 x i32> %index to <4 x i64>
  %at = getelementptr float, ptr %base, <4 x i64> %wide
  br label %b
b:
  %v = call <4 x float> @llvm.masked.gather.v4f32.v4p0(<4 x ptr> align 4 %at, <4 x i1> %m, <4 x float> poison)
  ret <4 x float> %v
}

; A vector of pointers has no base.
; CHECK-LABEL: define <4 x float> @pointers(
; CHECK: b:
; CHECK-NEXT: call <4 x float> @llvm.masked.gather
define <4 x float> @pointers(<4 x ptr> %p, <4 x i1> %m) {
a:
  br label %b
b:
  %v = call <4 x float> @llvm.masked.gather.v4f32.v4p0(<4 x ptr> align 4 %p, <4 x i1> %m, <4 x float> poison)
  ret <4 x float> %v
}
