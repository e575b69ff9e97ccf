//===- MemObject.cpp - Memory objects -------------------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "core/MemObject.h"

#include "core/Storage.h"

#include <algorithm>
#include <cstring>

using namespace ferry::core;

MemObject::MemObject(Context &C, std::vector<cl_mem_properties> Properties,
                     cl_mem_flags Flags, std::size_t Size, void *HostPtr,
                     std::unique_ptr<ExternalMemory> Imported)
    : MemObject(C, std::move(Properties), Flags, Size, HostPtr,
                std::move(Imported), CL_MEM_OBJECT_BUFFER) {
  if (Flags & CL_MEM_COPY_HOST_PTR)
    std::memcpy(Data, HostPtr, Size);
}

MemObject::MemObject(Context &C, std::vector<cl_mem_properties> Properties,
                     cl_mem_flags Flags, std::size_t Size, void *HostPtr,
                     std::unique_ptr<ExternalMemory> From,
                     cl_mem_object_type Type)
    : TheContext(&C), Type(Type), Properties(std::move(Properties)),
      Flags(Flags), Size(Size), Imported(std::move(From)),
      Data(Imported                      ? Imported->data()
           : Flags & CL_MEM_USE_HOST_PTR ? static_cast<std::byte *>(HostPtr)
                                         : allocateStorage(Size)) {}

MemObject::MemObject(MemObject &Buffer, cl_mem_flags Flags, std::size_t Origin,
                     std::size_t Size)
    : TheContext(Buffer.TheContext), Parent(&Buffer), Flags(Flags), Size(Size),
      Origin(Origin), Data(Buffer.Data + Origin) {}

MemObject::MemObject(MemObject &Parent,
                     std::vector<cl_mem_properties> Properties,
                     cl_mem_flags Flags, std::size_t Size,
                     cl_mem_object_type Type)
    : TheContext(Parent.TheContext), Parent(&Parent), Type(Type),
      Properties(std::move(Properties)), Flags(Flags), Size(Size),
      Data(Parent.Data) {}

MemObject::~MemObject() {
  DestructorCallbacks.run(handle());
  if (!Parent && !Imported && !(Flags & CL_MEM_USE_HOST_PTR))
    freeStorage(Data, Size);
}

void *MemObject::hostPtr() const {
  return Flags & CL_MEM_USE_HOST_PTR ? Data : nullptr;
}

bool MemObject::overlaps(const MemObject &Other) const {
  return Data < Other.Data + Other.Size && Other.Data < Data + Size;
}

void MemObject::addMapping(std::byte *Start, std::size_t Bytes, bool Writes) {
  std::lock_guard Lock(MappingsMutex);
  // "CL_INVALID_OPERATION if mapping would lead to overlapping regions being
  // mapped for writing."
  for (const Mapping &M : mappings())
    require(!Writes || !M.writes || Start >= M.start + M.bytes ||
                M.start >= Start + Bytes,
            CL_INVALID_OPERATION);
  mappings().push_back({this, Start, Bytes, Writes});
}

std::optional<MemObject::Mapping> MemObject::removeMapping(void *Pointer) {
  std::lock_guard Lock(MappingsMutex);
  std::vector<Mapping> &All = mappings();
  auto I = std::find_if(All.begin(), All.end(), [&](const Mapping &M) {
    return M.of == this && M.start == Pointer;
  });
  if (I == All.end())
    return std::nullopt;
  const Mapping Ended = *I;
  All.erase(I);
  return Ended;
}

cl_uint MemObject::mapCount() {
  std::lock_guard Lock(MappingsMutex);
  return cl_uint(std::count_if(mappings().begin(), mappings().end(),
                               [&](const Mapping &M) { return M.of == this; }));
}
