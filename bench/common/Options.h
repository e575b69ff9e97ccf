//===- Options.h - The command line of a comparison -------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef BENCH_COMMON_OPTIONS_H
#define BENCH_COMMON_OPTIONS_H

#include <string>
#include <vector>

namespace bench {

/// What a program that compares contestants row by row can be told.
struct Options {
  std::vector<std::string> icds, only;
  std::string json, svg, programs;
  unsigned repetitions = 0;
  bool quick = false, list = false, help = false;

  /// \throws std::runtime_error if an argument is unknown or lacks its value.
  explicit Options(const std::vector<std::string> &Arguments);

  /// Whether the row of this name is asked for.
  bool wants(const std::string &RowName) const;
};

/// What --help tells about them, and about drivers and exit status.
extern const char OptionsHelp[];

} // namespace bench

#endif // BENCH_COMMON_OPTIONS_H
