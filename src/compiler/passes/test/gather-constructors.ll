; RUN: %ferry-opt=ferry-gather-constructors %s | FileCheck %s

@llvm.global_ctors = appending global [2 x { i32, ptr, ptr }]
  [{ i32, ptr, ptr } { i32 65535, ptr @late, ptr null },
   { i32, ptr, ptr } { i32 100, ptr @early, ptr null }]

; CHECK-NOT: llvm.global_ctors

; CHECK: define internal void @late()
define internal spir_kernel void @late() section ".text.startup" {
  ret void
}
; CHECK: define internal void @early()
define internal spir_kernel void @early() section ".text.startup" {
  ret void
}

; CHECK: define spir_kernel void @"kernel.(constructors)"() #[[ATTRIBUTES:[0-9]+]]
; CHECK: call void @early()
; CHECK-NEXT: call void @late()
; CHECK: attributes #[[ATTRIBUTES]] = { "ferry-internal" }
