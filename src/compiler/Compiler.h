//===- Compiler.h - From OpenCL C to an object ------------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The interface of libferry-compiler.so, the only part of Ferry that links
/// Clang and LLVM. It is loaded by the first build (see CompilerLibrary.h), so
/// that loading the driver, and running a cached program, costs nothing of it.
/// No LLVM type appears here.
///
//===----------------------------------------------------------------------===//

#ifndef FERRY_COMPILER_COMPILER_H
#define FERRY_COMPILER_COMPILER_H

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ferry::compiler {

enum class Status {
  Success,
  /// The options are not what clBuildProgram accepts; the log says which.
  InvalidOptions,
  /// The source is wrong or a function is missing; the log has the
  /// diagnostics.
  Failure,
};

struct Result {
  Status status = Status::Failure;
  /// Diagnostics, also when the status is Success (warnings).
  std::string log;
  /// LLVM bitcode of a compiled program or library, or an ELF relocatable
  /// object of an executable program.
  std::string image;
  /// Files that the source included from disk, absolute paths.
  std::vector<std::string> includedFiles;
};

/// A header given to clCompileProgram: the name to include, the text.
using Header = std::pair<std::string, std::string>;

/// All functions may be called from several threads at once, on a stack of any
/// size; none throws.
class Compiler {
public:
  /// OpenCL C to bitcode (clCompileProgram).
  virtual Result compile(std::string_view source, std::string_view options,
                         const std::vector<Header> &headers) = 0;

  /// Bitcode modules to one object (clLinkProgram), or to one bitcode library
  /// with `-create-library` in \p options.
  virtual Result link(const std::vector<std::string_view> &bitcode,
                      std::string_view options) = 0;

  /// OpenCL C to an object (clBuildProgram).
  virtual Result build(std::string_view source, std::string_view options) = 0;

protected:
  ~Compiler() = default;
};

/// The one symbol that libferry-compiler.so exports for the driver.
inline constexpr char EntrySymbol[] = "ferryCompiler";
using EntryFunction = Compiler *(*)();

} // namespace ferry::compiler

#endif // FERRY_COMPILER_COMPILER_H
