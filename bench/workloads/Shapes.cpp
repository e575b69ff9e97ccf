//===- Shapes.cpp - Rows of groups of many shapes -------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "Compare.h"
#include "Row.h"
#include "Sources.h"

#include <algorithm>
#include <cmath>

namespace workloads {

using Shape = std::vector<std::size_t>;

/// \returns as "1 x 128".
static std::string nameOf(const Shape &Local) {
  std::string Name = std::to_string(Local[0]);
  for (std::size_t I = 1; I != Local.size(); ++I)
    Name += " x " + std::to_string(Local[I]);
  return Name;
}

/// \returns about so many work-items, in whole groups: as many groups in each
/// dimension, or one more.
static Shape globalSize(const Shape &Local, std::size_t Items) {
  Shape Global;
  double Left = double(Items);
  for (std::size_t I = 0; I != Local.size(); ++I) {
    double Side = std::pow(Left, 1 / double(Local.size() - I));
    Global.push_back(Local[I] * std::max<std::size_t>(
                                    1, std::size_t(Side / double(Local[I]))));
    Left /= double(Global.back());
  }
  return Global;
}

static std::size_t itemsOf(const Shape &Global) {
  std::size_t Items = 1;
  for (std::size_t Each : Global)
    Items *= Each;
  return Items;
}

static Row sumRows(const Shape &Local, std::size_t About) {
  const Shape Global = globalSize(Local, About);
  const std::size_t Items = itemsOf(Global);
  return {"rows of 16, groups of " + nameOf(Local), "Mitems/s",
          1e-6 * double(Items), [=] {
            Case Case;
            Case.source = source::shapes;
            Case.kernel = "sumRows";
            Case.global = Global;
            Case.local = Local;
            const float *In = Case.input<float>(16 * Items, [](std::size_t I) {
              return float(scattered(I, -1, 1));
            });
            const float *Out = Case.output<float>(Items);
            Case.compare = [=] {
              return compareNearly(Out, Items, 1e-5, [&](std::size_t I) {
                double Sum = 0;
                for (std::size_t K = 0; K != 16; ++K)
                  Sum += In[16 * I + K];
                return Sum;
              });
            };
            return Case;
          }};
}

static Row powers(const Shape &Local, std::size_t About) {
  const Shape Global = globalSize(Local, About);
  const std::size_t Items = itemsOf(Global);
  return {"polynomial, groups of " + nameOf(Local), "GFLOP/s",
          128e-9 * double(Items), [=] {
            Case Case;
            Case.source = source::shapes;
            Case.kernel = "powers";
            Case.global = Global;
            Case.local = Local;
            const float *In = Case.input<float>(Items, [](std::size_t I) {
              return float(scattered(I, -0.5, 0.5));
            });
            const float *Out = Case.output<float>(Items);
            Case.compare = [=] {
              return compareNearly(Out, Items, 1e-5, [&](std::size_t I) {
                double Sum = 0;
                for (int K = 0; K != 64; ++K)
                  Sum = Sum * In[I] + 0.25;
                return Sum;
              });
            };
            return Case;
          }};
}

void addShapes(Rows &Rows, bool Quick) {
  const Shape Shapes[] = {{128, 1}, {8, 16},   {4, 32}, {2, 64},
                          {1, 128}, {3, 5, 7}, {33},    {100}};
  const std::size_t Items = Quick ? 1U << 12 : 1U << 18;
  for (const Shape &Each : Shapes)
    Rows.push_back(sumRows(Each, Items));
  for (const Shape &Each : Shapes)
    Rows.push_back(powers(Each, Items));
}

} // namespace workloads
