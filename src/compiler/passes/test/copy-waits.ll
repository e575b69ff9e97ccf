; RUN: %ferry-opt="function(print<ferry-copy-waits>)" -disable-output %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

declare ptr @__ferry_async_copy(ptr addrspace(4), ptr addrspace(4), i64, i64, i64, i64, i64, i64, i64, i32, ptr) convergent
declare void @__ferry_wait_event(ptr) convergent
declare void @__ferry_copy_fence() convergent
declare void @__ferry_barrier() convergent
declare i64 @__ferry_local_id(i32) memory(none)
declare i64 @__ferry_local_size(i32) memory(none)
declare void @unknown()

@arrays = internal addrspace(3) global [2 x [100 x float]] undef

; CHECK: waited, copy 0: async{{$}}
define spir_kernel void @waited(ptr addrspace(3) %tile, ptr addrspace(1) %in) {
  %d = addrspacecast ptr addrspace(3) %tile to ptr addrspace(4)
  %s = addrspacecast ptr addrspace(1) %in to ptr addrspace(4)
  %e = call ptr @__ferry_async_copy(ptr addrspace(4) %d, ptr addrspace(4) %s, i64 400, i64 1, i64 0, i64 0, i64 1, i64 0, i64 0, i32 1, ptr null)
  call void @__ferry_wait_event(ptr %e)
  %x = load i32, ptr addrspace(3) %tile
  ret void
}

; CHECK: barrier, copy 0: early: touched before its wait
; CHECK: by %x = load i32, ptr addrspace(3) %tile
define spir_kernel void @barrier(ptr addrspace(3) %tile, ptr addrspace(1) %in) {
  %d = addrspacecast ptr addrspace(3) %tile to ptr addrspace(4)
  %s = addrspacecast ptr addrspace(1) %in to ptr addrspace(4)
  %e = call ptr @__ferry_async_copy(ptr addrspace(4) %d, ptr addrspace(4) %s, i64 400, i64 1, i64 0, i64 0, i64 1, i64 0, i64 0, i32 1, ptr null)
  call void @__ferry_barrier()
  %x = load i32, ptr addrspace(3) %tile
  call void @__ferry_wait_event(ptr %e)
  ret void
}

; Nothing touches it.
; CHECK: never, copy 0: async{{$}}
define spir_kernel void @never(ptr addrspace(3) %tile, ptr addrspace(1) %out) {
  %d = addrspacecast ptr addrspace(1) %out to ptr addrspace(4)
  %s = addrspacecast ptr addrspace(3) %tile to ptr addrspace(4)
  %e = call ptr @__ferry_async_copy(ptr addrspace(4) %d, ptr addrspace(4) %s, i64 400, i64 1, i64 0, i64 0, i64 1, i64 0, i64 0, i32 0, ptr null)
  %x = load i32, ptr addrspace(3) %tile
  ret void
}

; CHECK: source, copy 0: early: touched before its wait
define spir_kernel void @source(ptr addrspace(3) %tile, ptr addrspace(1) %out) {
  %d = addrspacecast ptr addrspace(1) %out to ptr addrspace(4)
  %s = addrspacecast ptr addrspace(3) %tile to ptr addrspace(4)
  %e = call ptr @__ferry_async_copy(ptr addrspace(4) %d, ptr addrspace(4) %s, i64 400, i64 1, i64 0, i64 0, i64 1, i64 0, i64 0, i32 0, ptr null)
  store i32 1, ptr addrspace(3) %tile
  call void @__ferry_wait_event(ptr %e)
  ret void
}

; CHECK: other, copy 0: async if the arguments do not overlap
define spir_kernel void @other(ptr addrspace(3) %tile, ptr addrspace(1) %in, ptr addrspace(1) %out) {
  %d = addrspacecast ptr addrspace(3) %tile to ptr addrspace(4)
  %s = addrspacecast ptr addrspace(1) %in to ptr addrspace(4)
  %e = call ptr @__ferry_async_copy(ptr addrspace(4) %d, ptr addrspace(4) %s, i64 400, i64 1, i64 0, i64 0, i64 1, i64 0, i64 0, i32 1, ptr null)
  store i32 1, ptr addrspace(1) %out
  call void @__ferry_wait_event(ptr %e)
  ret void
}

; CHECK: calls, copy 0: early: touched before its wait
define spir_kernel void @calls(ptr addrspace(3) %tile, ptr addrspace(1) %in) {
  %d = addrspacecast ptr addrspace(3) %tile to ptr addrspace(4)
  %s = addrspacecast ptr addrspace(1) %in to ptr addrspace(4)
  %e = call ptr @__ferry_async_copy(ptr addrspace(4) %d, ptr addrspace(4) %s, i64 400, i64 1, i64 0, i64 0, i64 1, i64 0, i64 0, i32 1, ptr null)
  call void @unknown()
  call void @__ferry_wait_event(ptr %e)
  ret void
}

