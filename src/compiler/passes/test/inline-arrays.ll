; A call that keeps a private array in memory is inlined if the caller accesses that
; more often than the callee has instructions, beyond those that are inlined anyhow.
; REQUIRES: llvm-22
; RUN: (cat %s; for f in gains loses passes; do \
; RUN:   echo "define internal float @$f(ptr %%a) {"; \
; RUN:   echo '%%x0 = load float, ptr %%a'; \
; RUN:   for i in $(seq 400); do echo "%%x$i = fmul float %%x$((i - 1)), %%x$((i - 1))"; done; \
; RUN:   [ $f != passes ] || echo 'call void @elsewhere(ptr %%a)'; \
; RUN:   echo 'ret float %%x400 }'; \
; RUN:   echo "define spir_kernel void @kernel.$f(ptr addrspace(1) %%p) {"; \
; RUN:   echo '%%a = alloca [8 x float]'; \
; RUN:   [ $f = loses ] && N=2 || N=300; for i in $(seq $N); do echo 'store volatile float 1.0, ptr %%a'; done; \
; RUN:   echo "%%x = call float @$f(ptr %%a)"; echo "%%y = call float @$f(ptr %%a)"; \
; RUN:   echo '%%s = fadd float %%x, %%y'; echo 'store float %%s, ptr addrspace(1) %%p'; \
; RUN:   echo 'ret void }'; done) > %t.ll
; RUN: %ferry-opt=ferry-inline %t.ll | FileCheck %s

declare void @elsewhere(ptr)

; A pointer may come to a call by ways that are not followed.
; CHECK-LABEL: @kernel.hidden(
; CHECK: call {{.*}}@loses(
declare ptr @llvm.launder.invariant.group.p0(ptr)
define spir_kernel void @kernel.hidden(ptr addrspace(1) %p) {
  %a = alloca [8 x float]
  store volatile float 1.0, ptr %a
  %h = call ptr @llvm.launder.invariant.group.p0(ptr %a)
  %x = call float @loses(ptr %h)
  store float %x, ptr addrspace(1) %p
  ret void
}

; CHECK-LABEL: @kernel.gains(
; CHECK-NOT: call
; CHECK-LABEL: @kernel.loses(
; CHECK: call {{.*}}@loses(
; CHECK-LABEL: @kernel.passes(
; CHECK: call {{.*}}@passes(
