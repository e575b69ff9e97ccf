//===- Bounds.h - Accesses outside of what there is -------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_CHECK_BOUNDS_H
#define FERRY_CHECK_BOUNDS_H

#include "check/Context.h"

namespace ferry::check {

/// `out-of-bounds`, `null-pointer`, `misaligned`.
class Bounds {
public:
  explicit Bounds(Context &C) : C(C) {}

  /// \returns false if the access is outside of what it is to.
  bool access(const Access &A);
  /// An access to an image is outside of it.
  void reportTexel(std::uint32_t Site);

private:
  Context &C;
};

} // namespace ferry::check

#endif // FERRY_CHECK_BOUNDS_H
