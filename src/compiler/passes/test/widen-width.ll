; The choice of the number of work-items that are done at a time, without
; FERRY_WIDTH.
; REQUIRES: llvm-22
; RUN: %ferry-opt='ferry-widen<avx512;report>' %s 2>&1 >/dev/null | FileCheck %s --check-prefix=AVX512
; RUN: %ferry-opt='ferry-widen<avx2;report>' %s 2>&1 >/dev/null | FileCheck %s --check-prefix=AVX2
; RUN: %ferry-opt='ferry-widen<sse2;report>' %s 2>&1 >/dev/null | FileCheck %s --check-prefix=SSE2
; RUN: %ferry-opt='ferry-widen<avx512;gather-cost=5;report>' %s 2>&1 >/dev/null | FileCheck %s --check-prefix=SLOW
; RUN: %ferry-opt='ferry-widen<avx512;row=64;report>' %s 2>&1 >/dev/null | FileCheck %s --check-prefix=ROWS
; RUN: %ferry-opt='ferry-widen<avx512;row=48;report>' %s 2>&1 >/dev/null | FileCheck %s --check-prefix=ROWS16
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

declare i64 @__ferry_global_id(i32) memory(none)
declare i64 @__ferry_local_id(i32) memory(none)
declare double @llvm.sin.f64(double)
declare float @other(float)

; Floats, as many as a vector register holds.
; AVX512: floats, region 0: 16 work-items at a time
; AVX2: floats, region 0: 8 work-items at a time
; SSE2: floats, region 0: 4 work-items at a time
; Twice as many where all rows are filled.
; ROWS: floats, region 0: 32 work-items at a time
; ROWS16: floats, region 0: 16 work-items at a time
define spir_kernel void @floats(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  call void @floats.region0(ptr addrspace(1) %p, ptr addrspace(1) %q)
  ret void
}
define internal void @floats.region0(ptr addrspace(1) %p, ptr addrspace(1) %q) "ferry-region"="0" {
  %l = call i64 @__ferry_local_id(i32 0)
  %x = getelementptr float, ptr addrspace(1) %p, i64 %l
  %v = load float, ptr addrspace(1) %x
  %v1 = fmul float %v, %v
  %v2 = fmul float %v1, %v
  %w = fmul float %v2, %v1
  store float %w, ptr addrspace(1) %x
  ret void
}

; But not where much is to be done at once: sums of many elements, each by itself.
; ROWS: side_by_side, region 0: 16 work-items at a time
define spir_kernel void @side_by_side(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  call void @side_by_side.region0(ptr addrspace(1) %p, ptr addrspace(1) %q)
  ret void
}
define internal void @side_by_side.region0(ptr addrspace(1) %p, ptr addrspace(1) %q) "ferry-region"="0" {
  %l = call i64 @__ferry_local_id(i32 0)
  %x = getelementptr float, ptr addrspace(1) %p, i64 %l
  %y = getelementptr float, ptr addrspace(1) %q, i64 %l
  %x1 = getelementptr i8, ptr addrspace(1) %x, i64 4096
  %y1 = getelementptr i8, ptr addrspace(1) %y, i64 4096
  %v1 = load float, ptr addrspace(1) %x1
  %w1 = fadd float %v1, %v1
  store float %w1, ptr addrspace(1) %y1
  %x2 = getelementptr i8, ptr addrspace(1) %x, i64 8192
  %y2 = getelementptr i8, ptr addrspace(1) %y, i64 8192
  %v2 = load float, ptr addrspace(1) %x2
  %w2 = fadd float %v2, %v2
  store float %w2, ptr addrspace(1) %y2
  %x3 = getelementptr i8, ptr addrspace(1) %x, i64 12288
  %y3 = getelementptr i8, ptr addrspace(1) %y, i64 12288
  %v3 = load float, ptr addrspace(1) %x3
  %w3 = fadd float %v3, %v3
  store float %w3, ptr addrspace(1) %y3
  %x4 = getelementptr i8, ptr addrspace(1) %x, i64 16384
  %y4 = getelementptr i8, ptr addrspace(1) %y, i64 16384
  %v4 = load float, ptr addrspace(1) %x4
  %w4 = fadd float %v4, %v4
  store float %w4, ptr addrspace(1) %y4
  %x5 = getelementptr i8, ptr addrspace(1) %x, i64 20480
  %y5 = getelementptr i8, ptr addrspace(1) %y, i64 20480
  %v5 = load float, ptr addrspace(1) %x5
  %w5 = fadd float %v5, %v5
  store float %w5, ptr addrspace(1) %y5
  %x6 = getelementptr i8, ptr addrspace(1) %x, i64 24576
  %y6 = getelementptr i8, ptr addrspace(1) %y, i64 24576
  %v6 = load float, ptr addrspace(1) %x6
  %w6 = fadd float %v6, %v6
  store float %w6, ptr addrspace(1) %y6
  %x7 = getelementptr i8, ptr addrspace(1) %x, i64 28672
  %y7 = getelementptr i8, ptr addrspace(1) %y, i64 28672
  %v7 = load float, ptr addrspace(1) %x7
  %w7 = fadd float %v7, %v7
  store float %w7, ptr addrspace(1) %y7
  %x8 = getelementptr i8, ptr addrspace(1) %x, i64 32768
  %y8 = getelementptr i8, ptr addrspace(1) %y, i64 32768
  %v8 = load float, ptr addrspace(1) %x8
  %w8 = fadd float %v8, %v8
  store float %w8, ptr addrspace(1) %y8
  %x9 = getelementptr i8, ptr addrspace(1) %x, i64 36864
  %y9 = getelementptr i8, ptr addrspace(1) %y, i64 36864
  %v9 = load float, ptr addrspace(1) %x9
  %w9 = fadd float %v9, %v9
  store float %w9, ptr addrspace(1) %y9
  %x10 = getelementptr i8, ptr addrspace(1) %x, i64 40960
  %y10 = getelementptr i8, ptr addrspace(1) %y, i64 40960
  %v10 = load float, ptr addrspace(1) %x10
  %w10 = fadd float %v10, %v10
  store float %w10, ptr addrspace(1) %y10
  %x11 = getelementptr i8, ptr addrspace(1) %x, i64 45056
  %y11 = getelementptr i8, ptr addrspace(1) %y, i64 45056
  %v11 = load float, ptr addrspace(1) %x11
  %w11 = fadd float %v11, %v11
  store float %w11, ptr addrspace(1) %y11
  %x12 = getelementptr i8, ptr addrspace(1) %x, i64 49152
  %y12 = getelementptr i8, ptr addrspace(1) %y, i64 49152
  %v12 = load float, ptr addrspace(1) %x12
  %w12 = fadd float %v12, %v12
  store float %w12, ptr addrspace(1) %y12
  %x13 = getelementptr i8, ptr addrspace(1) %x, i64 53248
  %y13 = getelementptr i8, ptr addrspace(1) %y, i64 53248
  %v13 = load float, ptr addrspace(1) %x13
  %w13 = fadd float %v13, %v13
  store float %w13, ptr addrspace(1) %y13
  %x14 = getelementptr i8, ptr addrspace(1) %x, i64 57344
  %y14 = getelementptr i8, ptr addrspace(1) %y, i64 57344
  %v14 = load float, ptr addrspace(1) %x14
  %w14 = fadd float %v14, %v14
  store float %w14, ptr addrspace(1) %y14
  %x15 = getelementptr i8, ptr addrspace(1) %x, i64 61440
  %y15 = getelementptr i8, ptr addrspace(1) %y, i64 61440
  %v15 = load float, ptr addrspace(1) %x15
  %w15 = fadd float %v15, %v15
  store float %w15, ptr addrspace(1) %y15
  %x16 = getelementptr i8, ptr addrspace(1) %x, i64 65536
  %y16 = getelementptr i8, ptr addrspace(1) %y, i64 65536
  %v16 = load float, ptr addrspace(1) %x16
  %w16 = fadd float %v16, %v16
  store float %w16, ptr addrspace(1) %y16
  %x17 = getelementptr i8, ptr addrspace(1) %x, i64 69632
  %y17 = getelementptr i8, ptr addrspace(1) %y, i64 69632
  %v17 = load float, ptr addrspace(1) %x17
  %w17 = fadd float %v17, %v17
  store float %w17, ptr addrspace(1) %y17
  %x18 = getelementptr i8, ptr addrspace(1) %x, i64 73728
  %y18 = getelementptr i8, ptr addrspace(1) %y, i64 73728
  %v18 = load float, ptr addrspace(1) %x18
  %w18 = fadd float %v18, %v18
  store float %w18, ptr addrspace(1) %y18
  %x19 = getelementptr i8, ptr addrspace(1) %x, i64 77824
  %y19 = getelementptr i8, ptr addrspace(1) %y, i64 77824
  %v19 = load float, ptr addrspace(1) %x19
  %w19 = fadd float %v19, %v19
  store float %w19, ptr addrspace(1) %y19
  %x20 = getelementptr i8, ptr addrspace(1) %x, i64 81920
  %y20 = getelementptr i8, ptr addrspace(1) %y, i64 81920
  %v20 = load float, ptr addrspace(1) %x20
  %w20 = fadd float %v20, %v20
  store float %w20, ptr addrspace(1) %y20
  %x21 = getelementptr i8, ptr addrspace(1) %x, i64 86016
  %y21 = getelementptr i8, ptr addrspace(1) %y, i64 86016
  %v21 = load float, ptr addrspace(1) %x21
  %w21 = fadd float %v21, %v21
  store float %w21, ptr addrspace(1) %y21
  %x22 = getelementptr i8, ptr addrspace(1) %x, i64 90112
  %y22 = getelementptr i8, ptr addrspace(1) %y, i64 90112
  %v22 = load float, ptr addrspace(1) %x22
  %w22 = fadd float %v22, %v22
  store float %w22, ptr addrspace(1) %y22
  %x23 = getelementptr i8, ptr addrspace(1) %x, i64 94208
  %y23 = getelementptr i8, ptr addrspace(1) %y, i64 94208
  %v23 = load float, ptr addrspace(1) %x23
  %w23 = fadd float %v23, %v23
  store float %w23, ptr addrspace(1) %y23
  %x24 = getelementptr i8, ptr addrspace(1) %x, i64 98304
  %y24 = getelementptr i8, ptr addrspace(1) %y, i64 98304
  %v24 = load float, ptr addrspace(1) %x24
  %w24 = fadd float %v24, %v24
  store float %w24, ptr addrspace(1) %y24
  ret void
}

; The widest type that there is much of counts.
; AVX512: doubles, region 0: 8 work-items at a time
; AVX2: doubles, region 0: 4 work-items at a time
; SSE2: doubles, region 0: 2 work-items at a time
define spir_kernel void @doubles(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  call void @doubles.region0(ptr addrspace(1) %p, ptr addrspace(1) %q)
  ret void
}
define internal void @doubles.region0(ptr addrspace(1) %p, ptr addrspace(1) %q) "ferry-region"="0" {
  %l = call i64 @__ferry_local_id(i32 0)
  %x = getelementptr double, ptr addrspace(1) %p, i64 %l
  %v = load double, ptr addrspace(1) %x
  %v1 = fmul double %v, %v
  %v2 = fmul double %v1, %v
  %w = fmul double %v2, %v1
  store double %w, ptr addrspace(1) %x
  ret void
}

