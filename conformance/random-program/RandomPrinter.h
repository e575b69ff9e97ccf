//===- RandomPrinter.h - A random kernel as OpenCL C ------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What Program::source is made of: expressions and declarations in one file,
/// statements and copies in two others.
///
//===----------------------------------------------------------------------===//

#ifndef FERRY_CONFORMANCE_RANDOMPRINTER_H
#define FERRY_CONFORMANCE_RANDOMPRINTER_H

#include "RandomProgram.h"

#include <set>

namespace conformance::programs {

class Printer {
public:
  explicit Printer(const Program &P) : program(P), used(P.used()) {}
  std::string print();

private:
  std::string read(const Expression &E);
  std::string place(const Expression &E);
  std::string own(const Object &O, const std::string &Index);
  std::string query(const Expression &E);
  std::string expression(const Expression &E);
  std::string elementType(const Object &O) const;
  std::string initialiser(const Object &O);
  std::string parameter(int Number) const;
  std::set<int> inputsOf(int Number) const;
  void declarations(int Function);
  void function(size_t Number);
  void kernel();

  void line(const std::string &Code) { body += indent + Code + "\n"; }
  void block(const Block &B);
  void inner(const Block &B);
  void statement(const Statement &S);
  void loop(const Statement &S);
  void choose(const Statement &S);
  std::string atomic(const Statement &S, const Expression &To);
  static std::string flags(uint64_t Flags);
  static std::string space(const Object &O);
  std::string copy(const Statement &S, const std::string &Event);
  void start(const Statement &S);
  void copies(const Statement &S);

  const Program &program;
  Program::Mentioned used;
  std::set<std::string> prelude;
  std::string helpers, body, indent;
  unsigned numHelpers = 0;
};

} // namespace conformance::programs

#endif // FERRY_CONFORMANCE_RANDOMPRINTER_H
