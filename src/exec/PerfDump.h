//===- PerfDump.h - Tells perf of kernels -----------------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// FERRY_PERF=FOLDER: the file jit-PID.dump there has the code of each kernel,
/// its name and its lines, for `perf inject --jit` (perf's
/// Documentation/jitdump-specification.txt).
///
//===----------------------------------------------------------------------===//

#ifndef FERRY_EXEC_PERFDUMP_H
#define FERRY_EXEC_PERFDUMP_H

#include "exec/LineTable.h"

#include <span>
#include <string_view>

namespace ferry::exec {

/// True if perf is to be told.
bool isDumpedForPerf();

/// Tells of a function. Thread-safe. Where the file cannot be written, nothing
/// is told.
///
/// \param Lines of the object that it is in.
void dumpForPerf(std::string_view Name, std::span<const std::byte> Code,
                 const LineTable &Lines);

} // namespace ferry::exec

#endif // FERRY_EXEC_PERFDUMP_H
