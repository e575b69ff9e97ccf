//===- MemObject.h - Memory objects -----------------------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_CORE_MEMOBJECT_H
#define FERRY_CORE_MEMOBJECT_H

#include "core/Callbacks.h"
#include "core/Context.h"
#include "core/ExternalMemory.h"
#include "core/Object.h"
#include "exec/Fork.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

namespace ferry::core {

/// A buffer, a sub-buffer of one, an image (core/Image.h), or a pipe
/// (core/Pipe.h). The device is the host: the contents are at one address for
/// both, and mapping moves nothing.
class MemObject : public Object<MemObject, _cl_mem> {
public:
  static constexpr std::uint32_t Tag = 0x464d454d;
  static constexpr cl_int InvalidError = CL_INVALID_MEM_OBJECT;

  /// A buffer of \p Size bytes. With CL_MEM_USE_HOST_PTR \p HostPtr is the
  /// storage, with CL_MEM_COPY_HOST_PTR its first contents; or \p Imported is
  /// the storage. Throws CL_MEM_OBJECT_ALLOCATION_FAILURE.
  MemObject(Context &C, std::vector<cl_mem_properties> Properties,
            cl_mem_flags Flags, std::size_t Size, void *HostPtr,
            std::unique_ptr<ExternalMemory> Imported = nullptr);
  /// The \p Size bytes of \p Parent, a buffer, that start at \p Origin.
  MemObject(MemObject &Parent, cl_mem_flags Flags, std::size_t Origin,
            std::size_t Size);
  virtual ~MemObject();

  /// CL_MEM_OBJECT_BUFFER, CL_MEM_OBJECT_PIPE, or the type of the image.
  cl_mem_object_type type() const { return Type; }
  bool isBuffer() const { return Type == CL_MEM_OBJECT_BUFFER; }
  bool isImage() const { return !isBuffer() && Type != CL_MEM_OBJECT_PIPE; }
  std::byte *data() const { return Data; }
  std::size_t size() const { return Size; }
  cl_mem_flags flags() const { return Flags; }
  Context &context() const { return *TheContext; }
  /// The buffer that a sub-buffer is a part of, what an image was made from, or
  /// null.
  MemObject *parent() const { return Parent.get(); }
  /// Bytes from the start of the parent.
  std::size_t origin() const { return Origin; }
  /// What CL_MEM_HOST_PTR returns.
  void *hostPtr() const;
  const std::vector<cl_mem_properties> &properties() const {
    return Properties;
  }
  /// Its storage, if that comes from elsewhere, or null.
  const ExternalMemory *imported() const { return Imported.get(); }
  /// Whether it was created with CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT.
  bool hasDeviceAddress() const { return HasDeviceAddress; }
  void giveDeviceAddress() { HasDeviceAddress = true; }
  /// True if a byte belongs to this and to \p Other.
  bool overlaps(const MemObject &Other) const;

  /// Where a map is: rows of bytes, which slices have.
  struct MappedRegion {
    std::byte *start;
    std::size_t bytes; ///< Of a row.
    std::size_t rows = 1, slices = 1;
    std::size_t rowPitch = 0, slicePitch = 0; ///< Bytes from one to the next.

    bool overlaps(const MappedRegion &Other) const;

  private:
    bool overlapsRow(const std::byte *First, const std::byte *Last) const;
    const std::byte *row(std::size_t Slice, std::size_t Row) const {
      return start + Slice * slicePitch + Row * rowPitch;
    }
    const std::byte *end() const { return row(slices - 1, rows - 1) + bytes; }
  };
  /// What has been mapped and not been unmapped.
  struct Mapping {
    const MemObject *of;
    MappedRegion region;
    bool writes;
  };
  /// A map begins. Throws CL_INVALID_OPERATION if it writes, and so does
  /// another one that overlaps it, of this or of what has the same storage.
  void addMapping(const MappedRegion &Region, bool Writes);
  /// A map of \p Pointer ends. \returns nothing if there is none.
  std::optional<Mapping> removeMapping(void *Pointer);
  cl_uint mapCount();

  void onDestruction(CallbackStack<cl_mem>::Function F, void *UserData) {
    DestructorCallbacks.add(F, UserData);
  }

protected:
  /// An image of \p Type, or a pipe, with storage as a buffer has it.
  MemObject(Context &C, std::vector<cl_mem_properties> Properties,
            cl_mem_flags Flags, std::size_t Size, void *HostPtr,
            std::unique_ptr<ExternalMemory> Imported, cl_mem_object_type Type);
  /// An image of \p Type on the storage of \p Parent.
  MemObject(MemObject &Parent, std::vector<cl_mem_properties> Properties,
            cl_mem_flags Flags, std::size_t Size, cl_mem_object_type Type);

private:
  /// Of this and all that it may overlap.
  std::vector<Mapping> &mappings() {
    return Parent ? Parent->mappings() : Mappings;
  }

  Ref<Context> TheContext;
  Ref<MemObject> Parent;
  const cl_mem_object_type Type = CL_MEM_OBJECT_BUFFER;
  std::vector<cl_mem_properties> Properties;
  cl_mem_flags Flags;
  std::size_t Size;
  std::size_t Origin = 0;
  bool HasDeviceAddress = false;
  std::unique_ptr<ExternalMemory> Imported;
  std::byte *Data = nullptr;
  /// For the maps of all buffers.
  static inline exec::ForkMutex MappingsMutex;
  /// Of a buffer and its sub-buffers.
  std::vector<Mapping> Mappings;
  CallbackStack<cl_mem> DestructorCallbacks;
};

} // namespace ferry::core

#endif // FERRY_CORE_MEMOBJECT_H
