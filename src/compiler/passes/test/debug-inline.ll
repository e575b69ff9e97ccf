; Functions for debuggers stay calls, unless they synchronise: optnone goes only
; from these, and from the body of a kernel.
; RUN: %ferry-opt=ferry-mark-inline %s | FileCheck %s
declare void @__ferry_barrier() convergent

; CHECK: define internal void @f() #[[STAYS:[0-9]+]]
define internal void @f() noinline optnone {
  ret void
}

; CHECK: define internal void @g() #[[INLINED:[0-9]+]]
define internal void @g() noinline optnone {
  call void @__ferry_barrier()
  ret void
}

; CHECK: define internal void @__clang_ocl_kern_imp_k() #[[INLINED]]
define internal void @__clang_ocl_kern_imp_k() noinline optnone {
  call void @f()
  call void @g()
  ret void
}

; CHECK: define spir_kernel void @kernel.k() #[[STAYS]]
define spir_kernel void @kernel.k() noinline optnone {
  call void @__clang_ocl_kern_imp_k()
  ret void
}

; CHECK: attributes #[[STAYS]] = { noinline optnone }
; CHECK: attributes #[[INLINED]] = { alwaysinline }
