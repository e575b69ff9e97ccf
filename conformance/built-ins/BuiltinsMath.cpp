//===- BuiltinsMath.cpp - Math functions against libm ---------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The math functions, scalar and in every vector width, within the limits of
/// the full profile ("Relative Error as ULPs"). Single precision is held
/// against double, double against the x87's extended precision.
///
//===----------------------------------------------------------------------===//

#include "Builtins.h"
#include "MathFunctions.h"

#include <climits>
#include <cmath>

using namespace conformance;

namespace {

/// Values of interest, then random bits, then random numbers of ordinary size.
template <class T> std::vector<T> tableOf(size_t Length, unsigned Stream) {
  using Limits = std::numeric_limits<T>;
  using Bits = std::conditional_t<sizeof(T) == 4, cl_uint, cl_ulong>;
  const std::vector<T> Special = {T(0.0),
                                  T(-0.0),
                                  T(1.0),
                                  T(-1.0),
                                  T(0.5),
                                  T(-0.5),
                                  T(1.5),
                                  T(2.0),
                                  T(-2.5),
                                  T(3.0),
                                  T(10.0),
                                  T(100.25),
                                  T(-7.0),
                                  T(0.75),
                                  T(1e-5),
                                  T(88.0),
                                  Limits::max(),
                                  Limits::lowest(),
                                  Limits::min(),
                                  Limits::denorm_min(),
                                  Limits::infinity(),
                                  -Limits::infinity(),
                                  Limits::quiet_NaN(),
                                  Limits::epsilon()};
  std::mt19937_64 Random = randomSource();
  Random.discard(Stream * 100000u);
  std::vector<T> Values(Length);
  for (size_t I = 0; I != Length; ++I) {
    size_t N = Special.size();
    if (I < N * N) {
      // Every pair of two streams.
      Values[I] = Special[Stream == 0 ? I % N : I / N % N];
    } else if (I % 2) {
      Bits Pattern = Bits(Random());
      std::memcpy(&Values[I], &Pattern, sizeof(T));
    } else
      Values[I] = T(std::ldexp(double(Random() >> 11), -53) * 40.0 - 20.0);
  }
  return Values;
}

template <class T> void expectWithin(const MathFunction &F, double Limit) {
  constexpr size_t Length = TableUnit * 100;
  std::vector<T> A = tableOf<T>(Length, 0), B = tableOf<T>(Length, 1);
  Expressions E(F.arguments == 1
                    ? std::vector<std::string>{clName<T>()}
                    : std::vector<std::string>{clName<T>(), clName<T>()},
                clName<T>(), {F.expression});
  for (unsigned Width : VectorWidths) {
    std::vector<T> Seen =
        F.arguments == 1 ? E.run<T>(Width, A) : E.run<T>(Width, A, B);
    for (size_t I = 0; I != Length; ++I) {
      Real Exact = F.reference(A[I], B[I], 0);
      double Error = ulps<T>(Seen[I], Exact);
      // Correctly rounded means within half a ULP of the exact result.
      if (Error <= std::max(Limit, 0.5))
        continue;
      ADD_FAILURE() << widened(clName<T>(), Width) << " " << F.name << "("
                    << std::hexfloat << A[I]
                    << (F.arguments == 2 ? ", " + std::to_string(B[I]) : "")
                    << ") is " << Seen[I] << ", exactly " << Exact << ": "
                    << std::defaultfloat << Error << " ULPs, limit " << Limit;
      return;
    }
  }
}

class BuiltinsMath : public testing::TestWithParam<MathFunction> {};

TEST_P(BuiltinsMath, Float) {
  expectWithin<float>(GetParam(), GetParam().floatLimit);
}
TEST_P(BuiltinsMath, Double) {
  expectWithin<double>(GetParam(), GetParam().doubleLimit);
}

INSTANTIATE_TEST_SUITE_P(Functions, BuiltinsMath,
                         testing::ValuesIn(mathFunctions()),
                         [](const testing::TestParamInfo<MathFunction> &Info) {
                           return std::string(Info.param.name);
                         });

/// fma is one rounding of the exact sum, which extended precision does not
/// hold for doubles: those are held against libm's.
template <class T> void expectFma() {
  constexpr size_t Length = TableUnit * 100;
  std::vector<T> A = tableOf<T>(Length, 0), B = tableOf<T>(Length, 1),
                 C = tableOf<T>(Length, 2);
  for (size_t I = 0; I < Length; I += 3)
    C[I] = -A[I] * B[I];
  Expressions E({clName<T>(), clName<T>(), clName<T>()}, clName<T>(),
                {"fma(a, b, c)"});
  for (unsigned Width : VectorWidths) {
    std::vector<T> Seen = E.run<T>(Width, A, B, C);
    for (size_t I = 0; I != Length; ++I) {
      T Exact = std::fma(A[I], B[I], C[I]);
      ASSERT_TRUE(Seen[I] == Exact ||
                  (std::isnan(Seen[I]) && std::isnan(Exact)))
          << Width << ": fma(" << A[I] << ", " << B[I] << ", " << C[I]
          << ") is " << Seen[I] << ", not " << Exact;
    }
  }
}
TEST(BuiltinsMathExact, FmaFloat) { expectFma<float>(); }
TEST(BuiltinsMathExact, FmaDouble) { expectFma<double>(); }

/// What comparisons of numbers do not see: the sign of a zero that a negative
/// zero becomes.
template <class T> void expectSignsOfZeros() {
  const std::vector<std::string> Negative = {
      "sin(a)",           "tan(a)",        "asin(a)",
      "atan(a)",          "sinh(a)",       "tanh(a)",
      "asinh(a)",         "atanh(a)",      "expm1(a)",
      "log1p(a)",         "cbrt(a)",       "sqrt(a)",
      "erf(a)",           "sinpi(a)",      "asinpi(a)",
      "atan2(a, a + 1)",  "pow(a, a + 3)", "pown(a, (intW)3)",
      "rootn(a, (intW)3)"};
  const std::vector<std::string> Positive = {
      "pow(a, a + 2)", "pow(a, a + 2.5f)", "pown(a, (intW)2)", "powr(a, a + 2)",
      "rootn(a, (intW)2)"};
  std::vector<std::string> Texts = Negative;
  Texts.insert(Texts.end(), Positive.begin(), Positive.end());
  const std::vector<T> Zeros(TableUnit, T(-0.0));
  Expressions E({clName<T>()}, clName<T>(), Texts);
  for (unsigned Width : VectorWidths) {
    std::vector<T> Seen = E.run<T>(Width, Zeros);
    for (size_t I = 0; I != Seen.size(); ++I) {
      size_t Text = I / TableUnit;
      ASSERT_TRUE(Seen[I] == 0 &&
                  std::signbit(Seen[I]) == (Text < Negative.size()))
          << Width << ": " << Texts[Text] << " of -0 is " << Seen[I];
    }
  }
}
TEST(BuiltinsMathExact, SignsOfZerosFloat) { expectSignsOfZeros<float>(); }
TEST(BuiltinsMathExact, SignsOfZerosDouble) { expectSignsOfZeros<double>(); }

/// Functions with an integer argument or result, exactly.
template <class T> void expectIntegerArguments() {
  constexpr size_t Length = TableUnit * 40;
  std::vector<T> A = tableOf<T>(Length, 0);
  std::vector<int> N(Length);
  std::mt19937_64 Random = randomSource();
  // Few, as programs have them, all that count, and any.
  for (size_t I = 0; I != Length; ++I) {
    constexpr int Most[] = {9, 150, 2200, INT_MAX};
    N[I] = int(Random() % (2ul * Most[I % 4] + 1) - Most[I % 4]);
  }
  std::string Name = clName<T>();
  Expressions Ldexp({Name, "int"}, Name, {"ldexp(a, b)"});
  Expressions Ilogb({Name}, "int", {"ilogb(a)"});
  Expressions Pown({Name, "int"}, Name, {"pown(a, b)", "rootn(a, b)"});
  for (unsigned Width : VectorWidths) {
    std::vector<T> Scaled = Ldexp.run<T>(Width, A, N);
    std::vector<int> Exponents = Ilogb.run<int>(Width, A);
    std::vector<T> Powers = Pown.run<T>(Width, A, N);
    for (size_t I = 0; I != Length; ++I) {
      T Exact = std::ldexp(A[I], N[I]);
      ASSERT_TRUE(Scaled[I] == Exact || std::isnan(A[I]))
          << "ldexp(" << A[I] << ", " << N[I] << ") is " << Scaled[I];
      if (std::isfinite(A[I]) && A[I] != 0) {
        ASSERT_EQ(Exponents[I], std::ilogb(A[I])) << A[I];
      }
      Real Power = std::pow(Real(A[I]), Real(N[I]));
      ASSERT_LE(ulps<T>(Powers[I], Power), 16)
          << "pown(" << A[I] << ", " << N[I] << ") is " << Powers[I];
      Real Magnitude = std::pow(std::fabs(Real(A[I])), 1.0L / N[I]);
      if (N[I] == 0 || std::isnan(A[I]) || (A[I] < 0 && N[I] % 2 == 0))
        Magnitude = NAN;
      T Root = Powers[Length + I];
      ASSERT_LE(ulps<T>(std::fabs(Root), Magnitude), 16)
          << "rootn(" << A[I] << ", " << N[I] << ") is " << Root;
    }
  }
}
TEST(BuiltinsMathExact, IntegerArgumentsFloat) {
  expectIntegerArguments<float>();
}
TEST(BuiltinsMathExact, IntegerArgumentsDouble) {
  expectIntegerArguments<double>();
}

/// Exponents that are constants of the program, some of which make a product
/// of the power; one operation, which rounds once, of some of these.
template <class T> void expectConstantExponents() {
  auto Reference = [](const std::string &Name) {
    for (const MathFunction &F : mathFunctions())
      if (F.name == Name)
        return F.reference;
    std::abort();
  };
  const auto Pow = Reference("pow"), Powr = Reference("powr");
  struct Power {
    std::string text;
    Real (*reference)(Real, Real, Real);
    Real exponent;
  };
  std::vector<Power> Powers = {{"rootn(a, (intW)1)", Pow, 1},
                               {"rootn(a, (intW)-1)", Pow, -1},
                               {"rootn(a, (intW)2)", Powr, 0.5L},
                               {"rootn(a, (intW)-2)", Powr, -0.5L}};
  for (int Twice = -19; Twice <= 19; ++Twice) {
    std::string Exponent = std::to_string(Twice / 2.0);
    std::string Cast = std::string("(") + clName<T>() + "W)" + Exponent + ")";
    Powers.push_back({"pow(a, " + Cast, Pow, Twice / 2.0L});
    Powers.push_back({"powr(a, " + Cast, Powr, Twice / 2.0L});
    if (Twice % 2 == 0)
      Powers.push_back({"pown(a, (intW)" + std::to_string(Twice / 2) + ")", Pow,
                        Twice / 2.0L});
  }
  std::vector<std::string> Texts;
  for (const Power &P : Powers)
    Texts.push_back(P.text);
  const std::vector<T> A = tableOf<T>(TableUnit * 10, 0);
  Expressions E({clName<T>()}, clName<T>(), Texts);
  for (unsigned Width : VectorWidths) {
    std::vector<T> Seen = E.run<T>(Width, A);
    for (size_t I = 0; I != Seen.size(); ++I) {
      const Power &P = Powers[I / A.size()];
      T X = A[I % A.size()];
      Real Exact = P.reference(X, P.exponent, 0);
      bool Once = P.exponent == 2 || P.exponent == -1 || P.exponent == 0.5L;
      ASSERT_LE(ulps<T>(Seen[I], Exact), Once ? 0.5 : 16)
          << Width << ": " << P.text << " of " << X << " is " << Seen[I]
          << ", not " << Exact;
      ASSERT_TRUE(std::isnan(Exact) ||
                  std::signbit(Seen[I]) == std::signbit(Exact))
          << Width << ": " << P.text << " of " << X << " is " << Seen[I];
    }
  }
}
TEST(BuiltinsMathExact, ConstantExponentsFloat) {
  expectConstantExponents<float>();
}
TEST(BuiltinsMathExact, ConstantExponentsDouble) {
  expectConstantExponents<double>();
}

/// How exact native_ functions are is ours to say. That they end where numbers
/// do is what programs count on, as in softmax and Box-Muller: calls of such in
/// relaxed programs become these.
TEST(BuiltinsMathExact, NativeEnds) {
  constexpr float Inf = INFINITY;
  float Quiet;
  const cl_uint AllOnes = ~0u;
  std::memcpy(&Quiet, &AllOnes, sizeof(Quiet));
  struct Case {
    std::string text;
    Real (*reference)(Real);
  };
  const Case Cases[] = {
      {"native_exp(a)", [](Real A) { return std::exp(A); }},
      {"native_exp2(a)", [](Real A) { return std::exp2(A); }},
      {"native_exp10(a)", [](Real A) { return std::pow(Real(10), A); }},
      {"native_log(a)", [](Real A) { return std::log(A); }},
      {"native_log2(a)", [](Real A) { return std::log2(A); }},
      {"native_log10(a)", [](Real A) { return std::log10(A); }},
      {"native_powr(a, (floatW)2)", [](Real A) { return A * A; }},
      {"native_powr((floatW)0.75f, a)",
       [](Real A) { return std::pow(Real(0.75), A); }},
      {"native_recip(a)", [](Real A) { return 1 / A; }},
      {"native_divide((floatW)-1.5f, a)", [](Real A) { return -1.5f / A; }},
      {"native_divide(a * 0, a)", [](Real A) { return A * 0 / A; }}};
  std::vector<std::string> Texts;
  for (const Case &C : Cases)
    Texts.push_back(C.text);
  std::vector<float> A = {0.0f,    Inf,    -Inf,   NAN,      Quiet,
                          1e30f,   -1e30f, 127.9f, -125.9f,  150.5f,
                          -150.5f, 1.0f,   -0.0f,  0x1p125f, 0x1p-126f};
  A.resize(TableUnit);
  Expressions E({"float"}, "float", Texts);
  for (unsigned Width : VectorWidths) {
    const std::vector<float> Seen = E.run<float>(Width, A);
    for (size_t I = 0; I != Seen.size(); ++I) {
      const Case &C = Cases[I / A.size()];
      const float X = A[I % A.size()];
      const Real Exact = C.reference(X);
      if (std::fabs(Exact) < std::numeric_limits<float>::min())
        EXPECT_EQ(Seen[I], 0) << Width << ": " << C.text << " of " << X;
      else
        EXPECT_LE(ulps<float>(Seen[I], Exact), 600)
            << Width << ": " << C.text << " of " << X << " is " << Seen[I]
            << ", not " << Exact;
    }
  }
}

/// Relaxed programs get the native_ functions, and only they.
TEST(BuiltinsMathExact, RelaxedIsNative) {
  const std::string Source = R"(
    #define SAME(NAME) (all(as_int4(NAME(v)) == as_int4(native_##NAME(v))) && \
                        as_int(NAME(v.x)) == as_int(native_##NAME(v.x)))
    kernel void f(global int *same, global float *a) {
      size_t i = get_global_id(0);
      float4 v = vload4(i, a);
      int n = SAME(exp) + 2 * SAME(exp2) + 4 * SAME(exp10) +
              8 * SAME(log) + 16 * SAME(log2) + 32 * SAME(log10);
      n += 64 * (as_int(powr(v.x, v.y)) == as_int(native_powr(v.x, v.y)));
      same[i] = n;
    })";
  constexpr size_t Length = 1024;
  std::vector<float> A(4 * Length);
  for (size_t I = 0; I != A.size(); ++I)
    A[I] = 0.001f * float(I) + 0.1f;
  Buffer Same = makeBuffer(Length * sizeof(cl_int)), In = upload(A);
  for (const char *Options :
       {"", "-cl-mad-enable", "-cl-unsafe-math-optimizations",
        "-cl-fast-relaxed-math"}) {
    Kernel K = buildKernel(Source, "f", Options);
    setArgs(K, Same, In);
    launch(K, {{Length}, {}, {}});
    int All = 127, Any = 0;
    for (int Bits : download<cl_int>(Same, Length)) {
      All &= Bits;
      Any |= 127 & ~Bits;
    }
    const bool IsRelaxed = std::strlen(Options) > 15;
    EXPECT_EQ(IsRelaxed ? All : Any, 127) << Options;
  }
}

/// A function of the program has the name of what a relaxed call becomes.
TEST(BuiltinsMathExact, RelaxedBesideOwnNative) {
  Kernel K = buildKernel(R"(
    float native_exp(float x) { return exp(x) + 1; }
    kernel void f(global float *a) { a[0] = native_exp(a[0]); })",
                         "f", "-cl-fast-relaxed-math");
  Buffer A = upload(std::vector<float>{0});
  setArgs(K, A);
  launch(K, {{1}, {}, {}});
  EXPECT_EQ(download<float>(A, 1)[0], 2);
}

