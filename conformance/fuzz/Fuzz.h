//===- Fuzz.h - What the fuzzers share --------------------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A fuzzer is a function of some bytes that ends the process if what they lead
/// to is not as promised. With -DFERRY_FUZZ=ON it is linked with libFuzzer,
/// which looks for bytes that reach more of the driver; otherwise with
/// Replay.cpp, which changes the corpus at random. Both take the same options.
///
//===----------------------------------------------------------------------===//

#ifndef FERRY_CONFORMANCE_FUZZ_H
#define FERRY_CONFORMANCE_FUZZ_H

#include "Support.h"

#include <cstddef>
#include <cstdint>
#include <span>

// What libFuzzer calls, and what it offers to custom mutators.
extern "C" {
int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size);
/// Changes \p Data in place. Optional. \returns the new size.
size_t LLVMFuzzerCustomMutator(uint8_t *Data, size_t Size, size_t MaxSize,
                               unsigned Seed);
/// Changes some bytes, whatever they mean.
size_t LLVMFuzzerMutate(uint8_t *Data, size_t Size, size_t MaxSize);
}

namespace conformance::fuzz {

/// Ends the process: something is not as promised.
[[noreturn]] void broken(const std::string &What);

inline void expect(bool IsTrue, const std::string &What) {
  if (!IsTrue)
    broken(What);
}

/// Choices that are made by an input's bytes; those beyond its end are all 0.
class Choices {
public:
  explicit Choices(std::span<const uint8_t> Bytes) : Left(Bytes) {}

  bool areMade() const { return Left.empty(); }
  uint64_t bytes(unsigned Count) {
    uint64_t Value = 0;
    for (; Count && !Left.empty(); --Count, Left = Left.subspan(1))
      Value = Value << 8 | Left[0];
    return Value;
  }
  /// 0 to \p Count - 1; \p Count is 1 to 2^32.
  size_t below(size_t Count) {
    return bytes(Count <= 1       ? 0
                 : Count <= 256   ? 1
                 : Count <= 65536 ? 2
                                  : 4) %
           Count;
  }
  bool isOneIn(size_t Count) { return below(Count) == Count - 1; }
  template <class List> auto &from(List &All) {
    return All[below(std::size(All))];
  }

private:
  std::span<const uint8_t> Left;
};

/// Builds a good program and runs it; ends the process if that fails.
void expectThatBuildsWork();

/// Checks what a build that returned \p Status has left, and reads everything
/// that can be asked of \p P and its kernels; no code of it is run.
void checkBuild(cl_program P, cl_int Status);

/// Builds \p P, which may be of no use, and checks what is left.
void buildAndCheck(cl_program P);

} // namespace conformance::fuzz

#endif // FERRY_CONFORMANCE_FUZZ_H
