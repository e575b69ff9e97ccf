//===- RandomGathers.cpp - Gathers that are refused -----------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "RandomGathers.h"

#include <llvm-c/Disassembler.h>
#include <llvm-c/Target.h>

#include <algorithm>
#include <cstdlib>
#include <elf.h>
#include <string_view>

namespace conformance::programs {

namespace {

LLVMDisasmContextRef disassembler() {
  static const LLVMDisasmContextRef Made = [] {
    LLVMInitializeX86TargetInfo();
    LLVMInitializeX86TargetMC();
    LLVMInitializeX86Disassembler();
    return LLVMCreateDisasm("x86_64-unknown-linux-gnu", nullptr, 0, nullptr,
                            nullptr);
  }();
  if (!Made)
    throw std::runtime_error("LLVM has no disassembler for this machine");
  return Made;
}

/// The numbers of the vector registers that \p Instruction (AT&T syntax) names.
std::vector<int> vectorRegisters(std::string_view Instruction) {
  std::vector<int> Numbers;
  for (size_t At = 0;
       (At = Instruction.find('%', At)) != std::string_view::npos; ++At) {
    std::string_view Name = Instruction.substr(At + 1);
    if (Name.size() > 3 && Name.substr(1, 2) == "mm")
      Numbers.push_back(std::atoi(Name.data() + 3));
  }
  return Numbers;
}

bool isRefused(std::string_view Instruction) {
  if (Instruction.find("gather") == std::string_view::npos)
    return false;
  std::vector<int> Numbers = vectorRegisters(Instruction);
  std::ranges::sort(Numbers);
  return std::ranges::adjacent_find(Numbers) != Numbers.end();
}

template <class T> T read(const Binary &From, size_t At) {
  T Value;
  if (At > From.size() || From.size() - At < sizeof(T))
    throw std::runtime_error("the binary has no whole ELF object");
  std::memcpy(&Value, From.data() + At, sizeof(T));
  return Value;
}

} // namespace

std::string refusedGather(std::span<const uint8_t> Code) {
  for (size_t At = 0; At != Code.size();) {
    char Text[160];
    // It does not write there.
    auto *Bytes = const_cast<uint8_t *>(Code.data() + At);
    const size_t Length = LLVMDisasmInstruction(
        disassembler(), Bytes, Code.size() - At, At, Text, sizeof(Text));
    if (Length == 0)
      return "no instruction at byte " + std::to_string(At);
    if (isRefused(Text))
      return Text;
    At += Length;
  }
  return "";
}

/// As refusedGather(), of the code of the ELF object that starts at \p Start.
/// Other processors than x86-64's refuse none.
static std::string refusedGather(const Binary &All, size_t Start) {
  const auto Header = read<Elf64_Ehdr>(All, Start);
  if (Header.e_machine != EM_X86_64)
    return "";
  for (size_t I = 0; I != Header.e_shnum; ++I) {
    const auto Section =
        read<Elf64_Shdr>(All, Start + Header.e_shoff + I * Header.e_shentsize);
    if (!(Section.sh_flags & SHF_EXECINSTR) || !Section.sh_size)
      continue;
    const size_t Last = Start + Section.sh_offset + Section.sh_size - 1;
    read<uint8_t>(All, Last);
    std::string Found =
        refusedGather({&All[Last + 1 - Section.sh_size], Section.sh_size});
    if (!Found.empty())
      return Found;
  }
  return "";
}

std::string refusedGather(cl_program P) {
  const Binary All = binaryOf(P);
  constexpr std::string_view Magic = ELFMAG;
  unsigned Objects = 0;
  for (auto At = All.begin();; ++At, ++Objects) {
    At = std::search(At, All.end(), Magic.begin(), Magic.end());
    if (At == All.end())
      break;
    std::string Found = refusedGather(All, size_t(At - All.begin()));
    if (!Found.empty())
      return Found;
  }
  // That of the program, and code of a kernel.
  if (Objects < 2)
    throw std::runtime_error("the binary has no code");
  return "";
}

} // namespace conformance::programs
