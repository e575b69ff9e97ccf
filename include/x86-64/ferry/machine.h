//===- ferry/machine.h - What only x86-64 has -------------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Every machine has a file of this name, with the same functions; the build
/// takes its own. By builtins: the header of the intrinsics takes long to read.
///
//===----------------------------------------------------------------------===//

#ifndef FERRY_MACHINE_H
#define FERRY_MACHINE_H

#include "ferry/levels.h"

#include <cstdint>

namespace ferry::machine {

/// The level that all processors have; no other machine has a level from here
/// to what isa() returns.
inline constexpr Isa FirstIsa = Isa::Sse2;

/// The highest level that the processor has.
inline Isa isa() {
  if (__builtin_cpu_supports("x86-64-v4")) {
    if (!__builtin_cpu_supports("avx512vnni"))
      return Isa::Avx512;
    return __builtin_cpu_supports("avx512fp16") ? Isa::Avx512Fp16
                                                : Isa::Avx512Vnni;
  }
  return __builtin_cpu_supports("x86-64-v3") ? Isa::Avx2 : Isa::Sse2;
}

/// Tells the processor that this thread waits for another one.
inline void pause() { __builtin_ia32_pause(); }

/// The time in cycles, 2 to 5 in a nanosecond: costs less to read than a clock.
inline std::uint64_t cycles() { return __builtin_ia32_rdtsc(); }

/// Puts what was written past the caches before what is written next: not even
/// a release does.
inline void orderStreams() { __builtin_ia32_sfence(); }

/// While there is one, the calling thread computes as OpenCL C wants it: rounds
/// to nearest even, keeps denormals or takes them for zeros, traps no
/// exception. Restores what the host had, flags included. All that is in MXCSR.
class FloatingPointState {
public:
  explicit FloatingPointState(bool FlushesDenormals = false)
      : Saved(__builtin_ia32_stmxcsr()) {
    const unsigned Wanted = Default | (FlushesDenormals ? FlushAll : 0);
    if (Saved != Wanted)
      __builtin_ia32_ldmxcsr(Wanted);
  }
  ~FloatingPointState() { __builtin_ia32_ldmxcsr(Saved); }
  FloatingPointState(const FloatingPointState &) = delete;
  FloatingPointState &operator=(const FloatingPointState &) = delete;

private:
  static constexpr unsigned Default = 0x1f80;
  /// Results (FTZ) and operands (DAZ).
  static constexpr unsigned FlushAll = 1u << 15 | 1u << 6;
  const unsigned Saved;
};

} // namespace ferry::machine

#endif // FERRY_MACHINE_H
