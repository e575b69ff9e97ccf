//===- MemFlags.cpp - The flags of memory objects -------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "api/MemFlags.h"

#include "ferry/cl_ext.h"

#include <bit>
#include <utility>

using namespace ferry;

namespace {

constexpr cl_mem_flags KernelAccess =
    CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY | CL_MEM_READ_ONLY;
constexpr cl_mem_flags HostAccess =
    CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS;
constexpr cl_mem_flags HostPointer =
    CL_MEM_USE_HOST_PTR | CL_MEM_ALLOC_HOST_PTR | CL_MEM_COPY_HOST_PTR;

} // namespace

void api::checkFlags(cl_mem_flags Flags) {
  // "CL_INVALID_VALUE if values specified in flags are not valid as defined in
  // the Memory Flags table."
  require(!(Flags & ~(KernelAccess | HostAccess | HostPointer)),
          CL_INVALID_VALUE);
  // "CL_MEM_READ_WRITE or CL_MEM_READ_ONLY and CL_MEM_WRITE_ONLY are mutually
  // exclusive."
  require(std::popcount(Flags & KernelAccess) <= 1, CL_INVALID_VALUE);
  // "CL_MEM_HOST_WRITE_ONLY, CL_MEM_HOST_READ_ONLY and CL_MEM_HOST_NO_ACCESS
  // are mutually exclusive."
  require(std::popcount(Flags & HostAccess) <= 1, CL_INVALID_VALUE);
  // "CL_MEM_ALLOC_HOST_PTR and CL_MEM_USE_HOST_PTR are mutually exclusive.
  // CL_MEM_COPY_HOST_PTR and CL_MEM_USE_HOST_PTR are mutually exclusive."
  require(!(Flags & CL_MEM_USE_HOST_PTR) ||
              !(Flags & (CL_MEM_ALLOC_HOST_PTR | CL_MEM_COPY_HOST_PTR)),
          CL_INVALID_VALUE);
}

cl_mem_flags api::derivedFlags(cl_mem_flags From, cl_mem_flags Given) {
  checkFlags(Given);
  // "CL_INVALID_VALUE if buffer was created with CL_MEM_WRITE_ONLY and flags
  // specifies CL_MEM_READ_WRITE or CL_MEM_READ_ONLY, or if buffer was created
  // with CL_MEM_READ_ONLY and flags specifies CL_MEM_READ_WRITE or
  // CL_MEM_WRITE_ONLY, or if flags specifies CL_MEM_USE_HOST_PTR,
  // CL_MEM_ALLOC_HOST_PTR or CL_MEM_COPY_HOST_PTR."
  require(!(From & CL_MEM_WRITE_ONLY) ||
              !(Given & (CL_MEM_READ_WRITE | CL_MEM_READ_ONLY)),
          CL_INVALID_VALUE);
  require(!(From & CL_MEM_READ_ONLY) ||
              !(Given & (CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY)),
          CL_INVALID_VALUE);
  require(!(Given & HostPointer), CL_INVALID_VALUE);
  // "CL_INVALID_VALUE if buffer was created with CL_MEM_HOST_WRITE_ONLY and
  // flags specify CL_MEM_HOST_READ_ONLY, or if buffer was created with
  // CL_MEM_HOST_READ_ONLY and flags specify CL_MEM_HOST_WRITE_ONLY, or if
  // buffer was created with CL_MEM_HOST_NO_ACCESS and flags specify
  // CL_MEM_HOST_READ_ONLY or CL_MEM_HOST_WRITE_ONLY."
  require(!(From & CL_MEM_HOST_WRITE_ONLY) || !(Given & CL_MEM_HOST_READ_ONLY),
          CL_INVALID_VALUE);
  require(!(From & CL_MEM_HOST_READ_ONLY) || !(Given & CL_MEM_HOST_WRITE_ONLY),
          CL_INVALID_VALUE);
  require(!(From & CL_MEM_HOST_NO_ACCESS) ||
              !(Given & (CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_WRITE_ONLY)),
          CL_INVALID_VALUE);

  // "If the CL_MEM_READ_WRITE, CL_MEM_READ_ONLY, or CL_MEM_WRITE_ONLY values
  // are not specified in flags, they are inherited"; likewise the host's
  // access. "The CL_MEM_USE_HOST_PTR, CL_MEM_ALLOC_HOST_PTR, and
  // CL_MEM_COPY_HOST_PTR values cannot be specified in flags but are
  // inherited".
  cl_mem_flags Flags = Given | (From & HostPointer);
  if (!(Given & KernelAccess))
    Flags |= From & KernelAccess;
  if (!(Given & HostAccess))
    Flags |= From & HostAccess;
  return Flags;
}

std::vector<cl_mem_properties>
api::memProperties(const cl_mem_properties *Properties, bool OfBuffer) {
  if (!Properties)
    return {};
  const cl_mem_properties *P = Properties;
  bool HasAddress = false;
  for (; P[0]; P += 2) {
    // "CL_INVALID_PROPERTY if a property name in properties is not a supported
    // property name, if the value specified for a supported property name is
    // not valid, or if the same property name is specified more than once."
    require(OfBuffer && P[0] == CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT &&
                P[1] <= CL_TRUE && !std::exchange(HasAddress, true),
            CL_INVALID_PROPERTY);
  }
  return {Properties, P + 1};
}
