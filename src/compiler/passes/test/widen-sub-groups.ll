; A sub-group is a vector: its functions are about lanes.
; REQUIRES: llvm-22
; RUN: %ferry-opt='ferry-widen<lanes=16>,function(instsimplify)' %s | FileCheck %s
; RUN: %ferry-opt='ferry-widen<lanes=4;sse2>,function(instsimplify)' %s | FileCheck %s --check-prefix=SSE2
; RUN: %ferry-opt='ferry-widen<lanes=1>,function(instsimplify)' %s | FileCheck %s --check-prefix=ONE
; RUN: %ferry-opt='ferry-widen<lanes=16>,function(instsimplify)' %s | FileCheck %s --check-prefix=NONE
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

declare i64 @__ferry_global_id(i32) memory(none)
declare i64 @__ferry_local_id(i32) memory(none)
declare i32 @__ferry_sub_group_max_size() memory(none)
declare i32 @__ferry_sub_group_size() memory(none)
declare i32 @__ferry_sub_group_local_id() memory(none)
declare i64 @__ferry_sub_group_ballot(i32) convergent nomerge memory(none) nounwind willreturn
declare i32 @__ferry_sub_group_reduce_min_uint(i32) convergent nomerge memory(none) nounwind willreturn
declare i32 @__ferry_sub_group_exclusive_add_int(i32) convergent nomerge memory(none) nounwind willreturn
declare i32 @__ferry_sub_group_broadcast_int(i32, i32) convergent nomerge memory(none) nounwind willreturn
declare i32 @__ferry_sub_group_shuffle_int(i32, i32) convergent nomerge memory(none) nounwind willreturn
declare {[2 x i32]} @pair(i32)

