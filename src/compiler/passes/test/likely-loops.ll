; A loop over vectors that choose between two ways gets a loop within it, which stays
; on the likely way: only when a vector is not like most, or none is left, is it over.
; RUN: %ferry-opt='ferry-likely-loops' %s | FileCheck %s
; RUN: %ferry-opt='ferry-likely-loops,loop-simplify,lcssa,loop-mssa(licm)' %s | FileCheck %s --check-prefix=MOVED
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

; CHECK-LABEL: define void @row(
; CHECK: [[X:x]]:
; CHECK: %[[I:.*]] = phi i64 [ 0, %entry ], [ %[[NEXT:.*]], %[[LATCH:.*]] ]
; CHECK: %[[C:.*]] = icmp ult i64 %{{.*}}, %n
; CHECK: br i1 %[[C]], label %full, label %other
; CHECK: full:
; CHECK: %[[LAST:.*]] = phi i64
; CHECK: %[[HERE:.*]] = phi i64 [ %[[MORE:.*]], %[[AGAIN:.*]] ], [ %[[I]], %[[X]] ]
; CHECK: store float %{{.*}}, ptr addrspace(1)
; CHECK: other:
; CHECK: %[[THERE:.*]] = phi i64 [ %[[MORE]], %[[AGAIN]] ], [ %[[I]], %[[X]] ]
; CHECK: store float 0.000000e+00
; CHECK: %[[MORE]] = add i64 %[[HERE]], 16
; CHECK: %[[IS_LEFT:.*]] = icmp ult i64 %[[MORE]], %end
; CHECK: br i1 %[[IS_LEFT]], label %[[AGAIN]], label %done
; CHECK: [[AGAIN]]:
; CHECK: %[[C2:.*]] = icmp ult i64 %{{.*}}, %n
; CHECK: br i1 %[[C2]], label %full, label %other, !llvm.loop
; CHECK: %[[NEXT]] = add i64 %[[THERE]], 16
; CHECK: br i1 %{{.*}}, label %x, label %done, !llvm.loop
; CHECK: done:
; CHECK: phi i64 [ %[[MORE]], %{{.*}} ], [ %[[NEXT]], %[[LATCH]] ]

; What all vectors on that way load alike is loaded before.
; MOVED-LABEL: define void @row(
; MOVED: br i1 %{{.*}}, label %full.preheader, label
; MOVED: full.preheader:
; MOVED: load float, ptr addrspace(2) %taps
; MOVED: br label %full
define void @row(ptr addrspace(1) %p, ptr addrspace(2) %taps, i64 %n, i64 %end) "ferry-group-agnostic" {
entry:
  br label %x
x:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  br label %item
item:
  %last = add i64 %i, 15
  %c = icmp ult i64 %last, %n
  br i1 %c, label %full, label %other, !ferry.likely !0
full:
  %t = load float, ptr addrspace(2) %taps, !invariant.load !0
  %a = getelementptr float, ptr addrspace(1) %p, i64 %last
  store float %t, ptr addrspace(1) %a
  br label %joined
other:
  %b = getelementptr float, ptr addrspace(1) %p, i64 %i
  store float 0.0, ptr addrspace(1) %b
  br label %joined
joined:
  br label %latch
latch:
  %next = add i64 %i, 16
  %left = icmp ult i64 %next, %end
  br i1 %left, label %x, label %done, !llvm.loop !1
done:
  %q = getelementptr float, ptr addrspace(1) %p, i64 %next
  store float 1.0, ptr addrspace(1) %q
  ret void
}

; What an iteration knows of the one before it is that of the last, in either loop.
; CHECK-LABEL: define void @before(
; CHECK: [[X:x]]:
; CHECK: %[[I:.*]] = phi i64 [ 0, %entry ], [ %[[NEXT:.*]], %[[LATCH:.*]] ]
; CHECK: %[[PREV:.*]] = phi i64 [ 7, %entry ], [ %[[OTHER:.*]], %[[LATCH]] ]
; CHECK: full:
; CHECK: %[[WAS:.*]] = phi i64 [ %[[HERE:.*]], %[[AGAIN:.*]] ], [ %[[PREV]], %[[X]] ]
; CHECK: %[[HERE]] = phi i64 [ %[[MORE:.*]], %[[AGAIN]] ], [ %[[I]], %[[X]] ]
; CHECK: store i64 %[[WAS]], ptr addrspace(1) %p
; CHECK: %[[OTHER]] = phi i64 [ %[[MORE]], %[[AGAIN]] ], [ %[[I]], %[[X]] ]
; CHECK: store i64 0, ptr addrspace(1) %p
; CHECK: %[[MORE]] = add i64 %[[HERE]], 16
; CHECK: %[[NEXT]] = add i64 %[[OTHER]], 16
define void @before(ptr addrspace(1) %p, i64 %n, i64 %end) "ferry-group-agnostic" {
entry:
  br label %x
x:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %previous = phi i64 [ 7, %entry ], [ %i, %latch ]
  %c = icmp ult i64 %i, %n
  br i1 %c, label %full, label %other, !ferry.likely !0
full:
  store i64 %previous, ptr addrspace(1) %p
  br label %latch
other:
  store i64 0, ptr addrspace(1) %p
  br label %latch
latch:
  %next = add i64 %i, 16
  %left = icmp ult i64 %next, %end
  br i1 %left, label %x, label %done
done:
  ret void
}

; Loops over one group are short.
; CHECK-LABEL: define void @group(
; CHECK-COUNT-2: icmp ult
; CHECK-NOT: icmp
; CHECK: }
define void @group(ptr addrspace(1) %p, i64 %n, i64 %end) {
entry:
  br label %x
x:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %c = icmp ult i64 %i, %n
  br i1 %c, label %full, label %latch, !ferry.likely !0
full:
  store i64 %i, ptr addrspace(1) %p
  br label %latch
latch:
  %next = add i64 %i, 16
  %left = icmp ult i64 %next, %end
  br i1 %left, label %x, label %done
done:
  ret void
}

!0 = !{}
!1 = distinct !{!1, !2}
!2 = !{!"llvm.loop.unroll.disable"}
