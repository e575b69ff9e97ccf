//===- Sites.h - Places in the source that reports name ---------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_COMPILER_PASSES_CHECK_SITES_H
#define FERRY_COMPILER_PASSES_CHECK_SITES_H

#include "ferry/check.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

#include <tuple>

namespace llvm {
class AllocaInst;
class Constant;
class DebugLoc;
class Function;
class IRBuilderBase;
class Instruction;
class Module;
class Value;
} // namespace llvm

namespace ferry::compiler {

/// What an access is to, found from its address.
struct CheckedObject {
  abi::CheckPlace Place = abi::CheckPlace::Unknown;
  unsigned Argument = 0;
  llvm::StringRef Name = "";
  uint64_t Bytes = 0;
  /// Where it starts; null for Unknown.
  llvm::Value *Base = nullptr;
};

/// The name that the source gives \p Variable: inlining puts ".i" behind it,
/// and a number where that is taken.
llvm::StringRef sourceName(const llvm::AllocaInst &Variable);

/// The one object that \p Pointer, an address in \p F, leads into.
CheckedObject objectOf(llvm::Value *Pointer, const llvm::Function &F);

/// \p Pointer in the address space of what asks.
llvm::Value *flat(llvm::IRBuilderBase &B, llvm::Value *Pointer);
/// Where \p Object starts, unless that is known without.
llvm::Value *startOf(llvm::IRBuilderBase &B, const CheckedObject &Object);

/// What the kernels of a module do with memory: bits of abi::CheckUse.
struct KernelUses {
  /// With what an argument of a kernel points to.
  llvm::DenseMap<std::pair<const llvm::Function *, unsigned>, uint32_t>
      Arguments;
  uint32_t Any = 0; ///< With what may be any argument's.
};

/// Builds the table of abi::CheckSite of a module.
class SiteTable {
public:
  explicit SiteTable(llvm::Module &M);

  /// The number of the site of \p I, which accesses \p Object.
  unsigned of(const llvm::Instruction &I, const CheckedObject &Object = {});

  /// The number of one that says nothing but what \p Object is.
  unsigned of(const CheckedObject &Object);

  /// A site of its own, behind the one made last.
  ///
  /// \param Event the variable that \p I's event is stored to.
  unsigned append(const llvm::Instruction &I, const CheckedObject &Object,
                  llvm::StringRef Event = "");

  /// Emits the abi::CheckedKernel of \p Kernel, with the table, which is whole
  /// then.
  llvm::Constant *describe(llvm::Function &Kernel, const KernelUses &Uses);

private:
  using Key = std::tuple<const void *, const void *, unsigned, const void *>;
  llvm::Constant *make(const llvm::DebugLoc &Where, const CheckedObject &Object,
                       llvm::StringRef Event);

  llvm::Module &M;
  llvm::SmallVector<llvm::Constant *, 64> Sites;
  llvm::DenseMap<Key, unsigned> Known;
  llvm::Constant *Table = nullptr; ///< Once it is emitted.
};

} // namespace ferry::compiler

#endif // FERRY_COMPILER_PASSES_CHECK_SITES_H
