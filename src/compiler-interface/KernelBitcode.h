//===- KernelBitcode.h - What code of kernels is made from ------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The layout of Result::kernels: for each kernel its name, and the bitcode of
/// a module of it and what it needs.
///
//===----------------------------------------------------------------------===//

#ifndef FERRY_COMPILERINTERFACE_KERNELBITCODE_H
#define FERRY_COMPILERINTERFACE_KERNELBITCODE_H

#include "compiler-interface/Packing.h"

namespace ferry::compiler {

/// Appends a kernel to what Result::kernels is to be.
inline void appendKernel(std::string &Kernels, std::string_view Name,
                         std::string_view Bitcode) {
  appendText(Kernels, Name);
  appendText(Kernels, Bitcode);
}

/// The bitcode of the kernel \p Name in \p Kernels; empty if it is not there,
/// or \p Kernels is damaged.
inline std::string_view kernelBitcode(std::string_view Kernels,
                                      std::string_view Name) {
  std::string_view Found, Bitcode;
  while (takeText(Kernels, Found) && takeText(Kernels, Bitcode))
    if (Found == Name)
      return Bitcode;
  return {};
}

} // namespace ferry::compiler

#endif // FERRY_COMPILERINTERFACE_KERNELBITCODE_H
