//===- Drivers.h - The drivers to measure, one at a time --------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef LATENCY_DRIVERS_H
#define LATENCY_DRIVERS_H

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace latency {

/// One driver and what was measured of it.
struct Driver {
  std::filesystem::path icd; ///< Its .icd file.
  std::string name;          ///< The file's, without .icd.
  std::string platform, device, version;
  /// Medians, by the names that Measure.cpp gives them.
  std::map<std::string, double> values;
  /// Why values are missing, if any are.
  std::vector<std::string> failures;
};

/// Measures everything of \p Driver, in child processes in which it is the only
/// driver and has an empty cache below \p Scratch.
void measure(Driver &Driver, const std::filesystem::path &Scratch);

} // namespace latency

#endif // LATENCY_DRIVERS_H
