//===- Program.cpp - Programs ---------------------------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "core/Program.h"

#include "compiler/ObjectCache.h"

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

/// True if \p Options has the word -create-library.
bool makesLibrary(std::string_view Options) {
  constexpr std::string_view Word = "-create-library";
  constexpr std::string_view Space = " \t\n\v\f\r";
  for (std::size_t At = Options.find(Word); At != Options.npos;
       At = Options.find(Word, At + 1)) {
    std::size_t End = At + Word.size();
    if ((At == 0 || Space.find(Options[At - 1]) != Space.npos) &&
        (End == Options.size() || Space.find(Options[End]) != Space.npos))
      return true;
  }
  return false;
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

cl_build_status Program::buildStatus() const {
  std::lock_guard Lock(Mutex);
  return State.status;
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
void Program::begin(std::string Options) {
  std::lock_guard Lock(Mutex);
  // "CL_INVALID_OPERATION if there are kernel objects attached to program",
  // "if the build [...] by a previous call [...] has not completed."
  require(!NumKernels && State.status != CL_BUILD_IN_PROGRESS,
          CL_INVALID_OPERATION);
  State.status = CL_BUILD_IN_PROGRESS;
  State.options = std::move(Options);
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

/// \param MakeResult makes the compiler::Result.
template <typename Make>
compiler::Status Program::run(std::string Options, Make &&MakeResult,
                              cl_program_binary_type Type) {
  begin(std::move(Options));
  try {
    compiler::Result Built = MakeResult();
    compiler::Status Asked = Built.status;
    finish(std::move(Built), Type);
    require(Asked != compiler::Status::OutOfMemory, CL_OUT_OF_HOST_MEMORY);
    if (Asked == compiler::Status::InvalidOptions)
      return Asked;
    std::lock_guard Lock(Mutex);
    return State.status == CL_BUILD_SUCCESS ? compiler::Status::Success
                                            : compiler::Status::Failure;
  } catch (...) {
    std::lock_guard Lock(Mutex);
    State.status = CL_BUILD_ERROR;
    throw;
  }
}

void Program::build(std::string Options) {
  auto Make = [&]() -> compiler::Result {
    if (From == Origin::Source)
      return compiler::runCached({Action::Build, Options, {Source}, {}});
    // Only this thread changes the image while the build is in progress.
    if (isLinkable(State.type))
      return compiler::runCached({Action::Link, Options, {State.image}, {}});
    return {compiler::Status::Success, "", State.image, {}};
  };
  compiler::Status S = run(Options, Make, CL_PROGRAM_BINARY_TYPE_EXECUTABLE);
  require(S != compiler::Status::InvalidOptions, CL_INVALID_BUILD_OPTIONS);
  require(S == compiler::Status::Success, CL_BUILD_PROGRAM_FAILURE);
}

void Program::compile(std::string Options,
                      const std::vector<compiler::Header> &Headers) {
  auto Make = [&] {
    return compiler::runCached({Action::Compile, Options, {Source}, Headers});
  };
  compiler::Status S =
      run(Options, Make, CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT);
  require(S != compiler::Status::InvalidOptions, CL_INVALID_COMPILER_OPTIONS);
  require(S == compiler::Status::Success, CL_COMPILE_PROGRAM_FAILURE);
}

Program &Program::link(Context &C, std::string Options,
                       const std::vector<Program *> &Inputs) {
  std::vector<std::string> Images;
  for (Program *Input : Inputs) {
    BuildState S = Input->state();
    require(S.status != CL_BUILD_IN_PROGRESS && isLinkable(S.type),
            CL_INVALID_OPERATION);
    Images.push_back(std::move(S.image));
  }
  const compiler::Request What = {
      Action::Link, Options, {Images.begin(), Images.end()}, {}};
  auto Make = [&] { return compiler::runCached(What); };

  // The application's reference; dropped if there will be no handle.
  auto *Linked = new Program(C);
  try {
    compiler::Status S =
        Linked->run(Options, Make,
                    makesLibrary(Options) ? CL_PROGRAM_BINARY_TYPE_LIBRARY
                                          : CL_PROGRAM_BINARY_TYPE_EXECUTABLE);
    require(S != compiler::Status::InvalidOptions, CL_INVALID_LINKER_OPTIONS);
  } catch (...) {
    Linked->releaseApi();
    throw;
  }
  return *Linked;
}
