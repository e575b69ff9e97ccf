//===- AsyncCopyEdges.cpp - Copies at the ends of a buffer ----------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The first and the last byte of a buffer as source and destination. The
/// buffers are memory of the program between two pages that cannot be accessed,
/// so that whoever reads or writes one byte too many ends with a fault.
///
//===----------------------------------------------------------------------===//

#include "Support.h"

#include <algorithm>
#include <sys/mman.h>
#include <unistd.h>

using namespace conformance;

namespace {

/// Pages of memory with a page that cannot be accessed on either side.
class GuardedPages {
public:
  explicit GuardedPages(size_t Bytes)
      : page(size_t(sysconf(_SC_PAGESIZE))),
        size((Bytes + page - 1) / page * page) {
    void *All = mmap(nullptr, size + 2 * page, PROT_NONE,
                     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (All == MAP_FAILED)
      throw std::runtime_error("mmap failed");
    first = static_cast<unsigned char *>(All) + page;
    if (mprotect(first, size, PROT_READ | PROT_WRITE) != 0)
      throw std::runtime_error("mprotect failed");
  }
  GuardedPages(const GuardedPages &) = delete;
  ~GuardedPages() { munmap(first - page, size + 2 * page); }

  const size_t page; ///< Bytes of a page.
  const size_t size; ///< Bytes that can be accessed.
  unsigned char *first;
};

/// `at` is the first element; the last is at + (count - 1) * stride.
constexpr char Source1D[] = R"(
__kernel void entry(__global const T *src, __global T *dst, __local T *tile,
                    ulong count, ulong stride, ulong at) {
  event_t e;
  if (stride == 1)
    e = async_work_group_copy(tile, src + at, (size_t)count, (event_t)0);
  else
    e = async_work_group_strided_copy(tile, src + at, (size_t)count,
                                      (size_t)stride, (event_t)0);
  wait_group_events(1, &e);
  if (stride == 1)
    e = async_work_group_copy(dst + at, tile, (size_t)count, (event_t)0);
  else
    e = async_work_group_strided_copy(dst + at, tile, (size_t)count,
                                      (size_t)stride, (event_t)0);
  wait_group_events(1, &e);
})";

TEST(AsyncCopyEdges, FirstAndLastByteOfABuffer) {
  constexpr size_t Size = 65536;
  GuardedPages Source(Size), Destination(Size);
  ASSERT_EQ(Source.size, Size);
  for (size_t I = 0; I != Size; ++I)
    Source.first[I] = static_cast<unsigned char>(I * 7 + I / 256);
  Buffer From = makeBuffer(Size, CL_MEM_READ_ONLY | CL_MEM_USE_HOST_PTR,
                           Source.first),
         To = makeBuffer(Size, CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR,
                         Destination.first);
  for (const auto &[Type, Bytes] :
       {std::pair("char", 1), std::pair("short", 2), std::pair("int", 4),
        std::pair("int3", 16), std::pair("long16", 128)}) {
    Kernel K = buildKernel(Source1D, "entry", std::string("-DT=") + Type);
    for (cl_ulong Count : {1, 2, 3, 5, 15, 17, 63, 65, 255, 300, 4097, 12000})
      for (cl_ulong Stride : {1, 2, 3, 5}) {
        size_t Element = size_t(Bytes), All = Size / Element,
               Extent = (Count - 1) * Stride + 1;
        if (Extent > All)
          continue;
        for (cl_ulong At : {size_t(0), All - Extent}) {
          std::vector<unsigned char> Expected(Size, 0xEE);
          ok(clEnqueueFillBuffer(queue(), To, Expected.data(), 1, 0, Size, 0,
                                 nullptr, nullptr));
          for (size_t I = 0; I != Count; ++I) {
            size_t Place = (At + I * Stride) * Element;
            std::memcpy(&Expected[Place], &Source.first[Place], Element);
          }
          setArgs(K, From, To, Local{Count * Element}, Count, Stride, At);
          launch(K, {{16}, {16}, {}});
          ASSERT_TRUE(download<unsigned char>(To, Size) == Expected)
              << Type << ", " << Count << " elements, stride " << Stride
              << ", from element " << At;
        }
      }
  }
}

TEST(AsyncCopyEdges, TileThatFillsABuffer) {
  if (!isFerry() && !hasExtension("cl_khr_extended_async_copies"))
    GTEST_SKIP() << "the device has no cl_khr_extended_async_copies";
  constexpr size_t Size = 65536;
  GuardedPages Source(Size), Destination(Size);
  for (size_t I = 0; I != Size; ++I)
    Source.first[I] = static_cast<unsigned char>(I * 11 + I / 256);
  Buffer From = makeBuffer(Size, CL_MEM_READ_ONLY | CL_MEM_USE_HOST_PTR,
                           Source.first),
         To = makeBuffer(Size, CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR,
                         Destination.first);
  // The last line ends at the last byte; its gap would lie behind it.
  Kernel K = buildKernel(R"(
__kernel void entry(__global const uchar *src, __global uchar *dst,
                    __local uchar *tile, ulong bytes, ulong count, ulong lines,
                    ulong line, ulong offset) {
  event_t e = async_work_group_copy_2D2D(tile, 0, src, offset, bytes, count,
                                         lines, line, count, (event_t)0);
  wait_group_events(1, &e);
  e = async_work_group_copy_3D3D(dst, offset, tile, 0, bytes, count, lines, 1,
                                 count, count * lines, line, line * lines,
                                 (event_t)0);
  wait_group_events(1, &e);
})",
                         "entry");
  for (cl_ulong Bytes : {1, 3, 4, 13, 16, 100})
    for (cl_ulong Count : {1, 3, 16, 40})
      for (cl_ulong Gap : {0, 1, 20}) {
        cl_ulong Line = Count + Gap, All = Size / Bytes,
                 Lines = (All - Count) / Line + 1,
                 Offset = All - (Lines - 1) * Line - Count;
        std::vector<unsigned char> Expected(Size, 0xEE);
        ok(clEnqueueFillBuffer(queue(), To, Expected.data(), 1, 0, Size, 0,
                               nullptr, nullptr));
        for (size_t Y = 0; Y != Lines; ++Y) {
          size_t Place = (Offset + Y * Line) * Bytes;
          std::memcpy(&Expected[Place], &Source.first[Place], Count * Bytes);
        }
        setArgs(K, From, To, Local{Lines * Count * Bytes}, Bytes, Count, Lines,
                Line, Offset);
        launch(K, {{16}, {16}, {}});
        ASSERT_TRUE(download<unsigned char>(To, Size) == Expected)
            << Lines << " lines of " << Count << " times " << Bytes
            << " bytes, line length " << Line;
      }
}

} // namespace
