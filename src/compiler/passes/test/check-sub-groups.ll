; The lanes of a sub-group ask one after the other, and nothing
; is looked up before.
; RUN: %ferry-opt=ferry-lower-checks %s | FileCheck %s

%Entry = type { ptr, i32, i32, i32, i32, ptr, i64, ptr }
@none = internal constant [1 x i8] zeroinitializer
@ferry.sites.table = internal constant [2 x %Entry] [
  %Entry { ptr @none, i32 0, i32 0, i32 0, i32 0, ptr @none, i64 0, ptr @none },
  %Entry { ptr @none, i32 3, i32 1, i32 1, i32 0, ptr @none, i64 0, ptr @none }
]
@ferry.checked = internal constant { ptr, ptr, ptr, i32, i32, i32 } { ptr @none, ptr @ferry.sites.table, ptr null, i32 2, i32 1, i32 0 }

; CHECK: define internal void @kernel.write.region0(
; CHECK-NOT: @llvm.fshr
; CHECK: mul i64
; CHECK: mul i64
; CHECK-NEXT: %[[ITEM:.*]] = add i64 %{{.*}}, %{{.*}}
; CHECK-NEXT: %[[LANE:.*]] = call i32 @__ferry_sub_group_local_id()
; CHECK: %[[SIZE:.*]] = call i32 @__ferry_sub_group_max_size()
; CHECK: br label %[[TURN:.*]]
; CHECK: [[TURN]]:
; CHECK-NEXT: %[[SOFAR:.*]] = phi ptr [ poison, %{{.*}} ], [ %[[TOLD:.*]], %{{.*}} ]
; CHECK: %[[NUMBER:.*]] = phi i32 [ 0, %{{.*}} ], [ %[[NEXT:.*]], %{{.*}} ]
; CHECK: %[[MINE:.*]] = icmp eq i32 %[[NUMBER]], %[[LANE]]
; CHECK: br i1 %[[MINE]], label %{{.*}}, label %{{.*}}
; CHECK: store i64 %[[ITEM]], ptr
; CHECK-NEXT: %[[ANSWER:.*]] = call ptr @ferry_check_write(
; CHECK: %[[TOLD]] = phi ptr [ %[[SOFAR]], %[[TURN]] ], [ %[[ANSWER]], %{{.*}} ]
; CHECK: %[[NEXT]] = add nuw nsw i32 %[[NUMBER]], 1
; CHECK: %[[LAST:.*]] = icmp eq i32 %[[NEXT]], %[[SIZE]]
; CHECK: br i1 %[[LAST]], label %[[ASKED:.*]], label %[[TURN]]
; CHECK: [[ASKED]]:
; CHECK-NEXT: %[[WHERE:.*]] = addrspacecast ptr %[[TOLD]] to ptr addrspace(1)
; CHECK-NEXT: store i32 7, ptr addrspace(1) %[[WHERE]], align 1
; CHECK: store i64 %[[ITEM]], ptr
; CHECK-NEXT: call void @ferry_check_sub_group_barrier(i32 1, i32 %{{.*}})
; CHECK: call void @__ferry_sub_group_barrier(i32 1)
define spir_kernel void @kernel.write(ptr addrspace(1) %out) "ferry-checked" {
  call void @__ferry_check_kernel(ptr @ferry.checked)
  call void @kernel.write.region0(ptr addrspace(1) %out)
  ret void
}
define internal void @kernel.write.region0(ptr addrspace(1) %out) "ferry-region"="0" {
  %flat = addrspacecast ptr addrspace(1) %out to ptr
  call ptr @ferry_check_write(ptr %flat, i64 4398046511108, ptr null, i32 1, ptr null)
  store i32 7, ptr addrspace(1) %out, align 1
  call void @__ferry_sub_group_barrier(i32 1)
  ret void
}

; Without anything of sub-groups: one work-item, in an order that may be another.
; CHECK: define internal void @kernel.single.region0(
; CHECK: @llvm.usub.sat
; CHECK-NOT: @__ferry_sub_group_max_size
; CHECK: ret void
define spir_kernel void @kernel.single(ptr addrspace(1) %out) "ferry-checked" {
  call void @__ferry_check_kernel(ptr @ferry.checked)
  call void @kernel.single.region0(ptr addrspace(1) %out)
  ret void
}
define internal void @kernel.single.region0(ptr addrspace(1) %out) "ferry-region"="0" {
  %flat = addrspacecast ptr addrspace(1) %out to ptr
  call ptr @ferry_check_write(ptr %flat, i64 4398046511108, ptr null, i32 1, ptr null)
  store i32 7, ptr addrspace(1) %out, align 1
  ret void
}

declare void @__ferry_check_kernel(ptr)
declare void @__ferry_sub_group_barrier(i32)
declare ptr @ferry_check_write(ptr, i64, ptr, i32, ptr)
