//===- Workloads.h - Kernels of all drivers side by side --------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef WORKLOADS_WORKLOADS_H
#define WORKLOADS_WORKLOADS_H

#include "Row.h"
#include "common/Harness.h"
#include "common/Server.h"

#include <memory>

namespace workloads {

/// A contestant: the driver that the ICD loader finds, or hand-written C++.
/// \param Arguments "device" or a number of threads, and "quick" or "full".
void serve(const std::vector<std::string> &Arguments);

/// Runs rows on the device of \p Session.
std::unique_ptr<bench::Server> makeDeviceServer(const bench::Session &Session,
                                                bool Quick);

class Workloads : public bench::Contest {
public:
  explicit Workloads(const bench::Options &Given)
      : Contest(Given), Rows(allRows(Given.quick)) {}

  std::vector<std::string> rowNames() const override;
  /// The speed in the row's unit.
  std::optional<double> valueOf(const bench::Result &Result,
                                std::size_t Contestant) const override;
  std::string number(double Value) const override;
  void printTables(std::ostream &Out) const override;
  std::vector<std::pair<std::string, std::string>>
  members(const bench::Result &Result) const override;
  void draw(std::ostream &Out) const override;

private:
  std::vector<Row> Rows;
};

} // namespace workloads

#endif // WORKLOADS_WORKLOADS_H
