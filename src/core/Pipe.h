//===- Pipe.h - Pipes -------------------------------------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_CORE_PIPE_H
#define FERRY_CORE_PIPE_H

#include "core/MemObject.h"

namespace ferry::core {

/// A pipe: its storage is a FerryPipe, which the built-in functions of kernels
/// work on.
class Pipe final : public MemObject {
public:
  /// A pipe for \p MaxPackets packets of \p PacketBytes bytes, neither 0.
  /// Throws CL_MEM_OBJECT_ALLOCATION_FAILURE.
  Pipe(Context &C, cl_mem_flags Flags, cl_uint PacketBytes, cl_uint MaxPackets);

  /// The pipe behind a handle; throws CL_INVALID_MEM_OBJECT.
  static Pipe &from(cl_mem Handle);

  cl_uint packetBytes() const;
  cl_uint maxPackets() const;
};

} // namespace ferry::core

#endif // FERRY_CORE_PIPE_H
