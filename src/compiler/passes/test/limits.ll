; What is not done for code that is very large is told.
; RUN: (cat %s; echo 'define spir_kernel void @k(ptr addrspace(3) %%p) {'; \
; RUN:   for i in $(seq 49); do echo 'call void @step(ptr addrspace(3) %%p) alwaysinline'; done; \
; RUN:   echo 'ret void }') > %t.regions.ll
; RUN: %ferry-opt='always-inline,ferry-split,ferry-item-loops' -disable-output %t.regions.ll 2>&1 \
; RUN:   | FileCheck %s --check-prefix=REGIONS
; REGIONS: note: k: its 49 regions stay functions, as there are more than 48
;
; RUN: (cat %s; echo 'define void @large() {'; \
; RUN:   seq 4097 | sed 's/.*/br label %%b&\nb&:/'; echo 'ret void }') > %t.blocks.ll
; RUN: %ferry-opt=ferry-clean-up -disable-output %t.blocks.ll 2>&1 \
; RUN:   | FileCheck %s --check-prefix=BLOCKS --implicit-check-not=note:
; BLOCKS: note: large: is done without InstCombinePass, as it has 4098 blocks, more than 4096
;
; RUN: (cat %s; echo 'define internal void @__clang_ocl_kern_imp_body() {'; \
; RUN:   for i in $(seq 50000); do echo 'fence seq_cst'; done; echo 'ret void }'; \
; RUN:   echo 'define spir_kernel void @kernel.body() {'; \
; RUN:   echo 'call void @__clang_ocl_kern_imp_body()'; echo 'ret void }') > %t.body.ll
; RUN: %ferry-opt=ferry-mark-inline -disable-output %t.body.ll 2>&1 \
; RUN:   | FileCheck %s --check-prefix=BODY
; BODY: note: body: is called by its kernel, as it has 50001 instructions, more than 50000
;
; RUN: (cat %s; echo 'define spir_kernel void @facts(ptr addrspace(1) %%p) {'; \
; RUN:   echo 'call void @facts.region0(ptr addrspace(1) %%p)'; echo 'ret void }'; \
; RUN:   echo 'define internal void @facts.region0(ptr addrspace(1) %%p) "ferry-region"="0" {'; \
; RUN:   echo '%%i = call i64 @__ferry_global_id(i32 0)'; echo '%%s0 = add i64 %%i, 0'; \
; RUN:   for j in $(seq 25); do echo "%%c$j = icmp ult i64 %%i, ${j}000"; \
; RUN:   echo "%%z$j = zext i1 %%c$j to i64"; echo "%%s$j = add i64 %%s$((j - 1)), %%z$j"; done; \
; RUN:   echo 'store i64 %%s25, ptr addrspace(1) %%p'; echo 'ret void }') > %t.facts.ll
; RUN: %ferry-opt='ferry-widen<lanes=8>' -disable-output %t.facts.ll 2>&1 \
; RUN:   | FileCheck %s --check-prefix=FACTS --implicit-check-not=note:
; FACTS: note: facts.region0{{.*}}: its vectors take no more than 24 facts for granted
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

declare void @__ferry_barrier() convergent
declare i64 @__ferry_local_id(i32) memory(none)
declare i64 @__ferry_global_id(i32) memory(none)

define internal void @step(ptr addrspace(3) %p) alwaysinline {
  %i = call i64 @__ferry_local_id(i32 0)
  %q = getelementptr i64, ptr addrspace(3) %p, i64 %i
  store i64 %i, ptr addrspace(3) %q
  call void @__ferry_barrier()
  ret void
}
