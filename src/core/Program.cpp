//===- Program.cpp - Programs ---------------------------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "core/Program.h"

#include "compiler-interface/Options.h"
#include "core/Command.h"
#include "core/Queue.h"
#include "program-cache/ObjectCache.h"

#include <algorithm>
#include <map>

using namespace ferry;
using namespace ferry::core;
using compiler::Action;
using compiler::BinaryKind;

cl_program_binary_type Program::BuildState::type() const {
  if (!binary)
    return CL_PROGRAM_BINARY_TYPE_NONE;
  switch (binary->kind) {
  case BinaryKind::Object:
    return CL_PROGRAM_BINARY_TYPE_EXECUTABLE;
  case BinaryKind::Compiled:
    return CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT;
  case BinaryKind::Library:
    return CL_PROGRAM_BINARY_TYPE_LIBRARY;
  case BinaryKind::Kernel:
    break;
  }
  return CL_PROGRAM_BINARY_TYPE_NONE;
}

bool Program::BuildState::isLinkable() const {
  return binary && binary->kind != BinaryKind::Object;
}

Program::Program(Context &C, Origin From, const std::vector<Device *> &For)
    : TheContext(&C), From(From) {
  for (Device *D : For)
    States.push_back({.device = D});
}

Program::Program(Context &C, const std::vector<Device *> &For,
                 const std::vector<Binary> &Binaries)
    : Program(C, Origin::Binary, For) {
  for (std::size_t I = 0; I != States.size(); ++I) {
    States[I].binary = Binaries[I];
    States[I].log = Binaries[I]->log;
  }
}

std::vector<Device *> Program::devices() const {
  std::vector<Device *> All;
  for (const BuildState &S : States)
    All.push_back(S.device);
  return All;
}

Program::BuildState &Program::of(const Device &D) {
  return *std::ranges::find(States, &D, &BuildState::device);
}

Program::BuildState Program::state(const Device &D) const {
  std::lock_guard Lock(Mutex);
  for (const Device *At = &D; At; At = At->parent())
    for (const BuildState &S : States)
      if (S.device == At && !S.isEmpty())
        return S;
  return {nullptr};
}

Program::Executables Program::allExecutables() const {
  Executables All;
  for (const BuildState &S : States)
    if (S.executable)
      All.emplace_back(S.device, S.executable);
  require(!All.empty(), CL_INVALID_PROGRAM_EXECUTABLE);
  return All;
}

/// To be called after states have changed.
void Program::wakeWaiting() {
  EndedBuilds.fetch_add(1);
  EndedBuilds.notify_all();
}

void Program::awaitBuilds() const {
  for (;;) {
    const unsigned Ended = EndedBuilds.load();
    {
      std::lock_guard Lock(Mutex);
      if (BuiltIn != exec::processNumber() ||
          std::ranges::find(States, CL_BUILD_IN_PROGRESS,
                            &BuildState::status) == States.end())
        return;
    }
    EndedBuilds.wait(Ended);
  }
}

Program::Executables Program::executables() const {
  awaitBuilds();
  std::lock_guard Lock(Mutex);
  return allExecutables();
}

Program::Executables Program::attachKernel() {
  awaitBuilds();
  std::lock_guard Lock(Mutex);
  Executables All = allExecutables();
  ++NumKernels;
  return All;
}

void Program::detachKernel() {
  std::lock_guard Lock(Mutex);
  --NumKernels;
}

/// Claims the devices of \p What for one build.
void Program::claim(const Task &What) {
  // Unloading code takes other locks: not while this one is held.
  std::vector<Ref<Executable>> Replaced;
  std::lock_guard Lock(Mutex);
  // In a child made by fork() those of its parent do not end.
  if (BuiltIn != exec::processNumber())
    for (BuildState &S : States)
      if (S.status == CL_BUILD_IN_PROGRESS)
        S.status = CL_BUILD_ERROR;
  // "CL_INVALID_OPERATION if there are kernel objects attached to program",
  // "if the build of a program executable for any of the devices listed in
  // device_list by a previous call [...] has not completed."
  require(!NumKernels, CL_INVALID_OPERATION);
  for (const Job &J : What.jobs)
    for (Device *D : J.devices)
      require(of(*D).status != CL_BUILD_IN_PROGRESS, CL_INVALID_OPERATION);
  BuiltIn = exec::processNumber();
  for (const Job &J : What.jobs)
    for (Device *D : J.devices) {
      BuildState &S = of(*D);
      Replaced.push_back(std::move(S.executable));
      S = {.device = D,
           .status = CL_BUILD_IN_PROGRESS,
           .options = What.options,
           .binary = std::move(S.binary)};
    }
}

