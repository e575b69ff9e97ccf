; RUN: %ferry-opt=ferry-mark-inline %s | FileCheck %s

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

; CHECK-DAG: attributes [[KEPT]] = { noinline }
; CHECK-DAG: attributes [[WANTED]] = { inlinehint }
; CHECK-DAG: attributes [[MUST]] = { alwaysinline }
; CHECK-DAG: attributes [[HOT]] = { alwaysinline hot }
