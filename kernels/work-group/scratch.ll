; Local memory of the collective functions of work-groups, enough for a value of
; any scalar type. OpenCL C has local variables in kernels only.

target triple = "x86_64-unknown-linux-gnu"

@ferry.scratch.bytes = internal addrspace(3) global i64 undef, align 8

define ptr addrspace(3) @ferry.scratch() nounwind willreturn memory(none) {
  ret ptr addrspace(3) @ferry.scratch.bytes
}
