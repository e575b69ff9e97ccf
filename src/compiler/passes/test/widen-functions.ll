; Functions that stay calls are made for all lanes, with a mask: one for each way
; in which arguments differ between lanes.
; REQUIRES: llvm-22
; RUN: %ferry-opt='ferry-widen<lanes=4>' %s | FileCheck %s
; RUN: %ferry-opt='ferry-widen<lanes=4>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=LIMIT --implicit-check-not=note:
; RUN: %ferry-opt='print<ferry-plan;lanes=4>' -disable-output %s | FileCheck %s --check-prefix=PLAN
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

declare i64 @__ferry_global_id(i32) memory(none)

; PLAN: vector function ({{.*}}):{{.*}} %a = call fastcc float @scale(
; PLAN: vector function ({{.*}}):{{.*}} %b = call fastcc float @scale(
; PLAN: vector function ({{.*}}):{{.*}} call fastcc void @put(
; PLAN: vector function ({{.*}}):{{.*}} %v = call <2 x i32> @both(
; PLAN: lane by lane ({{.*}}):{{.*}} %w = call i32 @waits(

; What is the same for all lanes stays a scalar, addresses of neighbours stay
; the address of the first.
; CHECK-LABEL: define internal void @k.region0.vector(
; CHECK: call fastcc <4 x float> @scale.x4(<4 x float> %{{.*}}, float %f, <4 x i1> splat (i1 true))
; CHECK: call fastcc <4 x float> @scale.x4(<4 x float> %{{.*}}, float %f, <4 x i1> %{{.*}})
; CHECK: call fastcc void @put.x4(ptr addrspace(1) %{{.*}}, <4 x float> %{{.*}}, <4 x i1> splat (i1 true))
; CHECK: %[[BOTH:.*]] = call { <4 x i32>, <4 x i32> } @both.x4(<4 x i64> %{{.*}}, <4 x i1> splat (i1 true))
; CHECK: extractvalue { <4 x i32>, <4 x i32> } %[[BOTH]], 1
; CHECK: call i32 @waits(
; CHECK: ret void
define spir_kernel void @k(ptr addrspace(1) %p, ptr addrspace(1) %q, float %f) {
  call void @k.region0(ptr addrspace(1) %p, ptr addrspace(1) %q, float %f)
  ret void
}
define internal void @k.region0(ptr addrspace(1) %p, ptr addrspace(1) %q, float %f) "ferry-region"="0" {
  %i = call i64 @__ferry_global_id(i32 0)
  %at = getelementptr float, ptr addrspace(1) %p, i64 %i
  %x = load float, ptr addrspace(1) %at
  %a = call fastcc float @scale(float %x, float %f)
  %some = fcmp ogt float %a, 1.0
  br i1 %some, label %more, label %join

more:
  %b = call fastcc float @scale(float %a, float %f)
  br label %join

join:
  %y = phi float [ %b, %more ], [ %a, %0 ]
  call fastcc void @put(ptr addrspace(1) %at, float %y)
  %odd = mul i64 %i, %i
  %v = call <2 x i32> @both(i64 %odd)
  %to = getelementptr <2 x i32>, ptr addrspace(1) %q, i64 %i
  store <2 x i32> %v, ptr addrspace(1) %to
  %w = call i32 @waits(ptr addrspace(1) %q, i64 %i)
  ret void
}

; The loop ends for each lane when it does for its work-item.
; CHECK: define internal fastcc <4 x float> @scale.x4(<4 x float> %x, float %f, <4 x i1> %active)
; CHECK: fmul <4 x float>
; CHECK: ret <4 x float>
define internal fastcc noundef float @scale(float noundef %x, float noundef %f) {
  br label %loop
loop:
  %y = phi float [ %x, %0 ], [ %z, %loop ]
  %z = fmul float %y, %f
  %on = fcmp olt float %z, 100.0
  br i1 %on, label %loop, label %done
done:
  ret float %z
}

; CHECK: define internal fastcc void @put.x4(ptr addrspace(1) %to, <4 x float> %x, <4 x i1> %active)
; CHECK: @llvm.masked.store.v4f32
define internal fastcc void @put(ptr addrspace(1) nonnull noundef %to, float %x) {
  %negative = fcmp olt float %x, 0.0
  br i1 %negative, label %none, label %put
none:
  ret void
put:
  store float %x, ptr addrspace(1) %to
  ret void
}

define internal <2 x i32> @both(i64 %i) {
  %low = trunc i64 %i to i32
  %up = lshr i64 %i, 32
  %high = trunc i64 %up to i32
  %v0 = insertelement <2 x i32> poison, i32 %low, i64 0
  %v1 = insertelement <2 x i32> %v0, i32 %high, i64 1
  ret <2 x i32> %v1
}

; A lane that waited for another one would wait for ever.
; LIMIT: note: waits: is called for one work-item after the other instead of 4: its work-items may wait for each other
define internal i32 @waits(ptr addrspace(1) %q, i64 %i) {
  br label %loop
loop:
  %old = atomicrmw add ptr addrspace(1) %q, i32 1 monotonic
  %turn = trunc i64 %i to i32
  %on = icmp ne i32 %old, %turn
  br i1 %on, label %loop, label %done
done:
  ret i32 %old
}
