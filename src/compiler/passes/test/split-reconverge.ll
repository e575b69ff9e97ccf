; Work-items differ in a branch whose ways meet again before the barrier: the
; group still goes one way.
; RUN: %ferry-opt=ferry-split %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

declare void @__ferry_barrier() convergent
declare i64 @__ferry_local_id(i32) memory(none)

; CHECK-LABEL: define spir_kernel void @k(
; CHECK-NOT: dispatch
; CHECK: "ferry-item-bytes"="0"
define spir_kernel void @k(ptr addrspace(3) %t, i32 %n) {
  %i = call i64 @__ferry_local_id(i32 0)
  %odd = trunc i64 %i to i1
  br i1 %odd, label %then, label %join
then:
  %a = getelementptr i32, ptr addrspace(3) %t, i64 %i
  store i32 %n, ptr addrspace(3) %a
  br label %join
join:
  %go = icmp ne i32 %n, 0
  br i1 %go, label %wait, label %exit
wait:
  call void @__ferry_barrier()
  br label %exit
exit:
  ret void
}
