//===- Child.h - A contestant in its process --------------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef KERNELS_CHILD_H
#define KERNELS_CHILD_H

namespace kernels {

/// The driver that the ICD loader finds.
void serveDevice(bool Quick);

/// Hand-written C++ on so many threads.
void serveHand(bool Quick, unsigned Threads);

} // namespace kernels

#endif // KERNELS_CHILD_H
