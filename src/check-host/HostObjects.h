//===- HostObjects.h - The objects that the program holds -------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_CHECKHOST_HOSTOBJECTS_H
#define FERRY_CHECKHOST_HOSTOBJECTS_H

#include "check/Report.h"
#include "core/MemObject.h"
#include "ferry/cl_ext.h"

#include <mutex>
#include <set>
#include <string>
#include <unordered_map>

namespace ferry::check {

/// What is said of objects of a kind: of one, with its article, of several, and
/// what releases them.
struct ObjectKind {
  const char *one, *many, *release;
};
const ObjectKind &kindOf(cl_context);
const ObjectKind &kindOf(cl_device_id);
const ObjectKind &kindOf(cl_command_queue);
const ObjectKind &kindOf(cl_mem);
const ObjectKind &kindOf(cl_sampler);
const ObjectKind &kindOf(cl_program);
const ObjectKind &kindOf(cl_kernel);
const ObjectKind &kindOf(cl_event);
const ObjectKind &kindOf(cl_command_buffer_khr);
const ObjectKind &kindOf(cl_semaphore_khr);
/// Shared virtual memory.
const ObjectKind &kindOf(void *);
/// Unified shared memory.
extern const ObjectKind UnifiedMemory;

/// The objects that the program has references to, by its calls: Ferry's own do
/// not count. For any thread.
class HostObjects {
public:
  static HostObjects &get();
  /// Around fork().
  std::mutex &mutex() { return Mutex; }

  /// \param Call the entry point that has returned \p New; its name stays.
  template <typename Handle> void made(Handle New, const char *Call) {
    made(New, kindOf(New), Call);
  }
  void made(const void *New, const ObjectKind &Kind, const char *Call);
  void retained(const void *Handle);
  /// Called before the driver is, which may give the address to another object.
  void released(const void *Handle);

  /// True if the program has given up its last reference to \p Handle, and no
  /// part of the object keeps it. What Ferry itself still holds works by
  /// chance.
  bool isReleased(const void *Handle);
  /// True if the program has given up the last reference to what was there.
  bool wasReleased(const void *Handle);

  /// Reports what the program holds still, an object kind at a time.
  void reportLeaks();

private:
  struct Held {
    const ObjectKind *kind;
    const char *call;
    std::uintptr_t caller; ///< 0 if leaks are not asked for.
    unsigned count;
  };

  HostObjects();
  Finding leak(const ObjectKind &Kind) const;

  const bool WantsLeaks;
  const std::uint32_t Process;
  std::mutex Mutex;
  std::unordered_map<const void *, Held> All;
  /// Objects that were released, as they were.
  std::unordered_map<const void *, Held> Gone;
  /// Memory objects that others were made of, which keep them valid.
  std::set<const void *> Parents;
};

} // namespace ferry::check

#endif // FERRY_CHECKHOST_HOSTOBJECTS_H
