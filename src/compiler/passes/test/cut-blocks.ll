; RUN: %ferry-opt='ferry-cut-blocks' %s | FileCheck %s
; RUN: %ferry-opt='ferry-cut-blocks' %s | llc -mcpu=x86-64 | FileCheck %s --check-prefix=CODE

; Behind every third access, and not behind the last.
; CHECK-LABEL: define void @stores(
; CHECK-COUNT-3: store
; CHECK-NEXT: call void asm sideeffect "", ""() #[[NONE:[0-9]+]]
; CHECK-COUNT-3: store
; CHECK-NEXT: ret void
; CODE-LABEL: stores:
; CODE-COUNT-6: movl $
; CODE-NEXT: retq
define void @stores(ptr %p) {
  %p1 = getelementptr i32, ptr %p, i64 1
  %p2 = getelementptr i32, ptr %p, i64 2
  %p3 = getelementptr i32, ptr %p, i64 3
  %p4 = getelementptr i32, ptr %p, i64 4
  %p5 = getelementptr i32, ptr %p, i64 5
  store volatile i32 0, ptr %p
  store volatile i32 1, ptr %p1
  store volatile i32 2, ptr %p2
  store volatile i32 3, ptr %p3
  store volatile i32 4, ptr %p4
  store volatile i32 5, ptr %p5
  ret void
}

; CHECK-LABEL: define void @two_blocks(
; CHECK-NOT: asm
; CHECK: ret void
define void @two_blocks(ptr %p) {
  store i32 0, ptr %p
  store i32 1, ptr %p
  store i32 2, ptr %p
  br label %next
next:
  store i32 3, ptr %p
  ret void
}
; CHECK: attributes #[[NONE]] = { nounwind willreturn memory(inaccessiblemem: readwrite) }
