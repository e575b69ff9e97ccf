//===- Contents.h - Whether memory has changed ------------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_CHECKHOST_CONTENTS_H
#define FERRY_CHECKHOST_CONTENTS_H

#include "check/Objects.h"

#include <optional>

namespace ferry::check {

/// A number that other contents hardly have; of more than a MiB it takes a page
/// here and there. Nothing for memory that is not there any more.
std::optional<std::uint64_t> contentsOf(Range Where);

} // namespace ferry::check

#endif // FERRY_CHECKHOST_CONTENTS_H
