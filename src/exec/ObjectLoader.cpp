//===- ObjectLoader.cpp - Maps an executable program ----------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// One mapping holds an object: code and import stubs, then constants and the
/// global offset table, then variables, each part from a page of its own.
/// Nothing is ever writable and executable at once. Every offset in the file is
/// checked before it is used.
///
//===----------------------------------------------------------------------===//

#include "exec/ObjectLoader.h"

#include "exec/KernelTable.h"
#include "exec/MachineCode.h"
#include "exec/ObjectSymbols.h"
#include "exec/PerfDump.h"

#include <algorithm>
#include <cstring>
#include <elf.h>
#include <span>
#include <sys/mman.h>
#include <unistd.h>
#include <vector>

namespace ferry::exec {

namespace {

/// Why an object is refused.
struct Refused {
  std::string Why;
};

[[noreturn]] void refuse(std::string Why) { throw Refused{std::move(Why)}; }

/// An array inside the file, bounds and alignment checked.
template <typename T>
const T *arrayAt(std::string_view Image, std::uint64_t Offset,
                 std::uint64_t Count) {
  if (Offset > Image.size() || Count > (Image.size() - Offset) / sizeof(T))
    refuse("damaged object: a table lies outside of it");
  if ((reinterpret_cast<std::uintptr_t>(Image.data()) + Offset) % alignof(T))
    refuse("damaged object: a table is misaligned");
  return reinterpret_cast<const T *>(Image.data() + Offset);
}

enum Part { Code, Constants, Variables, NumParts };

} // namespace

/// The work of LoadedObject::load.
class ObjectLoader {
public:
  /// \param Program null if \p Image is one.
  ObjectLoader(std::string_view Image, const LoadedObject *Program,
               LoadedObject &Result)
      : Image(Image), Program(Program), Result(Result) {}

  void run() {
    readHeaders();
    layOut();
    for (const Elf64_Shdr &S : Sections)
      if (S.sh_type == SHT_RELA)
        collectImports(S);
    map();
    for (std::size_t I = 0; I != Sections.size(); ++I)
      if (Sections[I].sh_type == SHT_RELA)
        relocate(Sections[I]);
    protect();
    exportSymbols();
    if (Program)
      checkKernel();
    else
      checkProgram();
    tellTools();
  }

private:
  void readHeaders();
  void layOut();
  std::uint64_t reserve(Part P, std::uint64_t Bytes, std::uint64_t Alignment);
  void collectImports(const Elf64_Shdr &Table);
  void map();
  void relocate(const Elf64_Shdr &Table);
  void protect();
  void exportSymbols();
  template <typename T> const T &description(const char *Symbol);
  void checkProgram();
  void checkKernel();
  void tellTools();

  bool isLoaded(std::uint64_t Section) const {
    return Section < Sections.size() &&
           (Sections[Section].sh_flags & SHF_ALLOC);
  }
  /// The sections that the table's relocations apply to, if it is loaded.
  const Elf64_Shdr *targetOf(const Elf64_Shdr &Table) const {
    return isLoaded(Table.sh_info) ? &Sections[Table.sh_info] : nullptr;
  }
  const Elf64_Sym &symbol(std::uint64_t Index) const {
    if (Index >= Symbols.size())
      refuse("damaged object: no such symbol");
    return Symbols[Index];
  }
  std::string nameOf(const Elf64_Sym &S) const {
    if (S.st_name >= Names.size())
      refuse("damaged object: a name lies outside of it");
    return Names.data() + S.st_name; // The table ends with a NUL.
  }
  std::uint64_t addressOf(std::uint64_t Symbol) const;
  std::uint64_t placeOf(const Elf64_Rela &R) const;
  /// Where the \p Number-th is, once there is memory.
  std::byte *gotEntry(std::uint64_t Number) const {
    return Result.Memory + GotOffset + Number * 8;
  }
  std::byte *stub(std::uint64_t Number) const {
    return Result.Memory + StubOffset + Number * MachineCode::StubBytes;
  }

