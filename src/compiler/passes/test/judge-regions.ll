; RUN: %ferry-opt=ferry-lower-checks %s | FileCheck %s

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
; CHECK: call void @__ferry_region_begin(i32 0) #[[CHECKED:[0-9]+]]
; CHECK: call void @ferry_check_read(
; CHECK: load i32, ptr addrspace(1)
; CHECK: call void @ferry_check_write(
; CHECK: store i32 %{{.*}}, ptr addrspace(1)
; CHECK: call void @__ferry_region_end(i32 0)
; CHECK: [[APART]]:
; CHECK: store i64 0, ptr
; CHECK: call void @__ferry_region_begin(i32 2) #[[JUDGED:[0-9]+]]
; Until a work-item has found something.
; CHECK: br i1 %{{.*}}, label %[[END:.*]], label
; CHECK-NOT: load i32, ptr addrspace(1)
; CHECK-NOT: call void @ferry_check
; CHECK-NOT: store i32
; CHECK: store i64 1, ptr
; CHECK-NEXT: br label %[[END]]
; CHECK: [[END]]:
; CHECK-NEXT: call void @__ferry_region_end(i32 2)
; CHECK: br i1 %{{.*}}, label %[[ASKS]], label %[[RUNS:.*]]
; CHECK: [[RUNS]]:
; CHECK: call void @__ferry_region_begin(i32 1){{$}}
; CHECK-NOT: ferry_check
; CHECK: store i32 %{{.*}}, ptr addrspace(1)
; CHECK: call void @__ferry_region_end(i32 1)
define spir_kernel void @kernel.copy(ptr addrspace(1) %in, ptr addrspace(1) %out) "ferry-checked" {
  call void @__ferry_check_kernel(ptr @ferry.checked)
  br label %region
region:
  call void @__ferry_region_begin(i32 0)
  %i = call i64 @__ferry_local_id(i32 0)
  %p = getelementptr i32, ptr addrspace(1) %in, i64 %i
  %from = addrspacecast ptr addrspace(1) %p to ptr
  call void @ferry_check_read(ptr %from, i64 4398046511108, ptr null, i32 1)
  %v = load i32, ptr addrspace(1) %p, align 1
  %q = getelementptr i32, ptr addrspace(1) %out, i64 %i
  %to = addrspacecast ptr addrspace(1) %q to ptr
  call void @ferry_check_write(ptr %to, i64 4398046511108, ptr null, i32 2, ptr null)
  store i32 %v, ptr addrspace(1) %q, align 1
  call void @__ferry_region_end(i32 0)
  ret void
}

; What is read does: only if nothing writes there is it read to look.
; CHECK-LABEL: @kernel.scatter(
; CHECK: call void @__ferry_region_begin(i32 2) #[[JUDGED]]
; CHECK: %[[QUIET:.*]] = icmp ult i64
; CHECK-NEXT: br i1 %[[QUIET]], label %[[READ:.*]], label %[[LEAVE:.*]], !prof
; CHECK: [[LEAVE]]:
; CHECK-NEXT: %[[FLAG:.*]] = getelementptr
; CHECK-NEXT: store i64 1, ptr %[[FLAG]]
; CHECK: [[READ]]:
; CHECK: load i32, ptr addrspace(1)
; CHECK: call void @__ferry_region_end(i32 2)
define spir_kernel void @kernel.scatter(ptr addrspace(1) %where, ptr addrspace(1) %out) "ferry-checked" {
  call void @__ferry_check_kernel(ptr @ferry.checked)
  br label %region
region:
  call void @__ferry_region_begin(i32 0)
  %i = call i64 @__ferry_local_id(i32 0)
  %p = getelementptr i32, ptr addrspace(1) %where, i64 %i
  %from = addrspacecast ptr addrspace(1) %p to ptr
  call void @ferry_check_read(ptr %from, i64 4398046511108, ptr null, i32 1)
  %v = load i32, ptr addrspace(1) %p, align 1
  %q = getelementptr i32, ptr addrspace(1) %out, i32 %v
  %to = addrspacecast ptr addrspace(1) %q to ptr
  call void @ferry_check_write(ptr %to, i64 4398046511108, ptr null, i32 2, ptr null)
  store i32 0, ptr addrspace(1) %q, align 1
  call void @__ferry_region_end(i32 0)
  ret void
}

; Where the region may have stored is not known before it runs.
; CHECK-LABEL: @kernel.private(
; CHECK: call void @__ferry_region_begin(i32 0) #[[CHECKED]]
; CHECK-NOT: call void @__ferry_region_begin(
; CHECK: ret void
define spir_kernel void @kernel.private(ptr addrspace(1) %out, i64 %n, i64 %m) "ferry-checked" {
  %array = alloca [8 x i64]
  call void @__ferry_check_kernel(ptr @ferry.checked)
  br label %region
region:
  call void @__ferry_region_begin(i32 0)
  %a = getelementptr i64, ptr %array, i64 %n
  store i64 %m, ptr %a
  %b = getelementptr i64, ptr %array, i64 %m
  %v = load i64, ptr %b
  %q = getelementptr i32, ptr addrspace(1) %out, i64 %v
  %to = addrspacecast ptr addrspace(1) %q to ptr
  call void @ferry_check_write(ptr %to, i64 4398046511108, ptr null, i32 1, ptr null)
  store i32 0, ptr addrspace(1) %q, align 1
  call void @__ferry_region_end(i32 0)
  ret void
}

; Nothing is asked: work-items run one by one only if in another order.
; CHECK-LABEL: @kernel.quiet(
; CHECK: call void @__ferry_region_begin(i32 0) #[[CHECKED]]
; CHECK: call void @__ferry_region_begin(i32 1){{$}}
; CHECK-NOT: call void @__ferry_region_begin(
; CHECK: ret void
define spir_kernel void @kernel.quiet(ptr addrspace(1) %image) "ferry-checked" {
  call void @__ferry_check_kernel(ptr @ferry.checked)
  br label %region
region:
  call void @__ferry_region_begin(i32 0)
  %i = call i64 @__ferry_local_id(i32 0)
  %p = getelementptr i32, ptr addrspace(1) %image, i64 %i
  store i32 0, ptr addrspace(1) %p, align 4
  call void @__ferry_region_end(i32 0)
  ret void
}

; Of what a loop reads side by side, the first and the last are looked at before.
; CHECK-LABEL: @kernel.loop(
; CHECK: call void @__ferry_region_begin(i32 2) #[[JUDGED]]
; CHECK: %[[FIRST:.*]] = icmp ult i64
; CHECK: %[[LAST:.*]] = icmp ult i64
; CHECK: %[[BOTH:.*]] = and i1
; CHECK: br i1 %{{.*}}, label %{{.*}}, label %[[LOOP:.*]]
; CHECK: [[LOOP]]:
; CHECK-NEXT: phi i64
; CHECK: call void @__ferry_region_end(i32 2)
define spir_kernel void @kernel.loop(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %n) "ferry-checked" {
  call void @__ferry_check_kernel(ptr @ferry.checked)
  br label %region
region:
  call void @__ferry_region_begin(i32 0)
  %i = call i64 @__ferry_local_id(i32 0)
  br label %loop
loop:
  %k = phi i64 [ 0, %region ], [ %next, %loop ]
  %sum = phi i32 [ 0, %region ], [ %more, %loop ]
  %at = add i64 %i, %k
  %p = getelementptr i32, ptr addrspace(1) %in, i64 %at
  %from = addrspacecast ptr addrspace(1) %p to ptr
  call void @ferry_check_read(ptr %from, i64 4398046511108, ptr null, i32 1)
  %v = load i32, ptr addrspace(1) %p, align 1
  %more = add i32 %sum, %v
  %next = add nuw nsw i64 %k, 1
  %again = icmp ult i64 %next, 16
  br i1 %again, label %loop, label %end
end:
  %q = getelementptr i32, ptr addrspace(1) %out, i64 %i
  %to = addrspacecast ptr addrspace(1) %q to ptr
  call void @ferry_check_write(ptr %to, i64 4398046511108, ptr null, i32 2, ptr null)
  store i32 %more, ptr addrspace(1) %q, align 1
  call void @__ferry_region_end(i32 0)
  ret void
}

; CHECK-DAG: attributes #[[CHECKED]] = { "ferry-checked" }
; CHECK-DAG: attributes #[[JUDGED]] = { "ferry-judged" }

declare void @__ferry_check_kernel(ptr)
declare void @__ferry_region_begin(i32)
declare void @__ferry_region_end(i32)
declare i64 @__ferry_local_id(i32) nounwind willreturn memory(none)
declare void @ferry_check_read(ptr, i64, ptr, i32)
declare void @ferry_check_write(ptr, i64, ptr, i32, ptr)
