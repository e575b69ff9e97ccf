//===- Chart.cpp - The results as a picture -------------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "Workloads.h"
#include "common/Svg.h"
#include "host/Table.h"

#include <algorithm>
#include <cmath>

namespace workloads {

using bench::Svg;
using host::fixed;

// Everything in pixels.
static constexpr double Margin = 24, HeadHeight = 104, RowHeight = 21;
static constexpr double NameWidth = 220, PlotWidth = 760;
static constexpr double Left = Margin + NameWidth;
/// The axis, in powers of two.
static constexpr int Lowest = -6, Highest = 5;

/// Logarithmic: a half is as far from 1 as 2 is.
static double placeOf(double Ratio) {
  double Power = std::clamp(std::log2(Ratio), double(Lowest), double(Highest));
  return Left + PlotWidth * (Power - Lowest) / (Highest - Lowest);
}

void Workloads::draw(std::ostream &Out) const {
  // The first driver takes the subject's place if it is not there.
  const std::size_t Subject = Found.subject().value_or(1);
  const double Bottom = HeadHeight + RowHeight * double(Found.rows.size());
  Svg Page(Out, Left + PlotWidth + Margin, Bottom + Margin);
  const std::string &Name = Found.contestants[Subject].platform;
  Page.text(Margin, 34, "Compute kernels",
            "font-size=\"19\" font-weight=\"bold\"");
  Page.text(Margin, 55,
            "Speed in times of " + Name +
                "'s, which is 1: what is left of it is " +
                "slower. What is outside is at the edge.");
  Page.legend(Margin, 74, Found.contestants, Subject);
  for (int Power = Lowest; Power <= Highest; ++Power) {
    double X = placeOf(std::exp2(Power));
    Page.vertical(X, HeadHeight - 4, Bottom, Power ? Svg::Faint : Svg::Dark);
    Page.text(X, HeadHeight - 8,
              (Power < 0 ? "1/" : "") + fixed(std::exp2(std::abs(Power)), 0),
              "text-anchor=\"middle\"");
  }
  for (std::size_t R = 0; R != Found.rows.size(); ++R) {
    const bench::Result &Row = Found.rows[R];
    const double Y = HeadHeight + RowHeight * (double(R) + 0.5);
    Page.text(Left - 10, Y + 4, Row.name, "text-anchor=\"end\"");
    Page.horizontal(Left, Left + PlotWidth, Y, Svg::Faint);
    auto Own = valueOf(Row, Subject);
    if (!Own)
      continue;
    for (std::size_t I = 0; I != Row.cells.size(); ++I)
      if (auto Value = valueOf(Row, I))
        Page.dot(placeOf(*Value / *Own), Y, 4.5, Svg::colourOf(I, Subject),
                 Found.contestants[I].name + ", " + Row.name + ": " +
                     fixed(*Value, 2) + " " + Rows[Row.row].unit);
  }
}

} // namespace workloads
