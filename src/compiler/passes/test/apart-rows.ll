; Rows that overlap nothing that is read have a loop of their own.
; RUN: %ferry-opt='loop-simplify,ferry-apart-rows' %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

; What is read again there is the same.
; CHECK-LABEL: define void @rows(
; CHECK: %[[CONFLICT:.*]] = and i1
; CHECK: br i1 %[[CONFLICT]], label %[[ANY:.*]], label %[[APART:.*]]
; CHECK: [[ANY]]:
; CHECK-COUNT-8: load float
; CHECK: [[APART]]:
; CHECK-COUNT-2: load float, ptr %{{.*}}, !alias.scope
; CHECK: store float %{{.*}}, !noalias
; CHECK: load float
; CHECK: store float
; CHECK: load float
; CHECK: store float
; CHECK-NOT: load float
; CHECK: store float
define void @rows(ptr %in, ptr %out, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %row = shl nuw nsw i64 %i, 4
  %a0 = getelementptr inbounds i8, ptr %in, i64 %row
  %a1 = getelementptr inbounds i8, ptr %a0, i64 4
  %a2 = getelementptr inbounds i8, ptr %a0, i64 8
  %a3 = getelementptr inbounds i8, ptr %a0, i64 12
  %b0 = getelementptr inbounds i8, ptr %out, i64 %row
  %b1 = getelementptr inbounds i8, ptr %b0, i64 4
  %b2 = getelementptr inbounds i8, ptr %b0, i64 8
  %b3 = getelementptr inbounds i8, ptr %b0, i64 12
  %v0 = load float, ptr %a0
  %w0 = load float, ptr %a1
  %s0 = fadd float %v0, %w0
  store float %s0, ptr %b0
  %v1 = load float, ptr %a1
  %w1 = load float, ptr %a2
  %s1 = fadd float %v1, %w1
  store float %s1, ptr %b1
  %v2 = load float, ptr %a2
  %w2 = load float, ptr %a3
  %s2 = fadd float %v2, %w2
  store float %s2, ptr %b2
  %v3 = load float, ptr %a3
  %w3 = load float, ptr %a0
  %s3 = fadd float %v3, %w3
  store float %s3, ptr %b3
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}

; Products that are cut to 32 bits count up, too.
; CHECK-LABEL: define void @products(
; CHECK: label %{{.*}}lver.orig
; CHECK-NOT: ashr
; CHECK: trunc i64 %{{.*}} to i32
define void @products(ptr %in, ptr %out, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %m = mul i64 %i, 51539607552
  %row = ashr exact i64 %m, 32
  %a0 = getelementptr inbounds float, ptr %in, i64 %row
  %a1 = getelementptr inbounds i8, ptr %a0, i64 4
  %a2 = getelementptr inbounds i8, ptr %a0, i64 8
  %a3 = getelementptr inbounds i8, ptr %a0, i64 12
  %b0 = getelementptr inbounds float, ptr %out, i64 %row
  %b1 = getelementptr inbounds i8, ptr %b0, i64 4
  %b2 = getelementptr inbounds i8, ptr %b0, i64 8
  %b3 = getelementptr inbounds i8, ptr %b0, i64 12
  %v0 = load float, ptr %a0
  store float %v0, ptr %b0
  %v1 = load float, ptr %a1
  store float %v1, ptr %b1
  %v2 = load float, ptr %a2
  store float %v2, ptr %b2
  %v3 = load float, ptr %a3
  store float %v3, ptr %b3
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}

; Nothing to ask.
; CHECK-LABEL: define void @restrict(
; CHECK-NOT: lver
define void @restrict(ptr noalias %in, ptr noalias %out, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %row = shl nuw nsw i64 %i, 4
  %a0 = getelementptr inbounds i8, ptr %in, i64 %row
  %a1 = getelementptr inbounds i8, ptr %a0, i64 4
  %a2 = getelementptr inbounds i8, ptr %a0, i64 8
  %a3 = getelementptr inbounds i8, ptr %a0, i64 12
  %b0 = getelementptr inbounds i8, ptr %out, i64 %row
  %b1 = getelementptr inbounds i8, ptr %b0, i64 4
  %b2 = getelementptr inbounds i8, ptr %b0, i64 8
  %b3 = getelementptr inbounds i8, ptr %b0, i64 12
  %v0 = load float, ptr %a0
  store float %v0, ptr %b0
  %v1 = load float, ptr %a1
  store float %v1, ptr %b1
  %v2 = load float, ptr %a2
  store float %v2, ptr %b2
  %v3 = load float, ptr %a3
  store float %v3, ptr %b3
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}

; Three elements are no vector.
; CHECK-LABEL: define void @short(
; CHECK-NOT: lver
define void @short(ptr %in, ptr %out, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %row = mul nuw nsw i64 %i, 12
  %a0 = getelementptr inbounds i8, ptr %in, i64 %row
  %a1 = getelementptr inbounds i8, ptr %a0, i64 4
  %a2 = getelementptr inbounds i8, ptr %a0, i64 8
  %b0 = getelementptr inbounds i8, ptr %out, i64 %row
  %b1 = getelementptr inbounds i8, ptr %b0, i64 4
  %b2 = getelementptr inbounds i8, ptr %b0, i64 8
  %v0 = load float, ptr %a0
  store float %v0, ptr %b0
  %v1 = load float, ptr %a1
  store float %v1, ptr %b1
  %v2 = load float, ptr %a2
  store float %v2, ptr %b2
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}

; Four planes are written, each by iterations that follow one another.
; CHECK-LABEL: define void @planes(
; CHECK-NOT: lver
define void @planes(ptr %in, ptr %out, i64 %n) {
entry:
  %p1 = getelementptr inbounds i8, ptr %in, i64 65536
  %p2 = getelementptr inbounds i8, ptr %in, i64 131072
  %p3 = getelementptr inbounds i8, ptr %in, i64 196608
  %q1 = getelementptr inbounds i8, ptr %out, i64 65536
  %q2 = getelementptr inbounds i8, ptr %out, i64 131072
  %q3 = getelementptr inbounds i8, ptr %out, i64 196608
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %a0 = getelementptr inbounds float, ptr %in, i64 %i
  %a1 = getelementptr inbounds float, ptr %p1, i64 %i
  %a2 = getelementptr inbounds float, ptr %p2, i64 %i
  %a3 = getelementptr inbounds float, ptr %p3, i64 %i
  %b0 = getelementptr inbounds float, ptr %out, i64 %i
  %b1 = getelementptr inbounds float, ptr %q1, i64 %i
  %b2 = getelementptr inbounds float, ptr %q2, i64 %i
  %b3 = getelementptr inbounds float, ptr %q3, i64 %i
  %v0 = load float, ptr %a0
  store float %v0, ptr %b0
  %v1 = load float, ptr %a1
  store float %v1, ptr %b1
  %v2 = load float, ptr %a2
  store float %v2, ptr %b2
  %v3 = load float, ptr %a3
  store float %v3, ptr %b3
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}
