; What a work-item accumulates in memory is kept in registers: what it reads is not
; there, since address spaces are disjoint.
; REQUIRES: llvm-22
; RUN: %ferry-opt='ferry-widen<lanes=4;row=64>' %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

declare i64 @__ferry_global_id(i32) memory(none)

; Sums in global memory, of what is in local memory. The two of a work-item are
; brought out of rows before the loop, and into rows after it.
; CHECK-LABEL: define internal void @local.region0.vector(
; CHECK: shufflevector
; CHECK: loop{{.*}}:
; CHECK-DAG: phi <4 x double>
; CHECK-DAG: phi <4 x double>
; CHECK: load double, ptr addrspace(3)
; CHECK-NOT: {{load|store}}
; CHECK: br i1
; CHECK: store <4 x i64>
; CHECK: store <4 x i64>
; CHECK: ret void
define spir_kernel void @local(ptr addrspace(1) %sums, ptr addrspace(3) %q) {
  call void @local.region0(ptr addrspace(1) %sums, ptr addrspace(3) %q)
  ret void
}
define internal void @local.region0(ptr addrspace(1) %sums, ptr addrspace(3) %q) "ferry-region"="0" {
  %x = call i64 @__ferry_global_id(i32 0)
  %p = getelementptr [2 x double], ptr addrspace(1) %sums, i64 %x
  %p1 = getelementptr i8, ptr addrspace(1) %p, i64 8
  br label %loop
loop:
  %i = phi i64 [ 0, %0 ], [ %next, %loop ]
  %element = getelementptr double, ptr addrspace(3) %q, i64 %i
  %f = load double, ptr addrspace(3) %element
  %s = load double, ptr addrspace(1) %p
  %t = fadd double %s, %f
  store double %t, ptr addrspace(1) %p
  %again = load double, ptr addrspace(3) %element
  %s1 = load double, ptr addrspace(1) %p1
  %t1 = fadd double %s1, %again
  store double %t1, ptr addrspace(1) %p1
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, 100
  br i1 %more, label %loop, label %end
end:
  ret void
}

; Of what is in global memory: each addition may change what the next one reads.
; CHECK-LABEL: define internal void @global.region0.vector(
; CHECK: loop{{.*}}:
; CHECK: load double, ptr addrspace(1)
; CHECK: store <4 x double>
; CHECK: br i1
define spir_kernel void @global(ptr addrspace(1) %sums, ptr addrspace(1) %q) {
  call void @global.region0(ptr addrspace(1) %sums, ptr addrspace(1) %q)
  ret void
}
define internal void @global.region0(ptr addrspace(1) %sums, ptr addrspace(1) %q) "ferry-region"="0" {
  %x = call i64 @__ferry_global_id(i32 0)
  %p = getelementptr double, ptr addrspace(1) %sums, i64 %x
  br label %loop
loop:
  %i = phi i64 [ 0, %0 ], [ %next, %loop ]
  %element = getelementptr double, ptr addrspace(1) %q, i64 %i
  %f = load double, ptr addrspace(1) %element
  %s = load double, ptr addrspace(1) %p
  %t = fadd double %s, %f
  store double %t, ptr addrspace(1) %p
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, 100
  br i1 %more, label %loop, label %end
end:
  ret void
}
