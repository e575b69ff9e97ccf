; No byte is in both private and global memory. Of the pointers of address space 0,
; parameters and variables are private, others may be what the runtime is given.
; RUN: %ferry-opt=ferry-clean-up %s | FileCheck %s

; CHECK-LABEL: @parameter(
; CHECK: load i32
; CHECK-NOT: load
; CHECK: ret i32
define i32 @parameter(ptr %private, ptr addrspace(1) %global) {
  %p = getelementptr i32, ptr %private, i64 3
  %before = load i32, ptr %p
  store i32 1, ptr addrspace(1) %global
  %after = load i32, ptr %p
  %sum = add i32 %before, %after
  ret i32 %sum
}

; A variable that others may have.
; CHECK-LABEL: @variable(
; CHECK: load i32
; CHECK-NOT: load
; CHECK: ret i32
define i32 @variable(ptr addrspace(1) %global) {
  %private = alloca i32
  call void @fill(ptr %private)
  %before = load i32, ptr %private
  store i32 1, ptr addrspace(1) %global
  %after = load i32, ptr %private
  %sum = add i32 %before, %after
  ret i32 %sum
}
declare void @fill(ptr)

; CHECK-LABEL: @runtime(
; CHECK: load i32
; CHECK: store i32
; CHECK: load i32
; CHECK: ret i32
define i32 @runtime(ptr addrspace(1) %given, ptr addrspace(1) %global) {
  %p = addrspacecast ptr addrspace(1) %given to ptr
  call void @fill(ptr %p)
  %before = load i32, ptr %p
  store i32 1, ptr addrspace(1) %global
  %after = load i32, ptr %p
  %sum = add i32 %before, %after
  ret i32 %sum
}

; CHECK-LABEL: @loaded(
; CHECK: load ptr
; CHECK: load i32
; CHECK: store i32
; CHECK: load i32
; CHECK: ret i32
define i32 @loaded(ptr %pointers, ptr addrspace(1) %global) {
  %p = load ptr, ptr %pointers
  %before = load i32, ptr %p
  store i32 1, ptr addrspace(1) %global
  %after = load i32, ptr %p
  %sum = add i32 %before, %after
  ret i32 %sum
}
