//===- FaultReport.h - A word about kernels that fault ----------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A kernel that reads or writes where it may not ends the process by a signal.
/// Before it does, a line on stderr says which kernel it was, which work-groups
/// ran, and where it went. Only if the host has no handler for the signal; off
/// by FERRY_FAULT_REPORT=0.
///
//===----------------------------------------------------------------------===//

#ifndef FERRY_EXEC_FAULTREPORT_H
#define FERRY_EXEC_FAULTREPORT_H

namespace ferry::exec {

/// Called by each thread before it runs kernels for the first time: takes the
/// signals for which there is no handler, and gives the thread a stack for
/// handlers if it has none, as its own, or that of a kernel, may be full.
void prepareThreadForFaults() noexcept;

} // namespace ferry::exec

#endif // FERRY_EXEC_FAULTREPORT_H
