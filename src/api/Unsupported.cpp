//===- Unsupported.cpp - Features that need no error ----------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The entry points of unsupported features for which the specification wants
/// something else than an error.
///
//===----------------------------------------------------------------------===//

#include "api/Unsupported.h"

void *clSVMAlloc(cl_context, cl_svm_mem_flags, size_t, cl_uint) {
  // "Returns NULL if no devices in context support Shared Virtual Memory."
  return nullptr;
}

void clSVMFree(cl_context, void *) {
  // "Is a NOP if no devices in context support Shared Virtual Memory."
}
