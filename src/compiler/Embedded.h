//===- Embedded.h - Files inside libferry-compiler.so -----------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_COMPILER_EMBEDDED_H
#define FERRY_COMPILER_EMBEDDED_H

#include "llvm/ADT/StringRef.h"

// Defined in Embedded.S. Each text ends in a NUL that is not counted.
extern "C" {
extern const char ferryBaseHeaderBegin[], ferryBaseHeaderEnd[];
extern const char ferryExtensionHeaderBegin[], ferryExtensionHeaderEnd[];
extern const char ferryBuiltinsBegin[], ferryBuiltinsEnd[];
}

namespace ferry::compiler::embedded {

/// Clang's opencl-c-base.h: the types and macros of OpenCL C.
inline llvm::StringRef baseHeader() {
  return {ferryBaseHeaderBegin,
          std::size_t(ferryBaseHeaderEnd - ferryBaseHeaderBegin)};
}

/// ferry/opencl-c.h: what programs can use beyond it.
inline llvm::StringRef extensionHeader() {
  return {ferryExtensionHeaderBegin,
          std::size_t(ferryExtensionHeaderEnd - ferryExtensionHeaderBegin)};
}

/// The built-ins: an archive of bitcode members with a symbol table.
inline llvm::StringRef builtins() {
  return {ferryBuiltinsBegin,
          std::size_t(ferryBuiltinsEnd - ferryBuiltinsBegin)};
}

} // namespace ferry::compiler::embedded

#endif // FERRY_COMPILER_EMBEDDED_H
