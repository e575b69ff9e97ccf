; A store to one of several variables is done on the ways to it.
; RUN: %ferry-opt=ferry-chosen-stores %s | FileCheck %s

; CHECK-LABEL: define float @list(
; CHECK-DAG: %[[A:.*]] = phi float [ %b, %shift ], [ %v, %{{.*}} ]
; CHECK-DAG: %[[B:.*]] = phi float [ %v, %shift ], [ %b, %{{.*}} ]
; CHECK: fsub float %[[A]], %[[B]]
define float @list(float %v, float %b, i1 %c) {
entry:
  %a0 = alloca float
  %a1 = alloca float
  store float %b, ptr %a0
  store float %b, ptr %a1
  br i1 %c, label %shift, label %end
shift:
  %s = load float, ptr %a1
  store float %s, ptr %a0
  br label %end
end:
  %at = phi ptr [ %a0, %entry ], [ %a1, %shift ]
  store float %v, ptr %at
  %x = load float, ptr %a0
  %y = load float, ptr %a1
  %d = fsub float %x, %y
  ret float %d
}

; One variable is known elsewhere: all stay.
; CHECK-LABEL: define void @escapes(
; CHECK: %at = phi ptr [ %a0, %entry ], [ %a1, %other ]
; CHECK: store float %v, ptr %at
define void @escapes(float %v, i1 %c) {
entry:
  %a0 = alloca float
  %a1 = alloca float
  br i1 %c, label %other, label %end
other:
  br label %end
end:
  %at = phi ptr [ %a0, %entry ], [ %a1, %other ]
  store float %v, ptr %at
  call void @use(ptr %a1)
  ret void
}

; What is stored is known only there.
; CHECK-LABEL: define float @late(
; CHECK: store float %w, ptr %at
define float @late(float %v, i1 %c) {
entry:
  %a0 = alloca float
  %a1 = alloca float
  store float %v, ptr %a0
  br i1 %c, label %other, label %end
other:
  br label %end
end:
  %at = phi ptr [ %a0, %entry ], [ %a1, %other ]
  %w = fadd float %v, %v
  store float %w, ptr %at
  %x = load float, ptr %a0
  ret float %x
}

; The variable is read before.
; CHECK-LABEL: define float @read(
; CHECK: store float %v, ptr %at
define float @read(float %v, i1 %c) {
entry:
  %a0 = alloca float
  %a1 = alloca float
  store float 1.0, ptr %a0
  br i1 %c, label %other, label %end
other:
  br label %end
end:
  %at = phi ptr [ %a0, %entry ], [ %a1, %other ]
  %x = load float, ptr %a0
  store float %v, ptr %at
  ret float %x
}

; A choice that nobody uses is no value.
; CHECK-LABEL: define float @unused(
; CHECK: %at = phi ptr
; CHECK: store float %v, ptr %at
define float @unused(float %v, i1 %c) {
entry:
  %a0 = alloca float
  %a1 = alloca float
  store float 1.0, ptr %a0
  br i1 %c, label %other, label %end
other:
  br label %end
end:
  %at = phi ptr [ %a0, %entry ], [ %a1, %other ]
  %no = phi ptr [ %a1, %entry ], [ %a0, %other ]
  store float %v, ptr %at
  %x = load float, ptr %a0
  ret float %x
}

declare void @use(ptr)
