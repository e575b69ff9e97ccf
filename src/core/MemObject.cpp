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

/// Of \p Count parts, of which the first begins at 0 and each \p Pitch bytes
/// behind the one before it: the numbers of the first that may have bytes in
/// [First, Last), and behind the last.
static std::pair<std::size_t, std::size_t> partsWithin(std::ptrdiff_t First,
                                                       std::ptrdiff_t Last,
                                                       std::size_t Pitch,
                                                       std::size_t Count) {
  if (Last <= 0)
    return {0, 0};
  if (Pitch == 0)
    return {0, Count};
  const std::size_t Begin = First > 0 ? std::size_t(First) / Pitch : 0;
  return {Begin, std::min(Count, std::size_t(Last - 1) / Pitch + 1)};
}

bool MemObject::MappedRegion::overlapsRow(const std::byte *First,
                                          const std::byte *Last) const {
  auto [Slice, EndOfSlices] =
      partsWithin(First - start, Last - start, slicePitch, slices);
  for (; Slice < EndOfSlices; ++Slice) {
    const std::byte *Start = row(Slice, 0);
    auto [Row, EndOfRows] =
        partsWithin(First - Start, Last - Start, rowPitch, rows);
    for (; Row < EndOfRows; ++Row)
      if (First < row(Slice, Row) + bytes && row(Slice, Row) < Last)
        return true;
  }
  return false;
}

bool MemObject::MappedRegion::overlaps(const MappedRegion &Other) const {
  if (start >= Other.end() || Other.start >= end())
    return false;
  for (std::size_t Slice = 0; Slice != slices; ++Slice)
    for (std::size_t Row = 0; Row != rows; ++Row)
      if (Other.overlapsRow(row(Slice, Row), row(Slice, Row) + bytes))
        return true;
  return false;
}

void MemObject::addMapping(const MappedRegion &Region, bool Writes) {
  std::lock_guard Lock(MappingsMutex);
  // "CL_INVALID_OPERATION if mapping would lead to overlapping regions being
  // mapped for writing."
  for (const Mapping &M : mappings())
    require(!Writes || !M.writes || !Region.overlaps(M.region),
            CL_INVALID_OPERATION);
  mappings().push_back({this, Region, Writes});
}

std::optional<MemObject::Mapping> MemObject::removeMapping(void *Pointer) {
  std::lock_guard Lock(MappingsMutex);
  std::vector<Mapping> &All = mappings();
  auto I = std::find_if(All.begin(), All.end(), [&](const Mapping &M) {
    return M.of == this && M.region.start == Pointer;
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
