//===- AsyncCopyRandomPrinter.cpp - A kernel of copies as OpenCL C --------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "AsyncCopyRandomProgram.h"

namespace conformance::copies {

static std::string number(uint64_t Value) { return std::to_string(Value); }

std::string Uniform::text() const {
  std::string Text = source == Literal  ? number(base)
                     : source == Scalar ? "p" + number(index)
                                        : "n[" + number(index) + "]";
  for (const Term &T : terms) {
    std::string Variable = T.variable == Term::Group   ? "g"
                           : T.variable == Term::Outer ? "i"
                                                       : "j";
    if (T.add)
      Variable = "(" + Variable + " + " + number(T.add) + ")";
    if (T.mask != UINT64_MAX)
      Variable = "(" + Variable + " & " + number(T.mask) + ")";
    Text += " + " + Variable + " * " + number(T.factor);
  }
  return Text;
}

std::string Slot::text() const {
  if (variable < Variables)
    return "e" + number(variable);
  if (index.terms.empty() && index.source == Uniform::Literal)
    return "ev[" + number(index.base % Elements) + "]";
  return "ev[(" + index.text() + ") & 7]";
}

namespace {

/// What a helper function and the kernel have in common.
constexpr char Common[] =
    "__local uchar *arena, __global uchar *mem, __global const uchar *ro,\n"
    "    __global const ulong *n, ulong p0, ulong p1, ulong p2, ulong p3";
constexpr char CommonNames[] = "arena, mem, ro, n, p0, p1, p2, p3";

constexpr char Prelude[] = R"(
size_t item(void) {
  return get_local_id(0) + get_local_size(0) *
         (get_local_id(1) + get_local_size(1) * get_local_id(2));
}
size_t items(void) {
  return get_local_size(0) * get_local_size(1) * get_local_size(2);
}
)";

std::string flagsText(unsigned Flags) {
  return Flags == (LocalFlag | GlobalFlag)
             ? "CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE"
         : Flags == LocalFlag ? "CLK_LOCAL_MEM_FENCE"
                              : "CLK_GLOBAL_MEM_FENCE";
}

std::string callText(const Copy &C, bool Constant, const std::string &Event) {
  bool Tiles = C.builtin == Copy::Tiles2D || C.builtin == Copy::Tiles3D;
  auto Pointer = [&](Memory M, const Uniform &At, bool IsSource) {
    std::string Space = M == Memory::Local ? "__local " : "__global ",
                Base = M == Memory::Local    ? "arena"
                       : M == Memory::Global ? "mem"
                                             : "ro";
    bool Const = IsSource && (Constant || M == Memory::ReadOnly);
    return "(" + Space + (Const ? "const " : "") + (Tiles ? "void" : C.type) +
           " *)(" + Base + " + " + At.text() + ")";
  };
  std::string Local = Pointer(Memory::Local, C.localAt, !C.toLocal),
              Global = Pointer(C.global, C.globalAt, C.toLocal);
  std::string To = C.toLocal ? Local : Global,
              From = C.toLocal ? Global : Local;
  auto Size = [](const Uniform &U) { return "(size_t)(" + U.text() + "), "; };
  auto Source = [&](const Uniform &L, const Uniform &G) {
    return Size(C.toLocal ? G : L);
  };
  auto Destination = [&](const Uniform &L, const Uniform &G) {
    return Size(C.toLocal ? L : G);
  };
  std::string TileStart = To + ", " +
                          Destination(C.localOffset, C.globalOffset) + From +
                          ", " + Source(C.localOffset, C.globalOffset) +
                          Size(C.elementBytes) + Size(C.count) + Size(C.lines);
  switch (C.builtin) {
  case Copy::Linear:
    return "async_work_group_copy(" + To + ", " + From + ", " + Size(C.count) +
           Event + ")";
  case Copy::Strided:
    return "async_work_group_strided_copy(" + To + ", " + From + ", " +
           Size(C.count) + Size(C.stride) + Event + ")";
  case Copy::Tiles2D:
    return "async_work_group_copy_2D2D(" + TileStart +
           Source(C.localLine, C.globalLine) +
           Destination(C.localLine, C.globalLine) + Event + ")";
  case Copy::Tiles3D:
    break;
  }
  return "async_work_group_copy_3D3D(" + TileStart + Size(C.planes) +
         Source(C.localLine, C.globalLine) +
         Source(C.localPlane, C.globalPlane) +
         Destination(C.localLine, C.globalLine) +
         Destination(C.localPlane, C.globalPlane) + Event + ")";
}

class Printer {
public:
  void block(const Block &B, const std::string &Indent) {
    for (const Statement &S : B)
      statement(S, Indent);
  }

  std::string helpers, text;

private:
  void statement(const Statement &S, const std::string &Indent) {
    auto Line = [&](const std::string &Code) { text += Indent + Code + "\n"; };
    const char *Names[] = {"i", "j"};
    std::string Counter = Names[S.depth];
    switch (S.kind) {
    case Statement::Start:
      return Line(S.slots[0].text() + " = " + start(S) + ";");
    case Statement::Wait:
      return wait(S, Indent);
    case Statement::Assign:
      return Line(S.slots[0].text() + " = " + S.slots[1].text() + ";");
    case Statement::Barrier:
      return Line("barrier(" + flagsText(S.flags) + ");");
    case Statement::Fence:
      return Line("async_work_group_copy_fence(" + flagsText(S.flags) + ");");
    case Statement::Mutate:
      Line("for (uint w = item(); w < " + number(S.items) +
           "; w += items()) {");
      Line("  " + words(S));
      Line("  at[w] = at[w] * 2654435761u + (w ^ " + number(S.salt) + "u);");
      return Line("}");
    case Statement::Gather:
      Line("for (uint k = 0; k < 3; ++k) {");
      Line("  " + words(S));
      Line("  sum = sum * 1103515245u + at[((uint)item() * " + number(S.salt) +
           "u + k * 7u) % " + number(S.items) + "];");
      return Line("}");
    case Statement::Compute:
      Line("for (uint k = item(); k < " + number(S.items) + "; k += items())");
      return Line("  sum = sum * 1103515245u + (k ^ " + number(S.salt) + "u);");
    case Statement::Prefetch:
      return Line("prefetch(ro + " + S.where.text() + ", (size_t)" +
                  number(S.items) + ");");
    case Statement::Loop:
      return loop(S, Counter, Indent);
    case Statement::If:
      Line("if (" + S.number.text() + " < " + number(S.limit) + ") {");
      block(S.body, Indent + "  ");
      if (!S.other.empty()) {
        Line("} else {");
        block(S.other, Indent + "  ");
      }
      return Line("}");
    }
  }

