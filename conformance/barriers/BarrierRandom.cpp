//===- BarrierRandom.cpp - Random programs with barriers ------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Random kernels: uniform loops and conditionals nested at random around
/// barriers, with work-item dependent computation between. An interpreter
/// runs the same program for the whole group, statement by statement, which is
/// right because every work-item takes the same way. FERRY_TEST_COUNT programs
/// (60 if unset) from FERRY_TEST_SEED.
///
/// A program has the private variables v0..v3 (work-item dependent) and u0, u1
/// (uniform), a private array a[8], and local memory tmp with an int a
/// work-item. Writing to tmp[lid()] and reading tmp of others are always kept
/// apart by barriers.
///
//===----------------------------------------------------------------------===//

#include "Reference.h"

#include <memory>

using namespace conformance;

namespace {

constexpr int NumVaried = 4, NumUniform = 2, ArraySize = 8;

struct Statement;
using Block = std::vector<std::unique_ptr<Statement>>;

/// One statement; which fields count depends on the kind.
struct Statement {
  enum Kind {
    Mix,        ///< v[a] = scramble(v[b], v[c] + number)
    MixUniform, ///< u[a] = (u[a] * number + u[b]) & 1023
    ToArray,    ///< a[(lid() + number) & 7] ^= v[b]
    FromArray,  ///< v[a] += a[(v[b] + number) & 7]
    Varied,     ///< if (v[a] & 1) v[b] += number; else v[c] ^= lid();
    VariedLoop, ///< for (k = 0; k < (lid() + number) % 5; ++k) v[a] = ...
    Exchange,   ///< tmp[lid()] = v[a]; barrier; v[b] = tmp[...]; barrier;
    Broadcast,  ///< tmp[lid()] = v[a]; barrier; u[b] = tmp[0] & 7; barrier;
    Barrier,    ///< barrier
    For,        ///< for (k = 0; k < bound; ++k) { u[a] ^= k; body }
    While,      ///< u[a] = 0; do { body } while (++u'[depth] < bound)
    If,         ///< if (u[a] & number) { body } else { other }
    BreakIf,    ///< if (u[a] % 3 == number % 3) break;
    ContinueIf, ///< if (u[a] % 3 == number % 3) continue;
    ReturnIf,   ///< if ((u[a] & 255) == number) { out[gid()] = v[b]; return; }
  } kind;
  int a, b, c, number;
  int depth; ///< Loops: number of the counter.
  Block body, other;
};

class Generator {
public:
  explicit Generator(uint64_t Seed) : random(Seed) {}

  Block program() { return block(0, false); }

private:
  int pick(int Count) { return int(random() % uint64_t(Count)); }

  Block block(int Depth, bool InFor) {
    Block B;
    int Length = 2 + pick(Depth ? 4 : 7);
    for (int I = 0; I != Length; ++I)
      B.push_back(statement(Depth, InFor));
    return B;
  }

