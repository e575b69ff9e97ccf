//===- Executable.cpp - An executable program in memory -------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "core/Executable.h"

#include "compiler-interface/KernelBitcode.h"
#include "core/CodeAhead.h"
#include "core/Error.h"
#include "core/WorkGroupSize.h"
#include "exec/Fork.h"
#include "ferry/config.h"
#include "program-cache/ObjectCache.h"

#include <algorithm>
#include <cstdio>
#include <utility>

using namespace ferry;
using namespace ferry::core;

bool ferry::core::hasConstants(const abi::KernelInfo &Kernel) {
  return std::any_of(Kernel.args, Kernel.args + Kernel.numArgs,
                     [](const abi::KernelArgInfo &Arg) {
                       const auto Kind = abi::ArgKind(Arg.kind);
                       return Kind == abi::ArgKind::Image ||
                              Kind == abi::ArgKind::Sampler;
                     });
}

Executable::Executable(std::shared_ptr<const exec::LoadedObject> Program,
                       std::shared_ptr<const compiler::ProgramBinary> Binary,
                       std::string &Why)
    : Program(std::move(Program)), Binary(std::move(Binary)),
      All(new Versions[all().size()]) {
  for (const compiler::KernelObject &K : this->Binary->code)
    if (const abi::KernelInfo *Kernel = find(all(), K.kernel))
      add(versionsOf(*Kernel), {K.row, K.constants}, K.image, Why);
    else
      Why = "there is code of an unknown kernel";
}

Executable::~Executable() {
  for (const abi::KernelInfo &Kernel : all())
    for (KernelVersion *V = versionsOf(Kernel).newest; V;)
      delete std::exchange(V, V->next);
}

const abi::KernelInfo *Executable::find(std::span<const abi::KernelInfo> Among,
                                        std::string_view Name) {
  for (const abi::KernelInfo &Kernel : Among)
    if (Name == Kernel.name)
      return &Kernel;
  return nullptr;
}

KernelVersion *Executable::Versions::find(const CodeUse &Use) const {
  KernelVersion *V = newest.load(std::memory_order_acquire);
  while (V && !V->suits(Use))
    V = V->next;
  return V;
}

bool Executable::Versions::areMany() const {
  // Who goes through the formats shall not wait for each of them.
  constexpr unsigned Many = 16;
  unsigned Count = 0;
  for (const KernelVersion *V = newest.load(std::memory_order_acquire); V;
       V = V->next)
    Count += !V->constants.empty();
  return Count >= Many;
}

/// \returns null, and says \p Why, if \p Image is not code of a kernel.
KernelVersion *Executable::add(Versions &To, const CodeUse &Use,
                               std::string Image, std::string &Why) {
  auto Object = exec::LoadedObject::loadKernel(Image, *Program, Why);
  if (!Object)
    return nullptr;
  auto *New = new KernelVersion{Use.row, std::string(Use.constants),
                                std::move(Image), std::move(Object),
                                To.newest.load(std::memory_order_relaxed)};
  // Two may be made at a time.
  while (!To.newest.compare_exchange_weak(
      New->next, New, std::memory_order_release, std::memory_order_relaxed)) {
  }
  return New;
}

/// While it lives, no other thread makes a version of a kernel by way of the
/// same \c Maker. What a child made by fork() finds claimed by a thread of its
/// parent is free.
class Executable::Making {
public:
  explicit Making(std::atomic<std::uint32_t> &Maker) : Maker(Maker) {
    for (std::uint32_t Now = 0; !Maker.compare_exchange_strong(Now, own());) {
      waitFor(Maker);
      if (Now == own())
        Now = 0;
    }
  }
  ~Making() {
    Maker.store(0);
    Maker.notify_all();
  }
  Making(const Making &) = delete;
  Making &operator=(const Making &) = delete;

  static bool isUnderWay(const std::atomic<std::uint32_t> &Maker) {
    return Maker.load() == own();
  }
  static void waitFor(const std::atomic<std::uint32_t> &Maker) {
    if (isUnderWay(Maker))
      Maker.wait(own());
  }

private:
  static std::uint32_t own() { return 1 + exec::processNumber(); }
  std::atomic<std::uint32_t> &Maker;
};

KernelVersion *Executable::version(const abi::KernelInfo &Kernel,
                                   const CodeUse &Use,
                                   compiler::Result &Failed) {
  Versions &Of = versionsOf(Kernel);
  if (KernelVersion *Found = Of.find(Use))
    return Found;
  Making Claimed(Of.maker);
  // What is made for other rows may not suit these: it is not waited for.
  if (Use.row == likelyRow(Kernel) && Use.constants.empty())
    Making::waitFor(Of.makerAhead);
  if (KernelVersion *Found = Of.find(Use))
    return Found;
  return generate(Kernel, Use, Failed);
}

