//===- Child.h - A contestant in its process --------------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef COPIES_CHILD_H
#define COPIES_CHILD_H

namespace copies {

/// The driver that the ICD loader finds.
/// \param Memory the file that has the tiles of all contestants.
void serveDevice(bool Quick, int Memory);

/// Hand-written C++ on so many threads.
void serveHand(bool Quick, int Memory, unsigned Threads);

} // namespace copies

#endif // COPIES_CHILD_H
