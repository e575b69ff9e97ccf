; A stride that is an argument is mostly one element.
; REQUIRES: llvm-22
; RUN: %ferry-opt='ferry-widen<lanes=16>,function(instsimplify)' %s | FileCheck %s
; RUN: %ferry-opt='ferry-widen<avx512>,function(instsimplify)' %s | FileCheck %s --check-prefix=TURN
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

declare i64 @__ferry_global_id(i32) memory(none)

; In elements and in bytes. Both strides are asked for once.
; CHECK-LABEL: define internal void @strides.region0.vector(
; CHECK-DAG: icmp eq i64 %inc, 1
; CHECK-DAG: icmp eq i64 %bytes, 4
; CHECK: br i1 %{{.*}}, label %full, label %other
; CHECK: full:
; CHECK: load <16 x float>
; CHECK: store <16 x float>
; CHECK: other:
; CHECK: @llvm.masked.gather
; CHECK: @llvm.masked.scatter
; CHECK: ret void
define spir_kernel void @strides(ptr addrspace(1) %p, ptr addrspace(1) %q, i64 %start, i64 %inc, i64 %bytes) {
  call void @strides.region0(ptr addrspace(1) %p, ptr addrspace(1) %q, i64 %start, i64 %inc, i64 %bytes)
  ret void
}
define internal void @strides.region0(ptr addrspace(1) %p, ptr addrspace(1) %q, i64 %start, i64 %inc, i64 %bytes) "ferry-region"="0" {
  %i = call i64 @__ferry_global_id(i32 0)
  %scaled = mul i64 %i, %inc
  %index = add i64 %scaled, %start
  %x = getelementptr float, ptr addrspace(1) %p, i64 %index
  %v = load float, ptr addrspace(1) %x
  %offset = mul i64 %bytes, %i
  %y = getelementptr i8, ptr addrspace(1) %q, i64 %offset
  store float %v, ptr addrspace(1) %y
  ret void
}

; Beside a column, a row's length; the same of two elements of a record.
; CHECK-LABEL: define internal void @rows.region0.vector(
; CHECK-NOT: icmp eq i64 %n, 1
; CHECK: ret void
define spir_kernel void @rows(ptr addrspace(1) %p, ptr addrspace(1) %q, i64 %n) {
  call void @rows.region0(ptr addrspace(1) %p, ptr addrspace(1) %q, i64 %n)
  ret void
}
define internal void @rows.region0(ptr addrspace(1) %p, ptr addrspace(1) %q, i64 %n) "ferry-region"="0" {
  %i = call i64 @__ferry_global_id(i32 0)
  %column = call i64 @__ferry_global_id(i32 1)
  %row = mul i64 %i, %n
  %index = add i64 %row, %column
  %x = getelementptr float, ptr addrspace(1) %p, i64 %index
  %v = load float, ptr addrspace(1) %x
  %second = getelementptr float, ptr addrspace(1) %q, i64 %row
  %y = getelementptr i8, ptr addrspace(1) %second, i64 4
  store float %v, ptr addrspace(1) %y
  ret void
}

; A row's length that is a bound, too, though the first elements are read alone.
; CHECK-LABEL: define internal void @first.region0.vector(
; CHECK-NOT: icmp eq i64 %n, 1
; CHECK: ret void
define spir_kernel void @first(ptr addrspace(1) %p, ptr addrspace(1) %q, i64 %n) {
  call void @first.region0(ptr addrspace(1) %p, ptr addrspace(1) %q, i64 %n)
  ret void
}
define internal void @first.region0(ptr addrspace(1) %p, ptr addrspace(1) %q, i64 %n) "ferry-region"="0" {
entry:
  %i = call i64 @__ferry_global_id(i32 0)
  %row = mul i64 %i, %n
  %x = getelementptr float, ptr addrspace(1) %p, i64 %row
  %v = load float, ptr addrspace(1) %x
  br label %loop
loop:
  %k = phi i64 [ 1, %entry ], [ %next, %loop ]
  %most = phi float [ %v, %entry ], [ %more, %loop ]
  %y = getelementptr float, ptr addrspace(1) %x, i64 %k
  %w = load float, ptr addrspace(1) %y
  %more = call float @llvm.maxnum.f32(float %most, float %w)
  %next = add i64 %k, 1
  %again = icmp ult i64 %next, %n
  br i1 %again, label %loop, label %end
end:
  %z = getelementptr float, ptr addrspace(1) %q, i64 %i
  store float %more, ptr addrspace(1) %z
  ret void
}

; Where a vector of gathers is not worth while, work-items take turns.
; TURN-LABEL: define internal void @turns.region0.vector(
; TURN: load <16 x float>
; TURN: %[[ITEMS:.*]] = call i64 @llvm.umin.i64(i64 %{{.*}}, i64 16)
; TURN: %lane.i = phi i64
; TURN: %[[ID:.*]] = call i64 @__ferry_global_id(i32 0)
; TURN: add nuw i64 %[[ID]], %lane.i
; TURN: load float
; TURN: store float
; TURN: br i1 %{{.*}}, {{.*}} !llvm.loop
; TURN: ret void
define spir_kernel void @turns(ptr addrspace(1) %p, ptr addrspace(1) %q, i64 %inc) {
  call void @turns.region0(ptr addrspace(1) %p, ptr addrspace(1) %q, i64 %inc)
  ret void
}
define internal void @turns.region0(ptr addrspace(1) %p, ptr addrspace(1) %q, i64 %inc) "ferry-region"="0" {
  %i = call i64 @__ferry_global_id(i32 0)
  %index = mul i64 %i, %inc
  %x = getelementptr float, ptr addrspace(1) %p, i64 %index
  %v = load float, ptr addrspace(1) %x
  %y = getelementptr float, ptr addrspace(1) %q, i64 %index
  store float %v, ptr addrspace(1) %y
  ret void
}

; Into a part of a variable, whose address is a constant.
; CHECK-LABEL: define internal void @part.region0.vector(
; CHECK: ret void
@local = internal addrspace(3) global [64 x i32] undef
define spir_kernel void @part(i64 %n) {
  call void @part.region0(i64 %n)
  ret void
}
define internal void @part.region0(i64 %n) "ferry-region"="0" {
  %i = call i64 @__ferry_global_id(i32 0)
  %m = mul i64 %i, %n
  %x = getelementptr i32, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @local, i32 128), i64 %m
  store i32 1, ptr addrspace(3) %x
  ret void
}
