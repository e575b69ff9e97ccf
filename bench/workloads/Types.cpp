//===- Types.cpp - Rows of types other than float -------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "Compare.h"
#include "Row.h"
#include "Sources.h"

namespace workloads {

static Row blend(std::size_t Count) {
  return {"blend of bytes", "Mpixel/s", 1e-6 * double(Count), [=] {
            Case Case;
            Case.source = source::blend;
            Case.kernel = "blend";
            Case.global = {Count};
            Case.local = {256};
            using Byte = unsigned char;
            auto picture = [&](unsigned Number) {
              return Case.input<Byte>(Count, [=](std::size_t I) {
                return Byte(scrambled(3 * I + Number));
              });
            };
            const Byte *Front = picture(0), *Back = picture(1);
            const Byte *Mask = picture(2);
            const Byte *Out = Case.output<Byte>(Count);
            Case.compare = [=] {
              return compareExactly(Out, Count, [&](std::size_t I) {
                unsigned Share = Mask[I];
                return Byte((Front[I] * Share + Back[I] * (255 - Share) + 127) /
                            255);
              });
            };
            return Case;
          }};
}

static Row dilation(std::size_t Width, std::size_t Height) {
  const std::size_t Count = Width * Height;
  return {"dilation of bytes", "Mpixel/s", 1e-6 * double(Count), [=] {
            Case Case;
            Case.source = source::dilation;
            Case.kernel = "dilate";
            Case.global = {Width, Height};
            using Byte = unsigned char;
            const Byte *In = Case.input<Byte>(
                Count, [](std::size_t I) { return Byte(scrambled(I)); });
            const Byte *Out = Case.output<Byte>(Count);
            Case.value(int(Width));
            Case.value(int(Height));
            Case.compare = [=] {
              return compareExactly(Out, Count, [&](std::size_t I) {
                const std::size_t X = I % Width, Y = I / Width;
                Byte Most = 0;
                for (std::size_t J = Y - std::min<std::size_t>(Y, 2);
                     J <= std::min(Y + 2, Height - 1); ++J)
                  for (std::size_t K = X - std::min<std::size_t>(X, 2);
                       K <= std::min(X + 2, Width - 1); ++K)
                    Most = std::max(Most, In[J * Width + K]);
                return Most;
              });
            };
            return Case;
          }};
}

/// A half is read and one is written; the former lie between \p -Limit and
/// \p Limit.
static std::pair<const _Float16 *, const _Float16 *>
halfToHalf(Case &Case, std::size_t Count, double Limit) {
  Case.source = source::halves;
  Case.global = {Count};
  Case.local = {256};
  const _Float16 *In = Case.input<_Float16>(Count, [=](std::size_t I) {
    return _Float16(scattered(I, -Limit, Limit));
  });
  return {In, Case.output<_Float16>(Count)};
}

static Row polynomialHalf(std::size_t Count) {
  return {"polynomial of halves", "GFLOP/s", 64e-9 * double(Count), [=] {
            Case Case;
            Case.kernel = "polynomialHalf";
            Case.extension = "cl_khr_fp16";
            auto [In, Out] = halfToHalf(Case, Count, 0.5);
            Case.compare = [=] {
              return compareNearly(Out, Count, 0x1p-8, [&](std::size_t I) {
                double X = In[I], Sum = 0.125;
                for (int K = 0; K != 32; ++K)
                  Sum = Sum * X + 0.25;
                return Sum;
              });
            };
            return Case;
          }};
}

static Row quantiseHalf(std::size_t Count) {
  return {"halves in steps", "GB/s", 4e-9 * double(Count), [=] {
            Case Case;
            Case.kernel = "quantiseHalf";
            Case.extension = "cl_khr_fp16";
            auto [In, Out] = halfToHalf(Case, Count, 0.5);
            constexpr float Steps = 64;
            Case.value(Steps);
            Case.compare = [=] {
              return compareNearly(Out, Count, 0, [&](std::size_t I) {
                const float X = std::clamp(float(In[I]), -0.25F, 0.375F);
                return double(_Float16(std::nearbyint(X * Steps) / Steps));
              });
            };
            return Case;
          }};
}

static Row storedHalves(std::size_t Count) {
  return {"stored halves", "GB/s", 4e-9 * double(Count), [=] {
            Case Case;
            Case.kernel = "scaleStored";
            auto [In, Out] = halfToHalf(Case, Count, 1);
            const float Factor = 0.75f, Offset = 0.25f;
            Case.value(Factor);
            Case.value(Offset);
            Case.compare = [=] {
              return compareNearly(Out, Count, 0x1p-11, [&](std::size_t I) {
                return double(In[I]) * Factor + Offset;
              });
            };
            return Case;
          }};
}

static Row polynomialDouble(std::size_t Count) {
  return {"polynomial of doubles", "GFLOP/s", 72e-9 * double(Count), [=] {
            Case Case;
            Case.source = source::doubles;
            Case.kernel = "polynomialDouble";
            Case.extension = "cl_khr_fp64";
            Case.global = {Count};
            Case.local = {256};
            const double *In = Case.input<double>(
                Count, [](std::size_t I) { return scattered(I, -1, 1); });
            const double *Out = Case.output<double>(Count);
            Case.compare = [=] {
              return compareNearly(Out, Count, 1e-14, [&](std::size_t I) {
                double Sum = 1;
                for (int K = 24; K > 0; --K)
                  Sum = Sum * In[I] * (1.0 / 24) + 1;
                return Sum;
              });
            };
            return Case;
          }};
}

static double reactionRate(double Temperature) {
  double Sum = 0;
  for (int K = 1; K <= 8; ++K)
    Sum += std::pow(Temperature / 300.0, 0.3 * K - 1.2) *
           std::exp(-500.0 * K / Temperature);
  return std::log1p(Sum) + std::pow(Temperature / 1000.0, 3.0);
}

static Row reactionRates(std::size_t Count) {
  return {"reaction rates, doubles", "Mitems/s", 1e-6 * double(Count), [=] {
            Case Case;
            Case.source = source::doubles;
            Case.kernel = "reactionRates";
            Case.extension = "cl_khr_fp64";
            Case.global = {Count};
            Case.local = {256};
            const double *In = Case.input<double>(
                Count, [](std::size_t I) { return scattered(I, 250, 3000); });
            const double *Out = Case.output<double>(Count);
            Case.compare = [=] {
              return compareNearly(Out, Count, 1e-13, [&](std::size_t I) {
                return reactionRate(In[I]);
              });
            };
            return Case;
          }};
}

static Row sinesOfVectors(std::size_t Count) {
  return {"sines of double4", "Mitems/s", 1e-6 * double(Count), [=] {
            Case Case;
            Case.source = source::doubles;
            Case.kernel = "sinesOfVectors";
            Case.extension = "cl_khr_fp64";
            Case.global = {Count};
            Case.local = {256};
            const double *In = Case.input<double>(
                4 * Count, [](std::size_t I) { return scattered(I, -9, 9); });
            const double *Out = Case.output<double>(4 * Count);
            Case.compare = [=] {
              return compareNearly(Out, 4 * Count, 1e-15, [&](std::size_t I) {
                return std::sin(In[I]);
              });
            };
            return Case;
          }};
}

static Row hashLong(std::size_t Count) {
  return {"hash of longs", "Mhash/s", 1e-6 * double(Count), [=] {
            Case Case;
            Case.source = source::longs;
            Case.kernel = "splitmix";
            Case.global = {Count};
            Case.local = {256};
            const std::uint64_t *Keys =
                Case.input<std::uint64_t>(Count, scrambled);
            const std::uint64_t *Out = Case.output<std::uint64_t>(Count);
            Case.compare = [=] {
              return compareExactly(Out, Count, [&](std::size_t I) {
                std::uint64_t H = Keys[I];
                for (int Round = 0; Round != 32; ++Round) {
                  H += 0x9e3779b97f4a7c15U;
                  H = (H ^ H >> 30) * 0xbf58476d1ce4e5b9U;
                  H = (H ^ H >> 27) * 0x94d049bb133111ebU;
                  H ^= H >> 31;
                }
                return H;
              });
            };
            return Case;
          }};
}

/// \param Size elements of a work-item's vector.
static Row recurrence(std::size_t Count, unsigned Size) {
  return {"recurrence of float" + std::to_string(Size), "GFLOP/s",
          1024e-9 * double(Count * Size), [=] {
            Case Case;
            Case.source = source::recurrence;
            Case.kernel = "recurrence" + std::to_string(Size);
            Case.global = {Count};
            Case.local = {256};
            const float *In =
                Case.input<float>(Count * Size, [](std::size_t I) {
                  return scattered(I, -1, 1);
                });
            const float *Out = Case.output<float>(Count * Size);
            // The sum of a geometric series, whose rest is below any float.
            Case.compare = [=] {
              return compareNearly(Out, Count * Size, 1e-6,
                                   [&](std::size_t I) { return 4.0 * In[I]; });
            };
            return Case;
          }};
}

void addTypes(Rows &Rows, bool Quick) {
  const std::size_t Count = Quick ? 1 << 14 : 1 << 20;
  Rows.push_back(blend(4 * Count));
  Rows.push_back(dilation(1024, Count / 1024));
  Rows.push_back(polynomialHalf(Count));
  Rows.push_back(quantiseHalf(Count));
  Rows.push_back(storedHalves(Count));
  Rows.push_back(polynomialDouble(Count));
  Rows.push_back(reactionRates(Count / 8));
  Rows.push_back(sinesOfVectors(Count / 8));
  Rows.push_back(hashLong(Count));
  Rows.push_back(recurrence(Count / 16, 4));
  Rows.push_back(recurrence(Count / 16, 8));
}

} // namespace workloads