; AVX512: chars, region 0: 32 work-items at a time
; AVX2: chars, region 0: 32 work-items at a time
; SSE2: chars, region 0: 16 work-items at a time
define spir_kernel void @chars(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  call void @chars.region0(ptr addrspace(1) %p, ptr addrspace(1) %q)
  ret void
}
define internal void @chars.region0(ptr addrspace(1) %p, ptr addrspace(1) %q) "ferry-region"="0" {
  %l = call i64 @__ferry_local_id(i32 0)
  %x = getelementptr i8, ptr addrspace(1) %p, i64 %l
  %v = load i8, ptr addrspace(1) %x
  %v1 = mul i8 %v, %v
  %v2 = mul i8 %v1, %v
  %w = mul i8 %v2, %v1
  store i8 %w, ptr addrspace(1) %x
  ret void
}

; A work-item that fills the registers alone gains nothing.
; AVX512: float16, region 0: stays scalar: it would gain nothing
; AVX2: float16, region 0: stays scalar: it would gain nothing
; SSE2: float16, region 0: stays scalar: it would gain nothing
define spir_kernel void @float16(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  call void @float16.region0(ptr addrspace(1) %p, ptr addrspace(1) %q)
  ret void
}
define internal void @float16.region0(ptr addrspace(1) %p, ptr addrspace(1) %q) "ferry-region"="0" {
  %l = call i64 @__ferry_local_id(i32 0)
  %x = getelementptr <16 x float>, ptr addrspace(1) %p, i64 %l
  %v = load <16 x float>, ptr addrspace(1) %x
  %v1 = fmul <16 x float> %v, %v
  %v2 = fmul <16 x float> %v1, %v
  %w = fmul <16 x float> %v2, %v1
  store <16 x float> %w, ptr addrspace(1) %x
  ret void
}

; The loops of long rows fill two registers with each value,
; AVX512: rows, region 0: 32 work-items at a time
; AVX2: rows, region 0: 16 work-items at a time
; SSE2: rows, region 0: 8 work-items at a time
define spir_kernel void @rows(ptr addrspace(1) %p, ptr addrspace(1) %q) "ferry-group-agnostic" {
  call void @rows.region0(ptr addrspace(1) %p, ptr addrspace(1) %q)
  ret void
}
define internal void @rows.region0(ptr addrspace(1) %p, ptr addrspace(1) %q) "ferry-region"="0" {
  %l = call i64 @__ferry_global_id(i32 0)
  %x = getelementptr float, ptr addrspace(1) %p, i64 %l
  %v = load float, ptr addrspace(1) %x
  %v1 = fmul float %v, %v
  %v2 = fmul float %v1, %v
  %w = fmul float %v2, %v1
  store float %w, ptr addrspace(1) %x
  ret void
}

; unless there are gathers.
; AVX512: rows_gather, region 0: 16 work-items at a time
; AVX2: rows_gather, region 0: 8 work-items at a time
; SSE2: rows_gather, region 0: 4 work-items at a time
define spir_kernel void @rows_gather(ptr addrspace(1) %p, ptr addrspace(1) %q) "ferry-group-agnostic" {
  call void @rows_gather.region0(ptr addrspace(1) %p, ptr addrspace(1) %q)
  ret void
}
define internal void @rows_gather.region0(ptr addrspace(1) %p, ptr addrspace(1) %q) "ferry-region"="0" {
  %l = call i64 @__ferry_global_id(i32 0)
  %x = getelementptr i32, ptr addrspace(1) %p, i64 %l
  %j0 = load i32, ptr addrspace(1) %x
  %k0 = zext i32 %j0 to i64
  %y0 = getelementptr i32, ptr addrspace(1) %q, i64 %k0
  %j1 = load i32, ptr addrspace(1) %y0
  %w0 = mul i32 %j1, %j1
  %w1 = mul i32 %w0, %w0
  %w2 = mul i32 %w1, %w1
  %w3 = mul i32 %w2, %w2
  %w4 = mul i32 %w3, %w3
  %w5 = mul i32 %w4, %w4
  %w6 = mul i32 %w5, %w5
  %w7 = mul i32 %w6, %w6
  %w8 = mul i32 %w7, %w7
  %w9 = mul i32 %w8, %w8
  %w10 = mul i32 %w9, %w9
  %w11 = mul i32 %w10, %w10
  store i32 %w11, ptr addrspace(1) %x
  ret void
}

; or most of the work is on rows of memory that fill the registers.
; AVX512: rows_of_16, region 0: 16 work-items at a time
define spir_kernel void @rows_of_16(ptr addrspace(1) %p, ptr addrspace(1) %q) "ferry-group-agnostic" {
  call void @rows_of_16.region0(ptr addrspace(1) %p, ptr addrspace(1) %q)
  ret void
}
define internal void @rows_of_16.region0(ptr addrspace(1) %p, ptr addrspace(1) %q) "ferry-region"="0" {
  %l = call i64 @__ferry_global_id(i32 0)
  %i = shl nuw nsw i64 %l, 4
  %a0 = getelementptr inbounds float, ptr addrspace(1) %q, i64 %i
  %v0 = load float, ptr addrspace(1) %a0
  %a1 = getelementptr inbounds float, ptr addrspace(1) %a0, i64 1
  %b1 = load float, ptr addrspace(1) %a1
  %v1 = fadd float %v0, %b1
  %a2 = getelementptr inbounds float, ptr addrspace(1) %a0, i64 2
  %b2 = load float, ptr addrspace(1) %a2
  %v2 = fadd float %v1, %b2
  %a3 = getelementptr inbounds float, ptr addrspace(1) %a0, i64 3
  %b3 = load float, ptr addrspace(1) %a3
  %v3 = fadd float %v2, %b3
  %a4 = getelementptr inbounds float, ptr addrspace(1) %a0, i64 4
  %b4 = load float, ptr addrspace(1) %a4
  %v4 = fadd float %v3, %b4
  %a5 = getelementptr inbounds float, ptr addrspace(1) %a0, i64 5
  %b5 = load float, ptr addrspace(1) %a5
  %v5 = fadd float %v4, %b5
  %a6 = getelementptr inbounds float, ptr addrspace(1) %a0, i64 6
  %b6 = load float, ptr addrspace(1) %a6
  %v6 = fadd float %v5, %b6
  %a7 = getelementptr inbounds float, ptr addrspace(1) %a0, i64 7
  %b7 = load float, ptr addrspace(1) %a7
  %v7 = fadd float %v6, %b7
  %a8 = getelementptr inbounds float, ptr addrspace(1) %a0, i64 8
  %b8 = load float, ptr addrspace(1) %a8
  %v8 = fadd float %v7, %b8
  %a9 = getelementptr inbounds float, ptr addrspace(1) %a0, i64 9
  %b9 = load float, ptr addrspace(1) %a9
  %v9 = fadd float %v8, %b9
  %a10 = getelementptr inbounds float, ptr addrspace(1) %a0, i64 10
  %b10 = load float, ptr addrspace(1) %a10
  %v10 = fadd float %v9, %b10
  %a11 = getelementptr inbounds float, ptr addrspace(1) %a0, i64 11
  %b11 = load float, ptr addrspace(1) %a11
  %v11 = fadd float %v10, %b11
  %a12 = getelementptr inbounds float, ptr addrspace(1) %a0, i64 12
  %b12 = load float, ptr addrspace(1) %a12
  %v12 = fadd float %v11, %b12
  %a13 = getelementptr inbounds float, ptr addrspace(1) %a0, i64 13
  %b13 = load float, ptr addrspace(1) %a13
  %v13 = fadd float %v12, %b13
  %a14 = getelementptr inbounds float, ptr addrspace(1) %a0, i64 14
  %b14 = load float, ptr addrspace(1) %a14
  %v14 = fadd float %v13, %b14
  %a15 = getelementptr inbounds float, ptr addrspace(1) %a0, i64 15
  %b15 = load float, ptr addrspace(1) %a15
  %v15 = fadd float %v14, %b15
  %x = getelementptr inbounds float, ptr addrspace(1) %p, i64 %l
  store float %v15, ptr addrspace(1) %x
  ret void
}

