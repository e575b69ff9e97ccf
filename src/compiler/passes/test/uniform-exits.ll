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

; else where a vector looks: if its lanes have n iterations, they go along rows.
; CHECK-LABEL: ; ferry: unsigned, region 0: plan for 16 lanes,
; CHECK: widen (2): [[C:%.*]] = icmp eq i64 %{{.*}}, %[[N:.*]]
; CHECK: widen (1): [[F:%.*]] = freeze i1 [[C]]
; CHECK: all lanes (2): %[[SAME:.*]] = call i1 @__ferry_all_lanes(i1 [[F]])
; CHECK: uniform: br i1 %[[SAME]], label %{{.*}}, label %[[DIFFER:.*]]
; CHECK: %[[DIFFER]]
; CHECK: gather
; CHECK: until no lane is left
; CHECK: member of 16, rows of 16
; CHECK-NOT: until no lane is left
; CHECK: ; ferry: unsigned, region 0: plan for 16 lanes or fewer
define spir_kernel void @unsigned(ptr addrspace(1) %p, ptr addrspace(1) %q, i64 %n) {
  call void @unsigned.region0(ptr addrspace(1) %p, ptr addrspace(1) %q, i64 %n)
  ret void
}
define internal void @unsigned.region0(ptr addrspace(1) %p, ptr addrspace(1) %q, i64 %n) "ferry-region"="0" {
entry:
  %i = call i64 @__ferry_global_id(i32 0)
  %start = mul i64 %i, %n
  %end = add i64 %start, %n
  br label %head
head:
  %j = phi i64 [ %start, %entry ], [ %next, %body ]
  %sum = phi float [ 0.0, %entry ], [ %more, %body ]
  %c = icmp ult i64 %j, %end
  br i1 %c, label %body, label %done
body:
  %a = getelementptr float, ptr addrspace(1) %p, i64 %j
  %v = load float, ptr addrspace(1) %a
  %more = fadd float %sum, %v
  %next = add i64 %j, 1
  br label %head
done:
  %y = getelementptr float, ptr addrspace(1) %q, i64 %i
  store float %sum, ptr addrspace(1) %y
  ret void
}

