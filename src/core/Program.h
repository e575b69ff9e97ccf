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

#include <atomic>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace ferry::core {

/// A program: source text, SPIR-V or a binary, and what the last build for each
/// device made of it. Devices have the same code: what is built for several at
/// once is built once.
class Program : public Object<Program, _cl_program> {
public:
  static constexpr std::uint32_t Tag = 0x4650524f;
  static constexpr cl_int InvalidError = CL_INVALID_PROGRAM;

  /// What the program came from.
  enum class Origin { Source, IL, Binary, Linking };

  using Binary = std::shared_ptr<const compiler::ProgramBinary>;

  /// What the last build, compilation or linking left for a device.
  struct BuildState {
    Device *device;
    cl_build_status status = CL_BUILD_NONE;
    std::string options = {};
    std::string log = {};
    /// Null if there is none.
    Binary binary = {};
    Ref<Executable> executable = {};
    /// The bytes of CL_PROGRAM_BINARIES; null until they are asked for.
    std::shared_ptr<const std::string> bytes = {};

    bool isEmpty() const { return status == CL_BUILD_NONE && !binary; }
    cl_program_binary_type type() const;
    /// Whether it is what clLinkProgram takes.
    bool isLinkable() const;
  };

  /// clCreateProgramWithSource.
  Program(Context &C, std::string Source)
      : Program(C, Origin::Source, C.devices()) {
    this->Source = std::move(Source);
  }
  /// clCreateProgramWithIL.
  ///
  /// \param IL what CL_PROGRAM_IL returns.
  Program(Context &C, const std::vector<Device *> &For,
          compiler::SpirvModule Module, std::string IL)
      : Program(C, Origin::IL, For) {
    this->Module = std::move(Module);
    this->IL = std::move(IL);
  }
  /// clCreateProgramWithBinary.
  ///
  /// \param Binaries as many as devices.
  Program(Context &C, const std::vector<Device *> &For,
          const std::vector<Binary> &Binaries);

  Context &context() const { return *TheContext; }
  std::vector<Device *> devices() const;
  Origin origin() const { return From; }
  const std::string &source() const { return Source; }
  const std::string &il() const { return IL; }

  /// clSetProgramSpecializationConstant, of a program from IL.
  compiler::SpirvModule::Answer specialise(cl_uint Id,
                                           std::span<const std::byte> Value);

  /// A copy of what is there for \p D, consistent though another thread builds:
  /// "If a program binary has not been built for a sub-device, the program
  /// binary associated with the parent device will be used."
  BuildState state(const Device &D) const;

  /// A build, compilation or linking that has begun: to be called once, by any
  /// thread, while the program is kept alive. Throws what the call returns if
  /// it fails.
  using Work = std::function<void()>;

  /// clBuildProgram, for some of devices(). Throws CL_INVALID_OPERATION if
  /// kernels are attached or a build for one of them is under way,
  /// CL_INVALID_BUILD_OPTIONS; the work CL_BUILD_PROGRAM_FAILURE.
  Work build(const std::vector<Device *> &For, std::string Options);

  /// clCompileProgram, likewise with CL_INVALID_COMPILER_OPTIONS and
  /// CL_COMPILE_PROGRAM_FAILURE.
  Work compile(const std::vector<Device *> &For, std::string Options,
               std::vector<compiler::Header> Headers);

  /// clLinkProgram: a new program for \p For out of compiled programs and
  /// libraries of \p C, and the work that makes it. Throws
  /// CL_INVALID_LINKER_OPTIONS, and CL_INVALID_OPERATION if one of \p Inputs
  /// has nothing to link for a device for which another has, or none has; the
  /// work CL_LINK_PROGRAM_FAILURE.
  static std::pair<Program *, Work> link(Context &C,
                                         const std::vector<Device *> &For,
                                         std::string Options,
                                         const std::vector<Program *> &Inputs);

  /// The devices for which there is an executable, which does for their
  /// sub-devices that are not among them.
  using Executables = std::vector<std::pair<Device *, Ref<Executable>>>;
  /// At least one, when a build under way has ended: programs in use make
  /// kernels without waiting for the callback. Throws
  /// CL_INVALID_PROGRAM_EXECUTABLE.
  Executables executables() const;
  /// Likewise for a new kernel, which counts as attached from here on.
  Executables attachKernel();
  void detachKernel();

  /// The bytes of CL_PROGRAM_BINARIES, the same until the next build; with code
  /// of each kernel, which is generated now where there is none. Empty if there
  /// is no binary. Throws as Executable::version().
  std::shared_ptr<const std::string> bytes(const Device &D);

private:
  Program(Context &C, Origin From, const std::vector<Device *> &For);

  /// What some devices get together: \c make asks the compiler.
  struct Job {
    std::vector<Device *> devices;
    std::function<compiler::Result()> make;
  };
  /// What one of the three calls does.
  struct Task {
    compiler::Action action;
    std::string options;
    std::vector<Job> jobs;
    cl_int invalidOptions, failure;
  };
  Work begin(Task What);
  void claim(const Task &What);
  void carryOut(const Task &What, compiler::BinaryKind Kind);
  compiler::Status finish(const Job &Of, compiler::Result Built,
                          compiler::BinaryKind Kind);
  void abandon(const Task &What);
  /// What builds and compiles, once it has begun, of source or IL.
  std::function<compiler::Result()>
  translation(compiler::Action Asked, const std::string &Options,
              std::vector<compiler::Header> Headers) const;

  Ref<Context> TheContext;
  Origin From;
  std::string Source, IL;

  /// \p D is one of devices().
  BuildState &of(const Device &D);
  static void wakeWaiting();
  void awaitBuilds() const;
  Executables allExecutables() const;

  /// For the states of all programs.
  static inline exec::ForkMutex Mutex;
  std::vector<BuildState> States; ///< One for each device.
  compiler::SpirvModule Module;   ///< Of IL, with its constants' values.
  unsigned NumKernels = 0;
  /// exec::processNumber() of the last build.
  std::uint32_t BuiltIn = 0;
  /// Of all programs.
  static inline std::atomic<unsigned> EndedBuilds{0};
};

} // namespace ferry::core

#endif // FERRY_CORE_PROGRAM_H
