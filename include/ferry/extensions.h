//===- ferry/extensions.h - What the device supports ------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The extensions and the optional OpenCL C features, in one place: the device
/// advertises them and the compiler enables them.
///
//===----------------------------------------------------------------------===//

#ifndef FERRY_EXTENSIONS_H
#define FERRY_EXTENSIONS_H

#include <cstdint>

namespace ferry {

struct NameVersion {
  const char *name;
  std::uint32_t version; ///< As CL_MAKE_VERSION.
};

inline constexpr std::uint32_t version(std::uint32_t Major, std::uint32_t Minor,
                                       std::uint32_t Patch) {
  return (Major << 22) | (Minor << 12) | Patch;
}

/// CL_DEVICE_EXTENSIONS. Clang knows those that change OpenCL C by the same
/// names; what it does not declare is in ferry/opencl-c.h.
inline constexpr NameVersion DeviceExtensions[] = {
    {"cl_khr_byte_addressable_store", version(1, 0, 0)},
    {"cl_khr_global_int32_base_atomics", version(1, 0, 0)},
    {"cl_khr_global_int32_extended_atomics", version(1, 0, 0)},
    {"cl_khr_local_int32_base_atomics", version(1, 0, 0)},
    {"cl_khr_local_int32_extended_atomics", version(1, 0, 0)},
    {"cl_khr_int64_base_atomics", version(1, 0, 0)},
    {"cl_khr_int64_extended_atomics", version(1, 0, 0)},
    {"cl_khr_fp16", version(1, 0, 0)},
    {"cl_khr_fp64", version(1, 0, 0)},
    {"cl_khr_3d_image_writes", version(1, 0, 0)},
    {"cl_khr_depth_images", version(1, 0, 0)},
    {"cl_khr_image2d_from_buffer", version(1, 0, 0)},
    {"cl_khr_mipmap_image", version(1, 0, 0)},
    {"cl_khr_mipmap_image_writes", version(1, 0, 0)},
    {"cl_khr_srgb_image_writes", version(1, 0, 0)},
    {"cl_khr_extended_async_copies", version(1, 0, 0)},
    {"cl_khr_async_work_group_copy_fence", version(1, 0, 0)},
    {"cl_khr_subgroup_extended_types", version(1, 0, 0)},
    {"cl_khr_subgroup_non_uniform_vote", version(1, 0, 0)},
    {"cl_khr_subgroup_ballot", version(1, 0, 0)},
    {"cl_khr_subgroup_non_uniform_arithmetic", version(1, 0, 0)},
    {"cl_khr_subgroup_shuffle", version(1, 0, 0)},
    {"cl_khr_subgroup_shuffle_relative", version(1, 0, 0)},
    {"cl_khr_subgroup_clustered_reduce", version(1, 0, 0)},
    {"cl_khr_subgroup_rotate", version(1, 0, 0)},
    {"cl_khr_suggested_local_work_size", version(1, 0, 0)},
    {"cl_khr_extended_bit_ops", version(1, 0, 0)},
    {"cl_khr_integer_dot_product", version(2, 0, 0)},
    {"cl_khr_kernel_clock", version(1, 0, 0)},
    {"cl_khr_work_group_uniform_arithmetic", version(1, 0, 0)},
    {"cl_ext_float_atomics", version(1, 0, 0)},
    {"cl_intel_required_subgroup_size", version(1, 0, 0)},
    {"cl_intel_subgroups", version(1, 0, 0)},
    {"cl_intel_subgroups_char", version(1, 0, 0)},
    {"cl_intel_subgroups_long", version(1, 0, 0)},
    {"cl_intel_subgroups_short", version(1, 1, 0)},
    {"cl_intel_subgroup_local_block_io", version(1, 0, 0)},
};

/// CL_PLATFORM_EXTENSIONS.
inline constexpr NameVersion PlatformExtensions[] = {
    {"cl_khr_icd", version(2, 0, 1)},
};

/// CL_DEVICE_OPENCL_C_FEATURES.
inline constexpr NameVersion OpenCLCFeatures[] = {
    {"__opencl_c_images", version(3, 0, 0)},
    {"__opencl_c_read_write_images", version(3, 0, 0)},
    {"__opencl_c_3d_image_writes", version(3, 0, 0)},
    {"__opencl_c_fp64", version(3, 0, 0)},
    {"__opencl_c_int64", version(3, 0, 0)},
    {"__opencl_c_generic_address_space", version(3, 0, 0)},
    {"__opencl_c_program_scope_global_variables", version(3, 0, 0)},
    {"__opencl_c_pipes", version(3, 0, 0)},
    {"__opencl_c_device_enqueue", version(3, 0, 0)},
    {"__opencl_c_atomic_order_acq_rel", version(3, 0, 0)},
    {"__opencl_c_atomic_order_seq_cst", version(3, 0, 0)},
    {"__opencl_c_atomic_scope_device", version(3, 0, 0)},
    {"__opencl_c_atomic_scope_all_devices", version(3, 0, 0)},
    {"__opencl_c_subgroups", version(3, 0, 0)},
    {"__opencl_c_work_group_collective_functions", version(3, 0, 0)},
    {"__opencl_c_integer_dot_product_input_4x8bit", version(3, 0, 0)},
    {"__opencl_c_integer_dot_product_input_4x8bit_packed", version(3, 0, 0)},
    {"__opencl_c_kernel_clock_scope_device", version(3, 0, 0)},
    {"__opencl_c_kernel_clock_scope_work_group", version(3, 0, 0)},
    {"__opencl_c_kernel_clock_scope_sub_group", version(3, 0, 0)},
    {"__opencl_c_ext_fp16_global_atomic_load_store", version(3, 0, 0)},
    {"__opencl_c_ext_fp16_global_atomic_add", version(3, 0, 0)},
    {"__opencl_c_ext_fp16_global_atomic_min_max", version(3, 0, 0)},
    {"__opencl_c_ext_fp16_local_atomic_load_store", version(3, 0, 0)},
    {"__opencl_c_ext_fp16_local_atomic_add", version(3, 0, 0)},
    {"__opencl_c_ext_fp16_local_atomic_min_max", version(3, 0, 0)},
    {"__opencl_c_ext_fp32_global_atomic_add", version(3, 0, 0)},
    {"__opencl_c_ext_fp32_global_atomic_min_max", version(3, 0, 0)},
    {"__opencl_c_ext_fp32_local_atomic_add", version(3, 0, 0)},
    {"__opencl_c_ext_fp32_local_atomic_min_max", version(3, 0, 0)},
    {"__opencl_c_ext_fp64_global_atomic_add", version(3, 0, 0)},
    {"__opencl_c_ext_fp64_global_atomic_min_max", version(3, 0, 0)},
    {"__opencl_c_ext_fp64_local_atomic_add", version(3, 0, 0)},
    {"__opencl_c_ext_fp64_local_atomic_min_max", version(3, 0, 0)},
};

/// Extensions of the host's API, at the end of CL_DEVICE_EXTENSIONS: OpenCL C
/// knows nothing of them. They stay behind the other tables, from which the
/// built-ins' build takes what Clang enables.
inline constexpr NameVersion HostExtensions[] = {
    {"cl_khr_command_buffer", version(0, 9, 8)},
    {"cl_khr_command_buffer_mutable_dispatch", version(0, 9, 5)},
    {"cl_khr_create_command_queue", version(1, 0, 0)},
    {"cl_khr_device_uuid", version(1, 0, 0)},
    {"cl_khr_external_memory", version(1, 0, 1)},
    {"cl_khr_external_memory_dma_buf", version(1, 0, 0)},
    {"cl_khr_external_memory_opaque_fd", version(1, 0, 0)},
    {"cl_khr_priority_hints", version(1, 0, 0)},
    {"cl_khr_semaphore", version(1, 0, 0)},
    {"cl_khr_throttle_hints", version(1, 0, 0)},
    {"cl_intel_device_attribute_query", version(1, 0, 0)},
    {"cl_intel_device_partition_by_names", version(1, 0, 0)},
    {"cl_intel_unified_shared_memory", version(1, 2, 0)},
    {"cl_ext_buffer_device_address", version(1, 0, 2)},
    {"cl_ext_cxx_for_opencl", version(1, 0, 0)},
    {"cl_ext_image_from_buffer", version(1, 0, 0)},
    {"cl_ext_image_requirements_info", version(0, 5, 0)},
};

/// Likewise, where programs may be SPIR-V.
inline constexpr NameVersion SpirvExtensions[] = {
    {"cl_khr_expect_assume", version(1, 0, 0)},
    {"cl_khr_il_program", version(1, 0, 0)},
    {"cl_khr_spirv_extended_debug_info", version(1, 0, 0)},
    {"cl_khr_spirv_linkonce_odr", version(1, 0, 0)},
    {"cl_khr_spirv_no_integer_wrap_decoration", version(1, 0, 0)},
    {"cl_khr_spirv_queries", version(1, 0, 0)},
    {"cl_intel_spirv_subgroups", version(1, 0, 0)},
};

} // namespace ferry

#endif // FERRY_EXTENSIONS_H
