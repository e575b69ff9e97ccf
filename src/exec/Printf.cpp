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
/// precision mean what they mean in C.
///
//===----------------------------------------------------------------------===//

#include "exec/PrintfSink.h"
#include "ferry/abi.h"

#include <algorithm>
#include <cstdio>
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
    static const locale_t C = newlocale(LC_ALL_MASK, "C", nullptr);
    return C;
  }
  locale_t Before;
};

/// Widths and precisions beyond this are refused.
constexpr unsigned MaxNumber = 1 << 20;

/// One conversion specification.
struct Conversion {
  std::string flagsAndWidth; ///< With precision, without the percent sign.
  unsigned elements = 1;     ///< Of the vector; 1 for a scalar.
  bool isVector = false;
  unsigned bytes = 0; ///< Of an element by the length modifier; 0: none given.
  char letter = 0;
};

/// Reads from \p At, just behind the percent sign. \returns false if the
/// specification does not allow what it finds.
bool readConversion(const char *&At, Conversion &C) {
  auto TakeNumber = [&] {
    unsigned Number = 0;
    for (; *At >= '0' && *At <= '9' && Number <= MaxNumber; ++At) {
      Number = Number * 10 + unsigned(*At - '0');
      C.flagsAndWidth += *At;
    }
    return Number <= MaxNumber;
  };
  while (*At && std::strchr("-+ #0", *At))
    C.flagsAndWidth += *At++;
  if (!TakeNumber())
    return false;
  if (*At == '.') {
    C.flagsAndWidth += *At++;
    if (!TakeNumber())
      return false;
  }
  if (*At == 'v') {
    ++At;
    C.isVector = true;
    C.elements = 0;
    while (*At >= '0' && *At <= '9' && C.elements < 100)
      C.elements = C.elements * 10 + unsigned(*At++ - '0');
    if (C.elements != 2 && C.elements != 3 && C.elements != 4 &&
        C.elements != 8 && C.elements != 16)
      return false;
  }
  if (At[0] == 'h' && At[1] == 'h')
    C.bytes = 1, At += 2;
  else if (At[0] == 'h' && At[1] == 'l')
    C.bytes = 4, At += 2;
  else if (At[0] == 'h')
    C.bytes = 2, At += 1;
  else if (At[0] == 'l')
    C.bytes = 8, At += 1;
  C.letter = *At;
  if (!C.letter || !std::strchr("diouxXfFeEgGaAcsp", C.letter))
    return false;
  ++At;
  // "The hl modifier can only be used with the vector specifier"; strings,
  // characters and pointers do not come in vectors.
  bool IsNumber = !std::strchr("csp", C.letter);
  return IsNumber ? C.isVector || At[-2] != 'l' || At[-3] != 'h' : !C.isVector;
}

/// The packed arguments, read from the front.
class Arguments {
public:
  Arguments(const void *Start, std::uint64_t Bytes)
      : Start(static_cast<const std::byte *>(Start)), Bytes(Bytes) {}

  /// The next argument, which is \p Size bytes large (a power of two); null at
  /// the end.
  const std::byte *take(std::uint64_t Size) {
    std::uint64_t At = (Used + Size - 1) & ~(Size - 1);
    if (Bytes < Size || At > Bytes - Size)
      return nullptr;
    Used = At + Size;
    return Start + At;
  }

private:
  const std::byte *Start;
  std::uint64_t Bytes;
  std::uint64_t Used = 0;
};

template <typename T> T load(const std::byte *At) {
  T Value;
  std::memcpy(&Value, At, sizeof(T));
  return Value;
}

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

void appendInteger(std::string &Text, const Conversion &C, const std::byte *At,
                   unsigned Bytes, unsigned Shown) {
  bool IsSigned = C.letter == 'd' || C.letter == 'i';
  std::uint64_t Value = 0;
  std::memcpy(&Value, At, Bytes);
  // The length modifier says how much of a widened scalar counts.
  unsigned Shift = 64 - 8 * std::min(Bytes, Shown);
  if (IsSigned)
    append(Text, C, "ll",
           static_cast<long long>(std::int64_t(Value << Shift) >> Shift));
  else
    append(Text, C, "ll", static_cast<long long>(Value << Shift >> Shift));
}

void appendFloat(std::string &Text, const Conversion &C, const std::byte *At,
                 unsigned Bytes) {
  double Value = Bytes == 8   ? load<double>(At)
                 : Bytes == 4 ? double(load<float>(At))
                              : double(load<_Float16>(At));
  append(Text, C, "", Value);
}

/// \returns false if the arguments are at their end.
bool appendConversion(std::string &Text, const Conversion &C, Arguments &Args) {
  switch (C.letter) {
  case 'c': {
    const std::byte *At = Args.take(4);
    if (At)
      append(Text, C, "", load<int>(At));
    return At;
  }
  case 's': {
    const std::byte *At = Args.take(8);
    if (At) {
      const char *String = load<const char *>(At);
      append(Text, C, "", String ? String : "(null)");
    }
    return At;
  }
  case 'p': {
    const std::byte *At = Args.take(8);
    if (At)
      append(Text, C, "", load<void *>(At));
    return At;
  }
  }
  bool IsInteger = std::strchr("diouxX", C.letter);
  if (!C.isVector) {
    unsigned Bytes = IsInteger ? std::max(C.bytes, 4u) : 8;
    const std::byte *At = Args.take(Bytes);
    if (At && IsInteger)
      appendInteger(Text, C, At, Bytes, C.bytes ? C.bytes : 4);
    else if (At)
      appendFloat(Text, C, At, Bytes);
    return At;
  }
  // Without a length modifier the elements are those of int4, float4 and so on.
  unsigned Bytes = C.bytes ? C.bytes : 4;
  const std::byte *At = Args.take(Bytes * (C.elements == 3 ? 4 : C.elements));
  for (unsigned I = 0; At && I != C.elements; ++I) {
    if (I)
      Text += ',';
    if (IsInteger)
      appendInteger(Text, C, At + I * Bytes, Bytes, Bytes);
    else if (Bytes >= 2)
      appendFloat(Text, C, At + I * Bytes, Bytes);
    else
      return false;
  }
  return At;
}

bool format(std::string &Text, const char *Format, Arguments Args) {
  CLocale Numbers;
  for (const char *At = Format; *At;) {
    const char *Percent = std::strchr(At, '%');
    if (!Percent) {
      Text += At;
      return true;
    }
    Text.append(At, Percent);
    At = Percent + 1;
    if (*At == '%') {
      Text += *At++;
      continue;
    }
    Conversion C;
    if (!readConversion(At, C) || !appendConversion(Text, C, Args))
      return false;
  }
  return true;
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
