//===- ObjectSymbols.h - What tools learn of an object ----------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_EXEC_OBJECTSYMBOLS_H
#define FERRY_EXEC_OBJECTSYMBOLS_H

#include "exec/LineTable.h"

#include <cstdint>
#include <elf.h>
#include <span>
#include <string>
#include <string_view>

namespace ferry::exec {

/// The symbols and the debug information of an object that has been loaded.
/// What is damaged is left out.
class ObjectSymbols {
public:
  /// \param Image an ELF object whose headers, section table, symbols and
  ///        loaded sections the loader has checked.
  /// \param Addresses of its sections, by their numbers; 0 for those that are
  ///        not loaded. Both must live as long.
  ObjectSymbols(std::string_view Image,
                std::span<const std::uint64_t> Addresses);

  bool haveDebugInfo() const { return findSection(".debug_info"); }

  /// The object, with the addresses of its sections.
  std::string forDebuggers() const;

  /// Its lines, in order within a function.
  LineTable lines() const;

  /// Tells perf of each function.
  void dumpForPerf() const;

private:
  const Elf64_Shdr *findSection(std::string_view Name) const;
  std::string_view contents(const Elf64_Shdr &S) const;
  template <typename T>
  std::span<const T> elements(const Elf64_Shdr &Table) const;
  std::uint64_t addressOf(const Elf64_Sym &S) const;

  std::string_view Image;
  std::span<const std::uint64_t> Addresses;
  std::span<const Elf64_Shdr> Sections;
  std::span<const Elf64_Sym> Symbols;
  std::string_view SectionNames, SymbolNames;
};

} // namespace ferry::exec

#endif // FERRY_EXEC_OBJECTSYMBOLS_H