; Gathers alone are no gain,
; AVX512: sparse, region 0: stays scalar: it would gain nothing
; AVX2: sparse, region 0: stays scalar: it would gain nothing
; SSE2: sparse, region 0: stays scalar: it would gain nothing
define spir_kernel void @sparse(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  call void @sparse.region0(ptr addrspace(1) %p, ptr addrspace(1) %q)
  ret void
}
define internal void @sparse.region0(ptr addrspace(1) %p, ptr addrspace(1) %q) "ferry-region"="0" {
  %l = call i64 @__ferry_local_id(i32 0)
  %x = getelementptr i32, ptr addrspace(1) %p, i64 %l
  %j0 = load i32, ptr addrspace(1) %x
  %k0 = zext i32 %j0 to i64
  %y0 = getelementptr i32, ptr addrspace(1) %q, i64 %k0
  %j1 = load i32, ptr addrspace(1) %y0
  %k1 = zext i32 %j1 to i64
  %y1 = getelementptr i32, ptr addrspace(1) %q, i64 %k1
  %j2 = load i32, ptr addrspace(1) %y1
  %k2 = zext i32 %j2 to i64
  %y2 = getelementptr i32, ptr addrspace(1) %q, i64 %k2
  %j3 = load i32, ptr addrspace(1) %y2
  %k3 = zext i32 %j3 to i64
  %y3 = getelementptr i32, ptr addrspace(1) %q, i64 %k3
  %j4 = load i32, ptr addrspace(1) %y3
  %k4 = zext i32 %j4 to i64
  %y4 = getelementptr i32, ptr addrspace(1) %q, i64 %k4
  %j5 = load i32, ptr addrspace(1) %y4
  %k5 = zext i32 %j5 to i64
  %y5 = getelementptr i32, ptr addrspace(1) %q, i64 %k5
  %j6 = load i32, ptr addrspace(1) %y5
  %k6 = zext i32 %j6 to i64
  %y6 = getelementptr i32, ptr addrspace(1) %q, i64 %k6
  %j7 = load i32, ptr addrspace(1) %y6
  %k7 = zext i32 %j7 to i64
  %y7 = getelementptr i32, ptr addrspace(1) %q, i64 %k7
  %j8 = load i32, ptr addrspace(1) %y7
  %k8 = zext i32 %j8 to i64
  %y8 = getelementptr i32, ptr addrspace(1) %q, i64 %k8
  %j9 = load i32, ptr addrspace(1) %y8
  %k9 = zext i32 %j9 to i64
  %y9 = getelementptr i32, ptr addrspace(1) %q, i64 %k9
  %j10 = load i32, ptr addrspace(1) %y9
  %k10 = zext i32 %j10 to i64
  %y10 = getelementptr i32, ptr addrspace(1) %q, i64 %k10
  %j11 = load i32, ptr addrspace(1) %y10
  %k11 = zext i32 %j11 to i64
  %y11 = getelementptr i32, ptr addrspace(1) %q, i64 %k11
  %j12 = load i32, ptr addrspace(1) %y11
  %k12 = zext i32 %j12 to i64
  %y12 = getelementptr i32, ptr addrspace(1) %q, i64 %k12
  %j13 = load i32, ptr addrspace(1) %y12
  %k13 = zext i32 %j13 to i64
  %y13 = getelementptr i32, ptr addrspace(1) %q, i64 %k13
  %j14 = load i32, ptr addrspace(1) %y13
  %k14 = zext i32 %j14 to i64
  %y14 = getelementptr i32, ptr addrspace(1) %q, i64 %k14
  %j15 = load i32, ptr addrspace(1) %y14
  %k15 = zext i32 %j15 to i64
  %y15 = getelementptr i32, ptr addrspace(1) %q, i64 %k15
  %j16 = load i32, ptr addrspace(1) %y15
  %k16 = zext i32 %j16 to i64
  %y16 = getelementptr i32, ptr addrspace(1) %q, i64 %k16
  %j17 = load i32, ptr addrspace(1) %y16
  %k17 = zext i32 %j17 to i64
  %y17 = getelementptr i32, ptr addrspace(1) %q, i64 %k17
  %j18 = load i32, ptr addrspace(1) %y17
  %k18 = zext i32 %j18 to i64
  %y18 = getelementptr i32, ptr addrspace(1) %q, i64 %k18
  %j19 = load i32, ptr addrspace(1) %y18
  %k19 = zext i32 %j19 to i64
  %y19 = getelementptr i32, ptr addrspace(1) %q, i64 %k19
  %j20 = load i32, ptr addrspace(1) %y19
  %k20 = zext i32 %j20 to i64
  %y20 = getelementptr i32, ptr addrspace(1) %q, i64 %k20
  %j21 = load i32, ptr addrspace(1) %y20
  %k21 = zext i32 %j21 to i64
  %y21 = getelementptr i32, ptr addrspace(1) %q, i64 %k21
  %j22 = load i32, ptr addrspace(1) %y21
  %k22 = zext i32 %j22 to i64
  %y22 = getelementptr i32, ptr addrspace(1) %q, i64 %k22
  %j23 = load i32, ptr addrspace(1) %y22
  %k23 = zext i32 %j23 to i64
  %y23 = getelementptr i32, ptr addrspace(1) %q, i64 %k23
  %j24 = load i32, ptr addrspace(1) %y23
  %k24 = zext i32 %j24 to i64
  %y24 = getelementptr i32, ptr addrspace(1) %q, i64 %k24
  %j25 = load i32, ptr addrspace(1) %y24
  %k25 = zext i32 %j25 to i64
  %y25 = getelementptr i32, ptr addrspace(1) %q, i64 %k25
  %j26 = load i32, ptr addrspace(1) %y25
  %k26 = zext i32 %j26 to i64
  %y26 = getelementptr i32, ptr addrspace(1) %q, i64 %k26
  %j27 = load i32, ptr addrspace(1) %y26
  %k27 = zext i32 %j27 to i64
  %y27 = getelementptr i32, ptr addrspace(1) %q, i64 %k27
  %j28 = load i32, ptr addrspace(1) %y27
  %k28 = zext i32 %j28 to i64
  %y28 = getelementptr i32, ptr addrspace(1) %q, i64 %k28
  %j29 = load i32, ptr addrspace(1) %y28
  %k29 = zext i32 %j29 to i64
  %y29 = getelementptr i32, ptr addrspace(1) %q, i64 %k29
  %j30 = load i32, ptr addrspace(1) %y29
  %k30 = zext i32 %j30 to i64
  %y30 = getelementptr i32, ptr addrspace(1) %q, i64 %k30
  %j31 = load i32, ptr addrspace(1) %y30
  %k31 = zext i32 %j31 to i64
  %y31 = getelementptr i32, ptr addrspace(1) %q, i64 %k31
  %j32 = load i32, ptr addrspace(1) %y31
  %k32 = zext i32 %j32 to i64
  %y32 = getelementptr i32, ptr addrspace(1) %q, i64 %k32
  %j33 = load i32, ptr addrspace(1) %y32
  %k33 = zext i32 %j33 to i64
  %y33 = getelementptr i32, ptr addrspace(1) %q, i64 %k33
  %j34 = load i32, ptr addrspace(1) %y33
  %k34 = zext i32 %j34 to i64
  %y34 = getelementptr i32, ptr addrspace(1) %q, i64 %k34
  %j35 = load i32, ptr addrspace(1) %y34
  %k35 = zext i32 %j35 to i64
  %y35 = getelementptr i32, ptr addrspace(1) %q, i64 %k35
  %j36 = load i32, ptr addrspace(1) %y35
  %k36 = zext i32 %j36 to i64
  %y36 = getelementptr i32, ptr addrspace(1) %q, i64 %k36
  %j37 = load i32, ptr addrspace(1) %y36
  %k37 = zext i32 %j37 to i64
  %y37 = getelementptr i32, ptr addrspace(1) %q, i64 %k37
  %j38 = load i32, ptr addrspace(1) %y37
  %k38 = zext i32 %j38 to i64
  %y38 = getelementptr i32, ptr addrspace(1) %q, i64 %k38
  %j39 = load i32, ptr addrspace(1) %y38
  %k39 = zext i32 %j39 to i64
  %y39 = getelementptr i32, ptr addrspace(1) %q, i64 %k39
  %j40 = load i32, ptr addrspace(1) %y39
  store i32 %j40, ptr addrspace(1) %x
  ret void
}

; gathers with enough else to do are.
; AVX512: dense, region 0: 16 work-items at a time
; AVX2: dense, region 0: 8 work-items at a time
; SSE2: dense, region 0: stays scalar: it would gain nothing
define spir_kernel void @dense(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  call void @dense.region0(ptr addrspace(1) %p, ptr addrspace(1) %q)
  ret void
}
define internal void @dense.region0(ptr addrspace(1) %p, ptr addrspace(1) %q) "ferry-region"="0" {
  %l = call i64 @__ferry_local_id(i32 0)
  %x = getelementptr i32, ptr addrspace(1) %p, i64 %l
  %j0 = load i32, ptr addrspace(1) %x
  %k0 = zext i32 %j0 to i64
  %y0 = getelementptr i32, ptr addrspace(1) %q, i64 %k0
  %j1 = load i32, ptr addrspace(1) %y0
  %k1 = zext i32 %j1 to i64
  %y1 = getelementptr i32, ptr addrspace(1) %q, i64 %k1
  %j2 = load i32, ptr addrspace(1) %y1
  %k2 = zext i32 %j2 to i64
  %y2 = getelementptr i32, ptr addrspace(1) %q, i64 %k2
  %j3 = load i32, ptr addrspace(1) %y2
  %k3 = zext i32 %j3 to i64
  %y3 = getelementptr i32, ptr addrspace(1) %q, i64 %k3
  %j4 = load i32, ptr addrspace(1) %y3
  %k4 = zext i32 %j4 to i64
  %y4 = getelementptr i32, ptr addrspace(1) %q, i64 %k4
  %j5 = load i32, ptr addrspace(1) %y4
  %k5 = zext i32 %j5 to i64
  %y5 = getelementptr i32, ptr addrspace(1) %q, i64 %k5
  %j6 = load i32, ptr addrspace(1) %y5
  %k6 = zext i32 %j6 to i64
  %y6 = getelementptr i32, ptr addrspace(1) %q, i64 %k6
  %j7 = load i32, ptr addrspace(1) %y6
  %k7 = zext i32 %j7 to i64
  %y7 = getelementptr i32, ptr addrspace(1) %q, i64 %k7
  %j8 = load i32, ptr addrspace(1) %y7
  %k8 = zext i32 %j8 to i64
  %y8 = getelementptr i32, ptr addrspace(1) %q, i64 %k8
  %j9 = load i32, ptr addrspace(1) %y8
  %k9 = zext i32 %j9 to i64
  %y9 = getelementptr i32, ptr addrspace(1) %q, i64 %k9
  %j10 = load i32, ptr addrspace(1) %y9
  %k10 = zext i32 %j10 to i64
  %y10 = getelementptr i32, ptr addrspace(1) %q, i64 %k10
  %j11 = load i32, ptr addrspace(1) %y10
  %k11 = zext i32 %j11 to i64
  %y11 = getelementptr i32, ptr addrspace(1) %q, i64 %k11
  %j12 = load i32, ptr addrspace(1) %y11
  %k12 = zext i32 %j12 to i64
  %y12 = getelementptr i32, ptr addrspace(1) %q, i64 %k12
  %j13 = load i32, ptr addrspace(1) %y12
  %k13 = zext i32 %j13 to i64
  %y13 = getelementptr i32, ptr addrspace(1) %q, i64 %k13
  %j14 = load i32, ptr addrspace(1) %y13
  %k14 = zext i32 %j14 to i64
  %y14 = getelementptr i32, ptr addrspace(1) %q, i64 %k14
  %j15 = load i32, ptr addrspace(1) %y14
  %k15 = zext i32 %j15 to i64
  %y15 = getelementptr i32, ptr addrspace(1) %q, i64 %k15
  %j16 = load i32, ptr addrspace(1) %y15
  %w0 = mul i32 %j16, %j16
  %w1 = mul i32 %w0, %w0
  %w2 = mul i32 %w1, %w1
  %w3 = mul i32 %w2, %w2
  %w4 = mul i32 %w3, %w3
  %w5 = mul i32 %w4, %w4
  %w6 = mul i32 %w5, %w5
  %w7 = mul i32 %w6, %w6
  %w8 = mul i32 %w7, %w7
  %w9 = mul i32 %w8, %w8
  %w10 = mul i32 %w9, %w9
  %w11 = mul i32 %w10, %w10
  %w12 = mul i32 %w11, %w11
  %w13 = mul i32 %w12, %w12
  %w14 = mul i32 %w13, %w13
  %w15 = mul i32 %w14, %w14
  %w16 = mul i32 %w15, %w15
  %w17 = mul i32 %w16, %w16
  %w18 = mul i32 %w17, %w17
  %w19 = mul i32 %w18, %w18
  %w20 = mul i32 %w19, %w19
  %w21 = mul i32 %w20, %w20
  %w22 = mul i32 %w21, %w21
  %w23 = mul i32 %w22, %w22
  %w24 = mul i32 %w23, %w23
  %w25 = mul i32 %w24, %w24
  %w26 = mul i32 %w25, %w25
  %w27 = mul i32 %w26, %w26
  %w28 = mul i32 %w27, %w27
  %w29 = mul i32 %w28, %w28
  %w30 = mul i32 %w29, %w29
  %w31 = mul i32 %w30, %w30
  %w32 = mul i32 %w31, %w31
  %w33 = mul i32 %w32, %w32
  %w34 = mul i32 %w33, %w33
  %w35 = mul i32 %w34, %w34
  %w36 = mul i32 %w35, %w35
  %w37 = mul i32 %w36, %w36
  %w38 = mul i32 %w37, %w37
  %w39 = mul i32 %w38, %w38
  %w40 = mul i32 %w39, %w39
  %w41 = mul i32 %w40, %w40
  %w42 = mul i32 %w41, %w41
  %w43 = mul i32 %w42, %w42
  %w44 = mul i32 %w43, %w43
  %w45 = mul i32 %w44, %w44
  %w46 = mul i32 %w45, %w45
  %w47 = mul i32 %w46, %w46
  %w48 = mul i32 %w47, %w47
  %w49 = mul i32 %w48, %w48
  %w50 = mul i32 %w49, %w49
  %w51 = mul i32 %w50, %w50
  %w52 = mul i32 %w51, %w51
  %w53 = mul i32 %w52, %w52
  %w54 = mul i32 %w53, %w53
  %w55 = mul i32 %w54, %w54
  %w56 = mul i32 %w55, %w55
  %w57 = mul i32 %w56, %w56
  %w58 = mul i32 %w57, %w57
  %w59 = mul i32 %w58, %w58
  %w60 = mul i32 %w59, %w59
  %w61 = mul i32 %w60, %w60
  %w62 = mul i32 %w61, %w61
  %w63 = mul i32 %w62, %w62
  store i32 %w63, ptr addrspace(1) %x
  ret void
}