  std::unique_ptr<Statement> statement(int Depth, bool InFor) {
    auto S = std::make_unique<Statement>();
    int Choice = pick(100);
    S->kind = Choice < 14   ? Statement::Mix
              : Choice < 22 ? Statement::MixUniform
              : Choice < 29 ? Statement::ToArray
              : Choice < 36 ? Statement::FromArray
              : Choice < 42 ? Statement::Varied
              : Choice < 48 ? Statement::VariedLoop
              : Choice < 64 ? Statement::Exchange
              : Choice < 70 ? Statement::Broadcast
              : Choice < 74 ? Statement::Barrier
              : Choice < 82 ? Statement::For
              : Choice < 87 ? Statement::While
              : Choice < 95 ? Statement::If
              : Choice < 97 ? Statement::BreakIf
              : Choice < 99 ? Statement::ContinueIf
                            : Statement::ReturnIf;
    bool Nests = S->kind == Statement::For || S->kind == Statement::While ||
                 S->kind == Statement::If;
    bool Jumps =
        S->kind == Statement::BreakIf || S->kind == Statement::ContinueIf;
    if ((Nests && Depth == 4) || (Jumps && !InFor))
      S->kind = Statement::Exchange;
    bool UniformA = S->kind == Statement::MixUniform ||
                    S->kind == Statement::For || S->kind == Statement::While ||
                    S->kind == Statement::If || Jumps ||
                    S->kind == Statement::ReturnIf;
    bool UniformB =
        S->kind == Statement::MixUniform || S->kind == Statement::Broadcast;
    S->a = pick(UniformA ? NumUniform : NumVaried);
    S->b = pick(UniformB ? NumUniform : NumVaried);
    S->c = pick(NumVaried);
    S->number = 1 + pick(30);
    S->depth = counters;
    if (S->kind == Statement::For || S->kind == Statement::While) {
      ++counters;
      // `continue` in a do loop goes to its condition, so that jumps are made
      // only in for loops.
      S->body = block(Depth + 1, S->kind == Statement::For);
    } else if (S->kind == Statement::If) {
      S->body = block(Depth + 1, InFor);
      if (pick(2))
        S->other = block(Depth + 1, InFor);
    }
    return S;
  }

  std::mt19937_64 random;
  int counters = 0;
};

int bound(const Statement &S) { return S.number % 4 + (S.kind == S.While); }

/// The program as OpenCL C.
class Printer {
public:
  std::string print(const Block &Program) {
    text = "__kernel void entry(__global int *out, __global const int *in,\n"
           "                    __local int *tmp, int n) {\n"
           "  int a[8];\n"
           "  int v0 = in[gid()], v1 = lid(), v2 = gid(), v3 = n;\n"
           "  int u0 = n, u1 = group();\n"
           "  for (int k = 0; k < 8; ++k)\n    a[k] = k * lid();\n";
    block(Program, "  ");
    return text +
           "  int sum = scramble(scramble(v0, v1), scramble(v2, v3));\n"
           "  for (int k = 0; k < 8; ++k)\n    sum = scramble(sum, a[k]);\n"
           "  out[gid()] = scramble(sum, u0 + u1);\n}\n";
  }

private:
  void block(const Block &B, const std::string &Indent) {
    for (const auto &S : B)
      statement(*S, Indent);
  }

