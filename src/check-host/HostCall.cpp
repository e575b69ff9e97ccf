//===- HostCall.cpp - What is judged and noted of a call ------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "check-host/HostCall.h"

#include "check-host/Caller.h"
#include "core/Kernel.h"

#include <cstring>

namespace ferry::check {

void reportReleased(const char *Call, const std::string &What,
                    std::string Kernel, std::string Advice) {
  Reporter::get().report({"released-object",
                          std::move(Kernel),
                          std::string(Call) + ": " + What + " was released",
                          "",
                          {callSide("the call", caller())},
                          std::move(Advice)});
}

template <typename Handle>
static void judge(const char *Call, Handle Object, const std::string &What,
                  std::string Advice) {
  if (HostObjects::get().isReleased(Object))
    reportReleased(Call, What, "", std::move(Advice));
}

void judgeArgument(const char *Call, cl_mem Memory) {
  judge(Call, Memory, "a memory object",
        "call clReleaseMemObject when nothing is to use the memory object any "
        "more");
}

void judgeArgument(const char *Call, cl_command_buffer_khr Buffer) {
  judge(Call, Buffer, "the command-buffer",
        "call clReleaseCommandBufferKHR when it is not to be used any more");
}

void judgeArgument(const char *Call, cl_semaphore_khr Semaphore) {
  judge(Call, Semaphore, "a semaphore",
        "call clReleaseSemaphoreKHR when nothing is to wait for the semaphore "
        "or to signal it any more");
}

void judgeListed(const char *Call, cl_event Event) {
  // The callback of an event may go on using it.
  if (!callbackOf())
    judge(Call, Event, "an event in the wait list",
          "call clReleaseEvent when nothing is to wait for the event any more");
}

void judgeKernel(const char *Call, cl_kernel Handle) {
  // Kernels keep no memory object alive.
  core::Kernel *K = core::Kernel::tryFrom(Handle);
  for (unsigned I = 0; K && I != K->info().numArgs; ++I) {
    const abi::KernelArgInfo &Arg = K->info().args[I];
    core::MemObject *M = K->buffers()[I];
    if (!M)
      continue;
    bool IsGone = HostObjects::get().isReleased(M->handle());
    // Another one may have its address.
    if (!IsGone && Arg.kind == std::uint32_t(abi::ArgKind::GlobalPointer)) {
      const std::byte *Set;
      std::memcpy(&Set, K->arguments() + Arg.offset, sizeof(Set));
      IsGone = Set != M->data();
    }
    if (IsGone)
      reportReleased(
          Call,
          "the memory object that is argument " +
              (*Arg.name ? "'" + std::string(Arg.name) + "'"
                         : std::to_string(I)),
          K->info().name,
          "kernels keep no memory object alive: call clReleaseMemObject when "
          "no kernel with it is to be enqueued any more, or set another one");
  }
}

} // namespace ferry::check
