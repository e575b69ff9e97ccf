//===- Caches.cpp - How large the caches are ------------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "exec/Caches.h"

#include "ferry/lazy.h"

#include <cstdio>
#include <sched.h>
#include <string>
#include <unistd.h>

namespace ferry::exec {

/// What the kernel says of the data cache at \p Level; 0 if there is none. The
/// C library's sysconf() adds up the last caches of all dies, also of those
/// that a virtual machine has no part of.
static std::uint64_t fromKernel(int Level) {
  int Cpu = sched_getcpu();
  std::string Folder = "/sys/devices/system/cpu/cpu" +
                       std::to_string(Cpu < 0 ? 0 : Cpu) + "/cache/index";
  // The indices 0 and 1 are the two caches of level 1.
  std::FILE *File =
      std::fopen((Folder + std::to_string(Level) + "/size").c_str(), "re");
  if (!File)
    return 0;
  unsigned long long Number = 0;
  char Unit = 0;
  int Got = std::fscanf(File, "%llu%c", &Number, &Unit);
  std::fclose(File);
  if (Got < 1)
    return 0;
  return Unit == 'K' ? Number << 10 : Unit == 'M' ? Number << 20 : Number;
}

static std::uint64_t fromLibrary(int Name) {
  long Bytes = sysconf(Name);
  return Bytes > 0 ? std::uint64_t(Bytes) : 0;
}

std::uint64_t privateCacheBytes() {
  static constinit Lazy<std::uint64_t> Bytes;
  return Bytes.get([] {
    std::uint64_t FromKernel = fromKernel(2);
    return FromKernel ? FromKernel : fromLibrary(_SC_LEVEL2_CACHE_SIZE);
  });
}

std::uint64_t lastCacheBytes() {
  static constinit Lazy<std::uint64_t> Bytes;
  return Bytes.get([] {
    for (int Level : {4, 3})
      if (std::uint64_t Found = fromKernel(Level))
        return Found;
    std::uint64_t Third = fromLibrary(_SC_LEVEL3_CACHE_SIZE);
    return Third ? Third : privateCacheBytes();
  });
}

} // namespace ferry::exec
