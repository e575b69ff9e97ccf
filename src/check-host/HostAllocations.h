//===- HostAllocations.h - Memory that is shared by pointers ----*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_CHECKHOST_HOSTALLOCATIONS_H
#define FERRY_CHECKHOST_HOSTALLOCATIONS_H

#include "check-host/HostCommand.h"
#include "ferry/extension-functions.h"

#include <CL/cl_icd.h>

#include <map>
#include <mutex>
#include <optional>

namespace ferry::check {

/// What clSVMAlloc and cl_intel_unified_shared_memory have given to the
/// program: nothing may be freed that a command uses, no kernel may be enqueued
/// with what has been freed since it was set as an argument, and memory of a
/// device must still have in it what it had when the program had waited for the
/// last command that uses it. For any thread.
class HostAllocations {
public:
  static HostAllocations &get();
  /// Around fork().
  std::mutex &mutex() { return Mutex; }

  /// \param What "unified shared memory"; a string of its own.
  /// \param IsOfDevice only commands may access it.
  void allocated(Range Where, const char *What, bool IsOfDevice);
  /// The program gives up what begins at \p Start.
  ///
  /// \param Waits true if commands may go on using it until they end.
  /// \returns where it is; nothing if it is no allocation of \p What.
  std::optional<Range> freeing(const char *Call, const char *What, void *Start,
                               bool Waits);
  void argumentSet(cl_kernel Kernel, unsigned Index, const void *Pointer);
  void cloned(cl_kernel From, cl_kernel To);

  /// The allocation that \p Pointer leads into; or nothing.
  std::optional<HostCommand::Pointer> find(const void *Pointer);
  /// The same of an argument that is \p Pointer: what was allocated there when
  /// it was set.
  std::optional<HostCommand::Pointer> find(cl_kernel Kernel, unsigned Index,
                                           const void *Pointer);

  /// Reports the pointers of \p C that lead to what has been freed, or to what
  /// the host has written and may not.
  void begin(const HostCommand &C);
  /// \param Command null if it was not enqueued.
  void enqueued(const HostCommand &C, core::Event *Command);
  /// After the program has waited for something.
  void settle();
  /// From now on commands may use memory that are not known here.
  void giveUp();

private:
  struct Use {
    core::Ref<core::Event> command;
    const char *call;
    std::uintptr_t caller;
  };
  struct Allocation {
    std::uint64_t number;
    Range where;
    const char *what;
    bool isOfDevice;
    std::vector<Use> uses = {};
    unsigned starting = 0; ///< Commands that are being enqueued.
    bool wasUsed = true;   ///< Since contents was taken.
    std::optional<std::uint64_t> contents = {};
  };
  struct Argument {
    const void *pointer;
    std::uint64_t allocation;
  };

  Allocation *around(const void *Pointer);
  /// Null if it is gone.
  Allocation *get(const HostCommand::Pointer &P);

  std::mutex Mutex;
  std::map<std::uintptr_t, Allocation> All; ///< By their starts.
  std::uint64_t LastNumber = 0;
  bool HasGivenUp = false;
  /// Arguments that were set to addresses in an allocation.
  std::map<std::pair<cl_kernel, unsigned>, Argument> Arguments;
};

/// Put functions into \p Table that tell HostAllocations, and those who judge
/// kernels, of allocations.
void watchAllocations(cl_icd_dispatch &Table);
void watchAllocations(ExtensionTable &Table);

} // namespace ferry::check

#endif // FERRY_CHECKHOST_HOSTALLOCATIONS_H
