; RUN: %ferry-opt=ferry-lower-printf %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

@f = addrspace(2) constant [6 x i8] c"%d %f\00"
declare i32 @printf(ptr addrspace(2), ...)

; Each behind its size, promoted as in C.
; CHECK: %[[ARGS:.*]] = alloca [32 x i8], align 8
; CHECK: %[[D:.*]] = fpext float %y to double
; CHECK: store i64 4, ptr %{{.*}}, align 8
; CHECK: store i32 %x, ptr %{{.*}}, align 8
; CHECK: store i64 8, ptr %{{.*}}, align 8
; CHECK: store double %[[D]], ptr %{{.*}}, align 8
; CHECK: %[[STATE:.*]] = call ptr @__ferry_state()
; CHECK: call i32 @ferry_printf(ptr %[[STATE]], ptr addrspacecast (ptr addrspace(2) @f to ptr), ptr %[[ARGS]], i64 32)
; CHECK-NOT: @printf
define spir_kernel void @k(i32 %x, float %y) {
  call i32 (ptr addrspace(2), ...) @printf(ptr addrspace(2) @f, i32 %x, float %y)
  ret void
}

; A vector of 128 bytes is the address of a copy.
; CHECK-LABEL: @large
; CHECK: %[[ARGS:.*]] = alloca [136 x i8], align 8
; CHECK: %[[V:.*]] = load <16 x double>, ptr %v, align 128
; CHECK: store i64 128, ptr %{{.*}}, align 8
; CHECK: store <16 x double> %[[V]], ptr %{{.*}}, align 8
; CHECK: call i32 @ferry_printf(ptr %{{.*}}, ptr addrspacecast (ptr addrspace(2) @f to ptr), ptr %[[ARGS]], i64 136)
define spir_kernel void @large(ptr %v) {
  call i32 (ptr addrspace(2), ...) @printf(ptr addrspace(2) @f, ptr byval(<16 x double>) align 128 %v)
  ret void
}
