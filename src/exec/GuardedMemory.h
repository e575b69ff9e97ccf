//===- GuardedMemory.h - Memory with a guard page ---------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_EXEC_GUARDEDMEMORY_H
#define FERRY_EXEC_GUARDEDMEMORY_H

#include <cstddef>
#include <cstdint>

namespace ferry::exec {

/// Whole pages of zeroed memory; an access right behind them, or before them,
/// faults.
class GuardedMemory {
public:
  GuardedMemory() = default;
  ~GuardedMemory();
  GuardedMemory(const GuardedMemory &) = delete;
  GuardedMemory &operator=(const GuardedMemory &) = delete;

  enum Use {
    Whole,
    Sparse, ///< Little of it will be touched; none is set aside for the rest.
  };

  /// Makes it at least \p Bytes bytes large; what it held is lost if it grows.
  /// \returns false if the memory cannot be had (it is empty then).
  bool reserve(std::size_t Bytes, Use How = Whole) {
    return Bytes <= Size || map(Bytes, How);
  }

  enum Guard { None, Before, Behind };
  /// In which guard \p Address lies.
  Guard guardOf(std::uintptr_t Address) const;

  /// Whether \p Address is one of its bytes.
  bool contains(std::uintptr_t Address) const {
    return Address - reinterpret_cast<std::uintptr_t>(Start) < Size;
  }

  std::byte *data() const { return Start; } ///< Page aligned; null if empty.
  std::size_t size() const { return Size; }

private:
  bool map(std::size_t Bytes, Use How);
  void unmap();

  std::byte *Start = nullptr;
  std::size_t Size = 0;
};

} // namespace ferry::exec

#endif // FERRY_EXEC_GUARDEDMEMORY_H
