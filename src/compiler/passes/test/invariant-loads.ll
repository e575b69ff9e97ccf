; Nobody writes to constant memory while a kernel runs.
; RUN: %ferry-opt='ferry-invariant-loads' %s | FileCheck %s

; CHECK-LABEL: define float @f(
; CHECK: load float, ptr addrspace(2) %c, align 4, !invariant.load
; CHECK: load float, ptr addrspace(1) %g, align 4{{$}}
; CHECK: load volatile float, ptr addrspace(2) %c, align 4{{$}}
define float @f(ptr addrspace(2) %c, ptr addrspace(1) %g) {
  %a = load float, ptr addrspace(2) %c
  %b = load float, ptr addrspace(1) %g
  %v = load volatile float, ptr addrspace(2) %c
  %s = fadd float %a, %b
  %t = fadd float %s, %v
  ret float %t
}
