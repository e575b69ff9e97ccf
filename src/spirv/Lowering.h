//===- Lowering.h - SPIR-V that the translator takes ------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_SPIRV_LOWERING_H
#define FERRY_SPIRV_LOWERING_H

#include <cstdint>
#include <vector>

namespace ferry::compiler {

/// The same as \p Words, a valid module, without what the translator does not
/// know:
///
/// - Versions after 1.4. What they have added for kernels came from extensions,
///   with the same numbers.
/// - OpConstantNull of a number or a Boolean, which becomes OpConstant.
/// - OpCompositeConstruct, which it takes for a constant:
///     %r = OpCompositeConstruct %v2 %a %b
///   becomes
///     %x = OpUndef %v2
///     %y = OpCompositeInsert %v2 %a %x 0
///     %r = OpCompositeInsert %v2 %b %y 1
///   and OpCopyLogical likewise, with OpCompositeExtract.
/// - OpVectorShuffle of vectors that have different lengths:
///     %r = OpVectorShuffle %t %two %four 0 3
///   becomes
///     %x = OpVectorShuffle %v4 %two %two 0 1 0xffffffff 0xffffffff
///     %r = OpVectorShuffle %t %x %four 0 5
/// - OpPtrEqual, OpPtrNotEqual, OpPtrDiff, and OpBitcast between a pointer and
///   numbers, which become operations on integers of 64 bits.
/// - Loads of a component of a variable such as GlobalInvocationId through a
///   pointer to it, which become OpLoad and OpCompositeExtract.
/// - OpCopyMemory, which becomes OpLoad and OpStore, and OpCopyMemorySized with
///   a second set of memory operands; it gets one that is true of both sides.
/// - The size of OpEnqueueKernel's Param, which it drops: the flags have it.
/// - OpGetKernelLocalSizeForSubgroupCount and OpGetKernelMaxNumSubgroups, which
///   become arithmetic on what OpenCL C can ask of a block.
/// - The level of OpImageQuerySizeLod, which it drops, if there are mip maps:
///     %r = OpImageQuerySizeLod %int %image1d %level
///   becomes
///     %x = OpImageQuerySize %int %image1d
///     %y = OpShiftRightLogical %int %x %level
///   and 1 if that is 0.
/// - OpReadClockKHR, which becomes a call of a built-in.
/// - Names of extensions that it has not heard of.
/// - The image operand Nontemporal, the decorations Uniform and UniformId, and
///   decorations by strings. They are left out: nothing follows from them.
std::vector<std::uint32_t>
lowerForTranslator(const std::vector<std::uint32_t> &Words);

} // namespace ferry::compiler

#endif // FERRY_SPIRV_LOWERING_H
