//===- Child.h - A contestant in its process --------------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A contestant hears these lines, and answers each with one line whose words
/// have tabs between them:
///
///   hello            platform, device, version of the driver, compute units
///   open ROW         "open" and the names of the variants; "skipped" or
///                    "failed" and the reason
///   time VARIANT     seconds of one pass, or "failed" and the reason
///   check VARIANT    "right"; "wrong" or "failed" and the reason
///   close            "closed"
///
//===----------------------------------------------------------------------===//

#ifndef COPIES_CHILD_H
#define COPIES_CHILD_H

namespace copies {

/// The driver that the ICD loader finds.
void serveDevice(bool Quick);

/// Hand-written C++ on so many threads.
void serveHand(bool Quick, unsigned Threads);

} // namespace copies

#endif // COPIES_CHILD_H
