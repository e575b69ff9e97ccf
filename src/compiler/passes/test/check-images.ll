; Whether coordinates are inside of an image.
; RUN: %ferry-opt=ferry-check-operations %s | FileCheck %s

declare void @_Z12write_imagef20ocl_image2d_array_woDv4_iDv4_f(ptr addrspace(1), <4 x i32>, <4 x float>)
declare void @_Z12write_imagef14ocl_image2d_woDv2_iiDv4_f(ptr addrspace(1), double, i32, <4 x float>)
declare <4 x float> @_Z11read_imagef14ocl_image2d_ro11ocl_samplerDv2_i(ptr addrspace(1), ptr addrspace(2), double)
declare ptr addrspace(2) @__translate_sampler_initializer(i32)

; CHECK: @[[NAME:.*]] = {{.*}} c"im\00"

; CHECK-LABEL: define void @writes(
; CHECK: %[[X:.*]] = extractelement <4 x i32> %at, i64 0
; CHECK-NEXT: %[[WIDTH:.*]] = call i32 @_Z15get_image_width20ocl_image2d_array_wo(ptr addrspace(1) %i)
; CHECK-NEXT: icmp ult i32 %[[X]], %[[WIDTH]]
; CHECK: call i32 @_Z16get_image_height20ocl_image2d_array_wo(
; CHECK: %[[LAYER:.*]] = extractelement <4 x i32> %at, i64 2
; CHECK-NEXT: %[[LAYERS:.*]] = call i64 @_Z20get_image_array_size20ocl_image2d_array_wo(
; CHECK-NEXT: %[[COUNT:.*]] = trunc i64 %[[LAYERS]] to i32
; CHECK-NEXT: %[[INSIDE:.*]] = icmp ult i32 %[[LAYER]], %[[COUNT]]
; CHECK-NEXT: %[[GOOD:.*]] = and i1 %{{.*}}, %[[INSIDE]]
; CHECK-NEXT: call void @__ferry_check_value(i1 %[[GOOD]], i32 3, ptr @[[NAME]])
; CHECK-NEXT: call void @_Z12write_imagef
define void @writes(ptr addrspace(1) %im, <4 x i32> %at, <4 x float> %v) {
  %im.addr = alloca ptr addrspace(1)
  store ptr addrspace(1) %im, ptr %im.addr
  %i = load ptr addrspace(1), ptr %im.addr
  call void @_Z12write_imagef20ocl_image2d_array_woDv4_iDv4_f(ptr addrspace(1) %i, <4 x i32> %at, <4 x float> %v)
  ret void
}

; A level, and what has an addressing mode.
; CHECK-LABEL: define void @others(
; CHECK-NOT: __ferry_check_value
; CHECK: ret void
define void @others(ptr addrspace(1) %im, double %at, <4 x float> %v) {
  call void @_Z12write_imagef14ocl_image2d_woDv2_iiDv4_f(ptr addrspace(1) %im, double %at, i32 1, <4 x float> %v)
  %edge = call ptr addrspace(2) @__translate_sampler_initializer(i32 18)
  call <4 x float> @_Z11read_imagef14ocl_image2d_ro11ocl_samplerDv2_i(ptr addrspace(1) %im, ptr addrspace(2) %edge, double %at)
  ret void
}

; CHECK-LABEL: define void @none(
; CHECK: %[[BOTH:.*]] = bitcast double %at to <2 x i32>
; CHECK: extractelement <2 x i32> %[[BOTH]], i64 1
; CHECK: call void @__ferry_check_value(
define void @none(ptr addrspace(1) %im, double %at) {
  %none = call ptr addrspace(2) @__translate_sampler_initializer(i32 16)
  call <4 x float> @_Z11read_imagef14ocl_image2d_ro11ocl_samplerDv2_i(ptr addrspace(1) %im, ptr addrspace(2) %none, double %at)
  ret void
}