  void statement(const Statement &S, const std::string &Indent) {
    const std::string Va = "v" + std::to_string(S.a), Ua = "u" + Va.substr(1),
                      Vb = "v" + std::to_string(S.b), Ub = "u" + Vb.substr(1),
                      Vc = "v" + std::to_string(S.c),
                      Number = std::to_string(S.number),
                      K = "k" + std::to_string(S.depth),
                      Meet = "barrier(CLK_LOCAL_MEM_FENCE);\n";
    auto Line = [&](const std::string &Code) { text += Indent + Code; };
    switch (S.kind) {
    case Statement::Mix:
      return Line(Va + " = scramble(" + Vb + ", " + Vc + " ^ " + Number +
                  ");\n");
    case Statement::MixUniform:
      return Line(Ua + " = (" + Ua + " * " + Number + " + " + Ub +
                  ") & 1023;\n");
    case Statement::ToArray:
      return Line("a[(lid() + " + Number + ") & 7] ^= " + Vb + ";\n");
    case Statement::FromArray:
      return Line(Va + " ^= a[(" + Vb + " + " + Number + ") & 7];\n");
    case Statement::Varied:
      Line("if (" + Va + " & 1)\n");
      Line("  " + Vb + " ^= " + Number + ";\n");
      Line("else\n");
      return Line("  " + Vc + " ^= lid();\n");
    case Statement::VariedLoop:
      Line("for (int k = 0; k < (lid() + " + Number + ") % 5; ++k)\n");
      return Line("  " + Va + " = scramble(" + Va + ", k);\n");
    case Statement::Exchange:
      Line("tmp[lid()] = " + Va + ";\n");
      Line(Meet);
      Line(Vb + " ^= tmp[(lid() + " + Number + ") % lsize()];\n");
      return Line(Meet);
    case Statement::Broadcast:
      Line("tmp[lid()] = " + Va + ";\n");
      Line(Meet);
      Line(Ub + " = tmp[" + Number + " % lsize()] & 7;\n");
      return Line(Meet);
    case Statement::Barrier:
      return Line(Meet);
    case Statement::For:
      Line("for (int " + K + " = 0; " + K + " < " + std::to_string(bound(S)) +
           "; ++" + K + ") {\n");
      Line("  " + Ua + " ^= " + K + ";\n");
      block(S.body, Indent + "  ");
      return Line("}\n");
    case Statement::While:
      Line("int " + K + " = 0;\n");
      Line("do {\n");
      block(S.body, Indent + "  ");
      return Line("} while (++" + K + " < " + std::to_string(bound(S)) +
                  ");\n");
    case Statement::If:
      Line("if (" + Ua + " & " + Number + ") {\n");
      block(S.body, Indent + "  ");
      if (!S.other.empty()) {
        Line("} else {\n");
        block(S.other, Indent + "  ");
      }
      return Line("}\n");
    case Statement::BreakIf:
      Line("if (" + Ua + " % 3 == " + std::to_string(S.number % 3) + ")\n");
      return Line("  break;\n");
    case Statement::ContinueIf:
      Line("if (" + Ua + " % 3 == " + std::to_string(S.number % 3) + ")\n");
      return Line("  continue;\n");
    case Statement::ReturnIf:
      Line("if ((" + Ua + " & 255) == " + Number + ") {\n");
      Line("  out[gid()] = " + Vb + ";\n");
      Line("  return;\n");
      return Line("}\n");
    }
  }

  std::string text;
};

/// Runs a program for one group.
class Interpreter {
public:
  Interpreter(int Group, int LocalSize, int N, const int *In, int *Out)
      : base(Group * LocalSize), out(Out), items(size_t(LocalSize)),
        tmp(size_t(LocalSize)) {
    for (int L = 0; L != LocalSize; ++L) {
      Item &I = items[size_t(L)];
      I.lid = L;
      I.v = {In[base + L], L, base + L, N};
      for (int K = 0; K != ArraySize; ++K)
        I.array[size_t(K)] = K * L;
    }
    uniform = {N, Group};
  }

  void run(const Block &Program) {
    if (block(Program) == Way::Return)
      return;
    for (Item &I : items) {
      int Sum = scramble(scramble(I.v[0], I.v[1]), scramble(I.v[2], I.v[3]));
      for (int Value : I.array)
        Sum = scramble(Sum, Value);
      out[base + I.lid] = scramble(Sum, uniform[0] + uniform[1]);
    }
  }

private:
  static int scramble(int A, int B) { return reference::scramble(A, B); }

  struct Item {
    int lid;
    std::array<int, NumVaried> v;
    std::array<int, ArraySize> array;
  };
  enum class Way { Next, Break, Continue, Return };

  Way block(const Block &B) {
    for (const auto &S : B)
      if (Way W = statement(*S); W != Way::Next)
        return W;
    return Way::Next;
  }

