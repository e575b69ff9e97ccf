; Indices of 32 bits that depend on counters: a vector asks when it starts whether
; the greatest of them fit. Then no operation that leads to them wraps around.
; REQUIRES: llvm-22
; RUN: %ferry-opt='ferry-widen<lanes=16>,function(instsimplify)' %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

declare i64 @__ferry_global_id(i32) memory(none)
declare i64 @__ferry_global_size(i32) memory(none)

; CHECK-LABEL: define internal void @stride.region0.vector(
; CHECK: %[[ID:.*]] = call i64 @__ferry_global_id(i32 0)
; CHECK: %[[START:.*]] = trunc i64 %[[ID]] to i32
; CHECK: icmp ugt i32 %{{.*}}, %[[START]]
; CHECK: %[[LAST:.*]] = add i32 %[[START]], 15
; CHECK: %[[LASTW:.*]] = zext i32 %[[LAST]] to i64
; CHECK: icmp ule i64 %[[LASTW]], 2147483647
; CHECK: %[[STEP:.*]] = zext i32 %{{.*}} to i64
; CHECK: %[[END:.*]] = zext i32 %n to i64
; CHECK: %[[SPAN:.*]] = add i64 %[[END]], 15
; CHECK: icmp ugt i64 %[[LASTW]], %[[SPAN]]
; CHECK: %[[MOST:.*]] = select i1 %{{.*}}, i64 %[[LASTW]], i64 %[[SPAN]]
; CHECK: %[[NEXT:.*]] = add i64 %[[MOST]], %[[STEP]]
; CHECK: icmp ule i64 %[[NEXT]], 2147483647
; CHECK: br i1 %{{.*}}, label %[[FULL:.*]], label %[[OTHER:.*]], !prof
; CHECK: [[FULL]]:
; CHECK: call <16 x float> @llvm.masked.load.v16f32
; CHECK: call void @llvm.masked.store.v16f32
; CHECK: [[OTHER]]:
; CHECK: ret void
define spir_kernel void @stride(ptr addrspace(1) %y, i32 %n) {
  call void @stride.region0(ptr addrspace(1) %y, i32 %n)
  ret void
}
define internal void @stride.region0(ptr addrspace(1) %y, i32 %n) "ferry-region"="0" {
  %id = call i64 @__ferry_global_id(i32 0)
  %first = trunc i64 %id to i32
  br label %head

head:
  %i = phi i32 [ %first, %0 ], [ %next, %body ]
  %more = icmp slt i32 %i, %n
  br i1 %more, label %body, label %done

body:
  %w = sext i32 %i to i64
  %p = getelementptr float, ptr addrspace(1) %y, i64 %w
  %v = load float, ptr addrspace(1) %p
  %m = fmul float %v, 2.0
  store float %m, ptr addrspace(1) %p
  %all = call i64 @__ferry_global_size(i32 0)
  %step = trunc i64 %all to i32
  %next = add i32 %i, %step
  br label %head

done:
  ret void
}

; An index with a product, and a counter of 64 bits.
; CHECK-LABEL: define internal void @product.region0.vector(
; CHECK: %[[N:.*]] = zext i32 %n to i64
; CHECK: %[[K:.*]] = add i64 %{{.*}}, 1
; CHECK: icmp ule i64 %[[K]], 4294967295
; CHECK: %[[PRODUCT:.*]] = mul i64 %[[N]], %[[K]]
; CHECK: icmp ule i64 %[[PRODUCT]], 4294967295
; CHECK: %[[SUM:.*]] = add i64 %[[PRODUCT]], %{{.*}}
; CHECK: icmp ule i64 %[[SUM]], 4294967295
; CHECK: br i1 %{{.*}}, label %[[FULL:.*]], label %[[OTHER:.*]], !prof
; CHECK: [[FULL]]:
; CHECK: mul nuw i32 %n, %
; CHECK: add nuw i32 %
; CHECK: load <16 x float>, ptr addrspace(1) %
; CHECK: [[OTHER]]:
define spir_kernel void @product(ptr addrspace(1) %a, ptr addrspace(1) %o, i32 %n) {
  call void @product.region0(ptr addrspace(1) %a, ptr addrspace(1) %o, i32 %n)
  ret void
}
define internal void @product.region0(ptr addrspace(1) %a, ptr addrspace(1) %o, i32 %n) "ferry-region"="0" {
  %id = call i64 @__ferry_global_id(i32 0)
  %x = trunc i64 %id to i32
  %count = zext i32 %n to i64
  br label %head

head:
  %k = phi i64 [ 0, %0 ], [ %next, %body ]
  %s = phi float [ 0.0, %0 ], [ %t, %body ]
  %more = icmp ne i64 %k, %count
  br i1 %more, label %body, label %done

body:
  %iteration = trunc nuw i64 %k to i32
  %row = mul i32 %n, %iteration
  %index = add i32 %row, %x
  %w = zext i32 %index to i64
  %p = getelementptr float, ptr addrspace(1) %a, i64 %w
  %v = load float, ptr addrspace(1) %p
  %t = fadd float %s, %v
  %next = add nuw nsw i64 %k, 1
  br label %head

done:
  %q = getelementptr float, ptr addrspace(1) %o, i64 %id
  store float %s, ptr addrspace(1) %q
  ret void
}

; The end is in memory: nothing can be asked before.
; CHECK-LABEL: define internal void @unknown.region0.vector(
; CHECK-NOT: 4294967295
; CHECK: ret void
define spir_kernel void @unknown(ptr addrspace(1) %a, ptr addrspace(1) %o, ptr addrspace(1) %end) {
  call void @unknown.region0(ptr addrspace(1) %a, ptr addrspace(1) %o, ptr addrspace(1) %end)
  ret void
}
define internal void @unknown.region0(ptr addrspace(1) %a, ptr addrspace(1) %o, ptr addrspace(1) %end) "ferry-region"="0" {
  %id = call i64 @__ferry_global_id(i32 0)
  %x = trunc i64 %id to i32
  %n = load i32, ptr addrspace(1) %end
  br label %head

head:
  %k = phi i32 [ 0, %0 ], [ %next, %head ]
  %s = phi float [ 0.0, %0 ], [ %t, %head ]
  %index = add i32 %k, %x
  %w = zext i32 %index to i64
  %p = getelementptr float, ptr addrspace(1) %a, i64 %w
  %v = load float, ptr addrspace(1) %p
  %t = fadd float %s, %v
  %next = add i32 %k, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %head, label %done

done:
  %q = getelementptr float, ptr addrspace(1) %o, i64 %id
  store float %t, ptr addrspace(1) %q
  ret void
}

; In the last iteration there is one step more.
; CHECK-LABEL: define internal void @last_step.region0.vector(
; CHECK-NOT: add nuw
; CHECK: ret void
define spir_kernel void @last_step(ptr addrspace(1) %a, ptr addrspace(1) %o, i32 %from, i32 %e, i32 %n) {
  call void @last_step.region0(ptr addrspace(1) %a, ptr addrspace(1) %o, i32 %from, i32 %e, i32 %n)
  ret void
}
define internal void @last_step.region0(ptr addrspace(1) %a, ptr addrspace(1) %o, i32 %from, i32 %e, i32 %n) "ferry-region"="0" {
  %id = call i64 @__ferry_global_id(i32 0)
  %x = trunc i64 %id to i32
  br label %body

body:
  %k = phi i32 [ %from, %0 ], [ %next, %body ]
  %s = phi float [ 0.0, %0 ], [ %t, %body ]
  %half = lshr i32 %k, 4
  %row = mul i32 %half, %n
  %index = add i32 %row, %x
  %w = zext i32 %index to i64
  %p = getelementptr float, ptr addrspace(1) %a, i64 %w
  %v = load float, ptr addrspace(1) %p
  %t = fadd float %s, %v
  %next = add i32 %k, 16
  %more = icmp ule i32 %k, %e
  br i1 %more, label %body, label %done

done:
  %wrapped = icmp eq i32 %next, 0
  %r = select i1 %wrapped, float 7.0, float %t
  %q = getelementptr float, ptr addrspace(1) %o, i64 %id
  store float %r, ptr addrspace(1) %q
  ret void
}

; Compared as a number with a sign, it must not have one.
; CHECK-LABEL: define internal void @sign.region0.vector(
; CHECK: %[[MOST:.*]] = add i64 %{{.*}}, 1
; CHECK: icmp ule i64 %[[MOST]], 2147483647
; CHECK: br i1 %{{.*}}, label %{{.*}}, label %{{.*}}, !prof
define spir_kernel void @sign(ptr addrspace(1) %a, ptr addrspace(1) %o, i32 %from, i32 %n) {
  call void @sign.region0(ptr addrspace(1) %a, ptr addrspace(1) %o, i32 %from, i32 %n)
  ret void
}
define internal void @sign.region0(ptr addrspace(1) %a, ptr addrspace(1) %o, i32 %from, i32 %n) "ferry-region"="0" {
  %id = call i64 @__ferry_global_id(i32 0)
  %x = trunc i64 %id to i32
  br label %head

head:
  %k = phi i32 [ %from, %0 ], [ %next, %body ]
  %s = phi float [ 0.0, %0 ], [ %t, %body ]
  %more = icmp slt i32 %k, %n
  br i1 %more, label %body, label %done

body:
  %index = add i32 %k, %x
  %w = zext i32 %index to i64
  %p = getelementptr float, ptr addrspace(1) %a, i64 %w
  %v = load float, ptr addrspace(1) %p
  %t = fadd float %s, %v
  %next = add i32 %k, 1
  br label %head

done:
  %q = getelementptr float, ptr addrspace(1) %o, i64 %id
  store float %s, ptr addrspace(1) %q
  ret void
}
