//===- Unsupported.cpp - What Ferry has not of SPIR-V ---------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "spirv/Unsupported.h"

#include "compiler-interface/SpirvInstructions.h"
#include "ferry/spirv.h"

#include <spirv-tools/libspirv.hpp>

#include <algorithm>

using namespace ferry;
using namespace ferry::compiler;
using namespace ferry::compiler::spv;

namespace {

using Words = std::vector<Word>;

bool isAmong(const std::string &Name, const auto &List) {
  return std::find(std::begin(List), std::end(List), Name) != std::end(List);
}

bool hasCapability(Word Value) {
  return std::any_of(
      std::begin(spirv::Capabilities), std::end(spirv::Capabilities),
      [&](const spirv::Capability &C) { return C.value == Value; });
}

/// Whether Ferry has what that instruction declares, if it declares anything:
/// what lacks operands is the validator's to refuse.
bool isSupported(const Instruction<const Words> &I) {
  switch (I.opcode()) {
  case OpCapability:
    return !I.numOperands || hasCapability(I.operand(0));
  case OpExtension:
    return !I.numOperands || isAmong(I.text(0), spirv::Extensions);
  case OpExtInstImport:
    return I.numOperands < 2 ||
           isAmong(I.text(1), spirv::ExtendedInstructionSets) ||
           isNonSemantic(I.text(1));
  default:
    return true;
  }
}

/// As assembly; a capability that SPIRV-Tools does not know by its number, and
/// a name that does not end by none.
std::string textOf(const Instruction<const Words> &I) {
  Words Alone(I.module.begin(), I.module.begin() + HeaderWords);
  const auto Begin = I.module.begin() + std::ptrdiff_t(I.begin);
  Alone.insert(Alone.end(), Begin, Begin + std::ptrdiff_t(I.numOperands + 1));
  std::string Text;
  if (!spvtools::SpirvTools(SPV_ENV_UNIVERSAL_1_6)
           .Disassemble(Alone, &Text, SPV_BINARY_TO_TEXT_OPTION_NO_HEADER))
    Text = I.opcode() == OpCapability
               ? "OpCapability " + std::to_string(I.operand(0))
               : "a name that does not end";
  while (!Text.empty() && Text.back() == '\n')
    Text.pop_back();
  return Text;
}

} // namespace

std::string ferry::compiler::unsupported(const Words &Module) {
  std::string Log;
  forEach(Module, [&](const Instruction<const Words> &I) {
    if (!isSupported(I))
      Log += "error: SPIR-V: " + textOf(I) + " is not supported\n";
    return I.opcode() != OpMemoryModel; // They stand before it.
  });
  return Log;
}
