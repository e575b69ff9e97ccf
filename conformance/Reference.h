//===- Reference.h - OpenCL C run as C++ for comparison ---------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// One text, two compilers: DUAL gives a piece of OpenCL C to the driver as
/// source text and to the C++ compiler as functions. The C++ side runs every
/// work-item of a group as a fiber that yields at barriers, which is what the
/// specification says a barrier does, so any kernel in the common subset of
/// OpenCL C and C++ has its own reference.
///
/// Inside DUAL there are no preprocessor directives, and `__local` variables
/// are written only as kernel arguments.
///
//===----------------------------------------------------------------------===//

#ifndef FERRY_CONFORMANCE_REFERENCE_H
#define FERRY_CONFORMANCE_REFERENCE_H

#include "Support.h"

#include <algorithm>

#define __kernel static
#define __global
#define __local
#define __private
#define __constant static const

#define DUAL(Name, ...)                                                        \
  namespace Name {                                                             \
  using namespace conformance::reference;                                      \
  static constexpr char Source[] = #__VA_ARGS__;                               \
  __VA_ARGS__                                                                  \
  }

namespace conformance::reference {

using uint = cl_uint;
using uchar = cl_uchar;
using ushort = cl_ushort;
using ulong = cl_ulong;
using event_t = int;
inline constexpr int CLK_LOCAL_MEM_FENCE = 1;
inline constexpr int CLK_GLOBAL_MEM_FENCE = 2;

/// What the running work-item can ask about itself.
struct WorkItem {
  uint workDim;
  size_t globalSize[3], localSize[3], groupId[3], localId[3], offset[3];
};
extern const WorkItem *current;

/// Lets the other work-items of the group come as far.
void yield();

inline size_t at(const size_t (&Values)[3], uint D, size_t Otherwise) {
  return D < current->workDim ? Values[D] : Otherwise;
}
inline uint get_work_dim() { return current->workDim; }
inline size_t get_local_id(uint D) { return at(current->localId, D, 0); }
inline size_t get_group_id(uint D) { return at(current->groupId, D, 0); }
inline size_t get_local_size(uint D) { return at(current->localSize, D, 1); }
inline size_t get_global_size(uint D) { return at(current->globalSize, D, 1); }
inline size_t get_global_offset(uint D) { return at(current->offset, D, 0); }
inline size_t get_global_id(uint D) {
  return get_group_id(D) * get_local_size(D) + get_local_id(D) +
         get_global_offset(D);
}
inline size_t get_num_groups(uint D) {
  return get_global_size(D) / get_local_size(D);
}
inline void barrier(int) { yield(); }

// What the prelude of expectSame gives to OpenCL C: the place of the work-item
// in its group, the group among the groups, and a well-mixed number.
inline int lsize() {
  return int(get_local_size(0) * get_local_size(1) * get_local_size(2));
}
inline int lid() {
  return int(get_local_id(0) +
             get_local_size(0) *
                 (get_local_id(1) + get_local_size(1) * get_local_id(2)));
}
inline int group() {
  return int(get_group_id(0) +
             get_num_groups(0) *
                 (get_group_id(1) + get_num_groups(1) * get_group_id(2)));
}
inline int gid() { return group() * lsize() + lid(); }
inline int scramble(int A, int B) {
  return int((uint(A) * 1103515245u + uint(B) * 40503u + 12345u) >> 8);
}

/// Every work-item repeats the copy; before the wait nobody may touch either
/// side, so that repeating it changes nothing.
template <class T>
event_t async_work_group_copy(T *To, const T *From, size_t Count, event_t E) {
  std::copy_n(From, Count, To);
  return E;
}
template <class T>
event_t gather(T *To, const T *From, size_t Count, size_t Stride, event_t E) {
  for (size_t I = 0; I != Count; ++I)
    To[I] = From[I * Stride];
  return E;
}
template <class T>
event_t scatter(T *To, const T *From, size_t Count, size_t Stride, event_t E) {
  for (size_t I = 0; I != Count; ++I)
    To[I * Stride] = From[I];
  return E;
}
inline void wait_group_events(int, const event_t *) { yield(); }
template <class T> void prefetch(const T *, size_t) {}

/// Runs \p Item for every work-item of \p R, group after group.
void run(const Range &R, const std::function<void()> &Item);

/// All kernels under DUAL have this signature. Out and In have
/// Comparison::outPerItem and inPerItem ints a work-item, Tmp has
/// tmpPerItem ints a work-item of the group, and tmpExtra more.
using Entry = void (*)(int *Out, const int *In, int *Tmp, int N);

/// How much memory a kernel gets, and where it runs.
struct Comparison {
  size_t outPerItem = 1;
  size_t inPerItem = 1;
  size_t tmpPerItem = 1;
  size_t tmpExtra = 0;
  int n = 5; ///< The kernel's last argument.
  size_t groups = 3;
  /// Local sizes; empty means defaultShapes().
  std::vector<std::vector<size_t>> shapes = {};
};

/// What expectSame puts before every source: lid() and its like for OpenCL C.
extern const char Prelude[];

/// Local sizes in one to three dimensions, powers of two and odd ones, as far
/// as the device allows. "E" is the largest group.
std::vector<std::vector<size_t>> defaultShapes();

/// Builds \p Source, runs its kernel `entry` with every shape from the one
/// kernel object, and compares Out, with a guard behind it, with what \p Run
/// leaves.
void expectSame(const std::string &Source, Entry Run,
                const Comparison &How = {});

} // namespace conformance::reference

/// A test that kernel `entry` of DUAL block \p Name gives the same on both
/// sides.
#define DUAL_TEST(Suite, Name, ...)                                            \
  TEST(Suite, Name) {                                                          \
    conformance::reference::expectSame(                                        \
        Name::Source, Name::entry,                                             \
        conformance::reference::Comparison{__VA_ARGS__});                      \
  }

#endif // FERRY_CONFORMANCE_REFERENCE_H
