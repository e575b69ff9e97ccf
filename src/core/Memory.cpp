//===- Memory.cpp - Memory objects ----------------------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "core/Memory.h"

#include <sys/mman.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>

using namespace ferry::core;

namespace {

/// From this size on storage is mapped directly, aligned to huge pages and
/// given back to the system when it is released.
constexpr std::size_t HugePage = std::size_t(2) << 20;

std::size_t roundUp(std::size_t Bytes, std::size_t Unit) {
  return (Bytes + Unit - 1) / Unit * Unit;
}

/// Whole pages for \p Bytes that start at a multiple of HugePage, or null.
void *mapStorage(std::size_t Bytes) {
  std::size_t Rounded = roundUp(Bytes, HugePage);
  std::size_t Reserved = Rounded + HugePage;
  void *Raw = mmap(nullptr, Reserved, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (Raw == MAP_FAILED)
    return nullptr;
  auto Start = reinterpret_cast<std::uintptr_t>(Raw);
  std::size_t Head = roundUp(Start, HugePage) - Start;
  auto *Aligned = static_cast<std::byte *>(Raw) + Head;
  if (Head)
    munmap(Raw, Head);
  munmap(Aligned + Rounded, Reserved - Head - Rounded);
  // Only advice: without huge pages the memory is as good, though slower.
  madvise(Aligned, Rounded, MADV_HUGEPAGE);
  return Aligned;
}

/// All zeros, as large storage is: programs read what they never wrote
/// (ffmpeg's tonemap_opencl takes an index from there), and what the host
/// program has released is not for kernels.
std::byte *allocateStorage(std::size_t Bytes) {
  if (Bytes >= HugePage) {
    void *P = mapStorage(Bytes);
    require(P, CL_MEM_OBJECT_ALLOCATION_FAILURE);
    return static_cast<std::byte *>(P);
  }
  const std::size_t Rounded = roundUp(Bytes, Device::BaseAlignment);
  void *P = std::aligned_alloc(Device::BaseAlignment, Rounded);
  require(P, CL_MEM_OBJECT_ALLOCATION_FAILURE);
  return static_cast<std::byte *>(std::memset(P, 0, Rounded));
}

void freeStorage(std::byte *P, std::size_t Bytes) {
  if (Bytes >= HugePage)
    munmap(P, roundUp(Bytes, HugePage));
  else
    std::free(P);
}

} // namespace

Memory::Memory(Context &C, std::vector<cl_mem_properties> Properties,
               cl_mem_flags Flags, std::size_t Size, void *HostPtr)
    : Memory(C, std::move(Properties), Flags, Size, HostPtr,
             CL_MEM_OBJECT_BUFFER) {
  if (Flags & CL_MEM_COPY_HOST_PTR)
    std::memcpy(Data, HostPtr, Size);
}

Memory::Memory(Context &C, std::vector<cl_mem_properties> Properties,
               cl_mem_flags Flags, std::size_t Size, void *HostPtr,
               cl_mem_object_type Type)
    : TheContext(&C), Type(Type), Properties(std::move(Properties)),
      Flags(Flags), Size(Size),
      Data(Flags & CL_MEM_USE_HOST_PTR ? static_cast<std::byte *>(HostPtr)
                                       : allocateStorage(Size)) {}

Memory::Memory(Memory &Buffer, cl_mem_flags Flags, std::size_t Origin,
               std::size_t Size)
    : TheContext(Buffer.TheContext), Parent(&Buffer), Flags(Flags), Size(Size),
      Origin(Origin), Data(Buffer.Data + Origin) {}

Memory::Memory(Memory &Parent, std::vector<cl_mem_properties> Properties,
               cl_mem_flags Flags, std::size_t Size, cl_mem_object_type Type)
    : TheContext(Parent.TheContext), Parent(&Parent), Type(Type),
      Properties(std::move(Properties)), Flags(Flags), Size(Size),
      Data(Parent.Data) {}

Memory::~Memory() {
  DestructorCallbacks.run(handle());
  if (!Parent && !(Flags & CL_MEM_USE_HOST_PTR))
    freeStorage(Data, Size);
}

void *Memory::hostPtr() const {
  return Flags & CL_MEM_USE_HOST_PTR ? Data : nullptr;
}

bool Memory::overlaps(const Memory &Other) const {
  return Data < Other.Data + Other.Size && Other.Data < Data + Size;
}

void Memory::addMapping(void *Pointer) {
  std::lock_guard Lock(MappingsMutex);
  Mappings.push_back(Pointer);
}

bool Memory::removeMapping(void *Pointer) {
  std::lock_guard Lock(MappingsMutex);
  auto I = std::find(Mappings.begin(), Mappings.end(), Pointer);
  if (I == Mappings.end())
    return false;
  *I = Mappings.back();
  Mappings.pop_back();
  return true;
}

cl_uint Memory::mapCount() const {
  std::lock_guard Lock(MappingsMutex);
  return cl_uint(Mappings.size());
}
