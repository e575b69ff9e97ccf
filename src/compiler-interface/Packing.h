//===- Packing.h - Numbers and texts in a row of bytes ----------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_COMPILERINTERFACE_PACKING_H
#define FERRY_COMPILERINTERFACE_PACKING_H

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>

namespace ferry::compiler {

/// Appends the bytes of a number or an enumerator.
template <typename T> void appendNumber(std::string &To, T Number) {
  static_assert(std::is_integral_v<T> || std::is_enum_v<T>);
  To.append(reinterpret_cast<const char *>(&Number), sizeof(Number));
}

/// Appends the length of \p Text, and \p Text.
inline void appendText(std::string &To, std::string_view Text) {
  appendNumber(To, std::uint64_t(Text.size()));
  To.append(Text);
}

/// Takes what appendNumber() wrote off the front of \p From.
/// \returns false if there is too little.
template <typename T> bool takeNumber(std::string_view &From, T &Number) {
  if (From.size() < sizeof(Number))
    return false;
  std::memcpy(&Number, From.data(), sizeof(Number));
  From.remove_prefix(sizeof(Number));
  return true;
}

/// Takes what appendText() wrote off the front of \p From. \p Text may be a
/// std::string_view into \p From.
/// \returns false if there is too little.
template <typename Text> bool takeText(std::string_view &From, Text &To) {
  std::uint64_t Size;
  if (!takeNumber(From, Size) || From.size() < Size)
    return false;
  To = From.substr(0, Size);
  From.remove_prefix(Size);
  return true;
}

} // namespace ferry::compiler

#endif // FERRY_COMPILERINTERFACE_PACKING_H
