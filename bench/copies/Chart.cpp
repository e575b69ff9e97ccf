//===- Chart.cpp - The results as pictures --------------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "Report.h"
#include "host/Table.h"

#include <algorithm>
#include <cmath>
#include <ostream>

namespace copies {

using host::fixed;

namespace {

// Everything in pixels.
constexpr double PageWidth = 1200, Margin = 24, HeadHeight = 92;
constexpr double PlotHeight = 170, LabelHeight = 72, TitleHeight = 26;
constexpr double PanelHeight = TitleHeight + PlotHeight + LabelHeight;
constexpr double AxisWidth = 40, RowWidth = 17.5, PanelGap = 18;

/// For the subject first. They can be told apart by the colour-blind.
constexpr const char *Colours[] = {"#0b61c4", "#d95f02", "#1b9e77", "#a6428f",
                                   "#b58900"};
constexpr const char *Ink = "#24292f", *Faint = "#d5d9de", *Dark = "#6b727b";

std::string escape(const std::string &Text) {
  std::string Result;
  for (char C : Text)
    Result += C == '<' ? "&lt;" : C == '&' ? "&amp;" : std::string(1, C);
  return Result;
}

class Chart {
public:
  Chart(std::ostream &Out, const Results &Results)
      : Out(Out), Found(Results), Subject(Results.subject().value_or(0)) {}

  void draw() {
    place();
    double Height =
        HeadHeight + double(NumLines) * (PanelHeight + PanelGap) + Margin / 2;
    Out << "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 "
        << PageWidth << ' ' << Height << "\" width=\"" << PageWidth
        << "\" height=\"" << Height
        << "\" font-family=\"Helvetica, Arial, sans-serif\" font-size=\"11\" "
           "fill=\""
        << Ink
        << "\">\n<rect width=\"100%\" height=\"100%\" rx=\"8\" "
           "fill=\"#ffffff\"/>\n";
    drawHead();
    for (const Panel &Panel : Panels)
      drawPanel(Panel);
    Out << "</svg>\n";
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
             Found.rows[End].row.family == Found.rows[First].row.family)
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

  void text(double X, double Y, const std::string &Text,
            const std::string &Attributes = {}) {
    Out << "<text x=\"" << fixed(X, 1) << "\" y=\"" << fixed(Y, 1) << "\" "
        << Attributes << '>' << escape(Text) << "</text>\n";
  }

  void line(double X1, double X2, double Y, const char *Colour,
            const std::string &Attributes = {}) {
    Out << "<path d=\"M" << fixed(X1, 1) << ' ' << fixed(Y, 1) << 'H'
        << fixed(X2, 1) << "\" stroke=\"" << Colour << "\" fill=\"none\" "
        << Attributes << "/>\n";
  }

  const char *colourOf(std::size_t Contestant) const {
    // The subject changes places with the first driver.
    std::size_t Place = Contestant == Subject  ? 1
                        : Contestant < Subject ? Contestant + 1
                                               : Contestant;
    return Contestant == 0 ? Dark : Colours[(Place - 1) % std::size(Colours)];
  }

