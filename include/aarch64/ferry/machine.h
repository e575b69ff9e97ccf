//===- ferry/machine.h - What only AArch64 has ------------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// As include/x86-64/ferry/machine.h.
///
//===----------------------------------------------------------------------===//

#ifndef FERRY_MACHINE_H
#define FERRY_MACHINE_H

#include "ferry/levels.h"

#include <cstdint>

namespace ferry::machine {

inline constexpr Isa FirstIsa = Isa::Neon;

inline Isa isa() { return Isa::Neon; }

/// An `isb` takes about as long as x86-64's pause; most processors take `yield`
/// for nothing to do.
inline void pause() { asm volatile("isb" ::: "memory"); }

/// The generic timer runs at 1 GHz since Armv8.6 and at some 20 to 100 MHz
/// before: times a power of two it counts 1 to 2 in a nanosecond.
inline std::uint64_t cycles() {
  std::uint64_t Ticks, Frequency;
  asm volatile("mrs %0, cntvct_el0" : "=r"(Ticks));
  asm("mrs %0, cntfrq_el0" : "=r"(Frequency));
  const int Shift = __builtin_clzll(Frequency | 1) - 33; // To 2^30 and more.
  return Shift > 0 ? Ticks << Shift : Ticks;
}

/// A release orders all stores, however they go.
inline void orderStreams() {}

/// What OpenCL C wants is 0 in FPCR, FZ set if denormals are taken for zeros;
/// the flags are in FPSR.
class FloatingPointState {
public:
  explicit FloatingPointState(bool FlushesDenormals = false)
      : Wanted(FlushesDenormals ? 1u << 24 : 0) {
    asm volatile("mrs %0, fpcr" : "=r"(Control));
    asm volatile("mrs %0, fpsr" : "=r"(Flags));
    if (Control != Wanted)
      asm volatile("msr fpcr, %0" ::"r"(Wanted));
  }
  ~FloatingPointState() {
    if (Control != Wanted)
      asm volatile("msr fpcr, %0" ::"r"(Control));
    asm volatile("msr fpsr, %0" ::"r"(Flags));
  }
  FloatingPointState(const FloatingPointState &) = delete;
  FloatingPointState &operator=(const FloatingPointState &) = delete;

private:
  const std::uint64_t Wanted;
  std::uint64_t Control, Flags;
};

} // namespace ferry::machine

#endif // FERRY_MACHINE_H
