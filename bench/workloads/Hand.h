//===- Hand.h - The limits: the same by hand --------------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

///
/// \file
/// What somebody who knows the processor writes for the same task, with the
/// accuracy that OpenCL asks of the kernel's functions. All do their work
/// \p Passes times, on all threads of the pool.
///
//===----------------------------------------------------------------------===//

#ifndef WORKLOADS_HAND_H
#define WORKLOADS_HAND_H

#include "common/Pool.h"

#include <atomic>
#include <cstddef>
#include <vector>

namespace workloads::hand {

/// Spreads [0, \p Count) over the threads, \p AtOnce at a time.
/// \param Work is called with begin and end.
template <typename Function>
void forRanges(bench::Pool &Pool, unsigned Passes, std::size_t Count,
               std::size_t AtOnce, Function &&Work) {
  const std::size_t PerPass = (Count + AtOnce - 1) / AtOnce;
  std::atomic<std::size_t> Next = 0;
  Pool.run([&](unsigned, char *) {
    for (std::size_t Turn; (Turn = Next.fetch_add(1)) < PerPass * Passes;) {
      std::size_t Begin = Turn % PerPass * AtOnce;
      Work(Begin, Begin + AtOnce < Count ? Begin + AtOnce : Count);
    }
  });
}

void saxpy(bench::Pool &Pool, unsigned Passes, std::size_t Count, float A,
           const float *X, float *Y);

struct Options {
  std::size_t count;
  float rate, volatility;
  const float *price, *strike, *years;
  float *call, *put;
};
void blackScholes(bench::Pool &Pool, unsigned Passes, const Options &Options);

struct Picture {
  std::size_t side;
  float left, top, step;
  int limit;
  int *counts;
};
void mandelbrot(bench::Pool &Pool, unsigned Passes, const Picture &Picture);

/// Bodies and accelerations have four floats each.
void nbody(bench::Pool &Pool, unsigned Passes, std::size_t Count,
           float Softening, const float *Bodies, float *Accelerations);

struct Filter {
  std::size_t width, height;
  const float *in, *taps; ///< 25 taps.
  float *out;
};
void convolution(bench::Pool &Pool, unsigned Passes, const Filter &Filter);

/// A weighted sum of neighbours in a picture of four channels.
struct PictureFilter {
  std::size_t width, height;
  bool areBytes; ///< Or floats.
  const void *in;
  void *out;
  std::size_t across, down; ///< Of the filter, both odd.
  const float *taps;
};
void filterPicture(bench::Pool &Pool, unsigned Passes,
                   const PictureFilter &Filter);

void copyBytes(bench::Pool &Pool, unsigned Passes, std::size_t Bytes,
               const void *In, void *Out);

} // namespace workloads::hand

#endif // WORKLOADS_HAND_H
