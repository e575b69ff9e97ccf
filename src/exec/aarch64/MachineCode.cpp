//===- MachineCode.cpp - Objects of AArch64 -------------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "exec/MachineCode.h"

#include <cstring>
#include <elf.h>
#include <ucontext.h>

namespace ferry::exec {

const std::uint16_t MachineCode::ElfNumber = EM_AARCH64;
const char *const MachineCode::Name = "AArch64";

/// ELF for the Arm 64-bit Architecture, 5.7.5: as GOTPC32 of x86-64; elf.h has
/// it not yet.
static constexpr std::uint32_t R_AARCH64_GOTPCREL32 = 315;
static constexpr std::uint32_t R_AARCH64_PLT32 = 314;

static std::uint64_t addressOf(const std::byte *P) {
  return reinterpret_cast<std::uintptr_t>(P);
}
static std::uint64_t pageOf(std::uint64_t Address) { return Address & ~0xfffu; }

/// Puts \p Count bits of \p Value at bit \p Start of the instruction.
static void insert(std::byte *Where, std::uint64_t Value, unsigned Start,
                   unsigned Count) {
  std::uint32_t Instruction;
  std::memcpy(&Instruction, Where, 4);
  const std::uint32_t Mask = (std::uint32_t(1) << Count) - 1;
  Instruction = (Instruction & ~(Mask << Start)) | (std::uint32_t(Value) & Mask)
                                                       << Start;
  std::memcpy(Where, &Instruction, 4);
}

/// Whether \p Value, as signed, has no more than \p Bits.
static bool fits(std::uint64_t Value, unsigned Bits) {
  return Value + (std::uint64_t(1) << (Bits - 1)) < std::uint64_t(1) << Bits;
}

/// The 21 bits of adr and adrp.
static void insertAddress(std::byte *Where, std::uint64_t Value) {
  insert(Where, Value, 29, 2);
  insert(Where, Value >> 2, 5, 19);
}

/// adrp x16, page of the entry; ldr x17, the entry; br x17.
void MachineCode::writeStub(std::byte *At, const std::byte *Entry) {
  constexpr std::uint32_t Code[] = {0x90000010, 0xf9400211, 0xd61f0220,
                                    0xd4200000};
  static_assert(sizeof(Code) == StubBytes);
  std::memcpy(At, Code, StubBytes);
  relocate(R_AARCH64_ADR_GOT_PAGE, At, addressOf(Entry));
  relocate(R_AARCH64_LD64_GOT_LO12_NC, At + 4, addressOf(Entry));
}

MachineCode::Place MachineCode::placeOf(std::uint32_t Type) {
  switch (Type) {
  case R_AARCH64_ADR_GOT_PAGE:
  case R_AARCH64_LD64_GOT_LO12_NC:
  case R_AARCH64_GOTPCREL32:
    return Place::GotEntry;
  case R_AARCH64_CALL26:
  case R_AARCH64_JUMP26:
  case R_AARCH64_PLT32:
    return Place::Stub;
  default:
    return Place::Symbol;
  }
}

std::size_t MachineCode::widthOf(std::uint32_t Type) {
  switch (Type) {
  case R_AARCH64_NONE:
    return 0;
  case R_AARCH64_ABS64:
  case R_AARCH64_PREL64:
    return 8;
  default:
    return 4;
  }
}

/// Of the access with an offset in units of \p Bytes, or 0.
static unsigned accessBytes(std::uint32_t Type) {
  switch (Type) {
  case R_AARCH64_ADD_ABS_LO12_NC:
  case R_AARCH64_LDST8_ABS_LO12_NC:
    return 1;
  case R_AARCH64_LDST16_ABS_LO12_NC:
    return 2;
  case R_AARCH64_LDST32_ABS_LO12_NC:
    return 4;
  case R_AARCH64_LDST64_ABS_LO12_NC:
  case R_AARCH64_LD64_GOT_LO12_NC:
    return 8;
  case R_AARCH64_LDST128_ABS_LO12_NC:
    return 16;
  default:
    return 0;
  }
}

MachineCode::Result MachineCode::relocate(std::uint32_t Type, std::byte *Where,
                                          std::uint64_t Target) {
  if (const unsigned Bytes = accessBytes(Type)) {
    if (Target % Bytes)
      return Result::OutOfRange;
    insert(Where, Target % 4096 / Bytes, 10, 12);
    return Result::Done;
  }
  const std::uint64_t Distance = Target - addressOf(Where);
  const std::uint64_t Pages = pageOf(Target) - pageOf(addressOf(Where));
  auto If = [](bool Fits, auto Write) {
    if (!Fits)
      return Result::OutOfRange;
    Write();
    return Result::Done;
  };
  auto Data = [&](std::uint64_t Value) {
    std::memcpy(Where, &Value, widthOf(Type));
  };
  switch (Type) {
  case R_AARCH64_ABS64:
    return If(true, [&] { Data(Target); });
  case R_AARCH64_PREL64:
    return If(true, [&] { Data(Distance); });
  case R_AARCH64_ABS32:
    return If(Target >> 32 == 0, [&] { Data(Target); });
  case R_AARCH64_PREL32:
  case R_AARCH64_PLT32:
  case R_AARCH64_GOTPCREL32:
    return If(fits(Distance, 32), [&] { Data(Distance); });
  case R_AARCH64_CALL26:
  case R_AARCH64_JUMP26:
    return If(fits(Distance, 28), [&] { insert(Where, Distance >> 2, 0, 26); });
  case R_AARCH64_CONDBR19:
  case R_AARCH64_LD_PREL_LO19:
    return If(fits(Distance, 21), [&] { insert(Where, Distance >> 2, 5, 19); });
  case R_AARCH64_TSTBR14:
    return If(fits(Distance, 16), [&] { insert(Where, Distance >> 2, 5, 14); });
  case R_AARCH64_ADR_PREL_LO21:
    return If(fits(Distance, 21), [&] { insertAddress(Where, Distance); });
  case R_AARCH64_ADR_PREL_PG_HI21:
  case R_AARCH64_ADR_GOT_PAGE:
    return If(fits(Pages, 33), [&] { insertAddress(Where, Pages >> 12); });
  default:
    return Result::Unknown;
  }
}

/// There are instructions for halves.
std::span<const MachineCode::Symbol> MachineCode::libgccFunctions() {
  return {};
}

std::uintptr_t stackPointer(const void *Context) {
  return static_cast<const ucontext_t *>(Context)->uc_mcontext.sp;
}

} // namespace ferry::exec
