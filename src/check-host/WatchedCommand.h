//===- WatchedCommand.h - Functions that enqueue or record ------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_CHECKHOST_WATCHEDCOMMAND_H
#define FERRY_CHECKHOST_WATCHEDCOMMAND_H

#include "check-host/HostCommandBuffers.h"
#include "check-host/TableFunction.h"
#include "ferry/extension-functions.h"

#include <CL/cl_icd.h>

#include <functional>
#include <span>
#include <tuple>

namespace ferry::check {

/// Judges \p Commands, and notes what they use while \p Enqueue enqueues them
/// as one.
///
/// \param Wanted where the program wants the event, or null.
/// \param Enqueue called with a place for the event, or null.
cl_int enqueueNoted(std::span<const HostCommand> Commands, cl_event *Wanted,
                    const std::function<cl_int(cl_event *)> &Enqueue);

/// The function of a table's \c Entry, which enqueues a command.
///
/// \tparam List called with a HostCommand and all arguments but the queue, adds
///         what the command uses.
template <auto Entry, typename List> class WatchedCommand;

template <typename Table, typename... A, cl_int (*Table::*Entry)(A...),
          typename List>
class WatchedCommand<Entry, List>
    : public TableFunction<Entry, WatchedCommand<Entry, List>> {
  using Base = TableFunction<Entry, WatchedCommand>;
  friend Base;
  using Base::Name;
  using Base::Next;

  static cl_int call(A... Given) {
    std::tuple<A...> All(Given...);
    HostCommand C{Name, core::Queue::tryFrom(std::get<0>(All))};
    std::apply([&](cl_command_queue, auto... Rest) { List()(C, Rest...); },
               All);
    return enqueueNoted({&C, 1}, std::get<cl_event *>(All),
                        [&](cl_event *Event) {
                          std::get<cl_event *>(All) = Event;
                          return std::apply(Next, All);
                        });
  }
};

/// The same of \c Entry that records the command: its arguments are those of
/// the other behind the first three, up to the wait list.
template <auto Entry, typename List> class RecordedCommand;

template <typename... A,
          cl_int (*ExtensionTable::*Entry)(
              cl_command_buffer_khr, cl_command_queue,
              const cl_command_properties_khr *, A...),
          typename List>
class RecordedCommand<Entry, List>
    : public TableFunction<Entry, RecordedCommand<Entry, List>> {
  using Base = TableFunction<Entry, RecordedCommand>;
  friend Base;
  using Base::Name;
  using Base::Next;

  static cl_int call(cl_command_buffer_khr Buffer, cl_command_queue Queue,
                     const cl_command_properties_khr *Properties, A... Given) {
    HostCommand C{Name, nullptr};
    List()(C, Given...);
    const cl_int Error = Next(Buffer, Queue, Properties, Given...);
    if (Error == CL_SUCCESS) {
      const auto *Handle =
          std::get<cl_mutable_command_khr *>(std::tuple<A...>(Given...));
      HostCommandBuffers::get().recorded(Buffer, std::move(C),
                                         Handle ? *Handle : nullptr);
    }
    return Error;
  }
};

} // namespace ferry::check

#endif // FERRY_CHECKHOST_WATCHEDCOMMAND_H
