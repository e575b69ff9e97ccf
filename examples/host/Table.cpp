//===- Table.cpp - Text in columns ----------------------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "Table.h"

#include <algorithm>
#include <cstdio>
#include <ostream>

namespace host {

void Table::print(std::ostream &Out) const {
  if (Rows.empty())
    return;
  std::size_t Columns = Rows.front().size();
  std::vector<std::size_t> Widths(Columns, 0);
  for (const auto &Row : Rows)
    for (std::size_t I = 0; I != Row.size(); ++I)
      // The last cell of a short row runs on.
      if (Row.size() == Columns || I + 1 != Row.size())
        Widths[I] = std::max(Widths[I], Row[I].size());

  for (std::size_t R = 0; R != Rows.size(); ++R) {
    std::string Line;
    for (std::size_t I = 0; I != Rows[R].size(); ++I) {
      const std::string &Cell = Rows[R][I];
      bool RunsOn = Rows[R].size() != Columns && I + 1 == Rows[R].size();
      std::string Space(Widths[I] > Cell.size() ? Widths[I] - Cell.size() : 0,
                        ' ');
      if (I)
        Line += "  ";
      Line += I < LeftColumns || RunsOn ? Cell + Space : Space + Cell;
    }
    Line.erase(Line.find_last_not_of(' ') + 1);
    Out << Line << '\n';
    if (R == 0) {
      std::size_t Width = 0;
      for (std::size_t I = 0; I != Columns; ++I)
        Width += Widths[I] + (I ? 2 : 0);
      Out << std::string(Width, '-') << '\n';
    }
  }
}

std::string fixed(double Value, int Digits) {
  char Buffer[64];
  std::snprintf(Buffer, sizeof Buffer, "%.*f", Digits, Value);
  return Buffer;
}

} // namespace host
