// As long as Clang ends with another calling convention of a kernel,
// checkKernelConvention is needed.
// REQUIRES: llvm-22
// RUN: not --crash clang -cc1 -triple x86_64-unknown-linux-gnu -cl-std=CL3.0 -emit-llvm-only %s
// RUN: clang -cc1 -triple x86_64-unknown-linux-gnu -cl-std=CL3.0 -emit-llvm-only -Dvectorcall=unused %s
__attribute__((vectorcall)) kernel void k(global float *a, float x) {
  a[0] = x;
}
