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
#include <cmath>
#include <cstdint>
#include <vector>

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

static Row transposition(std::size_t Side) {
  const std::size_t Width = Side, Height = Side - 16;
  return {"transposition, no tiles", "GB/s", 1e-9 * double(Width * Height * 8),
          [=] {
            Case Case;
            Case.source = source::everyday;
            Case.kernel = "transpose";
            Case.global = {Width, Height};
            Case.local = {16, 16};
            const auto *In =
                Case.input<float>(Width * Height, [](std::size_t I) {
                  return float(scattered(I, -1, 1));
                });
            const auto *Out = Case.output<float>(Width * Height);
            Case.value(unsigned(Width));
            Case.value(unsigned(Height));
            Case.compare = [=] {
              return compareExactly(Out, Width * Height, [&](std::size_t I) {
                return In[I % Height * Width + I / Height];
              });
            };
            return Case;
          }};
}

static Row smallest(std::size_t Count) {
  constexpr std::size_t Of = 24, Kept = 8;
  return {"smallest 8 of 24", "Mitems/s", 1e-6 * double(Count), [=] {
            Case Case;
            Case.source = source::everyday;
            Case.kernel = "smallest";
            Case.global = {Count};
            Case.local = {256};
            const auto *In = Case.input<float>(Of * Count, [](std::size_t I) {
              return float(scattered(I, 0, 1));
            });
            const auto *Out = Case.output<float>(Kept * Count);
            Case.value(int(Count));
            Case.compare = [=] {
              return compareExactly(Out, Kept * Count, [&](std::size_t I) {
                std::array<float, Of> All;
                for (std::size_t K = 0; K != Of; ++K)
                  All[K] = In[K * Count + I % Count];
                std::sort(All.begin(), All.end());
                return All[I / Count];
              });
            };
            return Case;
          }};
}

static Row middles(std::size_t Side) {
  return {"median by histogram", "Mpixel/s", 1e-6 * double(Side * Side), [=] {
            Case Case;
            Case.source = source::everyday;
            Case.kernel = "middle";
            Case.global = {Side, Side};
            Case.local = {16, 16};
            const auto *In =
                Case.input<unsigned char>(Side * Side, [](std::size_t I) {
                  return static_cast<unsigned char>(scrambled(I));
                });
            const auto *Out = Case.output<unsigned char>(Side * Side);
            Case.value(int(Side));
            Case.value(int(Side));
            Case.compare = [=] {
              return compareExactly(Out, Side * Side, [&](std::size_t At) {
                const std::size_t X = At % Side, Y = At / Side;
                if (X < 2 || Y < 2 || X >= Side - 2 || Y >= Side - 2)
                  return In[At];
                std::array<int, 25> Levels;
                for (std::size_t K = 0; K != 25; ++K)
                  Levels[K] = In[(Y + K / 5 - 2) * Side + X + K % 5 - 2] >> 4;
                std::nth_element(Levels.begin(), &Levels[12], Levels.end());
                return static_cast<unsigned char>(Levels[12] << 4);
              });
            };
            return Case;
          }};
}

static Row planes(std::size_t Width, std::size_t Height) {
  constexpr std::size_t Channels = 3;
  const std::size_t Count = Width * Height * Channels;
  return {"3 x 3 mean of planes, one dimension", "Mpixel/s",
          1e-6 * double(Count), [=] {
            Case Case;
            Case.source = source::everyday;
            Case.kernel = "blur";
            Case.global = {(Count + 255) / 256 * 256};
            Case.local = {256};
            const auto *In = Case.input<float>(
                Count, [](std::size_t I) { return float(scattered(I, 0, 1)); });
            const auto *Out = Case.output<float>(Count);
            Case.value(int(Width));
            Case.value(int(Height));
            Case.value(int(Count));
            Case.compare = [=] {
              return compareNearly(Out, Count, 1e-5, [&](std::size_t At) {
                const std::size_t X = At % Width, Row = At / Width,
                                  Y = Row % Height;
                double Sum = 0;
                for (std::size_t K = 0; K != 9; ++K) {
                  const std::size_t U = std::min(
                      std::max(X + K % 3, std::size_t(1)) - 1, Width - 1);
                  const std::size_t V = std::min(
                      std::max(Y + K / 3, std::size_t(1)) - 1, Height - 1);
                  Sum += In[(Row - Y + V) * Width + U];
                }
                return Sum / 9;
              });
            };
            return Case;
          }};
}

