; Loops that all lanes leave after as many iterations are left by a counter.
;
; REQUIRES: llvm-22
; RUN: %ferry-opt='print<ferry-plan;lanes=16>' -disable-output %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

; 50 iterations, from i * 100 on.
; CHECK-LABEL: ; ferry: constant, region 0: plan for 16 lanes,
; CHECK: uniform: br i1 {{.*}}, label %body
; CHECK-NOT: until no lane is left
; CHECK: ; ferry: constant, region 0: plan for 16 lanes or fewer
define spir_kernel void @constant(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  call void @constant.region0(ptr addrspace(1) %p, ptr addrspace(1) %q)
  ret void
}
define internal void @constant.region0(ptr addrspace(1) %p, ptr addrspace(1) %q) "ferry-region"="0" {
entry:
  %i = call i64 @__ferry_global_id(i32 0)
  %start = mul nuw nsw i64 %i, 100
  %end = add nuw nsw i64 %start, 50
  br label %body
body:
  %j = phi i64 [ %start, %entry ], [ %next, %body ]
  %sum = phi double [ 0.0, %entry ], [ %more, %body ]
  %a = getelementptr double, ptr addrspace(1) %p, i64 %j
  %v = load double, ptr addrspace(1) %a
  %more = fadd double %sum, %v
  %next = add nuw nsw i64 %j, 1
  %c = icmp ult i64 %next, %end
  br i1 %c, label %body, label %done
done:
  %y = getelementptr double, ptr addrspace(1) %q, i64 %i
  store double %more, ptr addrspace(1) %y
  ret void
}

; n iterations, from i * n on, if nothing wraps around,
; CHECK-LABEL: ; ferry: signed, region 0: plan for 16 lanes,
; CHECK: member of 16, rows of 16
; CHECK-NOT: until no lane is left
; CHECK: ; ferry: signed, region 0: plan for 16 lanes or fewer
define spir_kernel void @signed(ptr addrspace(1) %p, ptr addrspace(1) %q, i32 %n) {
  call void @signed.region0(ptr addrspace(1) %p, ptr addrspace(1) %q, i32 %n)
  ret void
}
define internal void @signed.region0(ptr addrspace(1) %p, ptr addrspace(1) %q, i32 %n) "ferry-region"="0" {
entry:
  %i = call i64 @__ferry_global_id(i32 0)
  %i32 = trunc i64 %i to i32
  %start = mul nsw i32 %i32, %n
  %start64 = sext i32 %start to i64
  br label %head
head:
  %j = phi i64 [ %start64, %entry ], [ %next, %body ]
  %sum = phi float [ 0.0, %entry ], [ %more, %body ]
  %end = add nsw i32 %start, %n
  %end64 = sext i32 %end to i64
  %c = icmp slt i64 %j, %end64
  br i1 %c, label %body, label %done
body:
  %a = getelementptr float, ptr addrspace(1) %p, i64 %j
  %v = load float, ptr addrspace(1) %a
  %more = fadd float %sum, %v
  %next = add nsw i64 %j, 1
  br label %head
done:
  %y = getelementptr float, ptr addrspace(1) %q, i64 %i
  store float %sum, ptr addrspace(1) %y
  ret void
}

; else lanes may leave at different times.
; CHECK-LABEL: ; ferry: unsigned, region 0: plan for 16 lanes,
; CHECK: until no lane is left
define spir_kernel void @unsigned(ptr addrspace(1) %p, ptr addrspace(1) %q, i32 %n) {
  call void @unsigned.region0(ptr addrspace(1) %p, ptr addrspace(1) %q, i32 %n)
  ret void
}
define internal void @unsigned.region0(ptr addrspace(1) %p, ptr addrspace(1) %q, i32 %n) "ferry-region"="0" {
entry:
  %i = call i64 @__ferry_global_id(i32 0)
  %i32 = trunc i64 %i to i32
  %start = mul i32 %i32, %n
  %end = add i32 %start, %n
  br label %head
head:
  %j = phi i32 [ %start, %entry ], [ %next, %body ]
  %sum = phi float [ 0.0, %entry ], [ %more, %body ]
  %c = icmp ult i32 %j, %end
  br i1 %c, label %body, label %done
body:
  %j64 = zext i32 %j to i64
  %a = getelementptr float, ptr addrspace(1) %p, i64 %j64
  %v = load float, ptr addrspace(1) %a
  %more = fadd float %sum, %v
  %next = add i32 %j, 1
  br label %head
done:
  %y = getelementptr float, ptr addrspace(1) %q, i64 %i
  store float %sum, ptr addrspace(1) %y
  ret void
}

declare i64 @__ferry_global_id(i32) memory(none)
