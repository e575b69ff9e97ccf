//===- AsyncCopyPrelude.h - OpenCL C that tests share -----------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_CONFORMANCE_ASYNCCOPYPRELUDE_H
#define FERRY_CONFORMANCE_ASYNCCOPYPRELUDE_H

namespace conformance {

/// What local memory holds at first, and the number of a work-item in its group
/// and of all of them.
inline constexpr char AsyncCopyPrelude[] = R"(
uint pattern(uint i, uint group) {
  return (i + 1u) * 2654435761u ^ group * 40503u;
}
uint item(void) {
  return get_local_id(0) + get_local_size(0) *
         (get_local_id(1) + get_local_size(1) * get_local_id(2));
}
uint items(void) {
  return get_local_size(0) * get_local_size(1) * get_local_size(2);
}
)";

} // namespace conformance

#endif // FERRY_CONFORMANCE_ASYNCCOPYPRELUDE_H
