//===- Commands.h - Small commands whose order shows ------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A kernel of one work-item whose result tells in which order its launches
/// ran, for tests of queues and events.
///
//===----------------------------------------------------------------------===//

#ifndef FERRY_CONFORMANCE_COMMANDS_H
#define FERRY_CONFORMANCE_COMMANDS_H

#include "Support.h"

namespace conformance {

inline constexpr char MixSource[] = R"(
__kernel void mix_in(__global uint *p, uint to, uint from, uint salt) {
  p[to] = p[to] * 31u + p[from] * 7u + salt;
}
)";

inline Event userEvent() {
  cl_int Code;
  Event E(clCreateUserEvent(context(), &Code));
  ok(Code);
  return E;
}

/// A task of one work-item.
inline void enqueueMix(cl_command_queue Q, cl_kernel K, const Buffer &B,
                       cl_uint To, cl_uint From, cl_uint Salt,
                       const std::vector<cl_event> &After, cl_event *Done) {
  setArgs(K, B, To, From, Salt);
  size_t One = 1;
  ok(clEnqueueNDRangeKernel(Q, K, 1, nullptr, &One, &One, cl_uint(After.size()),
                            After.empty() ? nullptr : After.data(), Done));
}

} // namespace conformance

#endif // FERRY_CONFORMANCE_COMMANDS_H
