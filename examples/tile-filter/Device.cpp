//===- Device.cpp - The devices of all platforms --------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "Device.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <stdexcept>

namespace tilefilter {

namespace {

std::string lower(std::string Text) {
  std::transform(Text.begin(), Text.end(), Text.begin(),
                 [](unsigned char C) { return char(std::tolower(C)); });
  return Text;
}

cl::Platform findPlatform(const std::string &NameOrIndex) {
  std::vector<cl::Platform> All = platforms();
  if (All.empty())
    throw std::runtime_error(
        "no OpenCL platform is installed (see OCL_ICD_VENDORS)");

  std::size_t Index = 0;
  const char *End = NameOrIndex.data() + NameOrIndex.size();
  auto [Rest, Error] = std::from_chars(NameOrIndex.data(), End, Index);
  if (Error == std::errc() && Rest == End) {
    if (Index < All.size())
      return All[Index];
    throw std::runtime_error("no platform " + NameOrIndex + ": there are " +
                             std::to_string(All.size()));
  }

  std::string Names;
  for (const cl::Platform &Platform : All) {
    std::string Name = Platform.getInfo<CL_PLATFORM_NAME>();
    if (lower(Name).find(lower(NameOrIndex)) != std::string::npos)
      return Platform;
    Names += (Names.empty() ? "" : ", ") + Name;
  }
  throw std::runtime_error("no platform is called " + NameOrIndex +
                           "; there are: " + Names);
}

} // namespace

std::vector<cl::Platform> platforms() {
  std::vector<cl::Platform> All;
  try {
    cl::Platform::get(&All);
  } catch (const cl::Error &) {
    // CL_PLATFORM_NOT_FOUND_KHR: the loader found none.
  }
  return All;
}

cl::Device findDevice(const std::string &NameOrIndex) {
  cl::Platform Platform = findPlatform(NameOrIndex);
  std::vector<cl::Device> Devices;
  try {
    Platform.getDevices(CL_DEVICE_TYPE_ALL, &Devices);
  } catch (const cl::Error &Error) {
    if (Error.err() != CL_DEVICE_NOT_FOUND)
      throw;
  }
  if (Devices.empty())
    throw std::runtime_error("no device");
  return Devices.front();
}

cl::Program buildProgram(const cl::Context &Context, const char *Source,
                         const std::string &Options) {
  cl::Program Program(Context, std::string(Source));
  try {
    Program.build(Options.c_str());
  } catch (const cl::BuildError &Error) {
    std::string Log;
    for (const auto &Entry : Error.getBuildLog())
      Log += Entry.second;
    throw std::runtime_error(
        Log + "\nthe program does not build: " + describe(Error));
  }
  return Program;
}

std::string describe(const cl::Error &Error) {
  return std::string(Error.what()) + " returned " + std::to_string(Error.err());
}

} // namespace tilefilter
