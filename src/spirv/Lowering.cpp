//===- Lowering.cpp - SPIR-V that the translator takes --------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "spirv/Lowering.h"

#include "compiler-interface/SpirvInstructions.h"

#include <spirv-tools/libspirv.hpp>

#include <algorithm>
#include <unordered_map>

using namespace ferry::compiler;
using namespace ferry::compiler::spv;

namespace {

/// The latest version that the translator takes.
constexpr Word MostVersion = 0x00010400;
constexpr std::size_t VersionIndex = 1, BoundIndex = 3;
/// A component of OpVectorShuffle that has no source.
constexpr Word NoComponent = 0xffffffff;

class Lowering {
public:
  std::vector<Word> run(const std::vector<Word> &Words) {
    Lowered.assign(Words.begin(), Words.begin() + HeaderWords);
    Lowered[VersionIndex] = std::min(Lowered[VersionIndex], MostVersion);
    spvtools::Context Context(SPV_ENV_UNIVERSAL_1_6);
    spvBinaryParse(
        Context.CContext(), this, Words.data(), Words.size(), nullptr,
        [](void *This, const spv_parsed_instruction_t *I) {
          static_cast<Lowering *>(This)->visit(*I);
          return SPV_SUCCESS;
        },
        nullptr);
    return std::move(Lowered);
  }

private:
  void visit(const spv_parsed_instruction_t &I) {
    if (I.type_id)
      Types[I.result_id] = I.type_id;
    const Word *Operands = I.words + 1;
    switch (I.opcode) {
    case OpTypeBool:
      Bits[I.result_id] = 0;
      break;
    case OpTypeInt:
    case OpTypeFloat:
      Bits[I.result_id] = Operands[1];
      break;
    case OpTypeVector:
      Elements[I.result_id] = Operands[1];
      Lengths[I.result_id] = Operands[2];
      break;
    case OpConstantNull:
      if (Bits.contains(I.type_id))
        return addZero(I.type_id, I.result_id);
      break;
    case OpCompositeConstruct:
      return addComposite(I.type_id, I.result_id,
                          {Operands + 2, I.words + I.num_words});
    case OpVectorShuffle:
      return addShuffle(std::vector(Operands, I.words + I.num_words));
    }
    Lowered.insert(Lowered.end(), I.words, I.words + I.num_words);
  }

  Word newId() { return Lowered[BoundIndex]++; }

  void add(Opcode Op, const std::vector<Word> &Operands) {
    Lowered.push_back(Word(Operands.size() + 1) << 16 | Op);
    Lowered.insert(Lowered.end(), Operands.begin(), Operands.end());
  }

  void addZero(Word Type, Word Result) {
    const Word Width = Bits[Type];
    if (Width == 0)
      add(OpConstantFalse, {Type, Result});
    else if (Width <= 32)
      add(OpConstant, {Type, Result, 0});
    else
      add(OpConstant, {Type, Result, 0, 0});
  }

  void addComposite(Word Type, Word Result, const std::vector<Word> &Parts) {
    std::vector<Word> Members;
    for (Word Part : Parts) {
      // A vector may be made of vectors.
      const Word PartType = Types[Part];
      if (!Lengths.contains(Type) || !Lengths.contains(PartType)) {
        Members.push_back(Part);
        continue;
      }
      for (Word I = 0; I != Lengths[PartType]; ++I) {
        Members.push_back(newId());
        add(OpCompositeExtract, {Elements[PartType], Members.back(), Part, I});
      }
    }
    Word Whole = Members.empty() ? Result : newId();
    add(OpUndef, {Type, Whole});
    for (std::size_t I = 0; I != Members.size(); ++I) {
      const Word Next = I + 1 == Members.size() ? Result : newId();
      add(OpCompositeInsert, {Type, Next, Members[I], Whole, Word(I)});
      Whole = Next;
    }
  }

  /// \param Operands result type, result, the two vectors, components.
  void addShuffle(std::vector<Word> Operands) {
    Word &First = Operands[2], &Second = Operands[3];
    const Word FirstLength = Lengths[Types[First]];
    const Word SecondLength = Lengths[Types[Second]];
    if (FirstLength < SecondLength) {
      First = widened(First, Types[Second]);
      for (std::size_t I = 4; I != Operands.size(); ++I)
        if (Operands[I] >= FirstLength && Operands[I] != NoComponent)
          Operands[I] += SecondLength - FirstLength;
    } else if (SecondLength < FirstLength) {
      Second = widened(Second, Types[First]);
    }
    add(OpVectorShuffle, Operands);
  }

  /// \p Vector with more components.
  Word widened(Word Vector, Word Type) {
    const Word Result = newId();
    std::vector<Word> Operands = {Type, Result, Vector, Vector};
    for (Word I = 0; I != Lengths[Type]; ++I)
      Operands.push_back(I < Lengths[Types[Vector]] ? I : NoComponent);
    add(OpVectorShuffle, Operands);
    return Result;
  }

  std::vector<Word> Lowered;
  std::unordered_map<Word, Word> Types;    ///< Of results.
  std::unordered_map<Word, Word> Bits;     ///< Of numbers; 0 of the Boolean.
  std::unordered_map<Word, Word> Elements; ///< Types of those of vectors.
  std::unordered_map<Word, Word> Lengths;  ///< Of vectors.
};

} // namespace

std::vector<Word>
ferry::compiler::lowerForTranslator(const std::vector<Word> &Words) {
  return Lowering().run(Words);
}
