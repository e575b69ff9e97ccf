//===- Options.h - The command line -----------------------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef TILEFILTER_OPTIONS_H
#define TILEFILTER_OPTIONS_H

#include <cstddef>
#include <iosfwd>
#include <string>

namespace tilefilter {

struct Options {
  enum class Mode {
    Filter, ///< One platform, told at length.
    Row,    ///< One platform, told in one line with tabs between the cells.
    All,    ///< A row of every platform.
    List,   ///< The platforms' names.
    Help,
  };
  Mode mode = Mode::Filter;
  std::string platform = "0";
  std::string input; ///< Empty: the default picture.
  /// Pixels of a picture to draw instead of loading one; 0: none.
  std::size_t drawWidth = 0, drawHeight = 0;
  std::string output; ///< Empty: none in Row, otherwise beside the program.
  unsigned runs = 11; ///< Of which the median is told; at least 1.
};

/// \throws std::runtime_error that says which argument is wrong.
Options parseOptions(int Argc, char **Argv);

void printHelp(std::ostream &Out);

} // namespace tilefilter

#endif // TILEFILTER_OPTIONS_H
