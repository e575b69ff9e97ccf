//===- Everyday.cpp - Rows as most programs have them ---------------------===//
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
#include <bit>

namespace workloads {

static Row table(std::size_t Count) {
  return {"table of bytes", "Gitems/s", 1e-9 * double(Count), [=] {
            Case Case;
            Case.source = source::everyday;
            Case.kernel = "look";
            Case.global = {Count};
            Case.local = {256};
            auto Byte = [](std::size_t I) {
              return static_cast<unsigned char>(scrambled(I));
            };
            const auto *In = Case.input<unsigned char>(Count, Byte);
            const auto *Table = Case.input<unsigned char>(256, Byte);
            const auto *Out = Case.output<unsigned char>(Count);
            Case.compare = [=] {
              return compareExactly(
                  Out, Count, [&](std::size_t I) { return Table[In[I]]; });
            };
            return Case;
          }};
}

static Row records(std::size_t Count) {
  constexpr std::size_t Floats = 7;
  constexpr float Time = 0.125f;
  return {"records of 7 floats", "GB/s", 1e-9 * double(Count * Floats * 8),
          [=] {
            Case Case;
            Case.source = source::everyday;
            Case.kernel = "drift";
            Case.global = {Count};
            Case.local = {256};
            auto Field = [](std::size_t I) {
              return I % Floats == 6 ? 0.0f : float(scattered(I, -1, 1));
            };
            const float *Bodies = Case.inOut<float>(Count * Floats, Field);
            Case.value(Time);
            Case.compare = [=] {
              return compareNearly(
                  Bodies, Count * Floats, 1e-6, [&](std::size_t I) {
                    const double Old = Field(I);
                    return I % Floats < 3 ? Old + Field(I + 3) * Time : Old;
                  });
            };
            return Case;
          }};
}

static Row hues(std::size_t Count) {
  return {"RGB to HSV", "Mpixel/s", 1e-6 * double(Count), [=] {
            Case Case;
            Case.source = source::everyday;
            Case.kernel = "hueOf";
            Case.global = {Count};
            Case.local = {256};
            const float *In = Case.input<float>(Count * 3, [](std::size_t I) {
              return float(scattered(I, 0, 1));
            });
            const float *Out = Case.output<float>(Count * 3);
            Case.compare = [=] {
              return compareNearly(Out, Count * 3, 1e-4, [&](std::size_t I) {
                const float *C = In + I / 3 * 3;
                const double Most = std::max({C[0], C[1], C[2]});
                const double Range = Most - std::min({C[0], C[1], C[2]});
                if (I % 3 == 2)
                  return Most;
                if (I % 3 == 1)
                  return Range / Most;
                if (Most == C[0]) {
                  const double Hue = (double(C[1]) - C[2]) / Range;
                  // Just below 0 it may be just below 6.
                  return Hue + (Out[I] > 3 ? 6 : 0);
                }
                return Most == C[1] ? (double(C[2]) - C[0]) / Range + 2
                                    : (double(C[0]) - C[1]) / Range + 4;
              });
            };
            return Case;
          }};
}

/// A block of the key stream, word by word.
static std::array<unsigned, 16> chacha(const unsigned *Key, unsigned Number) {
  std::array<unsigned, 16> Start{0x61707865, 0x3320646e, 0x79622d32,
                                 0x6b206574};
  std::copy_n(Key, 8, &Start[4]);
  Start[12] = Number;
  std::array<unsigned, 16> X = Start;
  auto Quarter = [&](int A, int B, int C, int D) {
    for (int Turn : {16, 12, 8, 7}) {
      X[A] += X[B];
      X[D] = std::rotl(X[D] ^ X[A], Turn);
      std::swap(A, C);
      std::swap(B, D);
    }
  };
  for (int Round = 0; Round != 20; ++Round)
    for (int I = 0; I != 4; ++I) {
      const int Shift = Round % 2;
      Quarter(I, 4 + (I + Shift) % 4, 8 + (I + 2 * Shift) % 4,
              12 + (I + 3 * Shift) % 4);
    }
  for (int I = 0; I != 16; ++I)
    X[I] += Start[I];
  return X;
}

static Row keyStream(std::size_t Blocks) {
  return {"ChaCha20", "GB/s", 64e-9 * double(Blocks), [=] {
            Case Case;
            Case.source = source::everyday;
            Case.kernel = "chacha";
            Case.global = {Blocks};
            Case.local = {64};
            const unsigned *Key = Case.input<unsigned>(
                8, [](std::size_t I) { return unsigned(scrambled(I)); });
            const unsigned *Stream = Case.output<unsigned>(Blocks * 16);
            Case.compare = [=] {
              std::array<unsigned, 16> Block;
              return compareExactly(Stream, Blocks * 16, [&](std::size_t I) {
                if (I % 16 == 0)
                  Block = chacha(Key, unsigned(I / 16));
                return Block[I % 16];
              });
            };
            return Case;
          }};
}

void addEveryday(Rows &Rows, bool Quick) {
  Rows.push_back(squareProduct("matrix product, no tiles", source::everyday,
                               "multiply", Quick ? 64 : 512));
  Rows.push_back(squareProduct("matrix product, no tiles, x down",
                               source::everyday, "multiplyDown",
                               Quick ? 64 : 512));
  Rows.push_back(table(Quick ? 1 << 12 : 1 << 22));
  Rows.push_back(records(Quick ? 1 << 10 : 1 << 17));
  Rows.push_back(hues(Quick ? 1 << 10 : 1 << 20));
  Rows.push_back(keyStream(Quick ? 1 << 8 : 1 << 17));
}

} // namespace workloads
