//===- Main.cpp - Resize, turn and sharpen a picture ----------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "Enlarger.h"
#include "host/Statistics.h"
#include "host/Table.h"
#include "tile-filter/DeviceFilter.h"

#include <cmath>
#include <cstdlib>
#include <iostream>
#include <stdexcept>
#include <string_view>

namespace darkroom {

namespace {

constexpr char Help[] = R"(usage: darkroom [options]

Resizes a picture, turns it and sharpens it on an OpenCL device, through images
and samplers, checks the result against scalar C++, and writes it.

  --platform P    a platform's number, or a part of its name (default: 0)
  --input FILE    the picture, a PNG file (default: one that a kernel draws)
  --size W H      of the result, in pixels (default: 1200 900)
  --turn DEGREES  to the right (default: 8)
  --sharpen X     how much, 0 for not at all (default: 0.8)
  --output FILE   where the result goes (default: print.png)
  --help          this text
)";

struct Options {
  std::string platform = "0", input, output = "print.png";
  Recipe recipe = {1200, 900, 8, 0.8};
  bool help = false;
};

double parseNumber(std::string_view Option, const std::string &Text,
                   double Least, double Most) {
  char *End;
  const double Value = std::strtod(Text.c_str(), &End);
  if (Text.empty() || *End || !(Value >= Least && Value <= Most))
    throw std::runtime_error(std::string(Option) + " does not take " + Text);
  return Value;
}

Options parseOptions(int Argc, char **Argv) {
  Options Result;
  Recipe &R = Result.recipe;
  for (int I = 1; I < Argc; ++I) {
    const std::string_view Name = Argv[I];
    auto Value = [&]() -> std::string {
      if (I + 1 == Argc)
        throw std::runtime_error(std::string(Name) + " needs a value");
      return Argv[++I];
    };
    auto Number = [&](double Least, double Most) {
      return parseNumber(Name, Value(), Least, Most);
    };
    constexpr double MostPixels = 16384;
    if (Name == "--help" || Name == "-h")
      Result.help = true;
    else if (Name == "--platform")
      Result.platform = Value();
    else if (Name == "--input")
      Result.input = Value();
    else if (Name == "--output")
      Result.output = Value();
    else if (Name == "--size") {
      R.width = std::size_t(Number(1, MostPixels));
      R.height = std::size_t(Number(1, MostPixels));
    } else if (Name == "--turn")
      R.degrees = Number(-360, 360);
    else if (Name == "--sharpen")
      R.amount = Number(0, 10);
    else
      throw std::runtime_error("unknown argument " + std::string(Name) +
                               " (see --help)");
  }
  return Result;
}

/// The largest difference of two bytes.
int difference(const Picture &A, const Picture &B) {
  int Most = 0;
  for (std::size_t I = 0; I != A.bytes.size(); ++I)
    Most = std::max(Most, std::abs(int(A.bytes[I]) - int(B.bytes[I])));
  return Most;
}

int run(const Options &Options) {
  if (Options.help) {
    std::cout << Help;
    return 0;
  }
  const cl::Device Device = tilefilter::findDevice(Options.platform);
  const Picture Negative = Options.input.empty()
                               ? tilefilter::drawPhotograph(Device, 2000, 1500)
                               : tilefilter::loadPng(Options.input);
  Enlarger Enlarger(Device, Negative, Options.recipe);
  const double First = host::seconds([&] { Enlarger.run(); });
  const double Later = host::medianSeconds(1, 11, [&] { Enlarger.run(); });
  const Picture Result = Enlarger.result();
  tilefilter::savePng(Result, Options.output);

  // The device computes in single precision, and some read texels with weights
  // of eight bits; sharpening makes more of the difference.
  const int Most =
      difference(Result, enlargeReference(Negative, Options.recipe));
  const int Allowed = 2 + int(2 * Options.recipe.amount);
  std::cout << "Device     " << Device.getInfo<CL_DEVICE_NAME>()
            << "\nNegative   " << Negative.width << " x " << Negative.height
            << ", print " << Result.width << " x " << Result.height
            << "\nFirst      " << host::fixed(1e3 * First, 1)
            << " ms\nLater      " << host::fixed(1e3 * Later, 2)
            << " ms (median of 11)\nCorrect    "
            << (Most <= Allowed ? "yes" : "NO") << ", bytes differ by " << Most
            << " at most from those of scalar C++\nWritten    "
            << Options.output << '\n';
  return Most <= Allowed ? 0 : 1;
}

} // namespace

} // namespace darkroom

int main(int Argc, char **Argv) {
  try {
    return darkroom::run(darkroom::parseOptions(Argc, Argv));
  } catch (const cl::Error &Error) {
    std::cerr << "darkroom: " << tilefilter::describe(Error) << '\n';
  } catch (const std::bad_alloc &) {
    std::cerr << "darkroom: not enough memory\n";
  } catch (const std::exception &Error) {
    std::cerr << "darkroom: " << Error.what() << '\n';
  }
  return 1;
}
