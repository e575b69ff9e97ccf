; A vector of a work-item is as many vectors of lanes as it has elements.
; REQUIRES: llvm-22
; RUN: %ferry-opt='ferry-widen<lanes=4;gather-cost=5>' %s | FileCheck %s
; RUN: %ferry-opt='ferry-widen<lanes=4>' %s | FileCheck %s --check-prefix=FAST
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

declare i64 @__ferry_global_id(i32) memory(none)

; What stays together is whole.
; CHECK-LABEL: define internal void @float4.region0.vector(
; CHECK: %[[V:.*]] = load <16 x float>
; CHECK: %[[W:.*]] = fadd <16 x float> %[[V]], <float 1.000000e+00, float 2.000000e+00, float 3.000000e+00, float 4.000000e+00, float 1.000000e+00,
; CHECK: store <16 x float> %[[W]],
; CHECK: ret void
define spir_kernel void @float4(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  call void @float4.region0(ptr addrspace(1) %p, ptr addrspace(1) %q)
  ret void
}
define internal void @float4.region0(ptr addrspace(1) %p, ptr addrspace(1) %q) "ferry-region"="0" {
  %i = call i64 @__ferry_global_id(i32 0)
  %x = getelementptr <4 x float>, ptr addrspace(1) %p, i64 %i
  %v = load <4 x float>, ptr addrspace(1) %x
  %w = fadd <4 x float> %v, <float 1.0, float 2.0, float 3.0, float 4.0>
  %y = getelementptr <4 x float>, ptr addrspace(1) %q, i64 %i
  store <4 x float> %w, ptr addrspace(1) %y
  ret void
}

; So it is in loops; numbers that differ between lanes are put into all their
; elements, and elements are taken in another order.
; CHECK-LABEL: define internal void @sums.region0.vector(
; CHECK: %[[V:.*]] = load <16 x float>
; CHECK: %[[S:.*]] = load <4 x float>
; CHECK: %[[ALL:.*]] = shufflevector <4 x float> %[[S]], <4 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 1,
; CHECK: %[[SUM:.*]] = phi <16 x float> [ %[[V]], %{{.*}} ], [ %[[W:.*]], %{{.*}} ]
; CHECK: %[[U:.*]] = load <16 x float>
; CHECK: %[[W]] = call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %[[SUM]], <16 x float> %[[ALL]], <16 x float> %[[U]])
; CHECK: %[[O:.*]] = phi <16 x float> [ %[[W]],
; CHECK: %[[T:.*]] = shufflevector <16 x float> %[[O]], <16 x float> poison, <16 x i32> <i32 3, i32 2, i32 1, i32 0, i32 7, i32 6, i32 5, i32 4,
; CHECK: store <16 x float> %[[T]],
; CHECK: ret void
define spir_kernel void @sums(ptr addrspace(1) %p, ptr addrspace(1) %q, i64 %row) {
  call void @sums.region0(ptr addrspace(1) %p, ptr addrspace(1) %q, i64 %row)
  ret void
}
define internal void @sums.region0(ptr addrspace(1) %p, ptr addrspace(1) %q, i64 %row) "ferry-region"="0" {
  %i = call i64 @__ferry_global_id(i32 0)
  %x = getelementptr <4 x float>, ptr addrspace(1) %p, i64 %i
  %v = load <4 x float>, ptr addrspace(1) %x
  %y = getelementptr float, ptr addrspace(1) %q, i64 %i
  %s = load float, ptr addrspace(1) %y
  %first = insertelement <4 x float> poison, float %s, i64 0
  %spread = shufflevector <4 x float> %first, <4 x float> poison, <4 x i32> zeroinitializer
  br label %loop

loop:
  %k = phi i64 [ 0, %0 ], [ %next, %loop ]
  %sum = phi <4 x float> [ %v, %0 ], [ %w, %loop ]
  %start = mul i64 %k, %row
  %at = add i64 %start, %i
  %z = getelementptr <4 x float>, ptr addrspace(1) %q, i64 %at
  %u = load <4 x float>, ptr addrspace(1) %z
  %w = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %sum, <4 x float> %spread, <4 x float> %u)
  %next = add i64 %k, 1
  %more = icmp ult i64 %next, 10
  br i1 %more, label %loop, label %done

done:
  %t = shufflevector <4 x float> %w, <4 x float> poison, <4 x i32> <i32 3, i32 2, i32 1, i32 0>
  store <4 x float> %t, ptr addrspace(1) %x
  ret void
}

; What is taken apart is not: all in one piece, put apart and together again.
; CHECK-LABEL: define internal void @apart.region0.vector(
; CHECK: %[[V:.*]] = load <16 x float>
; CHECK: %[[V0:.*]] = shufflevector <16 x float> %[[V]], <16 x float> poison, <4 x i32> <i32 0, i32 4, i32 8, i32 12>
; CHECK: %[[V1:.*]] = shufflevector <16 x float> %[[V]], <16 x float> poison, <4 x i32> <i32 1, i32 5, i32 9, i32 13>
; CHECK: %[[V2:.*]] = shufflevector <16 x float> %[[V]], <16 x float> poison, <4 x i32> <i32 2, i32 6, i32 10, i32 14>
; CHECK: %[[V3:.*]] = shufflevector <16 x float> %[[V]], <16 x float> poison, <4 x i32> <i32 3, i32 7, i32 11, i32 15>
; CHECK: %[[S:.*]] = fadd <4 x float> %[[V0]], %[[V3]]
; CHECK: %[[W:.*]] = shufflevector <16 x float> %{{.*}}, <16 x float> poison, <16 x i32> <i32 0, i32 4, i32 8, i32 12, i32 1, i32 5, i32 9, i32 13, i32 2, i32 6, i32 10, i32 14, i32 3, i32 7, i32 11, i32 15>
; CHECK: store <16 x float> %[[W]],
; CHECK: ret void
define spir_kernel void @apart(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  call void @apart.region0(ptr addrspace(1) %p, ptr addrspace(1) %q)
  ret void
}
define internal void @apart.region0(ptr addrspace(1) %p, ptr addrspace(1) %q) "ferry-region"="0" {
  %i = call i64 @__ferry_global_id(i32 0)
  %x = getelementptr <4 x float>, ptr addrspace(1) %p, i64 %i
  %v = load <4 x float>, ptr addrspace(1) %x
  %a = extractelement <4 x float> %v, i64 0
  %b = extractelement <4 x float> %v, i64 3
  %s = fadd float %a, %b
  %w = insertelement <4 x float> %v, float %s, i64 0
  %y = getelementptr <4 x float>, ptr addrspace(1) %q, i64 %i
  store <4 x float> %w, ptr addrspace(1) %y
  ret void
}

; Small elements are picked out of words.
; CHECK-LABEL: define internal void @char4.region0.vector(
; CHECK: %[[V:.*]] = load <4 x i32>
; CHECK: %[[V0:.*]] = trunc <4 x i32> %[[V]] to <4 x i8>
; CHECK: %[[S1:.*]] = lshr <4 x i32> %[[V]], splat (i32 8)
; CHECK: %[[V1:.*]] = trunc <4 x i32> %[[S1]] to <4 x i8>
; CHECK: lshr <4 x i32> %[[V]], splat (i32 16)
; CHECK: lshr <4 x i32> %[[V]], splat (i32 24)
; CHECK: %[[W0:.*]] = mul <4 x i8> %[[V0]], %[[V0]]
; CHECK: %[[W1:.*]] = mul <4 x i8> %[[V1]], %[[V1]]
; An undefined element leaves the others as they are.
; CHECK: %[[F0:.*]] = freeze <4 x i8>
; CHECK: %[[Z0:.*]] = zext <4 x i8> %[[F0]] to <4 x i32>
; CHECK: %[[F1:.*]] = freeze <4 x i8> %[[W1]]
; CHECK: %[[Z1:.*]] = zext <4 x i8> %[[F1]] to <4 x i32>
; CHECK: %[[S:.*]] = shl <4 x i32> %[[Z1]], splat (i32 8)
; CHECK: or <4 x i32> %[[Z0]], %[[S]]
; CHECK: %[[ALL:.*]] = or <4 x i32>
; CHECK: %[[W:.*]] = or <4 x i32> %[[ALL]],
; CHECK: store <4 x i32> %[[W]],
; CHECK: ret void
define spir_kernel void @char4(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  call void @char4.region0(ptr addrspace(1) %p, ptr addrspace(1) %q)
  ret void
}
define internal void @char4.region0(ptr addrspace(1) %p, ptr addrspace(1) %q) "ferry-region"="0" {
  %i = call i64 @__ferry_global_id(i32 0)
  %x = getelementptr <4 x i8>, ptr addrspace(1) %p, i64 %i
  %v = load <4 x i8>, ptr addrspace(1) %x
  %a = mul <4 x i8> %v, %v
  %e = extractelement <4 x i8> %a, i64 0
  %f = add i8 %e, 1
  %w = insertelement <4 x i8> %a, i8 %f, i64 0
  %y = getelementptr <4 x i8>, ptr addrspace(1) %q, i64 %i
  store <4 x i8> %w, ptr addrspace(1) %y
  ret void
}

; If nothing is done with single ones, they stay together.
; CHECK-LABEL: define internal void @together.region0.vector(
; CHECK: %[[V:.*]] = load <64 x i8>
; CHECK: %[[W:.*]] = mul <64 x i8> %[[V]], %[[V]]
; CHECK: store <64 x i8> %[[W]],
; CHECK: ret void
define spir_kernel void @together(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  call void @together.region0(ptr addrspace(1) %p, ptr addrspace(1) %q)
  ret void
}
define internal void @together.region0(ptr addrspace(1) %p, ptr addrspace(1) %q) "ferry-region"="0" {
  %i = call i64 @__ferry_global_id(i32 0)
  %x = getelementptr <16 x i8>, ptr addrspace(1) %p, i64 %i
  %v = load <16 x i8>, ptr addrspace(1) %x
  %w = mul <16 x i8> %v, %v
  %y = getelementptr <16 x i8>, ptr addrspace(1) %q, i64 %i
  store <16 x i8> %w, ptr addrspace(1) %y
  ret void
}

; Taking elements and putting them in another order costs nothing.
; CHECK-LABEL: define internal void @elements.region0.vector(
; CHECK: %[[V2:.*]] = shufflevector <16 x float> %{{.*}}, <16 x float> poison, <4 x i32> <i32 2, i32 6, i32 10, i32 14>
; CHECK: %[[V3:.*]] = shufflevector <16 x float> %{{.*}}, <16 x float> poison, <4 x i32> <i32 3, i32 7, i32 11, i32 15>
; CHECK-NOT: shufflevector
; CHECK: %[[M:.*]] = fmul <4 x float> %[[V3]], %[[V3]]
; CHECK: fsub <4 x float> %[[V2]], %[[M]]
; CHECK: ret void
define spir_kernel void @elements(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  call void @elements.region0(ptr addrspace(1) %p, ptr addrspace(1) %q)
  ret void
}
define internal void @elements.region0(ptr addrspace(1) %p, ptr addrspace(1) %q) "ferry-region"="0" {
  %i = call i64 @__ferry_global_id(i32 0)
  %x = getelementptr <4 x float>, ptr addrspace(1) %p, i64 %i
  %v = load <4 x float>, ptr addrspace(1) %x
  %e = extractelement <4 x float> %v, i64 2
  %s = shufflevector <4 x float> %v, <4 x float> poison, <2 x i32> <i32 3, i32 1>
  %m = fmul <2 x float> %s, %s
  %f = extractelement <2 x float> %m, i64 0
  %w = fsub float %e, %f
  %y = getelementptr float, ptr addrspace(1) %q, i64 %i
  store float %w, ptr addrspace(1) %y
  ret void
}

; Vectors from anywhere: each whole, then transposed; where gathers are fast, they
; are two of these.
; FAST-LABEL: define internal void @anywhere.region0.vector(
; FAST-COUNT-2: call <4 x i64> @llvm.masked.gather.v4i64.v4p1(
; FAST-COUNT-4: store <4 x float>
; CHECK-LABEL: define internal void @anywhere.region0.vector(
; CHECK: %[[I:.*]] = load <4 x i32>
; CHECK-COUNT-4: load <4 x float>, ptr addrspace(1)
; CHECK-NOT: gather
; CHECK-COUNT-4: shufflevector <4 x float>
; CHECK: fadd <4 x float>
; CHECK-COUNT-4: store <4 x float>
; CHECK-NOT: scatter
; CHECK: ret void
define spir_kernel void @anywhere(ptr addrspace(1) %p, ptr addrspace(1) %q, ptr addrspace(1) %r) {
  call void @anywhere.region0(ptr addrspace(1) %p, ptr addrspace(1) %q, ptr addrspace(1) %r)
  ret void
}
define internal void @anywhere.region0(ptr addrspace(1) %p, ptr addrspace(1) %q, ptr addrspace(1) %r) "ferry-region"="0" {
  %i = call i64 @__ferry_global_id(i32 0)
  %x = getelementptr i32, ptr addrspace(1) %p, i64 %i
  %j = load i32, ptr addrspace(1) %x
  %k = zext i32 %j to i64
  %y = getelementptr <4 x float>, ptr addrspace(1) %q, i64 %k
  %v = load <4 x float>, ptr addrspace(1) %y
  %w = fadd <4 x float> %v, <float 1.0, float 2.0, float 3.0, float 4.0>
  %z = getelementptr <4 x float>, ptr addrspace(1) %r, i64 %k
  store <4 x float> %w, ptr addrspace(1) %z
  ret void
}

; Those along a row of each lane are loaded whole in any case.
; FAST-LABEL: define internal void @along.region0.vector(
; FAST-NOT: gather
; FAST-COUNT-4: load <4 x float>, ptr addrspace(1)
; FAST: ret void
define spir_kernel void @along(ptr addrspace(1) %p, ptr addrspace(1) %q, i64 %n) {
  call void @along.region0(ptr addrspace(1) %p, ptr addrspace(1) %q, i64 %n)
  ret void
}
define internal void @along.region0(ptr addrspace(1) %p, ptr addrspace(1) %q, i64 %n) "ferry-region"="0" {
entry:
  %i = call i64 @__ferry_global_id(i32 0)
  %start = mul i64 %i, %n
  br label %loop

loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %s = phi <4 x float> [ zeroinitializer, %entry ], [ %t, %loop ]
  %at = add i64 %start, %k
  %x = getelementptr <4 x float>, ptr addrspace(1) %p, i64 %at
  %v = load <4 x float>, ptr addrspace(1) %x
  %t = fadd <4 x float> %s, %v
  %next = add nuw nsw i64 %k, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %end

end:
  %e = extractelement <4 x float> %t, i64 0
  %y = getelementptr float, ptr addrspace(1) %q, i64 %i
  store float %e, ptr addrspace(1) %y
  ret void
}
