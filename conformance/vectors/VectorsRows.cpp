//===- VectorsRows.cpp - Loops along rows of memory -----------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Loops in which each work-item goes along a row of its own, element by
/// element, of which several work-items load or store many at a time.
///
//===----------------------------------------------------------------------===//

#include "Vectors.h"

#include <functional>

using namespace conformance;

namespace {

/// What a work-item \c i does with rows of \c n elements, in OpenCL C and in
/// C++. `p` is what it reads, `q` what it writes, `x` where other rows are.
template <class T> struct Loop {
  const char *name;
  const char *text;
  std::function<void(const T *p, T *q, const int *x, int i, int n, int items)>
      body;
  bool isInPlace; ///< `p` and `q` are the same.
};

#define LOOP_OF(IsInPlace, Name, ...)                                          \
  {#Name, #__VA_ARGS__,                                                        \
   [](const T *p, T *q, const int *x, int i, int n, int items) {               \
     (void)p, (void)q, (void)x, (void)items;                                   \
     __VA_ARGS__                                                               \
   },                                                                          \
   IsInPlace}
#define LOOP(Name, ...) LOOP_OF(false, Name, __VA_ARGS__)
#define LOOP_IN_PLACE(Name, ...) LOOP_OF(true, Name, __VA_ARGS__)

template <class T> std::vector<Loop<T>> loops() {
  return {
      LOOP(sum,
           {
             T s = 0;
             for (int k = 0; k < n; ++k)
               s = p[i * n + k] - s;
             q[i] = s;
           }),
      LOOP(fill,
           {
             for (int k = 0; k < n; ++k)
               q[i * n + k] = (T)(i + k * 3);
           }),
      LOOP(copy,
           {
             for (int k = 0; k < n; ++k)
               q[i * n + k] = p[i * n + k] + (T)1;
           }),
      LOOP(copy_sums,
           {
             T s = 0;
             for (int k = 0; k < n; ++k) {
               s = p[i * n + k] - s;
               q[i * n + k] = s;
             }
           }),
      LOOP(anywhere,
           {
             T s = 0;
             for (int k = 0; k < n; ++k)
               s = p[x[i] + k] - s;
             q[i] = s;
           }),
      LOOP(between,
           {
             T s = 0;
             for (int k = i * n; k < i * n + n; ++k)
               s = p[k] - s;
             q[i] = s;
           }),
      LOOP(inside,
           {
             T s = 0;
             for (int k = i * n + 3; k < i * n + n - 3; ++k)
               s = p[k] - s;
             q[i] = s;
           }),
      LOOP(to_the_end,
           {
             T s = 0;
             for (int k = i * n; k < (items - 1) * n; ++k)
               s = p[k] - s;
             q[i] = s;
           }),
      LOOP(nothing,
           {
             T s = 0;
             for (int k = i * n; k < i * n - n; ++k)
               s = p[k] - s;
             q[i] = s;
           }),
      LOOP(as_unsigned,
           {
             T s = 0;
             for (unsigned k = i * n; k < (unsigned)(i * n + n); k++)
               s = p[k] - s;
             q[i] = s;
           }),
      LOOP(of_unsigned,
           {
             T s = 0;
             const unsigned row = i;
             for (int k = 0; k < n; ++k)
               s = p[row * n + k] - s;
             q[i] = s;
           }),
      LOOP(around,
           {
             T s = 0;
             const unsigned row = i, far = (unsigned)x[0] - 7;
             for (unsigned k = 7; k < (unsigned)n + 7; ++k)
               s = p[row * n + far + k] - s;
             q[i] = s;
           }),
      LOOP(again,
           {
             T s = 0;
             for (int j = 0; j <= i % 5; ++j) {
               T d = (T)j;
               for (int k = 0; k < n; ++k)
                 d = p[i * n + k] - d;
               s = d - s;
             }
             q[i] = s;
           }),
      LOOP(again_anywhere,
           {
             T s = 0;
             if (i % 3)
               for (int j = 0; j < i % 4; ++j) {
                 T d = (T)j;
                 for (int k = 0; k < n; ++k)
                   d = p[x[i] + k] - d;
                 s = d - s;
               }
             q[i] = s;
           }),
      LOOP(some,
           {
             T s = 0;
             if (i % 4 == 1)
               for (int k = 0; k + 3 < n; k += 4)
                 s = p[x[i] + k] - p[x[i] + k + 1] - p[x[i] + k + 2] -
                     p[x[i] + k + 3] - s;
             q[i] = s;
           }),
      LOOP(many,
           {
             T s[12];
             for (int k = 0; k < 12; ++k)
               s[k] = (T)k;
             for (int j = 0; j <= i % 7; ++j)
               for (int k = 0; k < 12; ++k)
                 s[k] = p[(j * n + k) % (items * n)] - s[k];
             for (int k = 0; k < 12; ++k)
               q[i] = s[k] - q[i];
           }),
      LOOP(two,
           {
             T s = 0;
             for (int k = 0; k < n; ++k)
               s = p[i * n + k] - p[(items - 1 - i) * n + k] - s;
             q[i] = s;
           }),
      LOOP(jagged,
           {
             T s = 0;
             for (int k = i % 5; k < n - i % 3; ++k)
               s = p[i * n + k] - s;
             q[i] = s;
           }),
      LOOP(left,
           {
             T s = 0;
             for (int k = 0; k < n; ++k) {
               if (k == i % 30)
                 break;
               s = p[i * n + k] - s;
             }
             q[i] = s;
           }),
      LOOP(every_second,
           {
             T s = 0;
             for (int k = 0; k < n; k += 2)
               s = p[i * n + k] - s;
             q[i] = s;
           }),
      LOOP(down,
           {
             T s = 0;
             for (int k = n; k-- > 0;)
               s = p[i * n + k] - s;
             q[i] = s;
           }),
      LOOP(columns,
           {
             T s = 0;
             for (int k = 0; k < n; ++k)
               s = p[k * items + i] - s;
             q[i] = s;
           }),
      LOOP(overlapping,
           {
             T s = 0;
             for (int k = 0; k < n; ++k)
               s = p[i + k] - s;
             q[i] = s;
           }),
      LOOP(through_an_array,
           {
             T v[8];
             for (int k = 0; k < 8; ++k)
               v[k] = 0;
             for (int k = 0; k < n; ++k)
               v[k & 7] = p[i * n + k] - v[(k + 3) & 7];
             T s = 0;
             for (int k = 0; k < 8; ++k)
               s = v[k] - s;
             q[i] = s;
           }),
      LOOP(if_it_is_odd,
           {
             T s = 0;
             if (i % 2 == 1)
               for (int k = 0; k < n; ++k)
                 s = p[i * n + k] - s;
             q[i] = s;
           }),
      LOOP(twice,
           {
             T s = 0;
             for (int j = 0; j < 2; ++j)
               for (int k = 0; k < n; ++k)
                 s = p[((i + j) % items) * n + k] - s;
             q[i] = s;
           }),
      LOOP_IN_PLACE(one_on,
                    {
                      for (int k = 0; k + 1 < n; ++k)
                        q[i * n + k + 1] = p[i * n + k] + (T)1;
                    }),
      LOOP_IN_PLACE(sums_one_on,
                    {
                      T s = 0;
                      for (int k = 0; k + 1 < n; ++k) {
                        s = p[i * n + k] - s;
                        q[i * n + k + 1] = s;
                      }
                    }),
      LOOP_IN_PLACE(one_back,
                    {
                      for (int k = 0; k + 1 < n; ++k)
                        q[i * n + k] = p[i * n + k + 1] - q[i * n + k];
                    }),
  };
}

template <class T>
void expectSame(const Loop<T> &L, const Kernel &K, int Row, int Items) {
  std::vector<T> From;
  for (int I = 0; I != Items * Row; ++I)
    From.push_back(T(I * 37 % 101));
  std::vector<T> To = L.isInPlace ? From : std::vector<T>(From.size());
  std::vector<int> Rows;
  for (int I = 0; I != Items; ++I)
    Rows.push_back(I * 7 % Items * Row);
  Guarded<T> P(From), Q(To);
  Guarded<int> X(Rows);
  set(K, 0, L.isInPlace ? Q : P);
  set(K, 1, Q);
  set(K, 2, X);
  setArg(K, 3, cl_int(Row));
  setArg(K, 4, cl_int(Items));
  launch(K, {{size_t(Items)}, {size_t(Items)}, {}});
  for (int I = 0; I != Items; ++I)
    L.body(L.isInPlace ? To.data() : From.data(), To.data(), Rows.data(), I,
           Row, Items);
  ASSERT_EQ(Q.values(), To) << Row << " of " << Items;
}

/// \param Qualifier of the pointers.
/// \param Known the length of the first loop's rows where it is a constant; the
///        next loops have 39 and 16 in turn.
template <class T>
void goAlongRows(const char *Type, const char *Qualifier, int Known) {
  for (const Loop<T> &L : loops<T>()) {
    // What may alias matters to what is written.
    if (*Qualifier && !std::string_view(L.name).starts_with("copy"))
      continue;
    SCOPED_TRACE(std::string(Type) + " " + L.name + " " + Qualifier);
    auto Build = [&](const std::string &Row) {
      return buildKernel("kernel void k(global const T *Q p, global T *Q q,\n"
                         "  global const int *x, int rows, int items) {\n"
                         "  const int i = get_global_id(0), n = " +
                             Row + ";\n" + L.text + "}\n",
                         "k", std::string("-DT=") + Type + " -DQ=" + Qualifier);
    };
    Kernel OfAny = Build("rows"), OfKnown = Build(std::to_string(Known));
    for (int Items : {16, 37}) {
      for (int Row : {1, 16, 39})
        expectSame(L, OfAny, Row, Items);
      expectSame(L, OfKnown, Known, Items);
    }
    Known = 16 + 39 - Known;
  }
}

template <class T> void goAlongRows(const char *Type, int Known) {
  goAlongRows<T>(Type, "", Known);
  goAlongRows<T>(Type, "restrict", Known);
}

TEST(VectorsRows, OfBytes) { goAlongRows<cl_uchar>("uchar", 16); }
TEST(VectorsRows, OfInts) { goAlongRows<cl_uint>("uint", 39); }
TEST(VectorsRows, OfFloats) { goAlongRows<cl_float>("float", 16); }
TEST(VectorsRows, OfDoubles) { goAlongRows<cl_double>("double", 39); }

} // namespace
