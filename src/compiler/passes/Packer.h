//===- Packer.h - One function for a pack of work-items ---------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Makes, of a function that stands for one work-item, one that does the same
/// for a pack of neighbouring work-items in the lanes of vectors.
///
//===----------------------------------------------------------------------===//

#ifndef FERRY_COMPILER_PASSES_PACKER_H
#define FERRY_COMPILER_PASSES_PACKER_H

#include "compiler/passes/PackGroups.h"
#include "compiler/passes/PackShapes.h"
#include "compiler/passes/SubGroups.h"
#include "ferry/isa.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"

namespace ferry::compiler {

/// Divergent control flow of a function, if it has the form that the packer
/// takes: every branch that lanes differ in either skips something or ends the
/// only way out of a loop.
class PackControl {
public:
  /// Lanes that take the branch go through Then, and meet the others in Join.
  struct Skip {
    llvm::BasicBlock *Then;
    llvm::BasicBlock *Join;
  };

  PackControl(llvm::Function &F, const llvm::DominatorTree &DT,
              const llvm::PostDominatorTree &PDT, const llvm::LoopInfo &LI,
              llvm::UniformityInfo &UI);

  /// Why the function cannot be packed; empty if it can.
  std::string Problem;
  /// By the block that branches.
  llvm::DenseMap<const llvm::BasicBlock *, Skip> Skips;
  /// Loops that lanes leave in different rounds, by header and by exit.
  llvm::DenseMap<const llvm::BasicBlock *, llvm::Loop *> LoopOfHeader;
  llvm::DenseMap<const llvm::BasicBlock *, llvm::Loop *> LoopOfExit;
  /// Blocks in which lanes meet that came different ways.
  llvm::SmallPtrSet<const llvm::BasicBlock *, 16> Joins;
};

/// What the processor has instructions for.
struct PackTarget {
  /// Of the widest vector registers.
  unsigned VectorBits = 512;
  /// Of the smallest elements that it moves under a mask.
  unsigned MaskedBits = 8;
  bool Gathers = true;
  bool Scatters = true;
  /// Of a lane, in simple instructions.
  double GatherCost = 2.5;

  static PackTarget of(Isa Level) {
    switch (Level) {
    case Isa::Avx512:
      return {};
    case Isa::Avx2:
      return {/*VectorBits=*/256, /*MaskedBits=*/32, /*Gathers=*/true,
              /*Scatters=*/false};
    case Isa::Sse2:
      return {/*VectorBits=*/128, /*MaskedBits=*/~0u, /*Gathers=*/false,
              /*Scatters=*/false};
    }
    llvm_unreachable("a level that is not there");
  }
};

class Packer {
public:
  /// \param F in the form that PackControl takes, with loops in simple and
  ///        LCSSA form.
  Packer(llvm::Function &F, llvm::DominatorTree &DT, llvm::LoopInfo &LI,
         const PackControl &Control, const PackShapes &Shapes,
         const PackGroups &Groups, const PackTarget &Target, unsigned Lanes)
      : F(F), DT(DT), LI(LI), Control(Control), Shapes(Shapes), Groups(Groups),
        Target(Target), Lanes(Lanes), DL(F.getDataLayout()), C(F.getContext()),
        B(C) {}

  /// \param Partial only the first `__ferry_pack_items()` lanes are work-items.
  llvm::Function *run(bool Partial, const llvm::Twine &Name);

private:
  using Parts = llvm::SmallVector<llvm::Value *, 1>;

  // Packer.cpp: control flow.
  void block(llvm::BasicBlock &Block);
  void startPhis(llvm::BasicBlock &Block);
  void finishPhis();
  llvm::Value *maskOf(llvm::BasicBlock &Block);
  void branch(llvm::BranchInst &Branch);
  bool mustSkip(const PackControl::Skip &Skip);
  llvm::Value *anyLane(llvm::Value *Mask);
  Parts eitherWay(llvm::Value *Condition, llvm::function_ref<Parts()> Usual,
                  llvm::function_ref<Parts()> Otherwise);
  Parts blend(llvm::BasicBlock *From, llvm::BasicBlock *Join, Parts In,
              llvm::PHINode &Phi);

