; What code has for rows of each class: full vectors and the rest of a row under a
; mask, one of the two, or one work-item at a time; and for which other rows it is
; as good (multiple, least, most).
; RUN: %ferry-opt='ferry-widen<lanes=4>' %s | FileCheck %s --check-prefixes=CHECK,FULL,REST,ANY
; RUN: %ferry-opt='ferry-widen<lanes=4;row=64>' %s | FileCheck %s --check-prefixes=CHECK,FULL,NONE,EVEN
; RUN: %ferry-opt='ferry-widen<lanes=4;row=66>' %s | FileCheck %s --check-prefixes=CHECK,FULL,REST,ANY
; RUN: %ferry-opt='ferry-widen<lanes=4;row=12>' %s | FileCheck %s --check-prefixes=CHECK,FULL,NONE,EVEN
; RUN: %ferry-opt='ferry-widen<lanes=4;row=3>' %s | FileCheck %s --check-prefixes=CHECK,REST,SHORT
; RUN: %ferry-opt='ferry-widen<lanes=4;row=1>' %s | FileCheck %s --check-prefixes=CHECK,SINGLE
; RUN: %ferry-opt='ferry-widen<lanes=1;row=64>' %s | FileCheck %s --check-prefixes=CHECK,ALWAYS
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

declare i64 @__ferry_global_id(i32) memory(none)

; CHECK-LABEL: define spir_kernel void @k(
; FULL: define internal void @k.region0.vector(
; FULL: store <4 x float>
; FULL: ret void
; NONE-NOT: call i64 @__ferry_vector_items()
; REST: define internal void @k.region0.rest(
; REST: %[[N:.*]] = call i64 @__ferry_vector_items()
; REST: %[[T:.*]] = trunc i64 %[[N]] to i32
; REST: %[[ONE:.*]] = insertelement <4 x i32> poison, i32 %[[T]], i64 0
; REST: %[[ALL:.*]] = shufflevector <4 x i32> %[[ONE]], <4 x i32> poison, <4 x i32> zeroinitializer
; REST: %[[MASK:.*]] = icmp ult <4 x i32> <i32 0, i32 1, i32 2, i32 3>, %[[ALL]]
; REST: call void @llvm.masked.store.v4f32.p1({{.*}}, <4 x i1> %[[MASK]])
; REST: ret void
; SINGLE: define internal void @k.region0(
; SINGLE: store float 1.000000e+00,
define spir_kernel void @k(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  call void @k.region0(ptr addrspace(1) %p, ptr addrspace(1) %q)
  ret void
}
define internal void @k.region0(ptr addrspace(1) %p, ptr addrspace(1) %q) "ferry-region"="0" {
  %i = call i64 @__ferry_global_id(i32 0)
  %x = getelementptr float, ptr addrspace(1) %p, i64 %i
  store float 1.0, ptr addrspace(1) %x
  ret void
}

; ANY: "ferry-least-row"="64" "ferry-most-row"="4294967295" "ferry-row"="{{6[56]}}" "ferry-row-multiple"="1"
; EVEN: "ferry-least-row"="1" "ferry-most-row"="4294967295" "ferry-row"="{{64|12}}" "ferry-row-multiple"="4"
; SHORT: "ferry-least-row"="1" "ferry-most-row"="0" "ferry-row"="3" "ferry-row-multiple"="1"
; SINGLE: "ferry-least-row"="1" "ferry-most-row"="0" "ferry-row"="1" "ferry-row-multiple"="1"
; ALWAYS: "ferry-least-row"="0" "ferry-most-row"="4294967295" "ferry-row"="64" "ferry-row-multiple"="1"
