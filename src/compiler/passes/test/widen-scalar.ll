; Regions that stay as they are, and why.
; RUN: %ferry-opt='ferry-widen<lanes=4;report>' %s 2>&1 >/dev/null | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

declare i64 @__ferry_global_id(i32) memory(none)
declare { i32, [2 x i32] } @pair(i64)

; CHECK: ; ferry: struct, region 0: stays scalar: it has a value that no vector holds
define spir_kernel void @struct(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  call void @struct.region0(ptr addrspace(1) %p, ptr addrspace(1) %q)
  ret void
}
define internal void @struct.region0(ptr addrspace(1) %p, ptr addrspace(1) %q) "ferry-region"="0" {
  %i = call i64 @__ferry_global_id(i32 0)
  %x = getelementptr i64, ptr addrspace(1) %p, i64 %i
  %v = load i64, ptr addrspace(1) %x
  %s = call { i32, [2 x i32] } @pair(i64 %v)
  %f = extractvalue { i32, [2 x i32] } %s, 0
  %w = zext i32 %f to i64
  store i64 %w, ptr addrspace(1) %x
  ret void
}

; CHECK: ; ferry: wait, region 0: stays scalar: its work-items may wait for each other
define spir_kernel void @wait(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  call void @wait.region0(ptr addrspace(1) %p, ptr addrspace(1) %q)
  ret void
}
define internal void @wait.region0(ptr addrspace(1) %p, ptr addrspace(1) %q) "ferry-region"="0" {
  %i = call i64 @__ferry_global_id(i32 0)
  %t = trunc i64 %i to i32
  %a = getelementptr i32, ptr addrspace(1) %q, i64 1
  br label %loop

loop:
  %v = load atomic i32, ptr addrspace(1) %a monotonic, align 4
  %c = icmp eq i32 %v, %t
  br i1 %c, label %done, label %loop

done:
  %u = add i32 %t, 1
  store atomic i32 %u, ptr addrspace(1) %a monotonic, align 4
  ret void
}

; A name is the one that the source has.
; CHECK: ; ferry: wide, region 0: 4 work-items at a time
define spir_kernel void @kernel.wide(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  call void @kernel.wide.region0(ptr addrspace(1) %p, ptr addrspace(1) %q)
  ret void
}
define internal void @kernel.wide.region0(ptr addrspace(1) %p, ptr addrspace(1) %q) "ferry-region"="0" {
  %i = call i64 @__ferry_global_id(i32 0)
  %x = getelementptr float, ptr addrspace(1) %p, i64 %i
  store float 1.0, ptr addrspace(1) %x
  ret void
}
