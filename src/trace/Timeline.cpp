//===- Timeline.cpp - A drawing of one group ------------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "trace/Reports.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>

using namespace llvm;

namespace ferry::trace {

namespace {

/// What a bar stands for, and its colour.
enum class Sort {
  Computing,
  Starting,
  Waiting,
  Pending,
  Moving,
  MovingByOther
};

const char *colourOf(Sort S) {
  switch (S) {
  case Sort::Computing:
    return "#4c78a8";
  case Sort::Starting:
    return "#f2a33c";
  case Sort::Waiting:
    return "#d0433b";
  case Sort::Pending:
    return "#e3e3e3";
  case Sort::Moving:
    return "#f2a33c";
  case Sort::MovingByOther:
    return "#59a14f";
  }
  return "";
}

/// Times in nanoseconds from the beginning of the group.
struct Bar {
  double begin, end;
  Sort sort;
};
struct Line {
  std::string label;
  std::vector<Bar> bars;
};
struct Panel {
  std::string title;
  double length;
  std::vector<Line> lines;
};

/// Computing is what the others leave.
void addComputing(Line &Of, double Length) {
  std::vector<Bar> Between;
  double Before = 0;
  for (const Bar &B : Of.bars) {
    if (B.begin > Before)
      Between.push_back({Before, B.begin, Sort::Computing});
    Before = std::max(Before, B.end);
  }
  if (Length > Before)
    Between.push_back({Before, Length, Sort::Computing});
  Of.bars.insert(Of.bars.end(), Between.begin(), Between.end());
}

std::string labelOf(const Copy &C) {
  const char *From = C.fromLocal ? "local" : "global";
  const char *To = C.toLocal ? "local" : "global";
  return formatv("{0:F1} KiB {1} to {2}", double(C.bytes) / 1024, From, To);
}

/// Of a group with more, the first are drawn, up to where the next one starts.
constexpr std::size_t MostCopies = 40;

/// Leaves out what comes after the end.
void clip(Panel &P) {
  for (Line &L : P.lines) {
    std::erase_if(L.bars, [&](const Bar &B) { return B.begin >= P.length; });
    for (Bar &B : L.bars)
      B.end = std::min(B.end, P.length);
  }
}

Panel panelOf(const Group &G, std::uint32_t Thread, const std::string &Title) {
  auto At = [&](std::uint64_t Time) {
    return Time > G.begin ? double(Time - G.begin) : 0;
  };
  Panel P{Title, double(G.length()), {{"work-items", {}}}};
  for (const Step &S : G.steps)
    P.lines[0].bars.push_back({At(S.begin), At(S.end),
                               S.kind == Step::Start || S.kind == Step::Fence
                                   ? Sort::Starting
                                   : Sort::Waiting});
  addComputing(P.lines[0], P.length);
  for (const Copy &C : G.copies) {
    if (P.lines.size() > MostCopies) {
      P.title +=
          formatv(", the first {0} of {1} copies", MostCopies, G.copies.size());
      P.length = At(C.start.begin);
      clip(P);
      break;
    }
    const std::uint64_t Until =
        C.waitedBy == Copy::NoStep ? C.complete() : G.steps[C.waitedBy].end;
    Line L{labelOf(C), {{At(C.start.begin), At(Until), Sort::Pending}}};
    if (!C.isKept())
      L.bars.push_back({At(C.start.begin), At(C.start.end), Sort::Moving});
    for (const CopyPart &Part : C.parts)
      L.bars.push_back(
          {At(Part.begin), At(Part.end),
           Part.thread == Thread ? Sort::Moving : Sort::MovingByOther});
    P.lines.push_back(std::move(L));
  }
  return P;
}

Panel panelOf(const Group &G, const DmaModel &Model) {
  const DmaRun R = replay(G, Model);
  Panel P{"on " + (Model.name.empty() ? std::string("the model") : Model.name),
          R.length,
          {{"work-items", {}}}};
  for (const DmaRun::Interval &I : R.issues)
    P.lines[0].bars.push_back({I.begin, I.end, Sort::Starting});
  for (const DmaRun::Interval &I : R.waits)
    P.lines[0].bars.push_back({I.begin, I.end, Sort::Waiting});
  std::sort(P.lines[0].bars.begin(), P.lines[0].bars.end(),
            [](const Bar &A, const Bar &B) { return A.begin < B.begin; });
  addComputing(P.lines[0], P.length);
  std::vector<Line> Channels(Model.channels);
  for (unsigned I = 0; I != Model.channels; ++I)
    Channels[I].label = formatv("channel {0}", I + 1);
  for (const DmaRun::Transfer &T : R.transfers) {
    if (T.copy == MostCopies)
      P.length = std::min(P.length, T.begin);
    Channels[T.channel].bars.push_back({T.begin, T.end, Sort::MovingByOther});
  }
  P.lines.insert(P.lines.end(), Channels.begin(), Channels.end());
  clip(P);
  return P;
}

/// Draws panels below each other, all with the same scale.
class Drawing {
public:
  Drawing(raw_ostream &OS, const std::vector<Panel> &Panels)
      : OS(OS), Panels(Panels) {
    for (const Panel &P : Panels)
      Length = std::max(Length, P.length);
  }
  void draw();

private:
  static constexpr int LabelWidth = 190, Width = 760, RowHeight = 18,
                       TitleHeight = 26, AxisHeight = 30, Margin = 10,
                       LegendHeight = 26;

