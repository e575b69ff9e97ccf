//===- Report.h - Shows what builds took ------------------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef BUILDS_REPORT_H
#define BUILDS_REPORT_H

#include "common/Contest.h"

#include <iosfwd>
#include <map>
#include <string>
#include <vector>

namespace builds {

/// A row on one driver: medians, by the names of the measures.
struct Cell {
  std::map<std::string, double> values;
  std::string failure; ///< Why there are none, if there are none.
};

struct Results {
  unsigned repetitions = 0;
  std::vector<bench::Contestant> contestants;
  std::vector<std::pair<std::string, std::vector<Cell>>> rows;
};

/// A table for each measure. Its last column is how many times as much the best
/// peer took as Ferry.
void printTables(std::ostream &Out, const Results &Results);

void printJson(std::ostream &Out, const Results &Results);

} // namespace builds

#endif // BUILDS_REPORT_H
