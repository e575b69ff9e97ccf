//===- HostCommand.cpp - A command and the memory that it uses ------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "check-host/HostCommand.h"

#include "check-host/HostAllocations.h"
#include "check-host/HostObjects.h"

#include <CL/cl.h>

#include <cstring>

namespace ferry::check {

static std::string nameOf(const core::MemObject &M) {
  return M.isBuffer() ? "the buffer" : M.isImage() ? "the image" : "the pipe";
}

void HostCommand::add(cl_mem Buffer, Access How, std::size_t Offset,
                      std::size_t Bytes) {
  if (core::MemObject *M = core::MemObject::tryFrom(Buffer);
      M && Bytes && rangeOf(*M).contains(rangeOf(*M).begin + Offset, Bytes))
    uses.push_back({M, {rangeOf(*M).begin + Offset, Bytes}, How, nameOf(*M)});
}

void HostCommand::add(cl_mem Object, Access How) {
  if (core::MemObject *M = core::MemObject::tryFrom(Object))
    uses.push_back({M, rangeOf(*M), How, nameOf(*M)});
}

void HostCommand::addRect(cl_mem Buffer, Access How, const std::size_t *Origin,
                          const std::size_t *Region, std::size_t RowPitch,
                          std::size_t SlicePitch) {
  if (!Origin || !Region || !Region[0] || !Region[1] || !Region[2])
    return;
  const std::size_t Row = RowPitch ? RowPitch : Region[0];
  const std::size_t Slice = SlicePitch ? SlicePitch : Row * Region[1];
  add(Buffer, How, Origin[2] * Slice + Origin[1] * Row + Origin[0],
      (Region[2] - 1) * Slice + (Region[1] - 1) * Row + Region[0]);
}

void HostCommand::addSource(const void *Address) {
  if (auto P = HostAllocations::get().find(Address)) {
    P->name = "the source";
    pointers.push_back(std::move(*P));
  }
}

void HostCommand::addDestination(const void *Address) {
  if (auto P = HostAllocations::get().find(Address)) {
    P->name = "the destination";
    P->isWritten = true;
    pointers.push_back(std::move(*P));
  }
}

/// What a kernel may do with \p Arg, as far as its type says.
static HostCommand::Access accessOf(const abi::KernelArgInfo &Arg) {
  if (Arg.addressQualifier == CL_KERNEL_ARG_ADDRESS_CONSTANT ||
      (Arg.typeQualifier & CL_KERNEL_ARG_TYPE_CONST) ||
      Arg.accessQualifier == CL_KERNEL_ARG_ACCESS_READ_ONLY)
    return HostCommand::Reads;
  return Arg.accessQualifier == CL_KERNEL_ARG_ACCESS_WRITE_ONLY
             ? HostCommand::Writes
             : HostCommand::Either;
}

void HostCommand::addArguments(cl_kernel Handle) {
  core::Kernel *K = core::Kernel::tryFrom(Handle);
  if (!K)
    return;
  kernel = K->info().name;
  for (unsigned I = 0; I != K->info().numArgs; ++I) {
    const abi::KernelArgInfo &Arg = K->info().args[I];
    const auto Name = [&] {
      return "argument " + (*Arg.name ? "'" + std::string(Arg.name) + "'"
                                      : std::to_string(I));
    };
    core::MemObject *M = K->buffers()[I];
    if (!M && Arg.kind == std::uint32_t(abi::ArgKind::GlobalPointer)) {
      const void *Set;
      std::memcpy(&Set, K->arguments() + Arg.offset, sizeof(Set));
      if (auto P = HostAllocations::get().find(Handle, I, Set)) {
        P->name = Name();
        pointers.push_back(std::move(*P));
      }
    }
    // The kernel keeps none alive.
    if (M && !HostObjects::get().isReleased(M->handle()))
      uses.push_back({M, rangeOf(*M), accessOf(Arg), Name()});
  }
}

} // namespace ferry::check
