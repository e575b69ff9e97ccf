//===- Svg.cpp - Pictures of results --------------------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "common/Svg.h"
#include "host/Table.h"

#include <iterator>
#include <ostream>

namespace bench {

using host::fixed;

static std::string escape(const std::string &Text) {
  std::string Result;
  for (char C : Text)
    Result += C == '<' ? "&lt;" : C == '&' ? "&amp;" : std::string(1, C);
  return Result;
}

Svg::Svg(std::ostream &Out, double Width, double Height) : Out(Out) {
  Out << "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " << Width
      << ' ' << Height << "\" width=\"" << Width << "\" height=\"" << Height
      << "\" font-family=\"Helvetica, Arial, sans-serif\" font-size=\"11\" "
         "fill=\""
      << Ink
      << "\">\n<rect width=\"100%\" height=\"100%\" rx=\"8\" "
         "fill=\"#ffffff\"/>\n";
}

Svg::~Svg() { Out << "</svg>\n"; }

void Svg::text(double X, double Y, const std::string &Text,
               const std::string &Attributes) {
  Out << "<text x=\"" << fixed(X, 1) << "\" y=\"" << fixed(Y, 1) << "\" "
      << Attributes << '>' << escape(Text) << "</text>\n";
}

void Svg::path(const std::string &Path, const char *Colour,
               const std::string &Attributes) {
  Out << "<path d=\"" << Path << "\" stroke=\"" << Colour << "\" fill=\"none\" "
      << Attributes << "/>\n";
}

void Svg::horizontal(double X1, double X2, double Y, const char *Colour,
                     const std::string &Attributes) {
  path("M" + fixed(X1, 1) + " " + fixed(Y, 1) + "H" + fixed(X2, 1), Colour,
       Attributes);
}

void Svg::vertical(double X, double Y1, double Y2, const char *Colour,
                   const std::string &Attributes) {
  path("M" + fixed(X, 1) + " " + fixed(Y1, 1) + "V" + fixed(Y2, 1), Colour,
       Attributes);
}

void Svg::dot(double X, double Y, double Radius, const char *Colour,
              const std::string &Title) {
  Out << "<circle cx=\"" << fixed(X, 1) << "\" cy=\"" << fixed(Y, 1)
      << "\" r=\"" << Radius << "\" fill=\"" << Colour << '"';
  if (Title.empty())
    Out << "/>\n";
  else
    Out << "><title>" << escape(Title) << "</title></circle>\n";
}

double Svg::legend(double X, double Y,
                   const std::vector<Contestant> &Contestants,
                   std::size_t Subject) {
  for (std::size_t I = 0; I != Contestants.size(); ++I) {
    const std::string Name = I ? Contestants[I].platform : "hand-written C++";
    dot(X + 5, Y, 5, colourOf(I, Subject));
    text(X + 15, Y + 4, Name);
    X += 40 + 6.2 * double(Name.size());
  }
  return X;
}

const char *Svg::colourOf(std::size_t Contestant, std::size_t Subject) {
  // For the subject first. They can be told apart by the colour-blind.
  static constexpr const char *Colours[] = {"#0b61c4", "#d95f02", "#1b9e77",
                                            "#a6428f", "#b58900"};
  // The subject changes places with the first driver.
  std::size_t Place = Contestant == Subject  ? 1
                      : Contestant < Subject ? Contestant + 1
                                             : Contestant;
  return Contestant == 0 ? Dark : Colours[(Place - 1) % std::size(Colours)];
}

} // namespace bench
