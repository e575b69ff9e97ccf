; Functions get as parameters what they, or what they call, ask for.
; RUN: %ferry-opt=ferry-lift-queries %s | FileCheck %s

@k.tile = internal addrspace(3) global [16 x i32] undef

declare i64 @__ferry_local_id(i32) memory(none)
declare ptr @__ferry_state() memory(none)

; CHECK-LABEL: define internal fastcc i64 @asks(
; CHECK-SAME: i64 %x, i64 [[ONE:%[0-9]+]], i64 [[ZERO:%[0-9]+]])
; CHECK-NOT: __ferry
; CHECK: add i64 [[ONE]], [[ZERO]]
; CHECK: add i64 {{.*}}, [[ONE]]
define internal i64 @asks(i64 %x) {
  %one = call i64 @__ferry_local_id(i32 1)
  %zero = call i64 @__ferry_local_id(i32 0)
  %sum = add i64 %one, %zero
  %again = call i64 @__ferry_local_id(i32 1)
  %more = add i64 %sum, %again
  ret i64 %more
}

; What it is given it hands on.
; CHECK-LABEL: define internal fastcc i64 @hands(
; CHECK-SAME: ptr [[STATE:%[0-9]+]], ptr addrspace(3) [[TILE:%[0-9]+]], i64 [[ONE:%[0-9]+]], i64 [[ZERO:%[0-9]+]])
; CHECK: getelementptr i32, ptr addrspace(3) [[TILE]], i64 3
; CHECK: call fastcc i64 @asks(i64 5, i64 [[ONE]], i64 [[ZERO]])
define internal i64 @hands() {
  %state = call ptr @__ferry_state()
  store i32 1, ptr %state
  store i32 2, ptr addrspace(3) getelementptr (i32, ptr addrspace(3) @k.tile, i64 3)
  %y = call i64 @asks(i64 5)
  ret i64 %y
}

; CHECK-LABEL: define spir_kernel void @k(
; CHECK-DAG: [[STATE:%[0-9]+]] = call ptr @__ferry_state()
; CHECK-DAG: [[ONE:%[0-9]+]] = call i64 @__ferry_local_id(i32 1)
; CHECK-DAG: [[ZERO:%[0-9]+]] = call i64 @__ferry_local_id(i32 0)
; CHECK: call fastcc i64 @hands(ptr [[STATE]], ptr addrspace(3) @k.tile, i64 [[ONE]], i64 [[ZERO]])
define spir_kernel void @k(ptr addrspace(1) %p) {
  %v = call i64 @hands()
  store i64 %v, ptr addrspace(1) %p
  ret void
}
