//===- ExternalMemory.h - Imported memory -----------------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_CORE_EXTERNALMEMORY_H
#define FERRY_CORE_EXTERNALMEMORY_H

#include "core/Error.h"
#include "ferry/cl_ext.h"

#include <cstddef>
#include <vector>

namespace ferry::core {

class Device;

/// The storage of a memory object that was created from a file descriptor
/// (cl_khr_external_memory): mapped, and shared with whoever else has it.
class ExternalMemory {
public:
  /// What the properties of the memory object ask for.
  struct Handle {
    cl_external_memory_handle_type_khr type = 0; ///< 0 for none.
    int descriptor = -1;
    std::vector<Device *> devices = {}; ///< Empty for all of the context.
  };

  /// Takes the descriptor, unless it throws: CL_INVALID_PROPERTY if that cannot
  /// be mapped for reading and writing, or has not \p Bytes bytes.
  ExternalMemory(Handle From, std::size_t Bytes);
  ~ExternalMemory();
  ExternalMemory(const ExternalMemory &) = delete;
  ExternalMemory &operator=(const ExternalMemory &) = delete;

  std::byte *data() const { return Data; }
  const std::vector<Device *> &devices() const { return From.devices; }

  /// What a dma-buf has to be told before processors use it, and afterwards.
  void acquire() const { synchronise(true); }
  void release() const { synchronise(false); }

private:
  void synchronise(bool IsStart) const;

  const Handle From;
  const std::size_t Bytes;
  std::byte *Data;
};

} // namespace ferry::core

#endif // FERRY_CORE_EXTERNALMEMORY_H
