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
extern const char ferryKernelLibraryBegin[], ferryKernelLibraryEnd[];
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

/// The kernel library: an archive of bitcode members with a symbol table.
inline llvm::StringRef kernelLibrary() {
  return {ferryKernelLibraryBegin,
          std::size_t(ferryKernelLibraryEnd - ferryKernelLibraryBegin)};
}

} // namespace ferry::compiler::embedded

#endif // FERRY_COMPILER_EMBEDDED_H
