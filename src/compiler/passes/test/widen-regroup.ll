; The bits of vectors as those of others: small elements are shifted, not
; shuffled. Large ones are interleaved.
; RUN: %ferry-opt='ferry-widen<lanes=4>' %s | FileCheck %s

declare i64 @__ferry_global_id(i32) memory(none)

; CHECK-LABEL: define internal void @bytes.region0.vector(
; CHECK: %[[U:.*]] = uitofp <4 x i32>
; CHECK: %[[S:.*]] = lshr <4 x i32> %{{.*}}, {{.*}}i32 24{{.*}}
; CHECK: trunc <4 x i32> %[[S]] to <4 x i8>
; CHECK-NOT: shufflevector
; CHECK: %[[H:.*]] = shl <4 x i32> %{{.*}}, {{.*}}i32 24{{.*}}
; CHECK: or <4 x i32> %{{.*}}, %[[H]]
; CHECK-NOT: shufflevector
; CHECK: ret void
define spir_kernel void @bytes(ptr addrspace(1) %p) {
  call void @bytes.region0(ptr addrspace(1) %p)
  ret void
}
define internal void @bytes.region0(ptr addrspace(1) %p) "ferry-region"="0" {
  %i = call i64 @__ferry_global_id(i32 0)
  %a = getelementptr i32, ptr addrspace(1) %p, i64 %i
  %x = load i32, ptr addrspace(1) %a
  %u = uitofp i32 %x to float
  %f = fadd float %u, 1.0
  %b = bitcast float %f to <4 x i8>
  %e0 = extractelement <4 x i8> %b, i64 0
  %e3 = extractelement <4 x i8> %b, i64 3
  %c0 = insertelement <4 x i8> %b, i8 %e3, i64 0
  %c3 = insertelement <4 x i8> %c0, i8 %e0, i64 3
  %r = bitcast <4 x i8> %c3 to i32
  store i32 %r, ptr addrspace(1) %a
  ret void
}

; CHECK-LABEL: define internal void @words.region0.vector(
; CHECK: shufflevector
; CHECK: bitcast <8 x i32> %{{.*}} to <4 x i64>
; CHECK: ret void
define spir_kernel void @words(ptr addrspace(1) %p) {
  call void @words.region0(ptr addrspace(1) %p)
  ret void
}
define internal void @words.region0(ptr addrspace(1) %p) "ferry-region"="0" {
  %i = call i64 @__ferry_global_id(i32 0)
  %a = getelementptr i32, ptr addrspace(1) %p, i64 %i
  %x = load i32, ptr addrspace(1) %a
  %y = mul i32 %x, %x
  %v0 = insertelement <2 x i32> poison, i32 %x, i64 0
  %v = insertelement <2 x i32> %v0, i32 %y, i64 1
  %r = bitcast <2 x i32> %v to i64
  %o = getelementptr i64, ptr addrspace(1) %p, i64 %i
  %s = add i64 %r, 7
  store i64 %s, ptr addrspace(1) %o
  ret void
}
