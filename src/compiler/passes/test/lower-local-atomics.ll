; Nobody but the thread of the work-group uses its local memory.
; RUN: %ferry-opt=ferry-lower-local-atomics %s | FileCheck %s

; CHECK-LABEL: define i32 @add(
; CHECK: %[[OLD:.*]] = load i32, ptr addrspace(3) %p, align 4
; CHECK: %[[NEW:.*]] = add i32 %[[OLD]], %x
; CHECK: store i32 %[[NEW]], ptr addrspace(3) %p, align 4
; CHECK: ret i32 %[[OLD]]
define i32 @add(ptr addrspace(3) %p, i32 %x) {
  %old = atomicrmw volatile add ptr addrspace(3) %p, i32 %x seq_cst
  ret i32 %old
}

; CHECK-LABEL: define i1 @exchange(
; CHECK: %[[OLD:.*]] = load i32, ptr addrspace(3) %p, align 4
; CHECK: %[[SAME:.*]] = icmp eq i32 %[[OLD]], %x
; CHECK: %[[NEW:.*]] = select i1 %[[SAME]], i32 %y, i32 %[[OLD]]
; CHECK: store i32 %[[NEW]], ptr addrspace(3) %p, align 4
; CHECK-NOT: cmpxchg
; CHECK: ret i1
define i1 @exchange(ptr addrspace(3) %p, i32 %x, i32 %y) {
  %both = cmpxchg ptr addrspace(3) %p, i32 %x, i32 %y seq_cst seq_cst
  %same = extractvalue { i32, i1 } %both, 1
  ret i1 %same
}

; CHECK-LABEL: define i32 @move(
; CHECK: load i32, ptr addrspace(3) %p, align 4
; CHECK: store i32 7, ptr addrspace(3) %p, align 4
define i32 @move(ptr addrspace(3) %p) {
  %old = load atomic i32, ptr addrspace(3) %p seq_cst, align 4
  store atomic i32 7, ptr addrspace(3) %p release, align 4
  ret i32 %old
}

; Other memory stays as it is.
; CHECK-LABEL: define i32 @global(
; CHECK: atomicrmw add ptr addrspace(1) %p, i32 1 seq_cst
; CHECK: atomicrmw add ptr %g, i32 1 seq_cst
define i32 @global(ptr addrspace(1) %p, ptr %g) {
  %old = atomicrmw add ptr addrspace(1) %p, i32 1 seq_cst
  %other = atomicrmw add ptr %g, i32 1 seq_cst
  ret i32 %old
}
