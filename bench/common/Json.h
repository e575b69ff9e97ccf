//===- Json.h - Strings in JSON ---------------------------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef BENCH_COMMON_JSON_H
#define BENCH_COMMON_JSON_H

#include <string>
#include <string_view>

namespace bench {

/// \p Text as JSON writes it, with its quotes.
std::string jsonString(std::string_view Text);

} // namespace bench

#endif // BENCH_COMMON_JSON_H
