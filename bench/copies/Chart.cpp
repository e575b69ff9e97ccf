//===- Chart.cpp - The results as pictures --------------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "Copies.h"
#include "common/Svg.h"
#include "host/Table.h"

#include <algorithm>
#include <cmath>
#include <ostream>

namespace copies {

using bench::Svg;
using host::fixed;

namespace {

// Everything in pixels.
constexpr double PageWidth = 1200, Margin = 24, HeadHeight = 92;
constexpr double PlotHeight = 170, LabelHeight = 72, TitleHeight = 26;
constexpr double PanelHeight = TitleHeight + PlotHeight + LabelHeight;
constexpr double AxisWidth = 40, RowWidth = 17.5, PanelGap = 18;

class Chart {
public:
  explicit Chart(const Copies &Copies)
      : All(Copies), Found(Copies.Found),
        Subject(Copies.Found.subject().value_or(0)) {
    place();
  }

  void draw(std::ostream &Out) {
    Svg Page(Out, PageWidth,
             HeadHeight + double(NumLines) * (PanelHeight + PanelGap) +
                 Margin / 2);
    drawHead(Page);
    for (const Panel &Panel : Panels)
      drawPanel(Page, Panel);
  }

private:
  /// The rows of a family.
  struct Panel {
    std::size_t first, end;
    double x, y;

    double width() const {
      // The titles of short families are longer than their rows.
      return std::max(AxisWidth + double(end - first) * RowWidth, 215.0);
    }
  };

  void place() {
    double X = Margin;
    for (std::size_t First = 0; First != Found.rows.size();) {
      std::size_t End = First;
      while (End != Found.rows.size() &&
             rowAt(End).family == rowAt(First).family)
        ++End;
      Panel Next{First, End, X, 0};
      if (X > Margin && X + Next.width() > PageWidth - Margin) {
        Next.x = Margin;
        ++NumLines;
      }
      Next.y = HeadHeight + double(NumLines - 1) * (PanelHeight + PanelGap);
      X = Next.x + Next.width() + PanelGap;
      Panels.push_back(Next);
      First = End;
    }
  }

  void drawHead(Svg &Page) const {
    Page.text(Margin, 34, "Async copies beside hand-written C++",
              "font-size=\"19\" font-weight=\"bold\"");
    Page.text(
        Margin, 55,
        "Speed in times of the hand-written program's, which is 1 (more is "
        "better). In the panels of pipelines and matrices: a ratio of the "
        "contestant's own times (less is better).");
    const double X = Page.legend(Margin, 74, Found.contestants, Subject);
    Page.horizontal(X, X + 26, 74, "#c62828", "stroke-dasharray=\"5 3\"");
    Page.text(X + 32, 78, "Ferry's goal");
  }

  struct Scale {
    double bottom, top;
  };

  /// Logarithmic: a half is as far from 1 as 2 is.
  static double heightOf(double Ratio, Scale Scale) {
    auto [Bottom, Top] = Scale;
    double Clamped = std::clamp(Ratio, Bottom, Top);
    return PlotHeight * std::log(Clamped / Bottom) / std::log(Top / Bottom);
  }

  void drawPanel(Svg &Page, const Panel &Panel) const {
    const Row &First = rowAt(Panel.first);
    const bool IsRatio = isTimeRatio(First);
    const Scale Axis = IsRatio ? Scale{0.25, 8} : Scale{1.0 / 32, 4};
    const double Left = Panel.x + AxisWidth, Right = Panel.x + Panel.width();
    const double Base = Panel.y + TitleHeight + PlotHeight;
    Page.text(Panel.x, Panel.y + 12,
              First.family + (IsRatio ? " (less is better)" : ""),
              "font-size=\"13\" font-weight=\"bold\"");
    for (double Tick = Axis.bottom; Tick <= Axis.top; Tick *= 2) {
      double Y = Base - heightOf(Tick, Axis);
      Page.horizontal(Left, Right, Y, Tick == 1 ? Svg::Dark : Svg::Faint);
      Page.text(Left - 6, Y + 4,
                Tick < 1 ? "1/" + fixed(1 / Tick, 0) : fixed(Tick, 0),
                "text-anchor=\"end\"");
    }
    // Not all rows of a family need have the goal, but there is only one.
    for (std::size_t R = Panel.first; R != Panel.end; ++R)
      if (const Row &Row = rowAt(R); Row.goal != Goal::None) {
        Page.horizontal(Left, Right, Base - heightOf(Row.goalValue, Axis),
                        "#c62828", "stroke-dasharray=\"5 3\"");
        break;
      }

    const double Step = (Right - Left) / double(Panel.end - Panel.first);
    auto place = [&](std::size_t R) {
      return Left + (double(R - Panel.first) + 0.5) * Step;
    };
    for (std::size_t R = Panel.first; R != Panel.end; ++R) {
      std::string At = fixed(place(R), 1) + " " + fixed(Base + 10, 1);
      Page.text(place(R) + 4, Base + 10,
                Found.rows[R].name.substr(First.family.size() + 1),
                "text-anchor=\"end\" transform=\"rotate(-50 " + At + ")\"");
    }
    // The subject last, above the others; the hand-written program is the line
    // at 1 where it is what the others are compared with.
    for (std::size_t I = IsRatio ? 0 : 1; I != Found.contestants.size(); ++I)
      if (I != Subject)
        drawSeries(Page, Panel, I, IsRatio, Axis, Base, place);
    if (Subject)
      drawSeries(Page, Panel, Subject, IsRatio, Axis, Base, place);
  }

  template <typename Function>
  void drawSeries(Svg &Page, const Panel &Panel, std::size_t Contestant,
                  bool IsRatio, Scale Axis, double Base,
                  Function &&Place) const {
    const char *Colour = Svg::colourOf(Contestant, Subject);
    auto valueAt = [&](std::size_t R) {
      return IsRatio ? All.valueOf(Found.rows[R], Contestant)
                     : All.ratioToHand(Found.rows[R], Contestant);
    };
    std::string Path;
    bool Joins = false;
    for (std::size_t R = Panel.first; R != Panel.end; ++R) {
      auto Value = valueAt(R);
      if (Value)
        Path += (Joins ? "L" : "M") + fixed(Place(R), 1) + " " +
                fixed(Base - heightOf(*Value, Axis), 1);
      Joins = Value.has_value();
    }
    Page.path(Path, Colour, "stroke-width=\"1.4\" stroke-opacity=\"0.55\"");
    for (std::size_t R = Panel.first; R != Panel.end; ++R)
      if (auto Value = valueAt(R))
        Page.dot(Place(R), Base - heightOf(*Value, Axis), 3.2, Colour,
                 Found.contestants[Contestant].name + ", " +
                     Found.rows[R].name + ": " + fixed(*Value, 2));
  }

  const Row &rowAt(std::size_t R) const { return All.rowOf(Found.rows[R]); }

  const Copies &All;
  const bench::Results &Found;
  std::size_t Subject;
  std::vector<Panel> Panels;
  std::size_t NumLines = 1;
};

} // namespace

void Copies::draw(std::ostream &Out) const { Chart(*this).draw(Out); }

} // namespace copies
