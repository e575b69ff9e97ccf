//===- Permutations.cpp - Elements picked out of registers ----------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/passes/vectorise/Permutations.h"

#include "compiler/passes/vectorise/VectorMath.h"

#include "llvm/IR/IntrinsicsX86.h"

using namespace llvm;
using namespace ferry;

namespace {

struct Permutation {
  unsigned Bits, Register; ///< Of an element, and of all.
  Intrinsic::ID OfOne, OfTwo;
};

} // namespace

static constexpr Permutation Permutations[] = {
    {16, 256, Intrinsic::x86_avx512_permvar_hi_256,
     Intrinsic::x86_avx512_vpermi2var_hi_256},
    {16, 512, Intrinsic::x86_avx512_permvar_hi_512,
     Intrinsic::x86_avx512_vpermi2var_hi_512},
    {32, 128, Intrinsic::x86_avx_vpermilvar_ps,
     Intrinsic::x86_avx512_vpermi2var_d_128},
    {32, 256, Intrinsic::x86_avx2_permd,
     Intrinsic::x86_avx512_vpermi2var_d_256},
    {32, 512, Intrinsic::x86_avx512_permvar_si_512,
     Intrinsic::x86_avx512_vpermi2var_d_512},
    {64, 256, Intrinsic::x86_avx512_permvar_di_256,
     Intrinsic::x86_avx512_vpermi2var_q_256},
    {64, 512, Intrinsic::x86_avx512_permvar_di_512,
     Intrinsic::x86_avx512_vpermi2var_q_512}};

static const Permutation *permutation(unsigned Bits, unsigned Register) {
  const Permutation *Found = find_if(Permutations, [&](const Permutation &P) {
    return P.Bits == Bits && P.Register == Register;
  });
  return Found == std::end(Permutations) ? nullptr : Found;
}

bool compiler::hasPermutation(unsigned Bits, unsigned Register) {
  return permutation(Bits, Register) != nullptr;
}

static Value *pickOfOne(IRBuilderBase &Builder, const Permutation &P, Value *V,
                        Value *Index) {
  if (P.OfOne != Intrinsic::x86_avx_vpermilvar_ps)
    return Builder.CreateIntrinsic(P.OfOne, {}, {V, Index});
  // LLVM 22 widens a load of indices that two of these have, as a vector of
  // floats, and then cannot select what else is done with the indices.
  Index = Builder.CreateFreeze(Index);
  Type *Floats = FixedVectorType::get(Builder.getFloatTy(), 4);
  Value *Picked = Builder.CreateIntrinsic(
      P.OfOne, {}, {Builder.CreateBitCast(V, Floats), Index});
  return Builder.CreateBitCast(Picked, V->getType());
}

Value *compiler::pickElements(IRBuilderBase &Builder,
                              ArrayRef<Value *> Registers, Value *Index,
                              bool OfTwo) {
  auto *Ty = cast<FixedVectorType>(Registers[0]->getType());
  const unsigned Width = Ty->getNumElements(), Bits = Ty->getScalarSizeInBits();
  const Permutation &P = *permutation(Bits, Width * Bits);
  // Instructions look at the low bits of numbers only.
  return inPieces(Builder, Index, Width, [&](ArrayRef<Value *> Piece) {
    Value *Numbers = Piece[0], *Result = nullptr;
    for (unsigned R = 0, Taken; R < Registers.size(); R += Taken) {
      Taken = OfTwo && R + 1 != Registers.size() ? 2 : 1;
      Value *Here = Taken == 1 ? pickOfOne(Builder, P, Registers[R], Numbers)
                               : Builder.CreateIntrinsic(
                                     P.OfTwo, {},
                                     {Registers[R], Numbers, Registers[R + 1]});
      Result = Result ? Builder.CreateSelect(
                            Builder.CreateICmpUGE(
                                Numbers, ConstantInt::get(Ty, R * Width)),
                            Here, Result)
                      : Here;
    }
    return Result;
  });
}
