//===- AsyncCopyTiles.cpp - Copies of two and three dimensions ------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// async_work_group_copy_2D2D and async_work_group_copy_3D3D (OpenCL C,
/// "Extended Async Copy Functions"). As in AsyncCopyMatrix.cpp one group does
/// one copy, and all of local memory, or all of the global destination, is
/// compared byte by byte.
///
//===----------------------------------------------------------------------===//

#include "AsyncCopyPrelude.h"
#include "Support.h"

using namespace conformance;

namespace {

using Bytes = std::vector<unsigned char>;

/// One copy; all but `bytes` (of an element) and `unaligned` (of the global
/// pointer) in elements. `planes` counts for 3D only.
struct Tile {
  cl_ulong bytes, count, lines, planes;
  cl_ulong srcOffset, dstOffset, srcLine, dstLine, srcPlane, dstPlane;
  cl_ulong unaligned;

  /// Calls \p Run(source byte, destination byte) for each line.
  template <class Function> void forEachLine(bool Planes, Function Run) const {
    for (cl_ulong Z = 0; Z != (Planes ? planes : 1); ++Z)
      for (cl_ulong Y = 0; Y != lines; ++Y)
        Run((srcOffset + Z * srcPlane + Y * srcLine) * bytes,
            (dstOffset + Z * dstPlane + Y * dstLine) * bytes);
  }
  /// One past the last byte that belongs to the source, or the destination.
  size_t sourceEnd() const { return end(srcOffset, srcLine, srcPlane); }
  size_t destinationEnd() const { return end(dstOffset, dstLine, dstPlane); }
  std::string text() const {
    std::string Text;
    for (cl_ulong Value : {bytes, count, lines, planes, srcOffset, dstOffset,
                           srcLine, dstLine, srcPlane, dstPlane, unaligned})
      Text += (Text.empty() ? "" : ", ") + std::to_string(Value);
    return "{" + Text + "}";
  }

private:
  size_t end(cl_ulong Offset, cl_ulong Line, cl_ulong Plane) const {
    if (count == 0 || lines == 0 || planes == 0)
      return 0;
    return (Offset + (planes - 1) * Plane + (lines - 1) * Line + count) * bytes;
  }
};

/// What both directions of a call have after the pointers: T is a Tile in the
/// kernel, or numbers.
std::string arguments(bool Planes, const std::string &Destination,
                      const std::string &Source, const Tile *Literal) {
  auto Value = [&](const char *Name, cl_ulong Number) {
    return Literal ? std::to_string(Number) : std::string("t.") + Name;
  };
  Tile T = Literal ? *Literal : Tile{};
  return Destination + ", " + Value("dstOffset", T.dstOffset) + ", " + Source +
         ", " + Value("srcOffset", T.srcOffset) + ", " +
         Value("bytes", T.bytes) + ", " + Value("count", T.count) + ", " +
         Value("lines", T.lines) + ", " +
         (Planes ? Value("planes", T.planes) + ", " : "") +
         Value("srcLine", T.srcLine) + ", " +
         (Planes ? Value("srcPlane", T.srcPlane) + ", " : "") +
         Value("dstLine", T.dstLine) + ", " +
         (Planes ? Value("dstPlane", T.dstPlane) + ", " : "");
}

const std::string Prelude = std::string(AsyncCopyPrelude) + R"(
#ifndef cl_khr_extended_async_copies
#error cl_khr_extended_async_copies is not defined
#endif
typedef struct {
  ulong bytes, count, lines, planes;
  ulong srcOffset, dstOffset, srcLine, dstLine, srcPlane, dstPlane;
  ulong unaligned;
} Tile;
void fill(__local uint *arena, uint words) {
  for (uint i = item(); i < words; i += items())
    arena[i] = pattern(i, get_group_id(0));
  barrier(CLK_LOCAL_MEM_FENCE);
}
void dump(__global uint *to, __local uint *arena, uint words) {
  for (uint i = item(); i < words; i += items())
    to[get_group_id(0) * words + i] = arena[i];
}
)";