/// Functions that store through a pointer, into private, local and global
/// memory.
TEST(BuiltinsMathExact, PointerResults) {
  const std::string Source = R"(
    __kernel void f(__global float *out, __global int *ints, float x, float y,
                    __local float *l, __local int *k) {
      float p, *q = &p;
      int e;
      out[0] = fract(x, q); out[1] = p;
      out[2] = modf(x, l); out[3] = *l;
      out[4] = frexp(x, &e); ints[0] = e;
      out[5] = frexp(x, k); ints[1] = *k;
      out[6] = remquo(x, y, ints + 2);
      out[7] = sincos(x, out + 8);
      out[9] = lgamma_r(x, ints + 3);
      float4 v = (float4)(x, -x, x + 0.25f, 0.5f), w;
      int4 i;
      vstore4(modf(v, &w), 0, out + 10); vstore4(w, 0, out + 14);
      vstore4(frexp(v, &i), 0, out + 18); vstore4(i, 0, ints + 4);
    })";
  Kernel K = buildKernel(Source, "f");
  Buffer Out = makeBuffer(22 * sizeof(float)),
         Ints = makeBuffer(8 * sizeof(int));
  for (float X : {2.75f, -7.5f, -8.5f, -0.25f, 0.125f, 100.0f}) {
    constexpr float Y = 1.5f;
    setArgs(K, Out, Ints, X, Y, Local{4}, Local{4});
    launch(K, {{1}, {1}, {}});
    std::vector<float> Seen = download<float>(Out, 22);
    std::vector<int> I = download<int>(Ints, 8);
    float Whole;
    int Exponent;
    float Part = std::modf(X, &Whole);
    EXPECT_EQ(Seen[0], std::min(X - std::floor(X), 0x1.fffffep-1f));
    EXPECT_EQ(Seen[1], std::floor(X));
    EXPECT_EQ(Seen[2], Part);
    EXPECT_EQ(Seen[3], Whole);
    float Mantissa = std::frexp(X, &Exponent);
    EXPECT_EQ(Seen[4], Mantissa);
    EXPECT_EQ(Seen[5], Mantissa);
    EXPECT_EQ(I[0], Exponent);
    EXPECT_EQ(I[1], Exponent);
    EXPECT_EQ(Seen[6], std::remainder(X, Y));
    // At least the lower seven bits of the quotient.
    EXPECT_EQ(I[2] % 128, int(std::nearbyint(X / Y)) % 128);
    EXPECT_NEAR(Seen[7], std::sin(X), 1e-6);
    EXPECT_NEAR(Seen[8], std::cos(X), 1e-6);
    int Sign;
    EXPECT_NEAR(Seen[9], lgammaf_r(X, &Sign), 1e-3);
    EXPECT_EQ(I[3], Sign);
    const float Lanes[4] = {X, -X, X + 0.25f, 0.5f};
    for (size_t L = 0; L != 4; ++L) {
      EXPECT_EQ(Seen[10 + L], std::modf(Lanes[L], &Whole));
      EXPECT_EQ(Seen[14 + L], Whole);
      EXPECT_EQ(Seen[18 + L], std::frexp(Lanes[L], &Exponent));
      EXPECT_EQ(I[4 + L], Exponent);
    }
  }
}

} // namespace
