//===- CompilerLibrary.cpp - Finds the compiler ---------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler-interface/CompilerLibrary.h"

#include "ferry/config.h"
#include "ferry/lazy.h"

#include <atomic>
#include <cstdio>
#include <dlfcn.h>
#include <unistd.h>

namespace ferry::compiler {

/// Empty if this code lies in the driver, or beside it.
static const char *GivenDriver = "";

void setDriverPath(const char *Path) { GivenDriver = Path; }

/// The path of \p Name beside the driver.
static std::string besideDriver(std::string_view Name) {
  Dl_info Self;
  std::string_view Driver = GivenDriver;
  if (Driver.empty() &&
      dladdr(reinterpret_cast<void *>(&compilerPath), &Self) && Self.dli_fname)
    Driver = Self.dli_fname;
  std::string Path(Driver.substr(0, Driver.rfind('/') + 1));
  return Path.append(Name);
}

// Never destroyed: programs may be built while the process exits.
const std::string &compilerPath() {
  static constinit LazyObject<std::string> Path;
  return Path.get(
      [] { return new std::string(besideDriver("libferry-compiler.so")); });
}

const std::string &compilerProgramPath() {
  static constinit LazyObject<std::string> Path;
  return Path.get(
      [] { return new std::string(besideDriver("ferry-compiler")); });
}

const std::string &spirvTranslatorPath() {
  static constinit LazyObject<std::string> Path;
  return Path.get(
      [] { return new std::string(besideDriver("libferry-spirv.so")); });
}

bool hasSpirvTranslator() {
  static constinit Lazy<bool> Has;
  return Has.get(
      [] { return access(spirvTranslatorPath().c_str(), R_OK) == 0; });
}

static Compiler *load(std::string &Error) {
  // Lazy and local: its LLVM is nobody else's business. It stays for good,
  // since LLVM does not survive being unloaded.
  void *Library = dlopen(compilerPath().c_str(), RTLD_LAZY | RTLD_LOCAL);
  void *Entry = Library ? dlsym(Library, EntrySymbol) : nullptr;
  Compiler *Result = nullptr;
  if (Entry) {
    Result = reinterpret_cast<EntryFunction>(Entry)();
    if (!Result)
      Error = compilerPath() + " has no compiler\n";
  } else {
    const char *Why = dlerror();
    Error = std::string("the compiler cannot be loaded: ") +
            (Why ? Why : "unknown reason") + "\n";
  }
  if (config::debug("compiler"))
    std::fprintf(stderr, "ferry: compiler %s: %s\n", compilerPath().c_str(),
                 Result ? "loaded" : Error.c_str());
  return Result;
}

Compiler *loadCompiler(std::string &Error) {
  // What the system lacked once it may have the next time.
  static std::atomic<Compiler *> Known{nullptr};
  if (Compiler *C = Known.load())
    return C;
  Compiler *C = load(Error);
  if (C)
    Known.store(C);
  return C;
}

} // namespace ferry::compiler
