//===- Caller.cpp - Where the program calls from --------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "check-host/Caller.h"

#include <dlfcn.h>
#include <link.h>
#include <string_view>
#include <unwind.h>

namespace ferry::check {

namespace {

struct Module {
  const char *name;
  std::uintptr_t base; ///< What its symbols count from.
};

/// \returns no name for code that is in none.
Module moduleOf(std::uintptr_t Address) {
  Dl_info Info;
  void *Map = nullptr;
  if (!dladdr1(reinterpret_cast<void *>(Address), &Info, &Map, RTLD_DL_LINKMAP))
    return {};
  return {Info.dli_fname, static_cast<const link_map *>(Map)->l_addr};
}

/// Whether \p M is an ICD loader, by its name.
bool isLoader(const Module &M) {
  const std::string_view Path = M.name;
  return Path.substr(Path.rfind('/') + 1).starts_with("libOpenCL");
}

struct Search {
  Module driver;
  unsigned frames = 0;
  std::uintptr_t found = 0;
};

_Unwind_Reason_Code look(_Unwind_Context *At, void *Data) {
  // Those of the driver, the loader and its layers are about ten. Where there
  // are more, or the stack has no end, the report does not say where.
  constexpr unsigned MostFrames = 32;
  auto &S = *static_cast<Search *>(Data);
  const std::uintptr_t Return = _Unwind_GetIP(At);
  if (!Return || ++S.frames > MostFrames)
    return _URC_END_OF_STACK;
  const Module M = moduleOf(Return - 1);
  if (M.name && (M.base == S.driver.base || isLoader(M)))
    return _URC_NO_REASON;
  S.found = Return - 1;
  return _URC_END_OF_STACK;
}

} // namespace

std::uintptr_t caller() {
  Search S{moduleOf(reinterpret_cast<std::uintptr_t>(&caller))};
  _Unwind_Backtrace(look, &S);
  return S.found;
}

Side callSide(std::string What, std::uintptr_t Caller) {
  const Module M = Caller ? moduleOf(Caller) : Module();
  return M.name ? Side(std::move(What), M.name, Caller - M.base)
                : Side(std::move(What), "", 0);
}

} // namespace ferry::check
