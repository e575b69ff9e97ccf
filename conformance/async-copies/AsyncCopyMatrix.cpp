//===- AsyncCopyMatrix.cpp - Every gentype, stride, count and shape -------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// async_work_group_copy and async_work_group_strided_copy (OpenCL C,
/// "Async Copies From Global to Local Memory, Local to Global Memory, and
/// Prefetch"): every gentype, both directions, strides 1 to 17, counts around
/// every boundary, work-groups of 1 to 256 work-items in one to three
/// dimensions. One group does one copy; all of local memory, or all of the
/// global destination, is compared byte by byte with what the copy should have
/// left, so that a misplaced byte anywhere shows.
///
//===----------------------------------------------------------------------===//

#include "AsyncCopyPrelude.h"
#include "Support.h"

using namespace conformance;

namespace {

/// One copy; counts, strides and offsets in elements. Stride 0 stands for
/// async_work_group_copy.
struct CopyCase {
  cl_ulong count, stride, globalOffset, localOffset;
};

constexpr unsigned Widths[] = {1, 2, 3, 4, 8, 16};
constexpr cl_ulong MaxStride = 17;

const std::vector<std::vector<size_t>> Shapes = {
    {1},    {3},     {64},      {256},     {1, 1},    {1, 3},
    {8, 8}, {32, 8}, {1, 1, 1}, {1, 1, 3}, {4, 4, 4}, {8, 4, 8}};

struct BaseType {
  const char *name;
  size_t bytes;
  const char *extension; ///< What the device must have, or null.
};
const BaseType BaseTypes[] = {
    {"char", 1, nullptr},      {"uchar", 1, nullptr},
    {"short", 2, nullptr},     {"ushort", 2, nullptr},
    {"int", 4, nullptr},       {"uint", 4, nullptr},
    {"long", 8, nullptr},      {"ulong", 8, nullptr},
    {"float", 4, nullptr},     {"double", 8, "cl_khr_fp64"},
    {"half", 2, "cl_khr_fp16"}};

std::string typeName(const BaseType &Base, unsigned Width) {
  return Width == 1 ? Base.name : Base.name + std::to_string(Width);
}

/// 3-component vectors are copied as 4-component ones.
size_t typeBytes(const BaseType &Base, unsigned Width) {
  return Base.bytes * (Width == 3 ? 4 : Width);
}

/// The kernels of one gentype. `in` dumps the whole of local memory after the
/// copy; `out` fills local memory and copies from it.
std::string kernelSource(const BaseType &Base, unsigned Width) {
  std::string Source =
      std::string(Base.extension
                      ? "#pragma OPENCL EXTENSION " +
                            std::string(Base.extension) + " : enable\n"
                      : "") +
      "typedef " + typeName(Base, Width) + " T;\n" + AsyncCopyPrelude + R"(
typedef struct { ulong count, stride, globalOffset, localOffset; } Case;

__kernel void in(__global const T *src, __global uint *dump, __local T *arena,
                 uint words, __global const Case *cases) {
  uint group = get_group_id(0);
  __local uint *bytes = (__local uint *)arena;
  for (uint i = item(); i < words; i += items())
    bytes[i] = pattern(i, group);
  barrier(CLK_LOCAL_MEM_FENCE);
  Case c = cases[group];
  event_t e;
  if (c.stride == 0)
    e = async_work_group_copy(arena + c.localOffset, src + c.globalOffset,
                              (size_t)c.count, (event_t)0);
  else
    e = async_work_group_strided_copy(arena + c.localOffset,
                                      src + c.globalOffset, (size_t)c.count,
                                      (size_t)c.stride, (event_t)0);
  wait_group_events(1, &e);
  for (uint i = item(); i < words; i += items())
    dump[group * words + i] = bytes[i];
}

__kernel void out(__global T *dst, __local T *arena, uint words,
                  __global const Case *cases) {
  uint group = get_group_id(0);
  __local uint *bytes = (__local uint *)arena;
  for (uint i = item(); i < words; i += items())
    bytes[i] = pattern(i, group);
  barrier(CLK_LOCAL_MEM_FENCE);
  Case c = cases[group];
  event_t e;
  if (c.stride == 0)
    e = async_work_group_copy(dst + c.globalOffset, arena + c.localOffset,
                              (size_t)c.count, (event_t)0);
  else
    e = async_work_group_strided_copy(dst + c.globalOffset,
                                      arena + c.localOffset, (size_t)c.count,
                                      (size_t)c.stride, (event_t)0);
  wait_group_events(1, &e);
}
)";
  return Source;
}

