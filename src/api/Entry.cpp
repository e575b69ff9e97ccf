//===- Entry.cpp - From exceptions to error codes -------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "api/Entry.h"

#include "ferry/config.h"

#include <cstdio>
#include <new>

using namespace ferry;

cl_int api::errorInFlight(const char *Function) noexcept {
  cl_int Code;
  try {
    throw;
  } catch (const core::Error &E) {
    Code = E.code();
  } catch (...) {
    // std::bad_alloc, or what the standard library makes of a failed system
    // call: the host lacks something.
    Code = CL_OUT_OF_HOST_MEMORY;
  }
  if (config::debug("api"))
    std::fprintf(stderr, "ferry: %s: error %d\n", Function, Code);
  return Code;
}
