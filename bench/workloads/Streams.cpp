//===- Streams.cpp - Rows that stream through memory ----------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "Compare.h"
#include "Hand.h"
#include "Row.h"
#include "Sources.h"

namespace workloads {

static float newX(std::size_t I) { return float(scattered(2 * I, -1, 1)); }
static float oldY(std::size_t I) { return float(scattered(2 * I + 1, -1, 1)); }

/// \param Length elements of each work-item, one after the other.
static Row saxpy(const std::string &Name, std::size_t Count,
                 const std::vector<std::size_t> &Local,
                 std::size_t Length = 1) {
  // Two floats are read and one is written.
  return {"saxpy/" + Name, "GB/s", 12e-9 * double(Count), [=] {
            Case Case;
            Case.source = source::saxpy;
            Case.kernel =
                Length == 1 ? "saxpy" : "saxpy_" + std::to_string(Length);
            Case.global = {Count / Length};
            Case.local = Local;
            const float A = 0.75f;
            Case.value(A);
            const float *X = Case.input<float>(Count, newX);
            float *Y = Case.inOut<float>(Count, oldY);
            Case.hand = [=](bench::Pool &Pool, unsigned Passes) {
              hand::saxpy(Pool, Passes, Count, A, X, Y);
            };
            Case.compare = [=] {
              return compareNearly(Y, Count, 1e-6, [&](std::size_t I) {
                return double(A) * X[I] + oldY(I);
              });
            };
            return Case;
          }};
}

/// As libraries have it, whose callers say how far elements are apart.
static Row saxpyOfStride(std::size_t Count, std::size_t Stride) {
  return {"saxpy, stride " + std::to_string(Stride) + " as an argument", "GB/s",
          12e-9 * double(Count), [=] {
            Case Case;
            Case.source = source::saxpy;
            Case.kernel = "saxpy_strides";
            Case.global = {Count};
            Case.local = {256};
            const float A = 0.75f;
            Case.value(int(Count));
            Case.value(A);
            const float *X = Case.input<float>(Count * Stride, newX);
            Case.value(int(Stride));
            float *Y = Case.inOut<float>(Count * Stride, oldY);
            Case.value(int(Stride));
            Case.compare = [=] {
              return compareNearly(Y, Count * Stride, 1e-6, [&](std::size_t I) {
                return (I % Stride ? 0 : double(A) * X[I]) + oldY(I);
              });
            };
            return Case;
          }};
}

/// Two buffers side by side, in strides of a power of two.
static Row dotParts(bool Quick) {
  const std::size_t Count = Quick ? 1 << 20 : 1 << 22, Items = 1 << 15;
  return {"dot product in strides", "GB/s", 8e-9 * double(Count), [=] {
            Case Case;
            Case.source = source::saxpy;
            Case.kernel = "dot_parts";
            Case.global = {Items};
            Case.local = {256};
            auto element = [](std::size_t I) {
              return float(scattered(I, -1, 1));
            };
            const float *X = Case.input<float>(Count, element);
            const float *Y = Case.input<float>(
                Count, [=](std::size_t I) { return element(I + Count); });
            float *Sums = Case.output<float>(Items);
            Case.value(cl_uint(Count));
            Case.compare = [=] {
              return compareNearly(Sums, Items, 1e-4, [&](std::size_t I) {
                double Sum = 0;
                for (std::size_t K = I; K < Count; K += Items)
                  Sum += double(X[K]) * Y[K];
                return Sum;
              });
            };
            return Case;
          }};
}

void addStreams(Rows &Rows, bool Quick) {
  const std::size_t Cached = Quick ? 1 << 16 : 1 << 19;
  Rows.push_back(saxpy("short", Cached / 4, {256}));
  Rows.push_back(saxpy("cached", Cached, {256}));
  Rows.push_back(saxpy("cached, no local size", Cached, {}));
  Rows.push_back(saxpy("memory", Quick ? 1 << 20 : 1 << 25, {256}));
  for (std::size_t Length : {4, 8, 16})
    Rows.push_back(
        saxpy("rows of " + std::to_string(Length), Cached, {256}, Length));
  Rows.push_back(saxpyOfStride(Cached, 1));
  Rows.push_back(saxpyOfStride(Cached, 2));
  Rows.push_back(dotParts(Quick));
}

} // namespace workloads
