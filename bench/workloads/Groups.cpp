//===- Groups.cpp - Rows whose groups work together -----------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "Compare.h"
#include "Row.h"
#include "Sources.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace workloads {

static Row reduction(std::size_t Count) {
  constexpr std::size_t Group = 256;
  return {"reduction", "Mitems/s", 1e-6 * double(Count), [=] {
            Case Case;
            Case.source = source::reduction;
            Case.kernel = "reduceSum";
            Case.global = {Count};
            Case.local = {Group};
            const float *In = Case.input<float>(Count, [](std::size_t I) {
              return float(scattered(I, -1, 1));
            });
            const float *Sums = Case.output<float>(Count / Group);
            Case.localMemory(Group * sizeof(float));
            Case.compare = [=] {
              return compareNearly(Sums, Count / Group, 1e-4,
                                   [&](std::size_t Index) {
                                     double Sum = 0;
                                     for (std::size_t I = 0; I != Group; ++I)
                                       Sum += In[Index * Group + I];
                                     return Sum;
                                   });
            };
            return Case;
          }};
}

static Row histogram(std::size_t Count) {
  constexpr std::size_t Group = 256, PerItem = 64, Bins = 256;
  constexpr std::size_t PerGroup = Group * PerItem;
  return {"local histogram", "Mitems/s", 1e-6 * double(Count), [=] {
            Case Case;
            Case.source = source::histogram;
            Case.kernel = "histogram";
            Case.global = {Count / PerItem};
            Case.local = {Group};
            const unsigned char *Data =
                Case.input<unsigned char>(Count, [](std::size_t I) {
                  return static_cast<unsigned char>(scrambled(I));
                });
            const unsigned *Counts =
                Case.output<unsigned>(Count / PerGroup * Bins);
            Case.value(unsigned(PerItem));
            Case.compare = [=] {
              std::array<unsigned, Bins> Wanted{};
              return compareExactly(
                  Counts, Count / PerGroup * Bins, [&](std::size_t Index) {
                    if (Index % Bins == 0) {
                      Wanted.fill(0);
                      const unsigned char *Part =
                          Data + Index / Bins * PerGroup;
                      for (std::size_t I = 0; I != PerGroup; ++I)
                        ++Wanted[Part[I]];
                    }
                    return Wanted[Index % Bins];
                  });
            };
            return Case;
          }};
}

static Row nearest(std::size_t Count) {
  constexpr std::size_t Cells = 4096;
  return {"minima by atomics", "Mitems/s", 1e-6 * double(Count), [=] {
            Case Case;
            Case.source = source::histogram;
            Case.kernel = "nearest";
            Case.global = {Count};
            Case.local = {256};
            const unsigned *Cell =
                Case.input<unsigned>(Count, [](std::size_t I) {
                  return unsigned(scrambled(I)) % Cells;
                });
            const unsigned *Depth = Case.input<unsigned>(
                Count, [](std::size_t I) { return unsigned(scrambled(~I)); });
            const unsigned *Least =
                Case.inOut<unsigned>(Cells, [](std::size_t) { return ~0u; });
            Case.compare = [=] {
              std::vector<unsigned> Wanted(Cells, ~0u);
              for (std::size_t I = 0; I != Count; ++I)
                Wanted[Cell[I]] = std::min(Wanted[Cell[I]], Depth[I]);
              return compareExactly(Least, Cells,
                                    [&](std::size_t I) { return Wanted[I]; });
            };
            return Case;
          }};
}

static Row mark(std::size_t Count) {
  constexpr std::size_t Cells = 1 << 16;
  return {"bits by atomics", "Mitems/s", 1e-6 * double(Count), [=] {
            Case Case;
            Case.source = source::histogram;
            Case.kernel = "mark";
            Case.global = {Count};
            Case.local = {256};
            const unsigned *Cell =
                Case.input<unsigned>(Count, [](std::size_t I) {
                  return unsigned(scrambled(I)) % Cells;
                });
            const unsigned *Marks = Case.inOut<unsigned>(
                Cells / 32, [](std::size_t) { return 0U; });
            Case.compare = [=] {
              std::vector<unsigned> Wanted(Cells / 32);
              for (std::size_t I = 0; I != Count; ++I)
                Wanted[Cell[I] / 32] |= 1U << Cell[I] % 32;
              return compareExactly(Marks, Cells / 32,
                                    [&](std::size_t I) { return Wanted[I]; });
            };
            return Case;
          }};
}

