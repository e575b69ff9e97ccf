//===- Watch.cpp - What the host program does -----------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "check-host/Watch.h"

#include "check-host/HostAllocations.h"
#include "check-host/HostCallbacks.h"
#include "check-host/HostCalls.h"
#include "check-host/HostCommandBuffers.h"
#include "check-host/HostCommands.h"
#include "check-host/HostExtensions.h"
#include "check-host/HostMaps.h"
#include "check-host/HostMemory.h"
#include "check-host/HostObjects.h"
#include "check-host/HostPointers.h"

#include <pthread.h>

using namespace ferry::check;

namespace {

/// Has \p Call called with each mutex that a thread may hold while another one
/// forks, in the order in which they are taken.
template <typename Function> void forEachMutex(Function Call) {
  Call(HostObjects::get().mutex());
  Call(HostCommandBuffers::get().mutex());
  Call(HostAllocations::get().mutex());
  Call(HostPointers::get().mutex());
  Call(HostMaps::get().mutex());
  Call(HostEvents::get().mutex());
  Call(Reporter::get().mutex());
}

void lockAll() {
  forEachMutex([](std::mutex &M) { M.lock(); });
}
void unlockAll() {
  forEachMutex([](std::mutex &M) { M.unlock(); });
}

} // namespace

void ferry::check::watchHost(cl_icd_dispatch &Table,
                             ExtensionTable &Extensions) {
  pthread_atfork(lockAll, unlockAll, unlockAll);
  // The last one is called first.
  watchMemory(Table);
  watchAllocations(Table);
  watchAllocations(Extensions);
  watchCallbacks(Table);
  watchCommands(Table, Extensions);
  watchCommandBuffers(Extensions);
  watchCalls(Table);
  watchExtensions(Extensions);
}