/// The same as in the kernels.
cl_uint pattern(cl_uint Index, cl_uint Group) {
  return (Index + 1u) * 2654435761u ^ Group * 40503u;
}

std::vector<unsigned char> localImage(size_t Words, cl_uint Group) {
  std::vector<unsigned char> Image(Words * 4);
  for (size_t I = 0; I != Words; ++I) {
    cl_uint Word = pattern(cl_uint(I), Group);
    std::memcpy(&Image[I * 4], &Word, 4);
  }
  return Image;
}

/// All copies of one gentype, as the groups of one launch.
class Matrix {
public:
  Matrix(const BaseType &Base, unsigned Width, std::vector<CopyCase> Cases)
      : type(typeName(Base, Width)), bytes(typeBytes(Base, Width)),
        cases(std::move(Cases)) {
    for (const CopyCase &C : cases)
      words = std::max(words, ((C.localOffset + C.count + 1) * bytes + 3) / 4);
    program = build(kernelSource(Base, Width));
  }

  void copyIn() {
    size_t SourceBytes = 0;
    for (const CopyCase &C : cases)
      SourceBytes = std::max(SourceBytes, extent(C) * bytes);
    std::vector<unsigned char> Source(SourceBytes);
    std::mt19937_64 Random = randomSource();
    for (unsigned char &Byte : Source)
      Byte = static_cast<unsigned char>(Random());

    std::vector<unsigned char> Expected;
    for (size_t I = 0; I != cases.size(); ++I) {
      const CopyCase &C = cases[I];
      std::vector<unsigned char> Image = localImage(words, cl_uint(I));
      size_t Step = C.stride ? C.stride : 1;
      for (size_t E = 0; E != C.count; ++E)
        std::memcpy(&Image[(C.localOffset + E) * bytes],
                    &Source[(C.globalOffset + E * Step) * bytes], bytes);
      Expected.insert(Expected.end(), Image.begin(), Image.end());
    }

    Buffer From = upload(Source), CaseBuffer = upload(cases),
           Dump = makeBuffer(Expected.size());
    Kernel K = makeKernel(program, "in");
    setArgs(K, From, Dump, Local{(words * 4 + bytes - 1) / bytes * bytes},
            cl_uint(words), CaseBuffer);
    for (const std::vector<size_t> &Shape : Shapes) {
      fill(Dump, Expected.size());
      launch(K, range(Shape));
      compare(Dump, Expected, Shape,
              [&](size_t Byte) { return Byte / (words * 4); });
    }
  }

  void copyOut() {
    // Every case has a region of its own, a guard element behind each.
    std::vector<CopyCase> Placed = cases;
    std::vector<size_t> RegionEnd;
    size_t Next = 1;
    for (CopyCase &C : Placed) {
      C.globalOffset += Next;
      Next = extent(C) + 1;
      RegionEnd.push_back(Next * bytes);
    }
    std::vector<unsigned char> Expected(Next * bytes, Guard);
    for (size_t I = 0; I != Placed.size(); ++I) {
      const CopyCase &C = Placed[I];
      std::vector<unsigned char> Image = localImage(words, cl_uint(I));
      size_t Step = C.stride ? C.stride : 1;
      for (size_t E = 0; E != C.count; ++E)
        std::memcpy(&Expected[(C.globalOffset + E * Step) * bytes],
                    &Image[(C.localOffset + E) * bytes], bytes);
    }

    Buffer To = makeBuffer(Expected.size()), CaseBuffer = upload(Placed);
    Kernel K = makeKernel(program, "out");
    setArgs(K, To, Local{(words * 4 + bytes - 1) / bytes * bytes},
            cl_uint(words), CaseBuffer);
    for (const std::vector<size_t> &Shape : Shapes) {
      fill(To, Expected.size());
      launch(K, range(Shape));
      compare(To, Expected, Shape, [&](size_t Byte) {
        return size_t(
            std::upper_bound(RegionEnd.begin(), RegionEnd.end(), Byte) -
            RegionEnd.begin());
      });
    }
  }

private:
  static constexpr unsigned char Guard = 0xC3;

  /// Elements of global memory from its start to the last that \p C touches.
  static size_t extent(const CopyCase &C) {
    size_t Step = C.stride ? C.stride : 1;
    return C.globalOffset + (C.count ? (C.count - 1) * Step + 1 : 0);
  }

  Range range(const std::vector<size_t> &Shape) const {
    std::vector<size_t> Global = Shape;
    Global[0] *= cases.size();
    return {Global, Shape, {}};
  }

