//===- Device.cpp - The processor as an OpenCL device ---------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "core/Device.h"

#include "core/Background.h"
#include "core/Processor.h"
#include "exec/Caches.h"
#include "ferry/config.h"
#include "ferry/isa.h"
#include "limits/Limits.h"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <memory>

namespace exec = ferry::exec;
using namespace ferry::core;

namespace {

cl_uint cacheLine() {
  long Bytes = sysconf(_SC_LEVEL1_DCACHE_LINESIZE);
  return Bytes > 0 ? cl_uint(Bytes) : 64;
}

/// What FERRY_DEVICE_TYPE asks for; a CPU if it names no type.
cl_device_type askedType() {
  using ferry::config::lists, ferry::config::Variable;
  cl_device_type Type = 0;
  if (lists(Variable::DeviceType, "cpu"))
    Type |= CL_DEVICE_TYPE_CPU;
  if (lists(Variable::DeviceType, "gpu"))
    Type |= CL_DEVICE_TYPE_GPU;
  if (lists(Variable::DeviceType, "accelerator"))
    Type |= CL_DEVICE_TYPE_ACCELERATOR;
  return Type ? Type : CL_DEVICE_TYPE_CPU;
}

} // namespace

Device::Device() : Type(askedType()), Runs(new exec::Scheduler) {
  Traits.name = processorName();
  Traits.vendor = processorVendor();
  Traits.vendorId = processorVendorId();
  Traits.memoryBytes = ferry::limits::memory();
  Traits.cacheBytes = ferry::exec::lastCacheBytes();
  // Asked here first: a child of fork() would wait for ever for a thread that
  // was about to find it out.
  Traits.localMemoryBytes = ferry::exec::localMemoryBytes();
  Traits.cacheLineBytes = cacheLine();
  Traits.vectorBytes = ferry::registerBits(ferry::isa()) / 8;
}

Device::Device(Device &Parent, cl_uint Units,
               std::vector<cl_device_partition_property> How,
               exec::Processors BoundTo)
    : Parent(&Parent), Partition(std::move(How)), Traits(Parent.Traits),
      Type(Parent.Type), Runs(new exec::Scheduler(Units, std::move(BoundTo))) {}

std::vector<exec::Processors> Device::parts(exec::SharedPart By) const {
  using ferry::config::Variable;
  const exec::Topology Machine{
      std::string(ferry::config::get(Variable::Topology))};
  exec::Processors Mine = Parent ? Runs.load()->boundTo() : Machine.allowed();
  if (Mine.size() < computeUnits())
    return {Mine};
  Mine.resize(computeUnits());
  // SYCL's runtime asks before each command: the system is read for the first
  // one (bench/run latency). No lock, as a child of fork() may ask.
  std::atomic<const Division *> &Known = Divisions[std::size_t(By)];
  if (const Division *Is = Known.load(); Is && Is->Of == Mine)
    return Is->Parts;
  auto New = std::make_unique<Division>(Mine, Machine.divide(Mine, By));
  std::vector<exec::Processors> Parts = New->Parts;
  const Division *None = nullptr;
  if (Known.compare_exchange_strong(None, New.get()))
    New.release();
  return Parts;
}

Device::~Device() {
  for (const std::atomic<const Division *> &Known : Divisions)
    delete Known.load();
  exec::Scheduler *Last = Runs.load();
  // The last command may have held the device: then this is one of the threads
  // that have to leave first. What belongs to the parent of this process, or
  // can have no thread, is left.
  if (Last->isOfThisProcess())
    startInBackground([Last] { delete Last; });
}

exec::Scheduler &Device::scheduler() {
  exec::Scheduler *Now = Runs.load();
  while (!Now->isOfThisProcess()) [[unlikely]] {
    // That of the parent is left as it is: threads were in the middle of it.
    auto New =
        std::make_unique<exec::Scheduler>(Now->concurrency(), Now->boundTo());
    if (Runs.compare_exchange_strong(Now, New.get()))
      return *New.release();
  }
  return *Now;
}

/// The most that the system knows of; what the clock is now if it has no most.
static cl_uint readClockMHz() {
  cl_ulong KHz = 0;
  if (std::ifstream("/sys/devices/system/cpu/cpu0/cpufreq/cpuinfo_max_freq") >>
      KHz)
    return cl_uint(KHz / 1000);
  if (cl_uint Max = processorMHz())
    return Max;
  std::ifstream Info("/proc/cpuinfo");
  for (std::string Line; std::getline(Info, Line);)
    if (double MHz; std::sscanf(Line.c_str(), "cpu MHz : %lf", &MHz) == 1)
      return cl_uint(MHz);
  return 0;
}

cl_uint Device::clockMHz() const {
  static const cl_uint MHz = readClockMHz();
  return MHz;
}

cl_ulong Device::maxAllocBytes() const {
  // Section 4.2: at least max(min(1 GiB, a quarter of the memory), 32 MiB).
  // Half lets a program keep two buffers of this size.
  return std::max<cl_ulong>(Traits.memoryBytes / 2 / 4096 * 4096, cl_ulong(32)
                                                                      << 20);
}
