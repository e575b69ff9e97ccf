//===- BinaryEdits.cpp - Changes program binaries -------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "BinaryEdits.h"

#include <algorithm>
#include <elf.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace conformance::fuzz {

namespace {

// Of the container (src/compiler/ProgramBinary.cpp): a header, and then texts
// after their lengths, see textsOf().
constexpr size_t ChecksumAt = 8, CoveredFrom = 24, PayloadBytesAt = 40,
                 HeaderBytes = 48;

template <class T> T read(const Binary &From, size_t At) {
  T Value{};
  if (At <= From.size() && From.size() - At >= sizeof(T))
    std::memcpy(&Value, From.data() + At, sizeof(T));
  return Value;
}
template <class T> void write(Binary &To, size_t At, T Value) {
  if (At <= To.size() && To.size() - At >= sizeof(T))
    std::memcpy(To.data() + At, &Value, sizeof(T));
}

/// Where the lengths are of what can be objects and bitcode: the program, what
/// code is generated from, and each version of a kernel.
std::vector<size_t> textsOf(const Binary &Bytes) {
  auto behind = [&](size_t At) { return At + 8 + read<uint64_t>(Bytes, At); };
  const size_t Image = behind(HeaderBytes), Kernels = behind(Image);
  std::vector<size_t> Result = {Image, Kernels};
  size_t At = behind(Kernels);
  for (size_t Left = read<uint64_t>(Bytes, At); Left; --Left) {
    // The kernel's name, its rows, and what it takes for granted come first.
    const size_t Code = behind(behind(At + 8) + sizeof(uint32_t));
    Result.push_back(Code);
    At = behind(Code) - 8;
  }
  return Result;
}

void repair(Binary &Bytes) {
  if (Bytes.size() < HeaderBytes)
    return;
  write<uint64_t>(Bytes, PayloadBytesAt, Bytes.size() - HeaderBytes);
  const XXH128_hash_t Sum =
      XXH3_128bits(Bytes.data() + CoveredFrom, Bytes.size() - CoveredFrom);
  write(Bytes, ChecksumAt, Sum.low64);
  write(Bytes, ChecksumAt + 8, Sum.high64);
}

/// A number that something may make much of.
uint64_t number(uint64_t Old, Choices &From) {
  static const uint64_t Borders[] = {
      0,          1,          2,          7,          8,
      0x7f,       0xff,       0x1000,     0xffff,     0x7fffffff,
      0x80000000, 0xffffffff, 1ull << 32, 1ull << 40, INT64_MAX,
      1ull << 63, UINT64_MAX, -7ull,      -4096ull};
  switch (From.below(4)) {
  case 0:
    return From.from(Borders);
  case 1:
    return Old + From.bytes(1) - 128;
  case 2:
    return Old ^ 1ull << From.below(64);
  default:
    return From.bytes(8);
  }
}

/// Changes a number of 1 to 8 bytes.
void changeNumber(Binary &Bytes, size_t At, Choices &From) {
  switch (From.below(4)) {
  case 0:
    return write(Bytes, At, uint8_t(number(read<uint8_t>(Bytes, At), From)));
  case 1:
    return write(Bytes, At, uint16_t(number(read<uint16_t>(Bytes, At), From)));
  case 2:
    return write(Bytes, At, uint32_t(number(read<uint32_t>(Bytes, At), From)));
  default:
    return write(Bytes, At, number(read<uint64_t>(Bytes, At), From));
  }
}

/// Changes bytes wherever they are.
void changeBytes(Binary &Bytes, Choices &From) {
  const size_t At = From.below(Bytes.size() + 1);
  const size_t Count = std::min(From.below(256), Bytes.size() - At);
  const auto Begin = Bytes.begin() + ptrdiff_t(At);
  switch (From.below(6)) {
  case 0:
  case 1:
    return changeNumber(Bytes, At, From);
  case 2: {
    const Binary Copy(Begin, Begin + ptrdiff_t(Count));
    std::ranges::copy(
        Copy, Bytes.begin() + ptrdiff_t(From.below(Bytes.size() - Count + 1)));
    return;
  }
  case 3:
    Bytes.erase(Begin, Begin + ptrdiff_t(Count));
    return;
  case 4:
    Bytes.insert(Begin, Count, uint8_t(From.bytes(1)));
    return;
  case 5:
    Bytes.resize(At);
    return;
  }
}

/// Changes a number in a table of an ELF object, or in one of its sections.
void changeObject(Binary &Image, Choices &From) {
  const auto Header = read<Elf64_Ehdr>(Image, 0);
  auto sectionAt = [&](size_t Index) {
    return Header.e_shoff + Index * sizeof(Elf64_Shdr);
  };
  const size_t Index = From.below(std::max<size_t>(Header.e_shnum, 1));
  // Any field, at its place or beside it.
  auto fieldOf = [&](size_t Bytes) { return From.below(Bytes / 2) * 2; };
  switch (From.below(4)) {
  case 0:
    return changeNumber(Image, fieldOf(sizeof(Elf64_Ehdr)), From);
  case 1:
    return changeNumber(Image, sectionAt(Index) + fieldOf(sizeof(Elf64_Shdr)),
                        From);
  default: {
    const auto Section = read<Elf64_Shdr>(Image, sectionAt(Index));
    const size_t Step = std::clamp<size_t>(Section.sh_entsize, 4, 64);
    const size_t Entries = std::max<size_t>(Section.sh_size / Step, 1);
    return changeNumber(
        Image,
        Section.sh_offset +
            From.below(std::min<size_t>(Entries, 65536)) * Step + fieldOf(Step),
        From);
  }
  }
}

} // namespace

void change(Binary &Bytes, Choices &From) {
  const size_t How = From.below(16);
  if (How == 0) { // The container, right or not.
    while (!From.areMade())
      changeBytes(Bytes, From);
    return repair(Bytes);
  }
  if (How == 1)
    return changeBytes(Bytes, From);
  const std::vector<size_t> Texts = textsOf(Bytes);
  const size_t At = Texts[From.below(Texts.size())];
  const auto Begin = Bytes.begin() + ptrdiff_t(At + 8);
  const auto End = Begin + ptrdiff_t(read<uint64_t>(Bytes, At));
  Binary Image(Begin, End);
  const bool IsObject = Image.size() >= SELFMAG &&
                        std::memcmp(Image.data(), ELFMAG, SELFMAG) == 0;
  while (!From.areMade())
    if (IsObject && !From.isOneIn(8))
      changeObject(Image, From);
    else
      changeBytes(Image, From);
  Bytes.insert(Bytes.erase(Begin, End), Image.begin(), Image.end());
  write<uint64_t>(Bytes, At, Image.size());
  repair(Bytes);
}

} // namespace conformance::fuzz
