//===- Math.cpp - Rows of arithmetic on independent elements --------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "Compare.h"
#include "Hand.h"
#include "Row.h"
#include "Sources.h"

#include <cmath>

namespace workloads {

static double normalDistribution(double D) {
  double K = 1 / (1 + 0.2316419 * std::fabs(D));
  double Tail =
      0.39894228040143267794 * std::exp(-0.5 * D * D) *
      (K * (0.31938153 +
            K * (-0.356563782 +
                 K * (1.781477937 + K * (-1.821255978 + K * 1.330274429)))));
  return D > 0 ? 1 - Tail : Tail;
}

static Row blackScholes(std::size_t Count) {
  return {"Black-Scholes", "Moptions/s", 1e-6 * double(Count), [=] {
            Case Case;
            Case.source = source::blackscholes;
            Case.kernel = "blackScholes";
            Case.global = {Count};
            Case.local = {256};
            hand::Options Options{};
            Options.count = Count;
            Options.rate = 0.02f;
            Options.volatility = 0.3f;
            Options.call = Case.output<float>(Count);
            Options.put = Case.output<float>(Count);
            auto between = [](unsigned Offset, double Low, double High) {
              return [=](std::size_t I) {
                return float(scattered(3 * I + Offset, Low, High));
              };
            };
            Options.price = Case.input<float>(Count, between(0, 5, 30));
            Options.strike = Case.input<float>(Count, between(1, 1, 100));
            Options.years = Case.input<float>(Count, between(2, 0.25, 10));
            Case.value(Options.rate);
            Case.value(Options.volatility);
            Case.hand = [=](bench::Pool &Pool, unsigned Passes) {
              hand::blackScholes(Pool, Passes, Options);
            };
            Case.compare = [=] {
              auto price = [&](std::size_t I, bool IsCall) {
                double S = Options.price[I], X = Options.strike[I];
                double T = Options.years[I], V = Options.volatility;
                double Rate = Options.rate, Root = std::sqrt(T);
                double D1 =
                    (std::log(S / X) + (Rate + 0.5 * V * V) * T) / (V * Root);
                double N1 = normalDistribution(D1);
                double N2 = normalDistribution(D1 - V * Root);
                double Discounted = X * std::exp(-Rate * T);
                return IsCall ? S * N1 - Discounted * N2
                              : Discounted * (1 - N2) - S * (1 - N1);
              };
              std::string Failure =
                  compareNearly(Options.call, Count, 1e-4,
                                [&](std::size_t I) { return price(I, true); });
              return !Failure.empty() ? Failure
                                      : compareNearly(Options.put, Count, 1e-4,
                                                      [&](std::size_t I) {
                                                        return price(I, false);
                                                      });
            };
            return Case;
          }};
}

/// Of two numbers each: \p X from \p Least to \p Most, and y from 0.1 to 3.
static Row functions(const std::string &Name, const char *Kernel, double Least,
                     double Most, double (*Value)(double X, double Y),
                     std::size_t Count, const char *Options = "") {
  return {Name, "Mitems/s", 1e-6 * double(Count), [=] {
            Case Case;
            Case.source = source::math;
            Case.kernel = Kernel;
            Case.options = Options;
            Case.global = {Count};
            Case.local = {256};
            const float *X = Case.input<float>(Count, [=](std::size_t I) {
              return float(scattered(2 * I, Least, Most));
            });
            const float *Y = Case.input<float>(Count, [](std::size_t I) {
              return float(scattered(2 * I + 1, 0.1, 3));
            });
            const float *Out = Case.output<float>(Count);
            // Relaxed powers may be 8192 ulp off.
            const double Off = *Options ? 1e-3 : 1e-5;
            Case.compare = [=] {
              return compareNearly(Out, Count, Off, [&](std::size_t I) {
                return Value(X[I], Y[I]);
              });
            };
            return Case;
          }};
}

static Row hash(const std::string &Name, std::size_t Count, std::size_t Local) {
  return {Name, "Mhash/s", 1e-6 * double(Count), [=] {
            Case Case;
            Case.source = source::hash;
            Case.kernel = "murmur";
            Case.global = {Count};
            Case.local = {Local};
            const unsigned *Keys = Case.input<unsigned>(
                Count, [](std::size_t I) { return unsigned(scrambled(I)); });
            const unsigned *Out = Case.output<unsigned>(Count);
            Case.compare = [=] {
              return compareExactly(Out, Count, [&](std::size_t I) {
                unsigned H = Keys[I];
                for (unsigned Round = 0; Round != 64; ++Round) {
                  H ^= H >> 16;
                  H *= 0x85ebca6bU;
                  H ^= H >> 13;
                  H *= 0xc2b2ae35U;
                  H ^= H >> 16;
                  H += Round;
                }
                return H;
              });
            };
            return Case;
          }};
}

void addMath(Rows &Rows, bool Quick) {
  Rows.push_back(blackScholes(Quick ? 1 << 14 : 1 << 19));
  const std::size_t Numbers = Quick ? 1 << 14 : 1 << 19;
  Rows.push_back(functions(
      "sin cos pow atan2", "functions", -8, 8,
      [](double X, double Y) {
        return std::sin(X) * std::cos(X) + std::pow(std::fabs(X), Y) +
               std::atan2(Y, X);
      },
      Numbers));
  Rows.push_back(functions(
      "exp log pow log2, relaxed", "relaxed", 0.1, 8,
      [](double X, double Y) {
        return std::exp(-X) + std::log(Y) * std::pow(X, Y) + std::log2(X);
      },
      Numbers, "-cl-fast-relaxed-math"));
  Rows.push_back(functions(
      "tgamma lgamma", "gammas", -2.9, 8,
      [](double X, double Y) { return std::tgamma(X) + std::lgamma(Y); },
      Numbers));
  Rows.push_back(hash("integer hash", Quick ? 1 << 14 : 1 << 20, 256));
  Rows.push_back(
      hash("integer hash, groups of 24", Quick ? 24 * 500 : 24 * 40000, 24));
}

} // namespace workloads
