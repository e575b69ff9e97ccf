//===- VectorsRecords.cpp - A record for each work-item -------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Records that work-items which run several at a time load and store as rows
/// of memory.
///
//===----------------------------------------------------------------------===//

#include "Vectors.h"

#include <numeric>
#include <random>

using namespace conformance;

namespace {

/// Each work-item has a record of \p Stride elements, reads the first \p Count
/// of them and writes them in another order.
std::string records(const std::string &Type, size_t Count, size_t Stride) {
  std::string Text = "kernel void k(global " + Type + " *out, global const " +
                     Type + " *in) {\n  size_t i = get_global_id(0);\n";
  auto Element = [&](const char *Of, size_t I) {
    return Of + ("[i * " + std::to_string(Stride)) + " + " + std::to_string(I) +
           "]";
  };
  for (size_t I = 0; I != Count; ++I)
    Text += "  " + Type + " v" + std::to_string(I) + " = " + Element("in", I) +
            ";\n";
  for (size_t I = 0; I != Count; ++I)
    Text += "  " + Element("out", I) + " = v" + std::to_string(I * 5 % Count) +
            ";\n";
  return Text + "}\n";
}

TEST(VectorsRecords, OfEverySize) {
  struct {
    const char *name;
    size_t bytes, elements;
  } Types[] = {{"int", 4, 16},   {"float", 4, 16}, {"long", 8, 9},
               {"short", 2, 8},  {"uchar", 1, 16}, {"int2", 8, 8},
               {"float4", 16, 4}};
  for (auto [Name, Bytes, Most] : Types)
    for (size_t Count : {size_t(3), size_t(4), size_t(5), size_t(7), Most})
      for (size_t Stride : {Count, Count + 1, 2 * Most}) {
        SCOPED_TRACE(Name + (" " + std::to_string(Count)) + " of " +
                     std::to_string(Stride));
        Kernel K = buildKernel(records(Name, Count, Stride), "k");
        for (size_t Items : {5, 16, 37, 64}) {
          std::vector<uint8_t> In = distinctBytes(Items * Stride, Bytes);
          std::vector<uint8_t> Expected(In.size(), 99);
          for (size_t I = 0; I != Items; ++I)
            for (size_t E = 0; E != Count; ++E)
              std::copy_n(&In[(I * Stride + E * 5 % Count) * Bytes], Bytes,
                          &Expected[(I * Stride + E) * Bytes]);
          Guarded<uint8_t> From(In), To(std::vector<uint8_t>(In.size(), 99));
          set(K, 0, To);
          set(K, 1, From);
          launch(K, {{Items}, {Items}, {}});
          ASSERT_EQ(To.values(), Expected) << Items;
        }
      }
}

/// What a work-item reads of its record may have been written just before.
TEST(VectorsRecords, UpdatedInPlace) {
  for (const char *Type : {"uint", "ulong"})
    for (size_t Count : {3, 4, 7, 8})
      for (unsigned Which = 0; Which != 6; ++Which) {
        SCOPED_TRACE(Type + (" " + std::to_string(Count)) + " " +
                     std::to_string(Which));
        // Field To gets From * 3 + Other, one statement after the other.
        struct Statement {
          size_t to, from, other;
        };
        std::vector<Statement> Statements;
        for (size_t I = 0; I != Count; ++I)
          if (Which == 0 || (I * 7 + Which) % 4 != 0)
            Statements.push_back({(I * (Which % 3 + 1) + Which) % Count,
                                  (I + Which) % Count,
                                  (I * 5 + Which / 2) % Count});
        std::string Text = "typedef struct { " + std::string(Type) + " f[" +
                           std::to_string(Count) +
                           "]; } R;\nkernel void k(global R *r) {\n"
                           "  global R *p = &r[get_global_id(0)];\n";
        auto Field = [](size_t I) { return "p->f[" + std::to_string(I) + "]"; };
        for (const Statement &S : Statements)
          Text += "  " + Field(S.to) + " = " + Field(S.from) + " * 3 + " +
                  Field(S.other) + ";\n";
        Kernel K = buildKernel(Text + "}\n", "k");
        const bool IsWide = Type[1] == 'l';
        for (size_t Items : {1, 7, 16, 45, 64}) {
          std::vector<cl_ulong> Expected(Items * Count);
          for (size_t I = 0; I != Expected.size(); ++I)
            Expected[I] = I * 2654435761u % 1000003;
          auto Check = [&](auto Zero) {
            using T = decltype(Zero);
            const std::vector<T> Values(Expected.begin(), Expected.end());
            Guarded<T> Records(Values);
            set(K, 0, Records);
            launch(K, {{Items}, {Items}, {}});
            for (size_t I = 0; I != Items; ++I)
              for (const Statement &S : Statements) {
                cl_ulong *F = &Expected[I * Count];
                F[S.to] = T(F[S.from] * 3 + F[S.other]);
              }
            const std::vector<T> Wanted(Expected.begin(), Expected.end());
            ASSERT_EQ(Records.values(), Wanted) << Items;
          };
          IsWide ? Check(cl_ulong()) : Check(cl_uint());
        }
      }
}

/// Random statements that read or write one to four elements of a record of
/// uints at a time, in any order.
class RecordProgram {
public:
  RecordProgram(unsigned Seed, size_t Elements)
      : Random(Seed), Elements(Elements) {
    // Places are hardly written twice, but read when they were written.
    for (unsigned I = 4 + Random() % 7; I; --I) {
      Statement S = {!Statements.empty() && Random() % 2 == 0,
                     size_t(1) << Random() % 3, 0, cl_uint(Random() | 1)};
      S.count = std::min(S.count, Elements / 2);
      S.first = Random() % (Elements - S.count + 1);
      for (const Statement &Before : Statements)
        if (!Before.reads && !S.reads && Random() % 16 != 0 &&
            S.first < Before.first + Before.count &&
            Before.first < S.first + S.count)
          S.reads = true;
      Statements.push_back(S);
    }
  }

