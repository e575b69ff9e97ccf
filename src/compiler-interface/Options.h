//===- Options.h - Build options --------------------------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_COMPILERINTERFACE_OPTIONS_H
#define FERRY_COMPILERINTERFACE_OPTIONS_H

#include "compiler-interface/Compiler.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ferry::compiler {

/// What the options of clBuildProgram, clCompileProgram or clLinkProgram ask
/// for (OpenCL API specification, section 5.8.6 and 5.8.7).
struct Options {
  /// Arguments for Clang's -cc1.
  std::vector<std::string> clangArguments;
  bool createLibrary = false;
  /// The last group of a dimension may be smaller than the others, as a program
  /// in OpenCL C says.
  bool nonUniformGroups = false;
  /// It may not, whatever the program is written in.
  bool uniformGroups = false;
  /// Code says which lines it comes from.
  bool debugInfo = false;
  /// Code is what the source says, in that order, as debuggers want it.
  bool unoptimised = false;
  /// Kernels may take denormals for zeros.
  bool flushDenormals = false;
};

/// Parses \p Text, what \p Asked is given.
/// \returns nothing, and what is wrong in \p Error, if an option is unknown,
///          lacks its value, or is for something else.
std::optional<Options> parseOptions(Action Asked, std::string_view Text,
                                    std::string &Error);

} // namespace ferry::compiler

#endif // FERRY_COMPILERINTERFACE_OPTIONS_H
