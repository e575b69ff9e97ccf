//===- Measure.h - What is measured, in the child process -------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Every function runs in a process of its own, where the ICD loader finds one
/// driver only, and writes what it measured to stdout: a line each of a name, a
/// tab and a value. They throw std::runtime_error if a call fails or a kernel
/// computes something wrong.
///
//===----------------------------------------------------------------------===//

#ifndef LATENCY_MEASURE_H
#define LATENCY_MEASURE_H

namespace latency {

/// From the first OpenCL call to a command queue; also tells the names of
/// platform, device and driver.
void measureLoad();

/// From the source of a small kernel to its first result: once with the source
/// of \p Seed, then \p More times with sources that were never built before,
/// if \p Seed and the \p More numbers after it were not; then likewise of a
/// large kernel.
void measureBuilds(unsigned long long Seed, unsigned More);

/// Launches, and a small read.
void measureLaunches();

/// Reads, writes and copies of 256 MiB, and memcpy of as many.
void measureTransfers();

} // namespace latency

#endif // LATENCY_MEASURE_H