; The second event is that of the first copy; the third copy's is another.
; CHECK: shared, copy 0: async{{$}}
; CHECK: shared, copy 1: async{{$}}
; CHECK: shared, copy 2: early: touched before its wait
define spir_kernel void @shared(ptr addrspace(3) %tile, ptr addrspace(1) %in) {
  %d = addrspacecast ptr addrspace(3) %tile to ptr addrspace(4)
  %s = addrspacecast ptr addrspace(1) %in to ptr addrspace(4)
  %e = call ptr @__ferry_async_copy(ptr addrspace(4) %d, ptr addrspace(4) %s, i64 400, i64 1, i64 0, i64 0, i64 1, i64 0, i64 0, i32 1, ptr null)
  %f = call ptr @__ferry_async_copy(ptr addrspace(4) %d, ptr addrspace(4) %s, i64 400, i64 1, i64 0, i64 0, i64 1, i64 0, i64 0, i32 1, ptr %e)
  %g = call ptr @__ferry_async_copy(ptr addrspace(4) %d, ptr addrspace(4) %s, i64 400, i64 1, i64 0, i64 0, i64 1, i64 0, i64 0, i32 1, ptr null)
  call void @__ferry_wait_event(ptr %f)
  %x = load i32, ptr addrspace(3) %tile
  ret void
}

; What ends behind a fence ends behind what is before it.
; CHECK: fence, copy 0: async{{$}}
; CHECK: fence, copy 1: async{{$}}
define spir_kernel void @fence(ptr addrspace(3) %tile, ptr addrspace(1) %in) {
  %d = addrspacecast ptr addrspace(3) %tile to ptr addrspace(4)
  %s = addrspacecast ptr addrspace(1) %in to ptr addrspace(4)
  %e = call ptr @__ferry_async_copy(ptr addrspace(4) %d, ptr addrspace(4) %s, i64 400, i64 1, i64 0, i64 0, i64 1, i64 0, i64 0, i32 1, ptr null)
  call void @__ferry_copy_fence()
  %f = call ptr @__ferry_async_copy(ptr addrspace(4) %s, ptr addrspace(4) %d, i64 400, i64 1, i64 0, i64 0, i64 1, i64 0, i64 0, i32 0, ptr null)
  call void @__ferry_wait_event(ptr %f)
  %x = load i32, ptr addrspace(3) %tile
  ret void
}

; Waited for on one of two ways.
; CHECK: branch, copy 0: early: touched before its wait
define spir_kernel void @branch(ptr addrspace(3) %tile, ptr addrspace(1) %in, i1 %c) {
  %d = addrspacecast ptr addrspace(3) %tile to ptr addrspace(4)
  %s = addrspacecast ptr addrspace(1) %in to ptr addrspace(4)
  %e = call ptr @__ferry_async_copy(ptr addrspace(4) %d, ptr addrspace(4) %s, i64 400, i64 1, i64 0, i64 0, i64 1, i64 0, i64 0, i32 1, ptr null)
  br i1 %c, label %wait, label %go
wait:
  call void @__ferry_wait_event(ptr %e)
  br label %go
go:
  %x = load i32, ptr addrspace(3) %tile
  ret void
}

; Both are on the same condition.
; CHECK: condition, copy 0: async{{$}}
define spir_kernel void @condition(ptr addrspace(3) %tile, ptr addrspace(1) %in, i1 %c) {
  %d = addrspacecast ptr addrspace(3) %tile to ptr addrspace(4)
  %s = addrspacecast ptr addrspace(1) %in to ptr addrspace(4)
  br i1 %c, label %copy, label %then
copy:
  %e = call ptr @__ferry_async_copy(ptr addrspace(4) %d, ptr addrspace(4) %s, i64 400, i64 1, i64 0, i64 0, i64 1, i64 0, i64 0, i32 1, ptr null)
  br label %then
then:
  %f = phi ptr [ %e, %copy ], [ null, %0 ]
  br i1 %c, label %wait, label %go
wait:
  call void @__ferry_wait_event(ptr %f)
  br label %go
go:
  %x = load i32, ptr addrspace(3) %tile
  ret void
}

; A double buffer with events in an array; the index of the load is not known.
; CHECK: double, copy 0: async{{$}}
define spir_kernel void @double(ptr addrspace(3) %tile, ptr addrspace(1) %in, i64 %n, i64 %size, ptr addrspace(1) noalias %out) {
entry:
  %events = alloca [2 x ptr]
  %bytes = shl i64 %size, 2
  %s = addrspacecast ptr addrspace(1) %in to ptr addrspace(4)
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %end ]
  %next = add nuw nsw i64 %k, 1
  %more = icmp ult i64 %next, %n
  %which = and i64 %next, 1
  %now = and i64 %k, 1
  br i1 %more, label %copy, label %read
