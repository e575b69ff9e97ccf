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
; CHECK: %[[N:.*]] = phi i32 [ 0, %{{.*}} ], [ %[[N1:.*]], %[[LOOP]] ]
; CHECK: %[[KEPT:.*]] = phi <4 x i32> [ poison, %{{.*}} ], [ %[[KEEP:.*]], %[[LOOP]] ]
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


; What lanes leave with is what the next iteration goes on with, if it is much: nothing
; is kept beside it. So many phis do not keep the loop from being left at its end.
; CHECK-LABEL: define internal void @many.region0.vector(
; CHECK-NOT: %kept
; CHECK-COUNT-20: select <4 x i1> %live{{.*}}, <4 x float>
; CHECK-NOT: %kept
; CHECK: ret void
define spir_kernel void @many(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  call void @many.region0(ptr addrspace(1) %p, ptr addrspace(1) %q)
  ret void
}
define internal void @many.region0(ptr addrspace(1) %p, ptr addrspace(1) %q) "ferry-region"="0" {
entry:
  %i = call i64 @__ferry_global_id(i32 0)
  %x = getelementptr float, ptr addrspace(1) %p, i64 %i
  %y = getelementptr float, ptr addrspace(1) %q, i64 %i
  br label %loop
loop:
  %n = phi i64 [ 0, %entry ], [ %n1, %body ]
  %s0 = phi float [ 0.0, %entry ], [ %t0, %body ]
  %s1 = phi float [ 1.0, %entry ], [ %t1, %body ]
  %s2 = phi float [ 2.0, %entry ], [ %t2, %body ]
  %s3 = phi float [ 3.0, %entry ], [ %t3, %body ]
  %s4 = phi float [ 4.0, %entry ], [ %t4, %body ]
  %s5 = phi float [ 5.0, %entry ], [ %t5, %body ]
  %s6 = phi float [ 6.0, %entry ], [ %t6, %body ]
  %s7 = phi float [ 7.0, %entry ], [ %t7, %body ]
  %s8 = phi float [ 8.0, %entry ], [ %t8, %body ]
  %s9 = phi float [ 9.0, %entry ], [ %t9, %body ]
  %s10 = phi float [ 10.0, %entry ], [ %t10, %body ]
  %s11 = phi float [ 11.0, %entry ], [ %t11, %body ]
  %s12 = phi float [ 12.0, %entry ], [ %t12, %body ]
  %s13 = phi float [ 13.0, %entry ], [ %t13, %body ]
  %s14 = phi float [ 14.0, %entry ], [ %t14, %body ]
  %s15 = phi float [ 15.0, %entry ], [ %t15, %body ]
  %s16 = phi float [ 16.0, %entry ], [ %t16, %body ]
  %s17 = phi float [ 17.0, %entry ], [ %t17, %body ]
  %s18 = phi float [ 18.0, %entry ], [ %t18, %body ]
  %s19 = phi float [ 19.0, %entry ], [ %t19, %body ]
  %more = icmp ult i64 %n, %i
  br i1 %more, label %body, label %done
body:
  %at = getelementptr float, ptr addrspace(1) %y, i64 %n
  %v = load float, ptr addrspace(1) %at
  %t0 = fsub float %v, %s0
  %t1 = fsub float %v, %s1
  %t2 = fsub float %v, %s2
  %t3 = fsub float %v, %s3
  %t4 = fsub float %v, %s4
  %t5 = fsub float %v, %s5
  %t6 = fsub float %v, %s6
  %t7 = fsub float %v, %s7
  %t8 = fsub float %v, %s8
  %t9 = fsub float %v, %s9
  %t10 = fsub float %v, %s10
  %t11 = fsub float %v, %s11
  %t12 = fsub float %v, %s12
  %t13 = fsub float %v, %s13
  %t14 = fsub float %v, %s14
  %t15 = fsub float %v, %s15
  %t16 = fsub float %v, %s16
  %t17 = fsub float %v, %s17
  %t18 = fsub float %v, %s18
  %t19 = fsub float %v, %s19
  %n1 = add nuw nsw i64 %n, 1
  br label %loop
done:
  %u0 = fsub float %s0, %s1
  %u1 = fsub float %u0, %s2
  %u2 = fsub float %u1, %s3
  %u3 = fsub float %u2, %s4
  %u4 = fsub float %u3, %s5
  %u5 = fsub float %u4, %s6
  %u6 = fsub float %u5, %s7
  %u7 = fsub float %u6, %s8
  %u8 = fsub float %u7, %s9
  %u9 = fsub float %u8, %s10
  %u10 = fsub float %u9, %s11
  %u11 = fsub float %u10, %s12
  %u12 = fsub float %u11, %s13
  %u13 = fsub float %u12, %s14
  %u14 = fsub float %u13, %s15
  %u15 = fsub float %u14, %s16
  %u16 = fsub float %u15, %s17
  %u17 = fsub float %u16, %s18
  %u18 = fsub float %u17, %s19
  store float %u18, ptr addrspace(1) %x
  ret void
}
