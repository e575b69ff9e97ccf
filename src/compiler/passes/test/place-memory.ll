; RUN: %ferry-opt=ferry-measure-local-memory,ferry-place-memory %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

@k.a = internal addrspace(3) global [3 x i32] poison
@many.t = internal addrspace(3) global [16 x i32] poison
@k.b = internal addrspace(3) global <16 x double> poison, align 128

; Offsets keep the variables' alignment, whose order they have; both regions of the
; arena are counted.
; CHECK-NOT: addrspace(3) global
; CHECK-LABEL: define spir_kernel void @k(
; CHECK: %small = alloca [4 x i32]
; CHECK: %[[STATE:.*]] = call ptr @__ferry_state()
; CHECK: %[[P:.*]] = getelementptr inbounds i8, ptr %[[STATE]], i64 8
; CHECK: %[[PRIVATE:.*]] = load ptr, ptr %[[P]]
; CHECK: %[[BIG:.*]] = getelementptr inbounds i8, ptr %[[PRIVATE]], i64 0
; CHECK: %k.b = getelementptr inbounds i8, ptr addrspace(3) %{{.*}}, i64 0
; CHECK: %k.a = getelementptr inbounds i8, ptr addrspace(3) %{{.*}}, i64 128
; CHECK: store i32 1, ptr addrspace(3) %k.a
; CHECK: store i8 3, ptr %[[BIG]]
define spir_kernel void @k() {
  %big = alloca [4096 x i8], align 16
  %small = alloca [4 x i32], align 16
  store i32 1, ptr addrspace(3) @k.a
  store i32 2, ptr addrspace(3) @k.b
  store i8 3, ptr %big
  store i8 4, ptr %small
  ret void
}

; Slots of one work-item are on the stack.
; CHECK-LABEL: define spir_kernel void @one(
; CHECK: %[[SLOTS:.*]] = alloca [8 x i8], align 128
; CHECK-NOT: call ptr @__ferry_slots
; CHECK: store i32 5, ptr %[[SLOTS]]
define spir_kernel void @one() "ferry-item-bytes"="8" !reqd_work_group_size !0 {
  %slots = call ptr @__ferry_slots()
  store i32 5, ptr %slots
  ret void
}

; A region that has stayed a function has the same places; its slots come after the
; private memory of all.
; CHECK-LABEL: define spir_kernel void @many(
; CHECK: %many.t = getelementptr inbounds i8, ptr addrspace(3) %{{.*}}, i64 0
; CHECK: store i32 1, ptr addrspace(3) %many.t
; CHECK: define internal void @many.region0(
; CHECK: %many.t = getelementptr inbounds i8, ptr addrspace(3) %{{.*}}, i64 0
; CHECK: %[[SLOTS:.*]] = getelementptr inbounds i8, ptr %{{.*}}, i64 2048
; CHECK: store i32 2, ptr %[[SLOTS]]
; CHECK: store i32 3, ptr addrspace(3) %many.t
; CHECK-DAG: "ferry-local-bytes"="140"
; CHECK-DAG: "ferry-group-bytes"="4096"
define spir_kernel void @many() {
  store i32 1, ptr addrspace(3) @many.t
  call void @many.region0()
  ret void
}
define internal void @many.region0() "ferry-region"="0" {
  %big = alloca [2048 x i8], align 16
  store i8 4, ptr %big
  %slots = call ptr @__ferry_slots()
  store i32 2, ptr %slots
  store i32 3, ptr addrspace(3) @many.t
  ret void
}
declare ptr @__ferry_slots() memory(none)
!0 = !{i32 1, i32 1, i32 1}
