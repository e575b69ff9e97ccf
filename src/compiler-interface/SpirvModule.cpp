//===- SpirvModule.cpp - SPIR-V as the driver sees it ---------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler-interface/SpirvModule.h"

#include "compiler-interface/SpirvInstructions.h"
#include "ferry/spirv.h"

#include <algorithm>
#include <cstring>
#include <map>

using namespace ferry;
using namespace ferry::compiler;
using namespace ferry::compiler::spv;

namespace {

Word firstWord(std::string_view Bytes) {
  Word First = 0;
  if (Bytes.size() >= sizeof(First))
    std::memcpy(&First, Bytes.data(), sizeof(First));
  return First;
}

/// A scalar type.
struct Scalar {
  bool IsBool = false, IsSigned = false;
  unsigned Bits = 0;

  std::size_t bytes() const { return IsBool ? 1 : Bits / 8; }
};

} // namespace

bool SpirvModule::isSpirv(std::string_view Bytes) {
  const Word First = firstWord(Bytes);
  return First == Magic || First == __builtin_bswap32(Magic);
}

std::optional<SpirvModule> SpirvModule::read(std::string_view Bytes) {
  if (!isSpirv(Bytes) || Bytes.size() % sizeof(Word) ||
      Bytes.size() < HeaderWords * sizeof(Word))
    return std::nullopt;
  SpirvModule M;
  M.Words.resize(Bytes.size() / sizeof(Word));
  std::memcpy(M.Words.data(), Bytes.data(), Bytes.size());
  if (M.Words[0] != Magic)
    for (Word &W : M.Words)
      W = __builtin_bswap32(W);
  // Bytes from the highest to the lowest: 0, major, minor, 0.
  const Word Version = M.Words[1], Schema = M.Words[4];
  if ((Version & 0xffff00ff) != 0x00010000 ||
      (Version >> 8 & 0xff) > spirv::LatestMinorVersion || Schema != 0 ||
      !forEach(M.Words, [](const auto &) { return true; }))
    return std::nullopt;
  return M;
}

SpirvModule::Answer SpirvModule::specialise(std::uint32_t SpecId,
                                            std::span<const std::byte> Value) {
  std::map<Word, Scalar> Types;
  std::vector<Word> Targets; // Result ids with this SpecId.
  auto IsTarget = [&](Word Id) {
    return std::find(Targets.begin(), Targets.end(), Id) != Targets.end();
  };
  // Sign-extended to whole words, as a narrow constant of a signed type is.
  auto Write = [&](const auto &I, const Scalar &Type) {
    const bool IsNegative =
        Type.IsSigned && (std::to_integer<int>(Value.back()) & 0x80);
    const std::size_t Room = (I.numOperands - 2) * sizeof(Word);
    if (!Room)
      return;
    std::memset(&I.operand(2), IsNegative ? 0xff : 0, Room);
    std::memcpy(&I.operand(2), Value.data(), std::min(Room, Value.size()));
  };
  Answer Result = Answer::UnknownId;
  forEach(Words, [&](const auto &I) {
    switch (I.opcode()) {
    case OpDecorate:
      if (I.numOperands == 3 && I.operand(1) == DecorationSpecId &&
          I.operand(2) == SpecId)
        Targets.push_back(I.operand(0));
      break;
    case OpTypeBool:
      if (I.numOperands == 1)
        Types[I.operand(0)].IsBool = true;
      break;
    case OpTypeInt:
      if (I.numOperands == 3)
        Types[I.operand(0)] = {false, I.operand(2) != 0, I.operand(1)};
      break;
    case OpTypeFloat:
      if (I.numOperands >= 2)
        Types[I.operand(0)] = {false, false, I.operand(1)};
      break;
    case OpSpecConstantTrue:
    case OpSpecConstantFalse:
    case OpSpecConstant: {
      if (I.numOperands < 2 || !IsTarget(I.operand(1)))
        break;
      auto Type = Types.find(I.operand(0));
      if (Type == Types.end())
        break;
      if (Value.size() != Type->second.bytes() || Value.empty()) {
        Result = Answer::WrongSize;
        return false;
      }
      Result = Answer::Done;
      if (Type->second.IsBool)
        I.first() = (I.first() & ~Word(0xffff)) |
                    (Value[0] != std::byte(0) ? OpSpecConstantTrue
                                              : OpSpecConstantFalse);
      else if (I.opcode() == OpSpecConstant)
        Write(I, Type->second);
      break;
    }
    case OpFunction: // Constants stand before.
      return false;
    }
    return true;
  });
  return Result;
}
