//===- BuiltinsConvert.cpp - Conversions, relations, geometry -------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// convert_ between all pairs of types with every rounding mode, saturated and
/// not; the relational functions; the geometric and common functions.
///
//===----------------------------------------------------------------------===//

#include "Builtins.h"

#include <cfenv>
#include <cmath>

using namespace conformance;

namespace {

using Real = long double;

struct Rounding {
  const char *suffix;
  int mode; ///< Of <cfenv>.
};
/// Without a suffix integers are rounded to zero and floats to nearest.
const Rounding Roundings[] = {{"", -1},
                              {"_rte", FE_TONEAREST},
                              {"_rtz", FE_TOWARDZERO},
                              {"_rtp", FE_UPWARD},
                              {"_rtn", FE_DOWNWARD}};

class RoundingMode {
public:
  explicit RoundingMode(int Mode) : old(fegetround()) { fesetround(Mode); }
  ~RoundingMode() { fesetround(old); }
  RoundingMode(const RoundingMode &) = delete;

private:
  int old;
};

template <class T> std::vector<T> sources() {
  using Limits = std::numeric_limits<T>;
  std::vector<T> Values;
  std::mt19937_64 Random = randomSource();
  if constexpr (std::is_floating_point_v<T>) {
    for (double V : {0.0,
                     0.25,
                     0.5,
                     0.75,
                     1.0,
                     1.5,
                     2.5,
                     3.5,
                     126.5,
                     127.0,
                     127.5,
                     128.0,
                     255.0,
                     255.5,
                     256.0,
                     32767.5,
                     65535.5,
                     2147483647.0,
                     2147483648.0,
                     4294967295.0,
                     4294967296.0,
                     9223372036854775807.0,
                     18446744073709551615.0,
                     1e20,
                     1e-10,
                     1e30})
      for (double Sign : {1.0, -1.0})
        Values.push_back(T(Sign * V));
    Values.push_back(Limits::infinity());
    Values.push_back(-Limits::infinity());
    Values.push_back(Limits::max());
    Values.push_back(Limits::denorm_min());
    while (Values.size() != TableUnit * 10)
      Values.push_back(
          T(std::ldexp(double(int64_t(Random())), -int(Random() % 70))));
  } else {
    for (T V : {T(0), T(1), T(-1), Limits::max(), Limits::min(),
                T(Limits::max() - 1), T(Limits::max() / 2 + 1)})
      Values.push_back(V);
    while (Values.size() != TableUnit * 10)
      Values.push_back(T(Random() >> (Random() % (sizeof(T) * 8))));
  }
  return Values;
}

/// What convert_To with \p R gives, or false where it is not defined.
template <class To, class From>
bool converted(From Value, const Rounding &R, bool Saturate, To &Result) {
  if constexpr (std::is_floating_point_v<To>) {
    RoundingMode Mode(R.mode < 0 ? FE_TONEAREST : R.mode);
    volatile Real Exact = Value;
    volatile To Rounded = To(Exact);
    Result = Rounded;
    return true;
  } else {
    using Limits = std::numeric_limits<To>;
    Real Exact = Value;
    if constexpr (std::is_floating_point_v<From>) {
      RoundingMode Mode(R.mode < 0 ? FE_TOWARDZERO : R.mode);
      volatile Real Input = Exact;
      volatile Real Rounded = std::nearbyint(Input);
      Exact = Rounded;
    }
    bool Low = Exact<Real(Limits::min()), High = Exact> Real(Limits::max());
    if (std::is_floating_point_v<From> && (Low || High) && !Saturate)
      return false;
    if (Saturate && (Low || High))
      Result = Low ? Limits::min() : Limits::max();
    else if constexpr (std::is_floating_point_v<From>)
      Result = To(Exact);
    else
      Result = To(Value);
    return true;
  }
}

template <class To, class From> void expectConversions() {
  std::vector<std::string> Texts;
  std::vector<std::pair<Rounding, bool>> Kinds;
  for (const Rounding &R : Roundings)
    for (bool Saturate : {false, true}) {
      if (Saturate && std::is_floating_point_v<To>)
        continue;
      Texts.push_back(std::string("convert_") + clName<To>() + "W" +
                      (Saturate ? "_sat" : "") + R.suffix + "(a)");
      Kinds.push_back({R, Saturate});
    }
  std::vector<From> Values = sources<From>();
  Expressions E({clName<From>()}, clName<To>(), Texts);
  for (unsigned Width : VectorWidths) {
    std::vector<To> Seen = E.run<To>(Width, Values);
    for (size_t K = 0; K != Kinds.size(); ++K)
      for (size_t I = 0; I != Values.size(); ++I) {
        To Expected;
        if (!converted(Values[I], Kinds[K].first, Kinds[K].second, Expected))
          continue;
        if (Seen[K * Values.size() + I] == Expected)
          continue;
        ADD_FAILURE() << widened(clName<From>(), Width) << ": " << Texts[K]
                      << " of " << std::hexfloat << +Values[I] << " is "
                      << +Seen[K * Values.size() + I] << ", not " << +Expected;
        break;
      }
  }
}

template <class From> class BuiltinsConvert : public testing::Test {};
using AllTypes = testing::Types<cl_char, cl_uchar, cl_short, cl_ushort, cl_int,
                                cl_uint, cl_long, cl_ulong, float, double>;
TYPED_TEST_SUITE(BuiltinsConvert, AllTypes);

TYPED_TEST(BuiltinsConvert, ToSmallIntegers) {
  expectConversions<cl_char, TypeParam>();
  expectConversions<cl_uchar, TypeParam>();
  expectConversions<cl_short, TypeParam>();
  expectConversions<cl_ushort, TypeParam>();
}
TYPED_TEST(BuiltinsConvert, ToLargeIntegers) {
  expectConversions<cl_int, TypeParam>();
  expectConversions<cl_uint, TypeParam>();
  expectConversions<cl_long, TypeParam>();
  expectConversions<cl_ulong, TypeParam>();
}
TYPED_TEST(BuiltinsConvert, ToFloatingPoint) {
  expectConversions<float, TypeParam>();
  expectConversions<double, TypeParam>();
}

template <class T> class BuiltinsFloating : public testing::Test {};
using FloatingTypes = testing::Types<float, double>;
TYPED_TEST_SUITE(BuiltinsFloating, FloatingTypes);

TYPED_TEST(BuiltinsFloating, Relations) {
  using T = TypeParam;
  using Limits = std::numeric_limits<T>;
  // Vectors of doubles compare to longs.
  using Mask = std::conditional_t<sizeof(T) == 4, cl_int, cl_long>;
  const std::vector<T> Some = {T(0.0),
                               T(-0.0),
                               T(1.0),
                               T(-1.5),
                               Limits::max(),
                               Limits::denorm_min(),
                               Limits::infinity(),
                               -Limits::infinity(),
                               Limits::quiet_NaN(),
                               Limits::min(),
                               T(2.0),
                               -Limits::denorm_min()};
  std::vector<T> A(TableUnit * 3), B(A.size());
  for (size_t I = 0; I != A.size(); ++I) {
    A[I] = Some[I % Some.size()];
    B[I] = Some[I / Some.size()];
  }
  struct Relation {
    const char *text;
    bool (*holds)(T, T);
  };
  const Relation All[] = {
      {"isequal(a, b)", [](T X, T Y) { return X == Y; }},
      {"isnotequal(a, b)", [](T X, T Y) { return X != Y; }},
      {"isgreater(a, b)", [](T X, T Y) { return X > Y; }},
      {"isgreaterequal(a, b)", [](T X, T Y) { return X >= Y; }},
      {"isless(a, b)", [](T X, T Y) { return X < Y; }},
      {"islessequal(a, b)", [](T X, T Y) { return X <= Y; }},
      {"islessgreater(a, b)", [](T X, T Y) { return X < Y || X > Y; }},
      {"isordered(a, b)",
       [](T X, T Y) { return !std::isnan(X) && !std::isnan(Y); }},
      {"isunordered(a, b)",
       [](T X, T Y) { return std::isnan(X) || std::isnan(Y); }},
      {"isfinite(a)", [](T X, T) { return bool(std::isfinite(X)); }},
      {"isinf(a)", [](T X, T) { return bool(std::isinf(X)); }},
      {"isnan(a)", [](T X, T) { return bool(std::isnan(X)); }},
      {"isnormal(a)", [](T X, T) { return bool(std::isnormal(X)); }},
      {"signbit(a)", [](T X, T) { return bool(std::signbit(X)); }},
      {"a == b", [](T X, T Y) { return X == Y; }},
      {"a < b", [](T X, T Y) { return X < Y; }}};
  std::vector<std::string> Texts;
  for (const Relation &R : All)
    Texts.push_back(R.text);
  Expressions E({clName<T>(), clName<T>()}, clName<Mask>(), Texts);
  for (unsigned Width : VectorWidths) {
    std::vector<Mask> Seen = E.template run<Mask>(Width, A, B);
    for (size_t R = 0; R != Texts.size(); ++R)
      for (size_t I = 0; I != A.size(); ++I)
        ASSERT_EQ(Seen[R * A.size() + I],
                  Mask(All[R].holds(A[I], B[I]) ? (Width == 1 ? 1 : -1) : 0))
            << Texts[R] << " of " << A[I] << ", " << B[I] << ", width "
            << Width;
  }
}

/// Functions whose limit is a few roundings of their formula.
TYPED_TEST(BuiltinsFloating, CommonFunctions) {
  using T = TypeParam;
  constexpr size_t Length = TableUnit * 10;
  std::vector<T> A(Length), B(Length), C(Length);
  std::mt19937_64 Random = randomSource();
  auto Next = [&Random] {
    return T(std::ldexp(double(Random() >> 11), -53) * 4 - 2);
  };
  for (size_t I = 0; I != Length; ++I) {
    A[I] = Next();
    B[I] = Next();
    C[I] = Next();
  }
  std::string Name = clName<T>();
  Expressions E({Name, Name, Name}, Name,
                {"mix(a, b, c)", "step(a, b)",
                 "smoothstep(min(a, b), max(a, b), c)",
                 "clamp(a, min(b, c), max(b, c))", "min(a, b)", "max(a, b)",
                 "mad(a, b, c)", "a * b + c"});
  const double Tolerance = 32 * std::numeric_limits<T>::epsilon();
  for (unsigned Width : VectorWidths) {
    std::vector<T> Seen = E.template run<T>(Width, A, B, C);
    for (size_t I = 0; I != Length; ++I) {
      Real X = A[I], Y = B[I], Z = C[I];
      Real Low = std::min(X, Y), Span = std::max(X, Y) - Low;
      Real Step = std::clamp((Z - Low) / Span, 0.0L, 1.0L);
      // What one rounding of an input does to a steep step.
      double Steep = Tolerance / std::min(1.0, double(Span));
      const Real Expected[] = {X + (Y - X) * Z,
                               Y < X ? 0.0L : 1.0L,
                               Step * Step * (3 - 2 * Step),
                               std::clamp(X, std::min(Y, Z), std::max(Y, Z)),
                               std::min(X, Y),
                               std::max(X, Y),
                               X * Y + Z,
                               X * Y + Z};
      for (size_t F = 0; F != std::size(Expected); ++F)
        ASSERT_NEAR(double(Seen[F * Length + I]), double(Expected[F]),
                    F == 2 ? Steep : Tolerance)
            << "function " << F << " of " << A[I] << ", " << B[I] << ", "
            << C[I] << ", width " << Width;
    }
  }
}

/// clamp() is defined by fmin() and fmax(), which prefer numbers. What max()
/// and min() give is up to us: a number for NaN, in the first place.
TYPED_TEST(BuiltinsFloating, CommonFunctionsOfNaN) {
  using T = TypeParam;
  const T Some[] = {T(NAN), T(-1), T(0.5), T(3)};
  std::vector<T> A, B, C;
  for (size_t I = 0; I != TableUnit; ++I) {
    A.push_back(Some[I % 4]);
    B.push_back(Some[I / 4 % 4]);
    C.push_back(Some[(I / 16 + 2) % 4]);
  }
  std::string Name = clName<T>();
  Expressions E({Name, Name, Name}, Name,
                {"clamp(a, b, c)", "max(a, b)", "min(a, b)",
                 "clamp(a, (" + Name + ")0, (" + Name + ")1)",
                 "smoothstep((" + Name + ")0, (" + Name + ")1, a)"});
  for (unsigned Width : VectorWidths) {
    std::vector<T> Seen = E.template run<T>(Width, A, B, C);
    for (size_t I = 0; I != TableUnit; ++I) {
      auto At = [&](size_t F) { return double(Seen[F * TableUnit + I]); };
      SCOPED_TRACE(testing::Message()
                   << A[I] << ", " << B[I] << ", " << C[I] << ", " << Width);
      if (!(B[I] > C[I])) {
        const double Clamped =
            std::fmin(std::fmax(double(A[I]), double(B[I])), double(C[I]));
        ASSERT_TRUE(At(0) == Clamped ||
                    (std::isnan(At(0)) && std::isnan(Clamped)))
            << At(0) << " for " << Clamped;
      }
      ASSERT_EQ(At(3), std::fmin(std::fmax(double(A[I]), 0.0), 1.0));
      if (isFerry() && std::isnan(double(A[I])) && !std::isnan(double(B[I]))) {
        ASSERT_EQ(At(1), double(B[I]));
        ASSERT_EQ(At(2), double(B[I]));
        ASSERT_EQ(At(4), 0.0);
      }
    }
  }
}

TYPED_TEST(BuiltinsFloating, Geometry) {
  using T = TypeParam;
  std::string Name = clName<T>(), Source;
  for (unsigned Width : {1, 2, 3, 4}) {
    std::string N = std::to_string(Width), V = widened(Name, Width);
    auto Load = [&](const char *From) {
      return Width == 1 ? std::string(From) + "[i]"
                        : "vload" + N + "(i, " + From + ")";
    };
    Source += "__kernel void f" + N + "(__global " + Name +
              " *out, __global const " + Name + " *x, __global const " + Name +
              " *y) {\n  size_t i = get_global_id(0);\n  " + V +
              " a = " + Load("x") + ", b = " + Load("y") + ";\n  __global " +
              Name +
              " *o = out + i * 11;\n"
              "  o[0] = dot(a, b);\n  o[1] = length(a);\n"
              "  o[2] = distance(a, b);\n";
    if (Width == 1)
      Source += "  o[3] = normalize(a);\n";
    else
      Source += "  vstore" + N + "(normalize(a), 0, o + 3);\n";
    if (Width >= 3)
      Source += "  vstore" + N + "(cross(a, b), 0, o + 7);\n";
    Source += "}\n";
  }
  Program P = build(Source);
  constexpr size_t Vectors = 200;
  std::mt19937_64 Random = randomSource();
  std::vector<T> A(Vectors * 4), B(Vectors * 4);
  for (size_t I = 0; I != A.size(); ++I) {
    A[I] = T(std::ldexp(double(Random() >> 11), -53) * 20 - 10);
    B[I] = T(std::ldexp(double(Random() >> 11), -53) * 20 - 10);
  }
  Buffer ABuffer = upload(A), BBuffer = upload(B),
         Out = makeBuffer(Vectors * 11 * sizeof(T));
  const double Tolerance = 1000 * std::numeric_limits<T>::epsilon();
  for (unsigned Width : {1, 2, 3, 4}) {
    Kernel K = makeKernel(P, ("f" + std::to_string(Width)).c_str());
    setArgs(K, Out, ABuffer, BBuffer);
    launch(K, {{Vectors}, {}, {}});
    std::vector<T> Seen = download<T>(Out, Vectors * 11);
    for (size_t I = 0; I != Vectors; ++I) {
      const T *X = &A[I * Width], *Y = &B[I * Width], *O = &Seen[I * 11];
      double Dot = 0, Square = 0, Distance = 0;
      for (unsigned C = 0; C != Width; ++C) {
        Dot += double(X[C]) * Y[C];
        Square += double(X[C]) * X[C];
        Distance += (double(X[C]) - Y[C]) * (double(X[C]) - Y[C]);
      }
      ASSERT_NEAR(O[0], Dot, Tolerance) << Width;
      ASSERT_NEAR(O[1], std::sqrt(Square), Tolerance) << Width;
      ASSERT_NEAR(O[2], std::sqrt(Distance), Tolerance) << Width;
      for (unsigned C = 0; C != Width; ++C)
        ASSERT_NEAR(O[3 + C], X[C] / std::sqrt(Square), Tolerance) << Width;
      if (Width < 3)
        continue;
      for (unsigned C = 0; C != 3; ++C) {
        unsigned U = (C + 1) % 3, V = (C + 2) % 3;
        ASSERT_NEAR(O[7 + C], double(X[U]) * Y[V] - double(X[V]) * Y[U],
                    Tolerance)
            << Width;
      }
    }
  }
}

} // namespace
