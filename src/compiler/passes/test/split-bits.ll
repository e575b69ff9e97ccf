; A bit is a byte in memory.
; RUN: %ferry-opt=ferry-split %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

declare void @__ferry_barrier() convergent
declare i64 @__ferry_local_id(i32) memory(none)

; CHECK-LABEL: define internal void @bit.region0(
; CHECK: %[[B:.*]] = zext i1 %{{.*}} to i8
; CHECK: store i8 %[[B]], ptr %
; CHECK: define internal void @bit.region1(
; CHECK: %[[L:.*]] = load i8, ptr %
; CHECK: icmp ne i8 %[[L]], 0
define spir_kernel void @bit(ptr addrspace(3) %t, ptr addrspace(1) %p) {
  %i = call i64 @__ferry_local_id(i32 0)
  %a = getelementptr i32, ptr addrspace(3) %t, i64 %i
  %v = load i32, ptr addrspace(3) %a
  %c = icmp slt i32 %v, 5
  call void @__ferry_barrier()
  br i1 %c, label %then, label %done
then:
  store i32 7, ptr addrspace(3) %a
  br label %done
done:
  ret void
}
