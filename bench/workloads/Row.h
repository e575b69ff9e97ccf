//===- Row.h - What is measured ---------------------------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef WORKLOADS_ROW_H
#define WORKLOADS_ROW_H

#include "Case.h"

#include <functional>
#include <string>
#include <vector>

namespace workloads {

/// A row of the table.
struct Row {
  std::string name; ///< Unique.
  std::string unit; ///< Of the speed.
  double work;      ///< Of one launch: so many units in a second.
  std::function<Case()> make;
};

/// All rows. \param Quick smaller, and enough to check every kernel.
std::vector<Row> allRows(bool Quick);

// Its parts.
using Rows = std::vector<Row>;
void addStreams(Rows &Rows, bool Quick);
void addMath(Rows &Rows, bool Quick);
void addCalls(Rows &Rows, bool Quick);
void addLoops(Rows &Rows, bool Quick);
void addMatrices(Rows &Rows, bool Quick);
void addImages(Rows &Rows, bool Quick);
void addImageReads(Rows &Rows, bool Quick);
void addImageFilters(Rows &Rows, bool Quick);
void addGroups(Rows &Rows, bool Quick);
void addFft(Rows &Rows, bool Quick);
void addSha256(Rows &Rows, bool Quick);
void addShapes(Rows &Rows, bool Quick);
void addSingleItems(Rows &Rows, bool Quick);
void addTypes(Rows &Rows, bool Quick);
void addEveryday(Rows &Rows, bool Quick);

/// The product of two matrices of \p Side times \p Side floats in groups of
/// \p Local, with a work-item for each element if \p Global is empty.
/// \p Kernel of \p Source gets the two, the result and \p Side, of 32 bits.
Row squareProduct(const std::string &Name, const char *Source,
                  const char *Kernel, std::size_t Side,
                  std::vector<std::size_t> Local = {16, 16},
                  std::vector<std::size_t> Global = {});

/// Whether \p C is the product of two square matrices, and if not where.
std::string compareProduct(const float *A, const float *B, const float *C,
                           std::size_t Side);

} // namespace workloads

#endif // WORKLOADS_ROW_H
