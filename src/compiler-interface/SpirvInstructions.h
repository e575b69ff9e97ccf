//===- SpirvInstructions.h - Going through a module -------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_COMPILERINTERFACE_SPIRVINSTRUCTIONS_H
#define FERRY_COMPILERINTERFACE_SPIRVINSTRUCTIONS_H

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>

namespace ferry::compiler::spv {

using Word = std::uint32_t;

// SPIR-V specification, section 2.3.
inline constexpr Word Magic = 0x07230203;
inline constexpr std::size_t HeaderWords = 5;
inline constexpr std::size_t VersionIndex = 1, BoundIndex = 3;

/// Those that Ferry itself looks at (section 3.42).
enum Opcode : Word {
  OpUndef = 1,
  OpLine = 8,
  OpExtension = 10,
  OpExtInstImport = 11,
  OpExtInst = 12,
  OpMemoryModel = 14,
  OpEntryPoint = 15,
  OpCapability = 17,
  OpTypeVoid = 19,
  OpTypeBool = 20,
  OpTypeInt = 21,
  OpTypeFloat = 22,
  OpTypeVector = 23,
  OpTypeImage = 25,
  OpTypeArray = 28,
  OpTypeStruct = 30,
  OpTypePointer = 32,
  OpTypeFunction = 33,
  OpConstantFalse = 42,
  OpConstant = 43,
  OpConstantNull = 46,
  OpSpecConstantTrue = 48,
  OpSpecConstantFalse = 49,
  OpSpecConstant = 50,
  OpFunction = 54,
  OpFunctionEnd = 56,
  OpFunctionCall = 57,
  OpVariable = 59,
  OpLoad = 61,
  OpStore = 62,
  OpCopyMemory = 63,
  OpCopyMemorySized = 64,
  OpDecorate = 71,
  OpVectorShuffle = 79,
  OpCompositeConstruct = 80,
  OpCompositeExtract = 81,
  OpCompositeInsert = 82,
  OpImageSampleExplicitLod = 88,
  OpImageFetch = 95,
  OpImageRead = 98,
  OpImageWrite = 99,
  OpImageQuerySizeLod = 103,
  OpImageQuerySize = 104,
  OpUConvert = 113,
  OpSConvert = 114,
  OpConvertPtrToU = 117,
  OpConvertUToPtr = 120,
  OpBitcast = 124,
  OpISub = 130,
  OpIMul = 132,
  OpUDiv = 134,
  OpSDiv = 135,
  OpSelect = 169,
  OpIEqual = 170,
  OpINotEqual = 171,
  OpULessThanEqual = 178,
  OpShiftRightLogical = 194,
  OpShiftLeftLogical = 196,
  OpBitwiseOr = 197,
  OpLoopMerge = 246,
  OpSelectionMerge = 247,
  OpLabel = 248,
  OpBranch = 249,
  OpUnreachable = 255,
  OpEnqueueKernel = 292,
  OpGetKernelWorkGroupSize = 295,
  OpGetKernelPreferredWorkGroupSizeMultiple = 296,
  OpPtrAccessChain = 67,
  OpInBoundsPtrAccessChain = 70,
  OpNoLine = 317,
  OpGetKernelLocalSizeForSubgroupCount = 325,
  OpGetKernelMaxNumSubgroups = 326,
  OpDecorateId = 332,
  OpCopyLogical = 400,
  OpPtrEqual = 401,
  OpPtrNotEqual = 402,
  OpPtrDiff = 403,
  OpReadClockKHR = 5056,
  OpDecorateString = 5632,
  OpAliasDomainDeclINTEL = 5911,
  OpAliasScopeDeclINTEL = 5912,
  OpAliasScopeListDeclINTEL = 5913,
  OpMemberDecorateString = 5633,
};
inline constexpr Word DecorationSpecId = 1, DecorationBuiltIn = 11;

/// Whether nothing follows from an instruction set of that name.
inline bool isNonSemantic(const std::string &Name) {
  return Name.starts_with("NonSemantic.");
}

/// An instruction: an opcode and operands, of a module of \c Words.
template <typename Words> struct Instruction {
  Words &module;
  std::size_t begin, numOperands;

  auto &first() const { return module[begin]; }
  Word opcode() const { return first() & 0xffff; }
  auto &operand(std::size_t I) const { return module[begin + 1 + I]; }
  /// A literal string, which begins with that operand.
  std::string text(std::size_t I) const {
    if (I >= numOperands)
      return "";
    auto *Bytes = reinterpret_cast<const char *>(&operand(I));
    return std::string(Bytes, strnlen(Bytes, (numOperands - I) * sizeof(Word)));
  }
};

/// Calls \p Visit for each instruction, until it returns false.
/// \returns false if there is one that is not whole.
template <typename Words, typename Function>
bool forEach(Words &Module, Function Visit) {
  for (std::size_t I = HeaderWords; I != Module.size();) {
    const std::size_t NumWords = Module[I] >> 16;
    if (!NumWords || NumWords > Module.size() - I)
      return false;
    if (!Visit(Instruction<Words>{Module, I, NumWords - 1}))
      return true;
    I += NumWords;
  }
  return true;
}

} // namespace ferry::compiler::spv

#endif // FERRY_COMPILERINTERFACE_SPIRVINSTRUCTIONS_H
