//===- RuntimeSymbols.cpp - What generated code may import ----------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "copy/TracedCopies.h"
#include "exec/MachineCode.h"
#include "exec/ObjectLoader.h"
#include "ferry/check.h"
#include "ferry/lazy.h"
#include "trace/Recorder.h"

#include <cstring>
#include <dlfcn.h>
#include <link.h>

// libgcc's, for what no processor has an instruction for.
extern "C" {
__int128 __multi3(__int128, __int128);
__int128 __divti3(__int128, __int128);
__int128 __modti3(__int128, __int128);
unsigned __int128 __udivti3(unsigned __int128, unsigned __int128);
unsigned __int128 __umodti3(unsigned __int128, unsigned __int128);
}

namespace ferry::exec {

namespace {

using Table = std::unordered_map<std::string, const void *>;

Table *makeOwnSymbols() {
  auto Address = [](auto *Function) {
    return reinterpret_cast<const void *>(Function);
  };
  const bool IsTraced = trace::isOn();
  auto *Result = new Table{
      {"ferry_copy_start",
       Address(IsTraced ? &copy::startTraced : &ferry_copy_start)},
      {"ferry_copy_wait",
       Address(IsTraced ? &copy::waitTraced : &ferry_copy_wait)},
      {"ferry_copy_fence",
       Address(IsTraced ? &copy::fenceTraced : &ferry_copy_fence)},
      {"ferry_copy_finish",
       Address(IsTraced ? &copy::finishTraced : &ferry_copy_finish)},
      {"ferry_printf", Address(&ferry_printf)},
      {"ferry_default_queue", Address(&ferry_default_queue)},
      {"ferry_enqueue_kernel", Address(&ferry_enqueue_kernel)},
      {"ferry_enqueue_marker", Address(&ferry_enqueue_marker)},
      {"ferry_block_info", Address(&ferry_block_info)},
      {"ferry_create_user_event", Address(&ferry_create_user_event)},
      {"ferry_retain_event", Address(&ferry_retain_event)},
      {"ferry_release_event", Address(&ferry_release_event)},
      {"ferry_set_event_status", Address(&ferry_set_event_status)},
      {"ferry_capture_profiling", Address(&ferry_capture_profiling)},
      {"ferry_address_space", Address(&ferry_address_space)},
      {"ferry_check_group_begin", Address(&ferry_check_group_begin)},
      {"ferry_check_group_end", Address(&ferry_check_group_end)},
      {"ferry_check_at", Address(&ferry_check_at)},
      {"ferry_check_read", Address(&ferry_check_read)},
      {"ferry_check_write", Address(&ferry_check_write)},
      {"ferry_check_read_block", Address(&ferry_check_read_block)},
      {"ferry_check_atomic", Address(&ferry_check_atomic)},
      {"ferry_check_scope", Address(&ferry_check_scope)},
      {"ferry_check_fence", Address(&ferry_check_fence)},
      {"ferry_check_private", Address(&ferry_check_private)},
      {"ferry_check_variable", Address(&ferry_check_variable)},
      {"ferry_check_value", Address(&ferry_check_value)},
      {"ferry_check_arrive", Address(&ferry_check_arrive)},
      {"ferry_check_arrive_wait", Address(&ferry_check_arrive_wait)},
      {"ferry_check_arrive_copy", Address(&ferry_check_arrive_copy)},
      {"ferry_check_barrier", Address(&ferry_check_barrier)},
      {"ferry_check_sub_group_barrier",
       Address(&ferry_check_sub_group_barrier)},
      {"ferry_check_wait", Address(&ferry_check_wait)},
      {"ferry_check_copy_fence", Address(&ferry_check_copy_fence)},
      {"ferry_check_copy", Address(&ferry_check_copy)},
      {"memcpy", Address(&std::memcpy)},
      {"memmove", Address(&std::memmove)},
      {"memset", Address(&std::memset)},
      {"memcmp", Address(&std::memcmp)},
      {"bcmp", Address(&std::memcmp)},
      {"__multi3", Address(&__multi3)},
      {"__divti3", Address(&__divti3)},
      {"__modti3", Address(&__modti3)},
      {"__udivti3", Address(&__udivti3)},
      {"__umodti3", Address(&__umodti3)},
  };
  for (const MachineCode::Symbol &S : MachineCode::libgccFunctions())
    Result->emplace(S.name, S.address);
  return Result;
}

/// A library of the system, loaded when it is first asked for.
class MathLibrary {
public:
  explicit MathLibrary(const char *Name)
      : Handle(dlopen(Name, RTLD_LAZY | RTLD_LOCAL)) {
    if (Handle)
      dlinfo(Handle, RTLD_DI_LINKMAP, &Map);
  }

  /// Only the library's own symbols: dlsym would find those of the libraries
  /// that it needs, too, and generated code has no business with libc.
  const void *find(const char *Name) const {
    const void *Address = Handle ? dlsym(Handle, Name) : nullptr;
    Dl_info Info;
    void *Owner = nullptr;
    if (!Address || !Map || !dladdr1(Address, &Info, &Owner, RTLD_DL_LINKMAP) ||
        Owner != Map)
      return nullptr;
    return Address;
  }

private:
  void *Handle;
  const link_map *Map = nullptr;
};

} // namespace

const void *runtimeSymbol(const std::string &Name) {
  static constinit LazyObject<Table> Own;
  const Table &Symbols = Own.get(makeOwnSymbols);
  if (auto Found = Symbols.find(Name); Found != Symbols.end())
    return Found->second;
  static constinit LazyObject<MathLibrary> Math, Vector;
  auto Find = [&](LazyObject<MathLibrary> &In, const char *Library) {
    return In.get([&] { return new MathLibrary(Library); }).find(Name.c_str());
  };
  const void *Address = Find(Math, "libm.so.6");
  return Address ? Address : Find(Vector, "libmvec.so.1");
}

} // namespace ferry::exec
