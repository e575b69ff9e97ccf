//===- Reports.h - What is made of a trace ----------------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_TRACE_REPORTS_H
#define FERRY_TRACE_REPORTS_H

#include "trace/DmaModel.h"
#include "trace/Trace.h"

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace ferry::trace {

/// Trace Event JSON, which Perfetto and chrome://tracing open: for each process
/// its threads with their groups, copies and waits; its queues with the
/// commands and arrows between those that wait for each other; its builds; its
/// copies from the start to the wait.
void writeEvents(llvm::raw_ostream &OS, const std::vector<Process> &All);

/// A table with a line for each kernel: how many groups there were, how much of
/// the copying was hidden behind computing, how long groups waited.
void writeSummary(llvm::raw_ostream &OS, const std::vector<Process> &All);

/// The same for the groups on a model of a DMA engine.
void writeReplay(llvm::raw_ostream &OS, const std::vector<Process> &All,
                 const DmaModel &Model);

/// A drawing of one group of a kernel: the one in the middle of those that
/// started copies; below it the same group on a model.
///
/// \param Kernel empty: the one that had the most copying.
/// \param Model may be null.
llvm::Error writeTimeline(llvm::raw_ostream &OS,
                          const std::vector<Process> &All,
                          llvm::StringRef Kernel, const DmaModel *Model);

} // namespace ferry::trace

#endif // FERRY_TRACE_REPORTS_H
