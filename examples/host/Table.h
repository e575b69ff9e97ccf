//===- Table.h - Text in columns --------------------------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef HOST_TABLE_H
#define HOST_TABLE_H

#include <iosfwd>
#include <string>
#include <vector>

namespace host {

/// Text in columns that are as wide as their widest cell. A row may have fewer
/// cells than the first, whose last one then runs on to the right.
class Table {
public:
  /// \param LeftColumns so many columns at the left are flush left, the others
  ///        flush right.
  explicit Table(unsigned LeftColumns) : LeftColumns(LeftColumns) {}

  /// The first row is the head.
  void add(std::vector<std::string> Row) { Rows.push_back(std::move(Row)); }

  void print(std::ostream &Out) const;

private:
  unsigned LeftColumns;
  std::vector<std::vector<std::string>> Rows;
};

/// \p Value with \p Digits digits after the point.
std::string fixed(double Value, int Digits);

} // namespace host

#endif // HOST_TABLE_H
