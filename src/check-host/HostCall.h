//===- HostCall.h - What is judged and noted of a call ----------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_CHECKHOST_HOSTCALL_H
#define FERRY_CHECKHOST_HOSTCALL_H

#include "check-host/HostAllocations.h"
#include "check-host/HostCallbacks.h"
#include "check-host/HostMaps.h"
#include "check-host/HostObjects.h"
#include "check-host/HostPointers.h"
#include "check-host/TableFunction.h"

#include <algorithm>
#include <tuple>

namespace ferry::check {

/// \param What "a memory object".
void reportReleased(const char *Call, const std::string &What,
                    std::string Kernel, std::string Advice);

// Reports an argument of Call whose last reference the program has released.
template <typename T> void judgeArgument(const char *, T) {}
void judgeArgument(const char *Call, cl_mem Memory);
void judgeArgument(const char *Call, cl_command_buffer_khr Buffer);
void judgeArgument(const char *Call, cl_semaphore_khr Semaphore);
// The same of an element of a list.
template <typename T> void judgeListed(const char *Call, T Element) {
  judgeArgument(Call, Element);
}
/// Of a wait list.
void judgeListed(const char *Call, cl_event Event);
/// Memory objects of \p Handle's arguments.
void judgeKernel(const char *Call, cl_kernel Handle);

/// When a call blocks, or is one that callbacks may not make either.
struct Blocks {
  enum {
    Never,
    Always,
    IfSet,  ///< The argument is CL_TRUE.
    IfNull, ///< It is the callback that would say when all is done.
  } when = Never;
  std::size_t argument = 0;
};

/// The function of a table's \c Entry, with what is judged before and noted
/// afterwards.
template <auto Entry, Blocks How = Blocks()> class WatchedCall;

template <typename Table, typename R, typename... A, R (*Table::*Entry)(A...),
          Blocks How>
class WatchedCall<Entry, How>
    : public TableFunction<Entry, WatchedCall<Entry, How>> {
  using Base = TableFunction<Entry, WatchedCall>;
  friend Base;
  using Base::Name;
  using Base::Next;
  using Arguments = std::tuple<A...>;

  template <typename Wanted>
  static constexpr bool Has = (std::is_same_v<Wanted, A> || ...);

  static bool blocks(const Arguments &Given) {
    if constexpr (How.when == Blocks::IfSet)
      return std::get<How.argument>(Given) == CL_TRUE;
    else if constexpr (How.when == Blocks::IfNull)
      return !std::get<How.argument>(Given);
    else
      return How.when == Blocks::Always;
  }

  /// Judges a list of \c T; the number is before it.
  template <typename T> static void judgeList(const Arguments &Given) {
    if constexpr (Has<const T *>) {
      constexpr bool Is[] = {std::is_same_v<A, const T *>...};
      constexpr std::size_t At = std::find(Is, std::end(Is), true) - Is;
      const T *const List = std::get<At>(Given);
      for (std::size_t I = 0; List && I != std::get<At - 1>(Given); ++I)
        judgeListed(Name, List[I]);
    }
  }

  static void judge(const Arguments &Given) {
    if (blocks(Given))
      judgeBlocking(Name);
    judgeList<cl_event>(Given);
    judgeList<cl_mem>(Given);
    judgeList<cl_semaphore_khr>(Given);
    std::apply([](const auto &...Each) { (judgeArgument(Name, Each), ...); },
               Given);
    if constexpr ((Has<cl_event *> || Has<cl_sync_point_khr *>) &&
                  Has<cl_kernel>)
      judgeKernel(Name, std::get<cl_kernel>(Given));
  }

  static R call(A... Given) {
    const Arguments All(Given...);
    judge(All);
    R Result = Next(Given...);
    if (blocks(All)) {
      HostMaps::get().settle();
      HostPointers::get().settle();
      HostAllocations::get().settle();
    }
    if constexpr (Has<cl_event *>) {
      const bool Succeeded =
          std::is_same_v<R, cl_int> ? Result == R(CL_SUCCESS) : Result != R();
      if (cl_event *Event = std::get<cl_event *>(All); Event && Succeeded)
        HostObjects::get().made(*Event, Name);
    } else if constexpr (std::is_pointer_v<R>) {
      if (Result)
        HostObjects::get().made(Result, Name);
    }
    return Result;
  }
};

/// clRetain*, and clRelease* of a \c Class.
template <auto Entry, typename Class> class CountedCall;

template <typename Table, typename Handle, cl_int (*Table::*Entry)(Handle),
          typename Class>
class CountedCall<Entry, Class> {
public:
  static void install(Table &In, const char *Called, bool IsRelease) {
    Name = Called;
    Next = In.*Entry;
    In.*Entry = IsRelease ? release : retain;
  }

private:
  static inline const char *Name;
  static inline cl_int (*Next)(Handle);

  static cl_int retain(Handle Object) {
    const cl_int Error = Next(Object);
    if (Error == CL_SUCCESS)
      HostObjects::get().retained(Object);
    return Error;
  }

  static cl_int release(Handle Object) {
    HostObjects &All = HostObjects::get();
    if (const Class *Its = Class::tryFrom(Object); Its && Its->apiCount())
      All.released(Object);
    else if (All.wasReleased(Object))
      reportReleased(Name, kindOf(Object).one, "",
                     "release each reference once");
    return Next(Object);
  }
};

#define FERRY_WATCH(TABLE, NAME, ...)                                          \
  ::ferry::check::WatchedCall<&std::remove_reference_t<decltype(TABLE)>::NAME  \
                                  __VA_OPT__(, ) __VA_ARGS__>::install(TABLE,  \
                                                                       #NAME)

/// \param SUFFIX of clRetainNAMESUFFIX.
#define FERRY_COUNT(TABLE, NAME, SUFFIX, CLASS)                                \
  do {                                                                         \
    using Its = std::remove_reference_t<decltype(TABLE)>;                      \
    ::ferry::check::CountedCall<&Its::clRetain##NAME##SUFFIX, CLASS>::install( \
        TABLE, "clRetain" #NAME #SUFFIX, false);                               \
    ::ferry::check::CountedCall<&Its::clRelease##NAME##SUFFIX,                 \
                                CLASS>::install(TABLE,                         \
                                                "clRelease" #NAME #SUFFIX,     \
                                                true);                         \
  } while (false)

} // namespace ferry::check

#endif // FERRY_CHECKHOST_HOSTCALL_H