; Rows that LLVM's loop vectoriser reads one after the other, where work-items
; together would gather.
; AVX512: sums, region 0: stays scalar: it would gain nothing
; AVX2: sums, region 0: stays scalar: it would gain nothing
; SSE2: sums, region 0: stays scalar: it would gain nothing
define spir_kernel void @sums(ptr addrspace(1) %p, ptr addrspace(1) %q, i64 %n) {
  call void @sums.region0(ptr addrspace(1) %p, ptr addrspace(1) %q, i64 %n)
  ret void
}
define internal void @sums.region0(ptr addrspace(1) %p, ptr addrspace(1) %q, i64 %n) "ferry-region"="0" {
entry:
  %i = call i64 @__ferry_global_id(i32 0)
  %row = mul nsw i64 %i, %n
  %x = getelementptr i8, ptr addrspace(1) %p, i64 %row
  br label %head
head:
  %j = phi i64 [ 0, %entry ], [ %next, %body ]
  %sum = phi i32 [ 0, %entry ], [ %more, %body ]
  %c = icmp slt i64 %j, %n
  br i1 %c, label %body, label %done
body:
  %a = getelementptr i8, ptr addrspace(1) %x, i64 %j
  %v = load i8, ptr addrspace(1) %a
  %w = sext i8 %v to i32
  %square = mul i32 %w, %w
  %more = add i32 %sum, %square
  %next = add nuw nsw i64 %j, 1
  br label %head
done:
  %y = getelementptr i32, ptr addrspace(1) %q, i64 %i
  store i32 %sum, ptr addrspace(1) %y
  ret void
}

; It does not add floats in another order.
; AVX512: floatSums, region 0: 16 work-items at a time
; Where gathers are slow, too: one work-item waits for each sum.
; SLOW: floatSums, region 0: 16 work-items at a time
define spir_kernel void @floatSums(ptr addrspace(1) %p, ptr addrspace(1) %q, i64 %n) {
  call void @floatSums.region0(ptr addrspace(1) %p, ptr addrspace(1) %q, i64 %n)
  ret void
}
define internal void @floatSums.region0(ptr addrspace(1) %p, ptr addrspace(1) %q, i64 %n) "ferry-region"="0" {
entry:
  %i = call i64 @__ferry_global_id(i32 0)
  %row = mul nsw i64 %i, %n
  %x = getelementptr float, ptr addrspace(1) %p, i64 %row
  br label %head
head:
  %j = phi i64 [ 0, %entry ], [ %next, %body ]
  %sum = phi float [ 0.0, %entry ], [ %more, %body ]
  %c = icmp slt i64 %j, %n
  br i1 %c, label %body, label %done
body:
  %a = getelementptr float, ptr addrspace(1) %x, i64 %j
  %v = load float, ptr addrspace(1) %a
  %square = fmul float %v, %v
  %double = fadd float %square, %square
  %third = fadd float %double, %square
  %more = fadd float %sum, %third
  %next = add nuw nsw i64 %j, 1
  br label %head
done:
  %y = getelementptr float, ptr addrspace(1) %q, i64 %i
  store float %sum, ptr addrspace(1) %y
  ret void
}

; Where gathers are slow a row is better gone through by one work-item, if it does
; not wait for long.
; AVX512: prefixes, region 0: 8 work-items at a time
; SLOW: prefixes, region 0: stays scalar: it would gain nothing
define spir_kernel void @prefixes(ptr addrspace(1) %p, i64 %n) {
  call void @prefixes.region0(ptr addrspace(1) %p, i64 %n)
  ret void
}
define internal void @prefixes.region0(ptr addrspace(1) %p, i64 %n) "ferry-region"="0" {
entry:
  %i = call i64 @__ferry_global_id(i32 0)
  %row = mul nsw i64 %i, %n
  %x = getelementptr i32, ptr addrspace(1) %p, i64 %row
  br label %head
head:
  %j = phi i64 [ 0, %entry ], [ %next, %body ]
  %sum = phi i32 [ 0, %entry ], [ %more, %body ]
  %c = icmp slt i64 %j, %n
  br i1 %c, label %body, label %done
body:
  %a = getelementptr i32, ptr addrspace(1) %x, i64 %j
  %v = load i32, ptr addrspace(1) %a
  %more = add i32 %sum, %v
  store i32 %more, ptr addrspace(1) %a
  %next = add nuw nsw i64 %j, 1
  br label %head
done:
  ret void
}

; Rows are long here, but what the iterations leave behind takes many registers.
; AVX512: few, region 0: 32 work-items at a time
; AVX512: many, region 0: 16 work-items at a time
define spir_kernel void @few(ptr addrspace(1) %p, ptr addrspace(1) %q, i64 %n) "ferry-group-agnostic" {
  call void @few.region0(ptr addrspace(1) %p, ptr addrspace(1) %q, i64 %n)
  ret void
}
define internal void @few.region0(ptr addrspace(1) %p, ptr addrspace(1) %q, i64 %n) "ferry-region"="0" {
  %l = call i64 @__ferry_global_id(i32 0)
  %x = getelementptr float, ptr addrspace(1) %p, i64 %l
  br label %loop

loop:
  %i = phi i64 [ 0, %0 ], [ %next, %loop ]
  %s = phi float [ 0.0, %0 ], [ %t, %loop ]
  %y = getelementptr float, ptr addrspace(1) %q, i64 %i
  %v = load float, ptr addrspace(1) %y
  %u = load float, ptr addrspace(1) %x
  %uv = fmul float %u, %v
  %t = fadd float %s, %uv
  %next = add nuw i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %done

done:
  store float %t, ptr addrspace(1) %x
  ret void
}

define spir_kernel void @many(ptr addrspace(1) %p, ptr addrspace(1) %q, i64 %n) "ferry-group-agnostic" {
  call void @many.region0(ptr addrspace(1) %p, ptr addrspace(1) %q, i64 %n)
  ret void
}
define internal void @many.region0(ptr addrspace(1) %p, ptr addrspace(1) %q, i64 %n) "ferry-region"="0" {
  %l = call i64 @__ferry_global_id(i32 0)
  %x = getelementptr <4 x float>, ptr addrspace(1) %p, i64 %l
  br label %loop

loop:
  %i = phi i64 [ 0, %0 ], [ %next, %loop ]
  %s = phi <4 x float> [ zeroinitializer, %0 ], [ %t, %loop ]
  %s2 = phi <4 x float> [ zeroinitializer, %0 ], [ %t2, %loop ]
  %s3 = phi <4 x float> [ zeroinitializer, %0 ], [ %t3, %loop ]
  %y = getelementptr <4 x float>, ptr addrspace(1) %q, i64 %i
  %v = load <4 x float>, ptr addrspace(1) %y
  %u = load <4 x float>, ptr addrspace(1) %x
  %t = fadd <4 x float> %s, %u
  %t2 = fadd <4 x float> %s2, %t
  %uv = fmul <4 x float> %u, %v
  %t3 = fadd <4 x float> %s3, %uv
  %next = add nuw i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %done

done:
  %r = fadd <4 x float> %t2, %t3
  store <4 x float> %r, ptr addrspace(1) %x
  ret void
}

; One work-item has something to do: most vectors have only to find out that they
; have nothing.
; AVX512: single, region 0: 8 work-items at a time
; AVX2: single, region 0: 4 work-items at a time
define spir_kernel void @single(ptr addrspace(1) %p, ptr addrspace(3) %q) {
  call void @single.region0(ptr addrspace(1) %p, ptr addrspace(3) %q)
  ret void
}
define internal void @single.region0(ptr addrspace(1) %p, ptr addrspace(3) %q) "ferry-region"="0" {
  %l = call i64 @__ferry_local_id(i32 0)
  %is = icmp eq i64 %l, 0
  br i1 %is, label %first, label %end
first:
  %v = load float, ptr addrspace(3) %q
  store float %v, ptr addrspace(1) %p
  br label %end
end:
  ret void
}

; Sums side by side are vectors for a work-item alone,
; AVX512: apart, region 0: 16 work-items at a time
define spir_kernel void @apart(ptr addrspace(1) %p, ptr addrspace(1) %q, i64 %n) {
  call void @apart.region0(ptr addrspace(1) %p, ptr addrspace(1) %q, i64 %n)
  ret void
}
define internal void @apart.region0(ptr addrspace(1) %p, ptr addrspace(1) %q, i64 %n) "ferry-region"="0" {
entry:
  %i = call i64 @__ferry_global_id(i32 0)
  %x = getelementptr [1040 x float], ptr addrspace(1) %p, i64 %i
  %y = getelementptr [4 x float], ptr addrspace(1) %q, i64 %i
  br label %body
body:
  %j = phi i64 [ 0, %entry ], [ %next, %body ]
  %sum0 = phi float [ 0.0, %entry ], [ %more0, %body ]
  %sum1 = phi float [ 0.0, %entry ], [ %more1, %body ]
  %sum2 = phi float [ 0.0, %entry ], [ %more2, %body ]
  %sum3 = phi float [ 0.0, %entry ], [ %more3, %body ]
  %step = mul nuw nsw i64 %j, 3
  %k0 = add nuw nsw i64 %step, 0
  %a0 = getelementptr float, ptr addrspace(1) %x, i64 %k0
  %v0 = load float, ptr addrspace(1) %a0
  %w0 = fmul float %v0, %v0
  %more0 = fadd float %sum0, %w0
  %k1 = add nuw nsw i64 %step, 100
  %a1 = getelementptr float, ptr addrspace(1) %x, i64 %k1
  %v1 = load float, ptr addrspace(1) %a1
  %w1 = fmul float %v1, %v1
  %more1 = fadd float %sum1, %w1
  %k2 = add nuw nsw i64 %step, 200
  %a2 = getelementptr float, ptr addrspace(1) %x, i64 %k2
  %v2 = load float, ptr addrspace(1) %a2
  %w2 = fmul float %v2, %v2
  %more2 = fadd float %sum2, %w2
  %k3 = add nuw nsw i64 %step, 300
  %a3 = getelementptr float, ptr addrspace(1) %x, i64 %k3
  %v3 = load float, ptr addrspace(1) %a3
  %w3 = fmul float %v3, %v3
  %more3 = fadd float %sum3, %w3
  %next = add nuw nsw i64 %j, 1
  %c = icmp slt i64 %next, %n
  br i1 %c, label %body, label %done
done:
  %b0 = getelementptr float, ptr addrspace(1) %y, i64 0
  store float %more0, ptr addrspace(1) %b0
  %b1 = getelementptr float, ptr addrspace(1) %y, i64 1
  store float %more1, ptr addrspace(1) %b1
  %b2 = getelementptr float, ptr addrspace(1) %y, i64 2
  store float %more2, ptr addrspace(1) %b2
  %b3 = getelementptr float, ptr addrspace(1) %y, i64 3
  store float %more3, ptr addrspace(1) %b3
  ret void
}

