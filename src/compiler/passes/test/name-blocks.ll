; RUN: %ferry-opt=ferry-name-blocks %s | FileCheck %s

; CHECK: @literal = internal addrspace(1) constant { i32, i32, ptr addrspace(4) } { i32 16, i32 8, ptr addrspace(4) addrspacecast (ptr null to ptr addrspace(4)) }
@literal = internal addrspace(1) constant { i32, i32, ptr addrspace(4) }
  { i32 16, i32 8, ptr addrspace(4) addrspacecast (ptr @__k_block_invoke to ptr addrspace(4)) }
; CHECK: @block.name = private unnamed_addr constant [24 x i8] c"__k_block_invoke_kernel\00"
@llvm.used = appending global [1 x ptr] [ptr @k]

declare i32 @enqueue(ptr addrspace(4), ptr addrspace(1))

; CHECK: define internal void @__k_block_invoke(
define internal void @__k_block_invoke(ptr addrspace(4) %block) {
  ret void
}

; CHECK: define spir_kernel void @__k_block_invoke_kernel(ptr addrspace(4) %0) #[[INTERNAL:[0-9]+]]
define spir_kernel void @__k_block_invoke_kernel(ptr addrspace(4) %0) {
  call void @__k_block_invoke(ptr addrspace(4) %0)
  ret void
}

; CHECK: define spir_kernel void @k() {
; CHECK-NEXT: call i32 @enqueue(ptr addrspace(4) addrspacecast (ptr @block.name to ptr addrspace(4)), ptr addrspace(1) @literal)
; CHECK-NEXT: call void @__k_block_invoke(
define spir_kernel void @k() {
  %1 = call i32 @enqueue(ptr addrspace(4) addrspacecast (ptr @__k_block_invoke_kernel to ptr addrspace(4)), ptr addrspace(1) @literal)
  call void @__k_block_invoke(ptr addrspace(4) null)
  ret void
}

; CHECK: attributes #[[INTERNAL]] = { "ferry-internal" }
