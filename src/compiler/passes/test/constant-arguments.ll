; What a launch knows of images and samplers is put in place of what kernels ask
; of them. Here the bytes that are known count from 0 on: 128 of each image, from
; its byte 32 on, and 8 of each sampler.
; RUN: %ferry-opt='ferry-constant-arguments' %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

declare void @use(i32)
declare i32 @__ferry_sub_group_local_id()

; CHECK-LABEL: define spir_kernel void @k(
; The width is not known.
; CHECK: %[[W:.*]] = load i32, ptr addrspace(2) %w
; CHECK: call void @use(i32 %[[W]])
; 0x03020100.
; CHECK: call void @use(i32 50462976)
; CHECK-NEXT: %[[A:.*]] = load i32, ptr addrspace(1) %p
; CHECK-NEXT: call void @use(i32 %[[A]])
; The sampler's follow: 0x8786858483828180.
; CHECK: ptrtoint ptr addrspace(2) inttoptr (i64 -8681104427521506944 to ptr addrspace(2)) to i64
define spir_kernel void @k(ptr addrspace(1) %image, ptr addrspace(1) %p, ptr addrspace(2) %s)
    !kernel_arg_base_type !0 {
  %i = ptrtoint ptr addrspace(1) %image to i64
  %d = inttoptr i64 %i to ptr addrspace(2)
  %w = getelementptr i8, ptr addrspace(2) %d, i64 8
  %width = load i32, ptr addrspace(2) %w
  call void @use(i32 %width)
  %b = getelementptr i8, ptr addrspace(2) %d, i64 32
  %bytes = load i32, ptr addrspace(2) %b
  call void @use(i32 %bytes)
  %other = load i32, ptr addrspace(1) %p
  call void @use(i32 %other)
  %bits = ptrtoint ptr addrspace(2) %s to i64
  %t = trunc i64 %bits to i32
  call void @use(i32 %t)
  ret void
}

; Where nothing is asked, all images are alike.
; CHECK: define spir_kernel void @none({{.*}} #[[ANY:[0-9]+]]
define spir_kernel void @none(ptr addrspace(1) %image, ptr addrspace(1) %p, ptr addrspace(2) %s)
    !kernel_arg_base_type !0 {
  store i32 1, ptr addrspace(1) %p
  ret void
}

; The size of sub-groups must not depend on arguments.
; CHECK: define spir_kernel void @groups({{.*}} #[[ANY]]
; CHECK: ptrtoint ptr addrspace(2) %s
define spir_kernel void @groups(ptr addrspace(1) %image, ptr addrspace(1) %p, ptr addrspace(2) %s)
    !kernel_arg_base_type !0 {
  %id = call i32 @__ferry_sub_group_local_id()
  %bits = ptrtoint ptr addrspace(2) %s to i64
  %t = trunc i64 %bits to i32
  call void @use(i32 %t)
  ret void
}
; CHECK: attributes #[[ANY]] = {{.*}}"ferry-any-constants"

!0 = !{!"image2d_t", !"int*", !"sampler_t"}