  static void fill(cl_mem Mem, size_t Size) {
    ok(clEnqueueFillBuffer(queue(), Mem, &Guard, 1, 0, Size, 0, nullptr,
                           nullptr));
  }

  template <class CaseOf>
  void compare(cl_mem Mem, const std::vector<unsigned char> &Expected,
               const std::vector<size_t> &Shape, CaseOf Case) {
    cl_int Code;
    auto *Seen = static_cast<const unsigned char *>(
        clEnqueueMapBuffer(queue(), Mem, CL_TRUE, CL_MAP_READ, 0,
                           Expected.size(), 0, nullptr, nullptr, &Code));
    ok(Code);
    if (std::memcmp(Seen, Expected.data(), Expected.size()) != 0) {
      size_t Byte = 0;
      while (Seen[Byte] == Expected[Byte])
        ++Byte;
      size_t Index = std::min(Case(Byte), cases.size() - 1);
      const CopyCase &C = cases[Index];
      ADD_FAILURE() << type << ", " << range(Shape).text() << ": case " << Index
                    << ", " << C.count << " elements, stride " << C.stride
                    << ", global offset " << C.globalOffset << ", local offset "
                    << C.localOffset << ": first wrong byte at " << Byte
                    << " of the image, " << unsigned(Seen[Byte])
                    << " instead of " << unsigned(Expected[Byte]);
    }
    ok(clEnqueueUnmapMemObject(queue(), Mem, const_cast<unsigned char *>(Seen),
                               0, nullptr, nullptr));
    ok(clFinish(queue()));
  }

  std::string type;
  size_t bytes;     ///< Of an element.
  size_t words = 0; ///< Of local memory that a group checks.
  std::vector<CopyCase> cases;
  Program program;
};

/// Every stride with every count around a power of two, up to 8 KiB.
std::vector<CopyCase> boundaryCases(size_t Bytes) {
  std::vector<CopyCase> Cases;
  for (cl_ulong Count : {0,  1,  2,  3,  4,  5,  7,   8,   9,   15,  16,  17,
                         31, 32, 33, 63, 64, 65, 127, 128, 129, 255, 256, 257})
    for (cl_ulong Stride = 0; Stride <= MaxStride; ++Stride) {
      if (Count * Bytes > 8192 || Count * Bytes * Stride > 65536)
        continue;
      size_t Index = Cases.size();
      Cases.push_back({Count, Stride, Index % 5, Index % 3});
    }
  return Cases;
}

/// Around the sizes of a page, of half a local memory and between.
std::vector<CopyCase> largeCases(size_t Bytes) {
  std::vector<CopyCase> Cases;
  for (cl_ulong Size : {4096, 12288, 16384, 24576})
    for (cl_ulong Stride : {0, 1, 2, 3, 7})
      for (cl_ulong Off : {0, 1, 2}) {
        cl_ulong Count = Size / Bytes + Off;
        size_t Index = Cases.size();
        Cases.push_back({Count - 1, Stride, Index % 7, Index % 4});
      }
  return Cases;
}

class AsyncCopyMatrix : public testing::TestWithParam<BaseType> {
protected:
  void SetUp() override {
    const BaseType &Base = GetParam();
    if (Base.extension && !hasExtension(Base.extension)) {
      EXPECT_FALSE(isFerry()) << "Ferry has " << Base.extension;
      GTEST_SKIP() << "the device has no " << Base.extension;
    }
  }
};

TEST_P(AsyncCopyMatrix, GlobalToLocal) {
  for (unsigned Width : Widths)
    Matrix(GetParam(), Width, boundaryCases(typeBytes(GetParam(), Width)))
        .copyIn();
}

TEST_P(AsyncCopyMatrix, LocalToGlobal) {
  for (unsigned Width : Widths)
    Matrix(GetParam(), Width, boundaryCases(typeBytes(GetParam(), Width)))
        .copyOut();
}

TEST_P(AsyncCopyMatrix, LargeBothWays) {
  for (unsigned Width : {1, 3, 16}) {
    Matrix M(GetParam(), Width, largeCases(typeBytes(GetParam(), Width)));
    M.copyIn();
    M.copyOut();
  }
}

INSTANTIATE_TEST_SUITE_P(Gentypes, AsyncCopyMatrix,
                         testing::ValuesIn(BaseTypes),
                         [](const testing::TestParamInfo<BaseType> &Info) {
                           return std::string(Info.param.name);
                         });

} // namespace
