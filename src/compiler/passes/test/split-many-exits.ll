; A region with more ways out than fit into a small set: it may reach each of the
; barriers, or the end.
; RUN: %ferry-opt=ferry-split %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

declare void @__ferry_barrier() convergent

; CHECK-LABEL: define spir_kernel void @k(
; CHECK: region0.next:
; CHECK: switch i32 %{{.*}}, label %{{.*}} [
; CHECK-DAG: i32 {{[0-9]+}}, label %return
; CHECK-DAG: i32 2, label %sync
; CHECK-DAG: i32 3, label %sync
; CHECK-DAG: i32 4, label %sync
; CHECK-DAG: i32 5, label %sync
; CHECK: ]
define spir_kernel void @k(ptr addrspace(1) %p, i32 %n) {
  br label %b0

b0:
  %c0 = icmp sgt i32 %n, 0
  br i1 %c0, label %s0, label %b1

s0:
  call void @__ferry_barrier()
  br label %b1

b1:
  %c1 = icmp sgt i32 %n, 1
  br i1 %c1, label %s1, label %b2

s1:
  call void @__ferry_barrier()
  br label %b2

b2:
  %c2 = icmp sgt i32 %n, 2
  br i1 %c2, label %s2, label %b3

s2:
  call void @__ferry_barrier()
  br label %b3

b3:
  %c3 = icmp sgt i32 %n, 3
  br i1 %c3, label %s3, label %b4

s3:
  call void @__ferry_barrier()
  br label %b4

b4:
  %c4 = icmp sgt i32 %n, 4
  br i1 %c4, label %s4, label %b5

s4:
  call void @__ferry_barrier()
  br label %b5

b5:
  store i32 1, ptr addrspace(1) %p
  ret void
}