/// Kernels `in` and `out`: copies of group g start at g * region in the
/// destination; both read tiles[g].
std::string kernels(bool Planes) {
  std::string Call =
      Planes ? "async_work_group_copy_3D3D(" : "async_work_group_copy_2D2D(";
  return Prelude + R"(
__kernel void in(__global const uchar *src, __global uint *seen,
                 __local uint *arena, uint words, __global const Tile *tiles) {
  Tile t = tiles[get_group_id(0)];
  fill(arena, words);
  event_t e = )" +
         Call + arguments(Planes, "arena", "src + t.unaligned", nullptr) +
         R"((event_t)0);
  wait_group_events(1, &e);
  dump(seen, arena, words);
}
__kernel void out(__global uchar *dst, ulong region, __local uint *arena,
                  uint words, __global const Tile *tiles) {
  Tile t = tiles[get_group_id(0)];
  fill(arena, words);
  event_t e = )" +
         Call +
         arguments(Planes, "dst + get_group_id(0) * region + t.unaligned",
                   "(const __local void *)arena", nullptr) +
         R"((event_t)0);
  wait_group_events(1, &e);
}
)";
}

Bytes localImage(size_t Words, cl_uint Group) {
  Bytes Image(Words * 4);
  for (size_t I = 0; I != Words; ++I) {
    cl_uint Word = cl_uint((I + 1) * 2654435761u) ^ (Group * 40503u);
    std::memcpy(&Image[I * 4], &Word, 4);
  }
  return Image;
}

Bytes randomBytes(size_t Size) {
  std::mt19937_64 Random = randomSource();
  Bytes Values(Size);
  for (unsigned char &Byte : Values)
    Byte = static_cast<unsigned char>(Random());
  return Values;
}

/// \p CaseBytes of each case, in a row.
void expectSame(const Bytes &Seen, const Bytes &Expected, size_t CaseBytes,
                const std::vector<Tile> &Tiles, const std::string &Where) {
  if (Seen == Expected)
    return;
  size_t Byte = 0;
  while (Seen[Byte] == Expected[Byte])
    ++Byte;
  size_t Case = std::min(Byte / CaseBytes, Tiles.size() - 1);
  ADD_FAILURE() << Where << ": tile " << Case << " " << Tiles[Case].text()
                << ": first wrong byte at " << Byte - Case * CaseBytes << ", "
                << unsigned(Seen[Byte]) << " instead of "
                << unsigned(Expected[Byte]);
}

const std::vector<std::vector<size_t>> Shapes = {{1}, {3}, {64}, {8, 4, 2}};

Range range(const std::vector<size_t> &Shape, size_t Groups) {
  Range R{Shape, Shape, {}};
  R.global[0] *= Groups;
  return R;
}

void copyIn(bool Planes, cl_program P, const std::vector<Tile> &Tiles) {
  size_t SourceBytes = 1, Words = 1;
  for (const Tile &T : Tiles) {
    SourceBytes = std::max(SourceBytes, T.sourceEnd() + T.unaligned);
    Words = std::max(Words, T.destinationEnd() / 4 + 16);
  }
  Bytes Source = randomBytes(SourceBytes), Expected;
  for (size_t I = 0; I != Tiles.size(); ++I) {
    const Tile &T = Tiles[I];
    Bytes Image = localImage(Words, cl_uint(I));
    if (T.destinationEnd())
      T.forEachLine(Planes, [&](size_t From, size_t To) {
        std::memcpy(&Image[To], &Source[From + T.unaligned], T.count * T.bytes);
      });
    Expected.insert(Expected.end(), Image.begin(), Image.end());
  }
  Buffer From = upload(Source), TileBuffer = upload(Tiles);
  Kernel K = makeKernel(P, "in");
  for (const std::vector<size_t> &Shape : Shapes) {
    Buffer Seen = makeBuffer(Expected.size());
    setArgs(K, From, Seen, Local{Words * 4}, cl_uint(Words), TileBuffer);
    launch(K, range(Shape, Tiles.size()));
    expectSame(download<unsigned char>(Seen, Expected.size()), Expected,
               Words * 4, Tiles, range(Shape, Tiles.size()).text());
  }
}

