; Which loops are unrolled before there are regions.
; REQUIRES: llvm-22
; RUN: %ferry-opt='ferry-clean-up' %s | FileCheck %s
; RUN: %ferry-opt='ferry-clean-up' -disable-output %s 2>&1 | FileCheck %s --check-prefix=LIMIT --implicit-check-not=note:

declare void @__ferry_barrier()

; What is loaded for each iteration has a place of its own then.
; CHECK-LABEL: define float @loads(
; CHECK-COUNT-4: load float
; CHECK-NOT: br i1
define float @loads(ptr addrspace(1) %p) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %n, %loop ]
  %a = phi float [ 0.0, %entry ], [ %b, %loop ]
  %q = getelementptr float, ptr addrspace(1) %p, i64 %i
  %v = load float, ptr addrspace(1) %q
  %b = fadd float %a, %v
  %n = add nuw nsw i64 %i, 1
  %c = icmp eq i64 %n, 4
  br i1 %c, label %exit, label %loop
exit:
  ret float %b
}

; Division by a power of two that is frozen is a shift.
; CHECK-LABEL: define i32 @power(
; CHECK: %[[N:.*]] = and i32 %s, 31
; CHECK: lshr i32 %t, %[[N]]
; CHECK-NOT: udiv
; CHECK: ret
define i32 @power(i32 noundef %t, i32 noundef %s) {
  %n = and i32 %s, 31
  %p = shl i32 1, %n
  %f = freeze i32 %p
  %bad = icmp eq i32 %f, 0
  %d = select i1 %bad, i32 1, i32 %f
  %r = udiv i32 %t, %d
  %twice = add i32 %r, %p
  ret i32 %twice
}

; No iteration gets simpler than the next.
; CHECK-LABEL: define float @computes(
; CHECK-COUNT-1: fmul float
; CHECK-NOT: fmul
; CHECK: ret
define float @computes(float %x) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %n, %loop ]
  %a = phi float [ %x, %entry ], [ %b, %loop ]
  %b = fmul float %a, %a
  %n = add nuw nsw i32 %i, 1
  %c = icmp eq i32 %n, 4
  br i1 %c, label %exit, label %loop
exit:
  ret float %b
}

; But the loop along a row that is around it is an innermost one then.
; CHECK-LABEL: define void @row(
; CHECK-COUNT-4: fmul float
; CHECK: br i1
; CHECK-NOT: br i1
; CHECK: ret
define void @row(ptr addrspace(1) %p) {
entry:
  br label %along
along:
  %at = phi i64 [ 0, %entry ], [ %next, %end ]
  %q = getelementptr float, ptr addrspace(1) %p, i64 %at
  %x = load float, ptr addrspace(1) %q
  br label %loop
loop:
  %i = phi i32 [ 0, %along ], [ %n, %loop ]
  %a = phi float [ %x, %along ], [ %b, %loop ]
  %b = fmul float %a, %a
  %n = add nuw nsw i32 %i, 1
  %c = icmp eq i32 %n, 4
  br i1 %c, label %end, label %loop
end:
  store float %b, ptr addrspace(1) %q
  %next = add nuw nsw i64 %at, 1
  %d = icmp eq i64 %next, 1000
  br i1 %d, label %exit, label %along
exit:
  ret void
}

; Few barriers, and many.
; CHECK-LABEL: define void @few(
; CHECK-COUNT-16: call void @__ferry_barrier()
; CHECK-NOT: br i1
define void @few(ptr addrspace(3) %p) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %n, %loop ]
  store volatile i32 %i, ptr addrspace(3) %p
  call void @__ferry_barrier()
  %n = add nuw nsw i32 %i, 1
  %c = icmp eq i32 %n, 16
  br i1 %c, label %exit, label %loop
exit:
  ret void
}

; CHECK-LABEL: define void @many(
; CHECK-COUNT-1: call void @__ferry_barrier()
; CHECK-NOT: call
; CHECK: ret
define void @many(ptr addrspace(3) %p) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %n, %loop ]
  store volatile i32 %i, ptr addrspace(3) %p
  call void @__ferry_barrier()
  %n = add nuw nsw i32 %i, 1
  %c = icmp eq i32 %n, 17
  br i1 %c, label %exit, label %loop
exit:
  ret void
}

; No more often than makes 16384 instructions, whatever is asked for.
; LIMIT: note: often: a loop is unrolled 3276 times, not 1000000: it would have more than 16384 instructions
; CHECK-LABEL: define void @often(
; CHECK: br i1 {{.*}}, !llvm.loop [[OFTEN:![0-9]+]]
define void @often(ptr addrspace(1) %p, i32 %e) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %n, %loop ]
  store volatile i32 %i, ptr addrspace(1) %p
  %n = add nuw nsw i32 %i, 1
  %c = icmp eq i32 %n, %e
  br i1 %c, label %exit, label %loop, !llvm.loop !0
exit:
  ret void
}

; As often as all but the header runs, which is all of the loop.
; CHECK-LABEL: define void @exactly(
; CHECK-COUNT-24: store volatile
; CHECK-NOT: store
; CHECK: ret
define void @exactly(ptr addrspace(1) %p) {
entry:
  br label %header
header:
  %i = phi i32 [ 0, %entry ], [ %n, %body ]
  %c = icmp ult i32 %i, 24
  br i1 %c, label %body, label %exit
body:
  store volatile i32 %i, ptr addrspace(1) %p
  %n = add nuw nsw i32 %i, 1
  br label %header, !llvm.loop !2
exit:
  ret void
}

; CHECK: [[OFTEN]] = distinct !{[[OFTEN]], [[COUNT:![0-9]+]]}
; CHECK: [[COUNT]] = !{!"llvm.loop.unroll.count", i32 3276}
!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.unroll.count", i32 1000000}
!2 = distinct !{!2, !3}
!3 = !{!"llvm.loop.unroll.count", i32 24}
