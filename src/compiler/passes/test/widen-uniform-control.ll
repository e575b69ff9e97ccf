; Loops and branches that all lanes go through together stay.
; RUN: %ferry-opt='ferry-widen<lanes=4>,function(instsimplify)' %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

declare i64 @__ferry_global_id(i32) memory(none)

; CHECK-LABEL: define internal void @k.region0.vector(
; CHECK-NOT: <4 x i1>
; CHECK: [[LOOP:loop.*]]:
; CHECK: phi i32 [ 0, %{{.*}} ], [ %[[N1:.*]], %[[LOOP]] ]
; CHECK: phi <4 x float>
; CHECK: load float, ptr addrspace(1)
; CHECK: %[[S:.*]] = fadd <4 x float>
; CHECK: %[[N1]] = add i32
; CHECK: %[[C:.*]] = icmp ult i32 %[[N1]], %m
; CHECK: br i1 %[[C]], label %[[LOOP]], label
; CHECK: %[[D:.*]] = icmp eq i32 %f, 0
; CHECK: br i1 %[[D]],
; CHECK: store <4 x float> %[[S]],
; CHECK-NOT: <4 x i1>
; CHECK: ret void
define spir_kernel void @k(ptr addrspace(1) %p, ptr addrspace(1) %q, i32 %m, i32 %f) {
  call void @k.region0(ptr addrspace(1) %p, ptr addrspace(1) %q, i32 %m, i32 %f)
  ret void
}
define internal void @k.region0(ptr addrspace(1) %p, ptr addrspace(1) %q, i32 %m, i32 %f) "ferry-region"="0" {
  %i = call i64 @__ferry_global_id(i32 0)
  %x = getelementptr float, ptr addrspace(1) %p, i64 %i
  %v = load float, ptr addrspace(1) %x
  br label %loop

loop:
  %n = phi i32 [ 0, %0 ], [ %n1, %loop ]
  %s = phi float [ %v, %0 ], [ %s1, %loop ]
  %e = zext i32 %n to i64
  %g = getelementptr float, ptr addrspace(1) %q, i64 %e
  %u = load float, ptr addrspace(1) %g
  %s1 = fadd float %s, %u
  %n1 = add i32 %n, 1
  %c = icmp ult i32 %n1, %m
  br i1 %c, label %loop, label %done

done:
  %d = icmp eq i32 %f, 0
  br i1 %d, label %then, label %join

then:
  store float %s1, ptr addrspace(1) %x
  br label %join

join:
  ret void
}
