; Atomics that change nothing a second time look first whether they change
; anything.
; RUN: %ferry-opt='ferry-idempotent-atomics' %s | FileCheck %s

; CHECK-LABEL: define i32 @least(
; CHECK: %old = load atomic volatile i32, ptr %p monotonic, align 4
; CHECK: %[[SAME:.*]] = icmp sle i32 %old, %v
; CHECK: %[[CHANGES:.*]] = xor i1 %[[SAME]], true
; CHECK: br i1 %[[CHANGES]], label %[[DO:.*]], label %[[DONE:.*]]
; CHECK: [[DO]]:
; CHECK: %x = atomicrmw volatile min ptr %p, i32 %v monotonic, align 4
; CHECK: [[DONE]]:
; CHECK: %[[SEEN:.*]] = phi i32 [ %old, %{{.*}} ], [ %x, %[[DO]] ]
; CHECK: ret i32 %[[SEEN]]
define i32 @least(ptr %p, i32 %v) {
  %x = atomicrmw volatile min ptr %p, i32 %v monotonic
  ret i32 %x
}

; Where one is not a number, the instruction decides.
; CHECK-LABEL: define float @most(
; CHECK: load atomic float, ptr %p acquire, align 4
; CHECK: fcmp oge float %old, %v
; CHECK: atomicrmw fmax
define float @most(ptr %p, float %v) {
  %x = atomicrmw fmax ptr %p, float %v acquire
  ret float %x
}

; CHECK-LABEL: define void @set(
; CHECK: %old = load atomic i32, ptr %p monotonic, align 4
; CHECK: %[[OR:.*]] = or i32 %old, %v
; CHECK: icmp eq i32 %[[OR]], %old
; CHECK: br i1
; CHECK: atomicrmw or ptr %p, i32 %v
; CHECK: and i32
; CHECK: atomicrmw and ptr %p, i32 %v
define void @set(ptr %p, i32 %v) {
  %x = atomicrmw or ptr %p, i32 %v monotonic
  %y = atomicrmw and ptr %p, i32 %v monotonic
  ret void
}

; What it releases others wait for.
; CHECK-LABEL: define i32 @released(
; CHECK-NOT: load
; CHECK: ret
define i32 @released(ptr %p, i32 %v) {
  %x = atomicrmw umax ptr %p, i32 %v seq_cst
  %y = atomicrmw umin ptr %p, i32 %v release
  %w = atomicrmw xor ptr %p, i32 %v monotonic
  %z = atomicrmw add ptr %p, i32 %v monotonic
  ret i32 %z
}
