; A row of work-items: full packs, the rest of it under a mask, and one work-item
; at a time for rows that are not for packs.
; RUN: %ferry-opt='ferry-widen<lanes=4>' %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

declare void @__ferry_region_begin(i32) convergent
declare void @__ferry_region_end(i32) convergent
declare i64 @__ferry_global_id(i32) memory(none)

; CHECK-LABEL: define spir_kernel void @k(
; CHECK: call void @__ferry_pack_begin(i32 1, i32 4, i32 0, i1 false)
; CHECK: store <4 x float>
; CHECK: call void @__ferry_region_end(i32 1)
; CHECK: call void @__ferry_pack_begin(i32 2, i32 4, i32 1, i1 false)
; CHECK: %[[N:.*]] = call i64 @__ferry_pack_items()
; CHECK: %[[T:.*]] = trunc i64 %[[N]] to i32
; CHECK: %[[ONE:.*]] = insertelement <4 x i32> poison, i32 %[[T]], i64 0
; CHECK: %[[ALL:.*]] = shufflevector <4 x i32> %[[ONE]], <4 x i32> poison, <4 x i32> zeroinitializer
; CHECK: %[[MASK:.*]] = icmp ult <4 x i32> <i32 0, i32 1, i32 2, i32 3>, %[[ALL]]
; CHECK: call void @llvm.masked.store.v4f32.p1({{.*}}, <4 x i1> %[[MASK]])
; CHECK: call void @__ferry_region_end(i32 2)
; CHECK: call void @__ferry_pack_begin(i32 3, i32 1, i32 2, i1 false)
; CHECK: store float 1.000000e+00,
; CHECK: call void @__ferry_region_end(i32 3)
define spir_kernel void @k(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  call void @__ferry_region_begin(i32 0)
  %i = call i64 @__ferry_global_id(i32 0)
  %x = getelementptr float, ptr addrspace(1) %p, i64 %i
  store float 1.0, ptr addrspace(1) %x
  call void @__ferry_region_end(i32 0)
  ret void
}

; Every row has full packs only.
; CHECK-LABEL: define spir_kernel void @required(
; CHECK: call void @__ferry_pack_begin(i32 1, i32 4, i32 0, i1 false)
; CHECK: store <4 x float>
; CHECK: call void @__ferry_region_end(i32 1)
; CHECK-NOT: call i64 @__ferry_pack_items()
; CHECK: call void @__ferry_pack_begin(i32 2, i32 1, i32 2, i1 false)
define spir_kernel void @required(ptr addrspace(1) %p, ptr addrspace(1) %q) !reqd_work_group_size !0 {
  call void @__ferry_region_begin(i32 0)
  %i = call i64 @__ferry_global_id(i32 0)
  %x = getelementptr float, ptr addrspace(1) %p, i64 %i
  store float 1.0, ptr addrspace(1) %x
  call void @__ferry_region_end(i32 0)
  ret void
}

; CHECK-LABEL: define spir_kernel void @odd(
; CHECK: call void @__ferry_pack_begin(i32 1, i32 4, i32 0, i1 false)
; CHECK: store <4 x float>
; CHECK: call void @__ferry_region_end(i32 1)
; CHECK: call i64 @__ferry_pack_items()
define spir_kernel void @odd(ptr addrspace(1) %p, ptr addrspace(1) %q) !reqd_work_group_size !1 {
  call void @__ferry_region_begin(i32 0)
  %i = call i64 @__ferry_global_id(i32 0)
  %x = getelementptr float, ptr addrspace(1) %p, i64 %i
  store float 1.0, ptr addrspace(1) %x
  call void @__ferry_region_end(i32 0)
  ret void
}

; The last group may be smaller.
; CHECK-LABEL: define spir_kernel void @smaller(
; CHECK: call void @__ferry_pack_begin(i32 1, i32 4, i32 0, i1 false)
; CHECK: store <4 x float>
; CHECK: call void @__ferry_region_end(i32 1)
; CHECK: call i64 @__ferry_pack_items()
define spir_kernel void @smaller(ptr addrspace(1) %p, ptr addrspace(1) %q) #0 !reqd_work_group_size !0 {
  call void @__ferry_region_begin(i32 0)
  %i = call i64 @__ferry_global_id(i32 0)
  %x = getelementptr float, ptr addrspace(1) %p, i64 %i
  store float 1.0, ptr addrspace(1) %x
  call void @__ferry_region_end(i32 0)
  ret void
}

attributes #0 = { "ferry-non-uniform" }
!0 = !{i32 64, i32 1, i32 1}
!1 = !{i32 6, i32 1, i32 1}
