//===- Objects.h - The memory objects of the host program -------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_CHECK_OBJECTS_H
#define FERRY_CHECK_OBJECTS_H

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <vector>

namespace ferry::check {

/// Bytes of memory.
struct Range {
  std::uintptr_t begin = 0;
  std::uint64_t bytes = 0;
  bool contains(std::uintptr_t At, std::uint64_t Count) const {
    return At >= begin && Count <= bytes && At - begin <= bytes - Count;
  }
  /// The least range with both.
  Range with(Range Other) const {
    if (!bytes || !Other.bytes)
      return bytes ? *this : Other;
    const std::uintptr_t Begin = std::min(begin, Other.begin);
    const std::uint64_t Mine = begin - Begin + bytes,
                        Its = Other.begin - Begin + Other.bytes;
    // Beyond all memory, if one wraps around.
    return {Begin, Mine < bytes || Its < Other.bytes ? UINT64_MAX
                                                     : std::max(Mine, Its)};
  }
  /// True if one of \p Count bytes at \p At is in it.
  bool meets(std::uintptr_t At, std::uint64_t Count) const {
    return At - begin < bytes || begin - At < Count;
  }
};

/// What the host program does with memory that kernels use.
struct HostEvent {
  enum Kind {
    Created,      ///< With contents.
    CreatedUnset, ///< Without any.
    Written,      ///< Some of its bytes now have contents.
    Released,
    PartCreated, ///< A sub-buffer, with the contents of the buffer.
    PartReleased,
  };
  Kind kind;
  Range where;
};

/// Brings events from the threads of the host to the one that runs kernels.
class HostEvents {
public:
  static HostEvents &get();
  /// Around fork().
  std::mutex &mutex() { return Mutex; }
  void add(HostEvent E);
  /// What came since the last call, in its order.
  std::vector<HostEvent> take();

private:
  std::mutex Mutex;
  std::vector<HostEvent> Events;
  std::atomic<bool> Any{false};
};

/// The memory objects that there are, by their addresses. A sub-buffer is one
/// of its own.
class Objects {
public:
  void add(Range R) { All.emplace(R.begin, R.bytes); }
  /// \param R with no bytes: whatever begins there.
  void remove(Range R);
  /// The object that starts at \p Begin, the largest if there are several.
  std::optional<Range> at(std::uintptr_t Begin) const;
  /// An object with the byte at \p Address, the largest that was found.
  std::optional<Range> around(std::uintptr_t Address) const;

private:
  std::multimap<std::uintptr_t, std::uint64_t> All;
  mutable Range Last;
};

} // namespace ferry::check

#endif // FERRY_CHECK_OBJECTS_H
