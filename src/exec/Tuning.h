//===- Tuning.h - What was measured -----------------------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The times by which the scheduler decides, in nanoseconds where nothing else
/// is said; docs/execution.md says what they do. They follow from three:
/// waking a thread takes some 40 us, claiming units of work 0.1 us, and a call
/// of the system a few.
///
//===----------------------------------------------------------------------===//

#ifndef FERRY_EXEC_TUNING_H
#define FERRY_EXEC_TUNING_H

#include <cstdint>

namespace ferry::exec::tuning {

/// Work below this is done before another thread has woken up.
inline constexpr std::uint64_t ShareNanoseconds = 40'000;
/// Work below this is not worth sharing with one that is awake.
inline constexpr std::uint64_t ShareAwakeNanoseconds = 10'000;

/// What one claim should take: long beside what claiming costs, short beside
/// what a thread may wait at the end for the others.
inline constexpr std::uint64_t ChunkNanoseconds = 100'000;
/// And at least that long, even at the end.
inline constexpr std::uint64_t LeastChunkNanoseconds = 1'500;
/// Claims for each thread, so that they finish about the same time.
inline constexpr std::uint64_t ChunksPerThread = 4;

/// Work below this is measured now and then, not each time.
inline constexpr std::uint64_t SampleNanoseconds = 5'000;
inline constexpr unsigned SamplePeriod = 16;
/// machine::cycles(): work that was expected below SampleNanoseconds and took
/// longer has changed its ways (the same kernel may be given a small or a large
/// number).
inline constexpr std::uint64_t SurpriseCycles = 100'000;

/// A waiting thread spins this long before it sleeps.
inline constexpr std::uint64_t SpinNanoseconds = 20'000;
/// A pool thread looks for more work so long.
inline constexpr std::uint64_t LingerNanoseconds = 50'000;

/// A thread that helps with copies looks for the next one this long before it
/// takes naps, or a moment if it has found none since the last nap; and naps so
/// long: the groups cannot wake it, as that would cost them a call of the
/// system for each copy.
inline constexpr std::uint64_t HelpNanoseconds = 100'000;
inline constexpr std::uint64_t LookNanoseconds = 10'000;
inline constexpr std::uint64_t NapNanoseconds = 50'000;

/// machine::cycles() from one look at the others' processors to the next, and
/// after a move.
inline constexpr std::uint64_t LookCycles = 50'000, MoveCycles = 2'000'000;
/// Where there are more, the system finds a free one by itself.
inline constexpr unsigned MaxProcessors = 16;

} // namespace ferry::exec::tuning

#endif // FERRY_EXEC_TUNING_H
