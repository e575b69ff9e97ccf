; Loops that count bits are no loops: lanes would wait for the one that has most.
; REQUIRES: llvm-22
; RUN: %ferry-opt='ferry-widen<lanes=4>' %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

declare i64 @__ferry_global_id(i32) memory(none)

; while (x) { x &= x - 1; ++n; }
; CHECK-LABEL: define internal void @ones.region0.vector(
; CHECK: %[[X:.*]] = load <4 x i32>
; CHECK: %[[N:.*]] = call <4 x i32> @llvm.ctpop.v4i32(<4 x i32> %[[X]])
; CHECK-NOT: and <4 x i32>
; CHECK: select <4 x i1> %{{.*}}, <4 x i32> %[[N]], <4 x i32> zeroinitializer
; CHECK: store <4 x i32>
; CHECK-NEXT: ret void
define spir_kernel void @ones(ptr addrspace(1) %p) {
  call void @ones.region0(ptr addrspace(1) %p)
  ret void
}
define internal void @ones.region0(ptr addrspace(1) %p) "ferry-region"="0" {
entry:
  %i = call i64 @__ferry_global_id(i32 0)
  %at = getelementptr i32, ptr addrspace(1) %p, i64 %i
  %v = load i32, ptr addrspace(1) %at
  br label %head
head:
  %x = phi i32 [ %v, %entry ], [ %rest, %body ]
  %n = phi i32 [ 0, %entry ], [ %more, %body ]
  %none = icmp eq i32 %x, 0
  br i1 %none, label %end, label %body
body:
  %less = add i32 %x, -1
  %rest = and i32 %x, %less
  %more = add i32 %n, 1
  br label %head
end:
  store i32 %n, ptr addrspace(1) %at
  ret void
}

; while (x >>= 1) ++n;
; CHECK-LABEL: define internal void @length.region0.vector(
; CHECK: %[[Z:.*]] = call <4 x i32> @llvm.ctlz.v4i32(
; CHECK: %[[N:.*]] = sub <4 x i32> splat (i32 32), %[[Z]]
; CHECK: store <4 x i32> %[[N]]
; CHECK-NEXT: ret void
define spir_kernel void @length(ptr addrspace(1) %p) {
  call void @length.region0(ptr addrspace(1) %p)
  ret void
}
define internal void @length.region0(ptr addrspace(1) %p) "ferry-region"="0" {
entry:
  %i = call i64 @__ferry_global_id(i32 0)
  %at = getelementptr i32, ptr addrspace(1) %p, i64 %i
  %v = load i32, ptr addrspace(1) %at
  br label %head
head:
  %x = phi i32 [ %v, %entry ], [ %rest, %body ]
  %n = phi i32 [ 0, %entry ], [ %more, %body ]
  %rest = lshr i32 %x, 1
  %none = icmp eq i32 %rest, 0
  br i1 %none, label %end, label %body
body:
  %more = add i32 %n, 1
  br label %head
end:
  store i32 %n, ptr addrspace(1) %at
  ret void
}
