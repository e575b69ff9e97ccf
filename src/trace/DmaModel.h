//===- DmaModel.h - Copies on an engine that is not there -------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A model of a DMA engine beside a core that runs work-groups one after the
/// other: the copies of a group that was traced go through its channels, and
/// between them the group computes for as long as it did (docs/trace.md).
///
//===----------------------------------------------------------------------===//

#ifndef FERRY_TRACE_DMAMODEL_H
#define FERRY_TRACE_DMAMODEL_H

#include "trace/Trace.h"

#include <string>
#include <vector>

namespace ferry::trace {

/// What the file says. Times are nanoseconds.
struct DmaModel {
  std::string name;
  unsigned channels = 1;       ///< Transfers at a time.
  double issue = 0;            ///< Of the core, to start a transfer.
  double latency = 0;          ///< Of a transfer, before its first byte.
  double largest = 0;          ///< Bytes of a transfer; 0: any.
  bool twoDimensional = false; ///< The lines of a plane are one transfer.
  double computing = 1; ///< How many times as long as here the core computes.
  /// Bytes in a nanosecond (GB/s) of one channel, by [from local][to local].
  double bandwidth[2][2] = {};

  /// \returns an error for what is no JSON, an unknown or a missing member, and
  ///          a number that makes no sense.
  static llvm::Expected<DmaModel> parse(llvm::StringRef Json);
};

/// A group on the model. Times are nanoseconds from its beginning.
struct DmaRun {
  struct Transfer {
    std::size_t copy;
    unsigned channel;
    std::uint64_t count; ///< Transfers of the copy, one after the other.
    double begin, end;
  };
  struct Interval {
    double begin, end;
  };
  double length = 0;
  double computing = 0;
  double issuing = 0;
  double waiting = 0;
  /// In which some channel was busy.
  double copying = 0;
  std::uint64_t numTransfers = 0;
  std::vector<Transfer> transfers;
  std::vector<Interval> issues, waits;
};

DmaRun replay(const Group &Of, const DmaModel &On);

} // namespace ferry::trace

#endif // FERRY_TRACE_DMAMODEL_H
