//===- AsyncCopyMemory.cpp - Copies of more than caches hold --------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Small copies and strided ones in launches whose buffers are larger than most
/// processors' caches. A driver may write past the caches there, and must leave
/// alone what lies between the elements.
///
//===----------------------------------------------------------------------===//

#include "Support.h"

#include <numeric>

using namespace conformance;

namespace {

constexpr size_t Bytes = 48 << 20, Ints = Bytes / sizeof(int);
constexpr int Untouched = -7;

/// Groups of one work-item copy tiles of \p Elements elements of \p Type from
/// `in` to local memory, each element \p InStride from the one before, and from
/// there to `out` with \p OutStride. Both begin \p Offset ints behind the start
/// of the buffers.
void expectCopied(const std::string &Type, size_t ElementInts, size_t Elements,
                  size_t InStride, size_t OutStride, size_t Offset) {
  SCOPED_TRACE(Type + " x " + std::to_string(Elements) + " strides " +
               std::to_string(InStride) + " " + std::to_string(OutStride) +
               " at " + std::to_string(Offset));
  auto Copy = [](size_t Stride, const char *To, const char *From) {
    std::string Call = "async_work_group_";
    Call += Stride == 1 ? "copy(" : "strided_copy(";
    Call += std::string(To) + ", " + From + ", (size_t)ELEMENTS, ";
    return Call + (Stride == 1 ? "" : std::to_string(Stride) + ", ") + "0);";
  };
  Kernel K = buildKernel(
      "typedef " + Type + " T;\n#define ELEMENTS " + std::to_string(Elements) +
          "\n#define AT(stride) get_group_id(0) * ELEMENTS * " + "(stride)\n" +
          R"(
__kernel void entry(__global const int *ins, __global int *outs) {
  __local T tile[ELEMENTS];
  __global const T *in = (__global const T *)(ins + )" +
          std::to_string(Offset) + ") + AT(" + std::to_string(InStride) +
          R"();
  __global T *out = (__global T *)(outs + )" +
          std::to_string(Offset) + ") + AT(" + std::to_string(OutStride) +
          ");\n  event_t e = " + Copy(InStride, "tile", "in") +
          "\n  wait_group_events(1, &e);\n  e = " +
          Copy(OutStride, "out", "tile") + "\n  wait_group_events(1, &e);\n}",
      "entry");
  std::vector<int> Source(Ints);
  std::iota(Source.begin(), Source.end(), 0);
  Buffer In = upload(Source), Out = upload(std::vector<int>(Ints, Untouched));
  const size_t TileInts = ElementInts * Elements;
  const size_t Tiles =
      (Ints - Offset) / (TileInts * std::max(InStride, OutStride));
  setArgs(K, In, Out);
  launch(K, {{Tiles}, {1}, {}});
  std::vector<int> Expected(Ints, Untouched);
  for (size_t I = 0; I != Tiles * Elements; ++I)
    std::copy_n(&Source[Offset + I * ElementInts * InStride], ElementInts,
                &Expected[Offset + I * ElementInts * OutStride]);
  EXPECT_TRUE(download<int>(Out, Ints) == Expected);
}

TEST(AsyncCopyMemory, SmallCopiesOfConstantSize) {
  for (size_t Offset : {0, 1})
    for (size_t Elements : {16, 64, 80, 127})
      expectCopied("int", 1, Elements, 1, 1, Offset);
}

TEST(AsyncCopyMemory, StridedCopies) {
  expectCopied("int16", 16, 64, 1, 2, 0);
  expectCopied("int16", 16, 64, 3, 1, 0);
  expectCopied("long16", 32, 4, 1, 2, 0);
  expectCopied("long16", 32, 64, 2, 1, 0);
  expectCopied("int4", 4, 512, 17, 1, 4);
  expectCopied("int", 1, 2048, 2, 1, 1);
  expectCopied("int", 1, 2048, 1, 3, 1);
}

} // namespace
