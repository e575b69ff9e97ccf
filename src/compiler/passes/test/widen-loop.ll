; A loop that lanes leave in different iterations goes on until the last has left. What
; a lane had then is kept for after the loop.
; REQUIRES: llvm-22
; RUN: %ferry-opt='ferry-widen<lanes=4>,function(instsimplify,simplifycfg)' %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

declare i64 @__ferry_global_id(i32) memory(none)

; The counter stays scalar within the loop, not after it.
; CHECK-LABEL: define internal void @iterations.region0.vector(
; CHECK: [[LOOP:loop.*]]:
; CHECK: %[[LIVE:.*]] = phi <4 x i1> [ splat (i1 true), %{{.*}} ], [ %[[STAY:.*]], %[[LOOP]] ]
; CHECK: %[[KEPT:.*]] = phi <4 x i32> [ poison, %{{.*}} ], [ %[[KEEP:.*]], %[[LOOP]] ]
; CHECK: %[[N:.*]] = phi i32 [ 0, %{{.*}} ], [ %[[N1:.*]], %[[LOOP]] ]
; CHECK: %[[N1]] = add i32 %[[N]], 1
; CHECK: %[[ONE:.*]] = insertelement <4 x i32> poison, i32 %[[N1]], i64 0
; CHECK: %[[ALL:.*]] = shufflevector <4 x i32> %[[ONE]],
; CHECK: %[[C:.*]] = icmp ugt <4 x i32> %{{.*}}, splat (i32 9)
; CHECK: %[[KEEP]] = select <4 x i1> %[[LIVE]], <4 x i32> %[[ALL]], <4 x i32> %[[KEPT]]
; CHECK: %[[STAY]] = select <4 x i1> %[[LIVE]], <4 x i1> %[[C]], <4 x i1> zeroinitializer
; CHECK: %[[BITS:.*]] = bitcast <4 x i1> %[[STAY]] to i4
; CHECK: %[[ANY:.*]] = icmp ne i4 %[[BITS]], 0
; CHECK: br i1 %[[ANY]], label %[[LOOP]], label
; CHECK: store <4 x i32> %[[KEEP]],
; CHECK: ret void
define spir_kernel void @iterations(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  call void @iterations.region0(ptr addrspace(1) %p, ptr addrspace(1) %q)
  ret void
}
define internal void @iterations.region0(ptr addrspace(1) %p, ptr addrspace(1) %q) "ferry-region"="0" {
  %i = call i64 @__ferry_global_id(i32 0)
  %x = getelementptr i32, ptr addrspace(1) %p, i64 %i
  %v = load i32, ptr addrspace(1) %x
  br label %loop

loop:
  %n = phi i32 [ 0, %0 ], [ %n1, %loop ]
  %s = phi i32 [ %v, %0 ], [ %s1, %loop ]
  %n1 = add i32 %n, 1
  %s1 = lshr i32 %s, %n
  %c = icmp ugt i32 %s1, 9
  br i1 %c, label %loop, label %done

done:
  %y = getelementptr i32, ptr addrspace(1) %q, i64 %i
  store i32 %n1, ptr addrspace(1) %y
  ret void
}

; With break and continue: they become skips, and one way out at the end.
; CHECK-LABEL: define internal void @leave.region0.vector(
; CHECK: %[[LIVE:.*]] = phi <4 x i1> [ splat (i1 true), %{{.*}} ], [ %[[STAY:.*]], %{{.*}} ]
; CHECK: %[[KEPT:.*]] = phi <4 x i32> [ poison,
; CHECK: %[[B:.*]] = icmp ne <4 x i32> %{{.*}}, splat (i32 7)
; CHECK: %[[IN:.*]] = select <4 x i1> %[[LIVE]], <4 x i1> %[[B]], <4 x i1> zeroinitializer
; CHECK: %[[O:.*]] = icmp ne <4 x i32> %{{.*}}, zeroinitializer
; CHECK: %[[WORK:.*]] = select <4 x i1> %[[IN]], <4 x i1> %[[O]], <4 x i1> zeroinitializer
; CHECK: call <4 x i32> @llvm.masked.gather.v4i32.v4p1({{.*}}, <4 x i1> %[[WORK]], <4 x i32> poison)
; CHECK: %[[R:.*]] = select <4 x i1> %[[IN]], <4 x i32> splat (i32 -1), <4 x i32>
; CHECK: %[[LEAVE:.*]] = select <4 x i1> %[[IN]], <4 x i1> %{{.*}}, <4 x i1> splat (i1 true)
; CHECK: %[[NOT:.*]] = xor <4 x i1> %[[LEAVE]], splat (i1 true)
; CHECK: %[[KEEP:.*]] = select <4 x i1> %[[LIVE]], <4 x i32> %[[R]], <4 x i32> %[[KEPT]]
; CHECK: %[[STAY]] = select <4 x i1> %[[LIVE]], <4 x i1> %[[NOT]], <4 x i1> zeroinitializer
; CHECK: store <4 x i32> %[[KEEP]],
; CHECK: ret void
define spir_kernel void @leave(ptr addrspace(1) %p, ptr addrspace(1) %q, i32 %m) {
  call void @leave.region0(ptr addrspace(1) %p, ptr addrspace(1) %q, i32 %m)
  ret void
}
define internal void @leave.region0(ptr addrspace(1) %p, ptr addrspace(1) %q, i32 %m) "ferry-region"="0" {
  %i = call i64 @__ferry_global_id(i32 0)
  %x = getelementptr i32, ptr addrspace(1) %p, i64 %i
  %v = load i32, ptr addrspace(1) %x
  br label %loop

loop:
  %n = phi i32 [ 0, %0 ], [ %n1, %next ]
  %s = phi i32 [ %v, %0 ], [ %s2, %next ]
  %b = icmp eq i32 %s, 7
  br i1 %b, label %done, label %body

body:
  %odd = and i32 %s, 1
  %o = icmp eq i32 %odd, 0
  br i1 %o, label %next, label %work

work:
  %e = zext i32 %s to i64
  %g = getelementptr i32, ptr addrspace(1) %q, i64 %e
  %s1 = load i32, ptr addrspace(1) %g
  br label %next

next:
  %s2 = phi i32 [ %s, %body ], [ %s1, %work ]
  %n1 = add i32 %n, 1
  %c = icmp ult i32 %n1, %m
  br i1 %c, label %loop, label %done

done:
  %r = phi i32 [ %n, %loop ], [ -1, %next ]
  store i32 %r, ptr addrspace(1) %x
  ret void
}

; What holds for all lanes needs no mask: when it does not, the loop is over. With
; AVX-512, bits are kept for as many lanes as one comparison answers for.
; RUN: %ferry-opt='ferry-widen<lanes=32>,function(instsimplify,simplifycfg)' %s | FileCheck %s --check-prefix=PIECES
; PIECES-LABEL: define internal void @limit.region0.vector(
; PIECES: [[LOOP:loop.*]]:
; PIECES: %[[A:.*]] = phi <16 x i1> [ splat (i1 true), %{{.*}} ], [ %[[STAY_A:.*]], %[[LOOP]] ]
; PIECES: %[[B:.*]] = phi <16 x i1> [ splat (i1 true), %{{.*}} ], [ %[[STAY_B:.*]], %[[LOOP]] ]
; PIECES: %[[IS_LESS:.*]] = icmp slt i32 %{{.*}}, %limit
; PIECES: %[[C:.*]] = fcmp ole <32 x float>
; PIECES: %[[STAY_A]] = select <16 x i1> %[[A]], <16 x i1> %{{.*}}, <16 x i1> zeroinitializer
; PIECES: %[[STAY_B]] = select <16 x i1> %[[B]], <16 x i1> %{{.*}}, <16 x i1> zeroinitializer
; PIECES: or <16 x i1> %[[STAY_A]], %[[STAY_B]]
; PIECES: %[[MAY:.*]] = freeze i1 %[[IS_LESS]]
; PIECES: %[[AGAIN:.*]] = select i1 %[[MAY]], i1 %{{.*}}, i1 false
; PIECES: br i1 %[[AGAIN]], label %[[LOOP]], label
; PIECES: ret void
define spir_kernel void @limit(ptr addrspace(1) %p, i32 %limit) {
  call void @limit.region0(ptr addrspace(1) %p, i32 %limit)
  ret void
}
define internal void @limit.region0(ptr addrspace(1) %p, i32 %limit) "ferry-region"="0" {
  %i = call i64 @__ferry_global_id(i32 0)
  %x = getelementptr float, ptr addrspace(1) %p, i64 %i
  %v = load float, ptr addrspace(1) %x
  br label %loop

loop:
  %n = phi i32 [ 0, %0 ], [ %n1, %loop ]
  %s = phi float [ %v, %0 ], [ %s1, %loop ]
  %n1 = add i32 %n, 1
  %s1 = fmul float %s, %s
  %less = icmp slt i32 %n1, %limit
  %small = fcmp ole float %s1, 4.0
  %c = select i1 %less, i1 %small, i1 false
  br i1 %c, label %loop, label %done

done:
  store float %s1, ptr addrspace(1) %x
  ret void
}

