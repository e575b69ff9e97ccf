; Vectors lie where neighbours access memory side by side: what is asked of that
; dimension and of x is exchanged.
; RUN: %ferry-opt=ferry-vector-dimension %s | FileCheck %s

declare i64 @__ferry_global_id(i32) memory(none)
declare i64 @__ferry_local_id(i32) memory(none)
declare i64 @__ferry_group_id(i32) memory(none)
declare i64 @__ferry_local_size(i32) memory(none)
declare i64 @__ferry_global_size(i32) memory(none)
declare i64 @__ferry_global_offset(i32) memory(none)
declare i32 @__ferry_sub_group_local_id() convergent

; p[y * n + x] is as most sources are.
; CHECK-LABEL: define spir_kernel void @rows(
; CHECK: call i64 @__ferry_global_id(i32 0)
; CHECK: call i64 @__ferry_global_id(i32 1)
define spir_kernel void @rows(ptr addrspace(1) %p, i64 %n) {
  %x = call i64 @__ferry_global_id(i32 0)
  %y = call i64 @__ferry_global_id(i32 1)
  %row = mul i64 %y, %n
  %i = add i64 %row, %x
  %at = getelementptr i32, ptr addrspace(1) %p, i64 %i
  store i32 0, ptr addrspace(1) %at
  ret void
}

; p[x * n + y]: whatever has a dimension is that of the other one.
; CHECK-LABEL: define spir_kernel void @columns(
; CHECK-SAME: [[COLUMNS:#[0-9]+]]
; CHECK: %x = call i64 @__ferry_global_id(i32 1)
; CHECK: %y = call i64 @__ferry_local_id(i32 0)
; CHECK: call i64 @__ferry_group_id(i32 0)
; CHECK: call i64 @__ferry_local_size(i32 0)
; CHECK: call i64 @__ferry_global_size(i32 1)
; CHECK: call i64 @__ferry_global_offset(i32 2)
define spir_kernel void @columns(ptr addrspace(1) %p, i64 %n) {
  %x = call i64 @__ferry_global_id(i32 0)
  %y = call i64 @__ferry_local_id(i32 1)
  %group = call i64 @__ferry_group_id(i32 1)
  %size = call i64 @__ferry_local_size(i32 1)
  %rows = call i64 @__ferry_global_size(i32 0)
  %z = call i64 @__ferry_global_offset(i32 2)
  %row = mul i64 %x, %n
  %first = mul i64 %group, %size
  %column = add i64 %first, %y
  %more = add i64 %row, %column
  %plane = mul i64 %rows, %z
  %i = add i64 %more, %plane
  %at = getelementptr i32, ptr addrspace(1) %p, i64 %i
  store i32 0, ptr addrspace(1) %at
  ret void
}

; p[x * n + y] = q[y * n + x]: either way, one of them goes down columns, and
; what is below is near.
; CHECK-LABEL: define spir_kernel void @transpose(
; CHECK-SAME: [[DOWN:#[0-9]+]]
define spir_kernel void @transpose(ptr addrspace(1) %p, ptr addrspace(1) %q, i64 %n) {
  %x = call i64 @__ferry_global_id(i32 0)
  %y = call i64 @__ferry_global_id(i32 1)
  %row = mul i64 %y, %n
  %i = add i64 %row, %x
  %from = getelementptr i32, ptr addrspace(1) %q, i64 %i
  %v = load i32, ptr addrspace(1) %from
  %column = mul i64 %x, %n
  %j = add i64 %column, %y
  %to = getelementptr i32, ptr addrspace(1) %p, i64 %j
  store i32 %v, ptr addrspace(1) %to
  ret void
}

; What memory says may be anywhere.
; CHECK-LABEL: define spir_kernel void @table(
; CHECK-SAME: i64 %n) {
define spir_kernel void @table(ptr addrspace(1) %p, ptr addrspace(1) %q, i64 %n) {
  %x = call i64 @__ferry_global_id(i32 0)
  %y = call i64 @__ferry_global_id(i32 1)
  %row = mul i64 %y, %n
  %i = add i64 %row, %x
  %from = getelementptr i64, ptr addrspace(1) %q, i64 %i
  %v = load i64, ptr addrspace(1) %from
  %at = getelementptr i64, ptr addrspace(1) %p, i64 %v
  %w = load i64, ptr addrspace(1) %at
  store i64 %w, ptr addrspace(1) %from
  ret void
}

; What loops access counts more: a[x * n + y + k] = b[y * n + x].
; CHECK-LABEL: define spir_kernel void @loops(
; CHECK: %x = call i64 @__ferry_global_id(i32 1)
; CHECK: %y = call i64 @__ferry_global_id(i32 0)
define spir_kernel void @loops(ptr addrspace(1) %a, ptr addrspace(1) %b, i64 %n) {
entry:
  %x = call i64 @__ferry_global_id(i32 0)
  %y = call i64 @__ferry_global_id(i32 1)
  %row = mul i64 %y, %n
  %i = add i64 %row, %x
  %from = getelementptr i32, ptr addrspace(1) %b, i64 %i
  %value = load i32, ptr addrspace(1) %from
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %scaled = mul i64 %x, %n
  %of = add i64 %scaled, %y
  %j = add i64 %of, %k
  %at = getelementptr i32, ptr addrspace(1) %a, i64 %j
  store i32 %value, ptr addrspace(1) %at
  %next = add i64 %k, 1
  %done = icmp eq i64 %next, %n
  br i1 %done, label %end, label %loop
end:
  ret void
}

; A transposition is scattered either way.
; CHECK-LABEL: define spir_kernel void @transposes(
; CHECK: %x = call i64 @__ferry_global_id(i32 0)
define spir_kernel void @transposes(ptr addrspace(1) %a, ptr addrspace(1) %b, i64 %n) {
  %x = call i64 @__ferry_global_id(i32 0)
  %y = call i64 @__ferry_global_id(i32 1)
  %row = mul i64 %y, %n
  %i = add i64 %row, %x
  %column = mul i64 %x, %n
  %j = add i64 %column, %y
  %from = getelementptr i32, ptr addrspace(1) %a, i64 %i
  %to = getelementptr i32, ptr addrspace(1) %b, i64 %j
  %value = load i32, ptr addrspace(1) %from
  store i32 %value, ptr addrspace(1) %to
  ret void
}

; p[(x * n + y) * n + z]
; CHECK-LABEL: define spir_kernel void @planes(
; CHECK-SAME: [[PLANES:#[0-9]+]]
; CHECK: %x = call i64 @__ferry_global_id(i32 2)
; CHECK: %y = call i64 @__ferry_global_id(i32 1)
; CHECK: %z = call i64 @__ferry_global_id(i32 0)
define spir_kernel void @planes(ptr addrspace(1) %p, i64 %n) {
  %x = call i64 @__ferry_global_id(i32 0)
  %y = call i64 @__ferry_global_id(i32 1)
  %z = call i64 @__ferry_global_id(i32 2)
  %plane = mul i64 %x, %n
  %row = add i64 %plane, %y
  %scaled = mul i64 %row, %n
  %i = add i64 %scaled, %z
  %at = getelementptr i32, ptr addrspace(1) %p, i64 %i
  store i32 0, ptr addrspace(1) %at
  ret void
}

; Work-items that differ in z alone would store to the same place: there is one.
; CHECK-LABEL: define spir_kernel void @batches(
; CHECK: %x = call i64 @__ferry_global_id(i32 0)
; CHECK: %z = call i64 @__ferry_global_id(i32 2)
define spir_kernel void @batches(ptr addrspace(1) %p, ptr addrspace(3) %tile, i64 %n, i64 %depth) {
entry:
  %x = call i64 @__ferry_global_id(i32 0)
  %z = call i64 @__ferry_global_id(i32 2)
  %inside = icmp ult i64 %z, %depth
  br i1 %inside, label %then, label %end
then:
  %row = mul i64 %x, %n
  %i = add i64 %row, %z
  %from = getelementptr i32, ptr addrspace(1) %p, i64 %i
  %v = load i32, ptr addrspace(1) %from
  %to = getelementptr i32, ptr addrspace(3) %tile, i64 %x
  store i32 %v, ptr addrspace(3) %to
  br label %end
end:
  ret void
}

; One of them does, where they are chosen.
; CHECK-LABEL: define spir_kernel void @chosen(
; CHECK: %x = call i64 @__ferry_global_id(i32 2)
; CHECK: %z = call i64 @__ferry_global_id(i32 0)
define spir_kernel void @chosen(ptr addrspace(1) %p, ptr addrspace(3) %tile, i64 %n) {
entry:
  %x = call i64 @__ferry_global_id(i32 0)
  %z = call i64 @__ferry_global_id(i32 2)
  %row = mul i64 %x, %n
  %i = add i64 %row, %z
  %from = getelementptr i32, ptr addrspace(1) %p, i64 %i
  %v = load i32, ptr addrspace(1) %from
  %first = icmp eq i64 %z, 0
  br i1 %first, label %then, label %end
then:
  %to = getelementptr i32, ptr addrspace(3) %tile, i64 %x
  store i32 %v, ptr addrspace(3) %to
  br label %end
end:
  ret void
}

; Sub-groups go along x, then from row to row.
; CHECK-LABEL: define spir_kernel void @subGroups(
; CHECK: %x = call i64 @__ferry_global_id(i32 0)
define spir_kernel void @subGroups(ptr addrspace(1) %p, i64 %n) {
  %x = call i64 @__ferry_global_id(i32 0)
  %y = call i64 @__ferry_global_id(i32 1)
  %lane = call i32 @__ferry_sub_group_local_id()
  %row = mul i64 %x, %n
  %i = add i64 %row, %y
  %at = getelementptr i32, ptr addrspace(1) %p, i64 %i
  store i32 %lane, ptr addrspace(1) %at
  ret void
}

; CHECK-DAG: attributes [[DOWN]] = { {{.*}}"ferry-column-order"
; CHECK-DAG: attributes [[COLUMNS]] = { {{.*}}"ferry-vector-dimension"="1"
; CHECK-DAG: attributes [[PLANES]] = { {{.*}}"ferry-vector-dimension"="2"