  void drawHead() {
    text(Margin, 34, "Async copies beside hand-written C++",
         "font-size=\"19\" font-weight=\"bold\"");
    text(Margin, 55,
         "Speed in times of the hand-written program's, which is 1 (more is "
         "better). In the panels of pipelines and matrices: a ratio of the "
         "contestant's own times (less is better).");
    double X = Margin;
    for (std::size_t I = 0; I != Found.contestants.size(); ++I) {
      const Contestant &Each = Found.contestants[I];
      Out << "<circle cx=\"" << X + 5 << "\" cy=\"74\" r=\"5\" fill=\""
          << colourOf(I) << "\"/>\n";
      std::string Name = I ? Each.platform : "hand-written C++";
      text(X + 15, 78, Name);
      X += 40 + 6.2 * double(Name.size());
    }
    line(X, X + 26, 74, "#c62828", "stroke-dasharray=\"5 3\"");
    text(X + 32, 78, "Ferry's goal");
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

  void drawPanel(const Panel &Panel) {
    const Row &First = Found.rows[Panel.first].row;
    const bool IsRatio = isTimeRatio(First);
    const Scale Axis = IsRatio ? Scale{0.25, 8} : Scale{1.0 / 32, 4};
    const double Left = Panel.x + AxisWidth, Right = Panel.x + Panel.width();
    const double Base = Panel.y + TitleHeight + PlotHeight;
    text(Panel.x, Panel.y + 12,
         First.family + (IsRatio ? " (less is better)" : ""),
         "font-size=\"13\" font-weight=\"bold\"");
    for (double Tick = Axis.bottom; Tick <= Axis.top; Tick *= 2) {
      double Y = Base - heightOf(Tick, Axis);
      line(Left, Right, Y, Tick == 1 ? Dark : Faint);
      text(Left - 6, Y + 4,
           Tick < 1 ? "1/" + fixed(1 / Tick, 0) : fixed(Tick, 0),
           "text-anchor=\"end\"");
    }
    // Not all rows of a family need have the goal, but there is only one.
    for (std::size_t R = Panel.first; R != Panel.end; ++R)
      if (const Row &Row = Found.rows[R].row; Row.goal != Goal::None) {
        line(Left, Right, Base - heightOf(Row.goalValue, Axis), "#c62828",
             "stroke-dasharray=\"5 3\"");
        break;
      }

    const double Step = (Right - Left) / double(Panel.end - Panel.first);
    auto place = [&](std::size_t R) {
      return Left + (double(R - Panel.first) + 0.5) * Step;
    };
    for (std::size_t R = Panel.first; R != Panel.end; ++R) {
      std::string At = fixed(place(R), 1) + " " + fixed(Base + 10, 1);
      text(place(R) + 4, Base + 10,
           Found.rows[R].row.name.substr(First.family.size() + 1),
           "text-anchor=\"end\" transform=\"rotate(-50 " + At + ")\"");
    }
    // The subject last, above the others; the hand-written program is the line
    // at 1 where it is what the others are compared with.
    for (std::size_t I = IsRatio ? 0 : 1; I != Found.contestants.size(); ++I)
      if (I != Subject)
        drawSeries(Panel, I, IsRatio, Axis, Base, place);
    if (Subject)
      drawSeries(Panel, Subject, IsRatio, Axis, Base, place);
  }

  template <typename Function>
  void drawSeries(const Panel &Panel, std::size_t Contestant, bool IsRatio,
                  Scale Axis, double Base, Function &&Place) {
    std::string Path, Dots;
    bool Joins = false;
    for (std::size_t R = Panel.first; R != Panel.end; ++R) {
      const Result &Result = Found.rows[R];
      auto Value = IsRatio ? valueOf(Result, Contestant)
                           : ratioToHand(Result, Contestant);
      if (Value) {
        std::string X = fixed(Place(R), 1);
        std::string Y = fixed(Base - heightOf(*Value, Axis), 1);
        Path += (Joins ? "L" : "M") + X + " " + Y;
        Dots += "<circle cx=\"" + X + "\" cy=\"" + Y + "\" r=\"3.2\"><title>" +
                escape(Found.contestants[Contestant].name + ", " +
                       Result.row.name + ": " + fixed(*Value, 2)) +
                "</title></circle>\n";
      }
      Joins = Value.has_value();
    }
    const char *Colour = colourOf(Contestant);
    Out << "<path d=\"" << Path << "\" stroke=\"" << Colour
        << "\" stroke-width=\"1.4\" stroke-opacity=\"0.55\" fill=\"none\"/>\n"
        << "<g fill=\"" << Colour << "\">\n"
        << Dots << "</g>\n";
  }

  std::ostream &Out;
  const Results &Found;
  std::size_t Subject;
  std::vector<Panel> Panels;
  std::size_t NumLines = 1;
};

} // namespace

void drawChart(std::ostream &Out, const Results &Results) {
  Chart(Out, Results).draw();
}

} // namespace copies
