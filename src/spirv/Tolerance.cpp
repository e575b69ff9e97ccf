//===- Tolerance.cpp - Modules that SPIRV-Tools would refuse --------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "spirv/Tolerance.h"

#include "compiler-interface/SpirvInstructions.h"
#include "ferry/spirv.h"
#include "spirv/BlockOrder.h"

#include <algorithm>
#include <bit>
#include <cstring>

using namespace ferry::compiler;
using namespace ferry::compiler::spv;

namespace {

/// Of an instruction.
constexpr std::size_t MostWords = 0xffff;
/// The least version that SPIRV-Tools gets to see: since 1.4, OpSelect takes
/// one condition for vectors, and entry points name all variables that they
/// use.
constexpr Word LeastVersion = 0x00010400;
constexpr Word CapabilityImageMipmap = 15,
               CapabilityImageReadWriteLodAMD = 5015;
constexpr Word DecorationAliasScope = 5914, DecorationNoAlias = 5915;
/// Memory operands; an operand of each bit but the first three follows, in
/// their order.
constexpr Word Aligned = 2, PointerAvailable = 8, PointerVisible = 16;
constexpr Word AliasScope = 0x10000, NoAlias = 0x20000;

/// Appends the memory operands \p All from \p I on, all sets of them.
void appendMemoryOperands(std::vector<Word> &To, const std::vector<Word> &All,
                          std::size_t I) {
  while (I < All.size()) {
    const Word Mask = All[I++];
    const auto Operands = [&](Word Bits) {
      return std::size_t(std::popcount(Mask & Bits));
    };
    const std::size_t Kept = std::min(
        Operands(Aligned | PointerAvailable | PointerVisible), All.size() - I);
    To.push_back(Mask & ~(AliasScope | NoAlias));
    To.insert(To.end(), All.begin() + std::ptrdiff_t(I),
              All.begin() + std::ptrdiff_t(I + Kept));
    I += Kept + Operands(AliasScope | NoAlias);
  }
}

/// The index of the first memory operand; 0 if the opcode has none.
std::size_t memoryOperands(Word Op) {
  switch (Op) {
  case OpLoad:
  case OpCopyMemorySized:
    return 3;
  case OpStore:
  case OpCopyMemory:
    return 2;
  default:
    return 0;
  }
}

/// All variables that do not belong to a function.
std::vector<Word> moduleVariables(const std::vector<Word> &Words) {
  std::vector<Word> Variables;
  forEach(Words, [&](const auto &I) {
    if (I.opcode() == OpVariable && I.numOperands > 1)
      Variables.push_back(I.operand(1));
    return I.opcode() != OpFunction;
  });
  return Variables;
}

/// Appends \p Variables that are missing among those of an entry point, and
/// leaves each there once, which is a rule since 1.4, too.
void completeInterface(std::vector<Word> &All,
                       const std::vector<Word> &Variables) {
  // Execution model, function, name: its last word has a NUL.
  std::size_t I = 2;
  while (I < All.size() && All[I] & 0xff000000)
    ++I;
  if (I >= All.size())
    return;
  std::vector<Word> Interface(All.begin() + std::ptrdiff_t(I) + 1, All.end());
  Interface.insert(Interface.end(), Variables.begin(), Variables.end());
  All.resize(I + 1);
  for (Word Variable : Interface)
    if (All.size() < MostWords - 1 &&
        std::find(All.begin() + std::ptrdiff_t(I) + 1, All.end(), Variable) ==
            All.end())
      All.push_back(Variable);
}

} // namespace

std::vector<Word> ferry::compiler::tolerate(const std::vector<Word> &Words,
                                            bool DebugInfo) {
  const std::vector<Word> Variables = moduleVariables(Words);
  std::vector<Word> Ignored; // Ids of instruction sets.
  std::vector<Word> Kept(Words.begin(), Words.begin() + HeaderWords);
  Kept[VersionIndex] = std::max(Kept[VersionIndex], LeastVersion);
  forEach(Words, [&](const auto &I) {
    const Word Op = I.opcode();
    if (Op == OpExtInstImport &&
        (isNonSemantic(I.text(1)) ||
         (!DebugInfo && I.text(1) == "OpenCL.DebugInfo.100"))) {
      Ignored.push_back(I.operand(0));
      return true;
    }
    if (Op == OpExtInst && I.numOperands > 2 &&
        std::find(Ignored.begin(), Ignored.end(), I.operand(2)) !=
            Ignored.end())
      return true;
    if (!DebugInfo && (Op == OpLine || Op == OpNoLine))
      return true;
    if (Op == OpAliasDomainDeclINTEL || Op == OpAliasScopeDeclINTEL ||
        Op == OpAliasScopeListDeclINTEL)
      return true;
    if ((Op == OpDecorate || Op == OpDecorateId) && I.numOperands > 1 &&
        (I.operand(1) == DecorationAliasScope ||
         I.operand(1) == DecorationNoAlias))
      return true;
    std::vector<Word> All(&I.first() + 1, &I.first() + 1 + I.numOperands);
    const std::size_t First = memoryOperands(Op);
    if (First != 0 && First < All.size()) {
      std::vector<Word> Rest(All.begin(), All.begin() + std::ptrdiff_t(First));
      appendMemoryOperands(Rest, All, First);
      All = std::move(Rest);
    } else if (Op == OpEntryPoint) {
      completeInterface(All, Variables);
    }
    Kept.push_back(Word(All.size() + 1) << 16 | Op);
    Kept.insert(Kept.end(), All.begin(), All.end());
    return true;
  });
  return orderBlocks(Kept);
}

/// Appends an OpExtension of \p Name.
static void appendExtension(std::vector<Word> &To, const char *Name) {
  const std::size_t Bytes = std::strlen(Name) + 1;
  const std::size_t TextWords = (Bytes + sizeof(Word) - 1) / sizeof(Word);
  To.push_back(Word(1 + TextWords) << 16 | OpExtension);
  To.resize(To.size() + TextWords);
  std::memcpy(&To[To.size() - TextWords], Name, Bytes);
}

std::vector<Word>
ferry::compiler::formForValidation(const std::vector<Word> &Words) {
  bool HasMipMaps = false, HasExtensions = false;
  std::vector<Word> Form(Words.begin(), Words.begin() + HeaderWords);
  forEach(Words, [&](const auto &I) {
    const Word Op = I.opcode();
    if (Op == OpLoopMerge || Op == OpSelectionMerge)
      return true;
    HasMipMaps |= Op == OpCapability && I.numOperands &&
                  I.operand(0) == CapabilityImageMipmap;
    // Capabilities come before all else.
    if (!HasExtensions && Op != OpCapability) {
      HasExtensions = true;
      if (HasMipMaps) {
        Form.insert(Form.end(),
                    {2 << 16 | OpCapability, CapabilityImageReadWriteLodAMD});
        appendExtension(Form, "SPV_AMD_shader_image_load_store_lod");
      }
      for (const char *Extension : ferry::spirv::Extensions)
        appendExtension(Form, Extension);
    }
    Form.insert(Form.end(), &I.first(), &I.first() + 1 + I.numOperands);
    return true;
  });
  return Form;
}
