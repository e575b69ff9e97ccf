//===- RandomStatements.h - Random statements -------------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Random statements: those of single work-items, which may diverge, and those
/// of the group, which have barriers in them.
///
//===----------------------------------------------------------------------===//

#ifndef FERRY_CONFORMANCE_RANDOMSTATEMENTS_H
#define FERRY_CONFORMANCE_RANDOMSTATEMENTS_H

#include "RandomExpressions.h"

namespace conformance::programs {

class Statements : public Expressions {
public:
  using Expressions::Expressions;

  Statement assign(Expression To, Expression From) const;
  /// Changes modes only if told by the caller.
  Statement barrier() const;
  /// Lets pointer \p Object point to something; no object if it cannot.
  Statement point(int Object);
  /// A loop of \p Count iterations without its body.
  Statement upTo(uint64_t Count);
  /// Everything between the beginning and the end of the kernel.
  void fill();
  Block functionBody(int Function);

private:
  /// Where statements of a single work-item stand.
  struct Place {
    unsigned nesting = 0;
    bool inLoop = false, inSwitch = false;
    bool mayReturn = false;
    std::vector<uint64_t> labels = {}; ///< Behind loops around it.
  };

  Block items(const Place &P, uint64_t Count);
  void item(const Place &P, Block &B);
  Statement store(const Place &P);
  Block stores(const Place &P, uint64_t Count);
  Statement branch(const Place &P);
  Statement choose(const Place &P);
  Statement arrayLoop(uint64_t &Last);
  void loop(const Place &P, Block &B);
  Statement jump(const Place &P);
  Statement storeVector();
  Statement atomic();
  Statement copyElement();
  int counter(Type T);
  Expression bound();

  Block group(unsigned Nesting, uint64_t Count,
              const std::vector<bool> *LoopModes);
  Statement flip();
  void exchange(Block &B);
  Statement assignUniform();

  unsigned depth = 2; ///< Of expressions.
  uint64_t labels = 0;
};

} // namespace conformance::programs

#endif // FERRY_CONFORMANCE_RANDOMSTATEMENTS_H
