//===- ApiMemory.cpp - Buffers and what moves between them ----------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Reads, writes, copies, fills, rectangles, mappings and sub-buffers against a
/// model in host memory, many at random, with everything compared.
///
//===----------------------------------------------------------------------===//

#include "Support.h"

#include <algorithm>

using namespace conformance;

namespace {

using Bytes = std::vector<unsigned char>;

Bytes randomBytes(std::mt19937_64 &Random, size_t Length) {
  Bytes Values(Length);
  for (unsigned char &Byte : Values)
    Byte = static_cast<unsigned char>(Random());
  return Values;
}

// Undefined in the specification; programs rely on it.
TEST(ApiMemory, NewBuffersAreZero) {
  if (!isFerry())
    return;
  for (size_t Length : {64, 4096, 100000, 5 << 20}) {
    // What the host leaves behind.
    for (int I = 0; I != 8; ++I)
      Bytes(Length, 0xff);
    Buffer B = makeBuffer(Length);
    EXPECT_EQ(download<unsigned char>(B, Length), Bytes(Length));
  }
}

TEST(ApiMemory, CreationFlags) {
  Bytes Host(256, 7);
  Buffer Copy = makeBuffer(256, CL_MEM_COPY_HOST_PTR, Host.data());
  Host[3] = 9;
  EXPECT_EQ(download<unsigned char>(Copy, 256), Bytes(256, 7));
  Buffer Both = makeBuffer(256, CL_MEM_COPY_HOST_PTR | CL_MEM_ALLOC_HOST_PTR,
                           Host.data());
  EXPECT_EQ(download<unsigned char>(Both, 256), Host);

  cl_int Code;
  auto Create = [&](cl_mem_flags Flags, size_t Size, void *Pointer) {
    Buffer B(clCreateBuffer(context(), Flags, Size, Pointer, &Code));
    return Code;
  };
  EXPECT_EQ(Create(0, 0, nullptr), CL_INVALID_BUFFER_SIZE);
  EXPECT_EQ(Create(CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY, 16, nullptr),
            CL_INVALID_VALUE);
  EXPECT_EQ(
      Create(CL_MEM_USE_HOST_PTR | CL_MEM_ALLOC_HOST_PTR, 16, Host.data()),
      CL_INVALID_VALUE);
  EXPECT_EQ(Create(CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR, 16, Host.data()),
            CL_INVALID_VALUE);
  EXPECT_EQ(Create(CL_MEM_USE_HOST_PTR, 16, nullptr), CL_INVALID_HOST_PTR);
  EXPECT_EQ(Create(CL_MEM_COPY_HOST_PTR, 16, nullptr), CL_INVALID_HOST_PTR);
  EXPECT_EQ(Create(CL_MEM_READ_WRITE, 16, Host.data()), CL_INVALID_HOST_PTR);
  EXPECT_EQ(Create(cl_mem_flags(1) << 40, 16, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(Create(CL_MEM_READ_WRITE, ~size_t(0) / 2, nullptr),
            CL_INVALID_BUFFER_SIZE);
}

TEST(ApiMemory, UseHostPointerIsTheHostsMemory) {
  alignas(4096) static int Host[1024];
  for (int I = 0; I != 1024; ++I)
    Host[I] = I;
  Buffer B = makeBuffer(sizeof(Host), CL_MEM_USE_HOST_PTR, Host);
  Kernel K = buildKernel(
      "__kernel void f(__global int *p) { p[get_global_id(0)] *= 2; }", "f");
  setArgs(K, B);
  launch(K, {{1024}, {}, {}});
  cl_int Code;
  void *Mapped = clEnqueueMapBuffer(queue(), B, CL_TRUE, CL_MAP_READ, 0,
                                    sizeof(Host), 0, nullptr, nullptr, &Code);
  ok(Code);
  // "the pointer value returned ... is derived from the host_ptr".
  EXPECT_EQ(Mapped, Host);
  for (int I = 0; I != 1024; ++I)
    EXPECT_EQ(Host[I], 2 * I);
  ok(clEnqueueUnmapMemObject(queue(), B, Mapped, 0, nullptr, nullptr));
  ok(clFinish(queue()));
}

TEST(ApiMemory, FillsOfEveryPatternSize) {
  std::mt19937_64 Random = randomSource();
  for (size_t Size : {1, 2, 4, 8, 16, 32, 64, 128}) {
    Bytes Pattern = randomBytes(Random, Size);
    for (size_t Count : {size_t(1), size_t(3), size_t(100)}) {
      Bytes Expected = randomBytes(Random, (Count + 7) * Size);
      Buffer B = upload(Expected);
      size_t Offset = 5 * Size;
      ok(clEnqueueFillBuffer(queue(), B, Pattern.data(), Size, Offset,
                             Count * Size, 0, nullptr, nullptr));
      for (size_t I = 0; I != Count * Size; ++I)
        Expected[Offset + I] = Pattern[I % Size];
      EXPECT_EQ(download<unsigned char>(B, Expected.size()), Expected)
          << Size << " x " << Count;
    }
  }
  Buffer B = makeBuffer(64);
  unsigned char Pattern[256] = {};
  auto Fill = [&](size_t Size, size_t Offset, size_t Length) {
    return clEnqueueFillBuffer(queue(), B, Pattern, Size, Offset, Length, 0,
                               nullptr, nullptr);
  };
  EXPECT_EQ(Fill(3, 0, 6), CL_INVALID_VALUE);
  EXPECT_EQ(Fill(0, 0, 8), CL_INVALID_VALUE);
  EXPECT_EQ(Fill(256, 0, 256), CL_INVALID_VALUE);
  EXPECT_EQ(Fill(4, 2, 8), CL_INVALID_VALUE);
  EXPECT_EQ(Fill(4, 0, 6), CL_INVALID_VALUE);
  EXPECT_EQ(Fill(4, 60, 8), CL_INVALID_VALUE);
}

TEST(ApiMemory, LinearTransfersAtRandom) {
  std::mt19937_64 Random = randomSource();
  constexpr size_t Size = 5000;
  Bytes A = randomBytes(Random, Size), B = randomBytes(Random, Size);
  Buffer ABuffer = upload(A), BBuffer = upload(B);
  for (int Step = 0; Step != 400; ++Step) {
    size_t Length = 1 + Random() % 1000, At = Random() % (Size - Length),
           To = Random() % (Size - Length);
    switch (Random() % 4) {
    case 0: {
      Bytes Data = randomBytes(Random, Length);
      ok(clEnqueueWriteBuffer(queue(), ABuffer, CL_TRUE, At, Length,
                              Data.data(), 0, nullptr, nullptr));
      std::copy(Data.begin(), Data.end(), A.begin() + long(At));
      break;
    }
    case 1: {
      Bytes Data(Length);
      ok(clEnqueueReadBuffer(queue(), ABuffer, CL_TRUE, At, Length, Data.data(),
                             0, nullptr, nullptr));
      ASSERT_TRUE(std::equal(Data.begin(), Data.end(), A.begin() + long(At)));
      break;
    }
    case 2:
      ok(clEnqueueCopyBuffer(queue(), ABuffer, BBuffer, At, To, Length, 0,
                             nullptr, nullptr));
      std::copy_n(A.begin() + long(At), Length, B.begin() + long(To));
      break;
    default: {
      cl_int Code;
      auto *Mapped = static_cast<unsigned char *>(clEnqueueMapBuffer(
          queue(), BBuffer, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, At, Length, 0,
          nullptr, nullptr, &Code));
      ok(Code);
      ASSERT_TRUE(std::equal(Mapped, Mapped + Length, B.begin() + long(At)));
      for (size_t I = 0; I != Length; ++I)
        B[At + I] = Mapped[I] = static_cast<unsigned char>(Mapped[I] + 1);
      ok(clEnqueueUnmapMemObject(queue(), BBuffer, Mapped, 0, nullptr,
                                 nullptr));
    }
    }
  }
  EXPECT_EQ(download<unsigned char>(ABuffer, Size), A);
  EXPECT_EQ(download<unsigned char>(BBuffer, Size), B);
}

/// A box within a buffer: where its rows and slices lie.
struct Box {
  size_t origin[3], rowPitch, slicePitch;
  size_t at(size_t X, size_t Y, size_t Z) const {
    return origin[0] + X + (origin[1] + Y) * rowPitch +
           (origin[2] + Z) * slicePitch;
  }
};

TEST(ApiMemory, RectanglesAtRandom) {
  std::mt19937_64 Random = randomSource();
  for (int Step = 0; Step != 300; ++Step) {
    size_t Region[3] = {1 + Random() % 40, 1 + Random() % 9, 1 + Random() % 5};
    auto RandomBox = [&] {
      Box B;
      for (size_t &O : B.origin)
        O = Random() % 4;
      B.rowPitch = B.origin[0] + Region[0] + Random() % 5;
      B.slicePitch = B.rowPitch * (B.origin[1] + Region[1] + Random() % 3);
      return B;
    };
    auto SizeFor = [&](const Box &B) {
      return B.slicePitch * (B.origin[2] + Region[2]) + 16;
    };
    Box Device = RandomBox(), Other = RandomBox();
    Bytes Near = randomBytes(Random, SizeFor(Device)),
          Far = randomBytes(Random, SizeFor(Other));
    Buffer DeviceBuffer = upload(Near);
    auto Move = [&](const Box &From, const Bytes &Source, const Box &To,
                    Bytes &Target) {
      for (size_t Z = 0; Z != Region[2]; ++Z)
        for (size_t Y = 0; Y != Region[1]; ++Y)
          for (size_t X = 0; X != Region[0]; ++X)
            Target[To.at(X, Y, Z)] = Source[From.at(X, Y, Z)];
    };
    switch (Step % 3) {
    case 0: {
      Bytes Expected = Far;
      Move(Device, Near, Other, Expected);
      ok(clEnqueueReadBufferRect(
          queue(), DeviceBuffer, CL_TRUE, Device.origin, Other.origin, Region,
          Device.rowPitch, Device.slicePitch, Other.rowPitch, Other.slicePitch,
          Far.data(), 0, nullptr, nullptr));
      ASSERT_EQ(Far, Expected) << Step;
      break;
    }
    case 1:
      Move(Other, Far, Device, Near);
      ok(clEnqueueWriteBufferRect(
          queue(), DeviceBuffer, CL_TRUE, Device.origin, Other.origin, Region,
          Device.rowPitch, Device.slicePitch, Other.rowPitch, Other.slicePitch,
          Far.data(), 0, nullptr, nullptr));
      ASSERT_EQ(download<unsigned char>(DeviceBuffer, Near.size()), Near)
          << Step;
      break;
    default: {
      Buffer OtherBuffer = upload(Far);
      Move(Device, Near, Other, Far);
      ok(clEnqueueCopyBufferRect(
          queue(), DeviceBuffer, OtherBuffer, Device.origin, Other.origin,
          Region, Device.rowPitch, Device.slicePitch, Other.rowPitch,
          Other.slicePitch, 0, nullptr, nullptr));
      ASSERT_EQ(download<unsigned char>(OtherBuffer, Far.size()), Far) << Step;
    }
    }
  }
}

TEST(ApiMemory, RectanglesWithZeroPitchesAreDense) {
  Bytes Data(4 * 3 * 2);
  for (size_t I = 0; I != Data.size(); ++I)
    Data[I] = static_cast<unsigned char>(I);
  Buffer B = makeBuffer(Data.size());
  size_t Zero[3] = {}, Region[3] = {4, 3, 2};
  ok(clEnqueueWriteBufferRect(queue(), B, CL_TRUE, Zero, Zero, Region, 0, 0, 0,
                              0, Data.data(), 0, nullptr, nullptr));
  EXPECT_EQ(download<unsigned char>(B, Data.size()), Data);
  size_t Empty[3] = {4, 0, 2};
  EXPECT_EQ(clEnqueueWriteBufferRect(queue(), B, CL_TRUE, Zero, Zero, Empty, 0,
                                     0, 0, 0, Data.data(), 0, nullptr, nullptr),
            CL_INVALID_VALUE);
  EXPECT_EQ(clEnqueueWriteBufferRect(queue(), B, CL_TRUE, Zero, Zero, Region, 3,
                                     0, 0, 0, Data.data(), 0, nullptr, nullptr),
            CL_INVALID_VALUE);
}

TEST(ApiMemory, OutOfRangeTransfersAreRefused) {
  Buffer B = makeBuffer(100), C = makeBuffer(50);
  char Data[200];
  EXPECT_EQ(clEnqueueReadBuffer(queue(), B, CL_TRUE, 90, 11, Data, 0, nullptr,
                                nullptr),
            CL_INVALID_VALUE);
  EXPECT_EQ(clEnqueueWriteBuffer(queue(), B, CL_TRUE, ~size_t(0), 2, Data, 0,
                                 nullptr, nullptr),
            CL_INVALID_VALUE);
  EXPECT_EQ(clEnqueueReadBuffer(queue(), B, CL_TRUE, 0, 10, nullptr, 0, nullptr,
                                nullptr),
            CL_INVALID_VALUE);
  EXPECT_EQ(clEnqueueCopyBuffer(queue(), B, C, 0, 45, 6, 0, nullptr, nullptr),
            CL_INVALID_VALUE);
  EXPECT_EQ(clEnqueueCopyBuffer(queue(), B, B, 0, 5, 10, 0, nullptr, nullptr),
            CL_MEM_COPY_OVERLAP);
  cl_int Code;
  EXPECT_EQ(clEnqueueMapBuffer(queue(), B, CL_TRUE, CL_MAP_READ, 50, 51, 0,
                               nullptr, nullptr, &Code),
            nullptr);
  EXPECT_EQ(Code, CL_INVALID_VALUE);
  EXPECT_EQ(clEnqueueUnmapMemObject(queue(), B, Data, 0, nullptr, nullptr),
            CL_INVALID_VALUE);
}

TEST(ApiMemory, HostAccessFlagsAreKept) {
  Buffer NoAccess = makeBuffer(16, CL_MEM_HOST_NO_ACCESS),
         WriteOnly = makeBuffer(16, CL_MEM_HOST_WRITE_ONLY),
         ReadOnly = makeBuffer(16, CL_MEM_HOST_READ_ONLY);
  char Data[16] = {};
  auto Read = [&](cl_mem M) {
    return clEnqueueReadBuffer(queue(), M, CL_TRUE, 0, 16, Data, 0, nullptr,
                               nullptr);
  };
  auto Write = [&](cl_mem M) {
    return clEnqueueWriteBuffer(queue(), M, CL_TRUE, 0, 16, Data, 0, nullptr,
                                nullptr);
  };
  EXPECT_EQ(Read(NoAccess), CL_INVALID_OPERATION);
  EXPECT_EQ(Write(NoAccess), CL_INVALID_OPERATION);
  EXPECT_EQ(Read(WriteOnly), CL_INVALID_OPERATION);
  EXPECT_EQ(Write(WriteOnly), CL_SUCCESS);
  EXPECT_EQ(Read(ReadOnly), CL_SUCCESS);
  EXPECT_EQ(Write(ReadOnly), CL_INVALID_OPERATION);
}

TEST(ApiMemory, SubBuffersAreWindows) {
  size_t Align = deviceInfo<cl_uint>(CL_DEVICE_MEM_BASE_ADDR_ALIGN) / 8;
  Bytes Data(Align * 4);
  for (size_t I = 0; I != Data.size(); ++I)
    Data[I] = static_cast<unsigned char>(I * 7);
  Buffer Whole = upload(Data);
  cl_int Code;
  cl_buffer_region Region = {Align, Align * 2};
  Buffer Part(clCreateSubBuffer(Whole, CL_MEM_READ_WRITE,
                                CL_BUFFER_CREATE_TYPE_REGION, &Region, &Code));
  ok(Code);
  Kernel K = buildKernel(
      "__kernel void f(__global uchar *p) { p[get_global_id(0)] += 1; }", "f");
  setArgs(K, Part);
  launch(K, {{Align * 2}, {}, {}});
  for (size_t I = Align; I != Align * 3; ++I)
    ++Data[I];
  EXPECT_EQ(download<unsigned char>(Whole, Data.size()), Data);
  cl_mem Parent;
  size_t Offset;
  ok(clGetMemObjectInfo(Part, CL_MEM_ASSOCIATED_MEMOBJECT, sizeof(Parent),
                        &Parent, nullptr));
  ok(clGetMemObjectInfo(Part, CL_MEM_OFFSET, sizeof(Offset), &Offset, nullptr));
  EXPECT_EQ(Parent, cl_mem(Whole));
  EXPECT_EQ(Offset, Align);
  // The window outlives its creator's handle.
  Whole.reset();
  EXPECT_EQ(download<unsigned char>(Part, Align * 2),
            Bytes(Data.begin() + long(Align), Data.begin() + long(Align) * 3));

  auto Create = [&](cl_mem Of, cl_mem_flags Flags, size_t Origin, size_t Size) {
    cl_buffer_region R = {Origin, Size};
    Buffer B(
        clCreateSubBuffer(Of, Flags, CL_BUFFER_CREATE_TYPE_REGION, &R, &Code));
    return Code;
  };
  Buffer ReadOnly = makeBuffer(Align * 4, CL_MEM_READ_ONLY);
  EXPECT_EQ(Create(ReadOnly, CL_MEM_WRITE_ONLY, 0, 4), CL_INVALID_VALUE);
  EXPECT_EQ(Create(ReadOnly, 0, 0, Align * 5), CL_INVALID_VALUE);
  EXPECT_EQ(Create(ReadOnly, 0, 0, 0), CL_INVALID_BUFFER_SIZE);
  EXPECT_EQ(Create(ReadOnly, 0, 1, 4), CL_MISALIGNED_SUB_BUFFER_OFFSET);
  EXPECT_EQ(Create(Part, 0, 0, 4), CL_INVALID_MEM_OBJECT);
}

TEST(ApiMemory, DestructorsRunLastFirst) {
  static std::vector<int> Order;
  Order.clear();
  {
    Buffer B = makeBuffer(64);
    auto Note = [](cl_mem, void *Data) {
      Order.push_back(int(reinterpret_cast<intptr_t>(Data)));
    };
    for (intptr_t I = 1; I != 4; ++I)
      ok(clSetMemObjectDestructorCallback(B, Note,
                                          reinterpret_cast<void *>(I)));
    EXPECT_TRUE(Order.empty());
  }
  ok(clFinish(queue()));
  EXPECT_EQ(Order, (std::vector<int>{3, 2, 1}));
}

TEST(ApiMemory, MapsAreCounted) {
  Buffer B = makeBuffer(64);
  auto Count = [&] {
    cl_uint Value;
    ok(clGetMemObjectInfo(B, CL_MEM_MAP_COUNT, sizeof(Value), &Value, nullptr));
    return Value;
  };
  cl_int Code;
  void *First = clEnqueueMapBuffer(queue(), B, CL_TRUE, CL_MAP_READ, 0, 32, 0,
                                   nullptr, nullptr, &Code);
  ok(Code);
  void *Second = clEnqueueMapBuffer(queue(), B, CL_TRUE, CL_MAP_READ, 32, 32, 0,
                                    nullptr, nullptr, &Code);
  ok(Code);
  EXPECT_EQ(Count(), 2u);
  ok(clEnqueueUnmapMemObject(queue(), B, First, 0, nullptr, nullptr));
  ok(clEnqueueUnmapMemObject(queue(), B, Second, 0, nullptr, nullptr));
  ok(clFinish(queue()));
  EXPECT_EQ(Count(), 0u);
}

/// "Mapping [...] overlapped regions in a memory object and/or associated
/// memory objects [...] for writing is an error".
TEST(ApiMemory, OverlappingMapsForWritingAreRefused) {
  Buffer B = makeBuffer(4096);
  auto MapOf = [](cl_mem Of, cl_map_flags Flags, size_t Offset, size_t Size,
                  cl_int Expected) -> void * {
    cl_int Code;
    void *P = clEnqueueMapBuffer(queue(), Of, CL_TRUE, Flags, Offset, Size, 0,
                                 nullptr, nullptr, &Code);
    EXPECT_EQ(Code, Expected) << Flags << " " << Offset << " " << Size;
    EXPECT_EQ(P != nullptr, Expected == CL_SUCCESS);
    return P;
  };
  const cl_buffer_region Region = {1024, 1024};
  cl_int Code;
  Buffer Sub(clCreateSubBuffer(B, CL_MEM_READ_WRITE,
                               CL_BUFFER_CREATE_TYPE_REGION, &Region, &Code));
  ok(Code);
  void *First = MapOf(B, CL_MAP_WRITE, 1000, 100, CL_SUCCESS);
  for (cl_map_flags Flags : {CL_MAP_WRITE, CL_MAP_READ | CL_MAP_WRITE,
                             CL_MAP_WRITE_INVALIDATE_REGION}) {
    MapOf(B, Flags, 1000, 100, CL_INVALID_OPERATION);
    MapOf(B, Flags, 0, 1001, CL_INVALID_OPERATION);
    MapOf(B, Flags, 1099, 1, CL_INVALID_OPERATION);
    MapOf(Sub, Flags, 0, 4, CL_INVALID_OPERATION);
  }
  void *Left = MapOf(B, CL_MAP_WRITE, 0, 1000, CL_SUCCESS);
  void *Right = MapOf(Sub, CL_MAP_WRITE, 76, 948, CL_SUCCESS);
  MapOf(B, CL_MAP_WRITE, 2000, 4, CL_INVALID_OPERATION);
  ok(clEnqueueUnmapMemObject(queue(), B, First, 0, nullptr, nullptr));
  ok(clEnqueueUnmapMemObject(queue(), B, Left, 0, nullptr, nullptr));
  ok(clEnqueueUnmapMemObject(queue(), Sub, Right, 0, nullptr, nullptr));
  // Any number may read.
  First = MapOf(B, CL_MAP_READ, 0, 4096, CL_SUCCESS);
  void *Second = MapOf(Sub, CL_MAP_READ, 0, 1024, CL_SUCCESS);
  ok(clEnqueueUnmapMemObject(queue(), B, First, 0, nullptr, nullptr));
  ok(clEnqueueUnmapMemObject(queue(), Sub, Second, 0, nullptr, nullptr));
  First = MapOf(B, CL_MAP_WRITE, 0, 4096, CL_SUCCESS);
  ok(clEnqueueUnmapMemObject(queue(), B, First, 0, nullptr, nullptr));
  ok(clFinish(queue()));
}

TEST(ApiMemory, LargeTransfers) {
  constexpr size_t Words = (64u << 20) / 8;
  std::vector<uint64_t> Data(Words), Back(Words);
  for (size_t I = 0; I != Words; ++I)
    Data[I] = I * 0x9E3779B97F4A7C15ull;
  Buffer A = makeBuffer(Words * 8), B = makeBuffer(Words * 8);
  ok(clEnqueueWriteBuffer(queue(), A, CL_FALSE, 0, Words * 8, Data.data(), 0,
                          nullptr, nullptr));
  ok(clEnqueueCopyBuffer(queue(), A, B, 0, 0, Words * 8, 0, nullptr, nullptr));
  ok(clEnqueueReadBuffer(queue(), B, CL_FALSE, 8, Words * 8 - 8, Back.data(), 0,
                         nullptr, nullptr));
  ok(clFinish(queue()));
  EXPECT_TRUE(std::equal(Data.begin() + 1, Data.end(), Back.begin()));
}

} // namespace
