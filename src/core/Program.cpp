//===- Program.cpp - Programs ---------------------------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "core/Program.h"

#include "compiler/ObjectCache.h"
#include "compiler/Options.h"

using namespace ferry;
using namespace ferry::core;
using compiler::Action;
using compiler::BinaryKind;

namespace {

cl_program_binary_type typeOf(BinaryKind Kind) {
  switch (Kind) {
  case BinaryKind::Object:
    return CL_PROGRAM_BINARY_TYPE_EXECUTABLE;
  case BinaryKind::Compiled:
    return CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT;
  case BinaryKind::Library:
    return CL_PROGRAM_BINARY_TYPE_LIBRARY;
  }
  return CL_PROGRAM_BINARY_TYPE_NONE;
}

bool isLinkable(cl_program_binary_type Type) {
  return Type == CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT ||
         Type == CL_PROGRAM_BINARY_TYPE_LIBRARY;
}

} // namespace

Program::Program(Context &C, compiler::ProgramBinary Binary)
    : TheContext(&C), From(Origin::Binary) {
  State.type = typeOf(Binary.kind);
  State.log = std::move(Binary.log);
  State.image = std::move(Binary.image);
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
}

void Program::finish(compiler::Result Built, cl_program_binary_type Type) {
  Ref<Executable> Code;
  if (Built.status == compiler::Status::Success &&
      Type == CL_PROGRAM_BINARY_TYPE_EXECUTABLE) {
    std::string Error;
    if (auto Loaded = exec::LoadedObject::load(Built.image, Error)) {
      Code = new Executable(std::move(Loaded));
    } else {
      Built.status = compiler::Status::Failure;
      Built.log += "error: " + Error + "\n";
    }
  }
  bool Success = Built.status == compiler::Status::Success;
  std::lock_guard Lock(Mutex);
  State.status = Success ? CL_BUILD_SUCCESS : CL_BUILD_ERROR;
  State.log = std::move(Built.log);
  State.executable = std::move(Code);
  if (Success) {
    State.type = Type;
    State.image = std::move(Built.image);
  } else if (From != Origin::Binary) {
    State.type = CL_PROGRAM_BINARY_TYPE_NONE;
    State.image.clear();
  }
}

Program::Work Program::begin(Task What) {
  claim(What.options);
  try {
    std::string Error;
    if (compiler::parseOptions(What.action, What.options, Error))
      return [this, What = std::move(What)] { carryOut(What); };
    finish({compiler::Status::InvalidOptions, "error: " + Error, "", {}},
           What.type);
  } catch (...) {
    std::lock_guard Lock(Mutex);
    State.status = CL_BUILD_ERROR;
    throw;
  }
  throw core::Error(What.invalidOptions);
}

void Program::carryOut(const Task &What) {
  try {
    compiler::Result Built = What.make();
    const compiler::Status Asked = Built.status;
    finish(std::move(Built), What.type);
    require(Asked != compiler::Status::OutOfMemory, CL_OUT_OF_HOST_MEMORY);
    require(Asked != compiler::Status::InvalidOptions, What.invalidOptions);
    std::lock_guard Lock(Mutex);
    require(State.status == CL_BUILD_SUCCESS, What.failure);
  } catch (...) {
    std::lock_guard Lock(Mutex);
    State.status = CL_BUILD_ERROR;
    throw;
  }
}

Program::Work Program::build(std::string Options) {
  auto Make = [this, Options]() -> compiler::Result {
    if (From == Origin::Source)
      return compiler::runCached({Action::Build, Options, {Source}, {}});
    // Only this thread changes the image while the build is in progress. It was
    // built with the right options: these have no effect.
    if (isLinkable(State.type))
      return compiler::runCached({Action::Link, "", {State.image}, {}});
    return {compiler::Status::Success, "", State.image, {}};
  };
  return begin({Action::Build, Options, Make, CL_PROGRAM_BINARY_TYPE_EXECUTABLE,
                CL_INVALID_BUILD_OPTIONS, CL_BUILD_PROGRAM_FAILURE});
}

Program::Work Program::compile(std::string Options,
                               std::vector<compiler::Header> Headers) {
  auto Make = [this, Options, Headers = std::move(Headers)] {
    return compiler::runCached({Action::Compile, Options, {Source}, Headers});
  };
  return begin({Action::Compile, Options, Make,
                CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT,
                CL_INVALID_COMPILER_OPTIONS, CL_COMPILE_PROGRAM_FAILURE});
}

std::pair<Program *, Program::Work>
Program::link(Context &C, std::string Options,
              const std::vector<Program *> &Inputs) {
  std::vector<std::string> Images;
  for (Program *Input : Inputs) {
    BuildState S = Input->state();
    require(S.status != CL_BUILD_IN_PROGRESS && isLinkable(S.type),
            CL_INVALID_OPERATION);
    Images.push_back(std::move(S.image));
  }
  std::string Error;
  const std::optional<compiler::Options> Parsed =
      compiler::parseOptions(Action::Link, Options, Error);
  auto Make = [Options, Images = std::move(Images)] {
    return compiler::runCached(
        {Action::Link, Options, {Images.begin(), Images.end()}, {}});
  };
  // The application's reference; dropped if there will be no handle.
  auto *Linked = new Program(C);
  try {
    const cl_program_binary_type Type = Parsed && Parsed->createLibrary
                                            ? CL_PROGRAM_BINARY_TYPE_LIBRARY
                                            : CL_PROGRAM_BINARY_TYPE_EXECUTABLE;
    return {Linked, Linked->begin({Action::Link, Options, std::move(Make), Type,
                                   CL_INVALID_LINKER_OPTIONS,
                                   CL_LINK_PROGRAM_FAILURE})};
  } catch (...) {
    Linked->releaseApi();
    throw;
  }
}
