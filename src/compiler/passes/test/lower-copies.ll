; RUN: %ferry-opt="function(ferry-mark-copies,ferry-lower-copies)" %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

declare ptr @__ferry_async_copy(ptr addrspace(4), ptr addrspace(4), i64, i64, i64, i64, i64, i64, i64, i32, ptr) convergent
declare void @__ferry_wait_event(ptr) convergent
declare void @__ferry_copy_fence() convergent

; A row of 64 bytes is moved here, and is no matter of the engine.
; CHECK-LABEL: define spir_kernel void @small(
; CHECK: %[[LINE:.*]] = load <8 x i64>, ptr addrspace(4) %{{.*}}, align 1
; CHECK-NEXT: getelementptr
; CHECK-NEXT: store <8 x i64> %[[LINE]], ptr addrspace(4) %{{.*}}, align 1
; CHECK-NEXT: ret void
define spir_kernel void @small(ptr addrspace(4) %d, ptr addrspace(4) %s) {
  %e = call ptr @__ferry_async_copy(ptr addrspace(4) %d, ptr addrspace(4) %s, i64 64, i64 1, i64 0, i64 0, i64 1, i64 0, i64 0, i32 1, ptr null)
  call void @__ferry_wait_event(ptr %e)
  ret void
}

; Whole cache lines of global memory go past the caches if they are to.
; CHECK-LABEL: define spir_kernel void @out(
; CHECK: %[[FIELD:.*]] = getelementptr inbounds i8, ptr %{{.*}}, i64 56
; CHECK: %[[MOVE:.*]] = load ptr, ptr %[[FIELD]], {{.*}}!invariant.load
; CHECK: %[[HAS:.*]] = icmp ne ptr %[[MOVE]], null
; CHECK: %[[NOT:.*]] = zext i1 %[[HAS]] to i64
; CHECK: %[[PLACE:.*]] = and i64 %{{.*}}, 63
; CHECK: %[[BITS:.*]] = or i64 %[[PLACE]], %[[NOT]]
; CHECK: icmp eq i64 %[[BITS]], 0
; CHECK-COUNT-2: store <8 x i64> %{{.*}}, ptr addrspace(4) %{{.*}}, align 64, !nontemporal
; CHECK-COUNT-2: store <8 x i64> %{{.*}}, ptr addrspace(4) %{{.*}}, align 1{{$}}
; CHECK: ret void
define spir_kernel void @out(ptr addrspace(4) %d, ptr addrspace(4) %s) {
  %e = call ptr @__ferry_async_copy(ptr addrspace(4) %d, ptr addrspace(4) %s, i64 128, i64 1, i64 0, i64 0, i64 1, i64 0, i64 0, i32 0, ptr null)
  call void @__ferry_wait_event(ptr %e)
  ret void
}

; Four elements of 4 bytes with a stride that is known when the kernel runs.
; CHECK-LABEL: define spir_kernel void @strided(
; CHECK-COUNT-4: call void @llvm.memmove.p4.p4.i64({{.*}}, i64 4, i1 false)
; CHECK-NOT: memmove
define spir_kernel void @strided(ptr addrspace(4) %d, ptr addrspace(4) %s, i64 %stride) {
  %e = call ptr @__ferry_async_copy(ptr addrspace(4) %d, ptr addrspace(4) %s, i64 4, i64 4, i64 4, i64 %stride, i64 1, i64 0, i64 0, i32 1, ptr null)
  call void @__ferry_wait_event(ptr %e)
  ret void
}

; Beside one that the engine has, it takes a ticket if it was given none, and
; waits are calls if something is pending.
; CHECK-LABEL: define spir_kernel void @both(
; CHECK: %[[COPIES:.*]] = load ptr, ptr %{{.*}}, !invariant.load
; CHECK: %[[PLACE:.*]] = getelementptr inbounds i8, ptr %[[COPIES]], i64 0
; CHECK: %[[FIRST:.*]] = load i64, ptr %[[PLACE]]
; CHECK: store i64 %[[FIRST]], ptr %ticket
; CHECK: store <8 x i64>
; CHECK: %[[LAST:.*]] = load i64, ptr %ticket
; CHECK: %[[NEXT:.*]] = add i64 %[[LAST]], 1
; CHECK: store i64 %[[NEXT]], ptr %ticket
; CHECK: call i64 @ferry_copy_start(ptr %{{.*}}, ptr %{{.*}}, ptr %{{.*}}, i64 4, ptr %lines, i64 0, i32 {{[0-2]}})
; CHECK: icmp ne i64 %{{.*}}, 0
; CHECK: br i1
; CHECK: call void @ferry_copy_wait(ptr %{{.*}}, i64 %
; CHECK: call void @ferry_copy_finish(
; What the group gave is no ticket of the next.
; CHECK: getelementptr inbounds i8, ptr %{{.*}}, i64 8
; CHECK: ret void
define spir_kernel void @both(ptr addrspace(4) %d, ptr addrspace(4) %s, i64 %n) {
  %e = call ptr @__ferry_async_copy(ptr addrspace(4) %d, ptr addrspace(4) %s, i64 64, i64 1, i64 0, i64 0, i64 1, i64 0, i64 0, i32 1, ptr null)
  call void @__ferry_wait_event(ptr %e)
  %f = call ptr @__ferry_async_copy(ptr addrspace(4) %d, ptr addrspace(4) %s, i64 4, i64 %n, i64 4, i64 8, i64 1, i64 0, i64 0, i32 1, ptr null)
  call void @__ferry_wait_event(ptr %f)
  ret void
}

; One line does not go through the engine if it is short or nobody helps.
; CHECK-LABEL: define spir_kernel void @unknown(
; CHECK: icmp ule i64 %n,
; CHECK: %[[HELPERS:.*]] = load atomic i64, ptr %{{.*}} monotonic
; CHECK: icmp eq i64 %[[HELPERS]], 0
; CHECK: %[[PLACE:.*]] = getelementptr inbounds i8, ptr %{{.*}}, i64 32
; CHECK: %[[MOVE:.*]] = load ptr, ptr %[[PLACE]]
; CHECK: br i1
; CHECK: call void %[[MOVE]](ptr %{{.*}}, ptr %{{.*}}, i64 %n)
; CHECK: call i64 @ferry_copy_start(ptr %{{.*}}, ptr %{{.*}}, ptr %{{.*}}, i64 %n, ptr null, i64 0, i32 {{[0-2]}})
; CHECK: call void @ferry_copy_wait(
define spir_kernel void @unknown(ptr addrspace(4) %d, ptr addrspace(4) %s, i64 %n) {
  %e = call ptr @__ferry_async_copy(ptr addrspace(4) %d, ptr addrspace(4) %s, i64 %n, i64 1, i64 0, i64 0, i64 1, i64 0, i64 0, i32 1, ptr null)
  call void @__ferry_wait_event(ptr %e)
  ret void
}

; Nor do lines of one plane, if there are any, and they do not overlap.
; CHECK-LABEL: define spir_kernel void @lines(
; CHECK: %[[TO:.*]] = ptrtoint ptr addrspace(4) %d to i64
; CHECK: %[[FROM:.*]] = ptrtoint ptr addrspace(4) %s to i64
; CHECK: %[[BYTES:.*]] = mul i64 %line, %n
; CHECK-DAG: %[[ANY:.*]] = icmp ne i64 %[[BYTES]], 0
; CHECK-DAG: %[[FAR:.*]] = icmp uge i64 %dstep, %line
; CHECK: %[[PLAIN:.*]] = and i1 %[[ANY]], %[[FAR]]
; CHECK: %[[GAPS:.*]] = sub i64 %n, 1
; CHECK: %[[DGAPS:.*]] = mul i64 %[[GAPS]], %dstep
; CHECK: %[[DST:.*]] = add i64 %[[DGAPS]], %line
; CHECK: %[[SGAPS:.*]] = mul i64 %[[GAPS]], %sstep
; CHECK: %[[SRC:.*]] = add i64 %[[SGAPS]], %line
; CHECK: icmp ule i64 %[[BYTES]],
; CHECK: load atomic i64, ptr %{{.*}} monotonic
; CHECK: %[[PLACE:.*]] = getelementptr inbounds i8, ptr %{{.*}}, i64 48
; CHECK: %[[MOVE:.*]] = load ptr, ptr %[[PLACE]]
; CHECK-DAG: %[[BEHIND:.*]] = sub i64 %[[TO]], %[[FROM]]
; CHECK-DAG: %[[BEFORE:.*]] = sub i64 %[[FROM]], %[[TO]]
; CHECK-DAG: icmp uge i64 %[[BEHIND]], %[[SRC]]
; CHECK-DAG: icmp uge i64 %[[BEFORE]], %[[DST]]
; CHECK: and i1 %[[PLAIN]],
; CHECK: br i1
; CHECK: call void %[[MOVE]](ptr %{{.*}}, ptr %{{.*}}, i64 %line, i64 %n, i64 %dstep, i64 %sstep)
; CHECK: call i64 @ferry_copy_start(ptr %{{.*}}, ptr %{{.*}}, ptr %{{.*}}, i64 %line, ptr %lines, i64 0, i32 {{[0-2]}})
; CHECK: ret void
define spir_kernel void @lines(ptr addrspace(4) %d, ptr addrspace(4) %s, i64 %line, i64 %n, i64 %dstep, i64 %sstep) {
  %e = call ptr @__ferry_async_copy(ptr addrspace(4) %d, ptr addrspace(4) %s, i64 %line, i64 %n, i64 %dstep, i64 %sstep, i64 1, i64 0, i64 0, i32 1, ptr null)
  ret void
}

; CHECK-LABEL: define spir_kernel void @line_out(
; CHECK: %[[PLACE:.*]] = getelementptr inbounds i8, ptr %{{.*}}, i64 40
; CHECK: %[[MOVE:.*]] = load ptr, ptr %[[PLACE]]
; CHECK: br i1
; CHECK: call void %[[MOVE]](ptr %{{.*}}, ptr %{{.*}}, i64 %n)
; CHECK: call i64 @ferry_copy_start(
; CHECK: ret void
define spir_kernel void @line_out(ptr addrspace(4) %d, ptr addrspace(4) %s, i64 %n) {
  %e = call ptr @__ferry_async_copy(ptr addrspace(4) %d, ptr addrspace(4) %s, i64 %n, i64 1, i64 0, i64 0, i64 1, i64 0, i64 0, i32 0, ptr null)
  ret void
}

; To global memory lines may have to go past the caches.
; CHECK-LABEL: define spir_kernel void @lines_out(
; CHECK: %[[PLACE:.*]] = getelementptr inbounds i8, ptr %{{.*}}, i64 56
; CHECK: %[[MOVE:.*]] = load ptr, ptr %[[PLACE]]
; CHECK: %[[MAY:.*]] = icmp ne ptr %[[MOVE]], null
; CHECK: and i1 %{{.*}}, %[[MAY]]
; CHECK: br i1
; CHECK: call void %[[MOVE]](
; CHECK: call i64 @ferry_copy_start(
; CHECK: ret void
define spir_kernel void @lines_out(ptr addrspace(4) %d, ptr addrspace(4) %s, i64 %n) {
  %e = call ptr @__ferry_async_copy(ptr addrspace(4) %d, ptr addrspace(4) %s, i64 4, i64 %n, i64 8, i64 4, i64 1, i64 0, i64 0, i32 0, ptr null)
  ret void
}

; Planes are the engine's.
; CHECK-LABEL: define spir_kernel void @planes(
; CHECK-NOT: call void %
; CHECK: call i64 @ferry_copy_start(
; CHECK-NOT: call void %
; CHECK: ret void
define spir_kernel void @planes(ptr addrspace(4) %d, ptr addrspace(4) %s) {
  %e = call ptr @__ferry_async_copy(ptr addrspace(4) %d, ptr addrspace(4) %s, i64 64, i64 9, i64 64, i64 128, i64 2, i64 576, i64 2048, i32 1, ptr null)
  ret void
}

; CHECK-LABEL: define spir_kernel void @large(
; CHECK: call i64 @ferry_copy_start(
define spir_kernel void @large(ptr addrspace(4) %d, ptr addrspace(4) %s) {
  %e = call ptr @__ferry_async_copy(ptr addrspace(4) %d, ptr addrspace(4) %s, i64 64, i64 9, i64 64, i64 128, i64 1, i64 0, i64 0, i32 1, ptr null)
  ret void
}

; What comes behind a fence may have to wait.
; CHECK-LABEL: define spir_kernel void @fenced(
; CHECK: call i64 @ferry_copy_start(
; CHECK: call void @ferry_copy_fence(
; CHECK: call i64 @ferry_copy_start(
define spir_kernel void @fenced(ptr addrspace(4) %d, ptr addrspace(4) %s) {
  %e = call ptr @__ferry_async_copy(ptr addrspace(4) %d, ptr addrspace(4) %s, i64 640, i64 1, i64 0, i64 0, i64 1, i64 0, i64 0, i32 1, ptr null)
  call void @__ferry_copy_fence()
  %f = call ptr @__ferry_async_copy(ptr addrspace(4) %s, ptr addrspace(4) %d, i64 640, i64 1, i64 0, i64 0, i64 1, i64 0, i64 0, i32 1, ptr %e)
  call void @__ferry_wait_event(ptr %f)
  ret void
}

; A small copy is not carried out beside one that is pending: that might touch
; the same.
; CHECK-LABEL: define spir_kernel void @beside(
; CHECK: icmp ule i64 %n,
; CHECK: load atomic
; CHECK: %[[PENDING:.*]] = load i64, ptr
; CHECK: icmp eq i64 %[[PENDING]], 0
; CHECK: store <8 x i64>
; CHECK: call i64 @ferry_copy_start({{.*}}, i64 64, ptr null, i64 0, i32 0)
; CHECK: load i32, ptr addrspace(4) %d
define spir_kernel void @beside(ptr addrspace(4) %d, ptr addrspace(4) %s, i64 %n) {
  %e = call ptr @__ferry_async_copy(ptr addrspace(4) %d, ptr addrspace(4) %s, i64 %n, i64 1, i64 0, i64 0, i64 1, i64 0, i64 0, i32 1, ptr null)
  %f = call ptr @__ferry_async_copy(ptr addrspace(4) %d, ptr addrspace(4) %s, i64 64, i64 1, i64 0, i64 0, i64 1, i64 0, i64 0, i32 1, ptr null)
  call void @__ferry_wait_event(ptr %e)
  %x = load i32, ptr addrspace(4) %d
  ret void
}

; Where all copies are complete when they are started, nobody is asked for help,
; and nothing is waited for.
; CHECK-LABEL: define spir_kernel void @early(
; CHECK-NOT: monotonic
; CHECK: call void %{{.*}}(ptr %{{.*}}, ptr %{{.*}}, i64 %n)
; CHECK: call i64 @ferry_copy_start({{.*}}, i32 0)
; CHECK-NOT: call void @ferry_copy
; CHECK: ret void
define spir_kernel void @early(ptr addrspace(4) %d, ptr addrspace(4) %s, i64 %n) {
  %e = call ptr @__ferry_async_copy(ptr addrspace(4) %d, ptr addrspace(4) %s, i64 %n, i64 1, i64 0, i64 0, i64 1, i64 0, i64 0, i32 1, ptr null)
  %x = load i32, ptr addrspace(4) %d
  call void @__ferry_wait_event(ptr %e)
  ret void
}

; Nothing can be pending.
; CHECK-LABEL: define spir_kernel void @no_copy(
; CHECK-NEXT: ret void
define spir_kernel void @no_copy(ptr %e) {
  call void @__ferry_wait_event(ptr %e)
  ret void
}

; Of a kernel without copies, too, it is said that other groups may see what it
; writes before the launch has ended.
; CHECK-LABEL: define spir_kernel void @turn(
; CHECK-SAME: #[[ORDERS:[0-9]+]]
define spir_kernel void @turn(ptr addrspace(1) %p) {
  store volatile i32 1, ptr addrspace(1) %p
  ret void
}

; CHECK: attributes #[[ORDERS]] = { "ferry-orders-memory" }
