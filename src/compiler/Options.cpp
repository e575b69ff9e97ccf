//===- Options.cpp - Build options ----------------------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/Options.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/StringSaver.h"

using namespace ferry::compiler;
using llvm::StringRef;

/// Options that Clang's -cc1 knows by the same name and carries out.
static bool goesToClang(StringRef Option) {
  return llvm::StringSwitch<bool>(Option)
      .Cases({"-cl-single-precision-constant", "-cl-mad-enable",
              "-cl-no-signed-zeros", "-cl-unsafe-math-optimizations",
              "-cl-finite-math-only", "-cl-fast-relaxed-math",
              "-cl-kernel-arg-info", "-w", "-Werror"},
             true)
      .Default(Option.starts_with("-W") && !Option.starts_with("-Wl,"));
}

/// Options that allow or ask for what Ferry does anyway: divisions are
/// correctly rounded, denormals are kept, code is always optimised and never
/// carries debug information.
static bool isSatisfied(StringRef Option) {
  return llvm::StringSwitch<bool>(Option)
      .Cases({"-cl-denorms-are-zero", "-cl-fp32-correctly-rounded-divide-sqrt",
              "-cl-opt-disable", "-cl-strict-aliasing", "-cl-no-subgroup-ifp",
              "-enable-link-options", "-g", "-O0", "-O1", "-O2", "-O3"},
             true)
      .Default(false);
}

std::optional<Options> ferry::compiler::parseOptions(std::string_view Text,
                                                     std::string &Error) {
  llvm::BumpPtrAllocator Allocator;
  llvm::StringSaver Saver(Allocator);
  llvm::SmallVector<const char *, 16> Words;
  llvm::cl::TokenizeGNUCommandLine(StringRef(Text.data(), Text.size()), Saver,
                                   Words);
  Options Result;
  StringRef Standard = "CL1.2";
  bool UniformGroups = false;
  for (unsigned I = 0; I != Words.size(); ++I) {
    StringRef Word = Words[I];
    if (Word == "-D" || Word == "-I") {
      if (++I == Words.size()) {
        Error = ("option '" + Word + "' lacks its value\n").str();
        return std::nullopt;
      }
      Result.clangArguments.push_back(Word.str());
      Result.clangArguments.push_back(Words[I]);
    } else if (Word.starts_with("-D") || Word.starts_with("-I")) {
      Result.clangArguments.push_back(Word.str());
    } else if (Word.consume_front("-cl-std=")) {
      if (!llvm::StringSwitch<bool>(Word)
               .Cases({"CL1.0", "CL1.1", "CL1.2", "CL2.0", "CL3.0"}, true)
               .Default(false)) {
        Error = ("-cl-std=" + Word +
                 " is not supported; CL1.0, CL1.1, CL1.2, "
                 "CL2.0 and CL3.0 are\n")
                    .str();
        return std::nullopt;
      }
      Standard = Word;
    } else if (Word == "-cl-uniform-work-group-size") {
      UniformGroups = true;
    } else if (Word == "-create-library") {
      Result.createLibrary = true;
    } else if (goesToClang(Word)) {
      Result.clangArguments.push_back(Word.str());
    } else if (!isSatisfied(Word)) {
      Error = ("unknown option '" + Word + "'\n").str();
      return std::nullopt;
    }
  }
  Result.clangArguments.push_back("-cl-std=" + Standard.str());
  Result.nonUniformGroups = Standard >= "CL2.0" && !UniformGroups;
  return Result;
}
