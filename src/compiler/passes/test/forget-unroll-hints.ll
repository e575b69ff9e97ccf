; Where mistakes are looked for, loops are not unrolled because the source says so.
; RUN: %ferry-opt=ferry-forget-unroll-hints %s | FileCheck %s

; CHECK-LABEL: define void @f(
; CHECK: br i1 %c, label %body, label %done, !llvm.loop ![[LOOP:[0-9]+]]
; CHECK: ![[LOOP]] = distinct !{![[LOOP]], ![[PROGRESS:[0-9]+]]}
; CHECK: ![[PROGRESS]] = !{!"llvm.loop.mustprogress"}
; CHECK-NOT: unroll
define void @f(i32 %n) {
entry:
  br label %body
body:
  %i = phi i32 [ 0, %entry ], [ %next, %body ]
  %next = add i32 %i, 1
  %c = icmp slt i32 %next, %n
  br i1 %c, label %body, label %done, !llvm.loop !0
done:
  ret void
}

!0 = distinct !{!0, !1, !2}
!1 = !{!"llvm.loop.mustprogress"}
!2 = !{!"llvm.loop.unroll.count", i32 100000}
