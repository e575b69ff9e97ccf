; Records of the work-items: rows that are loaded and stored whole, and transposed.
; REQUIRES: llvm-22
; RUN: %ferry-opt='ferry-widen<lanes=4>' %s | FileCheck %s
; RUN: %ferry-opt='ferry-widen<lanes=4;sse2>' -disable-output %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

declare i64 @__ferry_global_id(i32) memory(none)

; Four elements of every five: two loads for each lane, of which the second takes
; nothing beyond the last member.
; CHECK-LABEL: define internal void @apart.region0.vector(
; CHECK: %[[R0:.*]] = load <4 x i32>, ptr addrspace(1) %[[X:.*]], align 4
; CHECK: %[[X1:.*]] = getelementptr i8, ptr addrspace(1) %[[X]], i64 40
; CHECK: %[[R1:.*]] = load <4 x i32>, ptr addrspace(1) %[[X1]], align 4
; CHECK: %[[X2:.*]] = getelementptr i8, ptr addrspace(1) %[[X]], i64 80
; CHECK: %[[R2:.*]] = load <4 x i32>, ptr addrspace(1) %[[X2]], align 4
; CHECK: %[[X3:.*]] = getelementptr i8, ptr addrspace(1) %[[X]], i64 120
; CHECK: %[[R3:.*]] = load <4 x i32>, ptr addrspace(1) %[[X3]], align 4
; CHECK: %[[E0:.*]] = shufflevector <4 x i32> %[[R0]], <4 x i32> %[[R1]], <4 x i32> <i32 0, i32 2, i32 4, i32 6>
; CHECK: %[[O0:.*]] = shufflevector <4 x i32> %[[R0]], <4 x i32> %[[R1]], <4 x i32> <i32 1, i32 3, i32 5, i32 7>
; CHECK: %[[E1:.*]] = shufflevector <4 x i32> %[[R2]], <4 x i32> %[[R3]], <4 x i32> <i32 0, i32 2, i32 4, i32 6>
; CHECK: %[[O1:.*]] = shufflevector <4 x i32> %[[R2]], <4 x i32> %[[R3]], <4 x i32> <i32 1, i32 3, i32 5, i32 7>
; CHECK: %[[C0:.*]] = shufflevector <4 x i32> %[[E0]], <4 x i32> %[[E1]], <4 x i32> <i32 0, i32 2, i32 4, i32 6>
; CHECK: shufflevector <4 x i32> %[[E0]], <4 x i32> %[[E1]], <4 x i32> <i32 1, i32 3, i32 5, i32 7>
; CHECK: %[[C1:.*]] = shufflevector <4 x i32> %[[O0]], <4 x i32> %[[O1]], <4 x i32> <i32 0, i32 2, i32 4, i32 6>
; CHECK: %[[C3:.*]] = shufflevector <4 x i32> %[[O0]], <4 x i32> %[[O1]], <4 x i32> <i32 1, i32 3, i32 5, i32 7>
; CHECK: bitcast <4 x i32> %[[C0]] to <4 x float>
; CHECK: bitcast <4 x i32> %[[C1]] to <4 x float>
; CHECK: bitcast <4 x i32> %[[C3]] to <4 x float>
; CHECK-NOT: gather
; CHECK: ret void
; With fewer lanes than a vector has, elements are loaded each for itself.
; CHECK: define internal void @apart.region0.rest(
; CHECK-COUNT-3: @llvm.masked.gather
; CHECK: ret void
define spir_kernel void @apart(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  call void @apart.region0(ptr addrspace(1) %p, ptr addrspace(1) %q)
  ret void
}
define internal void @apart.region0(ptr addrspace(1) %p, ptr addrspace(1) %q) "ferry-region"="0" {
  %i = call i64 @__ferry_global_id(i32 0)
  %x = getelementptr [10 x float], ptr addrspace(1) %p, i64 %i
  %a = load float, ptr addrspace(1) %x
  %y = getelementptr i8, ptr addrspace(1) %x, i64 4
  %b = load float, ptr addrspace(1) %y
  %z = getelementptr i8, ptr addrspace(1) %x, i64 12
  %c = load float, ptr addrspace(1) %z
  %ab = fadd float %a, %b
  %abc = fadd float %ab, %c
  %d = getelementptr float, ptr addrspace(1) %q, i64 %i
  store float %abc, ptr addrspace(1) %d
  ret void
}

; Rows one after the other are loaded and stored as such.
; CHECK-LABEL: define internal void @dense.region0.vector(
; CHECK: load <4 x i32>, ptr addrspace(1) %[[X:.*]], align 4
; CHECK: %[[X1:.*]] = getelementptr i8, ptr addrspace(1) %[[X]], i64 16
; CHECK: load <4 x i32>, ptr addrspace(1) %[[X1]], align 4
; CHECK: %[[A:.*]] = shufflevector <4 x i32> %{{.*}}, <4 x i32> %{{.*}}, <4 x i32> <i32 0, i32 4, i32 1, i32 5>
; CHECK: %[[B:.*]] = shufflevector <4 x i32> %{{.*}}, <4 x i32> %{{.*}}, <4 x i32> <i32 2, i32 6, i32 3, i32 7>
; CHECK: %[[C:.*]] = shufflevector <4 x i32> %{{.*}}, <4 x i32> %{{.*}}, <4 x i32> <i32 0, i32 4, i32 1, i32 5>
; CHECK: %[[D:.*]] = shufflevector <4 x i32> %{{.*}}, <4 x i32> %{{.*}}, <4 x i32> <i32 2, i32 6, i32 3, i32 7>
; CHECK: %[[R0:.*]] = shufflevector <4 x i32> %[[A]], <4 x i32> %[[C]], <4 x i32> <i32 0, i32 4, i32 1, i32 5>
; CHECK: store <4 x i32> %[[R0]], ptr addrspace(1)
; CHECK-NOT: scatter
; CHECK: ret void
define spir_kernel void @dense(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  call void @dense.region0(ptr addrspace(1) %p, ptr addrspace(1) %q)
  ret void
}
define internal void @dense.region0(ptr addrspace(1) %p, ptr addrspace(1) %q) "ferry-region"="0" {
  %i = call i64 @__ferry_global_id(i32 0)
  %x = getelementptr [4 x i32], ptr addrspace(1) %p, i64 %i
  %a = load i32, ptr addrspace(1) %x
  %x1 = getelementptr i8, ptr addrspace(1) %x, i64 4
  %b = load i32, ptr addrspace(1) %x1
  %x2 = getelementptr i8, ptr addrspace(1) %x, i64 8
  %c = load i32, ptr addrspace(1) %x2
  %x3 = getelementptr i8, ptr addrspace(1) %x, i64 12
  %d = load i32, ptr addrspace(1) %x3
  %y = getelementptr [4 x i32], ptr addrspace(1) %q, i64 %i
  %y1 = getelementptr i8, ptr addrspace(1) %y, i64 4
  %y2 = getelementptr i8, ptr addrspace(1) %y, i64 8
  %y3 = getelementptr i8, ptr addrspace(1) %y, i64 12
  %m = mul i32 %a, %b
  store i32 %m, ptr addrspace(1) %y2
  store i32 %b, ptr addrspace(1) %y3
  store i32 %c, ptr addrspace(1) %y
  store i32 %d, ptr addrspace(1) %y1
  ret void
}

; What is written between loads may be what they load.
; CHECK-LABEL: define internal void @between.region0.vector(
; CHECK-COUNT-2: @llvm.masked.gather
; CHECK: store <4 x i32> zeroinitializer
; CHECK-COUNT-2: @llvm.masked.gather
; CHECK: ret void
define spir_kernel void @between(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  call void @between.region0(ptr addrspace(1) %p, ptr addrspace(1) %q)
  ret void
}
define internal void @between.region0(ptr addrspace(1) %p, ptr addrspace(1) %q) "ferry-region"="0" {
  %i = call i64 @__ferry_global_id(i32 0)
  %y = getelementptr i32, ptr addrspace(1) %q, i64 %i
  %x = getelementptr [16 x i32], ptr addrspace(1) %p, i64 %i
  %a = load i32, ptr addrspace(1) %x
  %x1 = getelementptr i8, ptr addrspace(1) %x, i64 4
  %b = load i32, ptr addrspace(1) %x1
  store i32 0, ptr addrspace(1) %y
  %x2 = getelementptr i8, ptr addrspace(1) %x, i64 8
  %c = load i32, ptr addrspace(1) %x2
  %x3 = getelementptr i8, ptr addrspace(1) %x, i64 12
  %d = load i32, ptr addrspace(1) %x3
  %ab = add i32 %a, %b
  %cd = add i32 %c, %d
  %s = add i32 %ab, %cd
  store i32 %s, ptr addrspace(1) %y
  ret void
}

; Windows that overlap are no rows.
; CHECK-LABEL: define internal void @overlap.region0.vector(
; CHECK-COUNT-4: load <4 x i32>, ptr addrspace(1)
; CHECK-NOT: shufflevector
; CHECK: ret void
define spir_kernel void @overlap(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  call void @overlap.region0(ptr addrspace(1) %p, ptr addrspace(1) %q)
  ret void
}
define internal void @overlap.region0(ptr addrspace(1) %p, ptr addrspace(1) %q) "ferry-region"="0" {
  %i = call i64 @__ferry_global_id(i32 0)
  %b0 = getelementptr i32, ptr addrspace(1) %p, i64 0
  %x0 = getelementptr i32, ptr addrspace(1) %b0, i64 %i
  %v0 = load i32, ptr addrspace(1) %x0
  %b1 = getelementptr i32, ptr addrspace(1) %p, i64 1
  %x1 = getelementptr i32, ptr addrspace(1) %b1, i64 %i
  %v1 = load i32, ptr addrspace(1) %x1
  %b2 = getelementptr i32, ptr addrspace(1) %p, i64 2
  %x2 = getelementptr i32, ptr addrspace(1) %b2, i64 %i
  %v2 = load i32, ptr addrspace(1) %x2
  %b3 = getelementptr i32, ptr addrspace(1) %p, i64 3
  %x3 = getelementptr i32, ptr addrspace(1) %b3, i64 %i
  %v3 = load i32, ptr addrspace(1) %x3
  %s1 = add i32 %v0, %v1
  %s2 = mul i32 %v2, %v3
  %s = xor i32 %s1, %s2
  %y = getelementptr i32, ptr addrspace(1) %q, i64 %i
  store i32 %s, ptr addrspace(1) %y
  ret void
}

; Records of twice as many elements as there are lanes, all of which are stored, are
; two rows each.
; CHECK-LABEL: define internal void @halves.region0.vector(
; CHECK-COUNT-8: store <4 x i32> %{{.*}}, ptr addrspace(1) %{{.*}}, align 4
; CHECK-NOT: @llvm.masked.store
; CHECK: ret void
define spir_kernel void @halves(ptr addrspace(1) %p, i32 %n) {
  call void @halves.region0(ptr addrspace(1) %p, i32 %n)
  ret void
}
define internal void @halves.region0(ptr addrspace(1) %p, i32 %n) "ferry-region"="0" {
  %i = call i64 @__ferry_global_id(i32 0)
  %t = trunc i64 %i to i32
  %e = shl nuw nsw i64 %i, 3
  %b0 = getelementptr i32, ptr addrspace(1) %p, i64 0
  %x0 = getelementptr i32, ptr addrspace(1) %b0, i64 %e
  store i32 %t, ptr addrspace(1) %x0
  %b1 = getelementptr i32, ptr addrspace(1) %p, i64 1
  %x1 = getelementptr i32, ptr addrspace(1) %b1, i64 %e
  store i32 %n, ptr addrspace(1) %x1
  %b2 = getelementptr i32, ptr addrspace(1) %p, i64 2
  %x2 = getelementptr i32, ptr addrspace(1) %b2, i64 %e
  store i32 %t, ptr addrspace(1) %x2
  %b3 = getelementptr i32, ptr addrspace(1) %p, i64 3
  %x3 = getelementptr i32, ptr addrspace(1) %b3, i64 %e
  store i32 %n, ptr addrspace(1) %x3
  %b4 = getelementptr i32, ptr addrspace(1) %p, i64 4
  %x4 = getelementptr i32, ptr addrspace(1) %b4, i64 %e
  store i32 %t, ptr addrspace(1) %x4
  %b5 = getelementptr i32, ptr addrspace(1) %p, i64 5
  %x5 = getelementptr i32, ptr addrspace(1) %b5, i64 %e
  store i32 %n, ptr addrspace(1) %x5
  %b6 = getelementptr i32, ptr addrspace(1) %p, i64 6
  %x6 = getelementptr i32, ptr addrspace(1) %b6, i64 %e
  store i32 %t, ptr addrspace(1) %x6
  %b7 = getelementptr i32, ptr addrspace(1) %p, i64 7
  %x7 = getelementptr i32, ptr addrspace(1) %b7, i64 %e
  store i32 %n, ptr addrspace(1) %x7
  ret void
}

; Nor need they have a power of two elements then.
; CHECK-LABEL: define internal void @three.region0.vector(
; CHECK: %[[R:.*]] = load <12 x i32>, ptr addrspace(1) %{{.*}}, align 4
; CHECK: %[[A:.*]] = shufflevector <12 x i32> %[[R]], <12 x i32> poison, <4 x i32> <i32 0, i32 3, i32 6, i32 9>
; CHECK: %[[B:.*]] = shufflevector <12 x i32> %[[R]], <12 x i32> poison, <4 x i32> <i32 1, i32 4, i32 7, i32 10>
; CHECK: %[[C:.*]] = shufflevector <12 x i32> %[[R]], <12 x i32> poison, <4 x i32> <i32 2, i32 5, i32 8, i32 11>
; CHECK: %[[M:.*]] = mul <4 x i32> %[[A]], %[[B]]
; CHECK: %[[ALL:.*]] = shufflevector <16 x i32> %{{.*}}, <16 x i32> poison, <12 x i32> <i32 0, i32 4, i32 8, i32 1, i32 5, i32 9, i32 2, i32 6, i32 10, i32 3, i32 7, i32 11>
; CHECK: store <12 x i32> %[[ALL]], ptr addrspace(1) %{{.*}}, align 4
; CHECK-NOT: gather
; CHECK: ret void
define spir_kernel void @three(ptr addrspace(1) %p) {
  call void @three.region0(ptr addrspace(1) %p)
  ret void
}
define internal void @three.region0(ptr addrspace(1) %p) "ferry-region"="0" {
  %i = call i64 @__ferry_global_id(i32 0)
  %x = getelementptr [3 x i32], ptr addrspace(1) %p, i64 %i
  %a = load i32, ptr addrspace(1) %x
  %x1 = getelementptr i8, ptr addrspace(1) %x, i64 4
  %b = load i32, ptr addrspace(1) %x1
  %x2 = getelementptr i8, ptr addrspace(1) %x, i64 8
  %c = load i32, ptr addrspace(1) %x2
  %m = mul i32 %a, %b
  store i32 %m, ptr addrspace(1) %x
  store i32 %c, ptr addrspace(1) %x1
  store i32 %a, ptr addrspace(1) %x2
  ret void
}

; A record that is updated field by field: all is loaded first and stored last,
; but for the field that is not written.
; CHECK-LABEL: define internal void @update.region0.vector(
; CHECK: load <12 x i32>, ptr addrspace(1)
; CHECK-NOT: load
; CHECK: call void @llvm.masked.store.v12i32.p1(<12 x i32> %{{.*}}, ptr addrspace(1) align 4 %{{.*}}, <12 x i1> <i1 true, i1 false, i1 true, i1 true, i1 false, i1 true,
; CHECK: ret void
define spir_kernel void @update(ptr addrspace(1) %p) {
  call void @update.region0(ptr addrspace(1) %p)
  ret void
}
define internal void @update.region0(ptr addrspace(1) %p) "ferry-region"="0" {
  %i = call i64 @__ferry_global_id(i32 0)
  %x0 = getelementptr inbounds [12 x i8], ptr addrspace(1) %p, i64 %i
  %x1 = getelementptr inbounds i8, ptr addrspace(1) %x0, i64 4
  %x2 = getelementptr inbounds i8, ptr addrspace(1) %x0, i64 8
  %a0 = load i32, ptr addrspace(1) %x0
  %b0 = mul i32 %a0, 3
  store i32 %b0, ptr addrspace(1) %x0
  %a1 = load i32, ptr addrspace(1) %x1
  %a2 = load i32, ptr addrspace(1) %x2
  %b2 = add i32 %a1, %a2
  store i32 %b2, ptr addrspace(1) %x2
  ret void
}

; But what is loaded after a store that waits for others is not loaded first.
; CHECK-LABEL: define internal void @store_before_load.region0.vector(
; CHECK: %[[T:.*]] = shufflevector <16 x i32> %{{.*}}, <16 x i32> poison, <4 x i32> <i32 0, i32 4, i32 8, i32 12>
; CHECK-COUNT-4: call void @llvm.masked.store.v4i32.p1(<4 x i32> %{{.*}}, ptr addrspace(1) align 4 %{{.*}}, <4 x i1> <i1 true, i1 true, i1 true, i1 false>)
; CHECK: call <16 x i32> @llvm.masked.load
; CHECK: ret void
define spir_kernel void @store_before_load(ptr addrspace(1) %p, ptr addrspace(1) %out, <2 x i32> %v) {
  call void @store_before_load.region0(ptr addrspace(1) %p, ptr addrspace(1) %out, <2 x i32> %v)
  ret void
}
define internal void @store_before_load.region0(ptr addrspace(1) %p, ptr addrspace(1) %out, <2 x i32> %v) "ferry-region"="0" {
  %i = call i64 @__ferry_global_id(i32 0)
  %x0 = getelementptr inbounds [16 x i8], ptr addrspace(1) %p, i64 %i
  %x2 = getelementptr inbounds i8, ptr addrspace(1) %x0, i64 8
  %x3 = getelementptr inbounds i8, ptr addrspace(1) %x0, i64 12
  store <2 x i32> %v, ptr addrspace(1) %x0, align 4
  %t = load i32, ptr addrspace(1) %x3
  store i32 %t, ptr addrspace(1) %x2
  %u = load i32, ptr addrspace(1) %x0
  %s = add i32 %u, %t
  %o = getelementptr inbounds i32, ptr addrspace(1) %out, i64 %i
  store i32 %s, ptr addrspace(1) %o
  ret void
}

; Where some lanes are active the others load the row of the first that is.
; CHECK-LABEL: define internal void @some.region0.vector(
; CHECK: %[[FIRST:.*]] = call i4 @llvm.cttz.i4(
; CHECK: %[[ROWS:.*]] = select <4 x i1> %{{.*}}, <4 x ptr addrspace(1)> %{{.*}}, <4 x ptr addrspace(1)> %{{.*}}
; CHECK-COUNT-4: load <4 x i32>, ptr addrspace(1) %{{.*}}, align 4
; CHECK-NOT: gather
; CHECK: ret void
; CHECK: define internal void @some.region0.rest(
; CHECK-COUNT-4: @llvm.masked.gather
; CHECK: ret void
define spir_kernel void @some(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  call void @some.region0(ptr addrspace(1) %p, ptr addrspace(1) %q)
  ret void
}
define internal void @some.region0(ptr addrspace(1) %p, ptr addrspace(1) %q) "ferry-region"="0" {
  %i = call i64 @__ferry_global_id(i32 0)
  %x = getelementptr i32, ptr addrspace(1) %q, i64 %i
  %v = load i32, ptr addrspace(1) %x
  %c = icmp sgt i32 %v, 0
  br i1 %c, label %then, label %end
then:
  %e = zext nneg i32 %v to i64
  %r0 = getelementptr i32, ptr addrspace(1) %p, i64 %e
  %r1 = getelementptr i8, ptr addrspace(1) %r0, i64 4
  %r2 = getelementptr i8, ptr addrspace(1) %r0, i64 8
  %r3 = getelementptr i8, ptr addrspace(1) %r0, i64 12
  %v0 = load i32, ptr addrspace(1) %r0
  %v1 = load i32, ptr addrspace(1) %r1
  %v2 = load i32, ptr addrspace(1) %r2
  %v3 = load i32, ptr addrspace(1) %r3
  %s0 = sub i32 %v0, %v1
  %s1 = sub i32 %v2, %s0
  %s2 = sub i32 %v3, %s1
  store i32 %s2, ptr addrspace(1) %x
  br label %end
end:
  ret void
}

; Bytes of all of a short row are stored at once, past what is read elsewhere.
; CHECK-LABEL: define internal void @bytes.region0.vector(
; CHECK-COUNT-4: load <4 x i8>, ptr addrspace(1) %
; CHECK: shufflevector <4 x i8>
; CHECK-COUNT-4: store <4 x i8>
; CHECK: ret void
define spir_kernel void @bytes(ptr addrspace(1) noalias %p, ptr addrspace(1) noalias %q) {
  call void @bytes.region0(ptr addrspace(1) %p, ptr addrspace(1) %q)
  ret void
}
define internal void @bytes.region0(ptr addrspace(1) %p, ptr addrspace(1) %q) "ferry-region"="0" {
  %i = call i64 @__ferry_global_id(i32 0)
  %to = getelementptr [4 x i8], ptr addrspace(1) %q, i64 %i
  %to1 = getelementptr i8, ptr addrspace(1) %to, i64 1
  %to2 = getelementptr i8, ptr addrspace(1) %to, i64 2
  %to3 = getelementptr i8, ptr addrspace(1) %to, i64 3
  %a = getelementptr i8, ptr addrspace(1) %p, i64 %i
  %b = getelementptr i8, ptr addrspace(1) %a, i64 1000
  %c = getelementptr i8, ptr addrspace(1) %a, i64 2000
  %d = getelementptr i8, ptr addrspace(1) %a, i64 3000
  %x = load i8, ptr addrspace(1) %a, !alias.scope !12, !noalias !13
  store i8 %x, ptr addrspace(1) %to, !alias.scope !13, !noalias !12
  %y = load i8, ptr addrspace(1) %b, !alias.scope !12, !noalias !13
  store i8 %y, ptr addrspace(1) %to1, !alias.scope !13, !noalias !12
  %z = load i8, ptr addrspace(1) %c, !alias.scope !12, !noalias !13
  store i8 %z, ptr addrspace(1) %to2, !alias.scope !13, !noalias !12
  %w = load i8, ptr addrspace(1) %d, !alias.scope !12, !noalias !13
  store i8 %w, ptr addrspace(1) %to3, !alias.scope !13, !noalias !12
  ret void
}

; Shorts of rows of eight bytes are loaded at once.
; CHECK-LABEL: define internal void @shorts.region0.vector(
; CHECK-COUNT-4: load <4 x i16>
; CHECK-COUNT-8: shufflevector <4 x i16>
; CHECK: ret void
define spir_kernel void @shorts(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  call void @shorts.region0(ptr addrspace(1) %p, ptr addrspace(1) %q)
  ret void
}
define internal void @shorts.region0(ptr addrspace(1) %p, ptr addrspace(1) %q) "ferry-region"="0" {
  %i = call i64 @__ferry_global_id(i32 0)
  %a = getelementptr [4 x i16], ptr addrspace(1) %p, i64 %i
  %a1 = getelementptr i16, ptr addrspace(1) %a, i64 1
  %a2 = getelementptr i16, ptr addrspace(1) %a, i64 2
  %a3 = getelementptr i16, ptr addrspace(1) %a, i64 3
  %x = load i16, ptr addrspace(1) %a
  %y = load i16, ptr addrspace(1) %a1
  %z = load i16, ptr addrspace(1) %a2
  %w = load i16, ptr addrspace(1) %a3
  %s = add i16 %x, %y
  %t = add i16 %z, %w
  %u = add i16 %s, %t
  %to = getelementptr i16, ptr addrspace(1) %q, i64 %i
  store i16 %u, ptr addrspace(1) %to
  ret void
}

!10 = distinct !{!10, !"rows"}
!11 = distinct !{!11, !10}
!14 = distinct !{!14, !10}
!12 = !{!11}
!13 = !{!14}

; Rows in two lines, column by column.
; CHECK-LABEL: define internal void @tile.region0.vector(
; CHECK: %[[Y:.*]] = getelementptr i8, ptr addrspace(1) %x, i64 4
; CHECK: %[[X:.*]] = getelementptr i8, ptr addrspace(1) %[[Y]], i64 -4
; CHECK: store <4 x i32> %{{.*}}, ptr addrspace(1) %[[X]], align 4
; CHECK: %[[X1:.*]] = getelementptr i8, ptr addrspace(1) %[[Y]], i64 12
; CHECK: store <4 x i32> %{{.*}}, ptr addrspace(1) %[[X1]], align 4
; CHECK: %[[Z:.*]] = getelementptr i8, ptr addrspace(1) %x, i64 1004
; CHECK: %[[L:.*]] = getelementptr i8, ptr addrspace(1) %[[Z]], i64 -4
; CHECK: store <4 x i32> %{{.*}}, ptr addrspace(1) %[[L]], align 4
; CHECK: %[[L1:.*]] = getelementptr i8, ptr addrspace(1) %[[Z]], i64 12
; CHECK: store <4 x i32> %{{.*}}, ptr addrspace(1) %[[L1]], align 4
; CHECK-NEXT: ret void
define spir_kernel void @tile(ptr addrspace(1) %p, i32 %a, i32 %b) {
  call void @tile.region0(ptr addrspace(1) %p, i32 %a, i32 %b)
  ret void
}
define internal void @tile.region0(ptr addrspace(1) %p, i32 %a, i32 %b) "ferry-region"="0" {
  %i = call i64 @__ferry_global_id(i32 0)
  %x = getelementptr [2 x i32], ptr addrspace(1) %p, i64 %i
  store i32 %a, ptr addrspace(1) %x
  %line = getelementptr i8, ptr addrspace(1) %x, i64 1000
  store i32 %b, ptr addrspace(1) %line
  %y = getelementptr i8, ptr addrspace(1) %x, i64 4
  store i32 %b, ptr addrspace(1) %y
  %z = getelementptr i8, ptr addrspace(1) %x, i64 1004
  store i32 %a, ptr addrspace(1) %z
  ret void
}

; Rows one after the other, of lanes that are active: one mask with each lane's bit
; for each of its elements. What stays as it is is not stored.
; CHECK-LABEL: define internal void @where.region0.vector(
; CHECK: %[[C:.*]] = icmp sgt <4 x i32>
; CHECK: %[[M:.*]] = shufflevector <4 x i1> %[[C]], <4 x i1> poison, <12 x i32> <i32 0, i32 0, i32 0, i32 1, i32 1, i32 1, i32 2, i32 2, i32 2, i32 3, i32 3, i32 3>
; CHECK: %[[ROWS:.*]] = call <12 x i32> @llvm.masked.load.v12i32.p1(ptr addrspace(1) align 4 %{{.*}}, <12 x i1> %[[M]], <12 x i32> poison)
; CHECK: shufflevector <12 x i32> %[[ROWS]], <12 x i32> poison, <4 x i32> <i32 0, i32 3, i32 6, i32 9>
; CHECK: %[[OF:.*]] = shufflevector <4 x i1> %[[C]], <4 x i1> poison, <12 x i32>
; CHECK: %[[SOME:.*]] = and <12 x i1> %[[OF]], <i1 true, i1 false, i1 true, i1 true, i1 false, i1 true, i1 true, i1 false, i1 true, i1 true, i1 false, i1 true>
; CHECK: call void @llvm.masked.store.v12i32.p1(<12 x i32> %{{.*}}, ptr addrspace(1) align 4 %{{.*}}, <12 x i1> %[[SOME]])
; CHECK: define internal void @where.region0.rest(
; CHECK: call <12 x i32> @llvm.masked.load.v12i32.p1(
; CHECK: call void @llvm.masked.store.v12i32.p1(
; CHECK: ret void
define spir_kernel void @where(ptr addrspace(1) %p, ptr addrspace(1) noalias %q) {
  call void @where.region0(ptr addrspace(1) %p, ptr addrspace(1) %q)
  ret void
}
define internal void @where.region0(ptr addrspace(1) %p, ptr addrspace(1) noalias %q) "ferry-region"="0" {
  %i = call i64 @__ferry_global_id(i32 0)
  %x = getelementptr i32, ptr addrspace(1) %q, i64 %i
  %v = load i32, ptr addrspace(1) %x
  %c = icmp sgt i32 %v, 0
  br i1 %c, label %then, label %end
then:
  %r = getelementptr [3 x float], ptr addrspace(1) %p, i64 %i
  %g = getelementptr i8, ptr addrspace(1) %r, i64 4
  %b = getelementptr i8, ptr addrspace(1) %r, i64 8
  %r0 = load float, ptr addrspace(1) %r
  %g0 = load float, ptr addrspace(1) %g
  %b0 = load float, ptr addrspace(1) %b
  store float %b0, ptr addrspace(1) %r
  store float %g0, ptr addrspace(1) %g
  store float %r0, ptr addrspace(1) %b
  br label %end
end:
  ret void
}

; Three numbers of each lane, anywhere.
; CHECK-LABEL: define internal void @anywhere.region0.vector(
; CHECK: shufflevector <4 x i32> %{{.*}}, <4 x i32> poison, <3 x i32> <i32 0, i32 1, i32 2>
; CHECK-COUNT-4: store <3 x i32> %{{.*}}, ptr addrspace(1) %{{.*}}, align 4
; CHECK-NOT: scatter
; CHECK: define internal void @anywhere.region0.rest(
; CHECK-COUNT-3: @llvm.masked.scatter
define spir_kernel void @anywhere(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  call void @anywhere.region0(ptr addrspace(1) %p, ptr addrspace(1) %q)
  ret void
}
define internal void @anywhere.region0(ptr addrspace(1) %p, ptr addrspace(1) %q) "ferry-region"="0" {
  %i = call i64 @__ferry_global_id(i32 0)
  %x = getelementptr i32, ptr addrspace(1) %q, i64 %i
  %v = load i32, ptr addrspace(1) %x
  %e = sext i32 %v to i64
  %r0 = getelementptr i32, ptr addrspace(1) %p, i64 %e
  %r1 = getelementptr i8, ptr addrspace(1) %r0, i64 4
  %r2 = getelementptr i8, ptr addrspace(1) %r0, i64 8
  store i32 %v, ptr addrspace(1) %r0
  store i32 1, ptr addrspace(1) %r1
  store i32 2, ptr addrspace(1) %r2
  ret void
}
