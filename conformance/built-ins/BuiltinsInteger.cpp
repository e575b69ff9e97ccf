//===- BuiltinsInteger.cpp - Integer functions, exactly -------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The integer, relational, select, shuffle and vector data functions for every
/// type and width, held against arithmetic of 128 bits.
///
//===----------------------------------------------------------------------===//

#include "Builtins.h"

#include <bit>
#include <cmath>

using namespace conformance;

namespace {

using Wide = __int128;

/// Ends of the range, small numbers and random bits, in changing pairs.
template <class T> std::vector<T> tableOf(size_t Length, unsigned Stream) {
  using Limits = std::numeric_limits<T>;
  const T Special[] = {T(0),
                       T(1),
                       T(-1),
                       T(2),
                       T(7),
                       Limits::max(),
                       Limits::min(),
                       T(Limits::max() - 1),
                       T(Limits::min() + 1),
                       T(Limits::max() / 2),
                       T(sizeof(T) * 8),
                       T(sizeof(T) * 8 - 1)};
  std::mt19937_64 Random = randomSource();
  Random.discard(Stream * 100000u);
  std::vector<T> Values(Length);
  for (size_t I = 0; I != Length; ++I)
    Values[I] =
        Random() % 3 ? T(Random()) : Special[Random() % std::size(Special)];
  return Values;
}

template <class T> struct IntegerFunction {
  const char *expression;
  std::function<T(T, T, T)> reference;
};

template <class T> T saturated(Wide Value) {
  using Limits = std::numeric_limits<T>;
  return T(std::clamp(Value, Wide(Limits::min()), Wide(Limits::max())));
}

template <class T> std::vector<IntegerFunction<T>> functions() {
  constexpr unsigned Bits = sizeof(T) * 8;
  using U = std::make_unsigned_t<T>;
  auto High = [](T A, T B) {
    if constexpr (std::is_signed_v<T>)
      return Wide(A) * Wide(B) >> Bits;
    else
      return Wide(static_cast<unsigned __int128>(A) * B >> Bits);
  };
  std::vector<IntegerFunction<T>> All = {
      {"add_sat(a, b)",
       [](T A, T B, T) { return saturated<T>(Wide(A) + Wide(B)); }},
      {"sub_sat(a, b)",
       [](T A, T B, T) { return saturated<T>(Wide(A) - Wide(B)); }},
      {"hadd(a, b)", [](T A, T B, T) { return T((Wide(A) + Wide(B)) >> 1); }},
      {"rhadd(a, b)",
       [](T A, T B, T) { return T((Wide(A) + Wide(B) + 1) >> 1); }},
      {"max(a, b)", [](T A, T B, T) { return std::max(A, B); }},
      {"min(a, b)", [](T A, T B, T) { return std::min(A, B); }},
      {"clamp(a, min(b, c), max(b, c))",
       [](T A, T B, T C) {
         return std::clamp(A, std::min(B, C), std::max(B, C));
       }},
      {"mul_hi(a, b)", [High](T A, T B, T) { return T(High(A, B)); }},
      {"mad_hi(a, b, c)",
       [High](T A, T B, T C) { return T(U(High(A, B)) + U(C)); }},
      {"mad_sat(a, b, c)",
       [](T A, T B, T C) {
         // 64-bit products fit 128 bits with room for the sum when signed; the
         // unsigned ones are bounded first.
         if constexpr (std::is_signed_v<T>)
           return saturated<T>(Wide(A) * Wide(B) + Wide(C));
         else {
           unsigned __int128 Sum = static_cast<unsigned __int128>(A) * B + C;
           return Sum > std::numeric_limits<T>::max()
                      ? std::numeric_limits<T>::max()
                      : T(Sum);
         }
       }},
      {"rotate(a, b)",
       [](T A, T B, T) {
         unsigned By = unsigned(U(B)) & (Bits - 1);
         return T(std::rotl(U(A), int(By)));
       }},
      {"clz(a)", [](T A, T, T) { return T(std::countl_zero(U(A))); }},
      {"popcount(a)", [](T A, T, T) { return T(std::popcount(U(A))); }},
      {"a + b", [](T A, T B, T) { return T(U(A) + U(B)); }},
      {"a * b", [](T A, T B, T) { return T(Wide(U(A)) * Wide(U(B))); }},
      {"(a << b) ^ (a >> c)",
       [](T A, T B, T C) {
         return T(T(U(A) << (U(B) & (Bits - 1))) ^ T(A >> (U(C) & (Bits - 1))));
       }},
      {"bitselect(a, b, c)",
       [](T A, T B, T C) { return T((A & ~C) | (B & C)); }},
  };
  // The operators on scalars of less than an int work on ints.
  if (Bits < 32)
    std::erase_if(All, [](const IntegerFunction<T> &F) {
      return std::string(F.expression).find("<<") != std::string::npos;
    });
  if (Bits == 32) {
    All.push_back({"mul24(a >> 8, b >> 8)",
                   [](T A, T B, T) { return T(Wide(A >> 8) * Wide(B >> 8)); }});
    All.push_back({"mad24(a >> 8, b >> 8, c)", [](T A, T B, T C) {
                     return T(Wide(A >> 8) * Wide(B >> 8) + Wide(C));
                   }});
  }
  return All;
}

template <class T> class BuiltinsInteger : public testing::Test {};
using IntegerTypes = testing::Types<cl_char, cl_uchar, cl_short, cl_ushort,
                                    cl_int, cl_uint, cl_long, cl_ulong>;
TYPED_TEST_SUITE(BuiltinsInteger, IntegerTypes);

TYPED_TEST(BuiltinsInteger, Functions) {
  using T = TypeParam;
  constexpr size_t Length = TableUnit * 40;
  std::vector<T> A = tableOf<T>(Length, 0), B = tableOf<T>(Length, 1),
                 C = tableOf<T>(Length, 2);
  std::vector<IntegerFunction<T>> All = functions<T>();
  std::vector<std::string> Texts;
  for (const IntegerFunction<T> &F : All)
    Texts.push_back(F.expression);
  std::string Name = clName<T>();
  Expressions E({Name, Name, Name}, Name, Texts);
  for (unsigned Width : VectorWidths) {
    std::vector<T> Seen = E.template run<T>(Width, A, B, C);
    for (size_t F = 0; F != All.size(); ++F)
      for (size_t I = 0; I != Length; ++I) {
        T Expected = All[F].reference(A[I], B[I], C[I]);
        if (Seen[F * Length + I] == Expected)
          continue;
        ADD_FAILURE() << widened(Name, Width) << " " << All[F].expression
                      << " with a = " << +A[I] << ", b = " << +B[I]
                      << ", c = " << +C[I] << " is " << +Seen[F * Length + I]
                      << ", not " << +Expected;
        break;
      }
  }
}

/// Functions whose result is unsigned, and comparisons.
TYPED_TEST(BuiltinsInteger, UnsignedResultsAndComparisons) {
  using T = TypeParam;
  using U = std::make_unsigned_t<T>;
  using S = std::make_signed_t<T>;
  constexpr size_t Length = TableUnit * 10;
  std::vector<T> A = tableOf<T>(Length, 0), B = tableOf<T>(Length, 1);
  for (size_t I = 0; I < Length; I += 5)
    B[I] = A[I];
  std::string Name = clName<T>();
  Expressions Magnitudes({Name, Name}, clName<U>(),
                         {"abs(a)", "abs_diff(a, b)"});
  std::string Signed = std::string(clName<S>()) + "W";
  Expressions Selected({Name, Name}, Name,
                       {"select(a, b, convert_" + Signed + "(a < b))",
                        "select(a, b, convert_" + Signed + "(a != b))"});
  for (unsigned Width : VectorWidths) {
    std::vector<U> Seen = Magnitudes.template run<U>(Width, A, B);
    // select takes the second where the scalar condition is not 0, or the most
    // significant bit of the vector one is set; both hold for comparisons of
    // their kind.
    std::vector<T> Picked = Selected.template run<T>(Width, A, B);
    for (size_t I = 0; I != Length; ++I) {
      Wide Value = A[I], Other = B[I];
      ASSERT_EQ(Seen[I], U(Value < 0 ? -Value : Value)) << +A[I];
      ASSERT_EQ(Seen[Length + I],
                U(Value > Other ? Value - Other : Other - Value))
          << +A[I] << " " << +B[I];
      ASSERT_EQ(Picked[I], A[I] < B[I] ? B[I] : A[I]);
      ASSERT_EQ(Picked[Length + I], B[I]);
    }
  }
}

/// What is known of one half of a vector need not hold for the other.
TYPED_TEST(BuiltinsInteger, DifferencesFromConstants) {
  using T = std::make_unsigned_t<TypeParam>;
  constexpr size_t Length = 16, Rows = TableUnit;
  constexpr unsigned Half = sizeof(T) * 4;
  const std::string Name = clName<T>();
  std::vector<T> Constants, In = tableOf<T>(Rows, 0);
  std::string Text;
  for (size_t I = 0; I != Length; ++I) {
    Constants.push_back(T((I < Length / 2 ? 0 : T(1) << (2 * Half - 1)) + I));
    Text += (I ? ", " : "") + std::to_string(Constants[I]) + "u";
  }
  Kernel K = buildKernel(
      "kernel void k(global " + Name + "16 *out, global " + Name +
          " *in) {\n  " + Name + "16 c = (" + Name + "16)(" + Text + ");\n  " +
          Name + " x = in[get_global_id(0)] >> " + std::to_string(Half) +
          ";\n  out[get_global_id(0)] = abs_diff(c, (" + Name + "16)(x));\n}\n",
      "k");
  Buffer InBuffer = upload(In), Out = makeBuffer(Rows * Length * sizeof(T));
  setArgs(K, Out, InBuffer);
  for (size_t Local : {size_t(1), Rows}) {
    launch(K, {{Rows}, {Local}, {}});
    const std::vector<T> Seen = download<T>(Out, Rows * Length);
    for (size_t I = 0; I != Rows * Length; ++I) {
      const T C = Constants[I % Length], X = T(In[I / Length] >> Half);
      ASSERT_EQ(Seen[I], T(C > X ? C - X : X - C)) << +C << " " << +X;
    }
  }
}

TYPED_TEST(BuiltinsInteger, Upsample) {
  using T = TypeParam;
  if constexpr (sizeof(T) < 8) {
    using U = std::make_unsigned_t<T>;
    using Twice =
        std::conditional_t<sizeof(T) == 1, cl_short,
                           std::conditional_t<sizeof(T) == 2, cl_int, cl_long>>;
    using Result = std::conditional_t<std::is_signed_v<T>, Twice,
                                      std::make_unsigned_t<Twice>>;
    constexpr size_t Length = TableUnit * 10;
    std::vector<T> High = tableOf<T>(Length, 0);
    std::vector<U> Low = tableOf<U>(Length, 1);
    Expressions E({clName<T>(), clName<U>()}, clName<Result>(),
                  {"upsample(a, b)"});
    for (unsigned Width : VectorWidths) {
      std::vector<Result> Seen = E.template run<Result>(Width, High, Low);
      for (size_t I = 0; I != Length; ++I)
        ASSERT_EQ(Seen[I],
                  Result(Wide(High[I]) * (Wide(1) << sizeof(T) * 8) + Low[I]));
    }
  }
}

TYPED_TEST(BuiltinsInteger, AnyAndAll) {
  using T = TypeParam;
  if constexpr (std::is_signed_v<T>) {
    std::string Source;
    for (unsigned Width : VectorWidths) {
      std::string Suffix = Width == 1 ? "" : std::to_string(Width);
      Source +=
          "__kernel void f" + std::to_string(Width) +
          "(__global int *out, __global const " + clName<T>() +
          " *in) {\n  size_t i = get_global_id(0);\n  " +
          widened(clName<T>(), Width) + " v = " +
          (Width == 1 ? std::string("in[i]") : "vload" + Suffix + "(i, in)") +
          ";\n  out[2 * i] = any(v);\n  out[2 * i + 1] = all(v);\n}\n";
    }
    Program P = build(Source);
    constexpr size_t Length = TableUnit * 4;
    std::vector<T> In(Length);
    std::mt19937_64 Random = randomSource();
    for (size_t I = 0; I != Length; ++I) {
      int Kind = int(I / 16 % 3);
      In[I] = Kind == 0 ? T(-1) : Kind == 1 ? T(1) : T(Random() % 3 - 1);
    }
    Buffer InBuffer = upload(In);
    for (unsigned Width : VectorWidths) {
      Buffer Out = makeBuffer(Length * 2 * sizeof(int));
      Kernel K = makeKernel(P, ("f" + std::to_string(Width)).c_str());
      setArgs(K, Out, InBuffer);
      launch(K, {{Length / Width}, {}, {}});
      std::vector<int> Seen = download<int>(Out, Length / Width * 2);
      for (size_t V = 0; V != Length / Width; ++V) {
        bool Any = false, All = true;
        for (size_t I = V * Width; I != (V + 1) * Width; ++I) {
          Any |= In[I] < 0;
          All &= In[I] < 0;
        }
        ASSERT_EQ(Seen[2 * V], int(Any)) << Width;
        ASSERT_EQ(Seen[2 * V + 1], int(All)) << Width;
      }
    }
  }
}

/// A result vector picks from one or two vectors by the low bits of a mask.
TYPED_TEST(BuiltinsInteger, Shuffle) {
  using T = TypeParam;
  using U = std::make_unsigned_t<T>;
  std::string Name = clName<T>(), Mask = clName<U>();
  std::string Source;
  for (unsigned From : {2, 4, 8, 16})
    for (unsigned To : {2, 4, 8, 16}) {
      std::string F = std::to_string(From), N = std::to_string(To);
      Source += "__kernel void s" + F + "_" + N + "(__global " + Name +
                " *out, __global const " + Name + " *in, __global const " +
                Mask + " *mask) {\n  " + Mask + N + " m = vload" + N +
                "(0, mask);\n  " + Name + F + " a = vload" + F +
                "(0, in), b = vload" + F + "(1, in);\n  vstore" + N +
                "(shuffle(a, m), 0, out);\n  vstore" + N +
                "(shuffle2(a, b, m), 1, out);\n}\n";
    }
  Program P = build(Source);
  std::vector<T> In = tableOf<T>(32, 0);
  std::vector<U> Masks = tableOf<U>(16, 1);
  Buffer InBuffer = upload(In), MaskBuffer = upload(Masks),
         Out = makeBuffer(32 * sizeof(T));
  for (unsigned From : {2, 4, 8, 16})
    for (unsigned To : {2, 4, 8, 16}) {
      Kernel K = makeKernel(
          P, ("s" + std::to_string(From) + "_" + std::to_string(To)).c_str());
      setArgs(K, Out, InBuffer, MaskBuffer);
      launch(K, {{1}, {1}, {}});
      std::vector<T> Seen = download<T>(Out, 2 * To);
      for (unsigned I = 0; I != To; ++I) {
        EXPECT_EQ(Seen[I], In[Masks[I] % From]) << From << " " << To;
        EXPECT_EQ(Seen[To + I], In[Masks[I] % (2 * From)]) << From << " " << To;
      }
    }
}

/// vloadn and vstoren need no more than the alignment of an element, in every
/// address space.
TYPED_TEST(BuiltinsInteger, VectorLoadsAndStores) {
  using T = TypeParam;
  std::string Name = clName<T>();
  std::string Source = "__constant " + Name + " table[64] = {";
  std::vector<T> Table = tableOf<T>(64, 3);
  for (T Value : Table)
    Source += "(" + Name + ")" +
              std::to_string(+std::make_unsigned_t<T>(Value)) +
              (sizeof(T) == 8 ? "UL" : "u") + ",";
  Source += "};\n";
  for (unsigned Width : {2, 3, 4, 8, 16}) {
    std::string N = std::to_string(Width);
    Source += "__kernel void f" + N + "(__global " + Name +
              " *out, __global const " + Name + " *in, __local " + Name +
              " *l) {\n  " + Name +
              " p[40];\n  for (int k = 0; k < 40; ++k)"
              " p[k] = l[k] = in[k];\n"
              "  vstore" +
              N + "(vload" + N +
              "(1, in + 1), 0, out + 1);\n"
              "  vstore" +
              N + "(vload" + N +
              "(1, p + 3), 1, l + 1);\n"
              "  vstore" +
              N + "(vload" + N +
              "(1, l + 1), 1, p + 1);\n"
              "  vstore" +
              N + "(vload" + N +
              "(1, p + 1), 1, out + 1);\n"
              "  vstore" +
              N + "(vload" + N +
              "(1, table + 5), 2, out + 1);\n"
              "}\n";
  }
  Program P = build(Source);
  std::vector<T> In = tableOf<T>(64, 0);
  Buffer InBuffer = upload(In);
  for (unsigned Width : {2, 3, 4, 8, 16}) {
    Buffer Out = upload(std::vector<T>(64, T(0x5A)));
    Kernel K = makeKernel(P, ("f" + std::to_string(Width)).c_str());
    setArgs(K, Out, InBuffer, Local{64 * sizeof(T)});
    launch(K, {{1}, {1}, {}});
    std::vector<T> Expected(64, T(0x5A));
    for (unsigned I = 0; I != Width; ++I) {
      Expected[1 + I] = In[1 + Width + I];
      Expected[1 + Width + I] = In[3 + Width + I];
      Expected[1 + 2 * Width + I] = Table[5 + Width + I];
    }
    EXPECT_EQ(download<T>(Out, 64), Expected) << Width;
  }
}

} // namespace
