; Elements are picked, and then compared.
; RUN: %ferry-opt='ferry-narrow-compares' %s | FileCheck %s

; CHECK-LABEL: define <4 x i1> @some(
; CHECK-NEXT: %[[A:.*]] = shufflevector <16 x float> %a, <16 x float> poison, <4 x i32> <i32 1, i32 5, i32 9, i32 13>
; CHECK-NEXT: %[[B:.*]] = shufflevector <16 x float> %b, <16 x float> poison, <4 x i32> <i32 1, i32 5, i32 9, i32 13>
; CHECK-NEXT: %s = fcmp nnan olt <4 x float> %[[A]], %[[B]]
; CHECK-NEXT: ret <4 x i1> %s
define <4 x i1> @some(<16 x float> %a, <16 x float> %b) {
  %c = fcmp nnan olt <16 x float> %a, %b
  %s = shufflevector <16 x i1> %c, <16 x i1> poison, <4 x i32> <i32 1, i32 5, i32 9, i32 13>
  ret <4 x i1> %s
}

; Some of each kind, beside a constant.
; CHECK-LABEL: define i1 @others(
; CHECK-COUNT-2: icmp ult <2 x i32> %{{.*}}, {{.*}}i32 7
; CHECK-NOT: icmp
define i1 @others(<4 x i32> %a) {
  %c = icmp ult <4 x i32> %a, splat (i32 7)
  %even = shufflevector <4 x i1> %c, <4 x i1> poison, <2 x i32> <i32 0, i32 2>
  %odd = shufflevector <4 x i1> %c, <4 x i1> poison, <2 x i32> <i32 1, i32 3>
  %both = and <2 x i1> %even, %odd
  %r = extractelement <2 x i1> %both, i32 0
  ret i1 %r
}

; All of them.
; CHECK-LABEL: define <4 x i1> @reversed(
; CHECK: icmp eq <4 x i32> %a, %b
define <4 x i1> @reversed(<4 x i32> %a, <4 x i32> %b) {
  %c = icmp eq <4 x i32> %a, %b
  %s = shufflevector <4 x i1> %c, <4 x i1> poison, <4 x i32> <i32 3, i32 2, i32 1, i32 0>
  ret <4 x i1> %s
}
