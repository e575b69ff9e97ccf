//===- ObjectLoader.h - Maps an executable program --------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Loads the ELF64 relocatable objects of an executable program into
/// this process. Generated code never needs LLVM once it is an object.
///
//===----------------------------------------------------------------------===//

#ifndef FERRY_EXEC_OBJECTLOADER_H
#define FERRY_EXEC_OBJECTLOADER_H

#include "exec/DebuggerInterface.h"
#include "ferry/abi.h"

#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>

namespace ferry::exec {

/// A program, or code of one of its kernels, in memory. Unmapped when the last
/// shared_ptr goes.
class LoadedObject {
public:
  /// Loads a program: its table of kernels, and its variables.
  ///
  /// \param Image the bytes of an object (ET_REL); not needed afterwards.
  /// \param [out] Error what is wrong with it, if the result is null: a damaged
  ///        object, an unknown relocation, an undefined symbol by name.
  static std::shared_ptr<const LoadedObject> loadProgram(std::string_view Image,
                                                         std::string &Error);

  /// Loads code of a kernel, likewise.
  ///
  /// \param Program whose variables the code uses; must live as long.
  static std::shared_ptr<const LoadedObject>
  loadKernel(std::string_view Image, const LoadedObject &Program,
             std::string &Error);
  ~LoadedObject();

  /// The address of a global symbol of the object, null if there is none.
  const void *lookup(std::string_view Symbol) const;

  /// The table of kernels (`ferry_program`) of a program; the loader has
  /// checked that it is there, lies inside the object and has the right
  /// version.
  const abi::ProgramInfo &program() const { return *Program; }

  /// Of a kernel's code (`ferry_kernel`), likewise.
  const abi::KernelCode &kernel() const { return *Kernel; }

private:
  friend class ObjectLoader;
  LoadedObject() = default;
  static std::shared_ptr<const LoadedObject>
  load(std::string_view Image, const LoadedObject *Program, std::string &Error);

  std::byte *Memory = nullptr;
  std::size_t Bytes = 0;
  const abi::ProgramInfo *Program = nullptr;
  const abi::KernelCode *Kernel = nullptr;
  std::unordered_map<std::string, const void *> Symbols;
  /// If it has debug information.
  std::unique_ptr<DebuggerObject> Debugged;
};

/// The address of a function that generated code may import (ferry/abi.h, libm,
/// libmvec, mem*, some of libgcc); null for every other name. The
/// compiler may ask too, to name undefined functions in a build log.
const void *runtimeSymbol(const std::string &Name);

} // namespace ferry::exec

#endif // FERRY_EXEC_OBJECTLOADER_H