; Ids are the lanes' numbers; the rest has as many work-items as are left. There
; is no other way: a work-item alone would be no sub-group.
; CHECK-LABEL: define internal void @ids.region0.vector(
; CHECK: store <16 x i32> <i32 16, i32 17, i32 18, {{.*}} i32 31>
; CHECK: store <16 x i32> splat (i32 16)
; CHECK: ret void
; CHECK: define internal void @ids.region0.rest(
; CHECK: %[[ITEMS:.*]] = call i64 @__ferry_vector_items()
; CHECK: trunc i64 %[[ITEMS]] to i32
; CHECK: %[[SIZE:.*]] = call i64 @llvm.umin.i64(i64 %[[ITEMS]], i64 16)
; CHECK: trunc i64 %[[SIZE]] to i32
; CHECK: call void @llvm.masked.store.v16i32
; CHECK: call void @llvm.masked.store.v16i32
; CHECK: ret void
; ONE-LABEL: define internal void @ids.region0(
; ONE: store i32 1,
; ONE: ret void
define spir_kernel void @ids(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  call void @ids.region0(ptr addrspace(1) %p, ptr addrspace(1) %q)
  ret void
}
define internal void @ids.region0(ptr addrspace(1) %p, ptr addrspace(1) %q) "ferry-region"="0" {
  %i = call i64 @__ferry_global_id(i32 0)
  %id = call i32 @__ferry_sub_group_local_id()
  %max = call i32 @__ferry_sub_group_max_size()
  %sum = add i32 %id, %max
  %x = getelementptr i32, ptr addrspace(1) %p, i64 %i
  store i32 %sum, ptr addrspace(1) %x
  %size = call i32 @__ferry_sub_group_size()
  %y = getelementptr i32, ptr addrspace(1) %q, i64 %i
  store i32 %size, ptr addrspace(1) %y
  ret void
}

; What is one value for the sub-group is scalar.
; CHECK-LABEL: define internal void @uniform.region0.vector(
; CHECK: %[[V:.*]] = load <16 x i32>
; CHECK: %[[ODD:.*]] = and <16 x i32> %[[V]], splat (i32 1)
; CHECK: %[[BITS:.*]] = icmp ne <16 x i32> %[[ODD]], zeroinitializer
; CHECK: %[[WORD:.*]] = bitcast <16 x i1> %[[BITS]] to i16
; CHECK: %[[BALLOT:.*]] = zext i16 %[[WORD]] to i64
; CHECK: %[[ANY:.*]] = icmp eq i64 %[[BALLOT]], 0
; CHECK: br i1 %[[ANY]]
; CHECK: %[[MIN:.*]] = call i32 @llvm.vector.reduce.umin.v16i32(<16 x i32> %[[V]])
; CHECK: %[[LANE:.*]] = and i32 %[[MIN]], 15
; CHECK: extractelement <16 x i32> %[[V]], i32 %[[LANE]]
; Of lanes that are no work-items, it is what changes nothing.
; CHECK: call i64 @__ferry_vector_items()
; CHECK: icmp ult <16 x i32>
; CHECK: bitcast <16 x i1>
; CHECK: %[[KNOWN:.*]] = select <16 x i1> %{{.*}}, <16 x i32> %{{.*}}, <16 x i32> splat (i32 -1)
; CHECK: call i32 @llvm.vector.reduce.umin.v16i32(<16 x i32> %[[KNOWN]])
define spir_kernel void @uniform(ptr addrspace(1) %p) {
  call void @uniform.region0(ptr addrspace(1) %p)
  ret void
}
define internal void @uniform.region0(ptr addrspace(1) %p) "ferry-region"="0" {
  %i = call i64 @__ferry_global_id(i32 0)
  %x = getelementptr i32, ptr addrspace(1) %p, i64 %i
  %v = load i32, ptr addrspace(1) %x
  %odd = and i32 %v, 1
  %ballot = call i64 @__ferry_sub_group_ballot(i32 %odd)
  %none = icmp eq i64 %ballot, 0
  br i1 %none, label %join, label %some
some:
  %min = call i32 @__ferry_sub_group_reduce_min_uint(i32 %v)
  %one = call i32 @__ferry_sub_group_broadcast_int(i32 %v, i32 %min)
  store i32 %one, ptr addrspace(1) %x
  br label %join
join:
  ret void
}

; CHECK-LABEL: define internal void @shuffle.region0.vector(
; CHECK: %[[V:.*]] = load <16 x i32>
; CHECK: %[[W:.*]] = and <16 x i32> %[[V]], splat (i32 15)
; CHECK: call <16 x i32> @llvm.x86.avx512.permvar.si.512(<16 x i32> %[[V]], <16 x i32> %[[W]])
; SSE2-LABEL: define internal void @shuffle.region0.vector(
; SSE2: store <4 x i32> %{{.*}}, ptr %[[MEMORY:.*]], align
; SSE2: %[[AT:.*]] = getelementptr i32, ptr %[[MEMORY]], i32
; SSE2: load i32, ptr %[[AT]]
define spir_kernel void @shuffle(ptr addrspace(1) %p) {
  call void @shuffle.region0(ptr addrspace(1) %p)
  ret void
}
define internal void @shuffle.region0(ptr addrspace(1) %p) "ferry-region"="0" {
  %i = call i64 @__ferry_global_id(i32 0)
  %x = getelementptr i32, ptr addrspace(1) %p, i64 %i
  %v = load i32, ptr addrspace(1) %x
  %s = call i32 @__ferry_sub_group_shuffle_int(i32 %v, i32 %v)
  store i32 %s, ptr addrspace(1) %x
  ret void
}

; SSE2-LABEL: define internal void @scan.region0.vector(
; SSE2: %[[V:.*]] = load <4 x i32>
; SSE2: %[[E:.*]] = shufflevector <4 x i32> zeroinitializer, <4 x i32> %[[V]], <4 x i32> <i32 0, i32 4, i32 5, i32 6>
; SSE2: %[[S1:.*]] = shufflevector <4 x i32> poison, <4 x i32> %[[E]], <4 x i32> <i32 0, i32 4, i32 5, i32 6>
; SSE2: %[[A1:.*]] = add <4 x i32> %[[S1]], %[[E]]
; SSE2: %[[B1:.*]] = shufflevector <4 x i32> %[[E]], <4 x i32> %[[A1]], <4 x i32> <i32 0, i32 5, i32 6, i32 7>
; SSE2: shufflevector <4 x i32> poison, <4 x i32> %[[B1]], <4 x i32> <i32 0, i32 1, i32 4, i32 5>
define spir_kernel void @scan(ptr addrspace(1) %p) {
  call void @scan.region0(ptr addrspace(1) %p)
  ret void
}
define internal void @scan.region0(ptr addrspace(1) %p) "ferry-region"="0" {
  %i = call i64 @__ferry_global_id(i32 0)
  %x = getelementptr i32, ptr addrspace(1) %p, i64 %i
  %v = load i32, ptr addrspace(1) %x
  %s = call i32 @__ferry_sub_group_exclusive_add_int(i32 %v)
  store i32 %s, ptr addrspace(1) %x
  ret void
}

; The source says how large.
; CHECK-LABEL: define internal void @required.region0.vector(
; CHECK: call i32 @llvm.vector.reduce.umin.v32i32
; ONE-LABEL: define internal void @required.region0.vector(
; ONE: call i32 @llvm.vector.reduce.umin.v32i32
define spir_kernel void @required(ptr addrspace(1) %p) !intel_reqd_sub_group_size !0 {
  call void @required.region0(ptr addrspace(1) %p)
  ret void
}
define internal void @required.region0(ptr addrspace(1) %p) "ferry-region"="0" {
  %i = call i64 @__ferry_global_id(i32 0)
  %x = getelementptr i32, ptr addrspace(1) %p, i64 %i
  %v = load i32, ptr addrspace(1) %x
  %s = call i32 @__ferry_sub_group_reduce_min_uint(i32 %v)
  store i32 %s, ptr addrspace(1) %x
  ret void
}

; What cannot be vectorised has sub-groups of one work-item.
; NONE-LABEL: define spir_kernel void @impossible(
; NONE-SAME: #[[SINGLE:[0-9]+]]
; NONE: define internal void @impossible.region0(
; NONE-NOT: vector.reduce
; NONE: %[[V:.*]] = load i32
; NONE: call { [2 x i32] } @pair(i32 %[[V]])
define spir_kernel void @impossible(ptr addrspace(1) %p) {
  call void @impossible.region0(ptr addrspace(1) %p)
  ret void
}
define internal void @impossible.region0(ptr addrspace(1) %p) "ferry-region"="0" {
  %i = call i64 @__ferry_local_id(i32 0)
  %x = getelementptr i32, ptr addrspace(1) %p, i64 %i
  %v = load i32, ptr addrspace(1) %x
  %s = call i32 @__ferry_sub_group_reduce_min_uint(i32 %v)
  %r = call {[2 x i32]} @pair(i32 %s)
  %e = extractvalue {[2 x i32]} %r, 0, 1
  store i32 %e, ptr addrspace(1) %x
  ret void
}

; NONE: attributes #[[SINGLE]] = { {{.*}}"ferry-sub-group-size"="1" }
!0 = !{i32 32}
