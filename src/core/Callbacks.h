//===- Callbacks.h - Callbacks that run at destruction ----------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_CORE_CALLBACKS_H
#define FERRY_CORE_CALLBACKS_H

#include "exec/Fork.h"

#include <CL/cl.h>

#include <utility>
#include <vector>

namespace ferry::core {

/// The destructor callbacks of an object: any thread may add one, they run in
/// the reverse order of their registration (clSetMemObjectDestructorCallback,
/// clSetContextDestructorCallback).
template <typename Handle> class CallbackStack {
public:
  using Function = void(CL_CALLBACK *)(Handle, void *);

  void add(Function F, void *UserData) {
    std::lock_guard Lock(Mutex);
    Stack.emplace_back(F, UserData);
  }

  /// Only the destructor of the object calls this.
  void run(Handle H) {
    for (auto I = Stack.rbegin(); I != Stack.rend(); ++I)
      I->first(H, I->second);
  }

private:
  /// For all objects of a kind.
  static inline exec::ForkMutex Mutex;
  std::vector<std::pair<Function, void *>> Stack;
};

} // namespace ferry::core

#endif // FERRY_CORE_CALLBACKS_H
