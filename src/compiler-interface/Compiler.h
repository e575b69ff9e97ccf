//===- Compiler.h - From OpenCL C to an object ------------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The interface of libferry-compiler.so, the only part of Ferry that links
/// Clang and LLVM. A build finds all errors; code of a kernel is generated
/// later, for the launches that need it. It is loaded by the first build (see
/// CompilerLibrary.h), so that loading the driver, and running a cached
/// program, costs nothing of it. No LLVM type appears here.
///
//===----------------------------------------------------------------------===//

#ifndef FERRY_COMPILERINTERFACE_COMPILER_H
#define FERRY_COMPILERINTERFACE_COMPILER_H

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ferry::compiler {

enum class Status : std::uint32_t {
  Success,
  /// The options are not what clBuildProgram accepts; the log says which.
  InvalidOptions,
  /// The source is wrong or a function is missing; the log has the
  /// diagnostics.
  Failure,
  /// There was not enough memory.
  OutOfMemory,
};

/// A part of a build, in nanoseconds of the monotonic clock.
struct Stage {
  std::string name;
  std::uint64_t begin = 0, end = 0;
};

struct Result {
  Status status = Status::Failure;
  /// Diagnostics, also when the status is Success (warnings).
  std::string log;
  /// LLVM bitcode of a compiled program or library, or an ELF relocatable
  /// object: that of an executable program (abi::ProgramInfo), or of a kernel's
  /// code (abi::KernelCode).
  std::string image;
  /// Of an executable program: what code of its kernels is generated from
  /// (KernelBitcode.h).
  std::string kernels;
  /// Files that the source included from disk, absolute paths.
  std::vector<std::string> includedFiles = {};
  /// In the order of time; none if the cache had it.
  std::vector<Stage> stages = {};
};

/// Bytes of the largest file that a program may include.
inline constexpr std::uint64_t MaxSourceBytes = std::uint64_t(256) << 20;

/// The name of the source in diagnostics and for debuggers.
inline constexpr char SourceName[] = "program.cl";

/// A header given to clCompileProgram: the name to include, the text.
using Header = std::pair<std::string, std::string>;

enum class Action : std::uint32_t {
  Build,   ///< A program to an object (clBuildProgram).
  Compile, ///< A program to bitcode (clCompileProgram).
  /// Bitcode modules to an object (clLinkProgram), or to one module with
  /// `-create-library` in the options.
  Link,
  Kernel, ///< kernelBitcode() to an object with code of that kernel.
};

/// What code of a kernel is to be.
enum class CodeForm : std::uint32_t {
  Object,   ///< What runs.
  Assembly, ///< Text, as LLVM's assembler reads it.
  IR,       ///< Text: the module that code is generated from.
};

/// What a program that is built or compiled is written in.
enum class Language : std::uint32_t {
  OpenCLC,
  Spirv, ///< SpirvModule's bytes.
};

/// What the compiler shall do.
struct Request {
  Action action = Action::Build;
  std::string_view options;
  /// One text, or the modules to link.
  std::vector<std::string_view> inputs;
  std::vector<Header> headers; ///< Of Action::Compile.

  // Of Action::Kernel.
  std::string_view kernel = {};
  std::uint32_t row = 0; ///< An abi::rowClass.
  CodeForm form = CodeForm::Object;
  /// What code may take for granted of images and samplers, in the order of the
  /// arguments: for an image what its FerryImage has from FerryFormatOffset on,
  /// for a sampler its bits (8 bytes). Empty if nothing is known.
  std::string_view constants = {};

  /// Of Action::Build and Action::Compile: where debuggers find the text; may
  /// be empty.
  std::string_view sourceFile = {};
  Language language = Language::OpenCLC; ///< Likewise.
};

/// May be used by several threads at once, on a stack of any size. Throws
/// nothing but std::bad_alloc.
class Compiler {
public:
  virtual Result run(const Request &What) = 0;

  /// Says that the process is the compiler's own, so that it may note on stderr
  /// what it was about when a signal ends it.
  ///
  /// \param OutOfMemory called where memory cannot be had; does not return.
  virtual void ownProcess(void (*OutOfMemory)()) = 0;

protected:
  ~Compiler() = default;
};

/// The one symbol that libferry-compiler.so exports for the driver.
inline constexpr char EntrySymbol[] = "ferryCompiler";
using EntryFunction = Compiler *(*)();

} // namespace ferry::compiler

#endif // FERRY_COMPILERINTERFACE_COMPILER_H
