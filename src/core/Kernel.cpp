//===- Kernel.cpp - Kernels and their arguments ---------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "core/Kernel.h"

#include "core/CodeAhead.h"
#include "core/WorkGroupSize.h"
#include "exec/LocalLayout.h"
#include "ferry/image.h"

#include <algorithm>
#include <cstring>

using namespace ferry;
using namespace ferry::core;

/// Bytes that \p Arg has in Kernel::constants().
static std::size_t constantBytes(const abi::KernelArgInfo &Arg) {
  switch (abi::ArgKind(Arg.kind)) {
  case abi::ArgKind::Image:
    return sizeof(FerryImage) - FerryFormatOffset;
  case abi::ArgKind::Sampler:
    return sizeof(std::uint64_t);
  default:
    return 0;
  }
}

/// Likewise, the arguments of \p Kernel before \p End.
static std::size_t constantBytes(const abi::KernelInfo &Kernel,
                                 std::size_t End) {
  std::size_t Bytes = 0;
  for (std::size_t I = 0; I != End; ++I)
    Bytes += constantBytes(Kernel.args[I]);
  return Bytes;
}

Kernel::Kernel(Program &P, Ref<Executable> Code,
               const abi::KernelInfo &Description)
    : TheProgram(&P), Code(std::move(Code)), Description(&Description),
      Block(std::max<std::size_t>(Description.argBlockSize, 1)),
      Constants(constantBytes(Description, Description.numArgs), '\0'),
      Buffers(Description.numArgs), LocalSizes(Description.numArgs),
      IsSet(Description.numArgs), NumUnset(Description.numArgs),
      LocalBytes(Description.localBytes) {}

Kernel &Kernel::create(Program &P, std::string_view Name) {
  Ref<Executable> Code = P.attachKernel();
  try {
    const abi::KernelInfo *Found = Code->find(Name);
    require(Found, CL_INVALID_KERNEL_NAME);
    auto *New = new Kernel(P, Code, *Found);
    // It will be launched.
    Code->makeLikelyAhead(*Found);
    return *New;
  } catch (...) {
    P.detachKernel();
    throw;
  }
}

Kernel::Kernel(Kernel &Source)
    : TheProgram(Source.TheProgram), Code(Source.Code),
      Description(Source.Description), Block(Source.Block),
      Constants(Source.Constants), Buffers(Source.Buffers),
      LocalSizes(Source.LocalSizes), IsSet(Source.IsSet),
      NumUnset(Source.NumUnset), LocalBytes(Source.LocalBytes) {
  // The kernel that is copied keeps the program from being built anew.
  TheProgram->attachKernel();
}

Kernel::~Kernel() { TheProgram->detachKernel(); }

std::size_t Kernel::maxWorkGroupSize() const {
  return core::maxWorkGroupSize(*Description);
}

void Kernel::setValue(unsigned Index, const void *Value) {
  const abi::KernelArgInfo &Arg = Description->args[Index];
  std::memcpy(Block.data() + Arg.offset, Value, Arg.size);
  markSet(Index);
}

void Kernel::setBuffer(unsigned Index, MemObject *Buffer) {
  setPointer(Index, Buffer ? Buffer->data() : nullptr);
  Buffers[Index] = Buffer;
}

void Kernel::setPointer(unsigned Index, const void *Address) {
  std::memcpy(Block.data() + Description->args[Index].offset, &Address,
              sizeof(Address));
  Buffers[Index] = nullptr;
  markSet(Index);
}

void Kernel::setImage(unsigned Index, Image &I) {
  setPointer(Index, &I.shared());
  Buffers[Index] = &I;
  setConstants(Index, reinterpret_cast<const std::byte *>(&I.shared()) +
                          FerryFormatOffset);
}

void Kernel::setSampler(unsigned Index, const Sampler &S) {
  const std::uint64_t Bits = S.bits();
  std::memcpy(Block.data() + Description->args[Index].offset, &Bits,
              sizeof(Bits));
  setConstants(Index, &Bits);
  markSet(Index);
}

void Kernel::setConstants(unsigned Index, const void *Bytes) {
  std::memcpy(Constants.data() + constantBytes(*Description, Index), Bytes,
              constantBytes(Description->args[Index]));
}

void Kernel::setDeviceQueue(unsigned Index, DeviceQueue &Q) {
  setPointer(Index, Q.handle());
}

DeviceQueue *Kernel::deviceQueue(unsigned Index) const {
  const abi::KernelArgInfo &Arg = Description->args[Index];
  if (Arg.kind != std::uint32_t(abi::ArgKind::Queue))
    return nullptr;
  cl_command_queue Handle;
  std::memcpy(&Handle, Block.data() + Arg.offset, sizeof(Handle));
  return DeviceQueue::tryFrom(Handle);
}

void Kernel::setLocal(unsigned Index, std::size_t Bytes) {
  LocalSizes[Index] = Bytes;
  LocalBytes =
      exec::layOutLocalArguments(*Description, LocalSizes, Block.data());
  markSet(Index);
}

void Kernel::markSet(unsigned Index) {
  if (IsSet[Index])
    return;
  IsSet[Index] = true;
  --NumUnset;
}
