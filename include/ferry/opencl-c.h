//===- ferry/opencl-c.h - What Clang does not declare -----------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
//
// OpenCL C functions of extensions that Clang's own headers lack. Included
// before every program, and before every member of the built-ins.
//
//===----------------------------------------------------------------------===//

#define cl_khr_extended_async_copies 1
// From here on Clang accepts the pragma that enables the extension.
#pragma OPENCL EXTENSION cl_khr_extended_async_copies : begin
// Offsets, line lengths and plane areas are in elements (OpenCL C 6.15.11.1).
event_t __attribute__((overloadable, convergent)) async_work_group_copy_2D2D(
    __local void *dst, size_t dst_offset, const __global void *src,
    size_t src_offset, size_t num_bytes_per_element,
    size_t num_elements_per_line, size_t num_lines,
    size_t src_total_line_length, size_t dst_total_line_length, event_t event);
event_t __attribute__((overloadable, convergent)) async_work_group_copy_2D2D(
    __global void *dst, size_t dst_offset, const __local void *src,
    size_t src_offset, size_t num_bytes_per_element,
    size_t num_elements_per_line, size_t num_lines,
    size_t src_total_line_length, size_t dst_total_line_length, event_t event);
event_t __attribute__((overloadable, convergent)) async_work_group_copy_3D3D(
    __local void *dst, size_t dst_offset, const __global void *src,
    size_t src_offset, size_t num_bytes_per_element,
    size_t num_elements_per_line, size_t num_lines, size_t num_planes,
    size_t src_total_line_length, size_t src_total_plane_area,
    size_t dst_total_line_length, size_t dst_total_plane_area, event_t event);
event_t __attribute__((overloadable, convergent)) async_work_group_copy_3D3D(
    __global void *dst, size_t dst_offset, const __local void *src,
    size_t src_offset, size_t num_bytes_per_element,
    size_t num_elements_per_line, size_t num_lines, size_t num_planes,
    size_t src_total_line_length, size_t src_total_plane_area,
    size_t dst_total_line_length, size_t dst_total_plane_area, event_t event);
#pragma OPENCL EXTENSION cl_khr_extended_async_copies : end

#define cl_khr_async_work_group_copy_fence 1
#pragma OPENCL EXTENSION cl_khr_async_work_group_copy_fence : begin
// OpenCL C 6.15.11.
void __attribute__((overloadable, convergent))
async_work_group_copy_fence(cl_mem_fence_flags flags);
#pragma OPENCL EXTENSION cl_khr_async_work_group_copy_fence : end

