//===- TableFunction.h - In place of a table's function ---------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_CHECKHOST_TABLEFUNCTION_H
#define FERRY_CHECKHOST_TABLEFUNCTION_H

namespace ferry::check {

/// Puts \c Own::call in place of the function of a table's \c Entry, which it
/// may call.
template <auto Entry, typename Own> class TableFunction;

template <typename Table, typename R, typename... A, R (*Table::*Entry)(A...),
          typename Own>
class TableFunction<Entry, Own> {
public:
  /// \param Called the name of the function.
  static void install(Table &In, const char *Called) {
    Name = Called;
    Next = In.*Entry;
    In.*Entry = Own::call;
  }

protected:
  static inline const char *Name;
  static inline R (*Next)(A...);
};

} // namespace ferry::check

#endif // FERRY_CHECKHOST_TABLEFUNCTION_H
