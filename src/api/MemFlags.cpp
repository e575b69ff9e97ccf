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

void api::checkFlags(cl_mem_flags Flags, bool IsImport) {
  // "CL_INVALID_VALUE if properties includes a supported external memory handle
  // and flags includes CL_MEM_USE_HOST_PTR, CL_MEM_ALLOC_HOST_PTR, or
  // CL_MEM_COPY_HOST_PTR".
  require(!IsImport || !(Flags & HostPointer), CL_INVALID_VALUE);
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

void api::checkShared(const core::Context &C, std::size_t Size,
                      cl_uint Alignment) {
  // "CL_INVALID_BUFFER_SIZE if size is zero or greater than
  // CL_DEVICE_MAX_MEM_ALLOC_SIZE for any device in context."
  for (const core::Device *D : C.devices())
    require(Size && Size <= D->maxAllocBytes(), CL_INVALID_BUFFER_SIZE);
  // "CL_INVALID_VALUE if alignment is not zero or a power of two", "if
  // alignment is greater than the size of the largest data type supported".
  require(!Alignment || (std::has_single_bit(Alignment) &&
                         Alignment <= core::Device::BaseAlignment),
          CL_INVALID_VALUE);
}

api::MemProperties
api::MemProperties::parse(const core::Context &C,
                          const cl_mem_properties *Properties, bool OfBuffer) {
  MemProperties Parsed;
  if (!Properties)
    return Parsed;
  bool HasAddress = false, HasDevices = false;
  const cl_mem_properties *P = Properties;
  while (*P)
    switch (*P++) {
    // "CL_INVALID_PROPERTY if a property name in properties is not a supported
    // property name, if the value specified for a supported property name is
    // not valid, or if the same property name is specified more than once", "if
    // properties includes more than one external memory handle".
    case CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT:
      require(OfBuffer && *P <= CL_TRUE && !std::exchange(HasAddress, true),
              CL_INVALID_PROPERTY);
      Parsed.hasDeviceAddress = *P++;
      break;
    case CL_EXTERNAL_MEMORY_HANDLE_OPAQUE_FD_KHR:
    case CL_EXTERNAL_MEMORY_HANDLE_DMA_BUF_KHR:
      require(!Parsed.handle.type, CL_INVALID_PROPERTY);
      Parsed.handle.type = cl_external_memory_handle_type_khr(P[-1]);
      Parsed.handle.descriptor = int(*P++);
      break;
    case CL_MEM_DEVICE_HANDLE_LIST_KHR:
      require(!std::exchange(HasDevices, true), CL_INVALID_PROPERTY);
      for (; *P != CL_MEM_DEVICE_HANDLE_LIST_END_KHR; ++P) {
        // "CL_INVALID_DEVICE if a device identified by the property
        // CL_MEM_DEVICE_HANDLE_LIST_KHR is not a valid device or is not
        // associated with context".
        auto &D = core::Device::from(reinterpret_cast<cl_device_id>(*P));
        require(C.has(D), CL_INVALID_DEVICE);
        Parsed.handle.devices.push_back(&D);
      }
      ++P;
      require(!Parsed.handle.devices.empty(), CL_INVALID_PROPERTY);
      break;
    default:
      throw core::Error(CL_INVALID_PROPERTY);
    }
  // "CL_INVALID_PROPERTY if properties does not include a supported external
  // memory handle and CL_MEM_DEVICE_HANDLE_LIST_KHR is specified".
  require(!HasDevices || Parsed.isImport(), CL_INVALID_PROPERTY);
  Parsed.given.assign(Properties, P + 1);
  return Parsed;
}

std::unique_ptr<core::ExternalMemory>
api::MemProperties::import(std::size_t Bytes) const {
  return isImport() ? std::make_unique<core::ExternalMemory>(handle, Bytes)
                    : nullptr;
}
