//===- Processes.h - What a process and its children use --------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A driver may compile in a process of its own, which counts as well.
///
//===----------------------------------------------------------------------===//

#ifndef BUILDS_PROCESSES_H
#define BUILDS_PROCESSES_H

namespace builds {

/// Descendants whose parents end become children of this process, so that they
/// are found.
void adoptOrphans();

/// Processor time of this process and all its descendants so far, in seconds.
double processorSeconds();

/// The most memory that was resident in this process, plus that of each of its
/// descendants, in bytes.
double peakBytes();

} // namespace builds

#endif // BUILDS_PROCESSES_H
