//===- Copies.h - Async copies of all drivers side by side ------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef COPIES_COPIES_H
#define COPIES_COPIES_H

#include "Row.h"
#include "common/Harness.h"

namespace copies {

using bench::Cell;
using bench::Result;
using bench::State;

/// A contestant: the driver that the ICD loader finds, or hand-written C++.
/// \param Arguments "device" or a number of threads, "quick" or "full", and a
///        file that all share, for the tiles.
void serve(const std::vector<std::string> &Arguments);

class Copies : public bench::Contest {
public:
  explicit Copies(const bench::Options &Given)
      : Contest(Given), Rows(allRows(Given.quick)) {}

  std::vector<std::string> rowNames() const override;
  /// 10^9 bytes a second, or a ratio of times.
  std::optional<double> valueOf(const Result &Result,
                                std::size_t Contestant) const override;
  std::string number(double Value) const override;
  /// The goals family by family, then all rows.
  void printTables(std::ostream &Out) const override;
  std::vector<std::pair<std::string, std::string>>
  members(const Result &Result) const override;
  void draw(std::ostream &Out) const override;

  const Row &rowOf(const Result &Result) const { return Rows[Result.row]; }
  /// How a contestant's value compares with the hand-written one: above 1 it is
  /// better.
  std::optional<double> ratioToHand(const Result &Result,
                                    std::size_t Contestant) const;

private:
  std::vector<std::string> childArguments() const override;
  /// Bytes of a pass.
  double workOf(const Result &Result) const;
  std::optional<double> ratioToPeers(const Result &Result) const;
  /// Whether the subject meets the row's goal; nothing if there is none, or no
  /// value.
  std::optional<bool> meetsGoal(const Result &Result) const;
  void printGoals(std::ostream &Out, std::size_t Subject) const;
  void printRows(std::ostream &Out) const;

  std::vector<Row> Rows;
};

} // namespace copies

#endif // COPIES_COPIES_H