/// Ends what \p What has not finished.
void Program::abandon(const Task &What) {
  std::lock_guard Lock(Mutex);
  for (const Job &J : What.jobs)
    for (Device *D : J.devices)
      if (cl_build_status &Status = of(*D).status;
          Status == CL_BUILD_IN_PROGRESS)
        Status = CL_BUILD_ERROR;
  wakeWaiting();
}

/// Maps a program that has been built, and makes code where that alone tells
/// whether it can be. \returns null, and changes \p Built, if that fails.
static Ref<Executable> makeExecutable(Program::Binary Binary,
                                      compiler::Result &Built) {
  std::string Why;
  auto Fail = [&](compiler::Status S, const std::string &Log) {
    Built.status = S;
    Built.log += Log;
    return Ref<Executable>();
  };
  auto Loaded = exec::LoadedObject::loadProgram(Binary->image, Why);
  if (!Loaded)
    return Fail(compiler::Status::Failure, "error: " + Why + "\n");
  Ref<Executable> Code =
      new Executable(std::move(Loaded), std::move(Binary), Why);
  if (!Why.empty())
    return Fail(compiler::Status::Failure, "error: " + Why + "\n");
  for (const abi::KernelInfo &Kernel : Code->all()) {
    compiler::Result Failed;
    if ((Kernel.flags & abi::NeedsCode) &&
        !Code->version(Kernel, {likelyRow(Kernel)}, Failed))
      return Fail(Failed.status, Failed.log);
  }
  return Code;
}

/// Calls the constructors of program-scope variables, if there are any.
static void construct(Context &C, Device &D, Executable &Code) {
  const abi::KernelInfo *Kernel = Code.constructors();
  if (!Kernel)
    return;
  abi::LaunchParams One = {1, 0, {1, 1, 1}, {}, {1, 1, 1}, {1, 1, 1}};
  KernelVersion &Version = Code.versionFor(*Kernel, One, D.computeUnits());
  const Ref<Queue> Q(new Queue(C, D, D.scheduler(), 0));
  Q->releaseApi();
  const std::byte NoArguments[16] = {};
  Command &New = makeLaunch(*Q, CL_COMMAND_TASK,
                            {.kernel = *Kernel,
                             .code = Version.code,
                             .cost = Version.cost,
                             .params = One,
                             .args = NoArguments,
                             .executable = &Code});
  Q->enqueue(New.keep(Code), {}, nullptr, /*Blocking=*/true);
}

compiler::Status Program::finish(const Job &Of, compiler::Result Built,
                                 BinaryKind Kind) {
  Ref<Executable> Code;
  // A binary that is executable has been built before. Only this thread changes
  // those of its devices while the build is in progress.
  Device &First = *Of.devices.front();
  Binary Made = of(First).binary;
  if (Built.status == compiler::Status::Success) {
    if (!Built.image.empty())
      Made = std::make_shared<const compiler::ProgramBinary>(
          compiler::ProgramBinary{Kind, "", std::move(Built.image),
                                  std::move(Built.kernels)});
    if (Kind == BinaryKind::Object)
      Code = makeExecutable(Made, Built);
    if (Code)
      construct(*TheContext, First, *Code);
  }
  bool Success = Built.status == compiler::Status::Success;
  std::lock_guard Lock(Mutex);
  for (Device *D : Of.devices) {
    BuildState &S = of(*D);
    S.status = Success ? CL_BUILD_SUCCESS : CL_BUILD_ERROR;
    S.log = Built.log;
    S.executable = Code;
    // Somebody may have asked for those of the last build while this one ran.
    S.bytes = {};
    if (Success)
      S.binary = Made;
    else if (From != Origin::Binary)
      S.binary = {};
  }
  wakeWaiting();
  return Built.status;
}

std::shared_ptr<const std::string> Program::bytes(const Device &D) {
  const BuildState S = state(D);
  if (S.bytes)
    return S.bytes;
  if (!S.binary)
    return std::make_shared<const std::string>();
  compiler::ProgramBinary Whole = *S.binary;
  Whole.log.clear();
  if (S.executable)
    Whole.code = S.executable->code();
  auto Bytes = std::make_shared<const std::string>(compiler::pack(Whole));
  std::lock_guard Lock(Mutex);
  // Another thread may have been quicker, or have built the program anew.
  for (BuildState &Same : States)
    if (Same.binary == S.binary && Same.executable.get() == S.executable.get())
      return Same.bytes ? Same.bytes : Same.bytes = Bytes;
  return Bytes;
}

Program::Work Program::begin(Task What) {
  claim(What);
  try {
    std::string Error;
    const std::optional<compiler::Options> Parsed =
        compiler::parseOptions(What.action, What.options, Error);
    if (Parsed)
      return [this, Kind = compiler::kindOf(What.action, *Parsed),
              What = std::move(What)] { carryOut(What, Kind); };
    for (const Job &J : What.jobs)
      finish(J,
             {compiler::Status::InvalidOptions, "error: " + Error, "", "", {}},
             BinaryKind::Object);
  } catch (...) {
    abandon(What);
    throw;
  }
  throw core::Error(What.invalidOptions);
}

