//===- PrintfSink.cpp - What printf has written so far --------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "exec/PrintfSink.h"

#include <cstdio>

namespace ferry::exec {

void PrintfSink::flush() {
  // One call: stdio's lock keeps it in one piece, and in order with what the
  // host program prints itself.
  std::fwrite(Text.data(), 1, Text.size(), stdout);
  std::fflush(stdout);
  Text.clear();
}

} // namespace ferry::exec
