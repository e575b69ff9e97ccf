//===- BlockOrder.h - Blocks behind those that dominate them ----*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_SPIRV_BLOCKORDER_H
#define FERRY_SPIRV_BLOCKORDER_H

#include <cstdint>
#include <vector>

namespace ferry::compiler {

/// The same as \p Words, with the blocks of each function in reverse postorder:
/// "a block must appear before all blocks it dominates" (SPIR-V specification,
/// section 2.16.1). What is not well-formed stays as it is.
std::vector<std::uint32_t> orderBlocks(const std::vector<std::uint32_t> &Words);

} // namespace ferry::compiler

#endif // FERRY_SPIRV_BLOCKORDER_H
