//===- Options.cpp - Build options ----------------------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler-interface/Options.h"

#include "ferry/config.h"

#include <algorithm>

using namespace ferry::compiler;

namespace {

using Names = std::initializer_list<std::string_view>;

bool isAmong(std::string_view Option, Names List) {
  return std::find(List.begin(), List.end(), Option) != List.end();
}

/// Options that Clang's -cc1 knows by the same name and carries out.
bool goesToClang(std::string_view Option) {
  return isAmong(Option,
                 {"-cl-single-precision-constant", "-cl-mad-enable",
                  "-cl-no-signed-zeros", "-cl-unsafe-math-optimizations",
                  "-cl-finite-math-only", "-cl-fast-relaxed-math",
                  "-cl-strict-aliasing", "-w", "-Werror"}) ||
         (Option.starts_with("-W") && !Option.starts_with("-Wl,"));
}

/// Options that ask for what Ferry does anyway: divisions are correctly
/// rounded, kernels know their arguments' names, code is optimised.
bool isSatisfied(std::string_view Option) {
  return isAmong(Option, {"-cl-fp32-correctly-rounded-divide-sqrt",
                          "-cl-kernel-arg-info", "-cl-no-subgroup-ifp", "-O0",
                          "-O1", "-O2", "-O3"});
}

/// The linker "may apply these options" (section 5.8.7): code is generated from
/// what the compiler has applied them to.
bool isForLinking(std::string_view Option) {
  return isAmong(Option,
                 {"-cl-denorms-are-zero", "-cl-no-signed-zeros",
                  "-cl-unsafe-math-optimizations", "-cl-finite-math-only",
                  "-cl-fast-relaxed-math", "-cl-no-subgroup-ifp"});
}

/// Splits \p Text at white space, as a shell does: quotes of both kinds keep
/// words together, a backslash outside of single quotes stands for what
/// follows it.
std::vector<std::string> splitWords(std::string_view Text) {
  std::vector<std::string> Words;
  bool InWord = false;
  char Quote = 0;
  for (std::size_t I = 0; I != Text.size(); ++I) {
    const char C = Text[I];
    if (!Quote && std::string_view(" \t\n\v\f\r").find(C) != Text.npos) {
      InWord = false;
      continue;
    }
    if (!InWord)
      Words.emplace_back();
    InWord = true;
    if (C == Quote)
      Quote = 0;
    else if (!Quote && (C == '"' || C == '\''))
      Quote = C;
    else if (C == '\\' && Quote != '\'' && I + 1 != Text.size())
      Words.back() += Text[++I];
    else
      Words.back() += C;
  }
  return Words;
}

std::optional<Options> parseLinkOptions(const std::vector<std::string> &Words,
                                        std::string &Error) {
  Options Result;
  bool EnablesOptions = false;
  for (const std::string &Word : Words)
    if (Word == "-create-library") {
      Result.createLibrary = true;
    } else if (Word == "-enable-link-options") {
      EnablesOptions = true;
    } else if (!isForLinking(Word)) {
      Error = "option '" + Word + "' is not one of the linker's\n";
      return std::nullopt;
    }
  // "This option must be specified with the create-library option."
  if (EnablesOptions && !Result.createLibrary) {
    Error = "option '-enable-link-options' lacks '-create-library'\n";
    return std::nullopt;
  }
  return Result;
}

} // namespace

std::optional<Options> ferry::compiler::parseOptions(Action Asked,
                                                     std::string_view Text,
                                                     std::string &Error) {
  const std::vector<std::string> Words = splitWords(Text);
  if (Asked == Action::Link)
    return parseLinkOptions(Words, Error);
  Options Result;
  std::string Standard = "CL1.2";
  bool DisablesOptimisation = false;
  constexpr std::string_view StandardOption = "-cl-std=";
  for (std::size_t I = 0; I != Words.size(); ++I) {
    const std::string &Word = Words[I];
    if (Word == "-D" || Word == "-I") {
      if (++I == Words.size()) {
        Error = "option '" + Word + "' lacks its value\n";
        return std::nullopt;
      }
      Result.clangArguments.push_back(Word);
      Result.clangArguments.push_back(Words[I]);
    } else if (Word.starts_with("-D") || Word.starts_with("-I")) {
      Result.clangArguments.push_back(Word);
    } else if (Word.starts_with(StandardOption)) {
      Standard = Word.substr(StandardOption.size());
      if (!isAmong(Standard, {"CL1.0", "CL1.1", "CL1.2", "CL2.0", "CL3.0",
                              "CL3.1", "CLC++", "CLC++1.0", "CLC++2021"})) {
        Error = Word + " is not supported; CL1.0, CL1.1, CL1.2, CL2.0, CL3.0, "
                       "CL3.1, CLC++, CLC++1.0 and CLC++2021 are\n";
        return std::nullopt;
      }
    } else if (Word == "-cl-uniform-work-group-size") {
      Result.uniformGroups = true;
    } else if (Word == "-g") {
      Result.debugInfo = true;
    } else if (Word == "-cl-denorms-are-zero") {
      Result.flushDenormals = true;
    } else if (Word == "-cl-opt-disable") {
      DisablesOptimisation = true;
    } else if (goesToClang(Word)) {
      Result.clangArguments.push_back(Word);
    } else if (!isSatisfied(Word)) {
      Error = "unknown option '" + Word + "'\n";
      return std::nullopt;
    }
  }
  // Not known to Clang 22. What it has more than 3.0 are functions that Ferry
  // has as extensions: only the macros are missing (Frontend.cpp).
  if (Standard == "CL3.1")
    Result.clangArguments.insert(Result.clangArguments.end(),
                                 {"-cl-std=CL3.0", "-D__FERRY_OPENCL_C_3_1__"});
  else
    Result.clangArguments.push_back("-cl-std=" + Standard);
  const std::string_view Level = config::get(config::Variable::DebugInfo);
  Result.debugInfo |=
      config::enabled(config::Variable::DebugInfo) || config::checks();
  Result.unoptimised =
      !config::checks() && (DisablesOptimisation || Level == "2");
  // C++ for OpenCL is made of OpenCL C 2.0 and 3.0.
  Result.nonUniformGroups = Standard >= "CL2.0" && !Result.uniformGroups;
  return Result;
}
