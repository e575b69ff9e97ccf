; A loop in which each lane goes along a row of its own is unrolled by the
; elements of a cache line, and those of all lanes are loaded as rows.
; REQUIRES: llvm-22
; RUN: %ferry-opt='print<ferry-plan;lanes=16>' -disable-output %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

; What is left over follows in a loop of its own.
; CHECK-LABEL: ; ferry: floats, region 0: plan for 16 lanes,
; CHECK: member of 16, rows of 16, all here
; CHECK-COUNT-15: member of 16, rows of 16 (
; CHECK: gather
; CHECK-NOT: gather
; CHECK: ; ferry: floats, region 0: plan for 16 lanes or fewer
define spir_kernel void @floats(ptr addrspace(1) %p, ptr addrspace(1) %q, i64 %n) {
  call void @floats.region0(ptr addrspace(1) %p, ptr addrspace(1) %q, i64 %n)
  ret void
}
define internal void @floats.region0(ptr addrspace(1) %p, ptr addrspace(1) %q, i64 %n) "ferry-region"="0" {
entry:
  %i = call i64 @__ferry_global_id(i32 0)
  %row = mul nsw i64 %i, %n
  %x = getelementptr float, ptr addrspace(1) %p, i64 %row
  br label %head
head:
  %j = phi i64 [ 0, %entry ], [ %next, %body ]
  %sum = phi float [ 0.0, %entry ], [ %more, %body ]
  %c = icmp slt i64 %j, %n
  br i1 %c, label %body, label %done
body:
  %a = getelementptr float, ptr addrspace(1) %x, i64 %j
  %v = load float, ptr addrspace(1) %a
  %more = fadd float %sum, %v
  %next = add nuw nsw i64 %j, 1
  br label %head
done:
  %y = getelementptr float, ptr addrspace(1) %q, i64 %i
  store float %sum, ptr addrspace(1) %y
  ret void
}

; A row that is read again in each iteration of the loop around is kept.
; CHECK-LABEL: ; ferry: again, region 0: plan for 16 lanes,
; CHECK: %entry, 1 time:
; CHECK: member of 16, rows of 16 each 128 bytes, all here
; CHECK: %outer, 8 times:
; CHECK-NOT: member of
; CHECK: ; ferry: again, region 0: plan for 16 lanes or fewer
define spir_kernel void @again(ptr addrspace(1) %p, ptr addrspace(1) %q, i64 %n) {
  call void @again.region0(ptr addrspace(1) %p, ptr addrspace(1) %q, i64 %n)
  ret void
}
define internal void @again.region0(ptr addrspace(1) noalias %p, ptr addrspace(1) noalias %q, i64 %n) "ferry-region"="0" {
entry:
  %i = call i64 @__ferry_global_id(i32 0)
  %x = getelementptr [32 x float], ptr addrspace(1) %p, i64 %i
  br label %outer
outer:
  %k = phi i64 [ 0, %entry ], [ %k.next, %latch ]
  %max = phi float [ 0.0, %entry ], [ %m, %latch ]
  %other = getelementptr [32 x float], ptr addrspace(1) %p, i64 %k
  br label %body
body:
  %j = phi i64 [ 0, %outer ], [ %next, %body ]
  %sum = phi float [ 0.0, %outer ], [ %more, %body ]
  %a = getelementptr float, ptr addrspace(1) %x, i64 %j
  %v = load float, ptr addrspace(1) %a
  %b = getelementptr float, ptr addrspace(1) %other, i64 %j
  %w = load float, ptr addrspace(1) %b
  %d = fmul float %v, %w
  %more = fadd float %sum, %d
  %next = add nuw nsw i64 %j, 1
  %c = icmp eq i64 %next, 32
  br i1 %c, label %latch, label %body
latch:
  %m = call float @llvm.maxnum.f32(float %max, float %more)
  %k.next = add nuw nsw i64 %k, 1
  %last = icmp eq i64 %k.next, %n
  br i1 %last, label %done, label %outer
done:
  %y = getelementptr float, ptr addrspace(1) %q, i64 %i
  store float %m, ptr addrspace(1) %y
  ret void
}

; Of rows whose distance is known, in a loop whose iterations are.
; CHECK-LABEL: ; ferry: known, region 0: plan for 16 lanes,
; CHECK: member of 8, rows of 8 each 512 bytes, all here
; CHECK-COUNT-7: member of 8, rows of 8 each 512 bytes (
; CHECK-NOT: gather
; CHECK: ; ferry: known, region 0: plan for 16 lanes or fewer
define spir_kernel void @known(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  call void @known.region0(ptr addrspace(1) %p, ptr addrspace(1) %q)
  ret void
}
define internal void @known.region0(ptr addrspace(1) %p, ptr addrspace(1) %q) "ferry-region"="0" {
entry:
  %i = call i64 @__ferry_global_id(i32 0)
  %x = getelementptr [64 x double], ptr addrspace(1) %p, i64 %i
  br label %body
body:
  %j = phi i64 [ 0, %entry ], [ %next, %body ]
  %sum = phi double [ 0.0, %entry ], [ %more, %body ]
  %a = getelementptr double, ptr addrspace(1) %x, i64 %j
  %v = load double, ptr addrspace(1) %a
  %more = fadd double %sum, %v
  %next = add nuw nsw i64 %j, 1
  %c = icmp ult i64 %next, 64
  br i1 %c, label %body, label %done
done:
  %y = getelementptr double, ptr addrspace(1) %q, i64 %i
  store double %sum, ptr addrspace(1) %y
  ret void
}

; A store between two loads may be to what the second one loads,
; CHECK-LABEL: ; ferry: copied, region 0: plan for 16 lanes,
; CHECK-NOT: member of
; unless the source says that it is not.
; CHECK-LABEL: ; ferry: restricted, region 0: plan for 16 lanes,
; CHECK: member of 16, rows of 16, all here{{.*}} = load
; CHECK: member of 16, rows of 16{{.*}} store
define spir_kernel void @copied(ptr addrspace(1) %p, ptr addrspace(1) %q, i64 %n) {
  call void @copied.region0(ptr addrspace(1) %p, ptr addrspace(1) %q, i64 %n)
  ret void
}
define internal void @copied.region0(ptr addrspace(1) %p, ptr addrspace(1) %q, i64 %n) "ferry-region"="0" {
entry:
  %i = call i64 @__ferry_global_id(i32 0)
  %row = mul nsw i64 %i, %n
  br label %body
body:
  %j = phi i64 [ 0, %entry ], [ %next, %body ]
  %sum = phi float [ 0.0, %entry ], [ %more, %body ]
  %k = add nsw i64 %row, %j
  %a = getelementptr float, ptr addrspace(1) %p, i64 %k
  %v = load float, ptr addrspace(1) %a
  %more = fadd float %sum, %v
  %b = getelementptr float, ptr addrspace(1) %q, i64 %k
  store float %more, ptr addrspace(1) %b
  %next = add nuw nsw i64 %j, 1
  %c = icmp slt i64 %next, %n
  br i1 %c, label %body, label %done
done:
  ret void
}
define spir_kernel void @restricted(ptr addrspace(1) noalias %p, ptr addrspace(1) noalias %q, i64 %n) {
  call void @restricted.region0(ptr addrspace(1) noalias %p, ptr addrspace(1) noalias %q, i64 %n)
  ret void
}
define internal void @restricted.region0(ptr addrspace(1) noalias %p, ptr addrspace(1) noalias %q, i64 %n) "ferry-region"="0" {
entry:
  %i = call i64 @__ferry_global_id(i32 0)
  %row = mul nsw i64 %i, %n
  br label %body
body:
  %j = phi i64 [ 0, %entry ], [ %next, %body ]
  %sum = phi float [ 0.0, %entry ], [ %more, %body ]
  %k = add nsw i64 %row, %j
  %a = getelementptr float, ptr addrspace(1) %p, i64 %k
  %v = load float, ptr addrspace(1) %a
  %more = fadd float %sum, %v
  %b = getelementptr float, ptr addrspace(1) %q, i64 %k
  store float %more, ptr addrspace(1) %b
  %next = add nuw nsw i64 %j, 1
  %c = icmp slt i64 %next, %n
  br i1 %c, label %body, label %done
done:
  ret void
}

; Lanes that leave the loop at different times stay as they are.
; CHECK-LABEL: ; ferry: jagged, region 0: plan for 16 lanes,
; CHECK-NOT: member of
define spir_kernel void @jagged(ptr addrspace(1) %p, ptr addrspace(1) %q, i64 %n) {
  call void @jagged.region0(ptr addrspace(1) %p, ptr addrspace(1) %q, i64 %n)
  ret void
}
define internal void @jagged.region0(ptr addrspace(1) %p, ptr addrspace(1) %q, i64 %n) "ferry-region"="0" {
entry:
  %i = call i64 @__ferry_global_id(i32 0)
  %row = mul nsw i64 %i, %n
  %x = getelementptr float, ptr addrspace(1) %p, i64 %row
  br label %body
body:
  %j = phi i64 [ 0, %entry ], [ %next, %body ]
  %sum = phi float [ 0.0, %entry ], [ %more, %body ]
  %a = getelementptr float, ptr addrspace(1) %x, i64 %j
  %v = load float, ptr addrspace(1) %a
  %more = fadd float %sum, %v
  %next = add nuw nsw i64 %j, 1
  %c = icmp slt i64 %next, %i
  br i1 %c, label %body, label %done
done:
  %y = getelementptr float, ptr addrspace(1) %q, i64 %i
  store float %sum, ptr addrspace(1) %y
  ret void
}

declare float @llvm.maxnum.f32(float, float)
declare i64 @__ferry_global_id(i32) memory(none)