void Program::carryOut(const Task &What, BinaryKind Kind) {
  auto Status = compiler::Status::Success;
  try {
    for (const Job &J : What.jobs) {
      const compiler::Status Last = finish(J, J.make(), Kind);
      if (Last != compiler::Status::Success)
        Status = Last;
    }
  } catch (...) {
    abandon(What);
    throw;
  }
  require(Status != compiler::Status::OutOfMemory, CL_OUT_OF_HOST_MEMORY);
  require(Status != compiler::Status::InvalidOptions, What.invalidOptions);
  require(Status == compiler::Status::Success, What.failure);
}

compiler::SpirvModule::Answer
Program::specialise(cl_uint Id, std::span<const std::byte> Value) {
  std::lock_guard Lock(Mutex);
  return Module.specialise(Id, Value);
}

std::function<compiler::Result()>
Program::translation(Action Asked, const std::string &Options,
                     std::vector<compiler::Header> Headers) const {
  if (From == Origin::Source)
    return [this, Asked, Options, Headers = std::move(Headers)] {
      return compiler::runCached({Asked, Options, {Source}, Headers});
    };
  // With the values that the constants have now.
  std::lock_guard Lock(Mutex);
  return [Asked, Options, Module = Module] {
    compiler::Request What = {Asked, Options, {Module.bytes()}, {}};
    What.language = compiler::Language::Spirv;
    return compiler::runCached(What);
  };
}

namespace {
/// The devices that get the same out of the same.
using Groups = std::map<std::vector<Program::Binary>, std::vector<Device *>>;

compiler::Result linkAll(const std::string &Options,
                         const std::vector<Program::Binary> &Inputs) {
  compiler::Request What = {Action::Link, Options, {}, {}};
  for (const Program::Binary &Input : Inputs)
    What.inputs.push_back(Input->image);
  return compiler::runCached(What);
}
} // namespace

Program::Work Program::build(const std::vector<Device *> &For,
                             std::string Options) {
  std::vector<Job> Jobs;
  if (From == Origin::Binary) {
    Groups Same;
    for (Device *D : For)
      Same[{state(*D).binary}].push_back(D);
    for (auto &[Inputs, Devices] : Same)
      Jobs.emplace_back(std::move(Devices), [Inputs]() -> compiler::Result {
        // It was built with the right options: these have no effect.
        if (Inputs.front()->kind != BinaryKind::Object)
          return linkAll("", Inputs);
        return {compiler::Status::Success, "", "", "", {}};
      });
  } else {
    Jobs.emplace_back(For, translation(Action::Build, Options, {}));
  }
  return begin({Action::Build, std::move(Options), std::move(Jobs),
                CL_INVALID_BUILD_OPTIONS, CL_BUILD_PROGRAM_FAILURE});
}

Program::Work Program::compile(const std::vector<Device *> &For,
                               std::string Options,
                               std::vector<compiler::Header> Headers) {
  auto Make = translation(Action::Compile, Options, std::move(Headers));
  return begin({Action::Compile,
                std::move(Options),
                {{For, std::move(Make)}},
                CL_INVALID_COMPILER_OPTIONS,
                CL_COMPILE_PROGRAM_FAILURE});
}

std::pair<Program *, Program::Work>
Program::link(Context &C, const std::vector<Device *> &For, std::string Options,
              const std::vector<Program *> &Inputs) {
  Groups Same;
  for (Device *D : For) {
    std::vector<Binary> Binaries;
    for (Program *Input : Inputs) {
      BuildState S = Input->state(*D);
      require(S.status != CL_BUILD_IN_PROGRESS, CL_INVALID_OPERATION);
      if (S.isLinkable())
        Binaries.push_back(std::move(S.binary));
    }
    // "All programs specified by input_programs contain a compiled binary or
    // library for the device", or "None of the programs".
    require(Binaries.empty() || Binaries.size() == Inputs.size(),
            CL_INVALID_OPERATION);
    if (!Binaries.empty())
      Same[std::move(Binaries)].push_back(D);
  }
  require(!Same.empty(), CL_INVALID_OPERATION);
  std::vector<Job> Jobs;
  for (auto &[Binaries, Devices] : Same)
    Jobs.emplace_back(std::move(Devices), [Options, Binaries] {
      return linkAll(Options, Binaries);
    });
  // The application's reference; dropped if there will be no handle.
  auto *Linked = new Program(C, Origin::Linking, For);
  try {
    return {Linked, Linked->begin({Action::Link, std::move(Options),
                                   std::move(Jobs), CL_INVALID_LINKER_OPTIONS,
                                   CL_LINK_PROGRAM_FAILURE})};
  } catch (...) {
    Linked->releaseApi();
    throw;
  }
}