  std::string_view Image;
  const LoadedObject *Program;
  LoadedObject &Result;
  std::span<const Elf64_Shdr> Sections;
  std::span<const Elf64_Sym> Symbols;
  std::string_view Names;
  /// Where each section (by index), each common symbol (by symbol index) lies:
  /// bytes from the start of its part until map(), then of the mapping.
  std::vector<std::uint64_t> SectionOffset;
  std::unordered_map<std::uint64_t, std::uint64_t> CommonOffset;
  std::uint64_t PartBytes[NumParts] = {};
  std::uint64_t PartStart[NumParts] = {};
  /// By symbol index: the number of its entry in the GOT, of its stub.
  std::unordered_map<std::uint64_t, std::uint64_t> GotEntries;
  std::unordered_map<std::uint64_t, std::uint64_t> Stubs;
  std::uint64_t GotOffset = 0;
  std::uint64_t StubOffset = 0;
  /// Addresses of undefined symbols by symbol index.
  std::unordered_map<std::uint64_t, std::uint64_t> Imports;
};

void ObjectLoader::readHeaders() {
  const Elf64_Ehdr &H = *arrayAt<Elf64_Ehdr>(Image, 0, 1);
  if (std::memcmp(H.e_ident, ELFMAG, SELFMAG) != 0 ||
      H.e_ident[EI_CLASS] != ELFCLASS64 || H.e_ident[EI_DATA] != ELFDATA2LSB ||
      H.e_machine != MachineCode::ElfNumber || H.e_type != ET_REL ||
      H.e_shentsize != sizeof(Elf64_Shdr) || H.e_shnum == 0)
    refuse(std::string("not a relocatable object of ") + MachineCode::Name);
  Sections = {arrayAt<Elf64_Shdr>(Image, H.e_shoff, H.e_shnum), H.e_shnum};
  for (const Elf64_Shdr &S : Sections) {
    if (S.sh_type == SHT_REL && isLoaded(S.sh_info))
      refuse("unknown kind of relocation table");
    if (S.sh_type != SHT_SYMTAB)
      continue;
    if (S.sh_entsize != sizeof(Elf64_Sym) || S.sh_link >= Sections.size())
      refuse("damaged object: bad symbol table");
    Symbols = {
        arrayAt<Elf64_Sym>(Image, S.sh_offset, S.sh_size / sizeof(Elf64_Sym)),
        S.sh_size / sizeof(Elf64_Sym)};
    const Elf64_Shdr &Text = Sections[S.sh_link];
    Names = {arrayAt<char>(Image, Text.sh_offset, Text.sh_size), Text.sh_size};
    if (!Names.empty() && Names.back() != '\0')
      refuse("damaged object: names without an end");
  }
}

std::uint64_t ObjectLoader::reserve(Part P, std::uint64_t Bytes,
                                    std::uint64_t Alignment) {
  // Alignments beyond a page cannot be kept; programs are far below the limit
  // of a signed 32-bit distance.
  Alignment = std::max<std::uint64_t>(Alignment, 1);
  if ((Alignment & (Alignment - 1)) || Alignment > 4096)
    refuse("damaged object: bad alignment");
  std::uint64_t Start = (PartBytes[P] + Alignment - 1) & ~(Alignment - 1);
  if (Bytes > abi::MaxProgramBytes || Start + Bytes > abi::MaxProgramBytes)
    refuse("the program is larger than 1 GiB");
  PartBytes[P] = Start + Bytes;
  return Start;
}

void ObjectLoader::layOut() {
  SectionOffset.resize(Sections.size());
  for (std::size_t I = 0; I != Sections.size(); ++I) {
    const Elf64_Shdr &S = Sections[I];
    if (!isLoaded(I))
      continue;
    if (S.sh_flags & SHF_TLS)
      refuse("thread-local variables are not supported");
    if (S.sh_type != SHT_NOBITS)
      arrayAt<char>(Image, S.sh_offset, S.sh_size);
    Part P = S.sh_flags & SHF_EXECINSTR ? Code
             : S.sh_flags & SHF_WRITE   ? Variables
                                        : Constants;
    if (P == Code && S.sh_type == SHT_NOBITS)
      refuse("damaged object: code without contents");
    SectionOffset[I] = reserve(P, S.sh_size, S.sh_addralign);
  }
  for (std::size_t I = 0; I != Symbols.size(); ++I)
    if (Symbols[I].st_shndx == SHN_COMMON)
      CommonOffset[I] =
          reserve(Variables, Symbols[I].st_size, Symbols[I].st_value);
}

/// Finds the undefined symbols, and the symbols that need an entry in the GOT,
/// or a stub.
void ObjectLoader::collectImports(const Elf64_Shdr &Table) {
  if (!targetOf(Table))
    return;
  std::uint64_t Count = Table.sh_size / sizeof(Elf64_Rela);
  const Elf64_Rela *Relocations =
      arrayAt<Elf64_Rela>(Image, Table.sh_offset, Count);
  auto NeedEntry = [&](std::uint64_t Index) {
    GotEntries.emplace(Index, GotEntries.size());
  };
  for (const Elf64_Rela &R : std::span(Relocations, Count)) {
    std::uint64_t Index = ELF64_R_SYM(R.r_info);
    const Elf64_Sym &S = symbol(Index);
    bool IsUndefined = Index != 0 && S.st_shndx == SHN_UNDEF;
    if (IsUndefined && !Imports.count(Index)) {
      const std::string Name = nameOf(S);
      const void *Address = Program ? Program->lookup(Name) : nullptr;
      if (!Address)
        Address = runtimeSymbol(Name);
      if (!Address)
        refuse("undefined symbol: " + Name);
      Imports[Index] = reinterpret_cast<std::uintptr_t>(Address);
    }
    const MachineCode::Place Of = MachineCode::placeOf(ELF64_R_TYPE(R.r_info));
    if (Of == MachineCode::Place::Stub && IsUndefined)
      Stubs.emplace(Index, Stubs.size());
    if (Of == MachineCode::Place::GotEntry || Stubs.count(Index))
      NeedEntry(Index);
  }
}

void ObjectLoader::map() {
  StubOffset = reserve(Code, Stubs.size() * MachineCode::StubBytes,
                       MachineCode::StubBytes);
  GotOffset = reserve(Constants, GotEntries.size() * 8, 8);
  std::uint64_t Page = std::uint64_t(sysconf(_SC_PAGESIZE));
  std::uint64_t Bytes = 0;
  for (int P = 0; P != NumParts; ++P) {
    PartStart[P] = Bytes;
    Bytes += (PartBytes[P] + Page - 1) / Page * Page;
  }
  if (Bytes == 0)
    refuse("the object is empty");
  void *Memory = mmap(nullptr, Bytes, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (Memory == MAP_FAILED)
    refuse("out of memory");
  Result.Memory = static_cast<std::byte *>(Memory);
  Result.Bytes = Bytes;

  StubOffset += PartStart[Code];
  GotOffset += PartStart[Constants];
  for (auto &[Index, Offset] : CommonOffset)
    Offset += PartStart[Variables];
  for (std::size_t I = 0; I != Sections.size(); ++I) {
    const Elf64_Shdr &S = Sections[I];
    if (!isLoaded(I))
      continue;
    SectionOffset[I] += PartStart[S.sh_flags & SHF_EXECINSTR ? Code
                                  : S.sh_flags & SHF_WRITE   ? Variables
                                                             : Constants];
    if (S.sh_type != SHT_NOBITS)
      std::memcpy(Result.Memory + SectionOffset[I], Image.data() + S.sh_offset,
                  S.sh_size);
  }
  for (auto [Index, Entry] : GotEntries) {
    std::uint64_t Address = addressOf(Index);
    std::memcpy(Result.Memory + GotOffset + Entry * 8, &Address, 8);
  }
  for (auto [Index, Stub] : Stubs)
    MachineCode::writeStub(stub(Stub), gotEntry(GotEntries.at(Index)));
}

std::uint64_t ObjectLoader::addressOf(std::uint64_t Index) const {
  if (Index == 0)
    return 0;
  const Elf64_Sym &S = symbol(Index);
  if (S.st_shndx == SHN_ABS)
    return S.st_value;
  auto Base = reinterpret_cast<std::uintptr_t>(Result.Memory);
  if (S.st_shndx == SHN_COMMON)
    return Base + CommonOffset.at(Index);
  if (S.st_shndx == SHN_UNDEF)
    return Imports.at(Index);
  if (!isLoaded(S.st_shndx) || S.st_value > Sections[S.st_shndx].sh_size)
    refuse("damaged object: a symbol lies outside of its section");
  return Base + SectionOffset[S.st_shndx] + S.st_value;
}

/// Where what \p R refers to is: its symbol, or what stands for it.
std::uint64_t ObjectLoader::placeOf(const Elf64_Rela &R) const {
  const std::uint64_t Index = ELF64_R_SYM(R.r_info);
  const MachineCode::Place Of = MachineCode::placeOf(ELF64_R_TYPE(R.r_info));
  if (Of == MachineCode::Place::GotEntry)
    return reinterpret_cast<std::uintptr_t>(gotEntry(GotEntries.at(Index)));
  if (Of == MachineCode::Place::Stub)
    if (auto Stub = Stubs.find(Index); Stub != Stubs.end())
      return reinterpret_cast<std::uintptr_t>(stub(Stub->second));
  return addressOf(Index);
}

void ObjectLoader::relocate(const Elf64_Shdr &Table) {
  const Elf64_Shdr *Target = targetOf(Table);
  if (!Target)
    return;
  std::byte *Section = Result.Memory + SectionOffset[Table.sh_info];
  std::uint64_t Count = Table.sh_size / sizeof(Elf64_Rela);
  const Elf64_Rela *Relocations =
      arrayAt<Elf64_Rela>(Image, Table.sh_offset, Count);
  for (const Elf64_Rela &R : std::span(Relocations, Count)) {
    std::uint32_t Type = ELF64_R_TYPE(R.r_info);
    const std::size_t Width = MachineCode::widthOf(Type);
    if (Width == 0)
      continue;
    if (R.r_offset > Target->sh_size || Target->sh_size - R.r_offset < Width)
      refuse("damaged object: a relocation lies outside of its section");
    std::byte *Where = Section + R.r_offset;
    const MachineCode::Result Outcome =
        MachineCode::relocate(Type, Where, placeOf(R) + R.r_addend);
    if (Outcome == MachineCode::Result::Unknown)
      refuse("unknown relocation type " + std::to_string(Type));
    if (Outcome == MachineCode::Result::OutOfRange)
      refuse("a relocation of type " + std::to_string(Type) +
             " is out of range");
  }
}

void ObjectLoader::protect() {
  std::uint64_t End = PartStart[Constants];
  // Of processors that do not see by themselves what was written.
  __builtin___clear_cache(reinterpret_cast<char *>(Result.Memory),
                          reinterpret_cast<char *>(Result.Memory + End));
  if (End && mprotect(Result.Memory, End, PROT_READ | PROT_EXEC) != 0)
    refuse("memory cannot be made executable");
  if (PartStart[Variables] != End &&
      mprotect(Result.Memory + End, PartStart[Variables] - End, PROT_READ) != 0)
    refuse("memory cannot be made read-only");
}

void ObjectLoader::exportSymbols() {
  for (std::size_t I = 1; I < Symbols.size(); ++I) {
    const Elf64_Sym &S = Symbols[I];
    if (ELF64_ST_BIND(S.st_info) != STB_LOCAL && S.st_shndx != SHN_UNDEF)
      Result.Symbols[nameOf(S)] = reinterpret_cast<const void *>(addressOf(I));
  }
}

/// The constant of a type of ferry/abi.h that says what the object is.
template <typename T> const T &ObjectLoader::description(const char *Symbol) {
  const auto *Found = static_cast<const T *>(Result.lookup(Symbol));
  const auto At = reinterpret_cast<std::uintptr_t>(Found) -
                  reinterpret_cast<std::uintptr_t>(Result.Memory);
  if (!Found || At % alignof(T) || At > Result.Bytes ||
      Result.Bytes - At < sizeof(T))
    refuse("the object has no " + std::string(Symbol));
  if (Found->abiVersion != abi::Version)
    refuse("the object was made by another version of Ferry");
  return *Found;
}

void ObjectLoader::checkProgram() {
  const auto &Info = description<abi::ProgramInfo>(abi::ProgramSymbol);
  if (!isSound(Info, {Result.Memory, Result.Bytes}))
    refuse("damaged object: bad table of kernels");
  Result.Program = &Info;
}

void ObjectLoader::checkKernel() {
  const auto &Info = description<abi::KernelCode>(abi::KernelSymbol);
  if (!isSound(Info, {Result.Memory, PartBytes[Code]}))
    refuse("damaged object: bad description of a kernel");
  Result.Kernel = &Info;
}

/// For debuggers and perf.
void ObjectLoader::tellTools() {
  std::vector<std::uint64_t> Addresses(Sections.size());
  for (std::size_t I = 0; I != Sections.size(); ++I)
    if (isLoaded(I))
      Addresses[I] =
          reinterpret_cast<std::uintptr_t>(Result.Memory) + SectionOffset[I];
  const ObjectSymbols Tools(Image, Addresses);
  if (Tools.haveDebugInfo())
    Result.Debugged = std::make_unique<DebuggerObject>(Tools.forDebuggers());
  if (isDumpedForPerf())
    Tools.dumpForPerf();
}

//===----------------------------------------------------------------------===//
// LoadedObject
//===----------------------------------------------------------------------===//

std::shared_ptr<const LoadedObject>
LoadedObject::load(std::string_view Image, const LoadedObject *Program,
                   std::string &Error) {
  std::shared_ptr<LoadedObject> Result(new LoadedObject);
  try {
    // Tables are read in place, so that the image has to be aligned.
    std::vector<std::uint64_t> Aligned;
    if (reinterpret_cast<std::uintptr_t>(Image.data()) % 8) {
      Aligned.resize((Image.size() + 7) / 8);
      std::memcpy(Aligned.data(), Image.data(), Image.size());
      Image = {reinterpret_cast<const char *>(Aligned.data()), Image.size()};
    }
    ObjectLoader(Image, Program, *Result).run();
    return Result;
  } catch (const Refused &R) {
    Error = R.Why;
    return nullptr;
  }
}

std::shared_ptr<const LoadedObject>
LoadedObject::loadProgram(std::string_view Image, std::string &Error) {
  return load(Image, nullptr, Error);
}

std::shared_ptr<const LoadedObject>
LoadedObject::loadKernel(std::string_view Image, const LoadedObject &Program,
                         std::string &Error) {
  return load(Image, &Program, Error);
}

LoadedObject::~LoadedObject() {
  if (Memory)
    munmap(Memory, Bytes);
}

const void *LoadedObject::lookup(std::string_view Symbol) const {
  auto Found = Symbols.find(std::string(Symbol));
  return Found == Symbols.end() ? nullptr : Found->second;
}

} // namespace ferry::exec