static Row softmax(std::size_t Width, std::size_t Height) {
  return {
      "softmax of rows", "Mitems/s", 1e-6 * double(Width * Height), [=] {
        Case Case;
        Case.source = source::everyday;
        Case.kernel = "softmax";
        Case.global = {Height};
        Case.local = {64};
        const auto *In = Case.input<float>(Width * Height, [](std::size_t I) {
          return float(scattered(I, -4, 4));
        });
        const auto *Out = Case.output<float>(Width * Height);
        Case.value(int(Width));
        Case.compare = [=] {
          std::vector<double> Sums(Height);
          for (std::size_t I = 0; I != Width * Height; ++I)
            Sums[I / Width] += std::exp(double(In[I]));
          return compareNearly(Out, Width * Height, 1e-5, [&](std::size_t I) {
            return std::exp(double(In[I])) / Sums[I / Width];
          });
        };
        return Case;
      }};
}

static Row runningSum(std::size_t Width, std::size_t Height, int Radius) {
  return {
      "running sum along rows", "Mitems/s", 1e-6 * double(Width * Height), [=] {
        Case Case;
        Case.source = source::everyday;
        Case.kernel = "running";
        Case.global = {Height};
        Case.local = {64};
        const auto *In = Case.input<float>(Width * Height, [](std::size_t I) {
          return float(scattered(I, 0, 1));
        });
        const auto *Out = Case.output<float>(Width * Height);
        Case.value(int(Width));
        Case.value(Radius);
        Case.compare = [=] {
          return compareNearly(Out, Width * Height, 1e-4, [&](auto I) {
            double Sum = 0;
            for (int K = -Radius; K <= Radius; ++K) {
              const int X = int(I % Width) + K;
              Sum += In[I / Width * Width +
                        std::size_t(std::clamp(X, 0, int(Width) - 1))];
            }
            return Sum / (2 * Radius + 1);
          });
        };
        return Case;
      }};
}

