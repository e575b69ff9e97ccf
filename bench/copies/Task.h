//===- Task.h - Work that is timed and checked ------------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef COPIES_TASK_H
#define COPIES_TASK_H

#include "Data.h"
#include "Layout.h"
#include "Row.h"

#include <memory>
#include <string>
#include <vector>

namespace bench {
class Pool;
class Session;
} // namespace bench

namespace copies {

/// A row, ready to run on one contestant.
class Task {
public:
  virtual ~Task() = default;

  /// Ways to do it. Of a hand-written one the fastest counts; those of a
  /// pipeline or a matrix are the parts of which a ratio is made.
  virtual std::vector<std::string> variants() const = 0;

  /// Goes through all tiles \p Passes times.
  /// \param Iterations of a pipeline's computation.
  /// \param Check whether what usually stays in local memory is put out.
  virtual void run(std::size_t Variant, unsigned Passes, unsigned Iterations,
                   bool Check) = 0;
};

std::unique_ptr<Task> makeDeviceTask(const bench::Session &Session,
                                     const Row &Row, const Layout &Layout,
                                     const Data &Data);
std::unique_ptr<Task> makeHandTask(bench::Pool &Pool, const Row &Row,
                                   const Layout &Layout, const Data &Data);

} // namespace copies

#endif // COPIES_TASK_H