  llvm::Value *skippingValue(llvm::BasicBlock *From, llvm::PHINode &Phi);

  // PackerLoops.cpp
  void enterLoop(llvm::Loop &L);
  void leaveLoop(llvm::BranchInst &Branch);
  llvm::SmallVector<std::pair<llvm::Value *, bool>, 4>
  stayConditions(llvm::BranchInst &Branch);
  unsigned maskPiece(llvm::BasicBlock &Latch);

  // PackerValues.cpp: values and what computes them.
  llvm::Value *scalar(llvm::Value *V);
  const Parts &wide(llvm::Value *V);
  llvm::Value *wideOne(llvm::Value *V) { return wide(V)[0]; }
  llvm::SmallVector<llvm::Type *, 1> partTypes(llvm::Type *Ty) const;
  llvm::VectorType *vectorOf(llvm::Type *Ty, unsigned Factor = 1) const {
    return llvm::FixedVectorType::get(Ty, Lanes * Factor);
  }
  void instruction(llvm::Instruction &I);
  void computeBase(llvm::Instruction &I);
  void extendBase(llvm::CastInst &I);
  void computeParts(llvm::Instruction &I);
  void bitcast(llvm::BitCastInst &I);
  void shuffle(llvm::ShuffleVectorInst &I);
  void extract(llvm::ExtractElementInst &I);
  void insert(llvm::InsertElementInst &I);
  void divide(llvm::BinaryOperator &I);
  void address(llvm::GetElementPtrInst &I);
  llvm::Value *lanesOffset(int64_t Stride, llvm::Type *Ty);
  llvm::Value *interleave(llvm::ArrayRef<llvm::Value *> Values);
  Parts deinterleave(llvm::Value *V, unsigned Count);
  llvm::Value *firstLane();
  /// The mask, made if all lanes are active.
  llvm::Value *mask();

  // PackerMemory.cpp
  void load(llvm::LoadInst &I);
  void store(llvm::StoreInst &I);
  llvm::Value *loadPiece(llvm::Type *Ty, llvm::Value *At, llvm::Align Alignment,
                         llvm::Value *Mask, const llvm::LoadInst &I);
  llvm::Value *repeatMask(unsigned PerLane, unsigned Count);
  llvm::Value *pointers(llvm::Value *Pointer, uint64_t Offset);
  llvm::Value *gather(llvm::Type *Element, llvm::Value *Pointers,
                      llvm::Align Alignment, const llvm::Instruction &I);
  llvm::Value *allActiveFirst(llvm::Type *Element);
  void withoutMask(llvm::function_ref<void()> Access);
  bool canGather();
  bool canScatter(llvm::Type *Element);
  Parts unpack(llvm::Value *V, llvm::Type *Element, unsigned Count);
  static void copyFacts(llvm::Instruction *To, const llvm::Instruction &From);
  llvm::Value *packSmall(llvm::ArrayRef<llvm::Value *> Values,
                         llvm::Type *Whole);

  // PackerNear.cpp: loads of what lies close together.
  /// Addresses in terms of the first active lane's.
  struct Neighbours {
    llvm::Value *Lane;     ///< i64: its number.
    llvm::Value *First;    ///< Its address.
    llvm::Value *Distance; ///< All lanes' from it.
    uint64_t Unit;         ///< What Distance has for an element's bytes.
    llvm::Value *IsExact;  ///< i1: small distances are what they seem to be.
  };
  Neighbours neighbours(llvm::Value *Pointers, uint64_t Bytes);
  llvm::Value *areConsecutive(const Neighbours &N);
  llvm::Value *firstOfPiece(const Neighbours &N, uint64_t Bytes);
  unsigned nearPiece(const llvm::LoadInst &I);
  llvm::Value *pick(llvm::LoadInst &I, llvm::Value *Index,
                    llvm::function_ref<llvm::Value *(unsigned)> Start);
  bool loadNear(llvm::LoadInst &I, llvm::function_ref<Parts()> Otherwise);
  Parts loadOfPage(llvm::LoadInst &I, const Neighbours &N,
                   llvm::function_ref<Parts()> Otherwise);
  Parts loadLikely(llvm::LoadInst &I, llvm::Type *Element, unsigned Count,
                   llvm::Align Alignment,
                   llvm::function_ref<Parts()> Otherwise);

