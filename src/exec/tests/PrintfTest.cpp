//===- PrintfTest.cpp - printf of OpenCL C --------------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "exec/PrintfSink.h"
#include "ferry/abi.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <string>
#include <vector>

using namespace ferry;

namespace {

/// The block of arguments as generated code packs it.
class Packed {
public:
  template <typename T> Packed &add(T Value) { return add(&Value, 1); }
  /// A vector; three elements take the room of four.
  template <typename T> Packed &add(const T *Values, std::size_t Count) {
    const std::uint64_t Size = sizeof(T) * (Count == 3 ? 4 : Count);
    const std::size_t At = Bytes.size();
    Bytes.resize(At + 8 + (Size + 7) / 8 * 8);
    std::memcpy(&Bytes[At], &Size, 8);
    std::memcpy(&Bytes[At + 8], Values, sizeof(T) * Count);
    return *this;
  }
  const void *data() const { return Bytes.data(); }
  std::size_t size() const { return Bytes.size(); }

private:
  std::vector<char> Bytes;
};

std::string print(const char *Format, const Packed &Args = {},
                  int Expected = 0) {
  exec::PrintfSink Sink;
  ferry::abi::ThreadState State{nullptr, nullptr, nullptr, &Sink, nullptr, 0};
  EXPECT_EQ(ferry_printf(&State, Format, Args.data(), Args.size()), Expected);
  return Sink.text();
}

TEST(Printf, TextAndPercent) {
  EXPECT_EQ(print("plain"), "plain");
  EXPECT_EQ(print("100%%!\n"), "100%!\n");
  EXPECT_EQ(print(""), "");
}

TEST(Printf, Integers) {
  EXPECT_EQ(print("%d|%5i|%-5d|%+d|%05d",
                  Packed().add(-3).add(42).add(42).add(7).add(7)),
            "-3|   42|42   |+7|00007");
  EXPECT_EQ(print("%u %x %#X %o", Packed().add(-1).add(255).add(255).add(8)),
            "4294967295 ff 0XFF 10");
  EXPECT_EQ(print("%hhd %hu", Packed().add(0x1ff).add(-1)), "-1 65535");
  EXPECT_EQ(print("%d %ld", Packed().add(1).add(-5000000000L)),
            "1 -5000000000");
  EXPECT_EQ(print("%.3d", Packed().add(5)), "005");
}

TEST(Printf, Floats) {
  EXPECT_EQ(print("%f %.2e %g %G",
                  Packed().add(1.5).add(12345.678).add(1e-9).add(1e20)),
            "1.500000 1.23e+04 1e-09 1E+20");
  EXPECT_EQ(print("%a", Packed().add(1.0)), "0x1p+0");
  EXPECT_EQ(print("%f %F %f", Packed()
                                  .add(double(INFINITY))
                                  .add(double(-INFINITY))
                                  .add(double(NAN))),
            "inf -INF nan");
}

TEST(Printf, CharactersStringsPointers) {
  EXPECT_EQ(
      print("%c%s|%6.2s|",
            Packed().add(int('A')).add<const char *>("bc").add<const char *>(
                "defg")),
      "Abc|    de|");
  EXPECT_EQ(print("%p", Packed().add<void *>(reinterpret_cast<void *>(16))),
            "0x10");
}

TEST(Printf, Vectors) {
  float Four[] = {1, 2.5, -3, 0};
  EXPECT_EQ(print("%.1v4hlf", Packed().add(Four, 4)), "1.0,2.5,-3.0,0.0");
  EXPECT_EQ(print("%2.1v2hlf", Packed().add(Four, 2)), "1.0,2.5");
  signed char Chars[] = {-1, 2, 127};
  EXPECT_EQ(print("%v3hhd", Packed().add(Chars, 3)), "-1,2,127");
  unsigned short Shorts[8] = {1, 2, 3, 4, 5, 6, 7, 65535};
  EXPECT_EQ(print("%v8hx", Packed().add(Shorts, 8)), "1,2,3,4,5,6,7,ffff");
  long Longs[] = {-1, 1L << 40};
  EXPECT_EQ(print("%d %v2ld", Packed().add(9).add(Longs, 2)),
            "9 -1,1099511627776");
  double Doubles[16] = {};
  EXPECT_EQ(print("%v16lg", Packed().add(Doubles, 16)),
            "0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0");
  _Float16 Halves[] = {_Float16(0.5f), _Float16(2.0f)};
  EXPECT_EQ(print("%v2hg", Packed().add(Halves, 2)), "0.5,2");
}

TEST(Printf, LengthsOfC) {
  EXPECT_EQ(print("%zu %td %llu %lld %jd %zx", Packed()
                                                   .add(10000000000ul)
                                                   .add(-10000000000)
                                                   .add(1ul << 63)
                                                   .add(-1l)
                                                   .add(-2l)
                                                   .add(~0ul)),
            "10000000000 -10000000000 9223372036854775808 -1 -2 "
            "ffffffffffffffff");
  EXPECT_EQ(print("%lf %Lf %lc", Packed().add(1.5).add(2.5).add(65)),
            "1.500000 2.500000 A");
}

TEST(Printf, WidthAndPrecisionFromArguments) {
  EXPECT_EQ(print("[%*d] [%*d] [%.*f] [%*.*f] [%-*d]", Packed()
                                                           .add(5)
                                                           .add(42)
                                                           .add(-5)
                                                           .add(42)
                                                           .add(2)
                                                           .add(1.0)
                                                           .add(7)
                                                           .add(-1)
                                                           .add(1.0)
                                                           .add(3)
                                                           .add(1)),
            "[   42] [42   ] [1.00] [1.000000] [1  ]");
}

/// The arguments of other sizes than the conversions say.
TEST(Printf, WrongSizesDoNotShiftTheRest) {
  EXPECT_EQ(print("%d %s %ld %u", Packed()
                                      .add(-5000000000L)
                                      .add<const char *>("x")
                                      .add(-1)
                                      .add((1UL << 32) + 7)),
            "-705032704 x -1 7");
  double Doubles[] = {1, 2, 3, 4};
  EXPECT_EQ(print("%v4f %d", Packed().add(Doubles, 4).add(9)),
            "1.000000,2.000000,3.000000,4.000000 9");
  char Chars[] = {1, 2};
  EXPECT_EQ(print("%v4hlu %d", Packed().add(Chars, 2).add(9)), "513,0,0,0 9");
  EXPECT_EQ(print("%s %d", Packed().add(0).add(9)), "(null) 9");
}

TEST(Printf, WrongConversionsCostOnlyThemselves) {
  for (const char *Wrong : {"%n", "%v5d", "%v2s", "%99999999d", "%.2000000f"})
    EXPECT_EQ(print((std::string("a ") + Wrong + " b %d").c_str(),
                    Packed().add(0L).add(7), -1),
              std::string("a ") + Wrong + " b 7");
  EXPECT_EQ(print("a %y b %d", Packed().add(7), -1), "a %y b 7");
  EXPECT_EQ(print("a %", Packed(), -1), "a %");
}

TEST(Printf, MissingArguments) {
  EXPECT_EQ(print("a %d b %d c", Packed().add(1), -1), "a 1 b %d c");
  EXPECT_EQ(print("%*d", Packed().add(1), -1), "%*d");
}

} // namespace
