//===- MachineCode.h - Objects of the machine -------------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What generated code is like on this machine, for those who load it and those
/// whom it interrupts. The folder of each machine has the functions.
///
//===----------------------------------------------------------------------===//

#ifndef FERRY_EXEC_MACHINECODE_H
#define FERRY_EXEC_MACHINECODE_H

#include <cstddef>
#include <cstdint>
#include <span>

namespace ferry::exec {

struct MachineCode {
  /// Its number in ELF headers, and its name.
  static const std::uint16_t ElfNumber;
  static const char *const Name;

  /// Code that jumps to an address in the global offset table; a power of two.
  static constexpr std::size_t StubBytes = 16;
  /// Writes it to \p At.
  static void writeStub(std::byte *At, const std::byte *Entry);

  /// What a relocation takes the address of in place of its symbol.
  enum class Place {
    Symbol,
    GotEntry, ///< The symbol's entry in the global offset table.
    Stub      ///< The symbol's stub, if the symbol is undefined.
  };
  /// By the type of a relocation, known or not.
  static Place placeOf(std::uint32_t Type);
  /// Bytes that it changes; 0 if it does nothing.
  static std::size_t widthOf(std::uint32_t Type);

  enum class Result { Done, Unknown, OutOfRange };
  /// Changes what is at \p Where, as it is to run there.
  ///
  /// \param Target the place's address, with what the relocation adds.
  static Result relocate(std::uint32_t Type, std::byte *Where,
                         std::uint64_t Target);

  struct Symbol {
    const char *name;
    const void *address;
  };
  /// Functions of libgcc for what the processor has no instruction for, but
  /// those for whole numbers, which all machines need.
  static std::span<const Symbol> libgccFunctions();
};

/// Where the stack was when a signal came.
///
/// \param Context what the handler was given: a ucontext_t.
std::uintptr_t stackPointer(const void *Context);

} // namespace ferry::exec

#endif // FERRY_EXEC_MACHINECODE_H
