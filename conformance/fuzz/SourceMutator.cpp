//===- SourceMutator.cpp - Changes programs -------------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "SourceMutator.h"

#include "SourceGrammar.h"

#include <algorithm>
#include <cctype>
#include <string_view>
#include <vector>

namespace conformance::fuzz {

namespace {

using Tokens = std::vector<std::string>;

bool isWord(char C) {
  return std::isalnum(static_cast<unsigned char>(C)) || C == '_' || C == '.';
}

/// Words, single signs, texts in quotes, and whole lines that begin with #.
Tokens split(std::string_view Text) {
  Tokens Result;
  for (size_t At = 0, End; At < Text.size(); At = End) {
    End = At + 1;
    const char C = Text[At];
    if (std::isspace(static_cast<unsigned char>(C)))
      continue;
    if (C == '#' || Text.substr(At, 2) == "//") {
      End = std::min(Text.find('\n', At), Text.size());
    } else if (C == '"' || C == '\'') {
      while (End < Text.size() && Text[End] != C && Text[End] != '\n')
        End += Text[End] == '\\' ? 2 : 1;
      End = std::min(End + 1, Text.size());
    } else if (isWord(C)) {
      while (End < Text.size() && isWord(Text[End]))
        ++End;
    } else {
      while (End < Text.size() && Text[End] == C &&
             std::string_view("+-<>=&|").find(C) != std::string_view::npos)
        ++End;
    }
    Result.emplace_back(Text.substr(At, End - At));
  }
  return Result;
}

std::string join(const Tokens &All) {
  std::string Text;
  for (const std::string &T : All) {
    const bool IsLine = T[0] == '#' || T.starts_with("//");
    if (IsLine && !Text.empty() && Text.back() != '\n')
      Text += '\n';
    Text += T;
    Text += IsLine || T == ";" || T == "{" || T == "}" ? '\n' : ' ';
  }
  return Text;
}

/// From \p First on: what is up to the closing bracket, if an opening one is
/// there, or up to the end of the statement. \returns the place behind it.
size_t endOfPiece(const Tokens &All, size_t First) {
  int Depth = 0;
  for (size_t At = First; At != All.size(); ++At) {
    const char C = All[At][0];
    Depth += C == '(' || C == '{' || C == '[';
    Depth -= C == ')' || C == '}' || C == ']';
    if (Depth < 0)
      return std::max(At, First + 1);
    if (Depth == 0 && (C == ';' || C == '}' ||
                       (At != First && (C == ')' || C == ']') &&
                        std::string_view("([").find(All[First][0]) !=
                            std::string_view::npos)))
      return At + 1;
  }
  return All.size();
}

} // namespace

std::string mutateSource(const std::string &Text, std::mt19937_64 &Random) {
  Tokens All = split(Text);
  auto below = [&](size_t Count) { return Count ? Random() % Count : 0; };
  auto place = [&](size_t At) { return All.begin() + std::ptrdiff_t(At); };
  auto fragment = [&](char Letter) {
    return split(expand(SourceGrammar, Letter, 4, Random));
  };
  auto insert = [&](size_t At, const Tokens &New) {
    All.insert(place(At), New.begin(), New.end());
  };
  /// A place where a statement may begin, if there is one.
  auto beforeStatement = [&] {
    for (size_t Try = 0; Try != 20; ++Try)
      if (size_t At = below(All.size());
          At < All.size() && (All[At] == ";" || All[At] == "{"))
        return At + 1;
    return below(All.size() + 1);
  };
  if (All.empty())
    return join(fragment('D'));
  const size_t At = below(All.size());
  const size_t End = endOfPiece(All, At);
  const Tokens Piece(place(At), place(End));
  switch (below(12)) {
  case 0:
  case 1:
    insert(beforeStatement(), fragment('S'));
    break;
  case 2: { // Something else of the same kind.
    const char C = All[At][0];
    const Tokens New =
        fragment(std::isdigit(static_cast<unsigned char>(C)) ? 'L'
                 : !isWord(C)                                ? 'O'
                 : below(2)                                  ? 'V'
                                                             : 'E');
    All.erase(place(At));
    insert(At, New);
    break;
  }
  case 3: // Another type, or an attribute.
    insert(At, fragment("TQAA"[below(4)]));
    break;
  case 4: { // Between declarations.
    size_t Between = 0;
    for (size_t I = 0; I < All.size(); I = endOfPiece(All, I))
      if (below(3) == 0)
        Between = I;
    insert(Between, fragment('D'));
    break;
  }
  case 5:
    All.erase(place(At), place(End));
    break;
  case 6:
    All.erase(place(At));
    break;
  case 7: // The same elsewhere.
    insert(below(2) ? beforeStatement() : below(All.size() + 1), Piece);
    break;
  case 8: { // The same again and again.
    const size_t Most = std::max<size_t>(1, 2000 / Piece.size());
    for (size_t Times = size_t(1) << below(11); Times; --Times)
      if (Times <= Most)
        insert(At, Piece);
    break;
  }
  case 9: { // Deep inside brackets.
    const size_t Times = size_t(1) << below(8);
    const char *Pair = std::vector{"()", "{}", "[]"}[below(3)];
    insert(End, Tokens(Times, {Pair[1]}));
    insert(At, Tokens(Times, {Pair[0]}));
    break;
  }
  case 10:
    std::swap(All[At], All[below(All.size())]);
    break;
  case 11: // An expression instead of the piece.
    All.erase(place(At), place(End));
    insert(At, fragment('E'));
    break;
  }
  return join(All);
}

} // namespace conformance::fuzz
