//===- Background.h - Work that no call waits for ---------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_CORE_BACKGROUND_H
#define FERRY_CORE_BACKGROUND_H

#include <functional>

namespace ferry::core {

/// Calls \p Run, which throws nothing, on a thread of its own, which ends with
/// it. \returns false if there can be none.
bool startInBackground(std::function<void()> Run);

/// Likewise; where there can be no thread, before this returns.
void runInBackground(std::function<void()> Run);

} // namespace ferry::core

#endif // FERRY_CORE_BACKGROUND_H