; and gathers take long where the lines of all lanes have one place in the first
; cache.
; AVX512: pages, region 0: stays scalar: it would gain nothing
define spir_kernel void @pages(ptr addrspace(1) %p, ptr addrspace(1) %q, i64 %n) {
  call void @pages.region0(ptr addrspace(1) %p, ptr addrspace(1) %q, i64 %n)
  ret void
}
define internal void @pages.region0(ptr addrspace(1) %p, ptr addrspace(1) %q, i64 %n) "ferry-region"="0" {
entry:
  %i = call i64 @__ferry_global_id(i32 0)
  %x = getelementptr [1024 x float], ptr addrspace(1) %p, i64 %i
  %y = getelementptr [4 x float], ptr addrspace(1) %q, i64 %i
  br label %body
body:
  %j = phi i64 [ 0, %entry ], [ %next, %body ]
  %sum0 = phi float [ 0.0, %entry ], [ %more0, %body ]
  %sum1 = phi float [ 0.0, %entry ], [ %more1, %body ]
  %sum2 = phi float [ 0.0, %entry ], [ %more2, %body ]
  %sum3 = phi float [ 0.0, %entry ], [ %more3, %body ]
  %step = mul nuw nsw i64 %j, 3
  %k0 = add nuw nsw i64 %step, 0
  %a0 = getelementptr float, ptr addrspace(1) %x, i64 %k0
  %v0 = load float, ptr addrspace(1) %a0
  %w0 = fmul float %v0, %v0
  %more0 = fadd float %sum0, %w0
  %k1 = add nuw nsw i64 %step, 100
  %a1 = getelementptr float, ptr addrspace(1) %x, i64 %k1
  %v1 = load float, ptr addrspace(1) %a1
  %w1 = fmul float %v1, %v1
  %more1 = fadd float %sum1, %w1
  %k2 = add nuw nsw i64 %step, 200
  %a2 = getelementptr float, ptr addrspace(1) %x, i64 %k2
  %v2 = load float, ptr addrspace(1) %a2
  %w2 = fmul float %v2, %v2
  %more2 = fadd float %sum2, %w2
  %k3 = add nuw nsw i64 %step, 300
  %a3 = getelementptr float, ptr addrspace(1) %x, i64 %k3
  %v3 = load float, ptr addrspace(1) %a3
  %w3 = fmul float %v3, %v3
  %more3 = fadd float %sum3, %w3
  %next = add nuw nsw i64 %j, 1
  %c = icmp slt i64 %next, %n
  br i1 %c, label %body, label %done
done:
  %b0 = getelementptr float, ptr addrspace(1) %y, i64 0
  store float %more0, ptr addrspace(1) %b0
  %b1 = getelementptr float, ptr addrspace(1) %y, i64 1
  store float %more1, ptr addrspace(1) %b1
  %b2 = getelementptr float, ptr addrspace(1) %y, i64 2
  store float %more2, ptr addrspace(1) %b2
  %b3 = getelementptr float, ptr addrspace(1) %y, i64 3
  store float %more3, ptr addrspace(1) %b3
  ret void
}

; Of rows whose distance nobody knows, no more than caches have places for if it is a
; power of two.
; AVX512: own_rows, region 0: 8 work-items at a time
; AVX512: near_rows, region 0: 16 work-items at a time
define spir_kernel void @own_rows(ptr addrspace(1) %p, ptr addrspace(1) %q, i64 %n) {
  call void @own_rows.region0(ptr addrspace(1) %p, ptr addrspace(1) %q, i64 %n)
  ret void
}
define internal void @own_rows.region0(ptr addrspace(1) %p, ptr addrspace(1) %q, i64 %n) "ferry-region"="0" {
entry:
  %l = call i64 @__ferry_global_id(i32 0)
  %r = mul i64 %l, %n
  %row = getelementptr float, ptr addrspace(1) %p, i64 %r
  %to = getelementptr float, ptr addrspace(1) %q, i64 %r
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %k1, %loop ]
  %s = phi float [ 0.0, %entry ], [ %s1, %loop ]
  %x = getelementptr float, ptr addrspace(1) %row, i64 %k
  %v = load float, ptr addrspace(1) %x
  %s1 = fadd float %s, %v
  %y = getelementptr float, ptr addrspace(1) %to, i64 %k
  store float %s1, ptr addrspace(1) %y
  %k1 = add nuw nsw i64 %k, 1
  %more = icmp ult i64 %k1, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}

define spir_kernel void @near_rows(ptr addrspace(1) %p, ptr addrspace(1) %q, i64 %n) {
  call void @near_rows.region0(ptr addrspace(1) %p, ptr addrspace(1) %q, i64 %n)
  ret void
}
define internal void @near_rows.region0(ptr addrspace(1) %p, ptr addrspace(1) %q, i64 %n) "ferry-region"="0" {
entry:
  %l = call i64 @__ferry_global_id(i32 0)
  %r = mul nuw nsw i64 %l, 1008
  %row = getelementptr float, ptr addrspace(1) %p, i64 %r
  %to = getelementptr float, ptr addrspace(1) %q, i64 %r
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %k1, %loop ]
  %s = phi float [ 0.0, %entry ], [ %s1, %loop ]
  %x = getelementptr float, ptr addrspace(1) %row, i64 %k
  %v = load float, ptr addrspace(1) %x
  %s1 = fadd float %s, %v
  %y = getelementptr float, ptr addrspace(1) %to, i64 %k
  store float %s1, ptr addrspace(1) %y
  %k1 = add nuw nsw i64 %k, 1
  %more = icmp ult i64 %k1, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}

; One work-item in eight goes along a list: lanes would wait for two of them.
; AVX512: eighth, region 0: stays scalar
; Only one of a group does, and the others next to nothing.
; AVX512: first, region 0: stays scalar: most is done by one work-item of a group
define spir_kernel void @eighth(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  call void @eighth.region0(ptr addrspace(1) %p, ptr addrspace(1) %q)
  ret void
}
define internal void @eighth.region0(ptr addrspace(1) %p, ptr addrspace(1) %q) "ferry-region"="0" {
entry:
  %l = call i64 @__ferry_local_id(i32 0)
  %o = getelementptr i64, ptr addrspace(1) %q, i64 %l
  store i64 %l, ptr addrspace(1) %o
  %e = and i64 %l, 7
  %is = icmp eq i64 %e, 0
  br i1 %is, label %loop, label %end
loop:
  %i = phi i64 [ %l, %entry ], [ %next, %loop ]
  %s = phi i64 [ 0, %entry ], [ %s1, %loop ]
  %x = getelementptr i64, ptr addrspace(1) %p, i64 %i
  %next = load i64, ptr addrspace(1) %x
  %m = mul i64 %s, %next
  %s1 = xor i64 %m, %i
  store i64 %s1, ptr addrspace(1) %x
  %more = icmp ne i64 %next, 0
  br i1 %more, label %loop, label %end
end:
  ret void
}

define spir_kernel void @first(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  call void @first.region0(ptr addrspace(1) %p, ptr addrspace(1) %q)
  ret void
}
define internal void @first.region0(ptr addrspace(1) %p, ptr addrspace(1) %q) "ferry-region"="0" {
entry:
  %l = call i64 @__ferry_local_id(i32 0)
  %is = icmp eq i64 %l, 0
  br i1 %is, label %loop, label %end
loop:
  %i = phi i64 [ %l, %entry ], [ %next, %loop ]
  %s = phi i64 [ 0, %entry ], [ %s1, %loop ]
  %x = getelementptr i64, ptr addrspace(1) %p, i64 %i
  %next = load i64, ptr addrspace(1) %x
  %m = mul i64 %s, %next
  %s1 = xor i64 %m, %i
  store i64 %s1, ptr addrspace(1) %x
  %y = getelementptr i64, ptr addrspace(1) %q, i64 %s1
  store i64 %m, ptr addrspace(1) %y
  %more = icmp ne i64 %next, 0
  br i1 %more, label %loop, label %end
end:
  ret void
}

; A row of bytes, each made of the one before: no vector of a work-item's own,
; AVX512: edits, region 0: 32 work-items at a time
; of the one after: there is.
; AVX512: shifts, region 0: stays scalar: it would gain nothing
define spir_kernel void @edits(ptr addrspace(1) %p, i64 %n) {
  call void @edits.region0(ptr addrspace(1) %p, i64 %n)
  ret void
}
define internal void @edits.region0(ptr addrspace(1) %p, i64 %n) "ferry-region"="0" {
entry:
  %row = alloca [64 x i8], align 16
  %g = call i64 @__ferry_global_id(i32 0)
  %at = mul i64 %g, %n
  %from = getelementptr i8, ptr addrspace(1) %p, i64 %at
  br label %head
head:
  %j = phi i64 [ 1, %entry ], [ %next, %body ]
  %done = icmp eq i64 %j, %n
  br i1 %done, label %end, label %body
body:
  %b = getelementptr i8, ptr %row, i64 %j
  %a = getelementptr i8, ptr %b, i64 -1
  %x = load i8, ptr %a
  %y = load i8, ptr %b
  %m = call i8 @llvm.umin.i8(i8 %x, i8 %y)
  %k = getelementptr i8, ptr addrspace(1) %from, i64 %j
  %d = load i8, ptr addrspace(1) %k
  %s = add i8 %m, %d
  store i8 %s, ptr %b
  %next = add nuw nsw i64 %j, 1
  br label %head
end:
  %last = getelementptr i8, ptr %row, i64 %n
  %v = load i8, ptr %last
  %to = getelementptr i8, ptr addrspace(1) %p, i64 %g
  store i8 %v, ptr addrspace(1) %to
  ret void
}
declare i8 @llvm.umin.i8(i8, i8)

define spir_kernel void @shifts(ptr addrspace(1) %p, i64 %n) {
  call void @shifts.region0(ptr addrspace(1) %p, i64 %n)
  ret void
}
define internal void @shifts.region0(ptr addrspace(1) %p, i64 %n) "ferry-region"="0" {
entry:
  %row = alloca [64 x i8], align 16
  %g = call i64 @__ferry_global_id(i32 0)
  %at = mul i64 %g, %n
  %from = getelementptr i8, ptr addrspace(1) %p, i64 %at
  br label %head
head:
  %j = phi i64 [ 1, %entry ], [ %next, %body ]
  %done = icmp eq i64 %j, %n
  br i1 %done, label %end, label %body
body:
  %b = getelementptr i8, ptr %row, i64 %j
  %a = getelementptr i8, ptr %b, i64 1
  %x = load i8, ptr %a
  %y = load i8, ptr %b
  %m = call i8 @llvm.umin.i8(i8 %x, i8 %y)
  %k = getelementptr i8, ptr addrspace(1) %from, i64 %j
  %d = load i8, ptr addrspace(1) %k
  %s = add i8 %m, %d
  store i8 %s, ptr %b
  %next = add nuw nsw i64 %j, 1
  br label %head
end:
  %last = getelementptr i8, ptr %row, i64 %n
  %v = load i8, ptr %last
  %to = getelementptr i8, ptr addrspace(1) %p, i64 %g
  store i8 %v, ptr addrspace(1) %to
  ret void
}