  double x(double Time) const {
    return LabelWidth + Width * (Length > 0 ? Time / Length : 0);
  }
  void text(double X, double Y, StringRef Anchor, StringRef Text) {
    std::string Safe;
    for (char C : Text)
      Safe += C == '<' ? "&lt;" : C == '&' ? "&amp;" : std::string(1, C);
    OS << formatv("<text x='{0:F1}' y='{1:F1}' text-anchor='{2}'>{3}</text>\n",
                  X, Y, Anchor, Safe);
  }
  void box(double X, double Y, double W, double H, Sort S) {
    OS << formatv("<rect x='{0:F2}' y='{1:F1}' width='{2:F2}' height='{3:F1}' "
                  "fill='{4}'/>\n",
                  X, Y, W, H, colourOf(S));
  }
  void drawPanel(const Panel &P);
  void drawAxis();
  void drawLegend();

  raw_ostream &OS;
  const std::vector<Panel> &Panels;
  double Length = 0, Y = Margin;
};

void Drawing::drawPanel(const Panel &P) {
  text(Margin, Y + 16, "start", P.title);
  Y += TitleHeight;
  for (const Line &L : P.lines) {
    text(LabelWidth - 8, Y + 13, "end", L.label);
    for (const Bar &B : L.bars) {
      const bool IsThin = B.sort == Sort::Pending;
      box(x(B.begin), Y + (IsThin ? 6 : 2),
          std::max(0.4, x(B.end) - x(B.begin)), IsThin ? 6 : RowHeight - 4,
          B.sort);
    }
    Y += RowHeight;
  }
  Y += Margin;
}

void Drawing::drawAxis() {
  // About eight marks, at round numbers.
  const double Rough = std::max(Length, 1.0) / 8;
  double Step = std::pow(10, std::floor(std::log10(Rough)));
  while (Step < Rough)
    Step *= Step * 2 < Rough ? 2 : 2.5;
  for (double T = 0; T <= Length; T += Step) {
    OS << formatv("<line x1='{0:F1}' x2='{0:F1}' y1='{1}' y2='{2}' "
                  "stroke='#ccc'/>\n",
                  x(T), int(Margin), int(Y));
    text(x(T), Y + 14, "middle", formatv("{0:F1} us", T / 1000).str());
  }
  Y += AxisHeight;
}

void Drawing::drawLegend() {
  const std::pair<Sort, const char *> Entries[] = {
      {Sort::Computing, "computing"},
      {Sort::Starting, "starting or carrying out"},
      {Sort::MovingByOther, "carried out by others"},
      {Sort::Pending, "started, not waited for"},
      {Sort::Waiting, "waiting"}};
  double X = LabelWidth;
  for (const auto &[S, Name] : Entries) {
    box(X, Y, 12, 12, S);
    text(X + 17, Y + 11, "start", Name);
    X += 40 + 6.2 * double(StringRef(Name).size());
  }
  Y += LegendHeight;
}

void Drawing::draw() {
  int Height = 2 * Margin + AxisHeight + LegendHeight;
  for (const Panel &P : Panels)
    Height += TitleHeight + Margin + RowHeight * int(P.lines.size());
  OS << formatv("<svg xmlns='http://www.w3.org/2000/svg' width='{0}' "
                "height='{1}' font-family='sans-serif' font-size='12'>\n"
                "<rect width='100%' height='100%' fill='white'/>\n",
                LabelWidth + Width + 40, Height);
  for (const Panel &P : Panels)
    drawPanel(P);
  drawAxis();
  drawLegend();
  OS << "</svg>\n";
}

/// Where a group is.
struct Place {
  const Process *process;
  const Groups *run;
  const Group *group;
};

} // namespace

Error writeTimeline(raw_ostream &OS, const std::vector<Process> &All,
                    StringRef Kernel, const DmaModel *Model) {
  std::map<std::string, std::vector<Place>> ByKernel;
  std::map<std::string, std::uint64_t> Effort;
  for (const Process &P : All)
    for (const Groups &Run : P.groups)
      for (const Group &G : Run.withCopies) {
        const std::string &Name = P.launches[Run.launch].kernel;
        ByKernel[Name].push_back({&P, &Run, &G});
        for (const Copy &C : G.copies)
          Effort[Name] += C.effort();
      }
  std::string Chosen = Kernel.str();
  if (Kernel.empty())
    for (const auto &[Name, Sum] : Effort)
      if (Chosen.empty() || Sum > Effort[Chosen])
        Chosen = Name;
  std::vector<Place> &Places = ByKernel[Chosen];
  if (Places.empty())
    return createStringError(Kernel.empty() ? "no kernel started an async copy"
                                            : "the kernel '" + Kernel +
                                                  "' started no async copy");
  llvm::stable_sort(Places, [](const Place &A, const Place &B) {
    return A.group->begin < B.group->begin;
  });
  const Place &P = Places[Places.size() / 2];
  std::vector<Panel> Panels = {
      panelOf(*P.group, P.run->thread,
              formatv("{0}, group {1} of launch {2}", Chosen, P.group->number,
                      P.run->launch))};
  if (Model)
    Panels.push_back(panelOf(*P.group, *Model));
  Drawing(OS, Panels).draw();
  return Error::success();
}

} // namespace ferry::trace
