; RUN: %ferry-opt="ferry-split,ferry-item-loops,ferry-place-memory,function(ferry-lower-copies),ferry-build-entries" %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

%pair = type { i32, double }
declare i64 @__ferry_local_id(i32) memory(none)
declare ptr @__ferry_async_copy(ptr addrspace(4), ptr addrspace(4), i64, i64, i64, i64, i64, i64, i64, i32, ptr) convergent

; Arguments in the block: a pointer at 0, a local pointer's offset at 8, a
; 3-component vector at 16, a structure at 32.
; CHECK: @ferry_kernel = constant { i32, i32, ptr, i64, i32, i32, i32, i32 } { i32 20, i32 9, ptr @ferry.kernel.k, i64 0, i32 1, i32 1, i32 0, i32 -1 }
; CHECK-NOT: spir_kernel
; CHECK-LABEL: define internal void @ferry.kernel.k(ptr noalias readonly %0, ptr noalias readonly %1, ptr %2, i64 %3, i64 %4, i64 %5, i64 %6)
; CHECK: getelementptr inbounds i8, ptr %1, i64 8
; CHECK: load ptr, ptr %2
; CHECK: getelementptr inbounds i8, ptr %1, i64 16
; CHECK: getelementptr inbounds i8, ptr %1, i64 32
; CHECK: group:
; CHECK: phi i64 [ %3, %entry ]
; CHECK: call i64 @ferry_copy_start(ptr %2, ptr %{{.*}}, ptr %{{.*}}, i64 4000, ptr null, i64 0, i32 {{[0-2]}})
; CHECK: call void @ferry_copy_finish(ptr %2)
; CHECK-NOT: call {{.*}}@__ferry_
; CHECK: ret void
define spir_kernel void @k(ptr addrspace(1) %p, ptr addrspace(3) align 16 %t, <3 x float> %v, ptr byval(%pair) align 8 %s) !reqd_work_group_size !0 {
  %d = addrspacecast ptr addrspace(3) %t to ptr addrspace(4)
  %g = addrspacecast ptr addrspace(1) %p to ptr addrspace(4)
  %e = call ptr @__ferry_async_copy(ptr addrspace(4) %d, ptr addrspace(4) %g, i64 4000, i64 1, i64 0, i64 0, i64 1, i64 0, i64 0, i32 1, ptr null) #0
  %i = call i64 @__ferry_local_id(i32 0)
  %x = load i32, ptr %s
  %a = getelementptr i32, ptr addrspace(1) %p, i64 %i
  store i32 %x, ptr addrspace(1) %a
  ret void
}
attributes #0 = { "ferry-copy"="async" }
!0 = !{i32 8, i32 1, i32 1}