/// A quarter of \p Count numbers, a power of two.
static Row compact(std::size_t Count) {
  constexpr unsigned Limit = 1U << 30;
  return {"list by atomics", "Mitems/s", 1e-6 * double(Count), [=] {
            Case Case;
            Case.source = source::histogram;
            Case.kernel = "compact";
            Case.global = {Count};
            Case.local = {256};
            const unsigned *In = Case.input<unsigned>(
                Count, [](std::size_t I) { return unsigned(scrambled(I)); });
            const unsigned *Out =
                Case.inOut<unsigned>(Count, [](std::size_t) { return ~0U; });
            Case.inOut<unsigned>(1, [](std::size_t) { return 0U; });
            Case.value(Limit);
            Case.value(unsigned(Count - 1));
            Case.compare = [=] {
              std::vector<unsigned> Wanted, Got(Out, Out + Count);
              std::copy_if(In, In + Count, std::back_inserter(Wanted),
                           [=](unsigned X) { return X < Limit; });
              Wanted.resize(Count, ~0U);
              std::sort(Wanted.begin(), Wanted.end());
              std::sort(Got.begin(), Got.end());
              return compareExactly(Got.data(), Count,
                                    [&](std::size_t I) { return Wanted[I]; });
            };
            return Case;
          }};
}

static Row bitonicSort(std::size_t Count) {
  constexpr std::size_t Keys = 1024;
  return {"bitonic sort", "Mkeys/s", 1e-6 * double(Count), [=] {
            Case Case;
            Case.source = source::sort;
            Case.kernel = "bitonicSort";
            Case.global = {Count / 2};
            Case.local = {Keys / 2};
            const unsigned *In = Case.input<unsigned>(
                Count, [](std::size_t I) { return unsigned(scrambled(I)); });
            const unsigned *Out = Case.output<unsigned>(Count);
            Case.compare = [=] {
              std::vector<unsigned> Wanted(In, In + Count);
              for (std::size_t I = 0; I != Count; I += Keys)
                std::sort(&Wanted[I], &Wanted[I] + Keys);
              return compareExactly(Out, Count,
                                    [&](std::size_t I) { return Wanted[I]; });
            };
            return Case;
          }};
}

/// In groups of 100.
static Row boxMean(std::size_t Count) {
  constexpr std::size_t Group = 100;
  constexpr std::ptrdiff_t Radius = 4;
  return {
      "box mean, groups of 100", "Mitems/s", 1e-6 * double(Count), [=] {
        Case Case;
        Case.source = source::box;
        Case.kernel = "boxMean";
        Case.global = {Count};
        Case.local = {Group};
        const float *In = Case.input<float>(
            Count, [](std::size_t I) { return float(scattered(I, -1, 1)); });
        const float *Out = Case.output<float>(Count);
        Case.localMemory((Group + 2 * Radius) * sizeof(float));
        Case.compare = [=] {
          return compareNearly(Out, Count, 1e-5, [&](std::size_t Index) {
            double Sum = 0;
            for (std::ptrdiff_t K = -Radius; K <= Radius; ++K)
              Sum += In[std::clamp(std::ptrdiff_t(Index) + K, std::ptrdiff_t(0),
                                   std::ptrdiff_t(Count) - 1)];
            return Sum / (2 * Radius + 1);
          });
        };
        return Case;
      }};
}

/// In groups of 256.
static Row scan(std::size_t Count) {
  constexpr std::size_t Group = 256, PerGroup = 512;
  return {"prefix sum", "Mitems/s", 1e-6 * double(Count), [=] {
            Case Case;
            Case.source = source::scan;
            Case.kernel = "scanLocal";
            Case.global = {Count / PerGroup * Group};
            Case.local = {Group};
            const unsigned *In = Case.input<unsigned>(
                Count, [](std::size_t I) { return unsigned(scrambled(I)); });
            const unsigned *Out = Case.output<unsigned>(Count);
            Case.compare = [=] {
              unsigned Sum = 0;
              return compareExactly(Out, Count, [&](std::size_t I) {
                const unsigned Before = I % PerGroup == 0 ? 0 : Sum;
                Sum = Before + In[I];
                return Before;
              });
            };
            return Case;
          }};
}

static constexpr unsigned FloatsOfBox = 8;

