//===- KernelDescription.h - What the runtime knows of a kernel -*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The compiler's side of abi::KernelInfo and abi::KernelCode: gathered from
/// Clang's metadata and the passes' attributes, written into objects as
/// constants.
///
//===----------------------------------------------------------------------===//

#ifndef FERRY_COMPILER_PASSES_WORKGROUP_KERNELDESCRIPTION_H
#define FERRY_COMPILER_PASSES_WORKGROUP_KERNELDESCRIPTION_H

#include "ferry/abi.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"

#include <array>
#include <string>

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace ferry::compiler {

/// See abi::KernelArgInfo.
struct ArgumentDescription {
  std::string Name, TypeName;
  abi::ArgKind Kind;
  uint32_t Offset, Size, Alignment;
  uint32_t AddressQualifier, AccessQualifier, TypeQualifier;
  uint32_t ImageType = 0;
};

/// See abi::KernelInfo.
struct KernelDescription {
  std::string Name, Attributes;
  llvm::SmallVector<ArgumentDescription, 8> Arguments;
  uint32_t Flags = 0;
  uint64_t ArgBlockSize = 0;
  uint64_t LocalBytes = 0, ItemBytes = 0;
  std::array<uint32_t, 3> RequiredSize = {}, SizeHint = {};
  uint32_t RequiredSubGroupSize = 0;
  uint32_t VectorDimension = 0;
  bool IsInternal = false;
};

KernelDescription describeKernel(const llvm::Function &Kernel);

/// True if the groups of \p Kernel have one work-item each, which runs alone.
bool hasOneItem(const llvm::Function &Kernel);

/// Defines `ferry_program`.
void emitProgramInfo(llvm::Module &M,
                     llvm::ArrayRef<KernelDescription> Kernels);

/// Defines `ferry_kernel`.
void emitKernelCode(const llvm::Function &Kernel, llvm::Function &Entry);

} // namespace ferry::compiler

#endif // FERRY_COMPILER_PASSES_WORKGROUP_KERNELDESCRIPTION_H