void copyOut(bool Planes, cl_program P, const std::vector<Tile> &Tiles) {
  size_t Region = 64, Words = 1;
  for (const Tile &T : Tiles) {
    Region = std::max(Region, T.destinationEnd() + T.unaligned + 64);
    Words = std::max(Words, T.sourceEnd() / 4 + 1);
  }
  Bytes Before = randomBytes(Region * Tiles.size()), Expected = Before;
  for (size_t I = 0; I != Tiles.size(); ++I) {
    const Tile &T = Tiles[I];
    Bytes Image = localImage(Words, cl_uint(I));
    if (T.sourceEnd())
      T.forEachLine(Planes, [&](size_t From, size_t To) {
        std::memcpy(&Expected[I * Region + To + T.unaligned], &Image[From],
                    T.count * T.bytes);
      });
  }
  Buffer TileBuffer = upload(Tiles);
  Kernel K = makeKernel(P, "out");
  for (const std::vector<size_t> &Shape : Shapes) {
    Buffer To = upload(Before);
    setArgs(K, To, cl_ulong(Region), Local{Words * 4}, cl_uint(Words),
            TileBuffer);
    launch(K, range(Shape, Tiles.size()));
    expectSame(download<unsigned char>(To, Expected.size()), Expected, Region,
               Tiles, range(Shape, Tiles.size()).text());
  }
}

/// Every element size with every number of elements, lines and planes, none
/// included; lines with and without gaps on either side; offsets.
std::vector<Tile> smallTiles(cl_ulong Bytes, bool Planes) {
  std::vector<Tile> Tiles;
  constexpr cl_ulong Gaps[][2] = {{0, 0}, {1, 0}, {0, 5}, {7, 3}};
  for (cl_ulong Count : {0, 1, 2, 5, 16, 33})
    for (cl_ulong Lines : {0, 1, 2, 7})
      for (cl_ulong Depth : {0, 1, 3}) {
        if (!Planes && Depth != 1)
          continue;
        for (auto [SrcGap, DstGap] : Gaps) {
          cl_ulong I = Tiles.size();
          Tile T{Bytes,          Count,          Lines, Depth, I % 4, I % 3,
                 Count + SrcGap, Count + DstGap, 0,     0,     I % 5};
          T.srcPlane = T.srcLine * Lines + (I % 3) * SrcGap;
          T.dstPlane = T.dstLine * Lines + (I % 2) * DstGap;
          Tiles.push_back(T);
        }
      }
  return Tiles;
}

/// Around what is moved at once and by several threads.
std::vector<Tile> largeTiles(bool Planes) {
  std::vector<Tile> Tiles;
  for (cl_ulong Size : {4096, 16384, 65536})
    for (cl_ulong Bytes : {1, 3, 4, 13, 16, 100})
      for (cl_ulong Line : {64, 1000, 5000}) {
        cl_ulong Count = std::max<cl_ulong>(Line / Bytes, 1),
                 Depth = Planes ? 3 : 1, I = Tiles.size(),
                 Lines = Size / (Count * Bytes * Depth) + I % 2;
        Tile T{Bytes,         Count,         Lines, Depth, I % 3, I % 2,
               Count + I % 5, Count + I % 2, 0,     0,     I % 4};
        T.srcPlane = T.srcLine * Lines + I % 7;
        T.dstPlane = T.dstLine * Lines + I % 3;
        Tiles.push_back(T);
      }
  return Tiles;
}

