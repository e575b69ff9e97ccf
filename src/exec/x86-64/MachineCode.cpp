//===- MachineCode.cpp - Objects of x86-64 --------------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "exec/MachineCode.h"

#include <cstring>
#include <elf.h>
#include <limits>
#include <ucontext.h>

// A half is passed in the low 16 bits of an SSE register.
extern "C" {
_Float16 __truncsfhf2(float);
_Float16 __truncdfhf2(double);
float __extendhfsf2(_Float16);
}

namespace ferry::exec {

const std::uint16_t MachineCode::ElfNumber = EM_X86_64;
const char *const MachineCode::Name = "x86-64";

/// jmp *entry(%rip), padded.
void MachineCode::writeStub(std::byte *At, const std::byte *Entry) {
  const auto Distance = std::int32_t(Entry - At - 6);
  unsigned char Jump[StubBytes] = {0xff, 0x25};
  std::memcpy(Jump + 2, &Distance, 4);
  std::memset(Jump + 6, 0xcc, StubBytes - 6);
  std::memcpy(At, Jump, StubBytes);
}

MachineCode::Place MachineCode::placeOf(std::uint32_t Type) {
  switch (Type) {
  case R_X86_64_GOTPCREL:
  case R_X86_64_GOTPCRELX:
  case R_X86_64_REX_GOTPCRELX:
    return Place::GotEntry;
  case R_X86_64_PC32:
  case R_X86_64_PLT32:
    return Place::Stub;
  default:
    return Place::Symbol;
  }
}

std::size_t MachineCode::widthOf(std::uint32_t Type) {
  switch (Type) {
  case R_X86_64_NONE:
    return 0;
  case R_X86_64_64:
  case R_X86_64_PC64:
    return 8;
  default:
    return 4;
  }
}

MachineCode::Result MachineCode::relocate(std::uint32_t Type, std::byte *Where,
                                          std::uint64_t Target) {
  const std::uint64_t Distance =
      Target - reinterpret_cast<std::uintptr_t>(Where);
  auto Store = [&](std::uint64_t Value, bool Fits) {
    if (!Fits)
      return Result::OutOfRange;
    std::memcpy(Where, &Value, widthOf(Type));
    return Result::Done;
  };
  auto IsSigned = [](std::uint64_t Value) {
    return std::int64_t(Value) == std::int32_t(std::uint32_t(Value));
  };
  switch (Type) {
  case R_X86_64_64:
    return Store(Target, true);
  case R_X86_64_PC64:
    return Store(Distance, true);
  case R_X86_64_32:
    return Store(Target, Target <= std::numeric_limits<std::uint32_t>::max());
  case R_X86_64_32S:
    return Store(Target, IsSigned(Target));
  case R_X86_64_PC32:
  case R_X86_64_PLT32:
  case R_X86_64_GOTPCREL:
  case R_X86_64_GOTPCRELX:
  case R_X86_64_REX_GOTPCRELX:
    return Store(Distance, IsSigned(Distance));
  default:
    return Result::Unknown;
  }
}

std::span<const MachineCode::Symbol> MachineCode::libgccFunctions() {
  auto Address = [](auto *Function) {
    return reinterpret_cast<const void *>(Function);
  };
  static const Symbol Functions[] = {
      {"__truncsfhf2", Address(&__truncsfhf2)},
      {"__truncdfhf2", Address(&__truncdfhf2)},
      {"__extendhfsf2", Address(&__extendhfsf2)},
  };
  return Functions;
}

std::uintptr_t stackPointer(const void *Context) {
  return std::uintptr_t(
      static_cast<const ucontext_t *>(Context)->uc_mcontext.gregs[REG_RSP]);
}

} // namespace ferry::exec
