; What has no form for all lanes at once is done for one active lane after the
; other: atomics, calls, volatile accesses.
; REQUIRES: llvm-22
; RUN: %ferry-opt='ferry-widen<lanes=4>,function(instsimplify)' %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

declare i64 @__ferry_global_id(i32) memory(none)
declare float @user(float)
declare i24 @three(i32)
declare void @ferry_printf(ptr, ptr)

; CHECK-LABEL: define internal void @calls.region0.vector(
; CHECK: %[[LANES:.*]] = alloca <4 x float>
; CHECK: %[[V:.*]] = load <4 x float>
; CHECK: [[LANE:lane.*]]:
; CHECK: %[[LEFT:.*]] = phi i4 [ -1, %{{.*}} ], [ %[[REST:.*]], %[[LANE]] ]
; CHECK: %[[FIRST:.*]] = call i4 @llvm.cttz.i4(i4 %[[LEFT]], i1 true)
; CHECK: %[[L:.*]] = zext i4 %[[FIRST]] to i64
; CHECK: %[[A:.*]] = extractelement <4 x float> %[[V]], i64 %[[L]]
; CHECK: %[[C:.*]] = call float @user(float %[[A]])
; CHECK: %[[R:.*]] = getelementptr float, ptr %[[LANES]], i64 %[[L]]
; CHECK: store float %[[C]], ptr %[[R]],
; CHECK: %[[DEC:.*]] = sub i4 %[[LEFT]], 1
; CHECK: %[[REST]] = and i4 %[[LEFT]], %[[DEC]]
; CHECK: %[[MORE:.*]] = icmp ne i4 %[[REST]], 0
; CHECK: br i1 %[[MORE]], label %[[LANE]], label
; CHECK: %[[ALL:.*]] = load <4 x float>, ptr %[[LANES]],
; CHECK: store <4 x float> %[[ALL]],
; CHECK: ret void
define spir_kernel void @calls(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  call void @calls.region0(ptr addrspace(1) %p, ptr addrspace(1) %q)
  ret void
}
define internal void @calls.region0(ptr addrspace(1) %p, ptr addrspace(1) %q) "ferry-region"="0" {
  %i = call i64 @__ferry_global_id(i32 0)
  %x = getelementptr float, ptr addrspace(1) %p, i64 %i
  %v = load float, ptr addrspace(1) %x
  %r = call float @user(float %v)
  store float %r, ptr addrspace(1) %x
  ret void
}

; Three bytes lie further apart in arrays than in vectors.
; CHECK-LABEL: define internal void @bytes.region0.vector(
; CHECK: %[[LANES:.*]] = alloca <4 x i32>
; CHECK: %[[C:.*]] = call i24 @three(
; CHECK: %[[Z:.*]] = zext i24 %[[C]] to i32
; CHECK: %[[R:.*]] = getelementptr i32, ptr %[[LANES]], i64
; CHECK: store i32 %[[Z]], ptr %[[R]],
; CHECK: %[[ALL:.*]] = load <4 x i32>, ptr %[[LANES]],
; CHECK: trunc <4 x i32> %[[ALL]] to <4 x i24>
define spir_kernel void @bytes(ptr addrspace(1) %p) {
  call void @bytes.region0(ptr addrspace(1) %p)
  ret void
}
define internal void @bytes.region0(ptr addrspace(1) %p) "ferry-region"="0" {
  %i = call i64 @__ferry_global_id(i32 0)
  %x = getelementptr i32, ptr addrspace(1) %p, i64 %i
  %v = load i32, ptr addrspace(1) %x
  %r = call i24 @three(i32 %v)
  %w = sext i24 %r to i32
  store i32 %w, ptr addrspace(1) %x
  ret void
}

; Each lane has its own arguments.
; CHECK-LABEL: define internal void @print.region0.vector(
; CHECK: %[[L:.*]] = zext i4 %{{.*}} to i64
; CHECK: %[[O:.*]] = mul i64 %[[L]], 4
; CHECK: %[[A:.*]] = getelementptr i8, ptr %{{.*}}, i64 %[[O]]
; CHECK: call void @ferry_printf(ptr null, ptr {{.*}}%[[A]])
; CHECK: ret void
define spir_kernel void @print(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  call void @print.region0(ptr addrspace(1) %p, ptr addrspace(1) %q)
  ret void
}
define internal void @print.region0(ptr addrspace(1) %p, ptr addrspace(1) %q) "ferry-region"="0" {
  %a = alloca [4 x i8]
  %i = call i64 @__ferry_global_id(i32 0)
  %x = getelementptr float, ptr addrspace(1) %p, i64 %i
  %v = load float, ptr addrspace(1) %x
  store float %v, ptr %a
  call void @ferry_printf(ptr null, ptr %a)
  ret void
}

; Under a mask, for the lanes that are active.
; CHECK-LABEL: define internal void @atomic.region0.vector(
; CHECK: %[[I:.*]] = call i64 @__ferry_global_id(i32 0)
; CHECK: %[[C:.*]] = icmp eq <4 x i64>
; CHECK: %[[ANY:.*]] = icmp ne i4 %{{.*}}, 0
; CHECK: br i1 %[[ANY]], label %[[THEN:.*]], label
; CHECK: [[THEN]]:
; CHECK: %[[BITS:.*]] = bitcast <4 x i1> %[[C]] to i4
; CHECK: phi i4 [ %[[BITS]], %[[THEN]] ]
; CHECK: %[[L:.*]] = zext i4 %{{.*}} to i64
; CHECK: %[[V:.*]] = add i64 %[[I]], %[[L]]
; CHECK: atomicrmw xchg ptr addrspace(1) %q, i64 %[[V]] monotonic
; CHECK: ret void
define spir_kernel void @atomic(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  call void @atomic.region0(ptr addrspace(1) %p, ptr addrspace(1) %q)
  ret void
}
define internal void @atomic.region0(ptr addrspace(1) %p, ptr addrspace(1) %q) "ferry-region"="0" {
  %i = call i64 @__ferry_global_id(i32 0)
  %x = getelementptr i64, ptr addrspace(1) %p, i64 %i
  %v = load i64, ptr addrspace(1) %x
  %c = icmp eq i64 %v, 0
  br i1 %c, label %then, label %join

then:
  %o = atomicrmw xchg ptr addrspace(1) %q, i64 %i monotonic
  br label %join

join:
  ret void
}

; CHECK-LABEL: define internal void @volatile.region0.vector(
; CHECK: %[[L:.*]] = zext i4 %{{.*}} to i64
; CHECK: %[[O:.*]] = mul i64 %[[L]], 4
; CHECK: %[[P:.*]] = getelementptr i8, ptr addrspace(1) %{{.*}}, i64 %[[O]]
; CHECK: load volatile float, ptr addrspace(1) %[[P]]
; CHECK: ret void
define spir_kernel void @volatile(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  call void @volatile.region0(ptr addrspace(1) %p, ptr addrspace(1) %q)
  ret void
}
define internal void @volatile.region0(ptr addrspace(1) %p, ptr addrspace(1) %q) "ferry-region"="0" {
  %i = call i64 @__ferry_global_id(i32 0)
  %x = getelementptr float, ptr addrspace(1) %p, i64 %i
  %v = load volatile float, ptr addrspace(1) %x
  store float %v, ptr addrspace(1) %q
  ret void
}

; No lane at all may be active where there is no branch.
; CHECK-LABEL: define internal void @flat.region0.vector(
; CHECK: %[[C:.*]] = icmp slt <4 x i32>
; CHECK: %[[BITS:.*]] = bitcast <4 x i1> %[[C]] to i4
; CHECK: %[[ANY:.*]] = icmp ne i4 %[[BITS]], 0
; CHECK: br i1 %[[ANY]], label %[[LANE:lane.*]], label
; CHECK: [[LANE]]:
; CHECK: phi i4 [ %[[BITS]], %{{.*}} ]
; CHECK: store volatile i32 1,
; CHECK: ret void
define spir_kernel void @flat(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  call void @flat.region0(ptr addrspace(1) %p, ptr addrspace(1) %q)
  ret void
}
define internal void @flat.region0(ptr addrspace(1) %p, ptr addrspace(1) %q) "ferry-region"="0" {
  %i = call i64 @__ferry_global_id(i32 0)
  %x = getelementptr i32, ptr addrspace(1) %p, i64 %i
  %v = load i32, ptr addrspace(1) %x
  %c = icmp slt i32 %v, 0
  br i1 %c, label %then, label %join

then:
  %y = getelementptr i32, ptr addrspace(1) %q, i64 %i
  store volatile i32 1, ptr addrspace(1) %y
  br label %join

join:
  ret void
}