; Products of matrices in vectors of 16 floats: to transpose them is the most.
; AVX512: matrices, region 0: stays scalar: it would gain nothing
define spir_kernel void @matrices(ptr addrspace(1) %p) {
  call void @matrices.region0(ptr addrspace(1) %p)
  ret void
}
define internal void @matrices.region0(ptr addrspace(1) %p) "ferry-region"="0" {
  %g = call i64 @__ferry_global_id(i32 0)
  %a = getelementptr <16 x float>, ptr addrspace(1) %p, i64 %g
  %b = getelementptr i8, ptr addrspace(1) %a, i64 1048576
  %x = load <16 x float>, ptr addrspace(1) %a
  %y = load <16 x float>, ptr addrspace(1) %b
  %x0 = shufflevector <16 x float> %x, <16 x float> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %x1 = shufflevector <16 x float> %x, <16 x float> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  %x2 = shufflevector <16 x float> %x, <16 x float> poison, <4 x i32> <i32 8, i32 9, i32 10, i32 11>
  %x3 = shufflevector <16 x float> %x, <16 x float> poison, <4 x i32> <i32 12, i32 13, i32 14, i32 15>
  %y0 = shufflevector <16 x float> %y, <16 x float> poison, <4 x i32> splat (i32 0)
  %s0 = fmul <4 x float> %x0, %y0
  %y1 = shufflevector <16 x float> %y, <16 x float> poison, <4 x i32> splat (i32 1)
  %s1 = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %x1, <4 x float> %y1, <4 x float> %s0)
  %y2 = shufflevector <16 x float> %y, <16 x float> poison, <4 x i32> splat (i32 2)
  %s2 = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %x2, <4 x float> %y2, <4 x float> %s1)
  %y3 = shufflevector <16 x float> %y, <16 x float> poison, <4 x i32> splat (i32 3)
  %s3 = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %x3, <4 x float> %y3, <4 x float> %s2)
  %y4 = shufflevector <16 x float> %y, <16 x float> poison, <4 x i32> splat (i32 4)
  %s4 = fmul <4 x float> %x0, %y4
  %y5 = shufflevector <16 x float> %y, <16 x float> poison, <4 x i32> splat (i32 5)
  %s5 = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %x1, <4 x float> %y5, <4 x float> %s4)
  %y6 = shufflevector <16 x float> %y, <16 x float> poison, <4 x i32> splat (i32 6)
  %s6 = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %x2, <4 x float> %y6, <4 x float> %s5)
  %y7 = shufflevector <16 x float> %y, <16 x float> poison, <4 x i32> splat (i32 7)
  %s7 = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %x3, <4 x float> %y7, <4 x float> %s6)
  %y8 = shufflevector <16 x float> %y, <16 x float> poison, <4 x i32> splat (i32 8)
  %s8 = fmul <4 x float> %x0, %y8
  %y9 = shufflevector <16 x float> %y, <16 x float> poison, <4 x i32> splat (i32 9)
  %s9 = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %x1, <4 x float> %y9, <4 x float> %s8)
  %y10 = shufflevector <16 x float> %y, <16 x float> poison, <4 x i32> splat (i32 10)
  %s10 = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %x2, <4 x float> %y10, <4 x float> %s9)
  %y11 = shufflevector <16 x float> %y, <16 x float> poison, <4 x i32> splat (i32 11)
  %s11 = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %x3, <4 x float> %y11, <4 x float> %s10)
  %y12 = shufflevector <16 x float> %y, <16 x float> poison, <4 x i32> splat (i32 12)
  %s12 = fmul <4 x float> %x0, %y12
  %y13 = shufflevector <16 x float> %y, <16 x float> poison, <4 x i32> splat (i32 13)
  %s13 = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %x1, <4 x float> %y13, <4 x float> %s12)
  %y14 = shufflevector <16 x float> %y, <16 x float> poison, <4 x i32> splat (i32 14)
  %s14 = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %x2, <4 x float> %y14, <4 x float> %s13)
  %y15 = shufflevector <16 x float> %y, <16 x float> poison, <4 x i32> splat (i32 15)
  %s15 = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %x3, <4 x float> %y15, <4 x float> %s14)
  %l = shufflevector <4 x float> %s3, <4 x float> %s7, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %h = shufflevector <4 x float> %s11, <4 x float> %s15, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %r = shufflevector <8 x float> %l, <8 x float> %h, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  store <16 x float> %r, ptr addrspace(1) %a
  ret void
}
declare <4 x float> @llvm.fmuladd.v4f32(<4 x float>, <4 x float>, <4 x float>)

; Powers by one product after the other: lanes wait longer for these than it takes
; twice as many to gather what they are of.
; ROWS: powers, region 0: 16 work-items at a time
define spir_kernel void @powers(ptr addrspace(1) %p, i64 %n) {
  call void @powers.region0(ptr addrspace(1) %p, i64 %n)
  ret void
}
define internal void @powers.region0(ptr addrspace(1) %p, i64 %n) "ferry-region"="0" {
entry:
  %g = call i64 @__ferry_global_id(i32 0)
  %record = getelementptr [501 x double], ptr addrspace(1) %p, i64 %g
  br label %head
head:
  %j = phi i64 [ 1, %entry ], [ %j1, %next ]
  %sum = phi double [ 0.0, %entry ], [ %sum1, %next ]
  %done = icmp eq i64 %j, %n
  br i1 %done, label %end, label %body
body:
  %x = getelementptr double, ptr addrspace(1) %record, i64 %j
  %v = load double, ptr addrspace(1) %x
  br label %inner
inner:
  %k = phi i64 [ 0, %body ], [ %k1, %inner ]
  %power = phi double [ 1.0, %body ], [ %power1, %inner ]
  %power1 = fmul double %power, %v
  %k1 = add nuw nsw i64 %k, 1
  %enough = icmp eq i64 %k1, %j
  br i1 %enough, label %next, label %inner
next:
  %sum1 = fadd double %sum, %power1
  %j1 = add nuw nsw i64 %j, 1
  br label %head
end:
  store double %sum, ptr addrspace(1) %record
  ret void
}

; A function of libm costs as much as it is, though it is an intrinsic: more than
; it costs to gather its arguments.
; AVX512: sines, region 0: 8 work-items at a time
; AVX2: sines, region 0: 4 work-items at a time
; SSE2: sines, region 0: 2 work-items at a time
define spir_kernel void @sines(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  call void @sines.region0(ptr addrspace(1) %p, ptr addrspace(1) %q)
  ret void
}
define internal void @sines.region0(ptr addrspace(1) %p, ptr addrspace(1) %q) "ferry-region"="0" {
  %g = call i64 @__ferry_global_id(i32 0)
  %x = getelementptr i64, ptr addrspace(1) %q, i64 %g
  %j = load i64, ptr addrspace(1) %x
  %y = getelementptr double, ptr addrspace(1) %p, i64 %j
  %v = load double, ptr addrspace(1) %y
  %s = call double @llvm.sin.f64(double %v)
  store double %s, ptr addrspace(1) %x
  ret void
}

; In steps of the global size, a work-item alone comes to another page with each
; iteration, and its neighbour to the same ones anew.
; AVX512: grid, region 0: 8 work-items at a time
; AVX2: grid, region 0: 4 work-items at a time
; SSE2: grid, region 0: 2 work-items at a time
; AVX512: near, region 0: stays scalar: it would gain nothing
define spir_kernel void @grid(ptr addrspace(1) %p, ptr addrspace(3) %q, i64 %n, i64 %step) {
  call void @grid.region0(ptr addrspace(1) %p, ptr addrspace(3) %q, i64 %n, i64 %step)
  ret void
}
define internal void @grid.region0(ptr addrspace(1) %p, ptr addrspace(3) %q, i64 %n, i64 %step) "ferry-region"="0" {
entry:
  %g = call i64 @__ferry_global_id(i32 0)
  br label %loop
loop:
  %i = phi i64 [ %g, %entry ], [ %i1, %loop ]
  %x = getelementptr i8, ptr addrspace(1) %p, i64 %i
  %v = load i8, ptr addrspace(1) %x
  %b = zext i8 %v to i64
  %y = getelementptr i32, ptr addrspace(3) %q, i64 %b
  %old = atomicrmw add ptr addrspace(3) %y, i32 1 monotonic
  %i1 = add nuw nsw i64 %i, %step
  %more = icmp ult i64 %i1, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}

; Along its own row it finds the next element beside the last.
define spir_kernel void @near(ptr addrspace(1) %p, ptr addrspace(3) %q, i64 %n) {
  call void @near.region0(ptr addrspace(1) %p, ptr addrspace(3) %q, i64 %n)
  ret void
}
define internal void @near.region0(ptr addrspace(1) %p, ptr addrspace(3) %q, i64 %n) "ferry-region"="0" {
entry:
  %g = call i64 @__ferry_global_id(i32 0)
  br label %loop
loop:
  %i = phi i64 [ %g, %entry ], [ %i1, %loop ]
  %x = getelementptr i8, ptr addrspace(1) %p, i64 %i
  %v = load i8, ptr addrspace(1) %x
  %b = zext i8 %v to i64
  %y = getelementptr i32, ptr addrspace(3) %q, i64 %b
  %old = atomicrmw add ptr addrspace(3) %y, i32 1 monotonic
  %i1 = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %i1, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}

; A work-item's own vectors are reason to stay scalar only if they fill registers.
; AVX512: float4, region 0: 16 work-items at a time
; AVX2: float4, region 0: 8 work-items at a time
; SSE2: float4, region 0: stays scalar: it would gain nothing
define spir_kernel void @float4(ptr addrspace(1) %p) {
  call void @float4.region0(ptr addrspace(1) %p)
  ret void
}
define internal void @float4.region0(ptr addrspace(1) %p) "ferry-region"="0" {
  %l = call i64 @__ferry_local_id(i32 0)
  %x = getelementptr <4 x float>, ptr addrspace(1) %p, i64 %l
  %y = getelementptr i64, ptr addrspace(1) %p, i64 %l
  %j = load i64, ptr addrspace(1) %y
  %z = getelementptr <4 x float>, ptr addrspace(1) %p, i64 %j
  %v0 = load <4 x float>, ptr addrspace(1) %z
  %v1 = fmul <4 x float> %v0, %v0
  %v2 = fmul <4 x float> %v1, %v0
  %v3 = fmul <4 x float> %v2, %v0
  %v4 = fmul <4 x float> %v3, %v0
  %v5 = fmul <4 x float> %v4, %v0
  %v6 = fmul <4 x float> %v5, %v0
  %v7 = fmul <4 x float> %v6, %v0
  %v8 = fmul <4 x float> %v7, %v0
  %v9 = fmul <4 x float> %v8, %v0
  %v10 = fmul <4 x float> %v9, %v0
  %v11 = fmul <4 x float> %v10, %v0
  %v12 = fmul <4 x float> %v11, %v0
  store <4 x float> %v12, ptr addrspace(1) %x
  ret void
}

