//===- RandomPrinter.cpp - A random kernel as OpenCL C --------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "RandomPrinter.h"
#include "RandomCopies.h"

#include <algorithm>

namespace conformance::programs {

std::string Printer::elementType(const Object &O) const {
  return O.structure >= 0 ? "struct s" + std::to_string(O.structure)
                          : O.fields[0].name();
}

/// The element of a per-item object that has number \p Index of the work-item.
std::string Printer::own(const Object &O, const std::string &Index) {
  std::string At = O.shared() ? "lid" : "gid",
              Of = O.shared() ? "lsize" : "total",
              Count = std::to_string(O.count);
  if (O.order == Object::Planes)
    return Index == "0" ? At : Index + " * " + Of + " + " + At;
  if (O.order == Object::Reversed)
    At = "(" + Of + " - 1 - " + At + ")";
  if (O.order == Object::Permuted)
    At = program.nameOf(O.permutation) + "[" + At + "]";
  std::string Base = O.count == 1 ? At : At + " * " + Count;
  return Index == "0" ? Base : Base + " + " + Index;
}

/// A whole element or a field of one.
std::string Printer::read(const Expression &E) {
  const Object &O = program.at(E.object);
  std::string Name = program.nameOf(E.object);
  if (O.space == Object::Pointer)
    return "(*" + Name + ")";
  if (!E.operands.empty()) {
    std::string Index = expression(E.operands[0]);
    Name += "[" + (O.perItem() && !E.direct ? own(O, Index) : Index) + "]";
  }
  if (O.structure >= 0 && E.field >= 0)
    Name += ".f" + std::to_string(E.field);
  return Name;
}

std::string Printer::place(const Expression &E) {
  return E.numbers.empty() ? read(E) : read(E) + componentsText(E.numbers);
}

std::string Printer::query(const Expression &E) {
  std::string D = std::to_string(E.numbers[1]);
  switch (Question(E.numbers[0])) {
  case GlobalLinear:
    return "gid";
  case LocalLinear:
    return "lid";
  case GroupLinear:
    return "group";
  case GlobalId:
    return "get_global_id(" + D + ")";
  case LocalId:
    return "get_local_id(" + D + ")";
  case GroupId:
    return "get_group_id(" + D + ")";
  case GlobalSize:
    return "get_global_size(" + D + ")";
  case LocalSize:
    return "get_local_size(" + D + ")";
  case NumGroups:
    return "get_num_groups(" + D + ")";
  case GlobalOffset:
    return "get_global_offset(" + D + ")";
  case WorkDim:
    return "get_work_dim()";
  case LocalTotal:
    return "lsize";
  case GlobalTotal:
    return "total";
  }
  return "";
}

std::string Printer::expression(const Expression &E) {
  switch (E.kind) {
  case Expression::Literal: {
    std::string Text;
    for (Lane L : E.numbers)
      Text += (Text.empty() ? "" : ", ") + literal(E.type.element, L);
    bool Bare = !E.type.isVector() && std::isdigit(Text[0]);
    return E.type.isVector() ? "((" + E.type.name() + ")(" + Text + "))"
           : Bare            ? Text
                             : "(" + Text + ")";
  }
  case Expression::Read:
    return read(E);
  case Expression::Query:
    return query(E);
  case Expression::LoadVector:
    return "vload" + std::to_string(E.type.width) + "(" +
           expression(E.operands[0]) + ", " + program.nameOf(E.object) + " + " +
           std::to_string(E.numbers[0]) + ")";
  case Expression::Call: {
    std::string Text;
    for (const Expression &O : E.operands)
      Text += (Text.empty() ? "" : ", ") + expression(O);
    for (int I : inputsOf(E.function))
      Text += (Text.empty() ? "" : ", ") + program.nameOf(I);
    return "f" + std::to_string(E.function) + "(" + Text + ")";
  }
  case Expression::Operation:
    break;
  }
  std::vector<Type> Types;
  std::vector<std::string> Operands;
  for (const Expression &O : E.operands) {
    Types.push_back(O.type);
    Operands.push_back(expression(O));
  }
  return text(E.op, E.type, Types, Operands, E.numbers, prelude);
}

std::string Printer::initialiser(const Object &O) {
  if (!O.array && O.structure < 0)
    return expression(O.init[0]);
  std::string Text;
  for (size_t I = 0; I != O.init.size();) {
    std::string Fields;
    for (size_t F = 0; F != O.fields.size(); ++F, ++I)
      Fields += (F ? ", " : "") + expression(O.init[I]);
    if (O.array && O.structure >= 0)
      Fields = "{" + Fields + "}";
    Text += (Text.empty() ? "" : ", ") + Fields;
  }
  return "{" + Text + "}";
}

void Printer::declarations(int Function) {
  for (size_t N = 0; N != program.objects.size(); ++N) {
    const Object &O = program.objects[N];
    std::string Name = program.nameOf(int(N));
    if (O.function != Function || !used.objects[N])
      continue;
    if (O.space == Object::Pointer)
      line((O.generic ? "" : "__private ") + O.fields[0].name() + " *" + Name +
           ";");
    if (O.space == Object::Event && O.array) {
      line("event_t " + Name + "[" + std::to_string(O.count) + "];");
      line("for (int k = 0; k < " + std::to_string(O.count) + "; ++k)");
      line("  " + Name + "[k] = (event_t)0;");
    } else if (O.space == Object::Event) {
      line("event_t " + Name + " = (event_t)0;");
    }
    if (O.space == Object::Private && !O.init.empty())
      line(elementType(O) + " " + Name +
           (O.array ? "[" + std::to_string(O.count) + "]" : "") + " = " +
           initialiser(O) + ";");
  }
}

std::string Printer::parameter(int Number) const {
  const Object &O = program.at(Number);
  std::string T = elementType(O), Name = program.nameOf(Number);
  const std::string Restrict = program.restricted ? "restrict " : "";
  switch (O.space) {
  case Object::Input:
    return "__global const " + T + " *" + Restrict + Name;
  case Object::Output:
    return "__global " + T + " *" + Restrict + Name;
  case Object::GlobalCounter:
    return "__global " + T + " *" + Name;
  case Object::Group:
    return "__global " + T + " *all_" + Name;
  case Object::Local:
    // Aligned for copies of every type.
    return O.raw ? "__local ulong16 *all_" + Name
                 : "__local " + T + " *" + Name;
  case Object::Untouched:
    return "__global uchar *" + Name;
  default:
    return T + " " + Name;
  }
}

/// The buffers that a function reads, which it gets as parameters.
std::set<int> Printer::inputsOf(int Number) const {
  std::set<int> Inputs;
  auto See = [&](const Expression &E) {
    if (E.kind == Expression::Call)
      Inputs.merge(inputsOf(E.function));
    if (E.object >= 0 && program.at(E.object).space == Object::Input)
      Inputs.insert(E.object);
  };
  Block Body = program.functions[size_t(Number)].body;
  visit(Body, See);
  for (size_t N = 0; N != program.objects.size(); ++N)
    if (program.objects[N].function == Number && used.objects[N])
      for (Expression Init : program.objects[N].init)
        visit(Init, See);
  return Inputs;
}

void Printer::function(size_t Number) {
  const Function &F = program.functions[Number];
  std::string Parameters;
  std::vector<int> All = F.parameters;
  for (int I : inputsOf(int(Number)))
    All.push_back(I);
  for (int P : All)
    Parameters += (Parameters.empty() ? "" : ", ") + parameter(P);
  line((F.noinline ? "__attribute__((noinline)) " : "") + F.result.name() +
       " f" + std::to_string(Number) + "(" + Parameters + ") {");
  indent = "  ";
  declarations(int(Number));
  block(F.body);
  indent = "";
  line("}");
}

void Printer::kernel() {
  const Range &R = program.ranges[0];
  if (program.required) {
    std::string Sizes;
    for (size_t D = 0; D != 3; ++D)
      Sizes += (D ? ", " : "") +
               std::to_string(D < program.dimensions ? R.local[D] : 1);
    line("__attribute__((reqd_work_group_size(" + Sizes + ")))");
  }
  std::string Parameters;
  for (size_t N = 0; N != program.objects.size(); ++N) {
    const Object &O = program.objects[N];
    bool Is = O.space == Object::Input || O.space == Object::Output ||
              O.space == Object::GlobalCounter || O.space == Object::Group ||
              O.space == Object::Argument || O.space == Object::Untouched ||
              (O.space == Object::Local && O.asArgument);
    if (Is && used.objects[N])
      Parameters += (Parameters.empty() ? "" : ",\n    ") + parameter(int(N));
  }
  line("__kernel void entry(\n    " + Parameters + ") {");
  indent = "  ";
  size_t Largest = 0;
  for (const Range &Each : program.ranges)
    Largest = std::max(Largest, Each.localItems());
  for (size_t N = 0; N != program.objects.size(); ++N) {
    const Object &O = program.objects[N];
    bool Is = (O.space == Object::Local && !O.asArgument) ||
              O.space == Object::LocalCounter;
    if (Is && used.objects[N] && O.raw)
      line("__local ulong16 all_" + program.nameOf(int(N)) + "[" +
           std::to_string((O.count + 2 * Object::LocalGuard) / 128) + "];");
    else if (Is && used.objects[N])
      line("__local " + elementType(O) + " " + program.nameOf(int(N)) + "[" +
           std::to_string(O.count * (O.perItem() ? Largest : 1)) + "];");
  }
  // Numbers of the work-item and of its group, x first.
  std::string Lid, Gid, Group, Lsize, Total, T = program.indexType.name();
  for (size_t D = program.dimensions; D-- > 0;) {
    std::string N = std::to_string(D), Local = "get_local_id(" + N + ")",
                Global = "get_global_id(" + N + ")";
    if (program.offset)
      Global = "(" + Global + " - get_global_offset(" + N + "))";
    bool Last = D + 1 == program.dimensions;
    auto Next = [&](const std::string &Sum, const std::string &Size,
                    const std::string &Id) {
      return Last ? Id : "(" + Sum + ") * " + Size + "(" + N + ") + " + Id;
    };
    Lid = Next(Lid, "get_local_size", Local);
    Gid = Next(Gid, "get_global_size", Global);
    Group = Next(Group, "get_num_groups", "get_group_id(" + N + ")");
    Lsize += (Last ? "" : " * ") + ("get_local_size(" + N + ")");
    Total += (Last ? "" : " * ") + ("get_global_size(" + N + ")");
  }
  line("const " + T + " lid = " + Lid + ", gid = " + Gid +
       ", group = " + Group + ",");
  line("  lsize = " + Lsize + ", total = " + Total + ";");
  for (size_t N = 0; N != program.objects.size(); ++N) {
    const Object &O = program.objects[N];
    std::string Name = program.nameOf(int(N));
    if (!used.objects[N])
      continue;
    if (O.raw && O.space == Object::Local)
      line("__local uchar *" + Name + " = (__local uchar *)all_" + Name +
           " + " + std::to_string(Object::LocalGuard) + ";");
    else if (O.raw && O.space == Object::Group)
      line("__global uchar *" + Name + " = all_" + Name + " + " +
           std::to_string(groupStart(O, 0)) + " + group * " +
           std::to_string(groupStart(O, 1) - groupStart(O, 0)) + ";");
    else if (O.space == Object::Group)
      line("__global " + elementType(O) + " *" + Name + " = all_" + Name +
           " + group * lsize * " + std::to_string(O.count) + ";");
  }
  declarations(-1);
  block(program.body);
  indent = "";
  line("}");
}

std::string Printer::print() {
  for (size_t N = 0; N != program.functions.size(); ++N)
    if (used.functions[N])
      function(N);
  kernel();
  std::string Text = "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n"
                     "#pragma OPENCL FP_CONTRACT OFF\n";
  for (size_t N = 0; N != program.structures.size(); ++N) {
    Text += "struct s" + std::to_string(N) + " {\n";
    for (size_t F = 0; F != program.structures[N].size(); ++F)
      Text += "  " + program.structures[N][F].name() + " f" +
              std::to_string(F) + ";\n";
    Text += "};\n";
  }
  for (const std::string &Function : prelude)
    Text += Function;
  return Text + helpers + body;
}

std::string Program::source() const { return Printer(*this).print(); }

} // namespace conformance::programs
