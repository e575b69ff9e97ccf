//===- Shadow.h - Who accessed each byte last -------------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_CHECK_SHADOW_H
#define FERRY_CHECK_SHADOW_H

#include "check/Objects.h"
#include "check/Stamp.h"

#include <cstddef>
#include <map>
#include <utility>

namespace ferry::check {

/// Memory that is 0, and takes no place before something else is written there.
class LazyMemory {
public:
  LazyMemory() = default;
  explicit LazyMemory(std::size_t Bytes);
  ~LazyMemory();
  LazyMemory(LazyMemory &&O) noexcept
      : Start(std::exchange(O.Start, nullptr)), Bytes(O.Bytes) {}
  LazyMemory &operator=(LazyMemory &&O) noexcept {
    std::swap(Start, O.Start);
    std::swap(Bytes, O.Bytes);
    return *this;
  }

  void *data() const { return Start; }
  /// Makes it 0 again.
  void clear();

private:
  void *Start = nullptr;
  std::size_t Bytes = 0;
};

/// The last accesses to some bytes: two reads, so that whoever writes there
/// finds one that is not its own.
struct ShadowCell {
  Stamp &write;
  Stamp &read, &otherRead;

  /// \param IsPast tells of a stamp whether nothing can be concurrent with it.
  template <typename Function> void noteRead(Stamp S, Function IsPast) {
    if (!read || read.sameItem(S) || IsPast(read))
      read = S;
    else
      otherRead = S;
  }
  void noteWrite(Stamp S) {
    // An atomic does not make up for a plain write of the same work-item.
    if (!(S.isAtomic() && write && !write.isAtomic() && write.sameItem(S) &&
          write.interval() == S.interval()))
      write = S;
    read = otherRead = {};
  }
};

/// The cells of a stretch of memory: one for each four bytes, or for each byte
/// once it has been accessed in smaller pieces.
class ShadowRegion {
public:
  static constexpr std::uint64_t Granule = 4;

  ShadowRegion(Range Where, bool IsObject = true)
      : isObject(IsObject), Where(Where) {}

  Range where() const { return Where; }
  bool isFine() const { return Fine; }
  /// Bytes of a cell.
  std::uint64_t each() const { return Fine ? 1 : Granule; }

  Stamp *writes() { return cells(0); }
  /// \param Which 0 or 1.
  Stamp *reads(unsigned Which) { return cells(1 + Which); }

  /// Calls \p F with each cell of the bytes that are here, and its first
  /// address.
  template <typename Function>
  void forEach(std::uintptr_t Start, std::uint64_t Bytes, Function F) {
    if (!clip(Start, Bytes))
      return;
    if (((Start - base()) | Bytes) % Granule)
      makeFine();
    Stamp *Write = writes(), *Read = reads(0), *Other = reads(1);
    const std::uint64_t Each = each();
    for (std::uint64_t I = 0; I < Bytes; I += Each) {
      const std::uint64_t N = (Start + I - base()) / Each;
      F(ShadowCell{Write[N], Read[N], Other[N]}, Start + I);
    }
  }

  /// Notes an access to all of the bytes if all that is noted there, of reads
  /// only the writes and the first read, is before \p Limit in the order of
  /// time: stamps without the flags.
  ///
  /// \returns whether it is.
  bool noteAll(std::uintptr_t Start, std::uint64_t Bytes, Stamp Now,
               bool Writes, std::uint64_t Limit);

  /// True if there is a write of any of the bytes that \p Counts says true of.
  template <typename Function>
  bool anyWrite(std::uintptr_t Start, std::uint64_t Bytes, Function Counts) {
    if (!Memory[0].data() || !clip(Start, Bytes))
      return false;
    const std::uint64_t First = (Start - base()) / each(),
                        Last = (Start + Bytes - 1 - base()) / each();
    const Stamp *Write = writes();
    return std::any_of(Write + First, Write + Last + 1, Counts);
  }

  /// How often cells were put elsewhere so far, in all regions.
  static std::uint64_t changes() { return Changes; }

  /// Bytes at the start that are known to be initialised, which never become
  /// less.
  std::uint64_t initialised = 0;
  /// One of the host's memory objects, or something of which only addresses are
  /// known.
  bool isObject;

  /// All that was done is past; what was written is so by \p Writer.
  void forgetWho(Stamp Writer);
  /// Nothing was done, in pieces of any size.
  void clear();

private:
  /// Whole granules.
  std::uintptr_t base() const { return Where.begin & ~(Granule - 1); }
  std::uint64_t numCells() const {
    return (Where.begin - base() + Where.bytes + Granule - 1) / Granule *
           (Granule / each());
  }
  Stamp *cells(unsigned Which) {
    if (!Memory[Which].data()) [[unlikely]] {
      Memory[Which] = LazyMemory(numCells() * sizeof(Stamp));
      ++Changes;
    }
    return static_cast<Stamp *>(Memory[Which].data());
  }
  bool clip(std::uintptr_t &Start, std::uint64_t &Bytes) const;
  void makeFine();

  static inline std::uint64_t Changes = 0;
  Range Where;
  bool Fine = false;
  LazyMemory Memory[3]; ///< Of writes, and two reads.
};

/// The cells of all memory that work-items share.
class Shadow {
public:
  /// A memory object is there, or is no more.
  void add(Range R);
  void remove(Range R);
  /// What has the byte at \p Address, or null.
  ShadowRegion *find(std::uintptr_t Address);
  /// The same; what is not known begins to be with \p Around, or with what it
  /// leaves.
  ShadowRegion &get(std::uintptr_t Address, Range Around);

  /// All that was done to global memory is past.
  void forgetWho();

private:
  std::multimap<std::uintptr_t, ShadowRegion> Regions;
  ShadowRegion *Last = nullptr;
};

} // namespace ferry::check

#endif // FERRY_CHECK_SHADOW_H
