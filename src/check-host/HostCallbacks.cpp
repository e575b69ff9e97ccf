//===- HostCallbacks.cpp - Callbacks of the program -----------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "check-host/HostCallbacks.h"

#include "check-host/Caller.h"

#include <memory>
#include <utility>

namespace ferry::check {

static cl_icd_dispatch Next;
static constinit thread_local const char *Of = nullptr;

namespace {

/// What the program has registered.
template <typename... Arguments> struct Registered {
  void(CL_CALLBACK *function)(Arguments..., void *);
  void *data;
  const char *of;

  static void CL_CALLBACK call(Arguments... Given, void *Data) {
    const std::unique_ptr<Registered> The(static_cast<Registered *>(Data));
    const char *const Outer = std::exchange(Of, The->of);
    The->function(Given..., The->data);
    Of = Outer;
  }
};

cl_int setEventCallback(cl_event Event, cl_int When,
                        void(CL_CALLBACK *Function)(cl_event, cl_int, void *),
                        void *Data) {
  using Its = Registered<cl_event, cl_int>;
  if (!Function)
    return Next.clSetEventCallback(Event, When, Function, Data);
  auto *New = new Its{Function, Data, "an event"};
  const cl_int Error = Next.clSetEventCallback(Event, When, Its::call, New);
  if (Error != CL_SUCCESS)
    delete New;
  return Error;
}

cl_int setDestructorCallback(cl_mem Memory,
                             void(CL_CALLBACK *Function)(cl_mem, void *),
                             void *Data) {
  using Its = Registered<cl_mem>;
  if (!Function)
    return Next.clSetMemObjectDestructorCallback(Memory, Function, Data);
  auto *New = new Its{Function, Data, "a memory object"};
  const cl_int Error =
      Next.clSetMemObjectDestructorCallback(Memory, Its::call, New);
  if (Error != CL_SUCCESS)
    delete New;
  return Error;
}

} // namespace

const char *callbackOf() { return Of; }

void judgeBlocking(const char *Call) {
  if (Of)
    Reporter::get().report(
        {"call-in-callback",
         "",
         std::string(Call) + " is called in a callback of " + Of,
         "",
         {callSide("the call", caller())},
         "what blocks, and what makes contexts and command-queues, is "
         "undefined "
         "there: call what does not block, and clFlush, and go on in a "
         "callback of its event"});
}

void watchCallbacks(cl_icd_dispatch &Table) {
  Next = Table;
  Table.clSetEventCallback = setEventCallback;
  Table.clSetMemObjectDestructorCallback = setDestructorCallback;
}

} // namespace ferry::check
