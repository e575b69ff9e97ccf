//===- HostCommand.h - A command and the memory that it uses ----*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_CHECKHOST_HOSTCOMMAND_H
#define FERRY_CHECKHOST_HOSTCOMMAND_H

#include "check/Objects.h"
#include "core/Context.h"
#include "core/Event.h"
#include "core/Kernel.h"
#include "core/MemObject.h"
#include "core/Queue.h"

#include <string>
#include <vector>

namespace ferry::check {

/// A command that the program is about to enqueue.
struct HostCommand {
  enum Access { Reads, Writes, Either };
  struct Use {
    core::MemObject *object;
    Range where; ///< Addresses.
    Access access;
    std::string name; ///< "argument 'out'", "the buffer".
  };

  /// Shared or unified memory.
  struct Pointer {
    std::uint64_t allocation; ///< Its number in HostAllocations.
    Range where;              ///< All of it; no bytes if it was freed.
    std::string name = {};    ///< "argument 'out'", "the destination".
    bool isWritten = false;   ///< By what is no kernel.
  };

  const char *call;
  core::Queue *queue; ///< Null if the call is wrong.
  std::string kernel = {};
  std::vector<Use> uses = {};
  std::vector<Pointer> pointers = {};
  /// Host memory that it takes its data from; or null.
  const void *source = nullptr;
  /// Brings memory up to date, whatever the host has done with it.
  bool migrates = false;

  void add(cl_mem Buffer, Access How, std::size_t Offset, std::size_t Bytes);
  void add(cl_mem Object, Access How);
  /// \param Pitches of rows and slices in bytes; 0 as in the entry points.
  void addRect(cl_mem Buffer, Access How, const std::size_t *Origin,
               const std::size_t *Region, std::size_t RowPitch,
               std::size_t SlicePitch);
  /// \param Address of any memory of the host.
  void addSource(const void *Address);
  void addDestination(const void *Address);
  void addArguments(cl_kernel Kernel);
};

/// The bytes of \p M.
inline Range rangeOf(const core::MemObject &M) {
  return {reinterpret_cast<std::uintptr_t>(M.data()), M.size()};
}

/// What \p M is a part of, or was made of.
inline core::MemObject &rootOf(core::MemObject &M) {
  core::MemObject *Root = &M;
  while (Root->parent())
    Root = Root->parent();
  return *Root;
}

/// True of memory that the program need not map to use it.
inline bool isShared(const core::MemObject &M) {
  return M.hasDeviceAddress() ||
         M.context().sharedMemory().contains(M.data(), 0);
}

/// True if \p Q carries one command out after the other, in their order.
inline bool isOrdered(const core::Queue *Q) { return Q && Q->isInOrder(); }

} // namespace ferry::check

#endif // FERRY_CHECKHOST_HOSTCOMMAND_H
