//===- wait-group-events.cl - wait_group_events (OpenCL C 6.15.11) ------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "ferry.h"

// Replaced by the compiler, which splits the kernel here.
__attribute__((convergent)) void __ferry_wait_event(event_t Event);

// Who looks for mistakes judges the event, not the variable that it is in.
#define WAIT                                                                   \
  FERRY_BUILTIN                                                                \
  __attribute__((convergent, disable_sanitizer_instrumentation)) void

// A loop over values, not a call with a pointer: the list need not be memory.
WAIT wait_group_events(int NumEvents, __private event_t *Events) {
  for (int I = 0; I < NumEvents; ++I)
    __ferry_wait_event(Events[I]);
}

// Every address space of the target is the flat one, so this cast loses
// nothing wherever the events are.
WAIT wait_group_events(int NumEvents, __generic event_t *Events) {
  wait_group_events(NumEvents, (__private event_t *)Events);
}
