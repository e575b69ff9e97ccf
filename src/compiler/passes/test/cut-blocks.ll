; REQUIRES: llvm-22
; RUN: %ferry-opt='ferry-cut-blocks' %s | FileCheck %s
; RUN: %ferry-opt='ferry-cut-blocks' %s -o %t
; RUN: %ferry-llc -mcpu=x86-64 %t -o - | FileCheck %s --check-prefix=CODE
; RUN: %ferry-llc -mcpu=x86-64 -stop-after=finalize-isel %t -o - | FileCheck %s --check-prefix=BLOCKS

; Behind every third access, and not behind the last.
; CHECK-LABEL: define void @stores(
; CHECK-COUNT-3: store
; CHECK-NEXT: call void @llvm.codeview.annotation(
; CHECK-COUNT-3: store
; CHECK-NEXT: ret void
; In code generation they are blocks of their own; nothing is left of it.
; BLOCKS-LABEL: name: stores
; BLOCKS: {{^ *}}bb.0
; BLOCKS-COUNT-3: MOV32mi
; BLOCKS: {{^ *}}bb.1
; BLOCKS-NOT: {{^ *}}bb.2
; BLOCKS: ANNOTATION_LABEL
; BLOCKS-COUNT-3: MOV32mi
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
; CHECK-NOT: annotation
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

; Nor are there more than fourteen instructions without one.
; CHECK-LABEL: define i32 @sums(
; CHECK-COUNT-14: add
; CHECK-NEXT: call void @llvm.codeview.annotation(
; CHECK-NEXT: add
; CHECK-NEXT: ret
define i32 @sums(i32 %a) {
  %s0 = add i32 %a, 1
  %s1 = add i32 %s0, 1
  %s2 = add i32 %s1, 1
  %s3 = add i32 %s2, 1
  %s4 = add i32 %s3, 1
  %s5 = add i32 %s4, 1
  %s6 = add i32 %s5, 1
  %s7 = add i32 %s6, 1
  %s8 = add i32 %s7, 1
  %s9 = add i32 %s8, 1
  %s10 = add i32 %s9, 1
  %s11 = add i32 %s10, 1
  %s12 = add i32 %s11, 1
  %s13 = add i32 %s12, 1
  %s14 = add i32 %s13, 1
  ret i32 %s14
}

; A scatter of bytes is a store for each.
; CHECK-LABEL: define void @scatter(
; CHECK: call void @llvm.masked.scatter
; CHECK-NEXT: call void @llvm.codeview.annotation(
; CHECK-NEXT: store
; CHECK-NEXT: ret
define void @scatter(<16 x ptr> %to, <16 x i8> %v, ptr %p) {
  call void @llvm.masked.scatter.v16i8.v16p0(<16 x i8> %v, <16 x ptr> align 1 %to, <16 x i1> splat (i1 true))
  store i32 1, ptr %p
  ret void
}

; One of words is one access.
; CHECK-LABEL: define void @scatter_words(
; CHECK: call void @llvm.masked.scatter
; CHECK-NEXT: store
; CHECK-NEXT: ret
define void @scatter_words(<16 x ptr> %to, <16 x i32> %v, ptr %p) {
  call void @llvm.masked.scatter.v16i32.v16p0(<16 x i32> %v, <16 x ptr> align 4 %to, <16 x i1> splat (i1 true))
  store i32 1, ptr %p
  ret void
}
