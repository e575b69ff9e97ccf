//===- Program.h - Programs -------------------------------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_CORE_PROGRAM_H
#define FERRY_CORE_PROGRAM_H

#include "compiler-interface/Compiler.h"
#include "compiler-interface/SpirvModule.h"
#include "core/Context.h"
#include "core/Executable.h"
#include "core/Object.h"
#include "exec/Fork.h"
#include "program-cache/ProgramBinary.h"

#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace ferry::core {

/// A program: source text, SPIR-V or a binary, and what the last build made of
/// it.
class Program : public Object<Program, _cl_program> {
public:
  static constexpr std::uint32_t Tag = 0x4650524f;
  static constexpr cl_int InvalidError = CL_INVALID_PROGRAM;

  /// What the program came from.
  enum class Origin { Source, IL, Binary, Linking };

  /// What the last build, compilation or linking left.
  struct BuildState {
    cl_build_status status = CL_BUILD_NONE;
    std::string options;
    std::string log;
    /// Null if there is none.
    std::shared_ptr<const compiler::ProgramBinary> binary;
    Ref<Executable> executable;
    /// The bytes of CL_PROGRAM_BINARIES; null until they are asked for.
    std::shared_ptr<const std::string> bytes;

    cl_program_binary_type type() const;
    /// Whether it is what clLinkProgram takes.
    bool isLinkable() const;
  };

  /// clCreateProgramWithSource.
  Program(Context &C, std::string Source)
      : TheContext(&C), From(Origin::Source), Source(std::move(Source)) {}
  /// clCreateProgramWithIL.
  ///
  /// \param IL what CL_PROGRAM_IL returns.
  Program(Context &C, compiler::SpirvModule Module, std::string IL)
      : TheContext(&C), From(Origin::IL), IL(std::move(IL)),
        Module(std::move(Module)) {}
  /// clCreateProgramWithBinary.
  Program(Context &C, compiler::ProgramBinary Binary);

  Context &context() const { return *TheContext; }
  Origin origin() const { return From; }
  const std::string &source() const { return Source; }
  const std::string &il() const { return IL; }

  /// clSetProgramSpecializationConstant, of a program from IL.
  compiler::SpirvModule::Answer specialise(cl_uint Id,
                                           std::span<const std::byte> Value);

  /// A copy of the state, consistent though another thread builds.
  BuildState state() const;

  /// A build, compilation or linking that has begun: to be called once, by any
  /// thread, while the program is kept alive. Throws what the call returns if
  /// it fails.
  using Work = std::function<void()>;

  /// clBuildProgram. Throws CL_INVALID_OPERATION if kernels are attached or a
  /// build is under way, CL_INVALID_BUILD_OPTIONS; the work
  /// CL_BUILD_PROGRAM_FAILURE.
  Work build(std::string Options);

  /// clCompileProgram, likewise with CL_INVALID_COMPILER_OPTIONS and
  /// CL_COMPILE_PROGRAM_FAILURE.
  Work compile(std::string Options, std::vector<compiler::Header> Headers);

  /// clLinkProgram: a new program out of compiled programs and libraries of
  /// \p C, and the work that makes it. Throws CL_INVALID_LINKER_OPTIONS, and
  /// CL_INVALID_OPERATION if there is nothing to link in one of \p Inputs; the
  /// work CL_LINK_PROGRAM_FAILURE.
  static std::pair<Program *, Work> link(Context &C, std::string Options,
                                         const std::vector<Program *> &Inputs);

  /// The executable for a new kernel, which counts as attached from here on.
  /// Throws CL_INVALID_PROGRAM_EXECUTABLE.
  Ref<Executable> attachKernel();
  void detachKernel();

  /// The executable, or null.
  Ref<Executable> executable() const;

  /// The bytes of CL_PROGRAM_BINARIES, the same until the next build; with code
  /// of each kernel, which is generated now where there is none. Empty if there
  /// is no binary. Throws as Executable::version().
  std::shared_ptr<const std::string> bytes();

private:
  explicit Program(Context &C) : TheContext(&C), From(Origin::Linking) {}

  /// What one of the three calls does: \c make asks the compiler.
  struct Task {
    compiler::Action action;
    std::string options;
    std::function<compiler::Result()> make;
    cl_int invalidOptions, failure;
  };
  Work begin(Task What);
  void claim(const std::string &Options);
  void carryOut(const Task &What, compiler::BinaryKind Kind);
  compiler::Status finish(compiler::Result Built, compiler::BinaryKind Kind);
  /// What builds and compiles, once it has begun, of source or IL.
  std::function<compiler::Result()>
  translation(compiler::Action Asked, const std::string &Options,
              std::vector<compiler::Header> Headers) const;

  Ref<Context> TheContext;
  Origin From;
  std::string Source, IL;

  /// For the states of all programs.
  static inline exec::ForkMutex Mutex;
  BuildState State;
  compiler::SpirvModule Module; ///< Of IL, with its constants' values.
  unsigned NumKernels = 0;
};

} // namespace ferry::core

#endif // FERRY_CORE_PROGRAM_H
