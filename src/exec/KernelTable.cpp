//===- KernelTable.cpp - Checks what a program says of itself -------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "exec/KernelTable.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace ferry::exec {

namespace {

/// A kernel has a copy of its arguments, and so has each of its launches; sums
/// with it do not overflow.
constexpr std::uint64_t MaxArgBlockSize = std::uint64_t(1) << 30;

class TableChecker {
public:
  explicit TableChecker(std::span<const std::byte> Memory) : Memory(Memory) {}

  bool check(const abi::ProgramInfo &P) const {
    const std::uint64_t Count = std::uint64_t(P.numKernels) + P.numInternal;
    return (!Count || holds(P.kernels, Count)) &&
           std::all_of(P.kernels, P.kernels + Count,
                       [&](const abi::KernelInfo &K) { return check(K); });
  }

private:
  bool check(const abi::KernelInfo &K) const {
    return holdsString(K.name) && holdsString(K.attributes) &&
           (!K.numArgs || holds(K.args, K.numArgs)) &&
           K.argBlockSize <= MaxArgBlockSize && areSizes(K.reqdWorkGroupSize) &&
           K.vectorDimension < 3 &&
           std::all_of(
               K.args, K.args + K.numArgs,
               [&](const abi::KernelArgInfo &A) {
                 return check(A, K.argBlockSize);
               });
  }

  /// \param BlockSize of the block that the argument lies in.
  bool check(const abi::KernelArgInfo &A, std::uint64_t BlockSize) const {
    // What is written to the block.
    std::uint64_t Bytes = sizeof(std::uint64_t);
    switch (abi::ArgKind(A.kind)) {
    case abi::ArgKind::Value:
      Bytes = A.size;
      break;
    case abi::ArgKind::GlobalPointer:
    case abi::ArgKind::LocalPointer:
    case abi::ArgKind::Image:
    case abi::ArgKind::Sampler:
    case abi::ArgKind::Pipe:
    case abi::ArgKind::Queue:
      break;
    default:
      return false;
    }
    return holdsString(A.name) && holdsString(A.typeName) &&
           A.offset <= BlockSize && Bytes <= BlockSize - A.offset &&
           std::has_single_bit(A.alignment);
  }

  /// A work-group size is given for all dimensions, or for none.
  static bool areSizes(const std::uint32_t (&Sizes)[3]) {
    return (Sizes[0] && Sizes[1] && Sizes[2]) ||
           (!Sizes[0] && !Sizes[1] && !Sizes[2]);
  }

  /// True if \p Count elements of \p Table lie in the program.
  template <typename T> bool holds(const T *Table, std::uint64_t Count) const {
    auto At = reinterpret_cast<std::uintptr_t>(Table);
    return At % alignof(T) == 0 && At >= start() &&
           At - start() <= Memory.size() &&
           Count <= (Memory.size() - (At - start())) / sizeof(T);
  }

  bool holdsString(const char *Text) const {
    if (!holds(Text, 1))
      return false;
    const auto *End =
        reinterpret_cast<const char *>(Memory.data() + Memory.size());
    return std::memchr(Text, 0, std::size_t(End - Text)) != nullptr;
  }

  std::uintptr_t start() const {
    return reinterpret_cast<std::uintptr_t>(Memory.data());
  }

  std::span<const std::byte> Memory;
};

} // namespace

bool isSound(const abi::ProgramInfo &Program,
             std::span<const std::byte> Memory) {
  return TableChecker(Memory).check(Program);
}

bool isSound(const abi::KernelCode &Kernel, std::span<const std::byte> Code) {
  return reinterpret_cast<std::uintptr_t>(Kernel.entry) -
                 reinterpret_cast<std::uintptr_t>(Code.data()) <
             Code.size() &&
         Kernel.subGroupSize >= 1 && Kernel.subGroupSize <= abi::MaxLanes &&
         Kernel.rowMultiple >= 1;
}

} // namespace ferry::exec