static Row means(std::size_t Side) {
  const std::size_t Pitch = Side + 16;
  return {"3 x 3 mean of uchar16", "Mpixel/s", 1e-6 * double(Side * Side), [=] {
            Case Case;
            Case.source = source::everyday;
            Case.kernel = "mean";
            Case.global = {Side / 16, Side};
            Case.local = {Side / 16, 1};
            const auto *In = Case.input<unsigned char>(
                Pitch * (Side + 2) + 16, [](std::size_t I) {
                  return static_cast<unsigned char>(scrambled(I));
                });
            const auto *Out = Case.output<unsigned char>(Side * Side);
            Case.value(int(Side));
            Case.compare = [=] {
              return compareExactly(Out, Side * Side, [&](std::size_t At) {
                int Sum = 0;
                for (std::size_t K = 0; K != 9; ++K)
                  Sum += In[(At / Side + K / 3) * Pitch + At % Side + K % 3];
                return static_cast<unsigned char>(Sum / 9);
              });
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

/// \param Part elements of each work-item but the last.
static Row partMaxima(std::size_t Count, std::size_t Part) {
  const std::size_t Size = Count * Part - Part / 2;
  return {"parts of an array", "GB/s", 4e-9 * double(Size), [=] {
            Case Case;
            Case.source = source::everyday;
            Case.kernel = "partMaxima";
            Case.global = {Count};
            Case.local = {64};
            const float *In = Case.input<float>(
                Size, [](std::size_t I) { return float(scattered(I, -1, 1)); });
            const float *Out = Case.output<float>(Count);
            Case.value(std::uint64_t(Part));
            Case.value(std::uint64_t(Size));
            Case.compare = [=] {
              return compareExactly(Out, Count, [&](std::size_t I) {
                return *std::max_element(In + I * Part,
                                         In + std::min(Size, (I + 1) * Part));
              });
            };
            return Case;
          }};
}

static Row pool(std::size_t Side, int Size, int Stride) {
  const int Pad = Size / 2;
  const std::size_t OutSide = Side / Stride;
  return {"max pooling, stride " + std::to_string(Stride), "Mpixel/s",
          1e-6 * double(OutSide * OutSide), [=] {
            Case Case;
            Case.source = source::everyday;
            Case.kernel = "pool";
            Case.global = {OutSide, OutSide};
            Case.local = {64, 1};
            const float *In = Case.input<float>(Side * Side, [](std::size_t I) {
              return float(scattered(I, -1, 1));
            });
            const float *Out = Case.output<float>(OutSide * OutSide);
            for (int Value : {int(Side), int(Side), Size, Stride, Pad})
              Case.value(Value);
            Case.compare = [=] {
              return compareExactly(Out, OutSide * OutSide, [&](std::size_t I) {
                const int Left = int(I % OutSide) * Stride - Pad,
                          Top = int(I / OutSide) * Stride - Pad;
                float Most = -INFINITY;
                for (int Y = std::max(Top, 0);
                     Y < std::min(Top + Size, int(Side)); ++Y)
                  for (int X = std::max(Left, 0);
                       X < std::min(Left + Size, int(Side)); ++X)
                    Most = std::max(Most, In[std::size_t(Y) * Side + X]);
                return Most;
              });
            };
            return Case;
          }};
}

static Row life(std::size_t Side) {
  const std::size_t Count = Side * Side;
  return {"game of life, bytes", "Mcell/s", 1e-6 * double(Count), [=] {
            Case Case;
            Case.source = source::everyday;
            Case.kernel = "life";
            Case.global = {Side, Side};
            using Byte = unsigned char;
            const Byte *In = Case.input<Byte>(
                Count, [](std::size_t I) { return Byte(scrambled(I) & 1); });
            const Byte *Out = Case.output<Byte>(Count);
            Case.value(int(Side));
            Case.value(int(Side));
            Case.compare = [=] {
              return compareExactly(Out, Count, [&](std::size_t I) {
                unsigned Alive = 0;
                for (std::size_t Y : {Side - 1, Side, Side + 1})
                  for (std::size_t X : {Side - 1, Side, Side + 1})
                    Alive += In[(I / Side + Y) % Side * Side + (I + X) % Side];
                return Byte(Alive == 3 || (Alive == 4 && In[I]));
              });
            };
            return Case;
          }};
}

static Row bright(std::size_t Count) {
  return {"bright pixels, RGB", "Mpixel/s", 1e-6 * double(Count), [=] {
            Case Case;
            Case.source = source::everyday;
            Case.kernel = "bright";
            Case.global = {Count};
            const auto *In = Case.input<float>(3 * Count, [](std::size_t I) {
              return float(scattered(I, 0, 1));
            });
            const auto *Out = Case.output<float>(3 * Count);
            Case.value(0.5f);
            Case.compare = [=] {
              return compareNearly(Out, 3 * Count, 1e-5, [&](std::size_t I) {
                const float *Pixel = In + I / 3 * 3;
                const double Luminance =
                    0.2126 * Pixel[0] + 0.7152 * Pixel[1] + 0.0722 * Pixel[2];
                return std::max(Luminance - 0.5, 0.0) * In[I];
              });
            };
            return Case;
          }};
}

static Row weights(std::size_t Rows, std::size_t Length) {
  return {
      "weights of 16 levels", "Gweights/s", 1e-9 * double(Rows * Length), [=] {
        Case Case;
        Case.source = source::everyday;
        Case.kernel = "levels";
        Case.global = {Rows};
        Case.local = {64};
        const auto *Weights =
            Case.input<std::uint32_t>(Rows * Length / 8, scrambled);
        const auto *Vector = Case.input<float>(
            Length, [](std::size_t I) { return float(scattered(I, -1, 1)); });
        const auto *Out = Case.output<float>(Rows);
        Case.value(int(Length));
        Case.compare = [=] {
          static constexpr float Levels[] = {
              -1.0f,    -0.69619f, -0.52507f, -0.39492f, -0.28444f, -0.18477f,
              -0.0911f, 0.0f,      0.07958f,  0.16093f,  0.24611f,  0.33792f,
              0.44071f, 0.56262f,  0.72296f,  1.0f};
          return compareNearly(Out, Rows, 1e-4, [&](std::size_t Row) {
            double Sum = 0;
            for (std::size_t I = 0; I != Length; ++I)
              Sum += double(Vector[I]) *
                     Levels[Weights[I / 8 * Rows + Row] >> I % 8 * 4 & 15];
            return Sum;
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
  Rows.push_back(transposition(Quick ? 64 : 1024));
  Rows.push_back(smallest(Quick ? 1 << 10 : 1 << 18));
  Rows.push_back(middles(Quick ? 64 : 1024));
  Rows.push_back(Quick ? planes(50, 20) : planes(1000, 700));
  Rows.push_back(Quick ? softmax(96, 64) : softmax(1024, 512));
  Rows.push_back(Quick ? runningSum(96, 64, 7) : runningSum(512, 1024, 7));
  Rows.push_back(means(Quick ? 64 : 2048));
  Rows.push_back(records(Quick ? 1 << 10 : 1 << 17));
  Rows.push_back(hues(Quick ? 1 << 10 : 1 << 20));
  Rows.push_back(keyStream(Quick ? 1 << 8 : 1 << 17));
  Rows.push_back(partMaxima(Quick ? 1 << 10 : 1 << 18, 16));
  for (int Stride : {1, 2})
    Rows.push_back(pool(Quick ? 128 : 1024, 3, Stride));
  Rows.push_back(Quick ? weights(128, 64) : weights(4096, 1024));
  Rows.push_back(life(Quick ? 128 : 1024));
  Rows.push_back(bright(Quick ? 1 << 10 : 1 << 18));
}

} // namespace workloads
