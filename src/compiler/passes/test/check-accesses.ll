; RUN: %ferry-opt=ferry-check-accesses %s | FileCheck %s

@tile = internal addrspace(3) global [16 x i32] poison, align 4

; The entry of the table that is none, then those of the accesses: what is
; accessed, and of variables the bytes.
; CHECK: @ferry.sites.table = internal constant
; CHECK-SAME: i32 1, i32 0, ptr @ferry.text.out, i64 0
; CHECK-SAME: i32 2, i32 0, ptr @ferry.text.tile, i64 64

; CHECK-LABEL: @kernel.store(
; CHECK: call void @__ferry_check_kernel(
; 4 bytes, aligned to 4; nothing is known to start at an argument.
; CHECK: call ptr @ferry_check_write(ptr {{.*}}, i64 4398046511108, ptr null, i32 [[OUT:[0-9]+]], ptr null)
; CHECK: store i32 1, ptr addrspace(1) %out, align 1
; CHECK: call ptr @ferry_check_read(ptr {{.*}}, i64 4398046511108, ptr addrspacecast (ptr addrspace(3) @tile to ptr), i32
; CHECK: load i32
; CHECK: call void @ferry_check_arrive(i32 [[SITE:[0-9]+]])
; CHECK: call void @__ferry_barrier(i32 1), !ferry.site
define spir_kernel void @kernel.store(ptr addrspace(1) %out, i64 %i) {
  store i32 1, ptr addrspace(1) %out, align 4
  %p = getelementptr i32, ptr addrspace(3) @tile, i64 %i
  %v = load i32, ptr addrspace(3) %p, align 4
  call void @__ferry_barrier(i32 1)
  store volatile i32 %v, ptr addrspace(3) @tile
  ret void
}

; A vector of which one component is changed: the others are nobody's business.
; CHECK-LABEL: @kernel.component(
; CHECK-NOT: ferry_check_read
; CHECK-NOT: load
; CHECK: %[[Y:.*]] = getelementptr inbounds{{.*}} i8, ptr addrspace(1) %out, i64 4
; CHECK: call ptr @ferry_check_write(
; CHECK-NEXT: store float 1.000000e+00, ptr addrspace(1) %[[Y]], align 1
; CHECK-NOT: store
define spir_kernel void @kernel.component(ptr addrspace(1) %out) {
  %old = load <4 x float>, ptr addrspace(1) %out, align 16
  %new = insertelement <4 x float> %old, float 1.0, i32 1
  store <4 x float> %new, ptr addrspace(1) %out, align 16
  ret void
}

; Of two that lie side by side and one that is apart, each is written for itself.
; CHECK-LABEL: @kernel.components(
; CHECK-NOT: load
; CHECK: call ptr @ferry_check_write(
; CHECK-NEXT: store float %a, ptr addrspace(1)
; CHECK: %[[LAST:.*]] = insertelement <2 x float> %{{.*}}, float %b, i64 1
; CHECK: call ptr @ferry_check_write(
; CHECK-NEXT: store <2 x float> %[[LAST]], ptr addrspace(1)
; CHECK-NOT: store
define spir_kernel void @kernel.components(ptr addrspace(1) %out, float %a, float %b) {
  %old = load <4 x float>, ptr addrspace(1) %out, align 16
  %x = insertelement <4 x float> %old, float %a, i32 0
  %z = insertelement <4 x float> %x, float %a, i32 2
  %w = insertelement <4 x float> %z, float %b, i32 3
  store <4 x float> %w, ptr addrspace(1) %out, align 16
  ret void
}

; What the library does on its own account.
; CHECK-LABEL: @kernel.library(
; CHECK-NOT: ferry_check_write
; CHECK: ret void
define spir_kernel void @kernel.library(ptr addrspace(1) %out) {
  store i32 1, ptr addrspace(1) %out, align 4, !nosanitize !0
  ret void
}

; An exchange writes where it succeeds; what it acquires and releases is told
; of each way.
; CHECK-LABEL: @kernel.exchange(
; CHECK: call ptr @ferry_check_atomic(ptr {{.*}}, i32 [[AT:[0-9]+]], i32 0)
; CHECK-NEXT: [[BOTH:%.*]] = cmpxchg
; CHECK-NEXT: [[DONE:%.*]] = extractvalue { i32, i1 } [[BOTH]], 1
; CHECK-NEXT: br i1 [[DONE]]
; CHECK: call ptr @ferry_check_atomic(ptr {{.*}}, i32 [[AT]], i32 13)
define spir_kernel void @kernel.exchange(ptr addrspace(1) %out) {
  %both = cmpxchg ptr addrspace(1) %out, i32 0, i32 1 acq_rel monotonic
  ret void
}

declare void @__ferry_barrier(i32)

!0 = !{}

; What stays a call is told what its pointers lead into, and passes that on.
; CHECK-LABEL: define internal void @put(
; CHECK-SAME: ptr addrspace(1) %to, i32 %i, i32 %to.site, ptr %to.base)
; CHECK: call ptr @ferry_check_write(ptr {{.*}}, i64 4398046511108, ptr %to.base, i32 %to.site, ptr null)
define void @put(ptr addrspace(1) %to, i32 %i) noinline {
  %p = getelementptr i32, ptr addrspace(1) %to, i32 %i
  store i32 %i, ptr addrspace(1) %p, align 4
  ret void
}
; CHECK-LABEL: define internal void @passOn(
; CHECK: call void @put(ptr addrspace(1) %next, i32 3, i32 %p.site, ptr %p.base)
define void @passOn(ptr addrspace(1) %p) noinline {
  %next = getelementptr i32, ptr addrspace(1) %p, i32 1
  call void @put(ptr addrspace(1) %next, i32 3)
  ret void
}
; CHECK-LABEL: define spir_kernel void @kernel.calls(
; CHECK: call void @passOn(ptr addrspace(1) %out, i32 {{[1-9][0-9]*}}, ptr null)
define spir_kernel void @kernel.calls(ptr addrspace(1) %out) {
  call void @passOn(ptr addrspace(1) %out)
  ret void
}