  static std::string words(const Statement &S) {
    std::string Type =
        S.memory == Memory::Local ? "__local uint *" : "__global uint *";
    return Type + "at = (" + Type +
           (S.memory == Memory::Local ? ")(arena + " : ")(mem + ") +
           S.where.text() + ");";
  }

  std::string start(const Statement &S) {
    std::string Event = S.share ? S.slots[0].text() : "(event_t)0";
    if (!S.helper)
      return callText(S.copy, S.constant, Event);
    std::string Name = "start" + number(numHelpers++);
    helpers += "event_t " + Name + "(" + Common +
               ",\n    size_t g, size_t i, size_t j, event_t e) {\n  return " +
               callText(S.copy, S.constant, "e") + ";\n}\n";
    return Name + "(" + CommonNames + ", g, i, j, " + Event + ")";
  }

  void wait(const Statement &S, const std::string &Indent) {
    if (!S.asList) {
      text += Indent + "wait_group_events(" + S.number.text() + ", &" +
              S.slots[0].text() + ");\n";
      return;
    }
    text += Indent + "{\n" + Indent + "  event_t list[" +
            number(S.slots.size()) + "];\n";
    for (size_t I = 0; I != S.slots.size(); ++I)
      text +=
          Indent + "  list[" + number(I) + "] = " + S.slots[I].text() + ";\n";
    text += Indent + "  wait_group_events(" + number(S.slots.size()) +
            ", list);\n" + Indent + "}\n";
  }

  void loop(const Statement &S, const std::string &Counter,
            const std::string &Indent) {
    std::string End = S.number.text(), Zero = "size_t " + Counter + " = 0;";
    const char *Last = "}\n";
    switch (S.style % 3) {
    case 0:
      text += Indent + "for (" + Zero + " " + Counter + " < " + End + "; ++" +
              Counter + ") {\n";
      break;
    case 1:
      text += Indent + "for (" + Zero + " ; ) {\n" + Indent + "  if (" +
              Counter + " == " + End + ")\n" + Indent + "    break;\n";
      break;
    case 2:
      text += Indent + "if (" + End + " != 0) {\n" + Indent + "  " + Zero +
              "\n" + Indent + "  do {\n";
      break;
    }
    block(S.body, Indent + "    ");
    if (S.style % 3 == 1)
      text += Indent + "  ++" + Counter + ";\n";
    if (S.style % 3 == 2)
      text += Indent + "  } while (++" + Counter + " != " + End + ");\n";
    text += Indent + Last;
  }

  unsigned numHelpers = 0;
};

} // namespace

std::string Program::source() const {
  Printer P;
  P.block(body, "  ");
  std::string Attribute, Words = number(localBytes / 4);
  if (!requiredShape.empty()) {
    for (size_t D = 0; D != 3; ++D)
      Attribute += (D ? ", " : "") +
                   number(D < requiredShape.size() ? requiredShape[D] : 1);
    Attribute = "__attribute__((reqd_work_group_size(" + Attribute + ")))\n";
  }
  std::string Arena = localVariable ? "  __local ulong16 storage[" +
                                          number(localBytes / 128) + "];\n"
                                    : "";
  return Prelude + P.helpers + "\n__kernel " + Attribute +
         "void entry(__global uchar *mem, __global const uchar *ro,\n"
         "                  __global uint *dump, __global uint *sums,\n"
         "                  __global const ulong *n, __global uint "
         "*untouched,\n"
         "                  ulong p0, ulong p1, ulong p2, ulong p3" +
         (localVariable ? "" : ", __local ulong16 *storage") + ") {\n" + Arena +
         "  __local uchar *arena = (__local uchar *)storage + " +
         number(LocalGuard) +
         ";\n"
         "  const size_t g = get_group_id(0), i = 0, j = 0;\n"
         "  mem += " +
         number(globalStart(0)) + " + g * " +
         number(globalStart(1) - globalStart(0)) +
         ";\n"
         "  for (uint w = item(); w < " +
         Words +
         "; w += items())\n"
         "    ((__local uint *)storage)[w] =\n"
         "        ((w + 1u) * 2654435761u) ^ ((uint)g * 40503u);\n"
         "  barrier(CLK_LOCAL_MEM_FENCE);\n"
         "  uint sum = 0;\n"
         "  event_t e0 = 0, e1 = 0, e2 = 0, e3 = 0, ev[8];\n"
         "  for (int k = 0; k < 8; ++k)\n"
         "    ev[k] = (event_t)0;\n" +
         P.text +
         "  barrier(CLK_LOCAL_MEM_FENCE);\n"
         "  for (uint w = item(); w < " +
         Words +
         "; w += items())\n"
         "    dump[g * " +
         Words +
         " + w] = ((__local uint *)storage)[w];\n"
         "  sums[g * items() + item()] = sum;\n}\n";
}

} // namespace conformance::copies
