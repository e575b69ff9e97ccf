//===- MoversTest.cpp - Every mover against a byte-by-byte reference ------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "copy/Movers.h"
#include "copy/tests/Pattern.h"

#include <gtest/gtest.h>

#include <array>
#include <barrier>
#include <cstring>
#include <ostream>
#include <sys/mman.h>
#include <thread>
#include <vector>

#if defined(__x86_64__)
#include <cpuid.h>
#endif

using namespace ferry;
using namespace ferry::copy;

namespace {

constexpr std::size_t Guard = 192;

std::vector<Isa> levels() {
  std::vector<Isa> Result;
  for (Isa L = machine::FirstIsa; L <= isa(); L = Isa(int(L) + 1))
    Result.push_back(L);
  return Result;
}

/// All of them do the same.
std::array<StridedMover, 3> elementMovers(Isa Level) {
  const Movers &With = movers(Level);
  return {With.elements(Locality::Cached), With.elements(Locality::FromMemory),
          With.elements(Locality::ToMemory)};
}

struct Shape {
  std::size_t element, count, dstStep, srcStep;

  /// From the first to the last byte.
  std::size_t dstBytes() const {
    return count ? (count - 1) * dstStep + element : 0;
  }
  std::size_t srcBytes() const {
    return count ? (count - 1) * srcStep + element : 0;
  }
};

std::ostream &operator<<(std::ostream &Out, const Shape &S) {
  return Out << "element " << S.element << " count " << S.count << " steps "
             << S.dstStep << ' ' << S.srcStep;
}

/// What a move has to do, byte by byte.
void moveReference(std::byte *Dst, const std::byte *Src, const Shape &S) {
  for (std::size_t I = 0; I != S.count; ++I)
    for (std::size_t B = 0; B != S.element; ++B)
      Dst[I * S.dstStep + B] = Src[I * S.srcStep + B];
}

void move(const Movers &With, std::byte *Dst, const std::byte *Src,
          const Shape &S) {
  With.elements(Locality::Cached)(Dst, Src, S.element, S.count, S.dstStep,
                                  S.srcStep);
}

/// One move, compared with the reference, gaps and guard bytes included.
/// \returns whether they agree.
bool agrees(const Movers &With, const Shape &S, std::size_t DstOffset,
            std::size_t SrcOffset) {
  static const std::vector<std::byte> SrcBytes = pattern(1 << 20, 1);
  static const std::vector<std::byte> DstBytes = pattern(1 << 20, 2);
  std::size_t DstSize = S.dstBytes() + DstOffset + 2 * Guard;
  std::size_t SrcSize = S.srcBytes() + SrcOffset;
  EXPECT_LE(DstSize, DstBytes.size());
  EXPECT_LE(SrcSize, SrcBytes.size());
  std::vector<std::byte> Src(SrcBytes.data(), SrcBytes.data() + SrcSize);
  std::vector<std::byte> Dst(DstBytes.data(), DstBytes.data() + DstSize);
  std::vector<std::byte> Expected = Dst;
  moveReference(Expected.data() + Guard + DstOffset, Src.data() + SrcOffset, S);
  move(With, Dst.data() + Guard + DstOffset, Src.data() + SrcOffset, S);
  return !std::memcmp(Dst.data(), Expected.data(), DstSize);
}

constexpr std::size_t ElementSizes[] = {
    1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11,  12,  13,  14,
    15, 16, 17, 18, 19, 20, 24, 32, 48, 64, 100, 128, 200, 300};

/// Around every number of elements that a mover takes at once.
std::vector<std::size_t> counts(std::size_t Element) {
  if (Element > 16)
    return {0, 1, 2, 3, 4, 5, 8, 13};
  return {0,  1,  2,  3,  4,  5,   6,   7,   8,   9,  10, 15,
          16, 17, 18, 23, 24, 25,  31,  32,  33,  47, 48, 49,
          63, 64, 65, 66, 80, 127, 128, 129, 130, 200};
}

/// Gather, scatter and both.
std::vector<Shape> shapes(std::size_t Element, std::size_t Count,
                          std::size_t Stride) {
  std::size_t Step = Element * Stride;
  return {{Element, Count, Element, Step},
          {Element, Count, Step, Element},
          {Element, Count, Step, 2 * Element}};
}

TEST(Movers, ContiguousMovesEveryLengthAtEveryAlignment) {
  for (Isa Level : levels())
    for (std::size_t Bytes = 0; Bytes < 700; ++Bytes)
      for (std::size_t Offset = 0; Offset < 64; Offset += Bytes % 3 + 1) {
        Shape S{1, Bytes, 1, 1};
        ASSERT_TRUE(agrees(movers(Level), S, Offset, Offset * 7 % 64))
            << Bytes << " at " << Offset;
      }
}

TEST(Movers, AllWaysToMoveARunAreEqual) {
  for (Isa Level : levels())
    for (std::size_t Bytes : {0, 1, 63, 64, 255, 256, 257, 319, 320, 321, 512,
                              1000, 4096, 12287, 12288, 12345})
      for (std::size_t Offset = 0; Offset < 64; ++Offset) {
        std::vector<std::byte> Src = pattern(Bytes + 5, 3);
        std::vector<std::byte> Dst = pattern(Bytes + 2 * Guard, 4);
        std::vector<std::byte> Expected = Dst;
        std::copy(Src.begin() + 5, Src.end(),
                  Expected.begin() + std::ptrdiff_t(Offset));
        auto check = [&](auto &&Move) {
          std::vector<std::byte> To = Dst;
          Move(To.data() + Offset, Src.data() + 5);
          ASSERT_EQ(To, Expected) << Bytes << " at " << Offset;
        };
        const Movers &With = movers(Level);
        check([&](auto *To, auto *From) {
          With.contiguous(Locality::Cached)(To, From, Bytes);
        });
        check([&](auto *To, auto *From) {
          With.contiguous(Locality::PastCaches)(To, From, Bytes);
        });
        check([&](auto *To, auto *From) {
          With.contiguous(Locality::FromMemory)(To, From, Bytes);
        });
      }
}

TEST(Movers, TilesThatFollowEachOtherFromMemoryAndBack) {
  // Each copy out prefetches what the next copies in are expected to read. Of
  // that nothing can be seen here but that the copies do what they should.
  constexpr std::size_t Tiles = 3;
  for (Isa Level : levels())
    for (std::size_t Bytes : {12287, 12288, 16383, 16384, 16385, 40000})
      for (std::size_t Out : {std::size_t(0), std::size_t(511),
                              std::size_t(700), Bytes, 5 * Bytes})
        for (std::size_t Offset : {0, 1, 60}) {
          const std::vector<std::byte> Src = pattern(Tiles * Bytes, 18);
          const std::vector<std::byte> Other = pattern(5 * Bytes, 19);
          std::vector<std::byte> Local(Offset + Bytes + 1);
          std::vector<std::byte> Dst(Offset + Out + 1);
          for (std::size_t T = 0; T != Tiles; ++T) {
            // Another run, of other pieces.
            movers(Level).contiguous(Locality::FromMemory)(
                Dst.data(), &Other[T * (Out / 4)], Out / 4);
            movers(Level).contiguous(Locality::FromMemory)(
                &Local[Offset], &Src[T * Bytes], Bytes);
            ASSERT_TRUE(std::equal(Local.begin() + std::ptrdiff_t(Offset),
                                   Local.end() - 1, &Src[T * Bytes]));
            ASSERT_EQ(Local.back(), std::byte(0));
            std::fill(Dst.begin(), Dst.end(), std::byte(0));
            movers(Level).contiguous(Locality::PastCaches)(&Dst[Offset],
                                                           Other.data(), Out);
            ASSERT_TRUE(std::equal(Dst.begin() + std::ptrdiff_t(Offset),
                                   Dst.end() - 1, Other.data()));
            ASSERT_EQ(Dst.back(), std::byte(0));
          }
        }
}

TEST(Movers, StridedMovesEveryElementSizeStrideAndCount) {
  for (Isa Level : levels())
    for (std::size_t Element : ElementSizes)
      for (std::size_t Stride = 1; Stride <= 20; ++Stride)
        for (std::size_t Count : counts(Element))
          for (const Shape &S : shapes(Element, Count, Stride))
            ASSERT_TRUE(agrees(movers(Level), S, Count % 64, Stride)) << S;
}

TEST(Movers, PrefetchedElementsAreTheSame) {
  for (Isa Level : levels())
    for (std::size_t Element :
         {1, 2, 3, 4, 8, 13, 16, 64, 128, 200, 1024, 1025})
      for (std::size_t Step : {0, 1, 2, 3, 4, 17})
        for (std::size_t Count : {0, 1, 15, 16, 64, 65, 200})
          for (const Shape &S : shapes(Element, Count, Step))
            for (StridedMover Move : elementMovers(Level)) {
              std::vector<std::byte> Src = pattern(S.srcBytes(), 12);
              std::vector<std::byte> Dst = pattern(S.dstBytes(), 13);
              std::vector<std::byte> Expected = Dst;
              moveReference(Expected.data(), Src.data(), S);
              Move(Dst.data(), Src.data(), Element, Count, S.dstStep,
                   S.srcStep);
              ASSERT_EQ(Dst, Expected) << S;
            }
}

TEST(Movers, StepsThatLeadNowhereAreNotTaken) {
  for (Isa Level : levels())
    for (std::size_t Element : {1, 4, 16, 100, 1024})
      for (std::size_t Step :
           {-Element, std::size_t(1) << 61, std::size_t(1) << 63, SIZE_MAX}) {
        std::vector<std::byte> Src = pattern(Element, 16);
        for (StridedMover Move : elementMovers(Level)) {
          std::vector<std::byte> Dst = pattern(Element, 17);
          Move(Dst.data(), Src.data(), Element, 1, Element, Step);
          ASSERT_EQ(Dst, Src) << Element << " bytes, step " << Step;
          Dst = pattern(Element, 17);
          Move(Dst.data(), Src.data(), Element, 1, Step, Element);
          ASSERT_EQ(Dst, Src) << Element << " bytes to step " << Step;
        }
      }
}

TEST(Movers, StreamingLinesLeavesGapsAlone) {
  for (Isa Level : levels())
    for (std::size_t Element : {64, 128, 448})
      for (std::size_t Stride : {1, 2, 5})
        for (std::size_t Count : {0, 1, 2, 9}) {
          Shape S{Element, Count, Element * Stride, Element};
          std::vector<std::byte> Src = pattern(S.srcBytes() + 5, 14);
          std::vector<std::byte> Dst = pattern(S.dstBytes() + 2 * Guard, 15);
          std::vector<std::byte> Expected = Dst;
          std::byte *First = Dst.data() + Guard;
          First += -reinterpret_cast<std::uintptr_t>(First) % CacheLine;
          moveReference(Expected.data() + (First - Dst.data()), Src.data() + 5,
                        S);
          movers(Level).elements(Locality::PastCaches)(
              First, Src.data() + 5, Element, Count, S.dstStep, S.srcStep);
          ASSERT_EQ(Dst, Expected) << S;
        }
}

TEST(Movers, StridesMayBeLarge) {
  for (Isa Level : levels())
    for (std::size_t Element : ElementSizes)
      for (std::size_t Stride : {32, 33, 64, 100, 257})
        for (std::size_t Count : {1, 2, 4, 7})
          for (const Shape &S : shapes(Element, Count, Stride))
            ASSERT_TRUE(agrees(movers(Level), S, 0, 3)) << S;
  for (Isa Level : levels())
    for (std::size_t Element : {1, 2, 4, 8})
      for (std::size_t Count : {16, 33, 130})
        for (const Shape &S : shapes(Element, Count, 257))
          ASSERT_TRUE(agrees(movers(Level), S, 5, 3)) << S;
}

TEST(Movers, StridedMovesAtEveryAlignment) {
  for (Isa Level : levels())
    for (std::size_t Element : {1, 2, 4, 8, 12, 16})
      for (std::size_t Stride : {2, 3, 4, 7, 17})
        for (std::size_t Offset = 0; Offset < 64; ++Offset)
          for (const Shape &S : shapes(Element, 100, Stride))
            ASSERT_TRUE(agrees(movers(Level), S, Offset, Offset * 5 % 64))
                << S << " at " << Offset;
}

TEST(Movers, StepsNeedNotBeMultiplesOfTheElement) {
  // Elements that overlap in the destination are written in their order.
  for (Isa Level : levels())
    for (std::size_t Element : ElementSizes) {
      std::size_t Steps[] = {0,           1,           Element - 1,     Element,
                             Element + 1, 2 * Element, 2 * Element + 1, 999};
      for (std::size_t DstStep : Steps)
        for (std::size_t SrcStep : Steps)
          for (std::size_t Count : {1, 2, 7, 70}) {
            Shape S{Element, Count, DstStep, SrcStep};
            ASSERT_TRUE(agrees(movers(Level), S, 3, 1)) << S;
          }
    }
}

TEST(Movers, LinesMoveAtEveryLength) {
  for (Isa Level : levels())
    for (std::size_t Bytes = 1; Bytes < 300; ++Bytes)
      for (std::size_t Lines : {1, 2, 3, 9}) {
        std::vector<std::byte> Src = pattern(Lines * 400, 5);
        std::vector<std::byte> Dst = pattern(Lines * 350, 6), Expected = Dst;
        moveReference(Expected.data(), Src.data(), {Bytes, Lines, 350, 400});
        movers(Level).elements(Locality::Cached)(Dst.data(), Src.data(), Bytes,
                                                 Lines, 350, 400);
        ASSERT_EQ(Dst, Expected) << Lines << " lines of " << Bytes;
      }
}

/// Memory between two pages that must not be touched.
class Fenced {
public:
  static constexpr std::size_t Page = 4096, Bytes = 16 * Page;

