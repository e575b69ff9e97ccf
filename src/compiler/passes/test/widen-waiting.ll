; Work-items keep where they go on, and a region is for those that wait for it.
; Mostly that is all of the group: then vectors need no mask. Else what is kept
; for each work-item is read for all lanes, and written so that the others keep
; theirs: a masked store would have the next load wait.
; REQUIRES: llvm-22
; RUN: %ferry-opt='ferry-widen<lanes=4>,function(instsimplify)' %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

declare i64 @__ferry_global_id(i32) memory(none)
declare ptr @__ferry_item_slot(i64, i64) memory(none)
declare i1 @llvm.expect.i1(i1, i1)

; CHECK-LABEL: define internal void @k.region1.vector(
; CHECK: br i1 %{{.*}}, label %full, label %other
; CHECK: full:
; CHECK-NOT: icmp eq <4 x i32>
; CHECK: %[[KEPT:.*]] = load <4 x float>, ptr %
; CHECK: store <4 x float> %[[KEPT]], ptr addrspace(1)
; CHECK: store <4 x i32> splat (i32 2), ptr %
; CHECK: other:
; CHECK: %[[STATES:.*]] = load <4 x i32>, ptr %[[AT:.*]], align 4
; CHECK: icmp eq <4 x i32> %[[STATES]], splat (i32 1)
; CHECK: %[[EITHER:.*]] = or <4 x i1>
; CHECK: %[[WAIT:.*]] = select <4 x i1> %{{.*}}, <4 x i1> %[[EITHER]],
; CHECK: %[[KEPT:.*]] = load <4 x float>, ptr %
; CHECK: call void @llvm.masked.store.v4f32.p1(<4 x float> %[[KEPT]], {{.*}}, <4 x i1> %[[WAIT]])
; CHECK: %[[HELD:.*]] = load <4 x i32>, ptr %[[AT]], align 4
; CHECK: %[[NEW:.*]] = select <4 x i1> %[[WAIT]], <4 x i32> splat (i32 2), <4 x i32> %[[HELD]]
; CHECK: store <4 x i32> %[[NEW]], ptr %[[AT]], align 4
define spir_kernel void @k(ptr addrspace(1) %p, i1 %all) {
  call void @k.region1(ptr addrspace(1) %p, i1 %all)
  ret void
}
define internal void @k.region1(ptr addrspace(1) %p, i1 %all) "ferry-region"="1" {
  %slot = call ptr @__ferry_item_slot(i64 0, i64 4)
  %state = load i32, ptr %slot
  %here = icmp eq i32 %state, 1
  %expected = call i1 @llvm.expect.i1(i1 %all, i1 true)
  %waits = or i1 %expected, %here
  br i1 %waits, label %then, label %join

then:
  %kept = call ptr @__ferry_item_slot(i64 4, i64 4)
  %v = load float, ptr %kept
  %i = call i64 @__ferry_global_id(i32 0)
  %a = getelementptr float, ptr addrspace(1) %p, i64 %i
  store float %v, ptr addrspace(1) %a
  store i32 2, ptr %slot
  br label %join

join:
  ret void
}
