; Where the processor has no masked loads of so small elements, a page that has an
; active element is read, or all from the first active element to the last.
; REQUIRES: llvm-22
; RUN: %ferry-opt='ferry-widen<avx2;lanes=32>,function(instsimplify)' %s | FileCheck %s
; RUN: %ferry-opt='ferry-widen<avx512;lanes=32>' %s | FileCheck %s --check-prefix=MASKED
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

declare i64 @__ferry_global_id(i32) memory(none)

@table = external addrspace(2) constant [99 x i8]

; CHECK-LABEL: define internal void @buffer.region0.vector(
; CHECK: %[[COPY:.*]] = alloca <32 x i8>
; CHECK: %[[BITS:.*]] = bitcast <32 x i1> %{{.*}} to i32
; CHECK: %[[ALL:.*]] = icmp eq i32 %[[BITS]], -1
; CHECK: br i1 %[[ALL]], label %[[USUAL:.*]], label %[[OTHERWISE:.*]], !prof
; CHECK: [[USUAL]]:
; CHECK-NEXT: load <32 x i8>, ptr addrspace(1) %[[Y:.*]], align 1
; CHECK: [[OTHERWISE]]:
; CHECK: %[[A:.*]] = ptrtoint ptr addrspace(1) %[[Y]] to i64
; CHECK: %[[OFF:.*]] = and i64 %[[A]], 4095
; CHECK: %[[IN:.*]] = icmp ule i64 %[[OFF]], 4064
; CHECK: %[[ANY:.*]] = icmp ne i32 %[[ACTIVE:.*]], 0
; CHECK: %[[SAFE:.*]] = and i1 %[[IN]], %[[ANY]]
; CHECK: br i1 %[[SAFE]], label %[[PAGE:.*]], label %[[PART:.*]], !prof
; CHECK: [[PAGE]]:
; CHECK-NEXT: load <32 x i8>, ptr addrspace(1) %[[Y]], align 1
; CHECK: [[PART]]:
; CHECK: call i32 @llvm.cttz.i32(i32 %[[ACTIVE]], i1 false)
; CHECK: call i32 @llvm.ctlz.i32(i32 %[[ACTIVE]], i1 false)
; CHECK: %[[N:.*]] = call i64 @llvm.usub.sat.i64(i64 32, i64
; CHECK: call void @llvm.memcpy.p0.p1.i64(ptr {{.*}}, ptr addrspace(1) {{.*}}, i64 %[[N]], i1 false)
; CHECK: load <32 x i8>, ptr %[[COPY]],
; MASKED-LABEL: define internal void @buffer.region0.vector(
; MASKED: call <32 x i8> @llvm.masked.load
define spir_kernel void @buffer(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  call void @buffer.region0(ptr addrspace(1) %p, ptr addrspace(1) %q)
  ret void
}
define internal void @buffer.region0(ptr addrspace(1) %p, ptr addrspace(1) %q) "ferry-region"="0" {
  %i = call i64 @__ferry_global_id(i32 0)
  %x = getelementptr i8, ptr addrspace(1) %p, i64 %i
  %v = load i8, ptr addrspace(1) %x
  %c = icmp ult i8 %v, 9
  br i1 %c, label %then, label %join
then:
  %y = getelementptr i8, ptr addrspace(1) %q, i64 %i
  %w = load i8, ptr addrspace(1) %y
  br label %join
join:
  %s = phi i8 [ %v, %0 ], [ %w, %then ]
  store i8 %s, ptr addrspace(1) %x
  ret void
}

; LLVM knows the end of this one.
; CHECK-LABEL: define internal void @constants.region0.vector(
; CHECK-NOT: 4095
; CHECK: call void @llvm.memcpy.p0.p2.i64(
; CHECK: ret void
define spir_kernel void @constants(ptr addrspace(1) %p) {
  call void @constants.region0(ptr addrspace(1) %p)
  ret void
}
define internal void @constants.region0(ptr addrspace(1) %p) "ferry-region"="0" {
  %i = call i64 @__ferry_global_id(i32 0)
  %x = getelementptr i8, ptr addrspace(1) %p, i64 %i
  %v = load i8, ptr addrspace(1) %x
  %c = icmp ult i8 %v, 9
  br i1 %c, label %then, label %join
then:
  %y = getelementptr i8, ptr addrspace(2) @table, i64 %i
  %w = load i8, ptr addrspace(2) %y
  br label %join
join:
  %s = phi i8 [ %v, %0 ], [ %w, %then ]
  store i8 %s, ptr addrspace(1) %x
  ret void
}
