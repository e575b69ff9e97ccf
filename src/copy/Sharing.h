//===- Sharing.h - Whether to share copies ----------------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_COPY_SHARING_H
#define FERRY_COPY_SHARING_H

#include <array>
#include <cmath>
#include <cstdint>

namespace ferry::copy {

/// Decides for the groups of a kernel that a thread runs whether threads that
/// are idle shall help with their copies. What a helper wrote lies in its
/// cache, and the group may lose more when it reads that than it wins: nobody
/// knows beforehand. So the time that goes by from copy to copy, computing
/// included, is measured with and without, and the faster goes on; the other is
/// tried again sooner or later.
class Sharing {
public:
  enum class Policy { Measured, Always, Never };

  /// What FERRY_SHARE_COPIES asks for.
  static Policy policyAskedFor();

  /// Tells the time, in cycles.
  using Clock = std::uint64_t (*)();
  static std::uint64_t timeStampCounter();

  explicit Sharing(Policy Asked = policyAskedFor(),
                   Clock Time = timeStampCounter)
      : Asked(Asked), Time(Time), Now(Asked == Policy::Always) {}

  /// The time until the next copy does not count.
  void pause() { LastLook = 0; }

  /// Called for each copy that others might help with.
  ///
  /// \param Bytes of the copy.
  /// \param Helped a number that has changed if others have helped.
  bool shall(std::uint64_t Bytes, std::uint64_t Helped);

private:
  /// The mean cost of copies over some time.
  struct Window {
    std::uint64_t cycles = 0, bytes = 0, copies = 0;
  };

  void look(std::uint64_t Helped);
  void begin(bool Share);
  void end(double CyclesPerByte);

  Policy Asked;
  Clock Time;
  bool Now;          ///< What is done.
  bool Best = false; ///< What was the fastest.
  /// Others were seen to help, or are not waited for.
  bool IsMeasuring = true;
  Window Present;
  std::uint64_t BytesSinceLook = 0, CopiesSinceLook = 0;
  std::uint64_t LastLook = 0; ///< 0: the time since then does not count.
  std::uint64_t LastHelped = 0;
  /// The two latest costs of what was the fastest.
  double Latest = HUGE_VAL, Previous = HUGE_VAL;
  /// Cycles since the last trial, those that it took, and how many times as
  /// long to wait for the next.
  std::uint64_t SinceTrial = 0, TrialCycles = 0, Patience = 1;
};

/// What a thread has learnt of some kernels; the one that it has known for
/// longest is forgotten for a new one.
class SharingOfKernels {
public:
  explicit SharingOfKernels(Sharing::Policy Asked = Sharing::policyAskedFor(),
                            Sharing::Clock Time = Sharing::timeStampCounter)
      : Nothing(Asked, Time) {
    Known.fill({nullptr, Nothing});
  }

  /// Whether to share the copies of \p Kernel, any address that only it has.
  /// Valid until some other kernels have been asked for.
  Sharing &of(const void *Kernel);

private:
  struct Entry {
    const void *kernel = nullptr;
    Sharing share;
  };
  Sharing Nothing; ///< Known yet.
  std::array<Entry, 8> Known;
  unsigned Next = 0; ///< To be forgotten.
};

} // namespace ferry::copy

#endif // FERRY_COPY_SHARING_H
