; RUN: %ferry-opt=ferry-mark-inline %s | FileCheck %s
; RUN: %ferry-opt=ferry-mark-inline -disable-output %s 2>&1 | FileCheck %s --check-prefix=LIMIT --implicit-check-not=note:

declare void @__ferry_barrier() convergent
declare i64 @__ferry_local_id(i32)

; The user's wish holds where nothing depends on it.
; CHECK: define internal i32 @kept(i32 %x) [[KEPT:#[0-9]+]]
define internal i32 @kept(i32 %x) noinline {
  ret i32 %x
}

; Who wants everything inlined is heard, but the inliner's cost decides.
; CHECK: define internal i64 @wanted() [[WANTED:#[0-9]+]]
define internal i64 @wanted() alwaysinline {
  %i = call i64 @__ferry_local_id(i32 0)
  ret i64 %i
}

; CHECK: define internal void @synchronises() [[MUST:#[0-9]+]]
define internal void @synchronises() noinline {
  call void @__ferry_barrier()
  ret void
}

; CHECK: define internal void @callsIt() [[MUST]]
define internal void @callsIt() noinline {
; CHECK: call void @synchronises(){{$}}
  call void @synchronises() noinline
  ret void
}

; So is what a kernel does, unless another kernel calls it, too.
; CHECK: define internal void @__clang_ocl_kern_imp_once() [[MUST]]
define internal void @__clang_ocl_kern_imp_once() {
  ret void
}
define spir_kernel void @once() {
  call void @__clang_ocl_kern_imp_once()
  ret void
}
; CHECK: define internal void @__clang_ocl_kern_imp_twice() {
define internal void @__clang_ocl_kern_imp_twice() {
  ret void
}
define spir_kernel void @twice() {
  call void @__clang_ocl_kern_imp_twice()
  ret void
}
define spir_kernel void @callsBody() {
  call void @__clang_ocl_kern_imp_twice()
  ret void
}

; What the library marks as hot, and who calls it, is inlined.
; CHECK: define internal i32 @hot(i32 %x) [[HOT:#[0-9]+]]
define internal i32 @hot(i32 %x) alwaysinline hot {
  ret i32 %x
}

; CHECK: define internal i32 @callsHot(i32 %x) [[MUST]]
define internal i32 @callsHot(i32 %x) {
  %y = call i32 @hot(i32 %x)
  ret i32 %y
}

; CHECK: define internal i32 @keptThough(i32 %x) [[KEPT]]
define internal i32 @keptThough(i32 %x) noinline {
  %y = call i32 @hot(i32 %x)
  ret i32 %y
}

define spir_kernel void @reads(ptr addrspace(1) %p) {
  %a = call i32 @callsHot(i32 1)
  %b = call i32 @keptThough(i32 %a)
  store i32 %b, ptr addrspace(1) %p
  ret void
}

define spir_kernel void @k(ptr addrspace(1) %p, i32 %x) {
  call void @callsIt()
  %b = call i32 @kept(i32 %x)
  %i = call i64 @wanted()
  %q = getelementptr i32, ptr addrspace(1) %p, i64 %i
  store i32 %b, ptr addrspace(1) %q
  ret void
}

; Three copies would be too many here, but not two.
; LIMIT: note: large: stays a call, 3 times, in callsOften: copies would have 66 instructions, more than 50
define internal i32 @large(i32 %x) {
  %x0 = add i32 %x, 3
  %x1 = mul i32 %x0, 4
  %x2 = add i32 %x1, 5
  %x3 = mul i32 %x2, 6
  %x4 = add i32 %x3, 7
  %x5 = mul i32 %x4, 8
  %x6 = add i32 %x5, 9
  %x7 = mul i32 %x6, 10
  %x8 = add i32 %x7, 11
  %x9 = mul i32 %x8, 12
  %x10 = add i32 %x9, 13
  %x11 = mul i32 %x10, 14
  %x12 = add i32 %x11, 15
  %x13 = mul i32 %x12, 16
  %x14 = add i32 %x13, 17
  %x15 = mul i32 %x14, 18
  %x16 = add i32 %x15, 19
  %x17 = mul i32 %x16, 20
  %x18 = add i32 %x17, 21
  %x19 = mul i32 %x18, 22
  %x20 = add i32 %x19, 23
  ret i32 %x20
}

; CHECK: define internal i32 @callsOften(
define internal i32 @callsOften(i32 %x) {
; CHECK-COUNT-3: call i32 @large(i32 {{.*}}) [[KEPT]]
  %a = call i32 @large(i32 %x)
  %b = call i32 @large(i32 %a)
  %c = call i32 @large(i32 %b)
; CHECK-COUNT-4: call i32 @hot(i32 {{.*}}){{$}}
  %d = call i32 @hot(i32 %c)
  %e = call i32 @hot(i32 %d)
  %f = call i32 @hot(i32 %e)
  %g = call i32 @hot(i32 %f)
  ret i32 %g
}

; CHECK: define internal i32 @callsTwice(
define internal i32 @callsTwice(i32 %x) {
; CHECK-COUNT-2: call i32 @large(i32 {{.*}}){{$}}
  %a = call i32 @large(i32 %x)
  %b = call i32 @large(i32 %a)
  ret i32 %b
}

; CHECK-DAG: attributes [[KEPT]] = { noinline }
; CHECK-DAG: attributes [[WANTED]] = { inlinehint }
; CHECK-DAG: attributes [[MUST]] = { alwaysinline }
; CHECK-DAG: attributes [[HOT]] = { alwaysinline hot }
