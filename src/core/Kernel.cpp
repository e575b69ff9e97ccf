//===- Kernel.cpp - Kernels and their arguments ---------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "core/Kernel.h"

#include "core/CodeAhead.h"
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

Kernel::Kernel(Program &P, std::vector<Definition> Given)
    : TheProgram(&P), Definitions(std::move(Given)),
      Block(std::max<std::size_t>(info().argBlockSize, 1)),
      Constants(constantBytes(info(), info().numArgs), '\0'),
      Buffers(info().numArgs), LocalSizes(info().numArgs),
      IsSet(info().numArgs), NumUnset(info().numArgs), VariableBytes(0) {
  for (const Definition &D : Definitions)
    VariableBytes = std::max(VariableBytes, D.info->localBytes);
  LocalBytes = VariableBytes;
}

/// Whether arguments of one have the same place and meaning for the other.
static bool haveSameArguments(const abi::KernelInfo &A,
                              const abi::KernelInfo &B) {
  return std::ranges::equal(
      std::span(A.args, A.numArgs), std::span(B.args, B.numArgs),
      [](const abi::KernelArgInfo &X, const abi::KernelArgInfo &Y) {
        return X.kind == Y.kind && X.offset == Y.offset && X.size == Y.size &&
               X.alignment == Y.alignment && X.imageType == Y.imageType &&
               X.addressQualifier == Y.addressQualifier &&
               X.accessQualifier == Y.accessQualifier &&
               std::string_view(X.typeName) == Y.typeName;
      });
}

/// Kernel \p Name of those of \p Codes that have it.
static std::vector<Kernel::Definition>
definitions(const Program::Executables &Codes, std::string_view Name) {
  std::vector<Kernel::Definition> All;
  for (const auto &[Device, Code] : Codes)
    if (const abi::KernelInfo *Found = Code->find(Name))
      All.push_back({Device, Code, Found});
  return All;
}

/// Whether \p All is one kernel for each of \p Codes.
static bool isOneKernel(const std::vector<Kernel::Definition> &All,
                        const Program::Executables &Codes) {
  return All.size() == Codes.size() &&
         std::ranges::all_of(All, [&](const Kernel::Definition &D) {
           return haveSameArguments(*D.info, *All.front().info);
         });
}

Kernel &Kernel::create(Program &P, std::string_view Name) {
  const Program::Executables Codes = P.attachKernel();
  try {
    std::vector<Definition> Found = definitions(Codes, Name);
    require(!Found.empty(), CL_INVALID_KERNEL_NAME);
    // "CL_INVALID_KERNEL_DEFINITION if the function definition [...] such as
    // the number of arguments, the argument types are not the same for all
    // devices for which the program executable has been built."
    require(isOneKernel(Found, Codes), CL_INVALID_KERNEL_DEFINITION);
    auto *New = new Kernel(P, std::move(Found));
    // It will be launched.
    for (const Definition &D : New->Definitions)
      D.executable->makeLikelyAhead(*D.info);
    return *New;
  } catch (...) {
    P.detachKernel();
    throw;
  }
}

std::vector<std::string> Kernel::names(const Program &P) {
  const Program::Executables Codes = P.executables();
  const abi::ProgramInfo &First = Codes.front().second->info();
  std::vector<std::string> All;
  for (const auto &Kernel : std::span(First.kernels, First.numKernels))
    if (isOneKernel(definitions(Codes, Kernel.name), Codes))
      All.emplace_back(Kernel.name);
  return All;
}

Kernel::Kernel(Kernel &Source)
    : TheProgram(Source.TheProgram), Definitions(Source.Definitions),
      Block(Source.Block), Constants(Source.Constants), Buffers(Source.Buffers),
      LocalSizes(Source.LocalSizes), IsSet(Source.IsSet),
      NumUnset(Source.NumUnset), VariableBytes(Source.VariableBytes),
      LocalBytes(Source.LocalBytes) {
  // The kernel that is copied keeps the program from being built anew.
  TheProgram->attachKernel();
}

Kernel::~Kernel() { TheProgram->detachKernel(); }

const Kernel::Definition &Kernel::on(const Device &D) const {
  for (const Device *At = &D; At; At = At->parent())
    for (const Definition &Mine : Definitions)
      if (Mine.device == At)
        return Mine;
  throw Error(CL_INVALID_PROGRAM_EXECUTABLE);
}

void Kernel::setValue(unsigned Index, const void *Value) {
  const abi::KernelArgInfo &Arg = info().args[Index];
  std::memcpy(Block.data() + Arg.offset, Value, Arg.size);
  markSet(Index);
}

void Kernel::setBuffer(unsigned Index, MemObject *Buffer) {
  setPointer(Index, Buffer ? Buffer->data() : nullptr);
  Buffers[Index] = Buffer;
}

void Kernel::setPointer(unsigned Index, const void *Address) {
  std::memcpy(Block.data() + info().args[Index].offset, &Address,
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
  std::memcpy(Block.data() + info().args[Index].offset, &Bits, sizeof(Bits));
  setConstants(Index, &Bits);
  markSet(Index);
}

void Kernel::setConstants(unsigned Index, const void *Bytes) {
  std::memcpy(Constants.data() + constantBytes(info(), Index), Bytes,
              constantBytes(info().args[Index]));
}

void Kernel::setDeviceQueue(unsigned Index, DeviceQueue &Q) {
  setPointer(Index, Q.handle());
}

DeviceQueue *Kernel::deviceQueue(unsigned Index) const {
  const abi::KernelArgInfo &Arg = info().args[Index];
  if (Arg.kind != std::uint32_t(abi::ArgKind::Queue))
    return nullptr;
  cl_command_queue Handle;
  std::memcpy(&Handle, Block.data() + Arg.offset, sizeof(Handle));
  return DeviceQueue::tryFrom(Handle);
}

void Kernel::setLocal(unsigned Index, std::size_t Bytes) {
  LocalSizes[Index] = Bytes;
  LocalBytes = exec::layOutLocalArguments(info(), VariableBytes, LocalSizes,
                                          Block.data());
  markSet(Index);
}

void Kernel::markSet(unsigned Index) {
  if (IsSet[Index])
    return;
  IsSet[Index] = true;
  --NumUnset;
}
