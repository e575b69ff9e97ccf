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

Program::Program(Context &C, compiler::ProgramBinary Binary)
    : TheContext(&C), From(Origin::Binary) {
  State.log = std::move(Binary.log);
  State.binary =
      std::make_shared<const compiler::ProgramBinary>(std::move(Binary));
}

Program::BuildState Program::state() const {
  std::lock_guard Lock(Mutex);
  return State;
}

Ref<Executable> Program::executable() const {
  std::lock_guard Lock(Mutex);
  return State.executable;
}

Ref<Executable> Program::attachKernel() {
  std::lock_guard Lock(Mutex);
  require(bool(State.executable), CL_INVALID_PROGRAM_EXECUTABLE);
  ++NumKernels;
  return State.executable;
}

void Program::detachKernel() {
  std::lock_guard Lock(Mutex);
  --NumKernels;
}

/// Claims the program for one build.
void Program::claim(const std::string &Options) {
  std::lock_guard Lock(Mutex);
  // "CL_INVALID_OPERATION if there are kernel objects attached to program",
  // "if the build [...] by a previous call [...] has not completed."
  require(!NumKernels && State.status != CL_BUILD_IN_PROGRESS,
          CL_INVALID_OPERATION);
  State.status = CL_BUILD_IN_PROGRESS;
  State.options = Options;
  State.log.clear();
  State.executable = {};
  State.bytes = {};
}

/// Maps a program that has been built, and makes code where that alone tells
/// whether it can be. \returns null, and changes \p Built, if that fails.
static Ref<Executable>
makeExecutable(std::shared_ptr<const compiler::ProgramBinary> Binary,
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
        !Code->version(Kernel, {Executable::likelyRow(Kernel)}, Failed))
      return Fail(Failed.status, Failed.log);
  }
  return Code;
}

/// Calls the constructors of program-scope variables, if there are any.
static void construct(Context &C, Executable &Code) {
  const abi::KernelInfo *Kernel = Code.constructors();
  if (!Kernel)
    return;
  abi::LaunchParams One = {1, 0, {1, 1, 1}, {}, {1, 1, 1}, {1, 1, 1}};
  KernelVersion &Version = Code.versionFor(*Kernel, One, /*SizeIsGiven=*/false);
  // All devices of the context have the same memory.
  Device &D = *C.devices().front();
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

compiler::Status Program::finish(compiler::Result Built, BinaryKind Kind) {
  Ref<Executable> Code;
  // A binary that is executable has been built before.
  std::shared_ptr<const compiler::ProgramBinary> Binary = State.binary;
  if (Built.status == compiler::Status::Success) {
    if (!Built.image.empty())
      Binary = std::make_shared<const compiler::ProgramBinary>(
          compiler::ProgramBinary{Kind, "", std::move(Built.image),
                                  std::move(Built.kernels)});
    if (Kind == BinaryKind::Object)
      Code = makeExecutable(Binary, Built);
    if (Code)
      construct(*TheContext, *Code);
  }
  bool Success = Built.status == compiler::Status::Success;
  std::lock_guard Lock(Mutex);
  State.status = Success ? CL_BUILD_SUCCESS : CL_BUILD_ERROR;
  State.log = std::move(Built.log);
  State.executable = std::move(Code);
  // Somebody may have asked for those of the last build while this one ran.
  State.bytes = {};
  if (Success)
    State.binary = std::move(Binary);
  else if (From != Origin::Binary)
    State.binary = {};
  return Built.status;
}

std::shared_ptr<const std::string> Program::bytes() {
  const BuildState S = state();
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
  if (State.bytes)
    return State.bytes;
  if (State.binary == S.binary)
    State.bytes = Bytes;
  return Bytes;
}

Program::Work Program::begin(Task What) {
  claim(What.options);
  try {
    std::string Error;
    const std::optional<compiler::Options> Parsed =
        compiler::parseOptions(What.action, What.options, Error);
    if (Parsed)
      return [this, Kind = compiler::kindOf(What.action, *Parsed),
              What = std::move(What)] { carryOut(What, Kind); };
    finish({compiler::Status::InvalidOptions, "error: " + Error, "", "", {}},
           BinaryKind::Object);
  } catch (...) {
    std::lock_guard Lock(Mutex);
    State.status = CL_BUILD_ERROR;
    throw;
  }
  throw core::Error(What.invalidOptions);
}

void Program::carryOut(const Task &What, BinaryKind Kind) {
  try {
    const compiler::Status Status = finish(What.make(), Kind);
    require(Status != compiler::Status::OutOfMemory, CL_OUT_OF_HOST_MEMORY);
    require(Status != compiler::Status::InvalidOptions, What.invalidOptions);
    require(Status == compiler::Status::Success, What.failure);
  } catch (...) {
    std::lock_guard Lock(Mutex);
    State.status = CL_BUILD_ERROR;
    throw;
  }
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

Program::Work Program::build(std::string Options) {
  std::function<compiler::Result()> Make;
  if (From == Origin::Binary)
    Make = [this]() -> compiler::Result {
      // Only this thread changes the binary while the build is in progress. It
      // was built with the right options: these have no effect.
      if (State.isLinkable())
        return compiler::runCached(
            {Action::Link, "", {State.binary->image}, {}});
      return {compiler::Status::Success, "", "", "", {}};
    };
  else
    Make = translation(Action::Build, Options, {});
  return begin({Action::Build, Options, std::move(Make),
                CL_INVALID_BUILD_OPTIONS, CL_BUILD_PROGRAM_FAILURE});
}

Program::Work Program::compile(std::string Options,
                               std::vector<compiler::Header> Headers) {
  auto Make = translation(Action::Compile, Options, std::move(Headers));
  return begin({Action::Compile, Options, std::move(Make),
                CL_INVALID_COMPILER_OPTIONS, CL_COMPILE_PROGRAM_FAILURE});
}

std::pair<Program *, Program::Work>
Program::link(Context &C, std::string Options,
              const std::vector<Program *> &Inputs) {
  std::vector<std::shared_ptr<const compiler::ProgramBinary>> Binaries;
  for (Program *Input : Inputs) {
    BuildState S = Input->state();
    require(S.status != CL_BUILD_IN_PROGRESS && S.isLinkable(),
            CL_INVALID_OPERATION);
    Binaries.push_back(std::move(S.binary));
  }
  auto Make = [Options, Binaries = std::move(Binaries)] {
    compiler::Request What = {Action::Link, Options, {}, {}};
    for (const auto &Binary : Binaries)
      What.inputs.push_back(Binary->image);
    return compiler::runCached(What);
  };
  // The application's reference; dropped if there will be no handle.
  auto *Linked = new Program(C);
  try {
    return {Linked, Linked->begin({Action::Link, Options, std::move(Make),
                                   CL_INVALID_LINKER_OPTIONS,
                                   CL_LINK_PROGRAM_FAILURE})};
  } catch (...) {
    Linked->releaseApi();
    throw;
  }
}
