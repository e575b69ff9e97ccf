; Moves under a mask, and how they are spared.
; REQUIRES: llvm-22
; RUN: %ferry-opt='ferry-widen<lanes=8;avx2>,function(instsimplify)' %s | FileCheck %s --check-prefixes=CHECK,AVX2
; RUN: %ferry-opt='ferry-widen<lanes=16;avx512>,function(instsimplify)' %s | FileCheck %s --check-prefixes=CHECK,AVX512
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

declare i64 @__ferry_global_id(i32) memory(none)

; All lanes are active in most iterations: with AVX2, only others have masks.
; CHECK-LABEL: define internal void @loop.region0.vector(
; AVX2: icmp eq i8 %{{.*}}, -1
; AVX2: load <8 x float>
; AVX2: call <8 x float> @llvm.masked.load
; AVX2: store <8 x float>
; AVX2: call void @llvm.masked.store
; AVX512-NOT: load <16 x float>
; AVX512: call <16 x float> @llvm.masked.load
; AVX512: call void @llvm.masked.store
; CHECK: ret void
define spir_kernel void @loop(ptr addrspace(1) %p, ptr addrspace(1) %q, i64 %n) {
  call void @loop.region0(ptr addrspace(1) %p, ptr addrspace(1) %q, i64 %n)
  ret void
}
define internal void @loop.region0(ptr addrspace(1) %p, ptr addrspace(1) %q, i64 %n) "ferry-region"="0" {
entry:
  %id = call i64 @__ferry_global_id(i32 0)
  br label %loop
loop:
  %i = phi i64 [ %id, %entry ], [ %next, %loop ]
  %x = getelementptr float, ptr addrspace(1) %p, i64 %i
  %v = load float, ptr addrspace(1) %x
  %y = getelementptr float, ptr addrspace(1) %q, i64 %i
  store float %v, ptr addrspace(1) %y
  %next = add nuw nsw i64 %i, 64
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}

; A load that most lanes skip at borders only: a branch for each would be more.
; CHECK-LABEL: define internal void @border.region0.vector(
; CHECK-NOT: br i1
; CHECK: @llvm.masked.load
; CHECK-NOT: br i1
; CHECK: ret void
define spir_kernel void @border(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  call void @border.region0(ptr addrspace(1) %p, ptr addrspace(1) %q)
  ret void
}
define internal void @border.region0(ptr addrspace(1) %p, ptr addrspace(1) %q) "ferry-region"="0" {
entry:
  %id = call i64 @__ferry_global_id(i32 0)
  %y = getelementptr float, ptr addrspace(1) %q, i64 %id
  %old = load float, ptr addrspace(1) %y
  %is = fcmp olt float %old, 0.0
  br i1 %is, label %then, label %end
then:
  %x = getelementptr float, ptr addrspace(1) %p, i64 %id
  %v = load float, ptr addrspace(1) %x
  br label %end
end:
  %w = phi float [ %v, %then ], [ %old, %entry ]
  store float %w, ptr addrspace(1) %y
  ret void
}

; Private variables of inactive lanes may be read, and written what they hold.
; CHECK-LABEL: define internal void @own.region0.vector(
; CHECK-NOT: masked.store
; CHECK: %[[HELD:.*]] = load <{{8|16}} x i32>, ptr %second
; CHECK: %[[NEW:.*]] = select <{{8|16}} x i1> %{{.*}}, <{{8|16}} x i32> %{{.*}}, <{{8|16}} x i32> %[[HELD]]
; CHECK: store <{{8|16}} x i32> %[[NEW]]
; CHECK-NOT: masked.store
; CHECK: ret void
define spir_kernel void @own(ptr addrspace(1) %p) {
  call void @own.region0(ptr addrspace(1) %p)
  ret void
}
define internal void @own.region0(ptr addrspace(1) %p) "ferry-region"="0" {
entry:
  %list = alloca [4 x i32]
  %id = call i64 @__ferry_global_id(i32 0)
  %x = getelementptr i32, ptr addrspace(1) %p, i64 %id
  %v = load i32, ptr addrspace(1) %x
  %at = and i32 %v, 3
  %place = getelementptr i32, ptr %list, i32 %at
  store i32 1, ptr %place
  %second = getelementptr inbounds i32, ptr %list, i64 1
  %is = icmp slt i32 %v, 0
  br i1 %is, label %then, label %end
then:
  store i32 %v, ptr %second
  br label %end
end:
  %w = load i32, ptr %second
  store i32 %w, ptr addrspace(1) %x
  ret void
}

; But not what lies behind the last one.
; CHECK-LABEL: define internal void @behind.region0.vector(
; CHECK: @llvm.masked.store
; CHECK: ret void
define spir_kernel void @behind(ptr addrspace(1) %p) {
  call void @behind.region0(ptr addrspace(1) %p)
  ret void
}
define internal void @behind.region0(ptr addrspace(1) %p) "ferry-region"="0" {
entry:
  %pair = alloca i64
  %id = call i64 @__ferry_global_id(i32 0)
  %x = getelementptr i64, ptr addrspace(1) %p, i64 %id
  %v = load i64, ptr addrspace(1) %x
  store i64 %v, ptr %pair
  %second = getelementptr inbounds i8, ptr %pair, i64 4
  %is = icmp slt i64 %v, 0
  br i1 %is, label %then, label %end
then:
  store i32 1, ptr %second
  br label %end
end:
  %w = load i64, ptr %pair
  store i64 %w, ptr addrspace(1) %x
  ret void
}

; What lies between stored elements needs no mask where each lane stores alone.
; CHECK-LABEL: define internal void @every_second.region0.vector(
; AVX2-COUNT-8: store float
; AVX2-NOT: masked.store
; AVX512-COUNT-2: call void @llvm.masked.store.v16f32
; CHECK: ret void
define spir_kernel void @every_second(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  call void @every_second.region0(ptr addrspace(1) %p, ptr addrspace(1) %q)
  ret void
}
define internal void @every_second.region0(ptr addrspace(1) %p, ptr addrspace(1) %q) "ferry-region"="0" {
  %id = call i64 @__ferry_global_id(i32 0)
  %x = getelementptr float, ptr addrspace(1) %p, i64 %id
  %v = load float, ptr addrspace(1) %x
  %y = getelementptr [2 x float], ptr addrspace(1) %q, i64 %id
  store float %v, ptr addrspace(1) %y
  ret void
}