class AsyncCopyTiles : public testing::Test {
protected:
  void SetUp() override {
    if (!hasExtension("cl_khr_extended_async_copies")) {
      EXPECT_FALSE(isFerry()) << "Ferry has the extension";
      GTEST_SKIP() << "the device has no cl_khr_extended_async_copies";
    }
  }
};

TEST_F(AsyncCopyTiles, IsAdvertisedWithItsVersion) {
  EXPECT_EQ(extensionVersion("cl_khr_extended_async_copies"),
            CL_MAKE_VERSION(1, 0, 0));
}

TEST_F(AsyncCopyTiles, SmallOnes) {
  for (bool Planes : {false, true}) {
    Program P = build(kernels(Planes));
    for (cl_ulong Bytes : {1, 3, 4, 12, 13, 16, 100}) {
      copyIn(Planes, P, smallTiles(Bytes, Planes));
      copyOut(Planes, P, smallTiles(Bytes, Planes));
    }
  }
}

TEST_F(AsyncCopyTiles, LargeOnes) {
  for (bool Planes : {false, true}) {
    Program P = build(kernels(Planes));
    copyIn(Planes, P, largeTiles(Planes));
    copyOut(Planes, P, largeTiles(Planes));
  }
}

/// The compiler knows all sizes.
TEST_F(AsyncCopyTiles, LiteralSizes) {
  for (bool Planes : {false, true}) {
    std::vector<Tile> Tiles;
    for (cl_ulong Bytes : {1, 3, 4, 16})
      for (cl_ulong Count : {1, 4, 16})
        for (cl_ulong Lines : {0, 1, 3}) {
          cl_ulong I = Tiles.size(), Line = Count + I % 3;
          Tiles.push_back({Bytes, Count, Lines, 1 + I % 2, I % 2, I % 3, Line,
                           Count, Line * Lines, Count * Lines + I % 2, 0});
        }
    std::string Cases;
    for (size_t I = 0; I != Tiles.size(); ++I)
      Cases += "  case " + std::to_string(I) + ": e = async_work_group_copy_" +
               (Planes ? "3D3D(" : "2D2D(") +
               arguments(Planes, "TO", "FROM", &Tiles[I]) +
               "(event_t)0); break;\n";
    std::string Body = "  event_t e = (event_t)0;\n"
                       "  fill(arena, words);\n"
                       "  switch (get_group_id(0)) {\n" +
                       Cases + "  }\n  wait_group_events(1, &e);\n";
    Program P = build(Prelude +
                      "__kernel void in(__global const uchar *src,\n"
                      "    __global uint *seen, __local uint *arena,\n"
                      "    uint words, __global const Tile *tiles) {\n"
                      "#define TO arena\n#define FROM src\n" +
                      Body +
                      "  dump(seen, arena, words);\n}\n"
                      "#undef TO\n#undef FROM\n"
                      "__kernel void out(__global uchar *dst, ulong region,\n"
                      "    __local uint *arena, uint words,\n"
                      "    __global const Tile *tiles) {\n"
                      "#define TO dst + get_group_id(0) * region\n"
                      "#define FROM arena\n" +
                      Body + "}\n");
    copyIn(Planes, P, Tiles);
    copyOut(Planes, P, Tiles);
  }
}

