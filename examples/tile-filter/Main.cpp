//===- Main.cpp - Filter a picture on any OpenCL platform -----------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "DeviceFilter.h"
#include "Options.h"
#include "PlainFilter.h"
#include "host/ChildProcess.h"
#include "host/Statistics.h"
#include "host/Table.h"

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <thread>

namespace tilefilter {

namespace {

/// What one platform did with the picture.
struct Report {
  std::string platform, platformVersion, device;
  std::size_t width = 0, height = 0; ///< Pixels.
  unsigned threads = 0;              ///< Of the plain C++ loop.
  double buildSeconds = 0, firstSeconds = 0;
  double kernelSeconds = 0, plainSeconds = 0; ///< Medians.
  /// Where the result differs from the reference, for people.
  std::optional<std::string> difference;

  /// \p Seconds for the picture, read once and written once.
  double gigabytesPerSecond(double Seconds) const {
    return 2e-9 * double(width * height * Picture::PixelBytes) / Seconds;
  }
  double ratio() const { return plainSeconds / kernelSeconds; }
};

std::string besideProgram(const char *Name) {
  return (std::filesystem::path(host::programPath()).parent_path() / Name)
      .string();
}

std::optional<std::string> difference(const Picture &Result,
                                      const Picture &Expected) {
  auto [Found, Wanted] =
      std::mismatch(Result.bytes.begin(), Result.bytes.end(),
                    Expected.bytes.begin(), Expected.bytes.end());
  if (Found == Result.bytes.end())
    return std::nullopt;
  auto Byte = std::size_t(Found - Result.bytes.begin());
  std::size_t Pixel = Byte / Picture::PixelBytes;
  std::ostringstream Text;
  Text << "column " << Pixel % Result.width << ", row " << Pixel / Result.width
       << ", channel " << Byte % Picture::PixelBytes << ": " << int(*Found)
       << " instead of " << int(*Wanted);
  return Text.str();
}

std::string inputName(const Options &Options) {
  if (Options.drawWidth)
    return "drawn";
  return Options.input.empty() ? besideProgram("photograph.png")
                               : Options.input;
}

/// The picture that \p Options name, or the default one, which \p Device draws
/// if it is not there.
Picture loadInput(const Options &Options, const cl::Device &Device) {
  if (!Options.input.empty())
    return loadPng(Options.input);
  if (Options.drawWidth)
    return drawPhotograph(Device, Options.drawWidth, Options.drawHeight);
  std::string Path = besideProgram("photograph.png");
  if (!std::filesystem::exists(Path))
    savePng(drawPhotograph(Device, 4000, 3000), Path);
  return loadPng(Path);
}

/// Does everything on one platform.
/// \param Output where the result goes; empty: nowhere.
Report filterOn(const cl::Device &Device, const Picture &Source, unsigned Runs,
                const std::string &Output) {
  Report Report;
  cl::Platform Platform(Device.getInfo<CL_DEVICE_PLATFORM>());
  Report.platform = Platform.getInfo<CL_PLATFORM_NAME>();
  Report.platformVersion = Platform.getInfo<CL_PLATFORM_VERSION>();
  Report.device = Device.getInfo<CL_DEVICE_NAME>();
  Report.width = Source.width;
  Report.height = Source.height;
  // As many threads for both.
  Report.threads =
      std::clamp(Device.getInfo<CL_DEVICE_MAX_COMPUTE_UNITS>(), 1u,
                 std::max(1u, std::thread::hardware_concurrency()));

  DeviceFilter Filter(Device, Source);
  Report.buildSeconds = Filter.buildSeconds();
  // Some drivers finish compiling here.
  Report.firstSeconds = host::seconds([&] { Filter.run(); });
  Report.kernelSeconds = host::medianSeconds(2, Runs, [&] { Filter.run(); });
  Picture Result = Filter.result();

  Picture Plain(Source.width, Source.height);
  Report.plainSeconds = host::medianSeconds(
      2, Runs, [&] { filterPlain(Source, Plain, Report.threads); });

  Picture Expected = filterReference(Source);
  if (auto Wrong = difference(Plain, Expected))
    throw std::runtime_error("the plain C++ loop is wrong at " + *Wrong);
  Report.difference = difference(Result, Expected);
  if (!Output.empty())
    savePng(Result, Output);
  return Report;
}

std::vector<std::string> cells(const Report &Report) {
  return {Report.platform,
          Report.device,
          host::fixed(1e3 * Report.buildSeconds, 1),
          host::fixed(1e3 * Report.firstSeconds, 1),
          host::fixed(1e3 * Report.kernelSeconds, 2),
          host::fixed(Report.gigabytesPerSecond(Report.kernelSeconds), 2),
          host::fixed(Report.ratio(), 2),
          Report.difference ? "NO" : "yes"};
}

int filterOne(const Options &Options) {
  cl::Device Device = findDevice(Options.platform);
  Picture Source = loadInput(Options, Device);
  std::string Output =
      Options.output.empty() ? besideProgram("filtered.png") : Options.output;
  Report Report = filterOn(Device, Source, Options.runs, Output);

  std::cout << "Picture    " << Report.width << " x " << Report.height
            << " RGBA, " << inputName(Options) << "\nPlatform   "
            << Report.platform << ", " << Report.platformVersion
            << "\nDevice     " << Report.device << "\nBuild      "
            << host::fixed(1e3 * Report.buildSeconds, 1) << " ms, first launch "
            << host::fixed(1e3 * Report.firstSeconds, 1) << " ms\nKernel     "
            << host::fixed(1e3 * Report.kernelSeconds, 2) << " ms, "
            << host::fixed(Report.gigabytesPerSecond(Report.kernelSeconds), 2)
            << " GB/s read and written (median of " << Options.runs << ")"
            << "\nPlain C++  " << host::fixed(1e3 * Report.plainSeconds, 2)
            << " ms, "
            << host::fixed(Report.gigabytesPerSecond(Report.plainSeconds), 2)
            << " GB/s, -O3 for this processor, " << Report.threads
            << (Report.threads == 1 ? " thread" : " threads with a band each")
            << "\nRatio      " << host::fixed(Report.ratio(), 2)
            << " of plain C++\nResult     "
            << (Report.difference
                    ? "WRONG: " + *Report.difference
                    : "equal to the scalar reference, byte for byte")
            << "\nWritten    " << Output << '\n';
  return Report.difference ? 1 : 0;
}

int filterForRow(const Options &Options) {
  cl::Device Device = findDevice(Options.platform);
  Report Report = filterOn(Device, loadInput(Options, Device), Options.runs,
                           Options.output);
  for (const std::string &Cell : cells(Report))
    std::cout << Cell << '\t';
  std::cout << '\n';
  if (Report.difference)
    std::cerr << "wrong at " << *Report.difference << '\n';
  return 0;
}

int listPlatforms() {
  for (const cl::Platform &Platform : platforms())
    std::cout << Platform.getInfo<CL_PLATFORM_NAME>() << '\n';
  return 0;
}

std::vector<std::string> split(const std::string &Text, char Separator) {
  std::vector<std::string> Parts;
  std::istringstream Stream(Text);
  for (std::string Part; std::getline(Stream, Part, Separator);)
    Parts.push_back(Part);
  return Parts;
}

int filterOnAll(const Options &Options) {
  host::ChildResult List = host::runSelf({"--list"});
  if (!List.failure.empty())
    throw std::runtime_error("listing the platforms: " + List.failure);
  std::vector<std::string> Names = split(List.output, '\n');
  if (Names.empty())
    throw std::runtime_error(
        "no OpenCL platform is installed (see OCL_ICD_VENDORS)");

  host::Table Table(2);
  Table.add({"platform", "device", "build ms", "first ms", "kernel ms", "GB/s",
             "of plain C++", "correct"});
  for (std::size_t I = 0; I != Names.size(); ++I) {
    std::cerr << "[" << I + 1 << "/" << Names.size() << "] " << Names[I]
              << '\n';
    std::vector<std::string> Arguments{"--row", "--platform", std::to_string(I),
                                       "--runs", std::to_string(Options.runs)};
    if (!Options.input.empty())
      Arguments.insert(Arguments.end(), {"--input", Options.input});
    if (Options.drawWidth)
      Arguments.insert(Arguments.end(),
                       {"--draw", std::to_string(Options.drawWidth),
                        std::to_string(Options.drawHeight)});
    host::ChildResult Child = host::runSelf(Arguments);
    // A driver may have written something of its own before.
    std::vector<std::string> Lines = split(Child.output, '\n');
    if (!Child.failure.empty())
      Table.add({Names[I], Child.failure});
    else if (Lines.empty())
      Table.add({Names[I], "no result"});
    else
      Table.add(split(Lines.back(), '\t'));
  }
  Table.print(std::cout);
  return 0;
}

int run(const Options &Options) {
  switch (Options.mode) {
  case Options::Mode::Filter:
    return filterOne(Options);
  case Options::Mode::Row:
    return filterForRow(Options);
  case Options::Mode::All:
    return filterOnAll(Options);
  case Options::Mode::List:
    return listPlatforms();
  case Options::Mode::Help:
    printHelp(std::cout);
    return 0;
  }
  return 1;
}

} // namespace

} // namespace tilefilter

int main(int Argc, char **Argv) {
  try {
    return tilefilter::run(tilefilter::parseOptions(Argc, Argv));
  } catch (const cl::Error &Error) {
    std::cerr << "tile-filter: " << tilefilter::describe(Error) << '\n';
  } catch (const std::bad_alloc &) {
    std::cerr << "tile-filter: not enough memory\n";
  } catch (const std::exception &Error) {
    std::cerr << "tile-filter: " << Error.what() << '\n';
  }
  return 1;
}
