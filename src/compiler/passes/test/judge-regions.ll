; RUN: %ferry-opt=ferry-lower-checks %s | FileCheck %s
; What only looks, and what only computes.
; RUN: %ferry-opt=ferry-lower-checks %s | FileCheck %s --check-prefix=BESIDE

%Entry = type { ptr, i32, i32, i32, i32, ptr, i64, ptr }
@none = internal constant [1 x i8] zeroinitializer
; As abi::CheckSite: two arguments.
@ferry.sites.table = internal constant [3 x %Entry] [
  %Entry { ptr @none, i32 0, i32 0, i32 0, i32 0, ptr @none, i64 0, ptr @none },
  %Entry { ptr @none, i32 3, i32 1, i32 1, i32 0, ptr @none, i64 0, ptr @none },
  %Entry { ptr @none, i32 4, i32 1, i32 1, i32 1, ptr @none, i64 0, ptr @none }
]
@ferry.checked = internal constant { ptr, ptr, ptr, i32, i32, i32 } { ptr @none, ptr @ferry.sites.table, ptr null, i32 3, i32 2, i32 0 }

; What is read does not say where to write: reading is not needed to look.
; CHECK-LABEL: @kernel.copy(
; CHECK: br i1 %{{.*}}, label %[[ASKS:.*]], label %[[APART:.*]]
; CHECK: [[ASKS]]:
; CHECK-NEXT: call void @kernel.copy.region0(
; CHECK: [[APART]]:
; CHECK: store i64 0, ptr
; CHECK: call void @kernel.copy.region0.look(
; CHECK: br i1 %{{.*}}, label %[[ASKS]], label %[[RUNS:.*]]
; CHECK: [[RUNS]]:
; CHECK-NEXT: call void @kernel.copy.region0.plain(
; CHECK: define internal void @kernel.copy.region0({{.*}} #[[CHECKED:[0-9]+]]
; CHECK: call ptr @ferry_check_read(
; CHECK: load i32, ptr addrspace(1)
; CHECK: call ptr @ferry_check_write(
; CHECK: store i32 %{{.*}}, ptr addrspace(1)
; BESIDE: define internal void @kernel.copy.region0.look({{.*}} #[[JUDGED:[0-9]+]]
; Until a work-item has found something.
; BESIDE: br i1 %{{.*}}, label %[[END:.*]], label
; BESIDE-NOT: load i32, ptr addrspace(1)
; BESIDE-NOT: call void @ferry_check
; BESIDE-NOT: store i32
; Two lanes that have written to the same place.
; BESIDE: note:
; BESIDE: store i64 %[[NOW:.*]], ptr %[[CELL:.*]], align 8
; BESIDE: call i1 @__ferry_check_kept(ptr %{{.*}}, i64 %[[NOW]], i64 8)
; BESIDE: store i64 1, ptr
; BESIDE-NEXT: br label %[[END]]
; BESIDE: [[END]]:
; BESIDE-NEXT: ret void
; BESIDE-LABEL: define internal void @kernel.copy.region0.plain(
; BESIDE-NOT: ferry_check
; BESIDE: store i32 %{{.*}}, ptr addrspace(1)
define spir_kernel void @kernel.copy(ptr addrspace(1) %in, ptr addrspace(1) %out) "ferry-checked" {
  call void @__ferry_check_kernel(ptr @ferry.checked)
  call void @kernel.copy.region0(ptr addrspace(1) %in, ptr addrspace(1) %out)
  ret void
}
define internal void @kernel.copy.region0(ptr addrspace(1) %in, ptr addrspace(1) %out) "ferry-region"="0" {
  %i = call i64 @__ferry_local_id(i32 0)
  %p = getelementptr i32, ptr addrspace(1) %in, i64 %i
  %from = addrspacecast ptr addrspace(1) %p to ptr
  call ptr @ferry_check_read(ptr %from, i64 4398046511108, ptr null, i32 1)
  %v = load i32, ptr addrspace(1) %p, align 1
  %q = getelementptr i32, ptr addrspace(1) %out, i64 %i
  %to = addrspacecast ptr addrspace(1) %q to ptr
  call ptr @ferry_check_write(ptr %to, i64 4398046511108, ptr null, i32 2, ptr null)
  store i32 %v, ptr addrspace(1) %q, align 1
  ret void
}

; What is read does: only if nothing writes there is it read to look.
; BESIDE-LABEL: define internal void @kernel.scatter.region0.look(
; BESIDE: %[[QUIET:.*]] = call i1 @__ferry_all_lanes(i1 %{{.*}})
; BESIDE-NEXT: br i1 %[[QUIET]], label %[[READ:.*]], label %[[LEAVE:.*]], !prof
; BESIDE: [[LEAVE]]:
; BESIDE-NEXT: %[[FLAG:.*]] = getelementptr
; BESIDE-NEXT: store i64 1, ptr %[[FLAG]]
; BESIDE: [[READ]]:
; BESIDE: load i32, ptr addrspace(1)
define spir_kernel void @kernel.scatter(ptr addrspace(1) %where, ptr addrspace(1) %out) "ferry-checked" {
  call void @__ferry_check_kernel(ptr @ferry.checked)
  call void @kernel.scatter.region0(ptr addrspace(1) %where, ptr addrspace(1) %out)
  ret void
}
define internal void @kernel.scatter.region0(ptr addrspace(1) %where, ptr addrspace(1) %out) "ferry-region"="0" {
  %i = call i64 @__ferry_local_id(i32 0)
  %p = getelementptr i32, ptr addrspace(1) %where, i64 %i
  %from = addrspacecast ptr addrspace(1) %p to ptr
  call ptr @ferry_check_read(ptr %from, i64 4398046511108, ptr null, i32 1)
  %v = load i32, ptr addrspace(1) %p, align 1
  %q = getelementptr i32, ptr addrspace(1) %out, i32 %v
  %to = addrspacecast ptr addrspace(1) %q to ptr
  call ptr @ferry_check_write(ptr %to, i64 4398046511108, ptr null, i32 2, ptr null)
  store i32 0, ptr addrspace(1) %q, align 1
  ret void
}

; What it has stored and loads again is known.
; CHECK-LABEL: @kernel.reloaded(
; CHECK: call void @kernel.reloaded.region0.look(
; CHECK: call void @kernel.reloaded.region0.plain(
define spir_kernel void @kernel.reloaded(ptr addrspace(1) %out, i64 %n) "ferry-checked" {
  call void @__ferry_check_kernel(ptr @ferry.checked)
  call void @kernel.reloaded.region0(ptr addrspace(1) %out, i64 %n)
  ret void
}
define internal void @kernel.reloaded.region0(ptr addrspace(1) %out, i64 %n) "ferry-region"="0" {
  %event = alloca i64
  store i64 %n, ptr %event
  %at = getelementptr i64, ptr %event, i64 0
  %v = load i64, ptr %at
  %q = getelementptr i32, ptr addrspace(1) %out, i64 %v
  %to = addrspacecast ptr addrspace(1) %q to ptr
  call ptr @ferry_check_write(ptr %to, i64 4398046511108, ptr null, i32 1, ptr null)
  store i32 0, ptr addrspace(1) %q, align 1
  ret void
}

; Where the region may have stored is not known before it runs.
; CHECK-LABEL: @kernel.private(
; CHECK: call void @kernel.private.region0(
; CHECK-NOT: call void @kernel.private.
; CHECK: ret void
define spir_kernel void @kernel.private(ptr addrspace(1) %out, i64 %n, i64 %m) "ferry-checked" {
  call void @__ferry_check_kernel(ptr @ferry.checked)
  call void @kernel.private.region0(ptr addrspace(1) %out, i64 %n, i64 %m)
  ret void
}
define internal void @kernel.private.region0(ptr addrspace(1) %out, i64 %n, i64 %m) "ferry-region"="0" {
  %array = alloca [8 x i64]
  %a = getelementptr i64, ptr %array, i64 %n
  store i64 %m, ptr %a
  %b = getelementptr i64, ptr %array, i64 %m
  %v = load i64, ptr %b
  %q = getelementptr i32, ptr addrspace(1) %out, i64 %v
  %to = addrspacecast ptr addrspace(1) %q to ptr
  call ptr @ferry_check_write(ptr %to, i64 4398046511108, ptr null, i32 1, ptr null)
  store i32 0, ptr addrspace(1) %q, align 1
  ret void
}

; Nothing is asked: work-items run one by one only if in another order.
; CHECK-LABEL: @kernel.quiet(
; CHECK: call void @kernel.quiet.region0(
; CHECK: call void @kernel.quiet.region0.plain(
; CHECK-NOT: call void @kernel.quiet.
; CHECK: ret void
define spir_kernel void @kernel.quiet(ptr addrspace(1) %image) "ferry-checked" {
  call void @__ferry_check_kernel(ptr @ferry.checked)
  call void @kernel.quiet.region0(ptr addrspace(1) %image)
  ret void
}
define internal void @kernel.quiet.region0(ptr addrspace(1) %image) "ferry-region"="0" {
  %i = call i64 @__ferry_local_id(i32 0)
  %p = getelementptr i32, ptr addrspace(1) %image, i64 %i
  store i32 0, ptr addrspace(1) %p, align 4
  ret void
}

; Of what a loop reads side by side, the first and the last are looked at before.
; BESIDE-LABEL: define internal void @kernel.loop.region0.look(
; BESIDE: %[[FIRST:.*]] = icmp ult i64
; BESIDE: %[[LAST:.*]] = icmp ult i64
; BESIDE: %[[BOTH:.*]] = and i1
; BESIDE: call i1 @__ferry_all_lanes(
; BESIDE: br i1 %{{.*}}, label %{{.*}}, label %[[LOOP:.*]]
; BESIDE: [[LOOP]]:
; BESIDE-NEXT: phi i64
define spir_kernel void @kernel.loop(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %n) "ferry-checked" {
  call void @__ferry_check_kernel(ptr @ferry.checked)
  call void @kernel.loop.region0(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %n)
  ret void
}
define internal void @kernel.loop.region0(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %n) "ferry-region"="0" {
region:
  %i = call i64 @__ferry_local_id(i32 0)
  br label %loop
loop:
  %k = phi i64 [ 0, %region ], [ %next, %loop ]
  %sum = phi i32 [ 0, %region ], [ %more, %loop ]
  %at = add i64 %i, %k
  %p = getelementptr i32, ptr addrspace(1) %in, i64 %at
  %from = addrspacecast ptr addrspace(1) %p to ptr
  call ptr @ferry_check_read(ptr %from, i64 4398046511108, ptr null, i32 1)
  %v = load i32, ptr addrspace(1) %p, align 1
  %more = add i32 %sum, %v
  %next = add nuw nsw i64 %k, 1
  %again = icmp ult i64 %next, 16
  br i1 %again, label %loop, label %end
end:
  %q = getelementptr i32, ptr addrspace(1) %out, i64 %i
  %to = addrspacecast ptr addrspace(1) %q to ptr
  call ptr @ferry_check_write(ptr %to, i64 4398046511108, ptr null, i32 2, ptr null)
  store i32 %more, ptr addrspace(1) %q, align 1
  ret void
}

; CHECK: attributes #[[CHECKED]] = { "ferry-checked" "ferry-region"="0" }
; BESIDE: attributes #[[JUDGED]] = { {{.*}}"ferry-judged" "ferry-region"="0" }

declare void @__ferry_check_kernel(ptr)
declare i64 @__ferry_local_id(i32) nounwind willreturn memory(none)
declare ptr @ferry_check_read(ptr, i64, ptr, i32)
declare ptr @ferry_check_write(ptr, i64, ptr, i32, ptr)
