//===- TracedCopies.h - Copies that are noted for a trace -------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What takes the places of the functions in ferry/abi.h, and of runChunk(),
/// in a process that is traced. A thread notes all copies at first; when it has
/// noted many, those of so many groups that it takes a small part of the time.
///
//===----------------------------------------------------------------------===//

#ifndef FERRY_COPY_TRACEDCOPIES_H
#define FERRY_COPY_TRACEDCOPIES_H

#include "copy/CopyPlan.h"
#include "ferry/abi.h"

namespace ferry::copy {

/// The calling thread is about to run groups.
void beginTraced();

FerryEvent startTraced(abi::ThreadState *State, void *Dst, const void *Src,
                       std::uint64_t LineBytes, const abi::CopyLines *Lines,
                       FerryEvent Event, std::uint32_t When);
void waitTraced(abi::ThreadState *State, FerryEvent Event);
void fenceTraced(abi::ThreadState *State);
void finishTraced(abi::ThreadState *State);

void runChunkTraced(const CopyPlan &Plan, std::uint32_t Chunk);

} // namespace ferry::copy

#endif // FERRY_COPY_TRACEDCOPIES_H
