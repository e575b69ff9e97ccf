//===- Json.cpp - Strings in JSON -----------------------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "common/Json.h"

#include <cstdio>

namespace bench {

std::string jsonString(std::string_view Text) {
  std::string Result = "\"";
  for (char C : Text) {
    if (C == '"' || C == '\\') {
      Result += '\\';
      Result += C;
    } else if (static_cast<unsigned char>(C) < 0x20) {
      char Escape[8];
      std::snprintf(Escape, sizeof Escape, "\\u%04x", unsigned(C));
      Result += Escape;
    } else {
      Result += C;
    }
  }
  return Result + '"';
}

} // namespace bench