copy:
  %half = mul i64 %which, %size
  %to = getelementptr float, ptr addrspace(3) %tile, i64 %half
  %d = addrspacecast ptr addrspace(3) %to to ptr addrspace(4)
  %e = call ptr @__ferry_async_copy(ptr addrspace(4) %d, ptr addrspace(4) %s, i64 %bytes, i64 1, i64 0, i64 0, i64 1, i64 0, i64 0, i32 1, ptr null)
  %place = getelementptr ptr, ptr %events, i64 %which
  store ptr %e, ptr %place
  br label %read
read:
  %from = getelementptr ptr, ptr %events, i64 %now
  %f = load ptr, ptr %from
  call void @__ferry_wait_event(ptr %f)
  %i = call i64 @__ferry_local_id(i32 0)
  %other = mul i64 %now, %size
  %index = add i64 %other, %i
  %at = getelementptr float, ptr addrspace(3) %tile, i64 %index
  %x = load float, ptr addrspace(3) %at
  br label %end
end:
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; The same, but the event is that of the other half.
; CHECK: wrong, copy 0: early: touched before its wait
define spir_kernel void @wrong(ptr addrspace(3) %tile, ptr addrspace(1) %in, i64 %n, i64 %size) {
entry:
  %events = alloca [2 x ptr]
  %bytes = shl i64 %size, 2
  %s = addrspacecast ptr addrspace(1) %in to ptr addrspace(4)
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %read ]
  %next = add nuw nsw i64 %k, 1
  %more = icmp ult i64 %next, %n
  %which = and i64 %next, 1
  %now = and i64 %k, 1
  br i1 %more, label %copy, label %read
copy:
  %half = mul i64 %which, %size
  %to = getelementptr float, ptr addrspace(3) %tile, i64 %half
  %d = addrspacecast ptr addrspace(3) %to to ptr addrspace(4)
  %e = call ptr @__ferry_async_copy(ptr addrspace(4) %d, ptr addrspace(4) %s, i64 %bytes, i64 1, i64 0, i64 0, i64 1, i64 0, i64 0, i32 1, ptr null)
  %place = getelementptr ptr, ptr %events, i64 %now
  store ptr %e, ptr %place
  br label %read
read:
  %from = getelementptr ptr, ptr %events, i64 %now
  %f = load ptr, ptr %from
  %i = call i64 @__ferry_local_id(i32 0)
  %other = mul i64 %now, %size
  %index = add i64 %other, %i
  %at = getelementptr float, ptr addrspace(3) %tile, i64 %index
  %x = load float, ptr addrspace(3) %at
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; Halves of an array of arrays, whatever the length of the copy.
; CHECK: halves, copy 0: async{{$}}
define spir_kernel void @halves(ptr addrspace(1) %in, i64 %n, i64 %bytes) {
entry:
  %s = addrspacecast ptr addrspace(1) %in to ptr addrspace(4)
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %last = phi ptr [ null, %entry ], [ %e, %loop ]
  call void @__ferry_wait_event(ptr %last)
  %now = and i64 %k, 1
  %which = xor i64 %now, 1
  %to = getelementptr [100 x float], ptr addrspace(3) @arrays, i64 %which
  %d = addrspacecast ptr addrspace(3) %to to ptr addrspace(4)
  %e = call ptr @__ferry_async_copy(ptr addrspace(4) %d, ptr addrspace(4) %s, i64 %bytes, i64 1, i64 0, i64 0, i64 1, i64 0, i64 0, i32 1, ptr null)
  %from = getelementptr [100 x float], ptr addrspace(3) @arrays, i64 %now
  %i = call i64 @__ferry_local_id(i32 0)
  %at = getelementptr float, ptr addrspace(3) %from, i64 %i
  %x = load float, ptr addrspace(3) %at
  %next = add nuw nsw i64 %k, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; Pointers that are exchanged, and the events with them.
; CHECK: swapped, copy 0: async{{$}}
define spir_kernel void @swapped(ptr addrspace(3) %a, ptr addrspace(3) %b, ptr addrspace(1) %in, i64 %n, i64 %bytes) {
entry:
  %s = addrspacecast ptr addrspace(1) %in to ptr addrspace(4)
  br label %loop
loop:
  %now = phi ptr addrspace(3) [ %a, %entry ], [ %then, %loop ]
  %then = phi ptr addrspace(3) [ %b, %entry ], [ %now, %loop ]
  %f = phi ptr [ null, %entry ], [ %e, %loop ]
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  call void @__ferry_wait_event(ptr %f)
  %d = addrspacecast ptr addrspace(3) %then to ptr addrspace(4)
  %e = call ptr @__ferry_async_copy(ptr addrspace(4) %d, ptr addrspace(4) %s, i64 %bytes, i64 1, i64 0, i64 0, i64 1, i64 0, i64 0, i32 1, ptr null)
  %i = call i64 @__ferry_local_id(i32 0)
  %at = getelementptr float, ptr addrspace(3) %now, i64 %i
  %x = load float, ptr addrspace(3) %at
  %next = add nuw nsw i64 %k, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}
