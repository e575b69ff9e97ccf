//===- LlvmVersions.h - What differs from LLVM 19 to 22 ---------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Ferry is written for LLVM 22. What older ones spell in another way, or lack,
/// has its newer form here, by which the rest of the compiler uses it; an
/// `#if` is to be removed with the last version that needs it.
///
//===----------------------------------------------------------------------===//

#ifndef FERRY_COMPILER_LLVMVERSIONS_H
#define FERRY_COMPILER_LLVMVERSIONS_H

#include "llvm/Analysis/TargetTransformInfoImpl.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/CodeGen/TargetOpcodes.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/IR/Attributes.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/PassManager.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/TargetParser/Triple.h"
#include "llvm/Transforms/Scalar/StructurizeCFG.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"
#if LLVM_VERSION_MAJOR >= 20
#include "llvm/IR/CmpPredicate.h"
#endif
#if LLVM_VERSION_MAJOR >= 22
#include "llvm/ADT/Uniformity.h"
#endif
#if __has_include("llvm/Target/RegisterTargetPassConfigCallback.h")
#include "llvm/Target/RegisterTargetPassConfigCallback.h"
#define FERRY_PASS_CONFIG_CALLBACKS 1
#else
#define FERRY_PASS_CONFIG_CALLBACKS 0
#endif

#include <functional>
#include <memory>

namespace ferry::compiler {

// LLVM 20: what m_ICmp binds, with `samesign`.
#if LLVM_VERSION_MAJOR >= 20
using llvm::CmpPredicate;
#else
using CmpPredicate = llvm::CmpInst::Predicate;
#endif

// LLVM 20: the intrinsic.
#if LLVM_VERSION_MAJOR >= 20
inline constexpr llvm::Intrinsic::ID Atan2Intrinsic = llvm::Intrinsic::atan2;
#else
inline constexpr llvm::Intrinsic::ID Atan2Intrinsic =
    llvm::Intrinsic::not_intrinsic;
#endif

/// LLVM 20: the instruction for all targets. In older ones IMPLICIT_DEF stays
/// where it is, behind ProcessImplicitDefs.
#if LLVM_VERSION_MAJOR >= 20
inline constexpr unsigned InitUndefOpcode = llvm::TargetOpcode::INIT_UNDEF;
#else
inline constexpr unsigned InitUndefOpcode = llvm::TargetOpcode::IMPLICIT_DEF;
#endif

// LLVM 20: the last parameter, for intrinsics of targets.
#if LLVM_VERSION_MAJOR >= 20
inline bool isScalarAt(llvm::Intrinsic::ID ID, unsigned Operand) {
  return llvm::isVectorIntrinsicWithScalarOpAtArg(ID, Operand, nullptr);
}
#else
inline bool isScalarAt(llvm::Intrinsic::ID ID, unsigned Operand) {
  return llvm::isVectorIntrinsicWithScalarOpAtArg(ID, Operand);
}
#endif

// LLVM 20: the name, without Target.
#if LLVM_VERSION_MAJOR >= 20
using llvm::createSimpleReduction;
#else
inline llvm::Value *createSimpleReduction(llvm::IRBuilderBase &B,
                                          llvm::Value *V,
                                          llvm::RecurKind Kind) {
  return llvm::createSimpleTargetReduction(B, V, Kind);
}
#endif

// LLVM 20: SkipUniformRegions with the new pass manager.
#if LLVM_VERSION_MAJOR >= 20
struct StructurizeDivergentPass : llvm::StructurizeCFGPass {
  StructurizeDivergentPass()
      : StructurizeCFGPass(/*SkipUniformRegions=*/true) {}
};
#else
struct StructurizeDivergentPass
    : llvm::PassInfoMixin<StructurizeDivergentPass> {
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &);
};
#endif

/// LLVM 21: captures(none), for nocapture.
inline llvm::Attribute capturesNone(llvm::LLVMContext &C) {
#if LLVM_VERSION_MAJOR >= 21
  return llvm::Attribute::getWithCaptureInfo(C, llvm::CaptureInfo::none());
#else
  return llvm::Attribute::get(C, llvm::Attribute::NoCapture);
#endif
}

// LLVM 21 and 22: triples as arguments, in place of their text.
#if LLVM_VERSION_MAJOR >= 22
inline const llvm::Triple &tripleArgument(const llvm::Triple &T) { return T; }
#else
struct TripleArgument {
  const llvm::Triple &T;
  operator const llvm::Triple &() const { return T; }
  operator llvm::StringRef() const { return T.str(); }
};
inline TripleArgument tripleArgument(const llvm::Triple &T) { return {T}; }
#endif

