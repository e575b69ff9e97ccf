//===- RandomPrinterStatements.cpp - Statements as OpenCL C ---------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "RandomPrinter.h"

namespace conformance::programs {

std::string Printer::atomic(const Statement &S, const Expression &To) {
  bool Long = To.type.elementBytes() == 8;
  std::string Name = S.op == Op::Add   ? "add"
                     : S.op == Op::Sub ? "sub"
                     : S.op == Op::Min ? "min"
                     : S.op == Op::Max ? "max"
                     : S.op == Op::And ? "and"
                     : S.op == Op::Or  ? "or"
                     : S.op == Op::Xor ? "xor"
                                       : "xchg";
  return (Long ? "atom_" : "atomic_") + Name + "(&" + read(To) + ", " +
         expression(S.values[0]) + ")";
}

void Printer::block(const Block &B) {
  for (const Statement &S : B)
    statement(S);
}

void Printer::inner(const Block &B) {
  indent += "  ";
  block(B);
  indent.resize(indent.size() - 2);
}

void Printer::loop(const Statement &S) {
  std::string K = program.nameOf(S.object), Bound = expression(S.values[0]),
              Condition = S.values.size() > 1 ? expression(S.values[1]) : "";
  switch (S.style) {
  case Statement::Up:
    line("for (" + K + " = " +
         (S.values.size() > 2 ? expression(S.values[2]) : "0") + "; " + K +
         " < " + Bound + "; " +
         (S.step == 1 ? "++" + K : K + " += " + std::to_string(S.step)) +
         ") {");
    break;
  case Statement::Down:
    line("for (" + K + " = " + Bound + "; " + K + " != 0; --" + K + ") {");
    break;
  case Statement::While:
    line(K + " = 0;");
    line("while (" + K + " < " + Bound + " && " + Condition + ") {");
    line("  ++" + K + ";");
    break;
  case Statement::Do:
    line(K + " = 0;");
    line("do {");
    line("  ++" + K + ";");
    break;
  case Statement::Endless:
    line(K + " = 0;");
    line("for (;;) {");
    line("  if (" + K + " >= " + Bound + ")");
    line("    break;");
    line("  ++" + K + ";");
    break;
  case Statement::Bits:
    line(K + " = " + Bound + ";");
    line("while (" + K + ") {");
    line("  " + K + " &= " + K + " - 1;");
    break;
  }
  inner(S.blocks[0]);
  line(S.style == Statement::Do
           ? "} while (" + Condition + " && " + K + " < " + Bound + ");"
           : "}");
}

void Printer::choose(const Statement &S) {
  if (S.kind == Statement::If) {
    line("if (" + expression(S.values[0]) + ") {");
    inner(S.blocks[0]);
    if (!S.blocks[1].empty()) {
      line("} else {");
      inner(S.blocks[1]);
    }
    return line("}");
  }
  line("switch (" + expression(S.values[0]) + ") {");
  for (size_t B = 0; B != S.blocks.size(); ++B) {
    line(B < S.numbers.size()
             ? "case " + literal(S.values[0].type.element, S.numbers[B]) + ":"
             : "default:");
    inner(S.blocks[B]);
    line(S.fallThrough ? "  ;" : "  break;");
  }
  line("}");
}

void Printer::statement(const Statement &S) {
  switch (S.kind) {
  case Statement::Assign:
  case Statement::CopyElement:
    return line(place(S.place) + " = " + expression(S.values[0]) + ";");
  case Statement::If:
  case Statement::Switch:
    return choose(S);
  case Statement::Loop:
    return loop(S);
  case Statement::Break:
    return line("break;");
  case Statement::Continue:
    return line("continue;");
  case Statement::Return:
    return line(S.values.empty() ? "return;"
                                 : "return " + expression(S.values[0]) + ";");
  case Statement::Goto:
    return line("goto l" + std::to_string(S.number) + ";");
  case Statement::Label:
    return line("l" + std::to_string(S.number) + ":;");
  case Statement::Barrier:
    return line("barrier(" + flags(S.number) + ");");
  case Statement::StoreVector:
    return line("vstore" + std::to_string(S.values[0].type.width) + "(" +
                expression(S.values[0]) + ", 0, &" + read(S.place) + " + " +
                std::to_string(S.numbers[0]) + ");");
  case Statement::Atomic:
    return line(atomic(S, S.place) + ";");
  case Statement::AtomicOwn:
    return line(place(S.place) + " = " + atomic(S, S.other) + ";");
  case Statement::Point:
    return line(program.nameOf(S.object) + " = &" + read(S.place) + ";");
  default:
    return copies(S);
  }
}

} // namespace conformance::programs
