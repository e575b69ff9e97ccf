//===- Findings.h - What ferry check has said -------------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_CONFORMANCE_CHECK_FINDINGS_H
#define FERRY_CONFORMANCE_CHECK_FINDINGS_H

#include <fstream>
#include <set>
#include <string>
#include <vector>

namespace conformance {

/// A mistake.
struct Found {
  std::string kind;
  std::set<unsigned> lines;
  std::string text;
};

/// The text behind `"KEY":` in \p Json, up to a comma or a quote.
inline std::string member(const std::string &Json, const std::string &Key,
                          size_t From = 0) {
  size_t At = Json.find("\"" + Key + "\":", From);
  if (At == Json.npos)
    return "";
  At += Key.size() + 3;
  At += Json[At] == '"';
  return Json.substr(At, Json.find_first_of("\",}", At) - At);
}

/// What was written to FERRY_CHECK_JSON.
inline std::vector<Found> readFindings(const std::string &Path) {
  std::vector<Found> Result;
  std::ifstream In(Path);
  for (std::string Line; std::getline(In, Line);) {
    Found F{member(Line, "ruleId"), {}, Line};
    for (size_t At = 0; (At = Line.find("\"startLine\":", At)) != Line.npos;
         ++At)
      F.lines.insert(unsigned(std::stoul(member(Line, "startLine", At))));
    Result.push_back(F);
  }
  return Result;
}

} // namespace conformance

#endif // FERRY_CONFORMANCE_CHECK_FINDINGS_H
