//===- Pipe.cpp - Pipes ---------------------------------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "core/Pipe.h"

#include "core/Device.h"
#include "ferry/pipe.h"

#include <new>

using namespace ferry::core;

/// Bytes from the start of a FerryPipe to its packets, which any type may be.
static std::size_t packetsOffset(cl_uint MaxPackets) {
  const std::size_t End = sizeof(FerryPipe) + MaxPackets;
  return (End + Device::BaseAlignment - 1) & ~(Device::BaseAlignment - 1);
}

static FerryPipe &sharedOf(const MemObject &M) {
  return *reinterpret_cast<FerryPipe *>(M.data());
}

// New storage is zero: all places are empty.
Pipe::Pipe(Context &C, cl_mem_flags Flags, cl_uint PacketBytes,
           cl_uint MaxPackets)
    : MemObject(C, {}, Flags,
                packetsOffset(MaxPackets) +
                    std::size_t(PacketBytes) * MaxPackets,
                nullptr, nullptr, CL_MEM_OBJECT_PIPE) {
  auto &Shared = *new (data()) FerryPipe{};
  Shared.packetBytes = PacketBytes;
  Shared.maxPackets = MaxPackets;
  Shared.packets = packetsOffset(MaxPackets);
}

Pipe &Pipe::from(cl_mem Handle) {
  MemObject &M = MemObject::from(Handle);
  require(M.type() == CL_MEM_OBJECT_PIPE, CL_INVALID_MEM_OBJECT);
  return static_cast<Pipe &>(M);
}

cl_uint Pipe::packetBytes() const { return sharedOf(*this).packetBytes; }
cl_uint Pipe::maxPackets() const { return sharedOf(*this).maxPackets; }
