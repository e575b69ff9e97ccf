//===- ImageCommands.cpp - Commands on images -----------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "Support.h"

#include <numeric>
#include <random>

using namespace conformance;

namespace {

using Bytes = std::vector<unsigned char>;

constexpr cl_image_format Rg16 = {CL_RG, CL_UNSIGNED_INT16};
constexpr size_t Element = 4;

/// An image and what is in it.
struct Picture {
  cl_mem_object_type type;
  size_t size[3]; ///< As origins and regions count.
  Buffer image;
  Bytes data;
};

Picture makePicture(cl_mem_object_type Type, size_t X, size_t Y, size_t Z,
                    unsigned char Seed, cl_mem_flags Flags = 0) {
  Picture P = {Type, {X, Y, Z}, {}, Bytes(X * Y * Z * Element)};
  std::iota(P.data.begin(), P.data.end(), Seed);
  cl_image_desc D = {};
  D.image_type = Type;
  D.image_width = X;
  D.image_height = Y;
  D.image_depth = Z;
  D.image_array_size = Type == CL_MEM_OBJECT_IMAGE1D_ARRAY ? Y : Z;
  cl_int Code;
  P.image = Buffer(clCreateImage(context(), Flags | CL_MEM_COPY_HOST_PTR, &Rg16,
                                 &D, P.data.data(), &Code));
  ok(Code);
  return P;
}

/// All types that have rows and layers to go wrong with.
std::vector<Picture> pictures(unsigned char Seed) {
  std::vector<Picture> All;
  All.push_back(makePicture(CL_MEM_OBJECT_IMAGE1D, 9, 1, 1, Seed));
  All.push_back(makePicture(CL_MEM_OBJECT_IMAGE1D_ARRAY, 9, 5, 1, Seed));
  All.push_back(makePicture(CL_MEM_OBJECT_IMAGE2D, 9, 5, 1, Seed));
  All.push_back(makePicture(CL_MEM_OBJECT_IMAGE2D_ARRAY, 9, 5, 4, Seed));
  All.push_back(makePicture(CL_MEM_OBJECT_IMAGE3D, 9, 5, 4, Seed));
  return All;
}

struct Box {
  size_t origin[3], region[3];
};

/// Some part of the picture.
Box boxIn(const Picture &P) {
  Box B;
  for (unsigned D = 0; D != 3; ++D) {
    B.origin[D] = P.size[D] > 1 ? 1 : 0;
    B.region[D] = P.size[D] > 1 ? P.size[D] - 2 : 1;
  }
  return B;
}

size_t offset(const Picture &P, size_t X, size_t Y, size_t Z) {
  return ((Z * P.size[1] + Y) * P.size[0] + X) * Element;
}

/// Calls \p Do(bytes into the box without gaps, bytes into the picture).
template <typename F> void forRows(const Picture &P, const Box &B, F Do) {
  size_t At = 0;
  for (size_t Z = 0; Z != B.region[2]; ++Z)
    for (size_t Y = 0; Y != B.region[1]; ++Y) {
      Do(At, offset(P, B.origin[0], B.origin[1] + Y, B.origin[2] + Z), Y, Z);
      At += B.region[0] * Element;
    }
}

Bytes contents(const Picture &P) {
  Bytes All(P.data.size());
  const size_t Origin[3] = {};
  ok(clEnqueueReadImage(queue(), P.image, CL_TRUE, Origin, P.size, 0, 0,
                        All.data(), 0, nullptr, nullptr));
  return All;
}

bool hasSlices(const Picture &P) {
  return P.type != CL_MEM_OBJECT_IMAGE1D && P.type != CL_MEM_OBJECT_IMAGE2D;
}

TEST(ImageCommands, ReadsAndWritesWithPitches) {
  for (Picture &P : pictures(1)) {
    const Box B = boxIn(P);
    const size_t RowBytes = B.region[0] * Element;
    const bool IsLayers = P.type == CL_MEM_OBJECT_IMAGE1D_ARRAY;
    const size_t Row = RowBytes + 12;
    // Of an array of 1D images, a slice is a row.
    const size_t Slice = IsLayers       ? Row + 20
                         : hasSlices(P) ? Row * B.region[1] + 24
                                        : 0;
    auto HostAt = [&](size_t Y, size_t Z) {
      return IsLayers ? Y * Slice : Y * Row + Z * Slice;
    };
    Bytes Host(4096, 0xee), Want = Host;
    ok(clEnqueueReadImage(queue(), P.image, CL_TRUE, B.origin, B.region, Row,
                          Slice, Host.data(), 0, nullptr, nullptr));
    forRows(P, B, [&](size_t, size_t At, size_t Y, size_t Z) {
      std::copy_n(&P.data[At], RowBytes, &Want[HostAt(Y, Z)]);
    });
    EXPECT_EQ(Host, Want);

    std::iota(Host.begin(), Host.end(), 77);
    ok(clEnqueueWriteImage(queue(), P.image, CL_FALSE, B.origin, B.region, Row,
                           Slice, Host.data(), 0, nullptr, nullptr));
    forRows(P, B, [&](size_t, size_t At, size_t Y, size_t Z) {
      std::copy_n(&Host[HostAt(Y, Z)], RowBytes, &P.data[At]);
    });
    EXPECT_EQ(contents(P), P.data);
  }
}

TEST(ImageCommands, CopiesToAndFromBuffers) {
  for (Picture &P : pictures(3)) {
    const Box B = boxIn(P);
    const size_t RowBytes = B.region[0] * Element;
    Bytes Packed(1024, 0x11);
    Buffer Flat = upload(Packed);
    ok(clEnqueueCopyImageToBuffer(queue(), P.image, Flat, B.origin, B.region, 5,
                                  0, nullptr, nullptr));
    forRows(P, B, [&](size_t From, size_t At, size_t, size_t) {
      std::copy_n(&P.data[At], RowBytes, &Packed[5 + From]);
    });
    EXPECT_EQ(download<unsigned char>(Flat, 1024), Packed);

    ok(clEnqueueCopyBufferToImage(queue(), Flat, P.image, 8, B.origin, B.region,
                                  0, nullptr, nullptr));
    forRows(P, B, [&](size_t From, size_t At, size_t, size_t) {
      std::copy_n(&Packed[8 + From], RowBytes, &P.data[At]);
    });
    EXPECT_EQ(contents(P), P.data);
  }
}

TEST(ImageCommands, CopiesBetweenTypes) {
  for (Picture &Src : pictures(5))
    for (Picture &Dst : pictures(100)) {
      Box From = boxIn(Src), To = boxIn(Dst);
      for (unsigned D = 0; D != 3; ++D)
        From.region[D] = To.region[D] = std::min(From.region[D], To.region[D]);
      ok(clEnqueueCopyImage(queue(), Src.image, Dst.image, From.origin,
                            To.origin, From.region, 0, nullptr, nullptr));
      forRows(Dst, To, [&](size_t, size_t At, size_t Y, size_t Z) {
        std::copy_n(&Src.data[offset(Src, From.origin[0], From.origin[1] + Y,
                                     From.origin[2] + Z)],
                    From.region[0] * Element, &Dst.data[At]);
      });
      EXPECT_EQ(contents(Dst), Dst.data);
    }
}

TEST(ImageCommands, FillsWithAColour) {
  for (Picture &P : pictures(7)) {
    const Box B = boxIn(P);
    const cl_uint Color[4] = {258, 70000, 1, 2};
    ok(clEnqueueFillImage(queue(), P.image, Color, B.origin, B.region, 0,
                          nullptr, nullptr));
    const unsigned char Stored[4] = {2, 1, 255, 255};
    forRows(P, B, [&](size_t, size_t At, size_t, size_t) {
      for (size_t X = 0; X != B.region[0] * Element; ++X)
        P.data[At + X] = Stored[X % 4];
    });
    EXPECT_EQ(contents(P), P.data);
  }
}

TEST(ImageCommands, MapsAndUnmaps) {
  for (Picture &P : pictures(9)) {
    const Box B = boxIn(P);
    size_t Row = 1, Slice = 1;
    cl_int Code;
    auto *Mapped = static_cast<unsigned char *>(clEnqueueMapImage(
        queue(), P.image, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, B.origin,
        B.region, &Row, &Slice, 0, nullptr, nullptr, &Code));
    ok(Code);
    EXPECT_EQ(Slice != 0, hasSlices(P));
    cl_uint Count;
    ok(clGetMemObjectInfo(P.image, CL_MEM_MAP_COUNT, sizeof(Count), &Count,
                          nullptr));
    EXPECT_EQ(Count, 1u);
    const bool IsLayers = P.type == CL_MEM_OBJECT_IMAGE1D_ARRAY;
    forRows(P, B, [&](size_t, size_t At, size_t Y, size_t Z) {
      unsigned char *Line =
          Mapped + (IsLayers ? Y * Slice : Y * Row + Z * Slice);
      EXPECT_EQ(*Line, P.data[At]);
      *Line = P.data[At] = (unsigned char)(*Line + 1);
    });
    ok(clEnqueueUnmapMemObject(queue(), P.image, Mapped, 0, nullptr, nullptr));
    EXPECT_EQ(contents(P), P.data);
    EXPECT_EQ(
        clEnqueueUnmapMemObject(queue(), P.image, Mapped, 0, nullptr, nullptr),
        CL_INVALID_VALUE);
  }
}

/// "Mapping [...] overlapped regions in a memory object [...] for writing is an
/// error": those that have an element in common, not bytes between their first
/// and last.
TEST(ImageCommands, MapsForWritingThatOverlap) {
  std::mt19937 Random(2);
  auto Below = [&](size_t Limit) { return size_t(Random() % Limit); };
  for (Picture &P : pictures(3)) {
    auto RandomBox = [&] {
      Box B;
      for (unsigned D = 0; D != 3; ++D) {
        B.origin[D] = Below(P.size[D]);
        B.region[D] = 1 + Below(P.size[D] - B.origin[D]);
      }
      return B;
    };
    auto Map = [&](const Box &B, cl_map_flags Flags, cl_int &Code) {
      size_t Row, Slice;
      return clEnqueueMapImage(queue(), P.image, CL_TRUE, Flags, B.origin,
                               B.region, &Row, &Slice, 0, nullptr, nullptr,
                               &Code);
    };
    auto Unmap = [&](void *Mapped) {
      ok(clEnqueueUnmapMemObject(queue(), P.image, Mapped, 0, nullptr,
                                 nullptr));
    };
    for (unsigned Round = 0; Round != 200; ++Round) {
      const Box A = RandomBox(), B = RandomBox();
      bool Overlap = true;
      for (unsigned D = 0; D != 3; ++D)
        Overlap &= A.origin[D] < B.origin[D] + B.region[D] &&
                   B.origin[D] < A.origin[D] + A.region[D];
      cl_int Code;
      void *First = Map(A, CL_MAP_WRITE, Code);
      ok(Code);
      void *Second = Map(B, CL_MAP_WRITE_INVALIDATE_REGION, Code);
      EXPECT_EQ(Code, Overlap ? CL_INVALID_OPERATION : CL_SUCCESS)
          << "of type " << P.type << ", round " << Round;
      if (Second)
        Unmap(Second);
      void *Reads = Map(B, CL_MAP_READ, Code);
      ok(Code);
      Unmap(Reads);
      Unmap(First);
    }
  }
}

TEST(ImageCommands, RegionsAreChecked) {
  Picture P = makePicture(CL_MEM_OBJECT_IMAGE2D, 8, 4, 1, 0);
  Bytes Host(1024);
  auto Read = [&](std::array<size_t, 3> Origin, std::array<size_t, 3> Region,
                  size_t Row = 0, size_t Slice = 0) {
    return clEnqueueReadImage(queue(), P.image, CL_TRUE, Origin.data(),
                              Region.data(), Row, Slice, Host.data(), 0,
                              nullptr, nullptr);
  };
  EXPECT_EQ(Read({0, 0, 0}, {8, 4, 1}), CL_SUCCESS);
  EXPECT_EQ(Read({1, 0, 0}, {8, 4, 1}), CL_INVALID_VALUE);
  EXPECT_EQ(Read({0, 4, 0}, {8, 1, 1}), CL_INVALID_VALUE);
  EXPECT_EQ(Read({0, 0, 1}, {8, 4, 1}), CL_INVALID_VALUE);
  EXPECT_EQ(Read({0, 0, 0}, {8, 4, 2}), CL_INVALID_VALUE);
  EXPECT_EQ(Read({0, 0, 0}, {0, 4, 1}), CL_INVALID_VALUE);
  EXPECT_EQ(Read({~size_t(0), 0, 0}, {2, 1, 1}), CL_INVALID_VALUE);
  EXPECT_EQ(Read({0, 0, 0}, {8, 4, 1}, 31), CL_INVALID_VALUE);
  EXPECT_EQ(Read({0, 0, 0}, {8, 4, 1}, 0, 128), CL_INVALID_VALUE);
  const size_t Origin[3] = {}, One[3] = {1, 1, 1};
  EXPECT_EQ(clEnqueueReadImage(queue(), P.image, CL_TRUE, nullptr, One, 0, 0,
                               Host.data(), 0, nullptr, nullptr),
            CL_INVALID_VALUE);
  EXPECT_EQ(clEnqueueReadImage(queue(), P.image, CL_TRUE, Origin, nullptr, 0, 0,
                               Host.data(), 0, nullptr, nullptr),
            CL_INVALID_VALUE);
  EXPECT_EQ(clEnqueueReadImage(queue(), P.image, CL_TRUE, Origin, One, 0, 0,
                               nullptr, 0, nullptr, nullptr),
            CL_INVALID_VALUE);
  EXPECT_EQ(clEnqueueFillImage(queue(), P.image, nullptr, Origin, One, 0,
                               nullptr, nullptr),
            CL_INVALID_VALUE);
  Buffer Small = makeBuffer(16);
  const size_t Five[3] = {5, 1, 1};
  EXPECT_EQ(clEnqueueCopyImageToBuffer(queue(), P.image, Small, Origin, Five, 0,
                                       0, nullptr, nullptr),
            CL_INVALID_VALUE);
  EXPECT_EQ(clEnqueueCopyBufferToImage(queue(), Small, P.image, 13, Origin, One,
                                       0, nullptr, nullptr),
            CL_INVALID_VALUE);
  size_t Row;
  cl_int Code;
  clEnqueueMapImage(queue(), P.image, CL_TRUE, CL_MAP_READ, Origin, One,
                    nullptr, nullptr, 0, nullptr, nullptr, &Code);
  EXPECT_EQ(Code, CL_INVALID_VALUE);
  Picture Deep = makePicture(CL_MEM_OBJECT_IMAGE3D, 8, 4, 2, 0);
  clEnqueueMapImage(queue(), Deep.image, CL_TRUE, CL_MAP_READ, Origin, One,
                    &Row, nullptr, 0, nullptr, nullptr, &Code);
  EXPECT_EQ(Code, CL_INVALID_VALUE);
}

TEST(ImageCommands, CopiesAreChecked) {
  Picture A = makePicture(CL_MEM_OBJECT_IMAGE2D, 8, 4, 1, 0);
  auto CopyWithin = [&](std::array<size_t, 3> From, std::array<size_t, 3> To) {
    const size_t Region[3] = {4, 2, 1};
    return clEnqueueCopyImage(queue(), A.image, A.image, From.data(), To.data(),
                              Region, 0, nullptr, nullptr);
  };
  EXPECT_EQ(CopyWithin({0, 0, 0}, {4, 0, 0}), CL_SUCCESS);
  EXPECT_EQ(CopyWithin({0, 0, 0}, {3, 2, 0}), CL_SUCCESS);
  EXPECT_EQ(CopyWithin({0, 0, 0}, {3, 1, 0}), CL_MEM_COPY_OVERLAP);

  constexpr cl_image_format Other = {CL_RGBA, CL_UNORM_INT8};
  cl_image_desc D = {};
  D.image_type = CL_MEM_OBJECT_IMAGE2D;
  D.image_width = D.image_height = 4;
  cl_int Code;
  Buffer B(clCreateImage(context(), 0, &Other, &D, nullptr, &Code));
  const size_t Origin[3] = {}, One[3] = {1, 1, 1};
  EXPECT_EQ(clEnqueueCopyImage(queue(), A.image, B, Origin, Origin, One, 0,
                               nullptr, nullptr),
            CL_IMAGE_FORMAT_MISMATCH);
}

TEST(ImageCommands, HostAccessIsChecked) {
  Picture NoAccess =
      makePicture(CL_MEM_OBJECT_IMAGE2D, 8, 4, 1, 0, CL_MEM_HOST_NO_ACCESS);
  Bytes Host(1024);
  const size_t Origin[3] = {}, One[3] = {1, 1, 1};
  EXPECT_EQ(clEnqueueReadImage(queue(), NoAccess.image, CL_TRUE, Origin, One, 0,
                               0, Host.data(), 0, nullptr, nullptr),
            CL_INVALID_OPERATION);
  EXPECT_EQ(clEnqueueWriteImage(queue(), NoAccess.image, CL_TRUE, Origin, One,
                                0, 0, Host.data(), 0, nullptr, nullptr),
            CL_INVALID_OPERATION);
  size_t Row;
  cl_int Code;
  clEnqueueMapImage(queue(), NoAccess.image, CL_TRUE, CL_MAP_READ, Origin, One,
                    &Row, nullptr, 0, nullptr, nullptr, &Code);
  EXPECT_EQ(Code, CL_INVALID_OPERATION);
}

TEST(ImageCommands, EventsSayWhatTheyWere) {
  Picture P = makePicture(CL_MEM_OBJECT_IMAGE2D, 8, 4, 1, 0);
  const size_t Origin[3] = {}, One[3] = {1, 1, 1};
  const cl_uint Color[4] = {};
  Event E;
  ok(clEnqueueFillImage(queue(), P.image, Color, Origin, One, 0, nullptr,
                        E.out()));
  cl_command_type Type;
  ok(clGetEventInfo(E, CL_EVENT_COMMAND_TYPE, sizeof(Type), &Type, nullptr));
  EXPECT_EQ(Type, cl_command_type(CL_COMMAND_FILL_IMAGE));
  cl_mem Handle = P.image;
  ok(clEnqueueMigrateMemObjects(queue(), 1, &Handle, CL_MIGRATE_MEM_OBJECT_HOST,
                                0, nullptr, nullptr));
  ok(clFinish(queue()));
}

} // namespace
