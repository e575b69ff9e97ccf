//===- Printf.cpp - printf of OpenCL C ------------------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The OpenCL C Specification, 6.15.14 "printf". A conversion is read, checked
/// and handed to the C library piece by piece, so that flags, width and
/// precision mean what they mean in C. What the specification leaves undefined
/// costs nothing but the conversion where it happens.
///
//===----------------------------------------------------------------------===//

#include "exec/PrintfSink.h"
#include "ferry/abi.h"
#include "ferry/lazy.h"

#include <algorithm>
#include <bit>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <locale.h>
#include <new>
#include <string>

namespace ferry::exec {

namespace {

/// Numbers are written in the C locale whatever the host program has set.
class CLocale {
public:
  CLocale() : Before(uselocale(get())) {}
  ~CLocale() { uselocale(Before); }
  CLocale(const CLocale &) = delete;
  CLocale &operator=(const CLocale &) = delete;

private:
  static locale_t get() {
    static constinit Lazy<locale_t> C;
    return C.get([] { return newlocale(LC_ALL_MASK, "C", nullptr); });
  }
  locale_t Before;
};

/// Widths and precisions beyond this are refused.
constexpr long MaxNumber = 1 << 20;

template <typename T> T load(const std::byte *At) {
  T Value;
  std::memcpy(&Value, At, sizeof(T));
  return Value;
}

/// One argument, in its place in the block.
struct Argument {
  const std::byte *data;
  std::uint64_t bytes;

  /// The \p Size bytes, at most 8, that start \p At bytes into it; what lies
  /// beyond its end is what an integer is widened by.
  std::uint64_t bits(std::uint64_t At, unsigned Size, bool IsSigned) const {
    const std::uint64_t Here =
        At < bytes ? std::min<std::uint64_t>(bytes - At, Size) : 0;
    std::uint64_t Value = 0;
    if (Here == 0)
      return Value;
    std::memcpy(&Value, data + At, Here);
    const unsigned Shift = unsigned(64 - 8 * Here);
    return IsSigned ? std::uint64_t(std::int64_t(Value << Shift) >> Shift)
                    : Value;
  }
};

/// The packed arguments (ferry/abi.h), read from the front.
class Arguments {
public:
  Arguments(const void *Start, std::uint64_t Bytes)
      : At(static_cast<const std::byte *>(Start)), End(At + Bytes) {}

  /// \returns false if there are no more.
  bool take(Argument &Next) {
    if (At == End)
      return false;
    Next = {At + 8, load<std::uint64_t>(At)};
    At += 8 + (Next.bytes + 7) / 8 * 8;
    return true;
  }

private:
  const std::byte *At, *End;
};

/// One conversion specification.
struct Conversion {
  std::string flagsAndWidth; ///< With precision, without the percent sign.
  unsigned elements = 0;     ///< Of the vector; 0 for a scalar.
  unsigned bytes = 0; ///< Of an element by the length modifier; 0: none given.
  char letter = 0;    ///< 0 if there is none that takes an argument.
  bool isValid = true;
};

/// Reads what follows the percent sign.
class Reader {
public:
  Reader(const char *&At, Arguments &Args) : At(At), Args(Args) {}

  Conversion read() {
    while (*At && std::strchr("-+ #0", *At))
      C.flagsAndWidth += *At++;
    readNumber(/*IsPrecision=*/false);
    if (*At == '.') {
      ++At;
      readNumber(/*IsPrecision=*/true);
    }
    if (*At == 'v')
      readVector();
    readLength();
    // "The n conversion specifier is not supported by OpenCL C but is
    // reserved": in C it has an argument.
    if (*At && std::strchr("diouxXfFeEgGaAcspn", *At))
      C.letter = *At++;
    // Strings, characters and pointers do not come in vectors.
    C.isValid &= C.letter && C.letter != 'n' &&
                 !(C.elements && std::strchr("csp", C.letter));
    return std::move(C);
  }

private:
  /// A width, or a precision. That of C99 may be an argument, too.
  void readNumber(bool IsPrecision) {
    long Number = 0;
    bool IsGiven = IsPrecision;
    if (*At == '*') {
      ++At;
      Argument A{};
      C.isValid &= Args.take(A);
      Number = int(A.bits(0, 4, true));
      IsGiven = true;
    }
    for (; *At >= '0' && *At <= '9'; ++At) {
      Number = std::min(Number * 10 + (*At - '0'), MaxNumber + 1);
      IsGiven = true;
    }
    // "A negative field width argument is taken as a - flag followed by a
    // positive field width. A negative precision argument is taken as if the
    // precision were omitted." (C99, 7.19.6.1)
    if (!IsGiven || (IsPrecision && Number < 0))
      return;
    C.isValid &= std::abs(Number) <= MaxNumber;
    if (C.isValid)
      C.flagsAndWidth += (IsPrecision ? "." : "") + std::to_string(Number);
  }

  void readVector() {
    ++At;
    while (*At >= '0' && *At <= '9' && C.elements < 100)
      C.elements = C.elements * 10 + unsigned(*At++ - '0');
    for (unsigned Known : {2u, 3u, 4u, 8u, 16u})
      if (C.elements == Known)
        return;
    C.isValid = false;
  }

