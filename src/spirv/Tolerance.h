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
/// - Entry points that do not name all the variables that they use, as those of
///   DPC++ since SPIR-V 1.4: they get the missing ones.
/// - SPV_INTEL_memory_access_aliasing, the declarations of which SPIRV-Tools of
///   Debian 12 does not accept where the extension has them: they are left out,
///   with the decorations and memory operands that name them. Programs mean the
///   same without.
///
/// What is not well-formed stays as it is.
std::vector<std::uint32_t> tolerate(const std::vector<std::uint32_t> &Words);

} // namespace ferry::compiler

#endif // FERRY_SPIRV_TOLERANCE_H
