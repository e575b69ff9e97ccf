//===- HostExtensions.cpp - What the program calls of extensions ----------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "check-host/HostExtensions.h"

#include "check-host/HostCall.h"
#include "core/CommandBuffer.h"
#include "core/Semaphore.h"

namespace ferry::check {

#define WATCH(...) FERRY_WATCH(Table, __VA_ARGS__)
#define COUNT(NAME) FERRY_COUNT(Table, NAME, KHR, core::NAME)

static void watchRecording(ExtensionTable &Table) {
  WATCH(clCreateCommandBufferKHR);
  WATCH(clFinalizeCommandBufferKHR);
  WATCH(clEnqueueCommandBufferKHR);
  WATCH(clCommandBarrierWithWaitListKHR);
  WATCH(clCommandCopyBufferKHR);
  WATCH(clCommandCopyBufferRectKHR);
  WATCH(clCommandCopyBufferToImageKHR);
  WATCH(clCommandCopyImageKHR);
  WATCH(clCommandCopyImageToBufferKHR);
  WATCH(clCommandFillBufferKHR);
  WATCH(clCommandFillImageKHR);
  WATCH(clCommandNDRangeKernelKHR);
  WATCH(clCommandSVMMemcpyKHR);
  WATCH(clCommandSVMMemFillKHR);
  WATCH(clGetCommandBufferInfoKHR);
  WATCH(clUpdateMutableCommandsKHR);
  COUNT(CommandBuffer);
}

static void watchUnifiedMemory(ExtensionTable &Table) {
  constexpr Blocks Always{Blocks::Always}, IfSecond{Blocks::IfSet, 1};
  WATCH(clMemBlockingFreeINTEL, Always);
  WATCH(clEnqueueMemFillINTEL);
  WATCH(clEnqueueMemsetINTEL);
  WATCH(clEnqueueMemcpyINTEL, IfSecond);
  WATCH(clEnqueueMigrateMemINTEL);
  WATCH(clEnqueueMemAdviseINTEL);
}

static void watchSemaphores(ExtensionTable &Table) {
  WATCH(clCreateSemaphoreWithPropertiesKHR);
  WATCH(clEnqueueWaitSemaphoresKHR);
  WATCH(clEnqueueSignalSemaphoresKHR);
  WATCH(clGetSemaphoreInfoKHR);
  WATCH(clGetSemaphoreHandleForTypeKHR);
  COUNT(Semaphore);
}

void watchExtensions(ExtensionTable &Table) {
  watchRecording(Table);
  watchUnifiedMemory(Table);
  watchSemaphores(Table);
  WATCH(clEnqueueAcquireExternalMemObjectsKHR);
  WATCH(clEnqueueReleaseExternalMemObjectsKHR);
}

#undef COUNT
#undef WATCH

} // namespace ferry::check
