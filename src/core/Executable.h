//===- Executable.h - An executable program in memory -----------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_CORE_EXECUTABLE_H
#define FERRY_CORE_EXECUTABLE_H

#include "exec/ObjectLoader.h"
#include "exec/Scheduler.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <string_view>

namespace ferry::core {

/// The code of a successfully built program, with what Ferry learns of its
/// kernels while they run. Owned together by the program, its kernels and
/// their launches, through Ref<>: a program may be built anew, and a kernel
/// released, while launches are under way.
class Executable {
public:
  explicit Executable(std::shared_ptr<const exec::LoadedObject> Code)
      : Code(std::move(Code)),
        Costs(new exec::CostEstimate[this->Code->program().numKernels]) {}

  void retain() { Count.fetch_add(1, std::memory_order_relaxed); }
  void release() {
    if (Count.fetch_sub(1, std::memory_order_acq_rel) == 1)
      delete this;
  }

  const abi::ProgramInfo &info() const { return Code->program(); }

  /// The kernel of that name, or null.
  const abi::KernelInfo *find(std::string_view Name) const {
    for (std::uint32_t I = 0; I != info().numKernels; ++I)
      if (Name == info().kernels[I].name)
        return &info().kernels[I];
    return nullptr;
  }

  /// \param Kernel one of this executable.
  exec::CostEstimate &cost(const abi::KernelInfo &Kernel) {
    return Costs[&Kernel - info().kernels];
  }

private:
  std::shared_ptr<const exec::LoadedObject> Code;
  std::unique_ptr<exec::CostEstimate[]> Costs;
  std::atomic<std::uint32_t> Count{0};
};

} // namespace ferry::core

#endif // FERRY_CORE_EXECUTABLE_H
