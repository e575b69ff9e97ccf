//===- Info.h - Answers of the clGet*Info queries ---------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_API_INFO_H
#define FERRY_API_INFO_H

#include "api/Entry.h"

#include <cstring>
#include <span>
#include <string_view>

namespace ferry::api {

/// Where a query's answer goes. All queries have the same three parameters:
/// "param_value is a pointer to memory where the appropriate result being
/// queried is returned. If param_value is NULL, it is ignored.
/// param_value_size_ret returns the actual size in bytes of data being queried.
/// If param_value_size_ret is NULL, it is ignored."
class Info {
public:
  Info(std::size_t Size, void *Value, std::size_t *SizeRet)
      : Size(Size), Value(Value), SizeRet(SizeRet) {}

  /// \tparam T the type in the specification's table, always named.
  template <typename T> void write(std::type_identity_t<T> Answer) {
    bytes(&Answer, sizeof(T));
  }

  template <typename T> void writeArray(std::span<const T> Answer) {
    bytes(Answer.data(), Answer.size_bytes());
  }

  /// \param Answer is returned with a closing NUL.
  void writeString(std::string_view Answer) {
    announce(Answer.size() + 1);
    if (!Value)
      return;
    std::memcpy(Value, Answer.data(), Answer.size());
    static_cast<char *>(Value)[Answer.size()] = '\0';
  }

  /// For answers that the query writes itself: says the size, checks the room
  /// and returns where to write, or null if only the size is wanted.
  void *announce(std::size_t Bytes) {
    // "CL_INVALID_VALUE if [...] size in bytes specified by param_value_size is
    // < size of return type [...] and param_value is not NULL."
    require(!Value || Size >= Bytes, CL_INVALID_VALUE);
    if (SizeRet)
      *SizeRet = Bytes;
    return Value;
  }

  /// "CL_INVALID_VALUE if param_name is not one of the supported values".
  [[noreturn]] static void unknown() { throw core::Error(CL_INVALID_VALUE); }

private:
  void bytes(const void *Answer, std::size_t Bytes) {
    announce(Bytes);
    if (Value && Bytes)
      std::memcpy(Value, Answer, Bytes);
  }

  std::size_t Size;
  void *Value;
  std::size_t *SizeRet;
};

} // namespace ferry::api

#endif // FERRY_API_INFO_H