; Fewer lanes where the code of as many as fill a register would be too large.
; AVX512: large, region 0: 8 work-items at a time
define spir_kernel void @large(ptr addrspace(1) %p) {
  call void @large.region0(ptr addrspace(1) %p)
  ret void
}
define internal void @large.region0(ptr addrspace(1) %p) "ferry-region"="0" {
  %l = call i64 @__ferry_local_id(i32 0)
  %x = getelementptr float, ptr addrspace(1) %p, i64 %l
  %v0 = load float, ptr addrspace(1) %x
  %c0 = call float @other(float %v0)
  %v1 = fmul float %c0, %v0
  %v2 = fmul float %v1, %v0
  %v3 = fmul float %v2, %v0
  %v4 = fmul float %v3, %v0
  %v5 = fmul float %v4, %v0
  %v6 = fmul float %v5, %v0
  %v7 = fmul float %v6, %v0
  %v8 = fmul float %v7, %v0
  %v9 = fmul float %v8, %v0
  %v10 = fmul float %v9, %v0
  %v11 = fmul float %v10, %v0
  %v12 = fmul float %v11, %v0
  %v13 = fmul float %v12, %v0
  %v14 = fmul float %v13, %v0
  %v15 = fmul float %v14, %v0
  %v16 = fmul float %v15, %v0
  %v17 = fmul float %v16, %v0
  %v18 = fmul float %v17, %v0
  %v19 = fmul float %v18, %v0
  %v20 = fmul float %v19, %v0
  %c1 = call float @other(float %v20)
  %v21 = fmul float %c1, %v0
  %v22 = fmul float %v21, %v0
  %v23 = fmul float %v22, %v0
  %v24 = fmul float %v23, %v0
  %v25 = fmul float %v24, %v0
  %v26 = fmul float %v25, %v0
  %v27 = fmul float %v26, %v0
  %v28 = fmul float %v27, %v0
  %v29 = fmul float %v28, %v0
  %v30 = fmul float %v29, %v0
  %v31 = fmul float %v30, %v0
  %v32 = fmul float %v31, %v0
  %v33 = fmul float %v32, %v0
  %v34 = fmul float %v33, %v0
  %v35 = fmul float %v34, %v0
  %v36 = fmul float %v35, %v0
  %v37 = fmul float %v36, %v0
  %v38 = fmul float %v37, %v0
  %v39 = fmul float %v38, %v0
  %v40 = fmul float %v39, %v0
  %c2 = call float @other(float %v40)
  %v41 = fmul float %c2, %v0
  %v42 = fmul float %v41, %v0
  %v43 = fmul float %v42, %v0
  %v44 = fmul float %v43, %v0
  %v45 = fmul float %v44, %v0
  %v46 = fmul float %v45, %v0
  %v47 = fmul float %v46, %v0
  %v48 = fmul float %v47, %v0
  %v49 = fmul float %v48, %v0
  %v50 = fmul float %v49, %v0
  %v51 = fmul float %v50, %v0
  %v52 = fmul float %v51, %v0
  %v53 = fmul float %v52, %v0
  %v54 = fmul float %v53, %v0
  %v55 = fmul float %v54, %v0
  %v56 = fmul float %v55, %v0
  %v57 = fmul float %v56, %v0
  %v58 = fmul float %v57, %v0
  %v59 = fmul float %v58, %v0
  %v60 = fmul float %v59, %v0
  %c3 = call float @other(float %v60)
  %v61 = fmul float %c3, %v0
  %v62 = fmul float %v61, %v0
  %v63 = fmul float %v62, %v0
  %v64 = fmul float %v63, %v0
  %v65 = fmul float %v64, %v0
  %v66 = fmul float %v65, %v0
  %v67 = fmul float %v66, %v0
  %v68 = fmul float %v67, %v0
  %v69 = fmul float %v68, %v0
  %v70 = fmul float %v69, %v0
  %v71 = fmul float %v70, %v0
  %v72 = fmul float %v71, %v0
  %v73 = fmul float %v72, %v0
  %v74 = fmul float %v73, %v0
  %v75 = fmul float %v74, %v0
  %v76 = fmul float %v75, %v0
  %v77 = fmul float %v76, %v0
  %v78 = fmul float %v77, %v0
  %v79 = fmul float %v78, %v0
  %v80 = fmul float %v79, %v0
  %c4 = call float @other(float %v80)
  %v81 = fmul float %c4, %v0
  %v82 = fmul float %v81, %v0
  %v83 = fmul float %v82, %v0
  %v84 = fmul float %v83, %v0
  %v85 = fmul float %v84, %v0
  %v86 = fmul float %v85, %v0
  %v87 = fmul float %v86, %v0
  %v88 = fmul float %v87, %v0
  %v89 = fmul float %v88, %v0
  %v90 = fmul float %v89, %v0
  %v91 = fmul float %v90, %v0
  %v92 = fmul float %v91, %v0
  %v93 = fmul float %v92, %v0
  %v94 = fmul float %v93, %v0
  %v95 = fmul float %v94, %v0
  %v96 = fmul float %v95, %v0
  %v97 = fmul float %v96, %v0
  %v98 = fmul float %v97, %v0
  %v99 = fmul float %v98, %v0
  %v100 = fmul float %v99, %v0
  %c5 = call float @other(float %v100)
  %v101 = fmul float %c5, %v0
  %v102 = fmul float %v101, %v0
  %v103 = fmul float %v102, %v0
  %v104 = fmul float %v103, %v0
  %v105 = fmul float %v104, %v0
  %v106 = fmul float %v105, %v0
  %v107 = fmul float %v106, %v0
  %v108 = fmul float %v107, %v0
  %v109 = fmul float %v108, %v0
  %v110 = fmul float %v109, %v0
  %v111 = fmul float %v110, %v0
  %v112 = fmul float %v111, %v0
  %v113 = fmul float %v112, %v0
  %v114 = fmul float %v113, %v0
  %v115 = fmul float %v114, %v0
  %v116 = fmul float %v115, %v0
  %v117 = fmul float %v116, %v0
  %v118 = fmul float %v117, %v0
  %v119 = fmul float %v118, %v0
  %v120 = fmul float %v119, %v0
  %c6 = call float @other(float %v120)
  %v121 = fmul float %c6, %v0
  %v122 = fmul float %v121, %v0
  %v123 = fmul float %v122, %v0
  %v124 = fmul float %v123, %v0
  %v125 = fmul float %v124, %v0
  %v126 = fmul float %v125, %v0
  %v127 = fmul float %v126, %v0
  %v128 = fmul float %v127, %v0
  %v129 = fmul float %v128, %v0
  %v130 = fmul float %v129, %v0
  %v131 = fmul float %v130, %v0
  %v132 = fmul float %v131, %v0
  %v133 = fmul float %v132, %v0
  %v134 = fmul float %v133, %v0
  %v135 = fmul float %v134, %v0
  %v136 = fmul float %v135, %v0
  %v137 = fmul float %v136, %v0
  %v138 = fmul float %v137, %v0
  %v139 = fmul float %v138, %v0
  %v140 = fmul float %v139, %v0
  %c7 = call float @other(float %v140)
  %v141 = fmul float %c7, %v0
  %v142 = fmul float %v141, %v0
  %v143 = fmul float %v142, %v0
  %v144 = fmul float %v143, %v0
  %v145 = fmul float %v144, %v0
  %v146 = fmul float %v145, %v0
  %v147 = fmul float %v146, %v0
  %v148 = fmul float %v147, %v0
  %v149 = fmul float %v148, %v0
  %v150 = fmul float %v149, %v0
  %v151 = fmul float %v150, %v0
  %v152 = fmul float %v151, %v0
  %v153 = fmul float %v152, %v0
  %v154 = fmul float %v153, %v0
  %v155 = fmul float %v154, %v0
  %v156 = fmul float %v155, %v0
  %v157 = fmul float %v156, %v0
  %v158 = fmul float %v157, %v0
  %v159 = fmul float %v158, %v0
  %v160 = fmul float %v159, %v0
  %c8 = call float @other(float %v160)
  %v161 = fmul float %c8, %v0
  %v162 = fmul float %v161, %v0
  %v163 = fmul float %v162, %v0
  %v164 = fmul float %v163, %v0
  %v165 = fmul float %v164, %v0
  %v166 = fmul float %v165, %v0
  %v167 = fmul float %v166, %v0
  %v168 = fmul float %v167, %v0
  %v169 = fmul float %v168, %v0
  %v170 = fmul float %v169, %v0
  %v171 = fmul float %v170, %v0
  %v172 = fmul float %v171, %v0
  %v173 = fmul float %v172, %v0
  %v174 = fmul float %v173, %v0
  %v175 = fmul float %v174, %v0
  %v176 = fmul float %v175, %v0
  %v177 = fmul float %v176, %v0
  %v178 = fmul float %v177, %v0
  %v179 = fmul float %v178, %v0
  %v180 = fmul float %v179, %v0
  %c9 = call float @other(float %v180)
  %v181 = fmul float %c9, %v0
  %v182 = fmul float %v181, %v0
  %v183 = fmul float %v182, %v0
  %v184 = fmul float %v183, %v0
  %v185 = fmul float %v184, %v0
  %v186 = fmul float %v185, %v0
  %v187 = fmul float %v186, %v0
  %v188 = fmul float %v187, %v0
  %v189 = fmul float %v188, %v0
  %v190 = fmul float %v189, %v0
  %v191 = fmul float %v190, %v0
  %v192 = fmul float %v191, %v0
  %v193 = fmul float %v192, %v0
  %v194 = fmul float %v193, %v0
  %v195 = fmul float %v194, %v0
  %v196 = fmul float %v195, %v0
  %v197 = fmul float %v196, %v0
  %v198 = fmul float %v197, %v0
  %v199 = fmul float %v198, %v0
  %v200 = fmul float %v199, %v0
  store float %v200, ptr addrspace(1) %x
  ret void
}

