//===- ProgramBinary.h - The container of compiled programs -----*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What CL_PROGRAM_BINARIES returns, and what a file of the object cache holds:
/// a header with magic number, version, length and checksum, and the program.
///
//===----------------------------------------------------------------------===//

#ifndef FERRY_PROGRAMCACHE_PROGRAMBINARY_H
#define FERRY_PROGRAMCACHE_PROGRAMBINARY_H

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ferry::compiler {

/// CL_PROGRAM_BINARY_TYPE_* in other words.
enum class BinaryKind : std::uint32_t {
  Object = 1,   ///< An ELF object: an executable program.
  Compiled = 2, ///< Bitcode of a compiled program.
  Library = 3,  ///< Bitcode of a library.
  Kernel = 4,   ///< An ELF object: code of a kernel. Only in the cache.
};

/// A file that the source included, and a hash of what it contained.
struct IncludedFile {
  std::string path;
  std::uint64_t hash[2];
};

/// Code of a kernel.
struct KernelObject {
  std::string kernel;
  std::uint32_t row;     ///< The abi::rowClass that it was made for.
  std::string constants; ///< Request::constants, likewise.
  std::string image;     ///< An ELF object.
};

/// The parts of a container.
struct ProgramBinary {
  BinaryKind kind = BinaryKind::Object;
  std::string log;     ///< Of the build that made it.
  std::string image;   ///< Object or bitcode.
  std::string kernels; ///< Result::kernels.
  std::vector<KernelObject> code = {};
  std::vector<IncludedFile> includes = {};
};

/// \returns the container's bytes.
std::string pack(const ProgramBinary &Program);

/// \returns nothing if \p Bytes is not a container of this version of Ferry, or
///          a damaged one (CL_INVALID_BINARY); without code if it is for more
///          than this processor has.
std::optional<ProgramBinary> unpack(std::string_view Bytes);

} // namespace ferry::compiler

#endif // FERRY_PROGRAMCACHE_PROGRAMBINARY_H