// Clang declares the functions of these, if the macros are there, but does not
// know the extensions.
#define cl_khr_subgroup_extended_types 1
#pragma OPENCL EXTENSION cl_khr_subgroup_extended_types : begin
#pragma OPENCL EXTENSION cl_khr_subgroup_extended_types : end
#define cl_khr_subgroup_non_uniform_vote 1
#pragma OPENCL EXTENSION cl_khr_subgroup_non_uniform_vote : begin
#pragma OPENCL EXTENSION cl_khr_subgroup_non_uniform_vote : end
#define cl_khr_subgroup_ballot 1
#pragma OPENCL EXTENSION cl_khr_subgroup_ballot : begin
#pragma OPENCL EXTENSION cl_khr_subgroup_ballot : end
#define cl_khr_subgroup_non_uniform_arithmetic 1
#pragma OPENCL EXTENSION cl_khr_subgroup_non_uniform_arithmetic : begin
#pragma OPENCL EXTENSION cl_khr_subgroup_non_uniform_arithmetic : end
#define cl_khr_subgroup_shuffle 1
#pragma OPENCL EXTENSION cl_khr_subgroup_shuffle : begin
#pragma OPENCL EXTENSION cl_khr_subgroup_shuffle : end
#define cl_khr_subgroup_shuffle_relative 1
#pragma OPENCL EXTENSION cl_khr_subgroup_shuffle_relative : begin
#pragma OPENCL EXTENSION cl_khr_subgroup_shuffle_relative : end
#define cl_khr_subgroup_clustered_reduce 1
#pragma OPENCL EXTENSION cl_khr_subgroup_clustered_reduce : begin
#pragma OPENCL EXTENSION cl_khr_subgroup_clustered_reduce : end
#define cl_khr_subgroup_rotate 1
#pragma OPENCL EXTENSION cl_khr_subgroup_rotate : begin
#pragma OPENCL EXTENSION cl_khr_subgroup_rotate : end
// The extensions above build on the functions of sub-groups, which Clang
// declares, before OpenCL C 3.0, for cl_khr_subgroups alone.
#ifndef __opencl_subgroup_builtins
#define __opencl_subgroup_builtins 1
#if defined(__OPENCL_CPP_VERSION__) || __OPENCL_C_VERSION__ >= CL_VERSION_2_0
#define memory_scope_sub_group ((memory_scope)__OPENCL_MEMORY_SCOPE_SUB_GROUP)
#endif
#endif
#define cl_intel_required_subgroup_size 1
#pragma OPENCL EXTENSION cl_intel_required_subgroup_size : begin
#pragma OPENCL EXTENSION cl_intel_required_subgroup_size : end
// The functions of these are declared when they are used (ExtensionBuiltins.h).
#if defined(__OPENCL_CPP_VERSION__) || __OPENCL_C_VERSION__ >= CL_VERSION_2_0
#define cl_khr_work_group_uniform_arithmetic 1
#endif
#pragma OPENCL EXTENSION cl_khr_work_group_uniform_arithmetic : begin
#pragma OPENCL EXTENSION cl_khr_work_group_uniform_arithmetic : end
#define cl_intel_subgroups 1
#pragma OPENCL EXTENSION cl_intel_subgroups : begin
#pragma OPENCL EXTENSION cl_intel_subgroups : end
#define cl_intel_subgroups_char 1
#pragma OPENCL EXTENSION cl_intel_subgroups_char : begin
#pragma OPENCL EXTENSION cl_intel_subgroups_char : end
#define cl_intel_subgroups_short 1
#pragma OPENCL EXTENSION cl_intel_subgroups_short : begin
#pragma OPENCL EXTENSION cl_intel_subgroups_short : end
#define cl_intel_subgroups_long 1
#pragma OPENCL EXTENSION cl_intel_subgroups_long : begin
#pragma OPENCL EXTENSION cl_intel_subgroups_long : end
#define cl_intel_subgroup_local_block_io 1
#pragma OPENCL EXTENSION cl_intel_subgroup_local_block_io : begin
#pragma OPENCL EXTENSION cl_intel_subgroup_local_block_io : end
#define cl_khr_extended_bit_ops 1
#pragma OPENCL EXTENSION cl_khr_extended_bit_ops : begin
#pragma OPENCL EXTENSION cl_khr_extended_bit_ops : end
// Extensions of every version of the language, whose functions Clang declares
// if there are the features of OpenCL C 3.0.
#define cl_khr_kernel_clock 1
#pragma OPENCL EXTENSION cl_khr_kernel_clock : begin
#pragma OPENCL EXTENSION cl_khr_kernel_clock : end
#ifndef __opencl_c_kernel_clock_scope_device
#define __opencl_c_kernel_clock_scope_device 1
#define __opencl_c_kernel_clock_scope_work_group 1
#define __opencl_c_kernel_clock_scope_sub_group 1
#endif
#if defined(__OPENCL_CPP_VERSION__) || __OPENCL_C_VERSION__ >= CL_VERSION_2_0
// Known to Clang 22.
#ifndef cl_ext_float_atomics
#define cl_ext_float_atomics 1
#pragma OPENCL EXTENSION cl_ext_float_atomics : begin
#pragma OPENCL EXTENSION cl_ext_float_atomics : end
#define __opencl_c_ext_fp16_global_atomic_load_store 1
#define __opencl_c_ext_fp16_global_atomic_add 1
#define __opencl_c_ext_fp16_global_atomic_min_max 1
#define __opencl_c_ext_fp16_local_atomic_load_store 1
#define __opencl_c_ext_fp16_local_atomic_add 1
#define __opencl_c_ext_fp16_local_atomic_min_max 1
#define __opencl_c_ext_fp32_global_atomic_add 1
#define __opencl_c_ext_fp32_global_atomic_min_max 1
#define __opencl_c_ext_fp32_local_atomic_add 1
#define __opencl_c_ext_fp32_local_atomic_min_max 1
#define __opencl_c_ext_fp64_global_atomic_add 1
#define __opencl_c_ext_fp64_global_atomic_min_max 1
#define __opencl_c_ext_fp64_local_atomic_add 1
#define __opencl_c_ext_fp64_local_atomic_min_max 1
#endif
#endif
#ifndef cl_khr_integer_dot_product
#define cl_khr_integer_dot_product 1
#pragma OPENCL EXTENSION cl_khr_integer_dot_product : begin
#pragma OPENCL EXTENSION cl_khr_integer_dot_product : end
#endif
#ifndef __opencl_c_integer_dot_product_input_4x8bit
#define __opencl_c_integer_dot_product_input_4x8bit 1
#define __opencl_c_integer_dot_product_input_4x8bit_packed 1
#endif
