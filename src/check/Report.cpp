//===- Report.cpp - What is said of a mistake -----------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "check/Report.h"

#include "ferry/config.h"

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <fstream>
#include <memory>
#include <sstream>
#include <unistd.h>

namespace ferry::check {

/// What the source is called: the driver keeps that of programs that have no
/// file in a folder of its own; others are below the current folder mostly.
static std::string shownName(const std::string &File) {
  constexpr std::string_view Kept = ".source/program.cl";
  if (File.empty())
    return "(no line is known)";
  if (File.ends_with(Kept))
    return "program.cl";
  const std::unique_ptr<char, void (*)(void *)> Here(getcwd(nullptr, 0),
                                                     std::free);
  const std::string Folder = Here ? std::string(Here.get()) + "/" : "";
  return File.starts_with(Folder) ? File.substr(Folder.size()) : File;
}

static std::string place(const Side &S) {
  std::string Text = shownName(S.file);
  if (S.address) {
    std::ostringstream Address;
    Address << "+0x" << std::hex << S.address;
    return Text + Address.str();
  }
  if (S.line)
    Text += ":" + std::to_string(S.line);
  if (S.column)
    Text += ":" + std::to_string(S.column);
  return Text;
}

/// "" if it cannot be read.
static std::string sourceLine(const Side &S) {
  std::ifstream In(S.file);
  std::string Line;
  for (std::uint32_t I = 0; I != S.line; ++I)
    if (!std::getline(In, Line))
      return "";
  return Line;
}

/// The line of the source, with a mark below its column; "" if it cannot be
/// read.
static std::string excerpt(const Side &S) {
  const std::string Line = sourceLine(S);
  if (!S.line || !S.column || S.column > Line.size())
    return "";
  std::string Mark;
  for (std::uint32_t I = 0; I + 1 < S.column; ++I)
    Mark += Line[I] == '\t' ? '\t' : ' ';
  return "      " + Line + "\n      " + Mark + "^\n";
}

std::string asText(const Finding &F, bool InColour) {
  auto Painted = [&](const char *Colour, const std::string &Text) {
    return InColour ? Colour + Text + "\033[0m" : Text;
  };
  constexpr char Bold[] = "\033[1m", Red[] = "\033[1;31m", Cyan[] = "\033[36m";
  std::string Text = "ferry check: " + Painted(Red, std::string(F.kind)) +
                     (F.kernel.empty() ? "" : " in kernel '" + F.kernel + "'") +
                     ": " + Painted(Bold, F.title) + "\n";
  for (const Side &S : F.sides) {
    Text += "  " + Painted(Cyan, place(S)) + ": " + S.what + "\n";
    Text += excerpt(S);
  }
  if (!F.memory.empty())
    Text += "  memory: " + F.memory + "\n";
  return Text + "  advice: " + F.advice + "\n";
}

static std::string quoted(std::string_view Text) {
  std::string Result = "\"";
  for (const char C : Text) {
    if (C == '"' || C == '\\') {
      Result += {'\\', C};
    } else if (static_cast<unsigned char>(C) < 0x20) {
      char Escape[8];
      std::snprintf(Escape, sizeof(Escape), "\\u%04x", unsigned(C));
      Result += Escape;
    } else {
      Result += C;
    }
  }
  return Result + "\"";
}

/// A file as a reference of RFC 3986.
static std::string uri(std::string_view File) {
  constexpr std::string_view Kept =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/+,=@";
  std::string Result;
  for (const char C : File) {
    char Escape[4] = {C};
    if (Kept.find(C) == Kept.npos)
      std::snprintf(Escape, sizeof(Escape), "%%%02X",
                    unsigned(static_cast<unsigned char>(C)));
    Result += Escape;
  }
  return Result;
}

/// A SARIF location.
static std::string location(const Side &S) {
  const std::string Message = "\"message\":{\"text\":" + quoted(S.what) + "}}";
  if (S.file.empty())
    return "{" + Message;
  std::string Text = "{\"physicalLocation\":{\"artifactLocation\":{\"uri\":" +
                     quoted(uri(shownName(S.file))) + "}";
  if (S.address)
    Text +=
        ",\"address\":{\"relativeAddress\":" + std::to_string(S.address) + "}";
  if (S.line)
    Text += ",\"region\":{\"startLine\":" + std::to_string(S.line) +
            (S.column ? ",\"startColumn\":" + std::to_string(S.column) : "") +
            "}";
  return Text + "}," + Message;
}

std::string asJson(const Finding &F) {
  std::string Text = "{\"ruleId\":" + quoted(F.kind) +
                     ",\"level\":\"error\",\"message\":{\"text\":" +
                     quoted(F.title + "; " + F.advice) + "}";
  if (!F.sides.empty())
    Text += ",\"locations\":[" + location(F.sides[0]) + "]";
  if (F.sides.size() > 1) {
    Text += ",\"relatedLocations\":[";
    for (std::size_t I = 1; I != F.sides.size(); ++I)
      Text += (I == 1 ? "" : ",") + location(F.sides[I]);
    Text += "]";
  }
  return Text + ",\"properties\":{\"kernel\":" + quoted(F.kernel) +
         ",\"memory\":" + quoted(F.memory) + ",\"advice\":" + quoted(F.advice) +
         "}}\n";
}

Suppressions::Suppressions(std::string_view Text) {
  std::istringstream In{std::string(Text)};
  for (std::string Line; std::getline(In, Line);) {
    Line = Line.substr(0, Line.find('#'));
    std::erase_if(Line,
                  [](char C) { return C == ' ' || C == '\t' || C == '\r'; });
    if (Line.empty())
      continue;
    Entry E;
    std::istringstream Parts(Line);
    std::getline(Parts, E.kind, ':');
    std::getline(Parts, E.kernel, ':');
    std::getline(Parts, E.line);
    Entries.push_back(std::move(E));
  }
}

bool Suppressions::cover(const Finding &F) const {
  auto Fits = [](const std::string &Pattern, std::string_view Text) {
    return Pattern.empty() || Pattern == "*" || Pattern == Text;
  };
  return std::any_of(Entries.begin(), Entries.end(), [&](const Entry &E) {
    return Fits(E.kind, F.kind) && Fits(E.kernel, F.kernel) &&
           (Fits(E.line, "") ||
            std::any_of(F.sides.begin(), F.sides.end(), [&](const Side &S) {
              return E.line == std::to_string(S.line);
            }));
  });
}

bool isMarked(const Finding &F) {
  const std::string Mark = "ferry-check: " + std::string(F.kind);
  return std::any_of(F.sides.begin(), F.sides.end(), [&](const Side &S) {
    const std::string Line = sourceLine(S);
    const std::size_t At = Line.find(Mark);
    if (At == Line.npos)
      return false;
    const std::size_t End = At + Mark.size();
    return End == Line.size() ||
           (Line[End] != '-' &&
            !std::isalpha(static_cast<unsigned char>(Line[End])));
  });
}

Reporter &Reporter::get() {
  static Reporter &The = *new Reporter;
  return The;
}

Reporter::Reporter() {
  const std::string_view Path = config::get(config::Variable::CheckSuppress);
  if (Path.empty())
    return;
  std::ifstream In{std::string(Path)};
  std::ostringstream Text;
  Text << In.rdbuf();
  if (!In)
    std::fprintf(stderr, "ferry check: %.*s cannot be read\n", int(Path.size()),
                 Path.data());
  Suppressed = Suppressions(Text.str());
}

void Reporter::report(const Finding &F) {
  std::lock_guard Lock(Mutex);
  std::string Key = std::string(F.kind) + "|" + F.kernel;
  // Which of two was first depends on the order of work-items.
  std::set<std::string> Places;
  for (const Side &S : F.sides)
    Places.insert(place(S));
  for (const std::string &P : Places)
    Key += "|" + P;
  if (F.kernel.empty())
    Key += "|" + F.title;
  if (!Known.insert(Key).second || Suppressed.cover(F) || isMarked(F))
    return;
  const bool InColour = isatty(STDERR_FILENO) && !std::getenv("NO_COLOR");
  std::fputs(asText(F, InColour).c_str(), stderr);
  if (std::string Path(config::get(config::Variable::CheckJson));
      !Path.empty()) {
    // Whole lines, whichever processes write there.
    const int File =
        open(Path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    const std::string Line = asJson(F);
    if (File < 0 ||
        write(File, Line.data(), Line.size()) != ssize_t(Line.size()))
      std::fprintf(stderr, "ferry check: %s cannot be written\n", Path.c_str());
    if (File >= 0)
      close(File);
  }
  if (config::enabled(config::Variable::CheckFirst)) {
    std::fflush(nullptr);
    _exit(1);
  }
}

} // namespace ferry::check
