//===- Options.cpp - The command line -------------------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "Options.h"

#include <charconv>
#include <ostream>
#include <stdexcept>
#include <string_view>

namespace tilefilter {

namespace {

/// \throws std::runtime_error if \p Text is no number from 1 to \p Most.
unsigned parseNumber(const char *Option, const std::string &Text,
                     unsigned Most) {
  unsigned Value = 0;
  const char *End = Text.data() + Text.size();
  auto [Rest, Error] = std::from_chars(Text.data(), End, Value);
  if (Error != std::errc() || Rest != End || Value < 1 || Value > Most)
    throw std::runtime_error(std::string(Option) +
                             " takes a number from 1 to " +
                             std::to_string(Most) + ", not " + Text);
  return Value;
}

} // namespace

Options parseOptions(int Argc, char **Argv) {
  Options Result;
  for (int I = 1; I < Argc; ++I) {
    std::string_view Name = Argv[I];
    auto value = [&]() -> std::string {
      if (I + 1 == Argc)
        throw std::runtime_error(std::string(Name) + " needs a value");
      return Argv[++I];
    };
    if (Name == "--help" || Name == "-h")
      Result.mode = Options::Mode::Help;
    else if (Name == "--all")
      Result.mode = Options::Mode::All;
    else if (Name == "--list")
      Result.mode = Options::Mode::List;
    else if (Name == "--row")
      Result.mode = Options::Mode::Row;
    else if (Name == "--platform")
      Result.platform = value();
    else if (Name == "--input")
      Result.input = value();
    else if (Name == "--output")
      Result.output = value();
    else if (Name == "--runs")
      Result.runs = parseNumber("--runs", value(), 10000);
    else if (Name == "--draw") {
      // The largest picture has 4 GiB.
      constexpr unsigned MostPixels = 32768;
      Result.drawWidth = parseNumber("--draw", value(), MostPixels);
      Result.drawHeight = parseNumber("--draw", value(), MostPixels);
    } else
      throw std::runtime_error("unknown argument " + std::string(Name) +
                               " (see --help)");
  }
  return Result;
}

void printHelp(std::ostream &Out) {
  Out << R"(usage: tile-filter [options]

Blurs a picture on an OpenCL device, tile by tile: every tile is brought into
local memory and taken out of it by async copies, the next one while the present
one is computed. The result is checked byte for byte against scalar C++, and the
time stands beside that of a plain C++ loop.

  --platform P    a platform's number, or a part of its name (default: 0)
  --all           every platform, each in a process of its own, in one table
  --list          the names of the platforms
  --input FILE    the picture, a PNG file (default: photograph.png beside this
                  program, which is drawn by a kernel if it is not there)
  --draw W H      draw a picture of W x H pixels instead of loading one
  --output FILE   where the result goes (default: filtered.png beside this
                  program; none with --all)
  --runs N        the median of so many runs is told (default: 11)
  --row           tell the result in one line, with tabs between its cells
  --help          this text
)";
}

} // namespace tilefilter
