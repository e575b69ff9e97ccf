; Regions that are optnone are not judged before (judge-regions.ll).
; RUN: %ferry-opt=ferry-lower-checks %s | FileCheck %s
; Sites that a stamp has no room for are one.
; RUN: awk '{ gsub(/4 x %Entry/, "65540 x %Entry"); gsub(/i32 2, ptr null/, "i32 65538, ptr null"); print } /^  %Entry .*,$/ && !n { for (n = 0; n != 65536; ++n) print }' %s | %ferry-opt=ferry-lower-checks - | FileCheck --check-prefix=MANY %s

%Entry = type { ptr, i32, i32, i32, i32, ptr, i64, ptr }
@none = internal constant [1 x i8] zeroinitializer
; As abi::CheckSite: an argument, a local variable of 64 bytes, and an argument that
; the library accesses.
@ferry.sites.table = internal constant [4 x %Entry] [
  %Entry { ptr @none, i32 0, i32 0, i32 0, i32 0, ptr @none, i64 0, ptr @none },
  %Entry { ptr @none, i32 3, i32 1, i32 1, i32 0, ptr @none, i64 0, ptr @none },
  %Entry { ptr @none, i32 4, i32 1, i32 2, i32 0, ptr @none, i64 64, ptr @none },
  %Entry { ptr @none, i32 0, i32 0, i32 1, i32 0, ptr @none, i64 0, ptr @none }
]
@ferry.checked = internal constant { ptr, ptr, ptr, i32, i32, i32 } { ptr @none, ptr @ferry.sites.table, ptr null, i32 3, i32 1, i32 0 }
@tile = internal addrspace(3) global [16 x i32] poison, align 16