/// The note of the specification: one column to one line, and the other way.
TEST_F(AsyncCopyTiles, StridedCopyIsASpecialCase) {
  for (const char *Type : {"char", "short", "int", "int3", "float4", "long8"}) {
    Kernel K = buildKernel(Prelude + "typedef " + Type + " T;\n" + R"(
__kernel void entry(__global const T *src, __global T *dst, __local T *tile,
                    uint count, uint stride) {
  size_t bytes = sizeof(T);
  event_t e[2];
  e[0] = async_work_group_strided_copy(tile, src, (size_t)count,
                                       (size_t)stride, (event_t)0);
  e[1] = async_work_group_copy_2D2D(tile + count, 0, src, 0, bytes, 1, count,
                                    stride, 1, (event_t)0);
  wait_group_events(2, e);
  size_t end = (size_t)count * stride;
  e[0] = async_work_group_strided_copy(dst, tile + count, (size_t)count,
                                       (size_t)stride, (event_t)0);
  e[1] = async_work_group_copy_2D2D(dst + end, 0, tile, 0, bytes, 1, count, 1,
                                    stride, (event_t)0);
  wait_group_events(2, e);
})",
                           "entry");
    std::string Name = Type;
    size_t Element = Name == "char"    ? 1
                     : Name == "short" ? 2
                     : Name == "int"   ? 4
                     : Name == "long8" ? 64
                                       : 16;
    for (cl_uint Count : {1, 16, 300})
      for (cl_uint Stride : {1, 2, 5}) {
        size_t Half = Count * Stride * Element;
        Bytes Source = randomBytes(Half), Expected(2 * Half, 0x5A);
        for (size_t At = 0; At < Half; At += Stride * Element)
          for (size_t Side : {size_t(0), Half})
            std::memcpy(&Expected[Side + At], &Source[At], Element);
        Buffer From = upload(Source), To = upload(Bytes(2 * Half, 0x5A));
        setArgs(K, From, To, Local{2 * Count * Element}, Count, Stride);
        launch(K, {{32}, {32}, {}});
        EXPECT_TRUE(download<unsigned char>(To, 2 * Half) == Expected)
            << Type << ", " << Count << " elements, stride " << Stride;
      }
  }
}

/// Tiles of several shapes in flight, two of them on one event with a 1D copy;
/// sources that overlap; pointers of any type, to const and not.
TEST_F(AsyncCopyTiles, SeveralInFlight) {
  Kernel K = buildKernel(Prelude + R"(
__kernel void entry(__global const float *src, __global float *dst,
                    __local float *tile) {
  __global float *own = dst + get_group_id(0) * 4096;
  __local float4 *quads = (__local float4 *)tile;
  const __global void *raw = src;
  event_t e = async_work_group_copy(tile, src, (size_t)1024, (event_t)0);
  e = async_work_group_copy_2D2D(quads + 256, 0, src, 1, 4, 32, 32, 64, 32, e);
  event_t f = async_work_group_copy_3D3D((__local void *)tile, 2048, raw, 0,
                                         sizeof(float), 8, 16, 16, 16, 256, 8,
                                         128, (event_t)0);
  wait_group_events(1, &f);
  event_t g = async_work_group_copy_2D2D(own, 2048, tile, 2048, 4, 2048, 1,
                                         2048, 2048, (event_t)0);
  wait_group_events(1, &e);
  g = async_work_group_copy_3D3D(own, 0, (const __local float *)tile, 0, 8, 4,
                                 32, 8, 4, 128, 4, 128, g);
  wait_group_events(1, &g);
})",
                         "entry");
  constexpr size_t Groups = 4;
  std::vector<float> Source(8192), Tile(4096), Expected;
  for (size_t I = 0; I != Source.size(); ++I)
    Source[I] = float(I);
  std::copy_n(Source.begin(), 1024, Tile.begin());
  for (size_t Y = 0; Y != 32; ++Y)
    std::copy_n(&Source[1 + Y * 64], 32, &Tile[1024 + Y * 32]);
  for (size_t Z = 0; Z != 16; ++Z)
    for (size_t Y = 0; Y != 16; ++Y)
      std::copy_n(&Source[Z * 256 + Y * 16], 8, &Tile[2048 + Z * 128 + Y * 8]);
  for (size_t I = 0; I != Groups; ++I)
    Expected.insert(Expected.end(), Tile.begin(), Tile.end());
  for (size_t Items : {1, 16, 128}) {
    Buffer From = upload(Source), To = makeBuffer(Expected.size() * 4);
    setArgs(K, From, To, Local{4096 * 4});
    launch(K, {{Items * Groups}, {Items}, {}});
    EXPECT_EQ(download<float>(To, Expected.size()), Expected) << Items;
  }
}

} // namespace