// Between LLVM 19 and 22: places as iterators, in place of instructions.
struct PlaceArgument {
  llvm::Instruction &I;
  operator llvm::Instruction *() const { return &I; }
  operator llvm::BasicBlock::iterator() const { return I.getIterator(); }
};

// LLVM 22: SCEVExpander asks ScalarEvolution for the layout.
#if LLVM_VERSION_MAJOR >= 22
using Expander = llvm::SCEVExpander;
#else
struct Expander : llvm::SCEVExpander {
  Expander(llvm::ScalarEvolution &SE, const char *Name)
      : SCEVExpander(SE, SE.getDataLayout(), Name) {}
};
#endif

/// What collectOffset() fills: a SmallMapVector of LLVM 22, a MapVector before.
template <class Map>
Map collectedBy(bool (llvm::GetElementPtrInst::*)(const llvm::DataLayout &,
                                                  unsigned, Map &,
                                                  llvm::APInt &) const);
using VariableOffsets =
    decltype(collectedBy(&llvm::GetElementPtrInst::collectOffset));

// LLVM 22: getInstructionUniformity(). Since LLVM 21 TargetTransformInfo has
// virtual functions; before it was made for a type that has these by value.
#if LLVM_VERSION_MAJOR >= 22
using llvm::InstructionUniformity;
template <class T>
using TargetTransformInfoBase = llvm::TargetTransformInfoImplCRTPBase<T>;
#else
enum class InstructionUniformity { Default, AlwaysUniform, NeverUniform };

template <class T>
class TargetTransformInfoBase
    : public llvm::TargetTransformInfoImplCRTPBase<T> {
  using Base = llvm::TargetTransformInfoImplCRTPBase<T>;

public:
  using Base::Base;
  virtual ~TargetTransformInfoBase() = default;

  virtual bool hasBranchDivergence(const llvm::Function *) const = 0;
  virtual InstructionUniformity
  getInstructionUniformity(const llvm::Value *V) const = 0;
  virtual unsigned adjustInliningThreshold(const llvm::CallBase *) const = 0;
  virtual llvm::TargetTransformInfo::PopcntSupportKind
  getPopcntSupport(unsigned Bits) const = 0;
  virtual void
  getUnrollingPreferences(llvm::Loop *, llvm::ScalarEvolution &,
                          llvm::TargetTransformInfo::UnrollingPreferences &,
                          llvm::OptimizationRemarkEmitter *) const = 0;
  virtual llvm::InstructionCost
  getInstructionCost(const llvm::User *U,
                     llvm::ArrayRef<const llvm::Value *> Operands,
                     llvm::TargetTransformInfo::TargetCostKind Kind) const {
    return const_cast<TargetTransformInfoBase *>(this)
        ->Base::getInstructionCost(U, Operands, Kind);
  }

  bool isSourceOfDivergence(const llvm::Value *V) const {
    return getInstructionUniformity(V) == InstructionUniformity::NeverUniform;
  }
  bool isAlwaysUniform(const llvm::Value *V) const {
    return getInstructionUniformity(V) == InstructionUniformity::AlwaysUniform;
  }
};
#endif

template <class T>
llvm::TargetTransformInfo makeTargetTransformInfo(std::unique_ptr<T> Target) {
#if LLVM_VERSION_MAJOR >= 21
  return llvm::TargetTransformInfo(std::move(Target));
#else
  return llvm::TargetTransformInfo(*Target);
#endif
}

// LLVM 21: passes of one's own among those of code generation.
#if FERRY_PASS_CONFIG_CALLBACKS
using llvm::RegisterTargetPassConfigCallback;
#else
class RegisterTargetPassConfigCallback {
public:
  explicit RegisterTargetPassConfigCallback(
      std::function<void(llvm::TargetMachine &, llvm::legacy::PassManagerBase &,
                         llvm::TargetPassConfig *)>
          Callback);
};
#endif

/// LLVM 20: where breakpoints of a function are, if no line is known for its
/// first instructions. In older versions these are behind them.
#if LLVM_VERSION_MAJOR >= 20
inline void locateEntries(llvm::Module &) {}
#else
void locateEntries(llvm::Module &M);
#endif

/// TargetMachine::addPassesToEmitFile() with the passes of the callbacks above.
/// \return true on failure.
bool addPassesToEmitFile(llvm::TargetMachine &, llvm::legacy::PassManagerBase &,
                         llvm::raw_pwrite_stream &, llvm::CodeGenFileType);

} // namespace ferry::compiler

#endif // FERRY_COMPILER_LLVMVERSIONS_H
