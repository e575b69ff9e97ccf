//===- MoversVector.h - Vectors of NEON -------------------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Part of MoversImpl.h, whose rules hold here.
///
//===----------------------------------------------------------------------===//

#ifndef FERRY_COPY_MOVERSVECTOR_H
#define FERRY_COPY_MOVERSVECTOR_H

#include "copy/MoversParts.h"

#include <arm_neon.h>

namespace ferry::copy {
namespace {

template <> struct PartOf<16> {
  using Type = uint8x16_t;
};

/// The widest vector, at any address. What is streamed is stored as anything
/// else: processors see that whole cache lines are written one after the other,
/// and write past the caches.
struct Vector {
  using Type = uint8x16_t;
  static Type load(const void *P) {
    return vld1q_u8(static_cast<const std::uint8_t *>(P));
  }
  static void store(void *P, Type V) {
    vst1q_u8(static_cast<std::uint8_t *>(P), V);
  }
  static void stream(void *P, Type V) { store(P, V); }
  static constexpr std::size_t Bytes = sizeof(Type);
};

constexpr bool PrefetchesRuns = false;

/// No vector has halves that others would wait for.
inline void clearUpperHalves() {}

} // namespace
} // namespace ferry::copy

#endif // FERRY_COPY_MOVERSVECTOR_H