  std::string text() const {
    std::string Text =
        "kernel void k(global uint *records, global uint *out) {\n"
        "  global uint *r = records + get_global_id(0) * " +
        std::to_string(Elements) + ";\n  uint a = 1;\n";
    for (const Statement &S : Statements) {
      const std::string At = std::to_string(S.first),
                        N = std::to_string(S.count),
                        Factor = std::to_string(S.factor) + "u";
      std::string Line;
      if (S.count == 1)
        Line = S.reads ? "a = (a ^ r[" + At + "]) * " + Factor
                       : "r[" + At + "] = a + " + Factor;
      else if (S.reads)
        Line = "{ uint" + N + " v = vload" + N + "(0, r + " + At +
               "); a = (a ^ v.s0) * " + Factor + " ^ v.s" +
               std::to_string(S.count - 1) + "; }";
      else
        Line = "vstore" + N + "(a + " + Factor + " * (uint" + N + ")(" +
               std::string("0, 1, 2, 3").substr(0, S.count * 3 - 2) +
               "), 0, r + " + At + ")";
      Text += "  " + Line + ";\n";
    }
    return Text + "  out[get_global_id(0)] = a;\n}\n";
  }

  cl_uint run(cl_uint *R) const {
    cl_uint A = 1;
    for (const Statement &S : Statements) {
      cl_uint *At = R + S.first;
      if (S.reads)
        A = ((A ^ At[0]) * S.factor) ^ (S.count == 1 ? 0 : At[S.count - 1]);
      else if (S.count == 1)
        At[0] = A + S.factor;
      else
        for (size_t I = 0; I != S.count; ++I)
          At[I] = A + S.factor * cl_uint(I);
    }
    return A;
  }

private:
  struct Statement {
    bool reads;
    size_t count, first;
    cl_uint factor;
  };
  std::mt19937 Random;
  size_t Elements;
  std::vector<Statement> Statements;
};

TEST(VectorsRecords, ReadAndWrittenInAnyOrder) {
  for (unsigned Seed = 0; Seed != 50; ++Seed) {
    const size_t Elements = 3 + Seed % 6;
    const RecordProgram Program(Seed, Elements);
    SCOPED_TRACE(Program.text());
    Kernel K = buildKernel(Program.text(), "k");
    for (size_t Items : {64, 37}) {
      std::vector<cl_uint> Expected(Items * Elements);
      for (size_t I = 0; I != Expected.size(); ++I)
        Expected[I] = cl_uint(I * 2654435761u);
      std::vector<cl_uint> ExpectedOut(Items);
      Guarded<cl_uint> Records(Expected), Out(ExpectedOut);
      set(K, 0, Records);
      set(K, 1, Out);
      launch(K, {{Items}, {Items}, {}});
      for (size_t I = 0; I != Items; ++I)
        ExpectedOut[I] = Program.run(&Expected[I * Elements]);
      ASSERT_EQ(Records.values(), Expected) << Items;
      ASSERT_EQ(Out.values(), ExpectedOut) << Items;
    }
  }
}

/// Long ones take LLVM more than linear time, if nobody cuts them.
TEST(VectorsRecords, OfHundredsOfStatements) {
  constexpr size_t Elements = 400, Items = 40;
  std::string Text = "kernel void k(global uint *records, uint a) {\n"
                     "  global uint *r = records + get_global_id(0) * " +
                     std::to_string(Elements) + ";\n";
  for (size_t E = 0; E != Elements; ++E)
    Text += "  r[" + std::to_string(E * 7 % Elements) + "] += a * " +
            std::to_string(E) + ";\n";
  Kernel K = buildKernel(Text + "}\n", "k");
  std::vector<cl_uint> Expected(Items * Elements);
  std::iota(Expected.begin(), Expected.end(), 1);
  Guarded<cl_uint> Records(Expected);
  set(K, 0, Records);
  setArg(K, 1, cl_uint(5));
  launch(K, {{Items}, {Items}, {}});
  for (size_t I = 0; I != Items; ++I)
    for (size_t E = 0; E != Elements; ++E)
      Expected[I * Elements + E * 7 % Elements] += 5 * cl_uint(E);
  EXPECT_EQ(Records.values(), Expected);
}

} // namespace