  /// Those of C99 mean the same here, as programs use them.
  void readLength() {
    constexpr struct {
      const char *text;
      unsigned bytes;
    } Lengths[] = {{"hh", 1}, {"hl", 4}, {"h", 2}, {"ll", 8}, {"l", 8},
                   {"z", 8},  {"t", 8},  {"j", 8}, {"L", 8}};
    for (auto [Text, Bytes] : Lengths)
      if (const std::size_t Size = std::strlen(Text);
          std::strncmp(At, Text, Size) == 0) {
        C.bytes = Bytes;
        At += Size;
        return;
      }
  }

  const char *&At;
  Arguments &Args;
  Conversion C;
};

template <typename T>
void append(std::string &Text, const Conversion &C, const char *Length,
            T Value) {
  std::string Format = "%" + C.flagsAndWidth + Length + C.letter;
  char Short[64];
  int Size = std::snprintf(Short, sizeof(Short), Format.c_str(), Value);
  if (Size < 0)
    return;
  if (std::size_t(Size) < sizeof(Short)) {
    Text.append(Short, std::size_t(Size));
    return;
  }
  std::size_t Old = Text.size();
  Text.resize(Old + std::size_t(Size) + 1);
  std::snprintf(Text.data() + Old, std::size_t(Size) + 1, Format.c_str(),
                Value);
  Text.pop_back();
}

/// The number of \p Bytes bytes that starts \p At bytes into \p A.
void appendNumber(std::string &Text, const Conversion &C, const Argument &A,
                  std::uint64_t At, unsigned Bytes) {
  if (std::strchr("diouxX", C.letter)) {
    const bool IsSigned = C.letter == 'd' || C.letter == 'i';
    append(Text, C, "ll", (long long)(A.bits(At, Bytes, IsSigned)));
    return;
  }
  const std::uint64_t Bits = A.bits(At, Bytes, false);
  append(Text, C, "",
         Bytes == 8   ? std::bit_cast<double>(Bits)
         : Bytes == 4 ? double(std::bit_cast<float>(std::uint32_t(Bits)))
                      : double(std::bit_cast<_Float16>(std::uint16_t(Bits))));
}

void appendScalar(std::string &Text, const Conversion &C, const Argument &A) {
  switch (C.letter) {
  case 'c':
    return append(Text, C, "", int(A.bits(0, 4, true)));
  case 's': {
    auto *String = reinterpret_cast<const char *>(A.bits(0, 8, false));
    return append(Text, C, "", A.bytes == 8 && String ? String : "(null)");
  }
  case 'p':
    return append(Text, C, "",
                  reinterpret_cast<const void *>(A.bits(0, 8, false)));
  case 'd':
  case 'i':
  case 'o':
  case 'u':
  case 'x':
  case 'X':
    return appendNumber(Text, C, A, 0, C.bytes ? C.bytes : 4);
  default:
    return appendNumber(Text, C, A, 0, 8);
  }
}

void appendVector(std::string &Text, const Conversion &C, const Argument &A) {
  // Without a length modifier the elements are those of int4, float4 and so on,
  // or as large as the argument says.
  const std::uint64_t Count = C.elements == 3 ? 4 : C.elements;
  const unsigned Bytes = C.bytes ? C.bytes : A.bytes > 4 * Count ? 8 : 4;
  for (unsigned I = 0; I != C.elements; ++I) {
    if (I)
      Text += ',';
    appendNumber(Text, C, A, std::uint64_t(I) * Bytes, Bytes);
  }
}

/// \returns false if the format is wrong; the rest of it is written all the
///          same.
bool format(std::string &Text, const char *Format, Arguments Args) {
  CLocale Numbers;
  bool IsGood = true;
  for (const char *At = Format; *At;) {
    const char *Percent = std::strchr(At, '%');
    if (!Percent) {
      Text += At;
      break;
    }
    Text.append(At, Percent);
    At = Percent + 1;
    if (*At == '%') {
      Text += *At++;
      continue;
    }
    const Conversion C = Reader(At, Args).read();
    Argument A;
    const bool IsThere = C.letter && Args.take(A);
    if (!C.isValid || !IsThere) {
      Text.append(Percent, At);
      IsGood = false;
    } else if (C.elements) {
      appendVector(Text, C, A);
    } else {
      appendScalar(Text, C, A);
    }
  }
  return IsGood;
}

} // namespace

} // namespace ferry::exec

extern "C" std::int32_t ferry_printf(ferry::abi::ThreadState *State,
                                     const char *Format, const void *Args,
                                     std::uint64_t ArgBytes) {
  auto &Sink = *static_cast<ferry::exec::PrintfSink *>(State->printfSink);
  bool Good = false;
  try {
    Good = ferry::exec::format(Sink.text(), Format,
                               ferry::exec::Arguments(Args, ArgBytes));
  } catch (const std::bad_alloc &) {
    // Generated code knows no exceptions; what has been written stays.
  }
  Sink.commit();
  // "printf returns 0 if it was executed successfully and -1 otherwise."
  return Good ? 0 : -1;
}
