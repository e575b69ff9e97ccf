//===- Recorder.h - Notes what a driver does --------------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// FERRY_TRACE=FOLDER: what happens is noted, by each thread in memory of its
/// own, and written to FOLDER/trace-PID.ferry when the process exits or unloads
/// the driver. A child made by fork() notes nothing.
///
/// Without it nothing here is called, but for isOn() once for each queue,
/// launch and build, and where functions are chosen for good.
///
//===----------------------------------------------------------------------===//

#ifndef FERRY_TRACE_RECORDER_H
#define FERRY_TRACE_RECORDER_H

#include "ferry/config.h"
#include "trace/Record.h"

#include <string_view>

namespace ferry::trace {

/// Whether anything is to be noted. Not kept: a child of fork() would wait for
/// ever for a thread that was about to find out.
inline bool isOn() { return !config::get(config::Variable::Trace).empty(); }

/// Nanoseconds of the clock that records have.
std::uint64_t now() noexcept;

/// Adds a record of the calling thread, if memory can be had.
void note(const Record &What) noexcept;

/// The number of a string in the file; 0 if there is no memory.
std::uint64_t number(std::string_view Text) noexcept;

/// The next launch's.
std::uint32_t nextLaunch() noexcept;

} // namespace ferry::trace

#endif // FERRY_TRACE_RECORDER_H
