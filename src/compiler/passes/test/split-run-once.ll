; What lies between the start of a copy and its wait is the same for all
; work-items here: the group does it once, without a region.
; RUN: %ferry-opt=ferry-split %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

declare ptr @__ferry_async_copy(ptr addrspace(4), ptr addrspace(4), i64, i64, i64, i64, i64, i64, i64, i32, ptr) convergent
declare void @__ferry_wait_event(ptr) convergent

; CHECK-LABEL: define spir_kernel void @k(
; CHECK-NOT: call void @k.region
; CHECK: call ptr @__ferry_async_copy(
; CHECK: call void @__ferry_wait_event(
; CHECK-NOT: call void @k.region
; CHECK: ret void
define spir_kernel void @k(ptr addrspace(1) %src, ptr addrspace(3) %dst, i64 %n) {
  %d = addrspacecast ptr addrspace(3) %dst to ptr addrspace(4)
  %s = addrspacecast ptr addrspace(1) %src to ptr addrspace(4)
  %e = call ptr @__ferry_async_copy(ptr addrspace(4) %d, ptr addrspace(4) %s, i64 4, i64 %n, i64 4, i64 8, i64 1, i64 0, i64 0, i32 1, ptr null)
  call void @__ferry_wait_event(ptr %e)
  ret void
}
