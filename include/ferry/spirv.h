//===- ferry/spirv.h - What SPIR-V modules may use --------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The parts of SPIR-V that Ferry has, in one place: the device advertises them
/// (cl_khr_spirv_queries), and the compiler refuses others.
///
//===----------------------------------------------------------------------===//

#ifndef FERRY_SPIRV_H
#define FERRY_SPIRV_H

#include <cstdint>

namespace ferry::spirv {

/// Versions 1.0 to 1.6.
inline constexpr unsigned LatestMinorVersion = 6;

inline constexpr const char *ExtendedInstructionSets[] = {
    "OpenCL.std", "OpenCL.DebugInfo.100"};

inline constexpr const char *Extensions[] = {
    "SPV_EXT_shader_atomic_float16_add",
    "SPV_EXT_shader_atomic_float_add",
    "SPV_EXT_shader_atomic_float_min_max",
    "SPV_KHR_bit_instructions",
    "SPV_KHR_expect_assume",
    "SPV_KHR_float_controls",
    "SPV_KHR_integer_dot_product",
    "SPV_KHR_linkonce_odr",
    "SPV_KHR_no_integer_wrap_decoration",
    "SPV_KHR_non_semantic_info",
    "SPV_KHR_shader_clock",
    "SPV_KHR_subgroup_rotate",
    "SPV_KHR_uniform_group_instructions",
    "SPV_INTEL_fp_fast_math_mode",
    "SPV_INTEL_kernel_attributes",
    "SPV_INTEL_memory_access_aliasing",
    "SPV_INTEL_optnone",
    "SPV_INTEL_subgroups",
    "SPV_INTEL_unstructured_loop_controls",
};

struct Capability {
  std::uint32_t value;
  const char *name;
};

/// By the numbers of the SPIR-V specification, section 3.31.
inline constexpr Capability Capabilities[] = {
    {4, "Addresses"},
    {5, "Linkage"},
    {6, "Kernel"},
    {7, "Vector16"},
    {8, "Float16Buffer"},
    {9, "Float16"},
    {10, "Float64"},
    {11, "Int64"},
    {12, "Int64Atomics"},
    {13, "ImageBasic"},
    {14, "ImageReadWrite"},
    {15, "ImageMipmap"},
    {17, "Pipes"},
    {18, "Groups"},
    {19, "DeviceEnqueue"},
    {20, "LiteralSampler"},
    {22, "Int16"},
    {38, "GenericPointer"},
    {39, "Int8"},
    {43, "Sampled1D"},
    {44, "Image1D"},
    {46, "SampledBuffer"},
    {47, "ImageBuffer"},
    {50, "ImageQuery"},
    {58, "SubgroupDispatch"},
    {61, "GroupNonUniform"},
    {62, "GroupNonUniformVote"},
    {63, "GroupNonUniformArithmetic"},
    {64, "GroupNonUniformBallot"},
    {65, "GroupNonUniformShuffle"},
    {66, "GroupNonUniformShuffleRelative"},
    {67, "GroupNonUniformClustered"},
    {71, "UniformDecoration"},
    {4464, "DenormPreserve"},
    {4466, "SignedZeroInfNanPreserve"},
    {4467, "RoundingModeRTE"},
    {5055, "ShaderClockKHR"},
    {5568, "SubgroupShuffleINTEL"},
    {5569, "SubgroupBufferBlockIOINTEL"},
    {5570, "SubgroupImageBlockIOINTEL"},
    {5612, "AtomicFloat32MinMaxEXT"},
    {5613, "AtomicFloat64MinMaxEXT"},
    {5616, "AtomicFloat16MinMaxEXT"},
    {5629, "ExpectAssumeKHR"},
    {5837, "FPFastMathModeINTEL"},
    {5886, "UnstructuredLoopControlsINTEL"},
    {5892, "KernelAttributesINTEL"},
    {5910, "MemoryAccessAliasingINTEL"},
    {6016, "DotProductInputAll"},
    {6017, "DotProductInput4x8Bit"},
    {6018, "DotProductInput4x8BitPacked"},
    {6019, "DotProduct"},
    {6025, "BitInstructions"},
    {6026, "GroupNonUniformRotateKHR"},
    {6033, "AtomicFloat32AddEXT"},
    {6034, "AtomicFloat64AddEXT"},
    {6094, "OptNoneINTEL"},
    {6095, "AtomicFloat16AddEXT"},
    {6400, "GroupUniformArithmeticKHR"},
};

} // namespace ferry::spirv

#endif // FERRY_SPIRV_H
