; What most vectors agree in is decided when a vector starts; these run without masks.
; REQUIRES: llvm-22
; RUN: %ferry-opt='ferry-widen<lanes=4>,function(instsimplify)' %s | FileCheck %s
; RUN: %ferry-opt='ferry-widen<lanes=4;row=64>,function(instsimplify)' %s | FileCheck %s --check-prefix=EVEN
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

declare i64 @__ferry_global_id(i32) memory(none)
declare i64 @__ferry_global_offset(i32) memory(none)
declare i32 @llvm.smax.i32(i32, i32)

; An index that wraps around in no lane, and a limit that none reaches.
; CHECK-LABEL: define internal void @limit.region0.vector(
; CHECK: %[[ITEMS:.*]] = call i64 @__ferry_vector_items()
; CHECK: %[[FULL:.*]] = icmp uge i64 %[[ITEMS]], 4
; CHECK: %[[T:.*]] = trunc i64 %{{.*}} to i32
; CHECK: icmp sge i32 %[[T]], %n
; CHECK: %[[HOLDS:.*]] = and i1 %{{.*}}, %[[FULL]]
; CHECK: %[[ALL:.*]] = freeze i1 %[[HOLDS]]
; CHECK: br i1 %[[ALL]], label %[[MOST:.*]], label %[[OTHER:.*]], !prof
; CHECK: [[MOST]]:
; CHECK: %[[V:.*]] = load <4 x float>, ptr addrspace(1) %{{.*}}, align 4
; CHECK: store <4 x float> %[[V]], ptr addrspace(1)
; CHECK: [[OTHER]]:
; CHECK: call <4 x i32> @llvm.smax.v4i32(
; CHECK: @llvm.masked.gather.v4f32
; CHECK: ret void
define spir_kernel void @limit(ptr addrspace(1) %p, ptr addrspace(1) %q, i32 %n) {
  call void @limit.region0(ptr addrspace(1) %p, ptr addrspace(1) %q, i32 %n)
  ret void
}
define internal void @limit.region0(ptr addrspace(1) %p, ptr addrspace(1) %q, i32 %n) "ferry-region"="0" {
  %i = call i64 @__ferry_global_id(i32 0)
  %t = trunc i64 %i to i32
  %j = call i32 @llvm.smax.i32(i32 %t, i32 %n)
  %e = sext i32 %j to i64
  %x = getelementptr float, ptr addrspace(1) %p, i64 %e
  %v = load float, ptr addrspace(1) %x
  %y = getelementptr float, ptr addrspace(1) %q, i64 %i
  store float %v, ptr addrspace(1) %y
  ret void
}

; A branch that all lanes take alike; where rows are multiples of vectors
; nobody asks for the rest, but what is not agreed in needs its masks.
; EVEN-LABEL: define internal void @bound.region0.vector(
; EVEN-NOT: @__ferry_vector_items
; EVEN: %[[FIRST:.*]] = icmp ult i64 %{{.*}}, %n
; EVEN: %[[LAST:.*]] = icmp ult i64 %{{.*}}, %n
; EVEN: %[[SAME:.*]] = icmp eq i1 %[[FIRST]], %[[LAST]]
; EVEN: br i1 %{{.*}}, label %[[MOST:.*]], label %[[OTHER:.*]], !prof
; EVEN: [[MOST]]:
; EVEN: br i1 %[[FIRST]],
; EVEN: store <4 x float> splat (float 1.000000e+00), ptr addrspace(1)
; EVEN: [[OTHER]]:
; EVEN: call void @llvm.masked.store.v4f32
; EVEN: ret void
define spir_kernel void @bound(ptr addrspace(1) %q, i64 %n) {
  call void @bound.region0(ptr addrspace(1) %q, i64 %n)
  ret void
}
define internal void @bound.region0(ptr addrspace(1) %q, i64 %n) "ferry-region"="0" {
  %i = call i64 @__ferry_global_id(i32 0)
  %c = icmp ult i64 %i, %n
  br i1 %c, label %then, label %join

then:
  %y = getelementptr float, ptr addrspace(1) %q, i64 %i
  store float 1.0, ptr addrspace(1) %y
  br label %join

join:
  ret void
}


; What two branches ask their vector for stays two things, though the code after the
; question is the same.
; CHECK-LABEL: define internal void @branches.region0.vector(
; CHECK-NOT: @__ferry_vector_value
; CHECK: ret void
define spir_kernel void @branches(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  call void @branches.region0(ptr addrspace(1) %p, ptr addrspace(1) %q)
  ret void
}
define internal void @branches.region0(ptr addrspace(1) %p, ptr addrspace(1) %q) "ferry-region"="0" {
entry:
  %i = call i64 @__ferry_global_id(i32 0)
  %o = call i64 @__ferry_global_offset(i32 0)
  %s = sub i64 %i, %o
  %t = trunc i64 %s to i32
  %f = load i32, ptr addrspace(1) %q
  %c = icmp sgt i32 %f, 7
  br i1 %c, label %then, label %else
then:
  %four = shl i64 %s, 2
  %a = and i64 %four, 4294967292
  %x = getelementptr inbounds nuw i64, ptr addrspace(1) %p, i64 %a
  br label %join
else:
  %short = shl nsw i32 %t, 2
  %b = sext i32 %short to i64
  %y = getelementptr i64, ptr addrspace(1) %q, i64 %b
  br label %join
join:
  %at = phi ptr addrspace(1) [ %x, %then ], [ %y, %else ]
  %next = getelementptr i8, ptr addrspace(1) %at, i64 8
  %v = load i64, ptr addrspace(1) %next
  %z = getelementptr i64, ptr addrspace(1) %q, i64 %i
  store i64 %v, ptr addrspace(1) %z
  ret void
}

; Low bits that are 0 in any case may be missing in a mask.
; CHECK-LABEL: define internal void @rows.region0.vector(
; CHECK: %[[P:.*]] = getelementptr float, ptr addrspace(1) %p, i64 %
; CHECK: call <16 x float> @llvm.masked.load.v16f32.p1(ptr addrspace(1) align 4 %[[P]],
; CHECK: ret void
define spir_kernel void @rows(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  call void @rows.region0(ptr addrspace(1) %p, ptr addrspace(1) %q)
  ret void
}
define internal void @rows.region0(ptr addrspace(1) %p, ptr addrspace(1) %q) "ferry-region"="0" {
  %i = call i64 @__ferry_global_id(i32 0)
  %row = shl nuw nsw i64 %i, 2
  %low = and i64 %row, 4294967292
  %x = getelementptr float, ptr addrspace(1) %p, i64 %low
  %a = load float, ptr addrspace(1) %x
  %next = or disjoint i64 %low, 1
  %y = getelementptr float, ptr addrspace(1) %p, i64 %next
  %b = load float, ptr addrspace(1) %y
  %s = fadd float %a, %b
  %z = getelementptr float, ptr addrspace(1) %q, i64 %i
  store float %s, ptr addrspace(1) %z
  ret void
}

; Rows of each lane's own, whose indices wrap around nowhere: in one piece of 64 bits.
; CHECK-LABEL: define internal void @own_row.region0.vector(
; CHECK: br i1 %{{.*}}, label %[[MOST:.*]], label %[[OTHER:.*]], !prof
; CHECK: [[MOST]]:
; CHECK: mul nuw <4 x i32>
; CHECK-COUNT-4: load <4 x i32>, ptr addrspace(1) %{{.*}}, align 4
; CHECK: [[OTHER]]:
; CHECK-NOT: load <4 x i32>
; CHECK: ret void
define spir_kernel void @own_row(ptr addrspace(1) %p, ptr addrspace(1) %q, i32 %n) {
  call void @own_row.region0(ptr addrspace(1) %p, ptr addrspace(1) %q, i32 %n)
  ret void
}
define internal void @own_row.region0(ptr addrspace(1) %p, ptr addrspace(1) %q, i32 %n) "ferry-region"="0" {
entry:
  %i = call i64 @__ferry_global_id(i32 0)
  %t = trunc i64 %i to i32
  %row = mul i32 %t, %n
  br label %head
head:
  %k = phi i32 [ 0, %entry ], [ %k1, %body ]
  %s = phi float [ 0.0, %entry ], [ %s1, %body ]
  %more = icmp ult i32 %k, %n
  br i1 %more, label %body, label %done
body:
  %j = add i32 %row, %k
  %e = zext i32 %j to i64
  %a = getelementptr float, ptr addrspace(1) %p, i64 %e
  %v = load float, ptr addrspace(1) %a
  %s1 = fsub float %v, %s
  %k1 = add i32 %k, 1
  br label %head
done:
  %y = getelementptr float, ptr addrspace(1) %q, i64 %i
  store float %s, ptr addrspace(1) %y
  ret void
}
