//===- PlainFilter.h - The filter in plain C++ ------------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The filter is the 5 x 5 binomial blur: a pixel becomes the sum of its
/// neighbourhood with the weights 1 4 6 4 1 across times 1 4 6 4 1 down, over
/// 256, rounded half up. A neighbour beyond the border is the nearest pixel of
/// the picture. Every channel is filtered alike, in whole numbers, so all
/// results are equal to the byte.
///
//===----------------------------------------------------------------------===//

#ifndef TILEFILTER_PLAINFILTER_H
#define TILEFILTER_PLAINFILTER_H

#include "Picture.h"

namespace tilefilter {

/// The filter as its definition says it, a channel of a pixel at a time.
Picture filterReference(const Picture &Source);

/// The filter as a plain C++ program would do it fast: rows in loops that the
/// compiler vectorises, the picture cut into \p Threads bands.
/// \param Result as large as \p Source.
void filterPlain(const Picture &Source, Picture &Result, unsigned Threads);

} // namespace tilefilter

#endif // TILEFILTER_PLAINFILTER_H
