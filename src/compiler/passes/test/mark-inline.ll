; RUN: %ferry-opt=ferry-mark-inline,always-inline,globaldce %s | FileCheck %s

declare i64 @__ferry_local_id(i32)

; CHECK-NOT: @plain
define internal i32 @plain(i32 %x) {
  ret i32 %x
}

; The user's wish holds where nothing depends on it.
; CHECK: define internal i32 @kept
define internal i32 @kept(i32 %x) noinline {
  ret i32 %x
}

; CHECK-NOT: @asksForId
define internal i64 @asksForId() noinline {
  %i = call i64 @__ferry_local_id(i32 0)
  ret i64 %i
}

; CHECK-LABEL: define spir_kernel void @k(
; CHECK: call i32 @kept(
; CHECK: call i64 @__ferry_local_id(i32 0)
define spir_kernel void @k(ptr addrspace(1) %p, i32 %x) {
  %a = call i32 @plain(i32 %x)
  %b = call i32 @kept(i32 %a)
  %i = call i64 @asksForId()
  %q = getelementptr i32, ptr addrspace(1) %p, i64 %i
  store i32 %b, ptr addrspace(1) %q
  ret void
}