KernelVersion *Executable::generate(const abi::KernelInfo &Kernel,
                                    const CodeUse &Use,
                                    compiler::Result &Failed) {
  compiler::Request Code;
  Code.action = compiler::Action::Kernel;
  Code.inputs = {compiler::kernelBitcode(Binary->kernels, Kernel.name)};
  Code.kernel = Kernel.name;
  Code.row = Use.row;
  Code.constants = Use.constants;
  Failed = compiler::runCached(Code);
  if (Failed.status != compiler::Status::Success)
    return nullptr;
  std::string Why;
  KernelVersion *New =
      add(versionsOf(Kernel), Use, std::move(Failed.image), Why);
  if (!New) {
    Failed.status = compiler::Status::Failure;
    Failed.log += "error: " + Why + "\n";
  }
  return New;
}

void Executable::makeLikelyAhead(const abi::KernelInfo &Kernel) noexcept {
  if (!hasCode(Kernel) && !hasConstants(Kernel))
    makeAhead(this, Kernel, likelyRow(Kernel));
}

void Executable::makeGeneral(const abi::KernelInfo &Kernel,
                             std::uint32_t Row) noexcept {
  Versions &Of = versionsOf(Kernel);
  Making Claimed(Of.makerAhead);
  if (hasConstants(Kernel) ? Of.find({Row}) != nullptr
                           : Of.newest.load() || Making::isUnderWay(Of.maker))
    return;
  try {
    compiler::Result Ignored; // Who asks for the code finds out again.
    generate(Kernel, {Row}, Ignored);
  } catch (const std::bad_alloc &) {
  }
}

KernelVersion &Executable::versionFor(const abi::KernelInfo &Kernel,
                                      abi::LaunchParams &Params,
                                      unsigned NumThreads,
                                      std::string_view Constants) {
  Params.exchange(Kernel.vectorDimension);
  Versions &Of = versionsOf(Kernel);
  CodeUse Use = {rowOf(Kernel, Params, NumThreads), Constants};
  KernelVersion *Found = Of.find(Use);
  if (const CodeUse General = {generalRow(Use.row), Constants};
      !Found && General.row != Use.row) {
    KernelVersion *Other = Of.find(General);
    const std::uint32_t Speed = Other ? Other->cost.picoseconds() : 0;
    if (!areWorthCode(Use.row, Params, Speed, Of.itemsOfFew)) {
      Use = General;
      Found = Other;
    }
  }
  if (!Found && !Constants.empty() && Of.areMany()) {
    Found = Of.find({Use.row});
    // Until other threads have made that, there is code for these alone: that
    // takes less time.
    if (!Found && !makeAhead(this, Kernel, Use.row))
      Use.constants = {};
  }
  if (!Found) [[unlikely]]
    Found = &make(Kernel, Use);
  if (Kernel.flags & abi::GroupAgnostic)
    regroup(Kernel, NumThreads, Params);
  return *Found;
}

/// Code that is probably not there.
KernelVersion &Executable::make(const abi::KernelInfo &Kernel,
                                const CodeUse &Use) {
  compiler::Result Failed;
  if (KernelVersion *Made = version(Kernel, Use, Failed))
    return *Made;
  if (config::debug("compiler"))
    std::fprintf(stderr,
                 "ferry: kernel %s has no code for rows of class %u:"
                 "\n%s",
                 Kernel.name, Use.row, Failed.log.c_str());
  throw Error(Failed.status == compiler::Status::OutOfMemory
                  ? CL_OUT_OF_HOST_MEMORY
                  : CL_OUT_OF_RESOURCES);
}

std::vector<compiler::KernelObject> Executable::code() {
  // Several at a time: other threads begin with the first kernel, this one with
  // the last.
  for (const abi::KernelInfo &Kernel : all())
    makeLikelyAhead(Kernel);
  for (std::size_t I = all().size(); I-- != 0;)
    if (!hasCode(all()[I]) && !hasConstants(all()[I]))
      likelyVersion(all()[I]);
  std::vector<compiler::KernelObject> Result;
  for (const abi::KernelInfo &Kernel : all()) {
    const std::size_t First = Result.size();
    for (const KernelVersion *V = versionsOf(Kernel).newest; V; V = V->next)
      Result.push_back({Kernel.name, V->row, V->constants, V->image});
    // As they were made.
    std::reverse(Result.begin() + std::ptrdiff_t(First), Result.end());
  }
  return Result;
}
