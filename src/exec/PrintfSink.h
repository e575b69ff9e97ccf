//===- PrintfSink.h - What printf has written so far ------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_EXEC_PRINTFSINK_H
#define FERRY_EXEC_PRINTFSINK_H

#include <string>

namespace ferry::exec {

/// The output of one thread's printf calls. It goes to stdout in whole calls:
/// when enough has come together, and when the thread leaves a command.
class PrintfSink {
public:
  /// Where a call appends its text.
  std::string &text() { return Text; }

  /// Ends a call.
  void commit() {
    if (Text.size() >= FlushBytes)
      flush();
  }

  /// Writes everything to stdout, at once.
  void flush();
  bool empty() const { return Text.empty(); }

private:
  static constexpr std::size_t FlushBytes = 64 * 1024;
  std::string Text;
};

} // namespace ferry::exec

#endif // FERRY_EXEC_PRINTFSINK_H
