//===- Row.h - A program to build -------------------------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef BUILDS_ROW_H
#define BUILDS_ROW_H

#include <string>
#include <vector>

namespace builds {

struct Program {
  std::string source, options;
};

struct Row {
  std::string name;
  /// One, or all that an application builds: one after the other.
  std::vector<Program> programs;
  /// Whether the program has a `kernel void k(global float *, float)` that can
  /// be launched, and is measured up to its first result. Others are measured
  /// up to the programs' binaries, which have the code of all their kernels.
  bool launched = false;
};

/// Those that this program knows, small ones and such as grow out of hand
/// easily; then those of \p Folder, if it is not empty: a row for each NAME.cl,
/// with the build options of NAME.opt, if that is there, and one for all
/// programs of each folder in it.
/// \throws std::runtime_error if there is no such folder.
std::vector<Row> allRows(const std::string &Folder);

} // namespace builds

#endif // BUILDS_ROW_H
