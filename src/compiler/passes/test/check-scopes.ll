; Atomics of the work-group alone.
; RUN: %ferry-opt=ferry-check-operations %s | FileCheck %s

declare i32 @_Z25atomic_fetch_add_explicitPU3AS4VU7_Atomicii12memory_order12memory_scope(ptr addrspace(4), i32, i32, i32)
declare void @_Z22atomic_work_item_fencej12memory_order12memory_scope(i32, i32, i32)

; CHECK-LABEL: define void @k(
; CHECK-NEXT: call void @__ferry_check_scope(i32 1)
; CHECK-NEXT: call i32 @_Z25atomic_fetch_add_explicit{{.*}}(ptr addrspace(4) %p, i32 1, i32 0, i32 1)
; CHECK-NEXT: call void @__ferry_check_scope(i32 0)
; CHECK-NEXT: call i32 @_Z25atomic_fetch_add_explicit{{.*}}(ptr addrspace(4) %p, i32 1, i32 0, i32 2)
; CHECK-NEXT: call void @_Z22atomic_work_item_fence
; CHECK-NEXT: ret void
define void @k(ptr addrspace(4) %p) {
  call i32 @_Z25atomic_fetch_add_explicitPU3AS4VU7_Atomicii12memory_order12memory_scope(ptr addrspace(4) %p, i32 1, i32 0, i32 1)
  call i32 @_Z25atomic_fetch_add_explicitPU3AS4VU7_Atomicii12memory_order12memory_scope(ptr addrspace(4) %p, i32 1, i32 0, i32 2)
  call void @_Z22atomic_work_item_fencej12memory_order12memory_scope(i32 1, i32 4, i32 1)
  ret void
}
