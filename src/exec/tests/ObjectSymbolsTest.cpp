//===- ObjectSymbolsTest.cpp - What tools learn of objects ----------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "exec/ObjectSymbols.h"

#include "exec/ObjectLoader.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <vector>

using namespace ferry::exec;

/// As gdb has it.
extern "C" {
struct FerryDebuggerList {
  std::uint32_t version, action;
  DebuggerObject::Entry *relevant, *first;
};
extern FerryDebuggerList __jit_debug_descriptor;
}

namespace {

std::string object(const std::string &Name) {
  std::ifstream File(FERRY_TEST_OBJECTS "/" + Name + ".o", std::ios::binary);
  return std::string{std::istreambuf_iterator<char>(File), {}};
}

/// An object whose sections lie at addresses of their own.
struct Placed {
  std::string image;
  std::vector<std::uint64_t> addresses;

  explicit Placed(const std::string &Name) : image(object(Name)) {
    for (const Elf64_Shdr &S : sections(image))
      addresses.push_back(
          S.sh_flags & SHF_ALLOC ? 0x10000 * (addresses.size() + 1) : 0);
  }
  static std::span<const Elf64_Shdr> sections(const std::string &Image) {
    const auto &H = *reinterpret_cast<const Elf64_Ehdr *>(Image.data());
    return {reinterpret_cast<const Elf64_Shdr *>(Image.data() + H.e_shoff),
            H.e_shnum};
  }
};

TEST(ObjectSymbols, TellsWhetherThereIsDebugInformation) {
  const Placed With("lines"), Without("good");
  EXPECT_TRUE(ObjectSymbols(With.image, With.addresses).haveDebugInfo());
  EXPECT_FALSE(ObjectSymbols(Without.image, Without.addresses).haveDebugInfo());
}

TEST(ObjectSymbols, HasTheLinesOfTheSource) {
  const Placed P("lines");
  const LineTable Table = ObjectSymbols(P.image, P.addresses).lines();
  ASSERT_FALSE(Table.rows.empty());
  // The sum is on line 5 of the file.
  const auto Row = std::find_if(Table.rows.begin(), Table.rows.end(),
                                [](const LineRow &R) { return R.line == 5; });
  ASSERT_NE(Row, Table.rows.end());
  EXPECT_TRUE(Table.files[Row->file].starts_with("/"));
  EXPECT_TRUE(Table.files[Row->file].ends_with("/objects/lines.c"));
  for (const LineRow &R : Table.rows) {
    const auto Section = R.address / 0x10000 - 1;
    ASSERT_LT(Section, P.addresses.size());
    EXPECT_TRUE(Placed::sections(P.image)[Section].sh_flags & SHF_EXECINSTR);
  }
}

TEST(ObjectSymbols, DamagedLinesAreLeftOut) {
  const Placed P("lines");
  const auto Sections = Placed::sections(P.image);
  for (std::size_t I = 0; I != Sections.size(); ++I) {
    if (Sections[I].sh_flags & SHF_ALLOC || Sections[I].sh_type != SHT_PROGBITS)
      continue;
    for (std::uint64_t At = 0; At != Sections[I].sh_size; ++At)
      for (unsigned char Byte : {0x00, 0x7f, 0xff}) {
        Placed Bad = P;
        Bad.image[Sections[I].sh_offset + At] = char(Byte);
        const LineTable Table = ObjectSymbols(Bad.image, Bad.addresses).lines();
        for (const LineRow &R : Table.rows)
          ASSERT_LT(R.file, Table.files.size());
      }
  }
}

TEST(ObjectSymbols, DebuggersHaveTheAddresses) {
  const Placed P("lines");
  const std::string Copy = ObjectSymbols(P.image, P.addresses).forDebuggers();
  const auto Sections = Placed::sections(Copy);
  for (std::size_t I = 0; I != Sections.size(); ++I)
    EXPECT_EQ(Sections[I].sh_addr, P.addresses[I]);
}

bool isListed(const DebuggerObject::Entry *Wanted) {
  for (auto *E = __jit_debug_descriptor.first; E; E = E->next)
    if (E == Wanted)
      return true;
  return false;
}

TEST(DebuggerInterface, KnowsAnObjectWhileItLives) {
  EXPECT_EQ(__jit_debug_descriptor.version, 1u);
  std::string Error;
  auto One = LoadedObject::loadProgram(object("lines"), Error);
  ASSERT_TRUE(One) << Error;
  const auto *OfOne = __jit_debug_descriptor.relevant;
  EXPECT_EQ(__jit_debug_descriptor.action, 1u);
  EXPECT_TRUE(isListed(OfOne));
  auto Two = LoadedObject::loadProgram(object("lines"), Error);
  const auto *OfTwo = __jit_debug_descriptor.relevant;
  EXPECT_NE(OfTwo, OfOne);
  One.reset();
  EXPECT_EQ(__jit_debug_descriptor.action, 2u);
  EXPECT_FALSE(isListed(OfOne));
  EXPECT_TRUE(isListed(OfTwo));
  Two.reset();
  EXPECT_FALSE(isListed(OfTwo));
}

TEST(DebuggerInterface, DoesNotKnowAnObjectWithoutDebugInformation) {
  const auto *Before = __jit_debug_descriptor.first;
  std::string Error;
  auto Loaded = LoadedObject::loadProgram(object("good"), Error);
  ASSERT_TRUE(Loaded) << Error;
  EXPECT_EQ(__jit_debug_descriptor.first, Before);
}

} // namespace
