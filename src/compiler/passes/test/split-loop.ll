; A barrier in a uniform loop: the region after it starts in the middle of the
; loop and may reach the barrier again. The group decides by the region's exit;
; no work-item keeps a state.
; RUN: %ferry-opt=ferry-split %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

declare void @__ferry_barrier() convergent
declare i64 @__ferry_local_id(i32) memory(none)

; CHECK-LABEL: define spir_kernel void @k(
; CHECK: call void @__ferry_barrier()
; CHECK: call void @k.region1({{.*}}ptr %[[PLACE:.*]])
; CHECK: %[[EXIT:.*]] = load i32, ptr %[[PLACE]]
; CHECK: switch i32 %[[EXIT]]
; CHECK-NOT: dispatch
; CHECK: define internal void @k.region1(
; CHECK: phi i32 [ {{1|2147483647}}, {{.*}} ], [ {{1|2147483647}}, {{.*}} ]
; CHECK: "ferry-item-bytes"="0"
define spir_kernel void @k(ptr addrspace(3) %t, i32 %n) {
entry:
  br label %loop
loop:
  %j = phi i32 [ 0, %entry ], [ %next, %loop ]
  %i = call i64 @__ferry_local_id(i32 0)
  %a = getelementptr i32, ptr addrspace(3) %t, i64 %i
  store i32 %j, ptr addrspace(3) %a
  call void @__ferry_barrier()
  %next = add i32 %j, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}
