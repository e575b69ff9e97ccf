//===- MoversParts.h - What registers hold ----------------------*- C++ -*-===//
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

#ifndef FERRY_COPY_MOVERSPARTS_H
#define FERRY_COPY_MOVERSPARTS_H

#include <cstddef>
#include <cstdint>

namespace ferry::copy {
namespace {

/// The widest part that divides \p Size, a power of two. Those of 16 bytes and
/// more are in the machine's MoversVector.h.
template <std::size_t Size> struct PartOf {
  using Type = typename PartOf<Size / 2>::Type;
};
template <> struct PartOf<1> {
  using Type = std::uint8_t;
};
template <> struct PartOf<2> {
  using Type = std::uint16_t;
};
template <> struct PartOf<4> {
  using Type = std::uint32_t;
};
template <> struct PartOf<8> {
  using Type = std::uint64_t;
};

} // namespace
} // namespace ferry::copy

#endif // FERRY_COPY_MOVERSPARTS_H
