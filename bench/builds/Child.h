//===- Child.h - Builds a program -------------------------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef BUILDS_CHILD_H
#define BUILDS_CHILD_H

#include "Row.h"

#include <cstddef>

namespace builds {

/// What is measured of a row.
enum : std::size_t {
  FirstWall,
  FirstProcessor,
  FurtherWall,
  FurtherProcessor,
  MostMemory,
  BinaryBytes
};
/// By the names of its lines on standard output, in this order.
struct Measure {
  const char *name; ///< With its unit.
  int digits;       ///< After the point, in the table.
};
inline constexpr Measure Measures[] = {
    {"first build, ms", 1},   {"first build, processor ms", 1},
    {"further build, ms", 1}, {"further build, processor ms", 1},
    {"most memory, MB", 0},   {"binary, kB", 0},
};

/// Builds the program as the first of this process, and a few times more, and
/// writes a line for each measure: name, tab, value; and lines that name the
/// driver.
/// \throws std::runtime_error if a call fails.
void measure(const Row &Row);

} // namespace builds

#endif // BUILDS_CHILD_H
