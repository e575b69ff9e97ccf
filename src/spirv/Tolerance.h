//===- Tolerance.h - Modules that SPIRV-Tools would refuse ------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_SPIRV_TOLERANCE_H
#define FERRY_SPIRV_TOLERANCE_H

#include <cstdint>
#include <vector>

namespace ferry::compiler {

/// The same as \p Words, without what is not accepted though compilers in use
/// write it, and it harms nobody:
///
/// - One condition for vectors (OpSelect) before SPIR-V 1.4, as the translator
///   writes it: modules become those of 1.4.
/// - Entry points that do not name all the variables that they use, as 1.4 has
///   it and DPC++ does not: they get the missing ones.
/// - SPV_INTEL_memory_access_aliasing, the declarations of which SPIRV-Tools of
///   Debian 12 does not accept where the extension has them: they are left out,
///   with the decorations and memory operands that name them. Programs mean the
///   same without.
/// - Instruction sets whose names begin with NonSemantic, and what is of them.
///   "A consumer may ignore" them; the translator knows none.
/// - Blocks before those that dominate them, as LLVM's loops often are: they
///   are put in order.
/// - Debug information, which is not validated: SPIRV-Tools of Debian 12
///   refuses what the translator itself writes, lines between OpLoopMerge and
///   its branch among it.
///
/// What is not well-formed stays as it is.
///
/// \param DebugInfo whether debug information stays.
std::vector<std::uint32_t> tolerate(const std::vector<std::uint32_t> &Words,
                                    bool DebugInfo);

/// \p Words, which are well-formed, for validation alone:
///
/// - Without OpLoopMerge and OpSelectionMerge. In kernels they are hints, and
///   the translator writes them where SPIRV-Tools does not want them: before
///   other instructions than the branch, two with the same block.
/// - With all extensions that Ferry has: DPC++ does not always declare that of
///   FPFastMathModeINTEL.
/// - With ImageReadWriteLodAMD where there is ImageMipmap, which is enough for
///   Lod of OpImageRead and OpImageWrite; SPIRV-Tools does not know that.
std::vector<std::uint32_t>
formForValidation(const std::vector<std::uint32_t> &Words);

} // namespace ferry::compiler

#endif // FERRY_SPIRV_TOLERANCE_H
