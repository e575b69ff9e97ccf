//===- StorageTest.cpp - Where the contents of buffers lie ----------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "core/Storage.h"

#include <gtest/gtest.h>

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <set>
#include <vector>

using namespace ferry::core;

namespace {

constexpr std::size_t MiB = std::size_t(1) << 20, HugePage = 2 * MiB;

std::uintptr_t placeOf(const std::byte *P) {
  return reinterpret_cast<std::uintptr_t>(P) % HugePage;
}

TEST(Storage, LargeOnesBeginAtDifferentPlacesOfHugePages) {
  std::vector<std::byte *> All;
  std::set<std::uintptr_t> Places;
  for (unsigned I = 0; I != 4; ++I) {
    All.push_back(allocateStorage(16 * MiB));
    Places.insert(placeOf(All.back()));
    EXPECT_EQ(placeOf(All.back()) % std::size_t(sysconf(_SC_PAGESIZE)), 0u);
  }
  EXPECT_EQ(Places.size(), All.size());
  for (std::byte *P : All)
    freeStorage(P, 16 * MiB);
}

TEST(Storage, IsThereWholeAndGoesWhole) {
  // More often than there are places.
  for (unsigned I = 0; I != 20; ++I)
    for (const std::size_t Bytes : {2 * MiB, 2 * MiB + 1, 4 * MiB - 1}) {
      std::byte *P = allocateStorage(Bytes);
      EXPECT_TRUE(std::all_of(P, P + Bytes,
                              [](std::byte B) { return B == std::byte(0); }));
      std::fill(P, P + Bytes, std::byte(I));
      freeStorage(P, Bytes);
      const std::size_t Page = std::size_t(sysconf(_SC_PAGESIZE));
      for (std::byte *Gone : {P - placeOf(P), P + (Bytes - 1) / Page * Page}) {
        unsigned char Resident;
        EXPECT_EQ(mincore(Gone, Page, &Resident), -1);
        EXPECT_EQ(errno, ENOMEM);
      }
    }
}

} // namespace
