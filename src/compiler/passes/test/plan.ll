; One recipe for every instruction: what it costs is what is emitted. Nothing is
; changed.
; REQUIRES: llvm-22
; RUN: %ferry-opt='print<ferry-plan;lanes=16>' -disable-output %s | FileCheck %s
; RUN: %ferry-opt='print<ferry-plan;lanes=4;sse2>' -disable-output %s | FileCheck %s --check-prefix=SSE2
; RUN: %ferry-opt='print<ferry-plan;lanes=8;avx2>' %s | FileCheck %s --check-prefix=SAME
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

declare i64 @__ferry_global_id(i32) memory(none)
declare i32 @__ferry_local_size(i32) memory(none)
declare float @asinhf(float) nounwind willreturn memory(none)
declare float @llvm.sqrt.f32(float)
declare float @other(float) memory(none)

; SAME: define spir_kernel void @accesses(
; SAME: call void @accesses.region0(
; SAME: define internal void @accesses.region0(
; SAME-NOT: "ferry-lanes"

; CHECK-LABEL: ; ferry: accesses, region 0: plan for 16 lanes, cost
; CHECK-NEXT: %{{.*}}, 1 time:
; CHECK-NEXT: stride 1 (1):{{.*}} %i = call i64 @__ferry_global_id
; CHECK: consecutive (1):{{.*}} %a = load float
; CHECK: reversed (1):{{.*}} %b = load float
; CHECK: strided, one of 3 (6):{{.*}} %c = load float
; Two elements back for each lane is a gather, whatever lies between.
; CHECK: gather (40):{{.*}} %d = load float
; CHECK: gather pairs (40):{{.*}} %e = load <2 x float>
; CHECK: consecutive (6):{{.*}} %f = load <2 x float>
; CHECK: uniform (1):{{.*}} %u = load float
; CHECK: of the last lane (1):{{.*}} store float %a
; CHECK: scatter (40):{{.*}} store float %a
; CHECK: lane by lane (352):{{.*}} load volatile float
; SSE2-LABEL: ; ferry: accesses, region 0: plan for 4 lanes, cost
; SSE2: gather (20):{{.*}} %d = load float
define spir_kernel void @accesses(ptr addrspace(1) %p, ptr addrspace(1) %q, i64 %n) {
  call void @accesses.region0(ptr addrspace(1) %p, ptr addrspace(1) %q, i64 %n)
  ret void
}
define internal void @accesses.region0(ptr addrspace(1) %p, ptr addrspace(1) %q, i64 %n) "ferry-region"="0" {
  %i = call i64 @__ferry_global_id(i32 0)
  %pa = getelementptr float, ptr addrspace(1) %p, i64 %i
  %a = load float, ptr addrspace(1) %pa
  %back = sub nsw i64 %n, %i
  %pb = getelementptr float, ptr addrspace(1) %p, i64 %back
  %b = load float, ptr addrspace(1) %pb
  %pc = getelementptr [3 x float], ptr addrspace(1) %p, i64 %i
  %c = load float, ptr addrspace(1) %pc
  %i2 = mul nuw nsw i64 %i, 2
  %back2 = sub nsw i64 %n, %i2
  %pd = getelementptr float, ptr addrspace(1) %p, i64 %back2
  %d = load float, ptr addrspace(1) %pd
  %pe = getelementptr [9 x <2 x float>], ptr addrspace(1) %p, i64 %i
  %e = load <2 x float>, ptr addrspace(1) %pe
  %pf = getelementptr <2 x float>, ptr addrspace(1) %p, i64 %i
  %f = load <2 x float>, ptr addrspace(1) %pf
  %u = load float, ptr addrspace(1) %p
  store float %a, ptr addrspace(1) %q
  %pg = getelementptr [9 x float], ptr addrspace(1) %q, i64 %i
  store float %a, ptr addrspace(1) %pg
  %v = load volatile float, ptr addrspace(1) %pa
  %s1 = fadd float %b, %c
  %s2 = fadd float %s1, %d
  %e0 = extractelement <2 x float> %e, i64 0
  %f0 = extractelement <2 x float> %f, i64 1
  %s3 = fadd float %s2, %e0
  %s4 = fadd float %s3, %f0
  %s5 = fadd float %s4, %u
  %s6 = fadd float %s5, %v
  %ph = getelementptr float, ptr addrspace(1) %q, i64 %i
  store float %s6, ptr addrspace(1) %ph
  ret void
}

; CHECK-LABEL: ; ferry: calls, region 0: plan for 16 lanes, cost
; CHECK: uniform (1):{{.*}} %n = call i32 @__ferry_local_size
; CHECK: vector math (20):{{.*}} call float @asinhf
; CHECK: widen (2):{{.*}} call float @llvm.sqrt.f32
; CHECK: lane by lane (512):{{.*}} call float @other
; CHECK: divide (8):{{.*}} udiv i32
define spir_kernel void @calls(ptr addrspace(1) %p) {
  call void @calls.region0(ptr addrspace(1) %p)
  ret void
}
define internal void @calls.region0(ptr addrspace(1) %p) "ferry-region"="0" {
  %i = call i64 @__ferry_global_id(i32 0)
  %n = call i32 @__ferry_local_size(i32 0)
  %x = getelementptr float, ptr addrspace(1) %p, i64 %i
  %v = load float, ptr addrspace(1) %x
  %a = call float @asinhf(float %v)
  %b = call float @llvm.sqrt.f32(float %a)
  %c = call float @other(float %b)
  %w = bitcast float %c to i32
  %d = udiv i32 %w, %n
  store i32 %d, ptr addrspace(1) %x
  ret void
}

; What few lanes may do is gone through under a mask if it is short, and behind a
; branch if it is long. Without all lanes there is no interleave group.
; CHECK-LABEL: ; ferry: control, region 0: plan for 16 lanes, cost
; CHECK: member of 2, rows of 4 each 40 bytes, all here ({{.*}}):{{.*}} load i32
; CHECK: member of 2, rows of 4 each 40 bytes ({{.*}}):{{.*}} load i32
; CHECK: mask: br i1 %short
; CHECK: %few, 1 time, masked, 0.5 of them active:
; CHECK: consecutive (1): store i32 %s
; CHECK: branch if any lane: br i1 %long
; CHECK: %many, 1 time, masked, 0.5 of them active:
; CHECK: gather (40):{{.*}} %c = load i32
; CHECK: loop, 26.4 times, masked, 0.5 of them active:
; CHECK: until no lane is left: br i1
define spir_kernel void @control(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  call void @control.region0(ptr addrspace(1) %p, ptr addrspace(1) %q)
  ret void
}
define internal void @control.region0(ptr addrspace(1) %p, ptr addrspace(1) %q) "ferry-region"="0" {
entry:
  %i = call i64 @__ferry_global_id(i32 0)
  %x = getelementptr [10 x i32], ptr addrspace(1) %p, i64 %i
  %a = load i32, ptr addrspace(1) %x
  %x3 = getelementptr i8, ptr addrspace(1) %x, i64 12
  %b = load i32, ptr addrspace(1) %x3
  %y = getelementptr i32, ptr addrspace(1) %q, i64 %i
  %s = mul i32 %a, %b
  %short = icmp slt i32 %a, %b
  br i1 %short, label %few, label %next
few:
  store i32 %s, ptr addrspace(1) %y
  br label %next
next:
  %long = icmp eq i32 %b, 5
  br i1 %long, label %many, label %done
many:
  %x1 = getelementptr i8, ptr addrspace(1) %x, i64 4
  %c = load i32, ptr addrspace(1) %x1
  br label %loop
loop:
  %v = phi i32 [ %c, %many ], [ %w, %loop ]
  %less = add i32 %v, -1
  %w = and i32 %v, %less
  %more = icmp ne i32 %w, 0
  br i1 %more, label %loop, label %left
left:
  store i32 %w, ptr addrspace(1) %x1
  br label %done
done:
  ret void
}

; Vectors that follow one another are no members of a row, and an element with a
; number that is not known may be any.
; CHECK-LABEL: ; ferry: neighbours, region 0: plan for 16 lanes, cost
; CHECK: consecutive (60):{{.*}} %a = load <16 x i8>
; CHECK: consecutive (60):{{.*}} %b = load <16 x i8>
; CHECK: parts (32):{{.*}} %c = extractelement <16 x i8> %a, i8 %n
; CHECK: parts (0):{{.*}} %d = insertelement <16 x i8> %b, i8 %c, i64 3
; CHECK: consecutive (60):{{.*}} store <16 x i8> %d
define spir_kernel void @neighbours(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  call void @neighbours.region0(ptr addrspace(1) %p, ptr addrspace(1) %q)
  ret void
}
define internal void @neighbours.region0(ptr addrspace(1) %p, ptr addrspace(1) %q) "ferry-region"="0" {
  %i = call i64 @__ferry_global_id(i32 0)
  %pa = getelementptr <16 x i8>, ptr addrspace(1) %p, i64 %i
  %a = load <16 x i8>, ptr addrspace(1) %pa
  %pb = getelementptr i8, ptr addrspace(1) %pa, i64 80
  %b = load <16 x i8>, ptr addrspace(1) %pb
  %n = extractelement <16 x i8> %b, i64 0
  %c = extractelement <16 x i8> %a, i8 %n
  %d = insertelement <16 x i8> %b, i8 %c, i64 3
  %pq = getelementptr <16 x i8>, ptr addrspace(1) %q, i64 %i
  store <16 x i8> %d, ptr addrspace(1) %pq
  ret void
}

; Half of the lanes are taken to come to what is under a condition, and of
; vectors twice as many; what goes lane by lane does so for those that do. Lanes
; that count in steps of the group leave a loop together, others do not.
; CHECK-LABEL: ; ferry: shares, region 0: plan for 16 lanes, cost 375
; CHECK: %some, 1 time, masked, 0.5 of them active:
; CHECK: lane by lane (352):
; CHECK: %loop, 8 times, masked:
; CHECK: until no lane is left:
; CHECK: %other, 12 times, masked:
; CHECK: until no lane is left:
define spir_kernel void @shares(ptr addrspace(1) %p, i64 %n) {
  call void @shares.region0(ptr addrspace(1) %p, i64 %n)
  ret void
}
declare i64 @__ferry_local_id(i32) memory(none)
define internal void @shares.region0(ptr addrspace(1) %p, i64 %n) "ferry-region"="0" {
entry:
  %i = call i64 @__ferry_local_id(i32 0)
  %size32 = call i32 @__ferry_local_size(i32 0)
  %size = zext i32 %size32 to i64
  %x = getelementptr i64, ptr addrspace(1) %p, i64 %i
  %v = load i64, ptr addrspace(1) %x
  %c = icmp ugt i64 %v, 7
  br i1 %c, label %some, label %join
some:
  %at = atomicrmw add ptr addrspace(1) %x, i64 1 monotonic
  %o = getelementptr i64, ptr addrspace(1) %p, i64 %at
  store i64 %at, ptr addrspace(1) %o
  br label %join
join:
  br label %loop
loop:
  %k = phi i64 [ %i, %join ], [ %k1, %loop ]
  %y = getelementptr i64, ptr addrspace(1) %p, i64 %k
  store i64 %v, ptr addrspace(1) %y
  %k1 = add nuw nsw i64 %k, %size
  %more = icmp ult i64 %k1, %n
  br i1 %more, label %loop, label %mid
mid:
  br label %other
other:
  %l = phi i64 [ %i, %mid ], [ %l1, %other ]
  %z = getelementptr i64, ptr addrspace(1) %p, i64 %l
  store i64 %v, ptr addrspace(1) %z
  %l1 = add nuw nsw i64 %l, 1
  %again = icmp ult i64 %l1, %n
  br i1 %again, label %other, label %end
end:
  ret void
}
