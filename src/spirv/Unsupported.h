//===- Unsupported.h - What Ferry has not of SPIR-V -------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_SPIRV_UNSUPPORTED_H
#define FERRY_SPIRV_UNSUPPORTED_H

#include <cstdint>
#include <string>
#include <vector>

namespace ferry::compiler {

/// What the module \p Words declares that Ferry has not (ferry/spirv.h): lines
/// of a build log with the instructions, or nothing.
std::string unsupported(const std::vector<std::uint32_t> &Words);

} // namespace ferry::compiler

#endif // FERRY_SPIRV_UNSUPPORTED_H