; Rows that lie nobody knows how far apart: with three of each lane the lines of
; few lanes push each other out of the cache. What holds an index within bounds
; changes nothing.
; AVX512: running, region 0: stays scalar: its rows would push each other out of the cache
define spir_kernel void @running(ptr addrspace(1) %p, ptr addrspace(1) %q, i64 %w, i64 %r) {
  call void @running.region0(ptr addrspace(1) %p, ptr addrspace(1) %q, i64 %w, i64 %r)
  ret void
}
define internal void @running.region0(ptr addrspace(1) %p, ptr addrspace(1) %q, i64 %w, i64 %r) "ferry-region"="0" {
entry:
  %y = call i64 @__ferry_global_id(i32 0)
  %row = mul i64 %y, %w
  %x = getelementptr float, ptr addrspace(1) %p, i64 %row
  %to = getelementptr float, ptr addrspace(1) %q, i64 %row
  %last = add i64 %w, -1
  br label %body
body:
  %j = phi i64 [ 0, %entry ], [ %next, %body ]
  %sum = phi float [ 0.0, %entry ], [ %less, %body ]
  %ahead = add nuw nsw i64 %j, %r
  %k0 = call i64 @llvm.smin.i64(i64 %ahead, i64 %last)
  %a0 = getelementptr float, ptr addrspace(1) %x, i64 %k0
  %v0 = load float, ptr addrspace(1) %a0
  %more = fadd float %sum, %v0
  %behind = sub nsw i64 %j, %r
  %k1 = call i64 @llvm.smax.i64(i64 %behind, i64 0)
  %a1 = getelementptr float, ptr addrspace(1) %x, i64 %k1
  %v1 = load float, ptr addrspace(1) %a1
  %less = fsub float %more, %v1
  %b = getelementptr float, ptr addrspace(1) %to, i64 %j
  store float %less, ptr addrspace(1) %b
  %next = add nuw nsw i64 %j, 1
  %c = icmp slt i64 %next, %w
  br i1 %c, label %body, label %end
end:
  ret void
}

; With two, vectors must be better by half.
; SLOW: summed, region 0: stays scalar: it would gain nothing
define spir_kernel void @summed(ptr addrspace(1) %p, ptr addrspace(1) %q, i64 %w) {
  call void @summed.region0(ptr addrspace(1) %p, ptr addrspace(1) %q, i64 %w)
  ret void
}
define internal void @summed.region0(ptr addrspace(1) %p, ptr addrspace(1) %q, i64 %w) "ferry-region"="0" {
entry:
  %y = call i64 @__ferry_global_id(i32 0)
  br label %head
head:
  %j = phi i64 [ 0, %entry ], [ %next, %body ]
  %sum = phi float [ 0.0, %entry ], [ %more, %body ]
  %c = icmp eq i64 %j, %w
  br i1 %c, label %end, label %body
body:
  %row = mul i64 %y, %w
  %k = add i64 %row, %j
  %a = getelementptr inbounds nuw float, ptr addrspace(1) %p, i64 %k
  %v = load float, ptr addrspace(1) %a
  %more = fadd float %sum, %v
  %b = getelementptr inbounds nuw float, ptr addrspace(1) %q, i64 %k
  store float %more, ptr addrspace(1) %b
  %next = add i64 %j, 1
  br label %head
end:
  ret void
}

; How long a list is that a lane goes through says the list: the longest of so
; many is several times as long as most. It is worth it where gathers are fast.
; SLOW: list, region 0: stays scalar: it would gain nothing
; SSE2: list, region 0: stays scalar: it would gain nothing
define spir_kernel void @list(ptr addrspace(1) %head, ptr addrspace(1) %next, ptr addrspace(1) %q) {
  call void @list.region0(ptr addrspace(1) %head, ptr addrspace(1) %next, ptr addrspace(1) %q)
  ret void
}
define internal void @list.region0(ptr addrspace(1) %head, ptr addrspace(1) %next, ptr addrspace(1) %q) "ferry-region"="0" {
entry:
  %i = call i64 @__ferry_global_id(i32 0)
  %a = getelementptr i32, ptr addrspace(1) %head, i64 %i
  %first = load i32, ptr addrspace(1) %a
  br label %body
body:
  %at = phi i32 [ %first, %entry ], [ %to, %body ]
  %sum = phi i32 [ 0, %entry ], [ %more, %body ]
  %k = sext i32 %at to i64
  %b = getelementptr [2 x i32], ptr addrspace(1) %next, i64 %k
  %b1 = getelementptr i32, ptr addrspace(1) %b, i64 1
  %v = load i32, ptr addrspace(1) %b1
  %more = add i32 %sum, %v
  %to = load i32, ptr addrspace(1) %b
  %c = icmp sge i32 %to, 0
  br i1 %c, label %body, label %end
end:
  %d = getelementptr i32, ptr addrspace(1) %q, i64 %i
  store i32 %more, ptr addrspace(1) %d
  ret void
}

; A row of four of each work-item's own, of the same operations: LLVM makes
; vectors of them, one work-item after the other.
; AVX512: own_row, region 0: stays scalar: it would gain nothing
; AVX2: own_row, region 0: stays scalar: it would gain nothing
define spir_kernel void @own_row(ptr addrspace(1) %p, ptr addrspace(1) %q, float %s) {
  call void @own_row.region0(ptr addrspace(1) %p, ptr addrspace(1) %q, float %s)
  ret void
}
define internal void @own_row.region0(ptr addrspace(1) %p, ptr addrspace(1) %q, float %s) "ferry-region"="0" {
  %i = call i64 @__ferry_global_id(i32 0)
  %x0 = getelementptr [4 x float], ptr addrspace(1) %p, i64 %i
  %y0 = getelementptr [4 x float], ptr addrspace(1) %q, i64 %i
  %v0 = load float, ptr addrspace(1) %x0
  %w0 = fmul float %v0, %s
  store float %w0, ptr addrspace(1) %y0
  %x1 = getelementptr float, ptr addrspace(1) %x0, i64 1
  %y1 = getelementptr float, ptr addrspace(1) %y0, i64 1
  %v1 = load float, ptr addrspace(1) %x1
  %w1 = fmul float %v1, %s
  store float %w1, ptr addrspace(1) %y1
  %x2 = getelementptr float, ptr addrspace(1) %x0, i64 2
  %y2 = getelementptr float, ptr addrspace(1) %y0, i64 2
  %v2 = load float, ptr addrspace(1) %x2
  %w2 = fmul float %v2, %s
  store float %w2, ptr addrspace(1) %y2
  %x3 = getelementptr float, ptr addrspace(1) %x0, i64 3
  %y3 = getelementptr float, ptr addrspace(1) %y0, i64 3
  %v3 = load float, ptr addrspace(1) %x3
  %w3 = fmul float %v3, %s
  store float %w3, ptr addrspace(1) %y3
  ret void
}

; Or a row of two parts, each of the same operations.
; AVX512: own_halves, region 0: stays scalar: it would gain nothing
; AVX2: own_halves, region 0: stays scalar: it would gain nothing
define spir_kernel void @own_halves(ptr addrspace(1) %p, ptr addrspace(1) %q, float %s) {
  call void @own_halves.region0(ptr addrspace(1) %p, ptr addrspace(1) %q, float %s)
  ret void
}
define internal void @own_halves.region0(ptr addrspace(1) %p, ptr addrspace(1) %q, float %s) "ferry-region"="0" {
  %i = call i64 @__ferry_global_id(i32 0)
  %x0 = getelementptr [8 x float], ptr addrspace(1) %p, i64 %i
  %y0 = getelementptr [4 x float], ptr addrspace(1) %q, i64 %i
  %x1 = getelementptr float, ptr addrspace(1) %x0, i64 1
  %x2 = getelementptr float, ptr addrspace(1) %x0, i64 2
  %x3 = getelementptr float, ptr addrspace(1) %x0, i64 3
  %x4 = getelementptr float, ptr addrspace(1) %x0, i64 4
  %x5 = getelementptr float, ptr addrspace(1) %x0, i64 5
  %x6 = getelementptr float, ptr addrspace(1) %x0, i64 6
  %x7 = getelementptr float, ptr addrspace(1) %x0, i64 7
  %y1 = getelementptr float, ptr addrspace(1) %y0, i64 1
  %y2 = getelementptr float, ptr addrspace(1) %y0, i64 2
  %y3 = getelementptr float, ptr addrspace(1) %y0, i64 3
  %a0 = load float, ptr addrspace(1) %y0
  %f0 = fmul float %a0, %s
  %v0 = load float, ptr addrspace(1) %x4
  %w0 = fadd float %v0, %f0
  store float %w0, ptr addrspace(1) %x4
  %g0 = fmul float %w0, %s
  %u0 = load float, ptr addrspace(1) %x0
  %t0 = fadd float %u0, %g0
  store float %t0, ptr addrspace(1) %x0
  %a1 = load float, ptr addrspace(1) %y1
  %f1 = fmul float %a1, %s
  %v1 = load float, ptr addrspace(1) %x5
  %w1 = fadd float %v1, %f1
  store float %w1, ptr addrspace(1) %x5
  %g1 = fmul float %w1, %s
  %u1 = load float, ptr addrspace(1) %x1
  %t1 = fadd float %u1, %g1
  store float %t1, ptr addrspace(1) %x1
  %a2 = load float, ptr addrspace(1) %y2
  %f2 = fmul float %a2, %s
  %v2 = load float, ptr addrspace(1) %x6
  %w2 = fadd float %v2, %f2
  store float %w2, ptr addrspace(1) %x6
  %g2 = fmul float %w2, %s
  %u2 = load float, ptr addrspace(1) %x2
  %t2 = fadd float %u2, %g2
  store float %t2, ptr addrspace(1) %x2
  %a3 = load float, ptr addrspace(1) %y3
  %f3 = fmul float %a3, %s
  %v3 = load float, ptr addrspace(1) %x7
  %w3 = fadd float %v3, %f3
  store float %w3, ptr addrspace(1) %x7
  %g3 = fmul float %w3, %s
  %u3 = load float, ptr addrspace(1) %x3
  %t3 = fadd float %u3, %g3
  store float %t3, ptr addrspace(1) %x3
  ret void
}

; Not where the last one is made otherwise.
; AVX512: own_parts, region 0: 16 work-items at a time
define spir_kernel void @own_parts(ptr addrspace(1) %p, ptr addrspace(1) %q, float %s) {
  call void @own_parts.region0(ptr addrspace(1) %p, ptr addrspace(1) %q, float %s)
  ret void
}
define internal void @own_parts.region0(ptr addrspace(1) %p, ptr addrspace(1) %q, float %s) "ferry-region"="0" {
  %i = call i64 @__ferry_global_id(i32 0)
  %x0 = getelementptr [4 x float], ptr addrspace(1) %p, i64 %i
  %y0 = getelementptr [4 x float], ptr addrspace(1) %q, i64 %i
  %v0 = load float, ptr addrspace(1) %x0
  %w0 = fmul float %v0, %s
  store float %w0, ptr addrspace(1) %y0
  %x1 = getelementptr float, ptr addrspace(1) %x0, i64 1
  %y1 = getelementptr float, ptr addrspace(1) %y0, i64 1
  %v1 = load float, ptr addrspace(1) %x1
  %w1 = fmul float %v1, %s
  store float %w1, ptr addrspace(1) %y1
  %x2 = getelementptr float, ptr addrspace(1) %x0, i64 2
  %y2 = getelementptr float, ptr addrspace(1) %y0, i64 2
  %v2 = load float, ptr addrspace(1) %x2
  %w2 = fmul float %v2, %s
  store float %w2, ptr addrspace(1) %y2
  %x3 = getelementptr float, ptr addrspace(1) %x0, i64 3
  %y3 = getelementptr float, ptr addrspace(1) %y0, i64 3
  %v3 = load float, ptr addrspace(1) %x3
  %w3 = fdiv float %v3, %s
  store float %w3, ptr addrspace(1) %y3
  ret void
}