; So does a limit that is the same for all, which few lanes come to.
; CHECK-LABEL: ; ferry: limited, region 0: plan for 16 lanes,
; CHECK: all lanes
; CHECK: member of 16, rows of 16
; CHECK: ; ferry: limited, region 0: plan for 16 lanes or fewer
define spir_kernel void @limited(ptr addrspace(1) %p, ptr addrspace(1) %q, i32 %n, i32 %size) {
  call void @limited.region0(ptr addrspace(1) %p, ptr addrspace(1) %q, i32 %n, i32 %size)
  ret void
}
define internal void @limited.region0(ptr addrspace(1) %p, ptr addrspace(1) %q, i32 %n, i32 %size) "ferry-region"="0" {
entry:
  %i = call i64 @__ferry_global_id(i32 0)
  %i32 = trunc i64 %i to i32
  %start = mul nsw i32 %i32, %n
  %sum.of = add nsw i32 %start, %n
  %end = call i32 @llvm.smin.i32(i32 %sum.of, i32 %size)
  %start64 = sext i32 %start to i64
  %end64 = sext i32 %end to i64
  br label %head
head:
  %j = phi i64 [ %start64, %entry ], [ %next, %body ]
  %sum = phi float [ 0.0, %entry ], [ %more, %body ]
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

; Windows that start a few elements apart overlap: what lanes load is near.
; CHECK-LABEL: ; ferry: window, region 0: plan for 16 lanes,
; CHECK: all lanes
; CHECK: near (0): %{{.*}} = call i64 @__ferry_near(
; CHECK: likely consecutive, else window, else gather
; CHECK: ; ferry: window, region 0: plan for 16 lanes or fewer
define spir_kernel void @window(ptr addrspace(1) %p, ptr addrspace(1) %q, i32 %n, i32 %apart, i32 %size) {
  call void @window.region0(ptr addrspace(1) %p, ptr addrspace(1) %q, i32 %n, i32 %apart, i32 %size)
  ret void
}
define internal void @window.region0(ptr addrspace(1) %p, ptr addrspace(1) %q, i32 %n, i32 %apart, i32 %size) "ferry-region"="0" {
entry:
  %i = call i64 @__ferry_global_id(i32 0)
  %i32 = trunc i64 %i to i32
  %scaled = mul nsw i32 %i32, %apart
  %before = add nsw i32 %scaled, -2
  %start = call i32 @llvm.smax.i32(i32 %before, i32 0)
  %sum.of = add nsw i32 %before, %n
  %end = call i32 @llvm.smin.i32(i32 %sum.of, i32 %size)
  %start64 = sext i32 %start to i64
  %end64 = sext i32 %end to i64
  br label %head
head:
  %j = phi i64 [ %start64, %entry ], [ %next, %body ]
  %sum = phi float [ 0.0, %entry ], [ %more, %body ]
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

; What is strided stays that.
; CHECK-LABEL: ; ferry: strided, region 0: plan for 16 lanes,
; CHECK: near (0): %j = call i64 @__ferry_near(
; CHECK: consecutive (1): %v = load
; CHECK: ; ferry: strided, region 0: plan for 16 lanes or fewer
define spir_kernel void @strided(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  call void @strided.region0(ptr addrspace(1) %p, ptr addrspace(1) %q)
  ret void
}
define internal void @strided.region0(ptr addrspace(1) %p, ptr addrspace(1) %q) "ferry-region"="0" {
  %i = call i64 @__ferry_global_id(i32 0)
  %j = call i64 @__ferry_near(i64 %i)
  %a = getelementptr float, ptr addrspace(1) %p, i64 %j
  %v = load float, ptr addrspace(1) %a
  %y = getelementptr float, ptr addrspace(1) %q, i64 %i
  store float %v, ptr addrspace(1) %y
  ret void
}

; Factors that are the same again and again are not followed for ever.
; CHECK-LABEL: ; ferry: deep, region 0: plan for 16 lanes,
; CHECK: until no lane is left
define spir_kernel void @deep(ptr addrspace(1) %q, i32 %n) {
  call void @deep.region0(ptr addrspace(1) %q, i32 %n)
  ret void
}
define internal void @deep.region0(ptr addrspace(1) %q, i32 %n) "ferry-region"="0" {
entry:
  %i = call i64 @__ferry_global_id(i32 0)
  %s0 = trunc i64 %i to i32
  %s1 = mul nsw i32 %s0, %s0
  %s2 = mul nsw i32 %s1, %s1
  %s3 = mul nsw i32 %s2, %s2
  %s4 = mul nsw i32 %s3, %s3
  %s5 = mul nsw i32 %s4, %s4
  %s6 = mul nsw i32 %s5, %s5
  %s7 = mul nsw i32 %s6, %s6
  %s8 = mul nsw i32 %s7, %s7
  %s9 = mul nsw i32 %s8, %s8
  %s10 = mul nsw i32 %s9, %s9
  %s11 = mul nsw i32 %s10, %s10
  %s12 = mul nsw i32 %s11, %s11
  %s13 = mul nsw i32 %s12, %s12
  %s14 = mul nsw i32 %s13, %s13
  %s15 = mul nsw i32 %s14, %s14
  %s16 = mul nsw i32 %s15, %s15
  %s17 = mul nsw i32 %s16, %s16
  %s18 = mul nsw i32 %s17, %s17
  %s19 = mul nsw i32 %s18, %s18
  %s20 = mul nsw i32 %s19, %s19
  %s21 = mul nsw i32 %s20, %s20
  %s22 = mul nsw i32 %s21, %s21
  %s23 = mul nsw i32 %s22, %s22
  %s24 = mul nsw i32 %s23, %s23
  %s25 = mul nsw i32 %s24, %s24
  %s26 = mul nsw i32 %s25, %s25
  %s27 = mul nsw i32 %s26, %s26
  %s28 = mul nsw i32 %s27, %s27
  %s29 = mul nsw i32 %s28, %s28
  %s30 = mul nsw i32 %s29, %s29
  %s31 = mul nsw i32 %s30, %s30
  %s32 = mul nsw i32 %s31, %s31
  %s33 = mul nsw i32 %s32, %s32
  %s34 = mul nsw i32 %s33, %s33
  %s35 = mul nsw i32 %s34, %s34
  %s36 = mul nsw i32 %s35, %s35
  %s37 = mul nsw i32 %s36, %s36
  %s38 = mul nsw i32 %s37, %s37
  %s39 = mul nsw i32 %s38, %s38
  %s40 = mul nsw i32 %s39, %s39
  %end = add nsw i32 %s40, %n
  br label %head
head:
  %j = phi i32 [ %s40, %entry ], [ %next, %body ]
  %sum = phi i32 [ 0, %entry ], [ %more, %body ]
  %c = icmp slt i32 %j, %end
  br i1 %c, label %body, label %done
body:
  %square = mul i32 %j, %j
  %more = xor i32 %sum, %square
  %next = add nsw i32 %j, 1
  br label %head
done:
  %y = getelementptr i32, ptr addrspace(1) %q, i64 %i
  store i32 %sum, ptr addrspace(1) %y
  ret void
}

declare i64 @__ferry_global_id(i32) memory(none)
declare i64 @__ferry_near(i64) memory(none)
declare i32 @llvm.smin.i32(i32, i32)
declare i32 @llvm.smax.i32(i32, i32)