static Row softmax(std::size_t Rows, std::size_t Length) {
  const std::size_t Count = Rows * Length;
  return {"softmax in columns", "Mitems/s", 1e-6 * double(Count), [=] {
            Case Case;
            Case.source = source::collectives;
            Case.kernel = "softmax";
            Case.options = "-cl-std=CL3.0";
            Case.global = {Rows, 64};
            Case.local = {1, 64};
            const float *In = Case.input<float>(Count, [](std::size_t I) {
              return float(scattered(I, -4, 4));
            });
            const float *Out = Case.output<float>(Count);
            Case.value(int(Length));
            Case.compare = [=] {
              std::vector<double> Sums(Rows);
              for (std::size_t I = 0; I != Count; ++I)
                Sums[I / Length] += std::exp(double(In[I]));
              return compareNearly(Out, Count, 1e-5, [&](std::size_t I) {
                return std::exp(double(In[I])) / Sums[I / Length];
              });
            };
            return Case;
          }};
}

static Row normalise(std::size_t Rows) {
  constexpr std::size_t Length = 64;
  const std::size_t Count = Rows * Length;
  return {"sub-groups in columns", "Mitems/s", 1e-6 * double(Count), [=] {
            Case Case;
            Case.source = source::collectives;
            Case.kernel = "normalise";
            Case.options = "-cl-std=CL3.0";
            Case.global = {Rows, Length};
            Case.local = {1, Length};
            const float *In = Case.input<float>(
                Count, [](std::size_t I) { return float(scattered(I, 1, 4)); });
            const float *Out = Case.output<float>(Count);
            Case.localMemory(Length * sizeof(float));
            Case.compare = [=] {
              std::vector<double> Sums(Rows);
              for (std::size_t I = 0; I != Count; ++I)
                Sums[I / Length] += double(In[I]) * In[I];
              return compareNearly(Out, Count, 1e-5, [&](std::size_t I) {
                return In[I] / std::sqrt(Sums[I / Length]);
              });
            };
            return Case;
          }};
}

/// Boxes among 16 others or so of the same x.
static Row overlaps(unsigned Count) {
  const unsigned Room = Count;
  return {
      "pairs of boxes", "Mboxes/s", 1e-6 * double(Count), [=] {
        Case Case;
        Case.source = source::boxes;
        Case.kernel = "overlaps";
        Case.global = {Count};
        Case.local = {64};
        const float *Boxes = Case.input<float>(
            std::size_t(Count) * FloatsOfBox, [](std::size_t I) {
              const std::size_t Box = I / FloatsOfBox, Axis = I % 4;
              const bool IsMost = I % FloatsOfBox >= 4;
              const double Least = Axis == 0 ? double(Box) / 16
                                             : scattered(4 * Box + Axis, 0, 20);
              return float(IsMost ? Least + 1 : Least);
            });
        const unsigned *Pairs =
            Case.inOut<unsigned>(Room, [](std::size_t) { return 0U; });
        Case.inOut<unsigned>(1, [](std::size_t) { return 0U; });
        Case.value(Count);
        Case.value(Room);
        Case.compare = [=] {
          std::vector<unsigned> Wanted, Got(Pairs, Pairs + Room);
          auto Meet = [&](unsigned A, unsigned B, unsigned Axis) {
            const float *First = &Boxes[std::size_t(A) * FloatsOfBox + Axis],
                        *Second = &Boxes[std::size_t(B) * FloatsOfBox + Axis];
            return First[0] <= Second[4] && Second[0] <= First[4];
          };
          for (unsigned A = 0; A != Count; ++A)
            for (unsigned B = A + 1; B != Count && Meet(A, B, 0); ++B)
              if (Meet(A, B, 1) && Meet(A, B, 2))
                Wanted.push_back(A * Count + B);
          // They come in any order.
          Wanted.resize(Room);
          std::sort(Wanted.begin(), Wanted.end());
          std::sort(Got.begin(), Got.end());
          return compareExactly(Got.data(), Room,
                                [&](std::size_t I) { return Wanted[I]; });
        };
        return Case;
      }};
}

void addGroups(Rows &Rows, bool Quick) {
  Rows.push_back(reduction(Quick ? 1 << 16 : 1 << 22));
  Rows.push_back(histogram(Quick ? 1 << 18 : 1 << 23));
  Rows.push_back(nearest(Quick ? 1 << 14 : 1 << 20));
  Rows.push_back(mark(Quick ? 1 << 14 : 1 << 20));
  Rows.push_back(compact(Quick ? 1 << 14 : 1 << 20));
  Rows.push_back(bitonicSort(Quick ? 1 << 14 : 1 << 20));
  Rows.push_back(boxMean(Quick ? 10000 : 1000000));
  Rows.push_back(scan(Quick ? 1 << 14 : 1 << 20));
  Rows.push_back(softmax(Quick ? 64 : 4096, 256));
  Rows.push_back(normalise(Quick ? 64 : 1 << 14));
  Rows.push_back(overlaps(Quick ? 1 << 10 : 1 << 14));
}

} // namespace workloads