; CHECK-LABEL: @kernel.write(
; CHECK: %[[GROUP:.*]] = call {{.*}}ptr @ferry_check_group_begin(
; CHECK: call void @kernel.write.region0(ptr addrspace(1) %out, i64 %i, ptr %[[GROUP]])
; CHECK: call void @ferry_check_group_end()
; CHECK-NEXT: ret void
; CHECK: define internal void @kernel.write.region0(ptr addrspace(1) %out, i64 %i, ptr align 8 dereferenceable({{[0-9]+}}) %{{.*}})
; The work-item, in an order that may be another.
; CHECK: %[[ITEM:.*]] = phi i64
; CHECK: store i64 %[[ITEM]], ptr
; The cell of the argument, if the address is one of it.
; CHECK: %[[OFFSET:.*]] = sub nsw i64 %{{.*}}, %{{.*}}
; CHECK: icmp ult i64 %[[OFFSET]], %{{.*}}
; CHECK: and i64 %[[OFFSET]], 3
; CHECK: br i1 %{{.*}}, label %[[CHECK:.*]], label %[[FINE:.*]], !prof
; Where each byte has a cell.
; CHECK: [[FINE]]:
; CHECK: br i1 %{{.*}}, label %{{.*}}, label %[[ASK:.*]], !prof
; CHECK: [[CHECK]]:
; CHECK: ashr i64 %[[OFFSET]], 2
; CHECK: %[[NOW:.*]] = or i64 %{{.*}}, 1
; CHECK: note:
; CHECK: store i64 %[[NOW]], ptr
; Or four cells.
; CHECK: store <4 x i64>
; CHECK: [[ASK]]:
; What is written.
; CHECK: store i32 7, ptr %written
; CHECK: %[[ELSEWHERE:.*]] = call ptr @ferry_check_write(ptr %flat, i64 4398046511108, ptr null, i32 1, ptr %{{.*}})
; It is done where that says.
; CHECK: checked:
; CHECK-NEXT: %[[WHERE:.*]] = phi ptr {{.*}}[ %flat, %{{.*}} ], [ %[[ELSEWHERE]], %[[ASK]] ]
; CHECK-NEXT: %[[THERE:.*]] = addrspacecast ptr %[[WHERE]] to ptr addrspace(1)
; CHECK-NEXT: store i32 7, ptr addrspace(1) %[[THERE]], align 1
; CHECK: ret void
define spir_kernel void @kernel.write(ptr addrspace(1) %out, i64 %i) noinline optnone "ferry-checked" {
  call void @__ferry_check_kernel(ptr @ferry.checked)
  call void @kernel.write.region0(ptr addrspace(1) %out, i64 %i)
  ret void
}
define internal void @kernel.write.region0(ptr addrspace(1) %out, i64 %i) noinline optnone "ferry-region"="0" {
  %flat = addrspacecast ptr addrspace(1) %out to ptr
  call ptr @ferry_check_write(ptr %flat, i64 4398046511108, ptr null, i32 1, ptr null)
  store i32 7, ptr addrspace(1) %out, align 1
  ret void
}

; Components that are read apart are asked about apart: where one is outside, the
; vector is read elsewhere.
; CHECK-LABEL: @kernel.components(
; CHECK: define internal void @kernel.components.region0(
; CHECK: %[[X:.*]] = call ptr @ferry_check_read(ptr %flat, i64 4398046511108,
; CHECK: %[[FIRST:.*]] = phi ptr {{.*}}[ %[[X]],
; CHECK: %[[W:.*]] = call ptr @ferry_check_read(ptr %w, i64 4398046511108,
; CHECK: %[[SECOND:.*]] = phi ptr {{.*}}[ %[[W]],
; CHECK: %[[START:.*]] = getelementptr i8, ptr %[[SECOND]], i64 -12
; CHECK: icmp eq ptr %[[SECOND]], %w
; CHECK: %[[FROM:.*]] = select i1 %{{.*}}, ptr addrspace(1) %{{.*}}, ptr addrspace(1) %{{.*}}
; CHECK: load <4 x i32>, ptr addrspace(1) %[[FROM]]
define spir_kernel void @kernel.components(ptr addrspace(1) %in) noinline optnone "ferry-checked" {
  call void @__ferry_check_kernel(ptr @ferry.checked)
  call void @kernel.components.region0(ptr addrspace(1) %in)
  ret void
}
define internal void @kernel.components.region0(ptr addrspace(1) %in) noinline optnone "ferry-region"="0" {
  %flat = addrspacecast ptr addrspace(1) %in to ptr
  call ptr @ferry_check_read(ptr %flat, i64 4398046511108, ptr null, i32 1)
  %w = getelementptr inbounds i8, ptr %flat, i64 12
  call ptr @ferry_check_read(ptr %w, i64 4398046511108, ptr null, i32 1)
  load <4 x i32>, ptr addrspace(1) %in, align 1
  ret void
}

; Inside of the variable, and then of local memory.
; CHECK-LABEL: @kernel.local(
; CHECK: call i64 @llvm.usub.sat.i64(i64 64, i64 3)
; CHECK: icmp ult i64
; CHECK: or i64 %{{.*}}, 2
; CHECK: call ptr @ferry_check_write(ptr %flat, i64 4398046511108, ptr %base, i32 2, ptr
; MANY-LABEL: @kernel.local(
; MANY: or i64 %{{.*}}, 65535
; MANY: call ptr @ferry_check_write(ptr %flat, i64 4398046511108, ptr %base, i32 65538, ptr
define spir_kernel void @kernel.local(i64 %i) noinline optnone "ferry-checked" {
  call void @__ferry_check_kernel(ptr @ferry.checked)
  call void @kernel.local.region0(i64 %i)
  ret void
}
define internal void @kernel.local.region0(i64 %i) noinline optnone "ferry-region"="0" {
  %p = getelementptr i32, ptr addrspace(3) @tile, i64 %i
  %flat = addrspacecast ptr addrspace(3) %p to ptr
  %base = addrspacecast ptr addrspace(3) @tile to ptr
  call ptr @ferry_check_write(ptr %flat, i64 4398046511108, ptr %base, i32 2, ptr null)
  store i32 7, ptr addrspace(3) %p, align 1
  ret void
}

; A function of the library, for who calls it.
; CHECK-LABEL: @kernel.library(
; CHECK: store i64 1, ptr
; CHECK-NOT: call void @ferry_check_at
; CHECK: %[[FITS:.*]] = call i64 @llvm.umin.i64(i64 %{{.*}}, i64 65535)
; CHECK: or i64 %{{.*}}, %[[FITS]]
; CHECK: call ptr @ferry_check_read(ptr %flat, i64 4398046511108, ptr null, i32 3)
define spir_kernel void @kernel.library(ptr addrspace(1) %in) noinline optnone "ferry-checked" {
  call void @__ferry_check_kernel(ptr @ferry.checked)
  call void @kernel.library.region0(ptr addrspace(1) %in)
  ret void
}
define internal void @kernel.library.region0(ptr addrspace(1) %in) noinline optnone "ferry-region"="0" {
  %flat = addrspacecast ptr addrspace(1) %in to ptr
  call void @ferry_check_at(i32 1)
  call ptr @ferry_check_read(ptr %flat, i64 4398046511108, ptr null, i32 3)
  ret void
}

; Nothing is known of where it leads.
; CHECK-LABEL: @kernel.unknown(
; CHECK: define internal void @kernel.unknown.region0(
; CHECK-NOT: ask:
; CHECK: call ptr @ferry_check_write(ptr %p, i64 %n, ptr null, i32 1, ptr null)
; CHECK-NOT: checked:
; CHECK: ret void
define spir_kernel void @kernel.unknown(ptr %p, i64 %n) noinline optnone "ferry-checked" {
  call void @__ferry_check_kernel(ptr @ferry.checked)
  call void @kernel.unknown.region0(ptr %p, i64 %n)
  ret void
}
define internal void @kernel.unknown.region0(ptr %p, i64 %n) noinline optnone "ferry-region"="0" {
  call ptr @ferry_check_write(ptr %p, i64 %n, ptr null, i32 1, ptr null)
  ret void
}

declare void @__ferry_check_kernel(ptr)
declare void @ferry_check_at(i32)
declare ptr @ferry_check_read(ptr, i64, ptr, i32)
declare ptr @ferry_check_write(ptr, i64, ptr, i32, ptr)
