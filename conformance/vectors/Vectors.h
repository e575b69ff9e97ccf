//===- Vectors.h - What the tests of vectors share --------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Sizes that leave every rest when work-items run several at a time, and
/// buffers that end at pages nobody may use.
///
//===----------------------------------------------------------------------===//

#ifndef FERRY_CONFORMANCE_VECTORS_H
#define FERRY_CONFORMANCE_VECTORS_H

#include "GuardedMemory.h"
#include "Reference.h"

#include <numeric>
#include <string>

namespace conformance {

/// 1 to 70 in x, and some of more dimensions.
inline std::vector<std::vector<size_t>> vectorShapes() {
  std::vector<std::vector<size_t>> Shapes = {
      {1, 9}, {3, 7}, {17, 2}, {64, 2}, {5, 3, 2}, {1, 1, 33}, {18, 1, 3}};
  for (size_t X = 1; X <= 70; ++X)
    Shapes.push_back({X});
  return Shapes;
}

/// Counts of work-items that fill no, one and several vectors, and leave rests.
inline std::vector<size_t> counts() {
  std::vector<size_t> All(70);
  std::iota(All.begin(), All.end(), 1);
  All.insert(All.end(), {100, 127, 128, 129, 1000});
  return All;
}

/// Elements of \p Bytes bytes, all different.
inline std::vector<uint8_t> distinctBytes(size_t Count, size_t Bytes) {
  std::vector<uint8_t> All(Count * Bytes);
  for (size_t I = 0; I != All.size(); ++I)
    All[I] = uint8_t(I * 37 + I / 251);
  return All;
}

/// Unsigned integers of \p Bytes as OpenCL C names them, or a vector of
/// several.
inline std::string unsignedOf(size_t Bytes, size_t Count = 1) {
  const char *Name = Bytes == 1   ? "uchar"
                     : Bytes == 2 ? "ushort"
                     : Bytes == 4 ? "uint"
                                  : "ulong";
  return Name + (Count == 1 ? std::string() : std::to_string(Count));
}

/// A buffer of T that ends at a page nobody may use.
template <class T> class Guarded {
public:
  explicit Guarded(const std::vector<T> &Values)
      : memory(Values.size() * sizeof(T)), count(Values.size()) {
    std::memcpy(memory.data(), Values.data(), memory.size());
    buffer = makeBuffer(memory.size(), CL_MEM_USE_HOST_PTR, memory.data());
  }
  operator const Buffer &() const { return buffer; }
  std::vector<T> values() const { return download<T>(buffer, count); }

private:
  GuardedMemory memory;
  size_t count;
  Buffer buffer;
};

template <class T> void set(cl_kernel K, cl_uint Index, const Guarded<T> &B) {
  setArg(K, Index, static_cast<const Buffer &>(B));
}

inline std::vector<int> numbers(size_t Count, int First = 0, int Step = 1) {
  std::vector<int> All(Count);
  for (size_t I = 0; I != Count; ++I)
    All[I] = First + int(I) * Step;
  return All;
}

} // namespace conformance

/// A DUAL_TEST with all vectorShapes(); more of Comparison may follow.
#define VECTOR_TEST(Name, ...)                                                 \
  DUAL_TEST(Vectors, Name, __VA_ARGS__ __VA_OPT__(, ).shapes = vectorShapes())

#endif // FERRY_CONFORMANCE_VECTORS_H