  Fenced()
      : Map(static_cast<std::byte *>(mmap(nullptr, Bytes + 2 * Page, PROT_NONE,
                                          MAP_PRIVATE | MAP_ANONYMOUS, -1,
                                          0))) {
    EXPECT_NE(static_cast<void *>(Map), MAP_FAILED);
    EXPECT_EQ(mprotect(Map + Page, Bytes, PROT_READ | PROT_WRITE), 0);
  }
  Fenced(const Fenced &) = delete;
  Fenced &operator=(const Fenced &) = delete;
  ~Fenced() { munmap(Map, Bytes + 2 * Page); }

  /// The first or the last \p Size bytes.
  std::byte *place(bool AtEnd, std::size_t Size) const {
    return Map + Page + (AtEnd ? Bytes - Size : 0);
  }

private:
  std::byte *Map;
};

TEST(Movers, NothingOutsideTheElementsIsTouched) {
  const std::vector<std::byte> SrcBytes = pattern(Fenced::Bytes, 7);
  const std::vector<std::byte> DstBytes = pattern(Fenced::Bytes, 8);
  std::vector<std::byte> Expected(Fenced::Bytes);
  Fenced DstMemory, SrcMemory;
  auto Check = [&](Isa Level, const Shape &S) {
    if (S.dstBytes() > Fenced::Bytes || S.srcBytes() > Fenced::Bytes ||
        HasFatalFailure())
      return;
    for (bool DstAtEnd : {false, true})
      for (bool SrcAtEnd : {false, true}) {
        std::byte *Dst = DstMemory.place(DstAtEnd, S.dstBytes());
        std::byte *Src = SrcMemory.place(SrcAtEnd, S.srcBytes());
        std::memcpy(Src, SrcBytes.data(), S.srcBytes());
        std::memcpy(Expected.data(), DstBytes.data(), S.dstBytes());
        moveReference(Expected.data(), Src, S);
        for (StridedMover Move : elementMovers(Level)) {
          std::memcpy(Dst, DstBytes.data(), S.dstBytes());
          Move(Dst, Src, S.element, S.count, S.dstStep, S.srcStep);
          ASSERT_FALSE(std::memcmp(Dst, Expected.data(), S.dstBytes())) << S;
        }
      }
  };
  for (Isa Level : levels()) {
    for (std::size_t Element : ElementSizes)
      for (std::size_t Stride : {1, 2, 3, 4, 5, 6, 7, 8, 11, 12, 16, 17, 18})
        for (std::size_t Count : counts(Element))
          for (const Shape &S : shapes(Element, Count, Stride))
            Check(Level, S);
    for (std::size_t Bytes = 0; Bytes < 700; ++Bytes)
      Check(Level, {1, Bytes, 1, 1});
  }
}

TEST(Movers, NeighboursMayBeWrittenAtTheSameTime) {
  // Two threads fill what is a gap for the other.
  constexpr std::size_t Bytes = 1 << 14;
  const std::vector<std::byte> Even = pattern(Bytes, 9),
                               Odd = pattern(Bytes, 10);
  for (Isa Level : levels())
    for (std::size_t Element : {1, 2, 4, 8, 16})
      for (int Repeat = 0; Repeat != 20; ++Repeat) {
        std::vector<std::byte> Dst(2 * Bytes), Expected(2 * Bytes);
        Shape S{Element, Bytes / Element, 2 * Element, Element};
        moveReference(Expected.data(), Even.data(), S);
        moveReference(Expected.data() + Element, Odd.data(), S);
        std::barrier Start(2);
        std::thread Other([&] {
          Start.arrive_and_wait();
          move(movers(Level), Dst.data() + Element, Odd.data(), S);
        });
        Start.arrive_and_wait();
        move(movers(Level), Dst.data(), Even.data(), S);
        Other.join();
        ASSERT_EQ(Dst, Expected) << S;
      }
}

#if defined(__x86_64__)

/// Whether the upper halves of vector registers are in use: the processor's
/// XINUSE. Code that uses SSE is slow while they are.
bool upperHalvesInUse() {
  std::uint32_t Low, High;
  asm volatile("xgetbv" : "=a"(Low), "=d"(High) : "c"(1));
  return Low & (1u << 2 | 1u << 6);
}

TEST(Movers, UpperHalvesAreCleared) {
  std::uint32_t Eax = 0, Ebx, Ecx, Edx;
  if (isa() < Isa::Avx2 || !__get_cpuid_count(13, 1, &Eax, &Ebx, &Ecx, &Edx) ||
      !(Eax & 4))
    GTEST_SKIP() << "the processor does not tell";
  const std::vector<std::byte> Src = pattern(1 << 16, 11);
  std::vector<std::byte> Dst(1 << 16);
  auto Check = [&](Isa Level, const Shape &S) {
    asm volatile("vzeroupper");
    if (upperHalvesInUse())
      GTEST_SKIP() << "the processor does not tell exactly";
    for (StridedMover Move : elementMovers(Level)) {
      Move(Dst.data(), Src.data(), S.element, S.count, S.dstStep, S.srcStep);
      ASSERT_FALSE(upperHalvesInUse()) << S;
    }
  };
  for (Isa Level : levels())
    for (std::size_t Element : ElementSizes)
      for (std::size_t Count : {1, 10, 15, 40, 70})
        for (std::size_t Stride : {1, 2, 3, 4, 5, 6, 7, 17})
          if (Element * Count * Stride < Dst.size() / 2)
            for (const Shape &S : shapes(Element, Count, Stride))
              Check(Level, S);
  for (Isa Level : levels())
    for (std::size_t Bytes : {1, 300, 1024, 1025, 1040, 20000}) {
      movers(Level).contiguous(Locality::PastCaches)(Dst.data(), Src.data(),
                                                     Bytes);
      ASSERT_FALSE(upperHalvesInUse()) << Bytes;
      movers(Level).contiguous(Locality::FromMemory)(Dst.data(), Src.data(),
                                                     Bytes);
      ASSERT_FALSE(upperHalvesInUse()) << Bytes;
    }
  for (Isa Level : levels()) {
    std::byte *Line = Dst.data();
    Line += -reinterpret_cast<std::uintptr_t>(Line) % CacheLine;
    movers(Level).elements(Locality::PastCaches)(Line, Src.data(), 128, 5, 256,
                                                 128);
    ASSERT_FALSE(upperHalvesInUse());
  }
}

#endif

} // namespace