  // PackerGroups.cpp
  const AccessGroup *groupOf(const llvm::Instruction &I);
  void load(const AccessGroup &G);
  void store(const AccessGroup &G);
  llvm::Value *row(const AccessGroup &G, unsigned Lane, llvm::Align &Alignment);
  Parts transpose(Parts Rows);
  Parts transposeBack(Parts Columns);

  // PackerCalls.cpp
  void call(llvm::CallInst &I);
  bool intrinsic(llvm::CallInst &I);
  void laneByLane(llvm::Instruction &I);
  llvm::Value *laneOf(llvm::Value *V, llvm::Value *Lane);

  // PackerSubGroups.cpp
  void subGroup(llvm::CallInst &I, const SubGroupCall &Call);
  llvm::Value *neutral(llvm::Value *V, const SubGroupCall &Call);
  llvm::Value *reduce(llvm::Value *V, const SubGroupCall &Call);
  llvm::Value *scan(llvm::Value *V, const SubGroupCall &Call);
  llvm::Value *reduceClusters(llvm::Value *V, llvm::Value *Size,
                              const SubGroupCall &Call);
  llvm::Value *permuteWords(llvm::Value *V, llvm::Value *Index);
  llvm::Value *permute(llvm::Value *V, llvm::Value *Index);

  llvm::Function &F;
  llvm::DominatorTree &DT;
  llvm::LoopInfo &LI;
  const PackControl &Control;
  const PackShapes &Shapes;
  const PackGroups &Groups;
  const PackTarget &Target;
  unsigned Lanes;
  const llvm::DataLayout &DL;
  llvm::LLVMContext &C;
  llvm::IRBuilder<> B;
  llvm::Function *P = nullptr; ///< What is made.
  /// i64: how many lanes are work-items; null for all.
  llvm::Value *Items = nullptr;
  /// Uniform values, and lane 0 of strided ones.
  llvm::DenseMap<llvm::Value *, llvm::Value *> Bases;
  /// Vectors of a value: one, or one for each element of a vector.
  llvm::DenseMap<llvm::Value *, Parts> Wide;
  /// The blocks that stand for a block: the first and the last of them.
  llvm::DenseMap<llvm::BasicBlock *, llvm::BasicBlock *> First, Last;
  /// <Lanes x i1>: the active lanes in a block; null for all.
  llvm::DenseMap<llvm::BasicBlock *, llvm::Value *> Masks;
  /// The mask of a loop by its header, in pieces.
  llvm::DenseMap<llvm::BasicBlock *, llvm::SmallVector<llvm::PHINode *, 4>>
      LiveIn;
  /// Blocks whose active lanes are not the first ones.
  llvm::DenseMap<llvm::BasicBlock *, bool> Divergent;
  /// Lanes that take a skip's other way, by its Then.
  llvm::DenseMap<llvm::BasicBlock *, llvm::Value *> ThenMasks;
  llvm::DenseMap<llvm::BasicBlock *, bool> MustSkip;
  /// Edges of the function that are not there any more.
  llvm::DenseSet<std::pair<llvm::BasicBlock *, llvm::BasicBlock *>> Removed;
  /// What lanes had when they left a loop: by the phi after it, vectors that
  /// start in its header.
  llvm::DenseMap<llvm::PHINode *, Parts> LeftWith;
  llvm::SmallVector<llvm::PHINode *, 16> Phis;
  llvm::BasicBlock *Current = nullptr; ///< In the function.
  /// In code that is for one access of a block with a mask, in case that all
  /// lanes are active.
  bool Masked = false;
  bool Failed = false;
};

} // namespace ferry::compiler

#endif // FERRY_COMPILER_PASSES_PACKER_H
