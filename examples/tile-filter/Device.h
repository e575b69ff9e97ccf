//===- Device.h - The devices of all platforms ------------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef TILEFILTER_DEVICE_H
#define TILEFILTER_DEVICE_H

#define CL_HPP_ENABLE_EXCEPTIONS
#define CL_HPP_MINIMUM_OPENCL_VERSION 120
#define CL_HPP_TARGET_OPENCL_VERSION 120
#include <CL/opencl.hpp>

#include <string>
#include <vector>

namespace tilefilter {

/// The platforms that the ICD loader finds, which may be none.
std::vector<cl::Platform> platforms();

/// The first device of the platform that \p NameOrIndex means: its number in
/// platforms(), or a part of its name, in upper or lower case.
/// \throws std::runtime_error if there is no such platform, or no device.
cl::Device findDevice(const std::string &NameOrIndex);

/// Builds \p Source. \p Options are those of clBuildProgram.
/// \throws std::runtime_error with the build log.
cl::Program buildProgram(const cl::Context &Context, const char *Source,
                         const std::string &Options);

/// \p Error's number and call in words, for people.
std::string describe(const cl::Error &Error);

} // namespace tilefilter

#endif // TILEFILTER_DEVICE_H
