//===- Report.h - The results as a table and as JSON ------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef LATENCY_REPORT_H
#define LATENCY_REPORT_H

#include "Drivers.h"

#include <iosfwd>
#include <vector>

namespace latency {

/// A row for each measure, a column for each driver.
void printTable(std::ostream &Out, const std::vector<Driver> &Drivers);

/// An object with the drivers and their values; the units are in the names.
void printJson(std::ostream &Out, const std::vector<Driver> &Drivers);

} // namespace latency

#endif // LATENCY_REPORT_H
