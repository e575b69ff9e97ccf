//===- Report.h - The results as a table and as JSON ------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef COPIES_REPORT_H
#define COPIES_REPORT_H

#include "Results.h"

#include <iosfwd>

namespace copies {

/// The last row, in a line.
void printProgress(std::ostream &Out, const Results &Results);

/// The goals family by family, then all rows.
void printTables(std::ostream &Out, const Results &Results);

/// Everything that was measured; seconds are of a pass, medians.
void printJson(std::ostream &Out, const Results &Results);

/// The ratios as pictures, in SVG.
void drawChart(std::ostream &Out, const Results &Results);

} // namespace copies

#endif // COPIES_REPORT_H
