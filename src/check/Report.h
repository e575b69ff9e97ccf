//===- Report.h - What is said of a mistake ---------------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_CHECK_REPORT_H
#define FERRY_CHECK_REPORT_H

#include "ferry/check.h"

#include <mutex>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace ferry::check {

/// A place that a mistake has to do with.
struct Side {
  std::string what; ///< "write by work-item (3) of work-group (0)".
  std::string file; ///< "" if that is not known.
  std::uint32_t line = 0, column = 0;
  /// Where \c file is a program or a library: the byte of it, as its symbols
  /// count; otherwise 0.
  std::uint64_t address = 0;

  Side(std::string What, const abi::CheckSite &At)
      : what(std::move(What)), file(At.file), line(At.line), column(At.column) {
  }
  Side(std::string What, std::string Module, std::uint64_t Address)
      : what(std::move(What)), file(std::move(Module)), address(Address) {}
};

/// A mistake.
struct Finding {
  /// What suppressions call it: one of those of docs/check.md.
  std::string_view kind;
  std::string kernel; ///< "" for mistakes of the host.
  std::string title;  ///< What is wrong.
  std::string memory; ///< Which bytes; may be "".
  std::vector<Side> sides;
  std::string advice; ///< What to change.
};

/// Suppressions: lines of `KIND`, `KIND:KERNEL` or `KIND:KERNEL:LINE`; `*`
/// stands for any, and `#` begins a comment.
class Suppressions {
public:
  Suppressions() = default;
  explicit Suppressions(std::string_view Text);
  bool cover(const Finding &F) const;

private:
  struct Entry {
    std::string kind, kernel, line;
  };
  std::vector<Entry> Entries;
};

/// Whether the line of a side of \p F has a comment that says that it is meant:
/// `ferry-check: KIND`.
bool isMarked(const Finding &F);

/// \p F for people.
std::string asText(const Finding &F, bool InColour);
/// \p F as a line of JSON: a `result` of SARIF 2.1.0.
std::string asJson(const Finding &F);

/// Writes what is found to stderr and to FERRY_CHECK_JSON, each mistake once.
/// For any thread.
class Reporter {
public:
  static Reporter &get();
  /// Around fork().
  std::mutex &mutex() { return Mutex; }
  void report(const Finding &F);

private:
  Reporter();
  std::mutex Mutex;
  Suppressions Suppressed;
  std::set<std::string> Known;
};

} // namespace ferry::check

#endif // FERRY_CHECK_REPORT_H
