; Work-items of one dimension that find their place in a grid: vectors whose lanes lie
; in one row read in one piece, in code of their own; others are like most without that,
; or like none.
; REQUIRES: llvm-22
; RUN: %ferry-opt='ferry-widen<lanes=8>,function(instsimplify)' %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

declare i64 @__ferry_global_id(i32) memory(none)

; CHECK-LABEL: define internal void @column.region0.vector(
; CHECK: %[[FIRST:.*]] = trunc i64 %{{.*}} to i32
; CHECK: %[[LAST:.*]] = add i32 %[[FIRST]], 7
; CHECK: %[[W:.*]] = freeze i32 %w
; What nobody may come to may be 0 or less.
; CHECK: %[[WIDTH:.*]] = call i32 @llvm.smax.i32(i32 %[[W]], i32 1)
; CHECK: icmp eq i32 %[[W]], %[[WIDTH]]
; CHECK: %[[ROW:.*]] = udiv i32 %[[FIRST]], %[[WIDTH]]
; CHECK: %[[START:.*]] = mul i32 %[[ROW]], %[[WIDTH]]
; CHECK: %[[END:.*]] = sub i32 %{{.*}}, %[[START]]
; CHECK: icmp ult i32 %[[END]], %[[WIDTH]]
; CHECK: %[[COLUMN:.*]] = sub i32 %[[FIRST]], %[[START]]
; CHECK: br i1 %{{.*}}, label %[[FULL:.*]], label %[[OTHER:.*]], !prof
; CHECK: [[FULL]]:
; CHECK-NOT: masked
; CHECK: add nsw i32 %{{.*}}, %[[COLUMN]]
; CHECK: load <8 x float>
; CHECK: store <8 x float>
; CHECK: [[OTHER]]:
; CHECK: br i1 %{{.*}}, label %[[COMMON:.*]], label %[[REST:.*]], !prof
; CHECK: [[COMMON]]:
; CHECK: @llvm.masked.scatter.v8f32.v8p1({{.*}}, <8 x i1> splat (i1 true))
; CHECK: [[REST]]:
; CHECK: @llvm.masked.scatter.v8f32.v8p1({{.*}}, <8 x i1> %{{.*}})
; CHECK: ret void
define spir_kernel void @column(ptr addrspace(1) %p, i32 %w, i32 %n) {
  call void @column.region0(ptr addrspace(1) %p, i32 %w, i32 %n)
  ret void
}
define internal void @column.region0(ptr addrspace(1) %p, i32 %w, i32 %n) "ferry-region"="0" {
  %i = call i64 @__ferry_global_id(i32 0)
  %t = trunc i64 %i to i32
  %in = icmp slt i32 %t, %n
  br i1 %in, label %inside, label %end
inside:
  %x = srem i32 %t, %w
  %y = sdiv i32 %t, %w
  %c = mul nsw i32 %y, 100
  %j = add nsw i32 %c, %x
  %e = sext i32 %j to i64
  %a = getelementptr float, ptr addrspace(1) %p, i64 %e
  %v = load float, ptr addrspace(1) %a
  %f = fmul float %v, %v
  store float %f, ptr addrspace(1) %a
  br label %end
end:
  ret void
}

; A row of seven has room for no vector, and one of eight for those of eight lanes.
; CHECK-LABEL: define internal void @short.region0.vector(
; CHECK-NOT: !ferry.likely
; CHECK: ret void
define spir_kernel void @short(ptr addrspace(1) %p) {
  call void @short.region0(ptr addrspace(1) %p)
  ret void
}
define internal void @short.region0(ptr addrspace(1) %p) "ferry-region"="0" {
  %i = call i64 @__ferry_global_id(i32 0)
  %x = urem i64 %i, 7
  %a = getelementptr float, ptr addrspace(1) %p, i64 %x
  %v = load float, ptr addrspace(1) %a
  %f = fmul float %v, %v
  store float %f, ptr addrspace(1) %a
  ret void
}

; CHECK-LABEL: define internal void @eight.region0.vector(
; CHECK: %[[FIRST:.*]] = lshr i64 %[[I:.*]], 3
; CHECK: %[[LAST:.*]] = lshr i64 %{{.*}}, 3
; CHECK: icmp eq i64 %[[FIRST]], %[[LAST]]
; CHECK: !ferry.likely
; CHECK: getelementptr float, ptr addrspace(1) %p, i64 %[[FIRST]]
; CHECK: load float,
; CHECK: store <8 x float>
; CHECK: ret void
define spir_kernel void @eight(ptr addrspace(1) %p) {
  call void @eight.region0(ptr addrspace(1) %p)
  ret void
}
define internal void @eight.region0(ptr addrspace(1) %p) "ferry-region"="0" {
  %i = call i64 @__ferry_global_id(i32 0)
  %x = lshr i64 %i, 3
  %a = getelementptr float, ptr addrspace(1) %p, i64 %x
  %v = load float, ptr addrspace(1) %a
  %b = getelementptr float, ptr addrspace(1) %p, i64 %i
  %f = fmul float %v, %v
  store float %f, ptr addrspace(1) %b
  ret void
}

; A column that is scaled is in no row of a grid: lanes differ in it.
; CHECK-LABEL: define internal void @scaled.region0.vector(
; CHECK-COUNT-2: udiv i32
; CHECK-NOT: udiv i32
; CHECK: !ferry.likely
; CHECK: fdiv double 1.000000e+00,
; CHECK: fmul <8 x double>
; CHECK: ret void
define spir_kernel void @scaled(ptr addrspace(1) %p, ptr addrspace(1) %q, i32 %w, i32 %s) {
  call void @scaled.region0(ptr addrspace(1) %p, ptr addrspace(1) %q, i32 %w, i32 %s)
  ret void
}
define internal void @scaled.region0(ptr addrspace(1) %p, ptr addrspace(1) %q, i32 %w, i32 %s) "ferry-region"="0" {
  %i = call i64 @__ferry_global_id(i32 0)
  %t = trunc i64 %i to i32
  %x = srem i32 %t, %w
  %a = sdiv i32 %x, %s
  %e = sext i32 %a to i64
  %y = sdiv i32 %t, %w
  %f = sext i32 %y to i64
  %at = getelementptr float, ptr addrspace(1) %p, i64 %e
  %u = load float, ptr addrspace(1) %at
  %of = getelementptr float, ptr addrspace(1) %q, i64 %f
  %v = load float, ptr addrspace(1) %of
  %g = sext i32 %x to i64
  %column = getelementptr float, ptr addrspace(1) %q, i64 %g
  %r = load float, ptr addrspace(1) %column
  %m = fmul float %u, %v
  %n = fmul float %m, %r
  %to = getelementptr float, ptr addrspace(1) %p, i64 %i
  store float %n, ptr addrspace(1) %to
  ret void
}

; Constants that are powers of two leave masks: what begins the row is the same for all
; in it, and what follows wraps around in one vector of it.
; CHECK-LABEL: define internal void @torus.region0.vector(
; CHECK: %[[FIRST:.*]] = and i64 %{{.*}}, -64
; CHECK: %[[LAST:.*]] = and i64 %{{.*}}, -64
; CHECK: icmp eq i64 %[[FIRST]], %[[LAST]]
; CHECK: and i64 %{{.*}}, 4032
; CHECK: !ferry.likely
; CHECK: load <8 x float>
; CHECK: store <8 x float>
; CHECK: ret void
define spir_kernel void @torus(ptr addrspace(1) %p) {
  call void @torus.region0(ptr addrspace(1) %p)
  ret void
}
define internal void @torus.region0(ptr addrspace(1) %p) "ferry-region"="0" {
  %i = call i64 @__ferry_global_id(i32 0)
  %row = and i64 %i, 4032
  %next = add i64 %i, 1
  %right = and i64 %next, 63
  %x = or disjoint i64 %row, %right
  %a = getelementptr float, ptr addrspace(1) %p, i64 %x
  %v = load float, ptr addrspace(1) %a
  %b = getelementptr float, ptr addrspace(1) %p, i64 %i
  %f = fmul float %v, %v
  store float %f, ptr addrspace(1) %b
  ret void
}
