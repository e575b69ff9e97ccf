//===- PageMap.h - What is known of each page of memory ---------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_CHECK_PAGEMAP_H
#define FERRY_CHECK_PAGEMAP_H

#include <algorithm>
#include <cstdint>
#include <memory>
#include <unordered_map>

namespace ferry::check {

/// A \p Page for each 4 KiB of the addresses that something is known of.
template <typename Page> class PageMap {
public:
  static constexpr std::uint64_t PageBytes = 4096;

  /// The page of \p Address, or null.
  Page *find(std::uintptr_t Address) const {
    const std::uint64_t Number = Address / PageBytes;
    Recent &R = Cache[Number % CacheSize];
    if (R.number == Number)
      return R.page;
    auto Found = Pages.find(Number);
    if (Found == Pages.end())
      return nullptr;
    R = {Number, Found->second.get()};
    return R.page;
  }

  /// The page of \p Address, a new one if there is none.
  Page &get(std::uintptr_t Address) {
    if (Page *Known = find(Address))
      return *Known;
    const std::uint64_t Number = Address / PageBytes;
    auto &New = Pages[Number];
    New = std::make_unique<Page>();
    Cache[Number % CacheSize] = {Number, New.get()};
    return *New;
  }

  void erase(std::uintptr_t Address) {
    const std::uint64_t Number = Address / PageBytes;
    Cache[Number % CacheSize] = {};
    Pages.erase(Number);
  }

  void clear() {
    Pages.clear();
    std::fill(std::begin(Cache), std::end(Cache), Recent());
  }

  /// Calls \p F with the first address and the bytes of each page's part of a
  /// range.
  template <typename Function>
  static void forEach(std::uintptr_t Start, std::uint64_t Bytes, Function F) {
    while (Bytes) {
      const std::uint64_t Here =
          std::min<std::uint64_t>(Bytes, PageBytes - Start % PageBytes);
      F(Start, Here);
      Start += Here;
      Bytes -= Here;
    }
  }

private:
  /// Of the last page with a number modulo so many, which is found at once:
  /// a mebibyte.
  static constexpr std::uint64_t CacheSize = 256;
  struct Recent {
    std::uint64_t number = ~std::uint64_t(0);
    Page *page = nullptr;
  };
  std::unordered_map<std::uint64_t, std::unique_ptr<Page>> Pages;
  mutable Recent Cache[CacheSize];
};

} // namespace ferry::check

#endif // FERRY_CHECK_PAGEMAP_H
