//===- Device.h - The processor as an OpenCL device -------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_CORE_DEVICE_H
#define FERRY_CORE_DEVICE_H

#include "core/Object.h"
#include "exec/Scheduler.h"
#include "ferry/abi.h"

#include <array>
#include <atomic>
#include <cstddef>
#include <string>
#include <vector>

namespace ferry::core {

/// What the hardware is like; asked once, when the device is made.
struct DeviceTraits {
  std::string name;          ///< The processor's model name.
  std::string vendor;        ///< The processor's maker, as it spells it.
  cl_uint vendorId;          ///< PCI vendor number of the maker, 0 if unknown.
  cl_ulong memoryBytes;      ///< Memory that this process may have.
  cl_ulong cacheBytes;       ///< Outermost data cache.
  cl_uint cacheLineBytes;    ///< Of that cache.
  cl_uint vectorBytes;       ///< Of a vector register of the chosen ISA.
  cl_ulong localMemoryBytes; ///< Of a work-group.
};

class Device : public Object<Device, _cl_device_id> {
public:
  static constexpr std::uint32_t Tag = 0x46444556;
  static constexpr cl_int InvalidError = CL_INVALID_DEVICE;

  /// Work-items in a group, and in each of its dimensions.
  static constexpr std::size_t MaxWorkGroupSize = abi::MaxWorkGroupSize;
  /// Bytes: base address of a buffer, origin of a sub-buffer.
  static constexpr std::size_t BaseAlignment = 128;
  /// Elements of an image in each dimension, of one of two dimensions or less.
  static constexpr std::size_t MaxImage2DSize = 32768;
  /// Likewise of three dimensions.
  static constexpr std::size_t MaxImage3DSize = 2048;
  /// Elements of a 1D image buffer.
  static constexpr std::size_t MaxImageBufferSize = std::size_t(1) << 27;
  /// Images of an array.
  static constexpr std::size_t MaxImageArraySize = 2048;
  /// Bytes of a packet of a pipe.
  static constexpr cl_uint MaxPipePacketBytes = 1 << 16;
  /// Bytes of the arguments of one kernel.
  static constexpr std::size_t MaxParameterBytes = 4096;
  /// Bytes that one printf call may put out.
  static constexpr std::size_t PrintfBufferBytes = std::size_t(1) << 20;

  /// The whole processor.
  Device();
  /// A sub-device: \p Units of the compute units of \p Parent, on threads of
  /// its own.
  ///
  /// \param How what clCreateSubDevices was given, with the closing 0.
  /// \param BoundTo where its threads stay; empty: anywhere.
  Device(Device &Parent, cl_uint Units,
         std::vector<cl_device_partition_property> How,
         exec::Processors BoundTo = {});
  ~Device();

  /// Null for the whole processor, which counts no references.
  Device *parent() const { return Parent.get(); }
  const std::vector<cl_device_partition_property> &partition() const {
    return Partition;
  }

  const DeviceTraits &traits() const { return Traits; }
  /// CL_DEVICE_TYPE_* bits: a CPU, or what FERRY_DEVICE_TYPE lists.
  cl_device_type type() const { return Type; }
  /// Processors that run kernels.
  cl_uint computeUnits() const { return Runs.load()->concurrency(); }
  /// The processors that share \p By, part by part; one part if they all do, or
  /// if compute units are not certain processors.
  std::vector<exec::Processors> parts(exec::SharedPart By) const;
  /// Highest frequency in MHz, 0 if the system does not tell.
  cl_uint clockMHz() const;
  /// Bytes of the largest buffer.
  cl_ulong maxAllocBytes() const;
  /// Another one in a child made by fork().
  exec::Scheduler &scheduler();

private:
  const Ref<Device> Parent;
  const std::vector<cl_device_partition_property> Partition;
  DeviceTraits Traits;
  cl_device_type Type;
  std::atomic<exec::Scheduler *> Runs;

  struct Division {
    exec::Processors Of;
    std::vector<exec::Processors> Parts;
  };
  /// The first that parts() has made, for each SharedPart.
  mutable std::array<std::atomic<const Division *>,
                     std::size_t(exec::SharedPart::Level1) + 1>
      Divisions{};
};

} // namespace ferry::core

#endif // FERRY_CORE_DEVICE_H
