//===- Fft.cpp - Fourier transforms ---------------------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "Compare.h"
#include "Row.h"
#include "Sources.h"

#include <complex>
#include <numbers>

namespace workloads {

using Complex = std::complex<double>;

/// exp(-2 pi i Index / Count)
static Complex root(std::size_t Index, std::size_t Count) {
  return std::polar(1.0, -2 * std::numbers::pi * double(Index % Count) /
                             double(Count));
}

/// The transform of In[0], In[Step], ...
static std::vector<Complex> transform(const Complex *In, std::size_t Count,
                                      std::size_t Step) {
  if (Count == 1)
    return {*In};
  auto Even = transform(In, Count / 2, 2 * Step);
  auto Odd = transform(In + Step, Count / 2, 2 * Step);
  std::vector<Complex> Result(Count);
  for (std::size_t I = 0; I != Count / 2; ++I) {
    Complex Turned = root(I, Count) * Odd[I];
    Result[I] = Even[I] + Turned;
    Result[I + Count / 2] = Even[I] - Turned;
  }
  return Result;
}

static constexpr std::size_t Points = 512, Items = 64;

void addFft(Rows &Rows, bool Quick) {
  const std::size_t Batch = Quick ? 16 : 4096;
  // The usual way to count: 5 N log2 N.
  const double Work = 5e-9 * double(Batch * Points) * 9;
  Rows.push_back(
      {"FFT, 512 points", "GFLOP/s", Work, [=] {
         Case Case;
         Case.source = source::fft;
         Case.kernel = "fft512";
         Case.global = {Batch * Items};
         Case.local = {Items};
         const std::size_t Count = 2 * Batch * Points;
         const float *In = Case.input<float>(
             Count, [](std::size_t I) { return float(scattered(I, -1, 1)); });
         const float *Out = Case.output<float>(Count);
         Case.input<float>(2 * Points, [](std::size_t I) {
           Complex Root = root(I / 2, Points);
           return float(I % 2 ? Root.imag() : Root.real());
         });
         Case.compare = [=] {
           std::vector<Complex> Signal(Points), Wanted;
           return compareNearly(Out, Count, 1e-4, [&](std::size_t Index) {
             if (Index % (2 * Points) == 0) {
               for (std::size_t I = 0; I != Points; ++I)
                 Signal[I] = {In[Index + 2 * I], In[Index + 2 * I + 1]};
               Wanted = transform(Signal.data(), Points, 1);
             }
             Complex Each = Wanted[Index / 2 % Points];
             return Index % 2 ? Each.imag() : Each.real();
           });
         };
         return Case;
       }});
}

} // namespace workloads
