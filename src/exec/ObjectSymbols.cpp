//===- ObjectSymbols.cpp - What tools learn of an object ------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "exec/ObjectSymbols.h"

#include "exec/MachineCode.h"
#include "exec/PerfDump.h"

#include <cstddef>
#include <cstring>

namespace ferry::exec {

/// The text that starts at \p Offset in a table of names; empty if there is
/// none.
static std::string_view nameAt(std::string_view Names, std::uint64_t Offset) {
  if (Offset >= Names.size())
    return "";
  Names.remove_prefix(Offset);
  return Names.substr(0, Names.find('\0'));
}

ObjectSymbols::ObjectSymbols(std::string_view Image,
                             std::span<const std::uint64_t> Addresses)
    : Image(Image), Addresses(Addresses) {
  const auto &H = *reinterpret_cast<const Elf64_Ehdr *>(Image.data());
  Sections = {reinterpret_cast<const Elf64_Shdr *>(Image.data() + H.e_shoff),
              H.e_shnum};
  if (H.e_shstrndx < Sections.size())
    SectionNames = contents(Sections[H.e_shstrndx]);
  for (const Elf64_Shdr &S : Sections)
    if (S.sh_type == SHT_SYMTAB) {
      Symbols = elements<Elf64_Sym>(S);
      SymbolNames = contents(Sections[S.sh_link]);
    }
}

std::string_view ObjectSymbols::contents(const Elf64_Shdr &S) const {
  if (S.sh_type == SHT_NOBITS || S.sh_offset > Image.size() ||
      S.sh_size > Image.size() - S.sh_offset)
    return "";
  return Image.substr(S.sh_offset, S.sh_size);
}

template <typename T>
std::span<const T> ObjectSymbols::elements(const Elf64_Shdr &Table) const {
  const std::string_view Bytes = contents(Table);
  if (reinterpret_cast<std::uintptr_t>(Bytes.data()) % alignof(T))
    return {};
  return {reinterpret_cast<const T *>(Bytes.data()), Bytes.size() / sizeof(T)};
}

const Elf64_Shdr *ObjectSymbols::findSection(std::string_view Name) const {
  for (const Elf64_Shdr &S : Sections)
    if (nameAt(SectionNames, S.sh_name) == Name)
      return &S;
  return nullptr;
}

/// 0 if it is not in a section that is loaded.
std::uint64_t ObjectSymbols::addressOf(const Elf64_Sym &S) const {
  return S.st_shndx < Addresses.size() && Addresses[S.st_shndx]
             ? Addresses[S.st_shndx] + S.st_value
             : 0;
}

std::string ObjectSymbols::forDebuggers() const {
  std::string Copy(Image);
  const auto Table = std::size_t(
      reinterpret_cast<const char *>(Sections.data()) - Image.data());
  for (std::size_t I = 0; I != Sections.size(); ++I)
    if (Addresses[I])
      std::memcpy(Copy.data() + Table + I * sizeof(Elf64_Shdr) +
                      offsetof(Elf64_Shdr, sh_addr),
                  &Addresses[I], sizeof(Addresses[I]));
  return Copy;
}

LineTable ObjectSymbols::lines() const {
  const Elf64_Shdr *Lines = findSection(".debug_line");
  if (!Lines)
    return {};
  std::string Bytes(contents(*Lines));
  for (const Elf64_Shdr &S : Sections) {
    if (S.sh_type != SHT_RELA || S.sh_info >= Sections.size() ||
        &Sections[S.sh_info] != Lines)
      continue;
    for (const Elf64_Rela &R : elements<Elf64_Rela>(S)) {
      // An address, or where a text lies in its section.
      const std::size_t Width = MachineCode::widthOf(ELF64_R_TYPE(R.r_info));
      const std::uint64_t Index = ELF64_R_SYM(R.r_info);
      if (Index >= Symbols.size() || R.r_offset > Bytes.size() ||
          Bytes.size() - R.r_offset < Width)
        continue;
      const std::uint64_t Value =
          addressOf(Symbols[Index]) + std::uint64_t(R.r_addend);
      std::memcpy(Bytes.data() + R.r_offset, &Value, Width);
    }
  }
  const Elf64_Shdr *Strings = findSection(".debug_line_str");
  return readLines(Bytes, Strings ? contents(*Strings) : "");
}

void ObjectSymbols::dumpForPerf() const {
  const LineTable Lines = lines();
  for (const Elf64_Sym &S : Symbols) {
    const std::uint64_t Address = addressOf(S);
    if (ELF64_ST_TYPE(S.st_info) != STT_FUNC || !Address)
      continue;
    const Elf64_Shdr &Section = Sections[S.st_shndx];
    if (S.st_value > Section.sh_size ||
        S.st_size > Section.sh_size - S.st_value)
      continue;
    std::string_view Name = nameAt(SymbolNames, S.st_name);
    for (std::string_view Prefix : {"ferry.", "kernel."})
      if (Name.starts_with(Prefix))
        Name.remove_prefix(Prefix.size());
    exec::dumpForPerf(
        Name, {reinterpret_cast<const std::byte *>(Address), S.st_size}, Lines);
  }
}

} // namespace ferry::exec
