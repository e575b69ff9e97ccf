//===- Report.h - The results as a table and as JSON ------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef KERNELS_REPORT_H
#define KERNELS_REPORT_H

#include "Results.h"

#include <iosfwd>

namespace kernels {

/// The last row, in a line.
void printProgress(std::ostream &Out, const Results &Results);

/// All rows, and the means.
void printTable(std::ostream &Out, const Results &Results);

/// Everything that was measured; seconds are of a launch, medians.
void printJson(std::ostream &Out, const Results &Results);

/// The speeds as a picture, in SVG.
void drawChart(std::ostream &Out, const Results &Results);

} // namespace kernels

#endif // KERNELS_REPORT_H
