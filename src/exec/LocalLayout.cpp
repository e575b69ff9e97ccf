//===- LocalLayout.cpp - Where local arguments lie ------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "exec/LocalLayout.h"

#include "ferry/check.h"
#include "ferry/config.h"

#include <algorithm>
#include <cstring>

namespace ferry::exec {

std::uint64_t layOutLocalArguments(const abi::KernelInfo &Kernel,
                                   std::uint64_t Start,
                                   std::span<const std::uint64_t> Sizes,
                                   std::byte *Block) {
  std::uint64_t End = Start;
  for (std::uint32_t I = 0; I != Kernel.numArgs; ++I) {
    const abi::KernelArgInfo &Arg = Kernel.args[I];
    if (Arg.kind != std::uint32_t(abi::ArgKind::LocalPointer))
      continue;
    std::uint64_t Mask = std::max<std::uint32_t>(Arg.alignment, 1) - 1;
    Start = (End + Mask) & ~Mask;
    if (Start < End || Start + Sizes[I] < Start)
      return UINT64_MAX;
    const std::uint64_t Above =
        config::checks() ? Sizes[I] << abi::CheckedOffsetBits : 0;
    const std::uint64_t Value = Start | Above;
    std::memcpy(Block + Arg.offset, &Value, sizeof(Value));
    End = Start + Sizes[I];
  }
  return End;
}

} // namespace ferry::exec
