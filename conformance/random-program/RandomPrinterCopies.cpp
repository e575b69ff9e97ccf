//===- RandomPrinterCopies.cpp - Copies as OpenCL C -----------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "RandomPrinter.h"

namespace conformance::programs {

static std::string number(uint64_t Value) { return std::to_string(Value); }

std::string Printer::flags(uint64_t Flags) {
  return Flags == (LocalFlag | GlobalFlag)
             ? "CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE"
         : Flags == LocalFlag ? "CLK_LOCAL_MEM_FENCE"
                              : "CLK_GLOBAL_MEM_FENCE";
}

/// The call of the built-in.
std::string Printer::copy(const Statement &S, const std::string &Event) {
  const Copy &C = S.copy;
  auto Pointer = [&](int O, Copy::Number At, bool IsSource) {
    const Object &Obj = program.at(O);
    bool Const = IsSource && (C.constant || Obj.space == Object::Input);
    return "(" + space(Obj) + (Const ? "const " : "") +
           (C.hasTiles() ? "void" : C.type.name()) + " *)(" +
           program.nameOf(O) + " + " + expression(S.values[At]) + ")";
  };
  auto Size = [&](Copy::Number N) {
    return "(size_t)(" + expression(S.values[N]) + "), ";
  };
  auto Source = [&](Copy::Number L, Copy::Number G) {
    return Size(C.toLocal ? G : L);
  };
  auto Destination = [&](Copy::Number L, Copy::Number G) {
    return Size(C.toLocal ? L : G);
  };
  std::string Local = Pointer(S.object, Copy::LocalAt, !C.toLocal),
              Global = Pointer(C.global, Copy::GlobalAt, C.toLocal),
              To = C.toLocal ? Local : Global,
              From = C.toLocal ? Global : Local;
  if (C.builtin == Copy::Linear)
    return "async_work_group_copy(" + To + ", " + From + ", " +
           Size(Copy::Count) + Event + ")";
  if (C.builtin == Copy::Strided)
    return "async_work_group_strided_copy(" + To + ", " + From + ", " +
           Size(Copy::Count) + Size(Copy::Stride) + Event + ")";
  std::string Start =
      To + ", " + Destination(Copy::LocalOffset, Copy::GlobalOffset) + From +
      ", " + Source(Copy::LocalOffset, Copy::GlobalOffset) +
      Size(Copy::ElementBytes) + Size(Copy::Count) + Size(Copy::Lines);
  if (C.builtin == Copy::Tiles2D)
    return "async_work_group_copy_2D2D(" + Start +
           Source(Copy::LocalLine, Copy::GlobalLine) +
           Destination(Copy::LocalLine, Copy::GlobalLine) + Event + ")";
  return "async_work_group_copy_3D3D(" + Start + Size(Copy::Planes) +
         Source(Copy::LocalLine, Copy::GlobalLine) +
         Source(Copy::LocalPlane, Copy::GlobalPlane) +
         Destination(Copy::LocalLine, Copy::GlobalLine) +
         Destination(Copy::LocalPlane, Copy::GlobalPlane) + Event + ")";
}

std::string Printer::space(const Object &O) {
  return O.space == Object::Local ? "__local " : "__global ";
}

void Printer::start(const Statement &S) {
  std::string Event = S.copy.share ? read(S.place) : "(event_t)0";
  if (!S.copy.helper)
    return line(read(S.place) + " = " + copy(S, Event) + ";");
  // It gets all that it names.
  std::set<int> Names = {S.object, S.copy.global};
  for (Expression E : S.values)
    visit(E, [&](const Expression &Inner) {
      if (Inner.object >= 0)
        Names.insert(Inner.object);
    });
  std::string Parameters, Arguments;
  for (int O : Names) {
    const Object &Obj = program.at(O);
    Parameters += Obj.raw ? space(Obj) +
                                (Obj.space == Object::Input ? "const " : "") +
                                "uchar *" + program.nameOf(O) + ", "
                          : parameter(O) + ", ";
    Arguments += program.nameOf(O) + ", ";
  }
  std::string Name = "start" + number(numHelpers++);
  helpers += "event_t " + Name + "(" + Parameters + program.indexType.name() +
             " group, event_t e) {\n  return " + copy(S, "e") + ";\n}\n";
  line(read(S.place) + " = " + Name + "(" + Arguments + "group, " + Event +
       ");");
}

/// Statements about raw objects and events.
void Printer::copies(const Statement &S) {
  std::string Count = number(S.number), Salt = number(S.salt) + "u";
  auto Each = [&](const std::string &Variable, const std::string &End) {
    line("for (uint " + Variable + " = lid; " + Variable + " < " + End + "; " +
         Variable + " += lsize)");
  };
  auto Words = [&](const std::string &Pointer, int O) {
    return "((" + space(program.at(O)) + "uint *)(" + Pointer + "))";
  };
  auto Sum = [&] { return read(S.place) + " * 1103515245u + "; };
  auto All = [&] {
    return number((program.at(S.object).count + 2 * Object::LocalGuard) / 4);
  };
  switch (S.kind) {
  case Statement::Start:
    return start(S);
  case Statement::Wait:
    return line("wait_group_events(" + expression(S.values[0]) + ", &" +
                read(S.place) + ");");
  case Statement::WaitEach:
    line("{");
    line("  event_t list[" + number(S.values.size()) + "];");
    for (size_t I = 0; I != S.values.size(); ++I)
      line("  list[" + number(I) + "] = " + read(S.values[I]) + ";");
    line("  wait_group_events(" + number(S.values.size()) + ", list);");
    return line("}");
  case Statement::Fence:
    return line("async_work_group_copy_fence(" + flags(S.number) + ");");
  case Statement::Prefetch:
    return line("prefetch(" + program.nameOf(S.object) + " + " +
                expression(S.values[0]) + ", (size_t)" + Count + ");");
  case Statement::Compute:
    Each("k", Count);
    return line("  " + read(S.place) + " = " + Sum() + "(k ^ " + Salt + ");");
  case Statement::Fill:
    Each("w", All());
    line("  " + Words("all_" + program.nameOf(S.object), S.object) + "[w] =");
    return line("      ((w + 1u) * 2654435761u) ^ ((uint)group * 40503u);");
  case Statement::Dump:
    Each("w", All());
    line("  " + Words(program.nameOf(S.copy.global), S.copy.global) + "[w] =");
    return line("      " + Words("all_" + program.nameOf(S.object), S.object) +
                "[w];");
  default:
    break;
  }
  std::string Here = Words(
      program.nameOf(S.object) + " + " + expression(S.values[0]), S.object);
  if (S.kind == Statement::Mutate) {
    Each("w", Count);
    return line("  " + Here + "[w] = " + Here + "[w] * 2654435761u + (w ^ " +
                Salt + ");");
  }
  line("for (uint k = 0; k < 3; ++k)");
  line("  " + read(S.place) + " = " + Sum() + Here + "[((uint)lid * " + Salt +
       " + k * 7u) % " + Count + "u];");
}

} // namespace conformance::programs
