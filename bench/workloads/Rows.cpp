//===- Rows.cpp - The list of what is measured ----------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "Row.h"

namespace workloads {

Rows allRows(bool Quick) {
  Rows Result;
  addStreams(Result, Quick);
  addMath(Result, Quick);
  addCalls(Result, Quick);
  addLoops(Result, Quick);
  addMatrices(Result, Quick);
  addImages(Result, Quick);
  addImageReads(Result, Quick);
  addImageFilters(Result, Quick);
  addGroups(Result, Quick);
  addFft(Result, Quick);
  addSha256(Result, Quick);
  addShapes(Result, Quick);
  addSingleItems(Result, Quick);
  addTypes(Result, Quick);
  addEveryday(Result, Quick);
  return Result;
}

} // namespace workloads
