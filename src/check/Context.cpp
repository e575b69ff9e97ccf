//===- Context.cpp - What all checks share --------------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "check/Context.h"

namespace ferry::check {

ShadowRegion *Context::cellsOf(const Access &A) {
  constexpr std::uint64_t Unknown = 1 << 16;
  if (group.isLocal(A.pointer))
    return &local;
  switch (A.object->place) {
  case abi::CheckPlace::Private:
    return nullptr;
  case abi::CheckPlace::Unknown:
    return objects.around(A.pointer) ? shadow.find(A.pointer) : nullptr;
  case abi::CheckPlace::Program:
  case abi::CheckPlace::Local:
    return &shadow.get(A.pointer, {A.base, A.object->bytes});
  case abi::CheckPlace::Argument:
    break;
  }
  return &shadow.get(A.pointer, {A.pointer / Unknown * Unknown, Unknown});
}

} // namespace ferry::check