  Way statement(const Statement &S) {
    size_t A = size_t(S.a), B = size_t(S.b), C = size_t(S.c);
    switch (S.kind) {
    case Statement::Mix:
      for (Item &I : items)
        I.v[A] = scramble(I.v[B], I.v[C] ^ S.number);
      return Way::Next;
    case Statement::MixUniform:
      uniform[A] =
          int(cl_uint(uniform[A]) * cl_uint(S.number) + cl_uint(uniform[B])) &
          1023;
      return Way::Next;
    case Statement::ToArray:
      for (Item &I : items)
        I.array[size_t((I.lid + S.number) & 7)] ^= I.v[B];
      return Way::Next;
    case Statement::FromArray:
      for (Item &I : items)
        I.v[A] ^= I.array[(cl_uint(I.v[B]) + cl_uint(S.number)) & 7u];
      return Way::Next;
    case Statement::Varied:
      for (Item &I : items) {
        if (I.v[A] & 1)
          I.v[B] ^= S.number;
        else
          I.v[C] ^= I.lid;
      }
      return Way::Next;
    case Statement::VariedLoop:
      for (Item &I : items)
        for (int K = 0; K < (I.lid + S.number) % 5; ++K)
          I.v[A] = scramble(I.v[A], K);
      return Way::Next;
    case Statement::Exchange:
      publish(A);
      for (Item &I : items)
        I.v[B] ^= tmp[size_t(I.lid + S.number) % tmp.size()];
      return Way::Next;
    case Statement::Broadcast:
      publish(A);
      uniform[B] = tmp[size_t(S.number) % tmp.size()] & 7;
      return Way::Next;
    case Statement::Barrier:
      return Way::Next;
    case Statement::For:
      for (int K = 0; K < bound(S); ++K) {
        uniform[A] ^= K;
        Way W = block(S.body);
        if (W == Way::Break)
          break;
        if (W == Way::Return)
          return W;
      }
      return Way::Next;
    case Statement::While: {
      int K = 0;
      do {
        if (Way W = block(S.body); W != Way::Next)
          return W;
      } while (++K < bound(S));
      return Way::Next;
    }
    case Statement::If:
      return block(uniform[A] & S.number ? S.body : S.other);
    case Statement::BreakIf:
      return uniform[A] % 3 == S.number % 3 ? Way::Break : Way::Next;
    case Statement::ContinueIf:
      return uniform[A] % 3 == S.number % 3 ? Way::Continue : Way::Next;
    case Statement::ReturnIf:
      if ((uniform[A] & 255) != S.number)
        return Way::Next;
      for (Item &I : items)
        out[base + I.lid] = I.v[B];
      return Way::Return;
    }
    return Way::Next;
  }

  void publish(size_t A) {
    for (Item &I : items)
      tmp[size_t(I.lid)] = I.v[A];
  }

  int base;
  int *out;
  std::vector<Item> items;
  std::vector<int> tmp;
  std::array<int, NumUniform> uniform;
};

TEST(BarrierRandom, ProgramsAgreeWithTheInterpreter) {
  unsigned long Count = environmentNumber("FERRY_TEST_COUNT", 60);
  std::mt19937_64 Seeds = randomSource();
  for (unsigned long P = 0; P != Count && !HasFailure(); ++P) {
    uint64_t Seed = Seeds();
    Block Program = Generator(Seed).program();
    std::string Source = reference::Prelude + Printer().print(Program);
    Kernel K = buildKernel(Source, "entry");
    for (int LocalSize : {1, 5, 32, 100}) {
      constexpr int Groups = 3, N = 3;
      size_t Items = size_t(Groups * LocalSize);
      std::vector<int> In(Items), Expected(Items, -1);
      for (size_t I = 0; I != Items; ++I)
        In[I] = int(Seed >> (I % 40)) & 0xFFFF;
      Buffer InBuffer = upload(In), Out = upload(Expected);
      setArgs(K, Out, InBuffer, Local{size_t(LocalSize) * sizeof(int)}, N);
      launch(K, {{Items}, {size_t(LocalSize)}, {}});
      for (int G = 0; G != Groups; ++G)
        Interpreter(G, LocalSize, N, In.data(), Expected.data()).run(Program);
      if (download<int>(Out, Items) != Expected) {
        ADD_FAILURE() << "program " << P << " differs with local size "
                      << LocalSize << "\n"
                      << Source;
        break;
      }
    }
  }
}

} // namespace
