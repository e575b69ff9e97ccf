; Work-items that fill registers by themselves are worth vectors if each waits
; for its own results, and the processor cannot begin the next ones meanwhile.
; RUN: %ferry-opt='ferry-widen<report>' %s 2>&1 >/dev/null | FileCheck %s
; RUN: %ferry-opt='ferry-widen<report;row=64>' %s 2>&1 >/dev/null \
; RUN:     | FileCheck %s --check-prefix=ROW
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

declare i64 @__ferry_global_id(i32) memory(none)

; CHECK: ; ferry: long, region 0: 8 work-items at a time
define spir_kernel void @long(ptr addrspace(1) %p, <8 x float> %a) {
  call void @long.region0(ptr addrspace(1) %p, <8 x float> %a)
  ret void
}
define internal void @long.region0(ptr addrspace(1) %p, <8 x float> %a) "ferry-region"="0" {
  %i = call i64 @__ferry_global_id(i32 0)
  %x = getelementptr <8 x float>, ptr addrspace(1) %p, i64 %i
  %v = load <8 x float>, ptr addrspace(1) %x
  br label %loop

loop:
  %k = phi i32 [ 0, %0 ], [ %next, %loop ]
  %s = phi <8 x float> [ %v, %0 ], [ %u, %loop ]
  %t = fmul <8 x float> %s, %v
  %u = fadd <8 x float> %t, %a
  %next = add i32 %k, 1
  %more = icmp ult i32 %next, 400
  br i1 %more, label %loop, label %done

done:
  store <8 x float> %u, ptr addrspace(1) %x
  ret void
}

; CHECK: ; ferry: short, region 0: stays scalar: it would gain nothing
define spir_kernel void @short(ptr addrspace(1) %p, <16 x float> %a) {
  call void @short.region0(ptr addrspace(1) %p, <16 x float> %a)
  ret void
}
define internal void @short.region0(ptr addrspace(1) %p, <16 x float> %a) "ferry-region"="0" {
  %i = call i64 @__ferry_global_id(i32 0)
  %x = getelementptr <16 x float>, ptr addrspace(1) %p, i64 %i
  %v = load <16 x float>, ptr addrspace(1) %x
  br label %loop

loop:
  %k = phi i32 [ 0, %0 ], [ %next, %loop ]
  %s = phi <16 x float> [ %v, %0 ], [ %u, %loop ]
  %t = fmul <16 x float> %s, %v
  %t1 = fadd <16 x float> %t, %a
  %t2 = fmul <16 x float> %t1, %v
  %t3 = fadd <16 x float> %t2, %a
  %t4 = fmul <16 x float> %t3, %v
  %u = fadd <16 x float> %t4, %a
  %next = add i32 %k, 1
  %more = icmp ult i32 %next, 2
  br i1 %more, label %loop, label %done

done:
  store <16 x float> %u, ptr addrspace(1) %x
  ret void
}

; Elements that are put in order wait for nothing.
; CHECK: ; ferry: copy, region 0: stays scalar: it would gain nothing
define spir_kernel void @copy(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  call void @copy.region0(ptr addrspace(1) %p, ptr addrspace(1) %q)
  ret void
}
define internal void @copy.region0(ptr addrspace(1) %p, ptr addrspace(1) %q) "ferry-region"="0" {
  %i = call i64 @__ferry_global_id(i32 0)
  %x = getelementptr <8 x float>, ptr addrspace(1) %p, i64 %i
  %y = getelementptr <8 x float>, ptr addrspace(1) %q, i64 %i
  %v = load <8 x float>, ptr addrspace(1) %x
  %u = load <8 x float>, ptr addrspace(1) %y
  %w = shufflevector <8 x float> %v, <8 x float> %u, <8 x i32> <i32 0, i32 8, i32 1, i32 9, i32 2, i32 10, i32 3, i32 11>
  store <8 x float> %w, ptr addrspace(1) %y
  ret void
}

; A row of its own for each work-item, read backwards through an index that may
; wrap: LLVM makes vectors of a row.
; CHECK: ; ferry: backwards, region 0: stays scalar: it would gain nothing
define spir_kernel void @backwards(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %m) {
  call void @backwards.region0(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %m)
  ret void
}
define internal void @backwards.region0(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %m) "ferry-region"="0" {
  %i = call i64 @__ferry_global_id(i32 0)
  %x = trunc i64 %i to i32
  %row = mul nsw i32 %m, %x
  %end = add nsw i32 %row, %m
  %start = sext i32 %row to i64
  %count = zext nneg i32 %m to i64
  %to = getelementptr i8, ptr addrspace(1) %out, i64 %start
  br label %loop

loop:
  %k = phi i64 [ 0, %0 ], [ %next, %loop ]
  %j = trunc i64 %k to i32
  %not = xor i32 %j, -1
  %at = add i32 %end, %not
  %index = sext i32 %at to i64
  %p = getelementptr inbounds i8, ptr addrspace(1) %in, i64 %index
  %v = load i8, ptr addrspace(1) %p
  %q = getelementptr i8, ptr addrspace(1) %to, i64 %k
  store i8 %v, ptr addrspace(1) %q
  %next = add nuw nsw i64 %k, 1
  %more = icmp ult i64 %next, %count
  br i1 %more, label %loop, label %done

done:
  ret void
}

; What each gather finds says where the next looks: another vector comes
; meanwhile. Not where all are known from the start.
; ROW: ; ferry: chase, region 0: 32 work-items at a time
define spir_kernel void @chase(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  call void @chase.region0(ptr addrspace(1) %p, ptr addrspace(1) %q)
  ret void
}
define internal void @chase.region0(ptr addrspace(1) %p, ptr addrspace(1) %q) "ferry-region"="0" {
  %i = call i64 @__ferry_global_id(i32 0)
  %x = getelementptr i32, ptr addrspace(1) %p, i64 %i
  %v = load i32, ptr addrspace(1) %x
  br label %loop
loop:
  %k = phi i32 [ 0, %0 ], [ %next, %loop ]
  %at = phi i32 [ %v, %0 ], [ %found, %loop ]
  %w = sext i32 %at to i64
  %y = getelementptr i32, ptr addrspace(1) %q, i64 %w
  %found = load i32, ptr addrspace(1) %y
  %next = add i32 %k, 1
  %more = icmp ult i32 %next, 40
  br i1 %more, label %loop, label %done
done:
  store i32 %found, ptr addrspace(1) %x
  ret void
}

; ROW: ; ferry: known, region 0: 16 work-items at a time
define spir_kernel void @known(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  call void @known.region0(ptr addrspace(1) %p, ptr addrspace(1) %q)
  ret void
}
define internal void @known.region0(ptr addrspace(1) %p, ptr addrspace(1) %q) "ferry-region"="0" {
  %i = call i64 @__ferry_global_id(i32 0)
  %x = getelementptr i32, ptr addrspace(1) %p, i64 %i
  %v = load i32, ptr addrspace(1) %x
  br label %loop
loop:
  %k = phi i32 [ 0, %0 ], [ %next, %loop ]
  %at = phi i32 [ %v, %0 ], [ %then, %loop ]
  %s = phi i32 [ 0, %0 ], [ %t, %loop ]
  %w = sext i32 %at to i64
  %y = getelementptr i32, ptr addrspace(1) %q, i64 %w
  %found = load i32, ptr addrspace(1) %y
  %t = add i32 %s, %found
  %then = mul i32 %at, 5
  %next = add i32 %k, 1
  %more = icmp ult i32 %next, 40
  br i1 %more, label %loop, label %done
done:
  store i32 %t, ptr addrspace(1) %x
  ret void
}
