//===- Data.h - What is copied, and what must come of it --------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef COPIES_DATA_H
#define COPIES_DATA_H

#include "Layout.h"
#include "Row.h"
#include "common/Block.h"

#include <cstddef>
#include <string>

namespace copies {

/// The source and the destination of all rows. All contestants have the same
/// pages, as the speed depends on which ones they are.
class Data {
public:
  /// \param InBytes,OutBytes of the largest row.
  /// \param File that all contestants have.
  Data(std::size_t InBytes, std::size_t OutBytes, int File);

  char *in() const { return In.data(); }
  char *out() const { return Out.data(); }

  /// Makes the source that \p Row wants; the same as any other contestant.
  void fill(const Row &Row);

  /// Makes the destination one that a kernel must change.
  void clear(const Layout &Layout);

  /// Compares the whole destination with what it must be.
  /// \param Variant name of what ran, for the kinds in which it matters.
  /// \returns nothing if it is right, otherwise where it is not.
  std::string compare(const Row &Row, const Layout &Layout,
                      const std::string &Variant, unsigned Iterations) const;

private:
  bench::Block In, Out;
  std::size_t InBytes;
  bool IsRandom = false;
};

/// A step of the pipeline's computation on one component.
inline unsigned computeRound(unsigned X) { return (X << 1) ^ (X >> 3); }

} // namespace copies

#endif // COPIES_DATA_H
