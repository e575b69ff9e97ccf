; What is computed in the same way on both ways to a phi is the same for all lanes.
; RUN: %ferry-opt='ferry-widen<lanes=4>' %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

declare i64 @__ferry_global_id(i32) memory(none)
declare float @llvm.sqrt.f32(float)

; CHECK-LABEL: define internal void @border.region0.vector(
; CHECK-NOT: scatter
; CHECK: store <4 x float>
; CHECK-NOT: scatter
; CHECK: ret void
define spir_kernel void @border(ptr addrspace(1) %p, ptr addrspace(1) %q, i64 %w) {
  call void @border.region0(ptr addrspace(1) %p, ptr addrspace(1) %q, i64 %w)
  ret void
}
define internal void @border.region0(ptr addrspace(1) %p, ptr addrspace(1) %q, i64 %w) "ferry-region"="0" {
  %i = call i64 @__ferry_global_id(i32 0)
  %x = getelementptr float, ptr addrspace(1) %q, i64 %i
  %v = load float, ptr addrspace(1) %x
  %c = fcmp olt float %v, 1.0
  br i1 %c, label %border, label %inside
border:
  %a = add i64 %i, %w
  %pa = getelementptr float, ptr addrspace(1) %p, i64 %a
  %qa = getelementptr float, ptr addrspace(1) %q, i64 %a
  %va = load float, ptr addrspace(1) %qa
  br label %end
inside:
  %b = add i64 %i, %w
  %pb = getelementptr float, ptr addrspace(1) %p, i64 %b
  %qb = getelementptr float, ptr addrspace(1) %q, i64 %b
  %vb = load float, ptr addrspace(1) %qb
  %s = call float @llvm.sqrt.f32(float %vb)
  %d = fdiv float %v, %s
  br label %end
end:
  %at = phi ptr addrspace(1) [ %pa, %border ], [ %pb, %inside ]
  %r = phi float [ %va, %border ], [ %d, %inside ]
  store float %r, ptr addrspace(1) %at
  ret void
}

; Lanes leave a loop in different iterations: what it counts they do not share.
; CHECK-LABEL: define internal void @counted.region0.vector(
; CHECK: %[[N:.*]] = phi <4 x i32>
; CHECK: store <4 x i32>
; CHECK: ret void
define spir_kernel void @counted(ptr addrspace(1) %p) {
  call void @counted.region0(ptr addrspace(1) %p)
  ret void
}
define internal void @counted.region0(ptr addrspace(1) %p) "ferry-region"="0" {
  %i = call i64 @__ferry_global_id(i32 0)
  %x = getelementptr i32, ptr addrspace(1) %p, i64 %i
  %v = load i32, ptr addrspace(1) %x
  br label %loop
loop:
  %k = phi i32 [ 0, %0 ], [ %next, %loop ]
  %next = add nuw nsw i32 %k, 3
  %more = icmp ult i32 %next, %v
  br i1 %more, label %loop, label %done
done:
  %n = phi i32 [ %next, %loop ]
  store i32 %n, ptr addrspace(1) %x
  ret void
}
