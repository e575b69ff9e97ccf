//===- ferry/config.h - The environment variables ---------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Every FERRY_* environment variable, in one table that `ferry info` prints.
/// All are read once per process, when the first is asked for. A program that
/// runs with more rights than its user has (setuid, capabilities) reads none.
///
//===----------------------------------------------------------------------===//

#ifndef FERRY_CONFIG_H
#define FERRY_CONFIG_H

#include "ferry/lazy.h"

#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>

namespace ferry::config {

enum class Variable {
  Debug,
  Cpu,
  Width,
  Dimension,
  Threads,
  Cache,
  CacheDir,
  Compiler,
  Async,
  ShareCopies,
  Affinity,
  Stats,
  FaultReport,
  DeviceType,
  DebugInfo,
  Perf,
  Topology,
  Trace,
  Check,
  CheckJson,
  CheckSuppress,
  CheckSeed,
  CheckFirst,
  CheckLeaks,
  Count
};

struct Entry {
  const char *name;
  const char *defaultValue;
  const char *help;
  /// Separated by commas, if only these are known.
  std::string_view values = {};
};

/// In the order of Variable.
inline constexpr Entry Table[] = {
    {"FERRY_DEBUG", "",
     "comma-separated categories that report on stderr: api, compiler, cache, "
     "verify, all",
     "api,compiler,cache,verify,all"},
    {"FERRY_CPU", "native",
     "instruction set for kernels and copies: native, avx512fp16, avx512vnni, "
     "avx512, avx2, sse2, neon",
     "native,avx512fp16,avx512vnni,avx512,avx2,sse2,neon"},
    {"FERRY_WIDTH", "",
     "work-items that kernels run at a time in the lanes of vectors: 1, 2, 4, "
     "8, 16, 32 or 64 (default: what suits the kernel)",
     "1,2,4,8,16,32,64"},
    {"FERRY_DIMENSION", "",
     "dimension along which work-items make vectors: 0, 1 or 2 (default: what "
     "suits the kernel)",
     "0,1,2"},
    {"FERRY_THREADS", "",
     "threads that run kernels, the waiting host thread included (default: one "
     "per processor that the process may use, by its affinity and by the quota "
     "of its container)"},
    {"FERRY_CACHE", "1", "0: neither read nor write the object cache"},
    {"FERRY_CACHE_DIR", "",
     "folder of the object cache (default: $XDG_CACHE_HOME/ferry or "
     "~/.cache/ferry)"},
    {"FERRY_COMPILER", "process",
     "where programs are compiled: process (a process of its own) or host (the "
     "host program's: what ends the compiler ends the host)",
     "process,host"},
    {"FERRY_ASYNC", "auto",
     "when async copies are carried out: early (all when they are started), "
     "auto (in the background if their waits are seen) or late (when they are "
     "waited for, for finding waits that are missing)",
     "early,auto,late"},
    {"FERRY_SHARE_COPIES", "memory",
     "whose async copies idle threads help with: 0 (nobody's), memory (those "
     "of launches whose buffers the caches do not hold) or 1 (everybody's)",
     "0,memory,1"},
    {"FERRY_AFFINITY", "0",
     "1: a thread that runs kernels where another one does goes to a free "
     "processor"},
    {"FERRY_STATS", "0",
     "1: print what the async copies of each kernel did, on stderr at exit"},
    {"FERRY_FAULT_REPORT", "1",
     "0: say nothing when a kernel ends the process by a fault"},
    {"FERRY_DEVICE_TYPE", "cpu",
     "comma-separated types that the device says it is of, for programs that "
     "look for one only: cpu, gpu, accelerator",
     "cpu,gpu,accelerator"},
    {"FERRY_DEBUG_INFO", "0",
     "1: build all programs as with -g, 2: as with -cl-opt-disable -g"},
    {"FERRY_PERF", "",
     "folder for jit-PID.dump, which tells perf inject --jit of kernels"},
    {"FERRY_TOPOLOGY", "/sys/devices/system",
     "folder that says which processors share memory and caches"},
    {"FERRY_TRACE", "",
     "folder for trace-PID.ferry, which ferry trace reads: what ran when"},
    {"FERRY_CHECK", "0",
     "1: look for mistakes in kernels while they run, which takes longer"},
    {"FERRY_CHECK_JSON", "",
     "file that each mistake found is appended to, an object a line"},
    {"FERRY_CHECK_SUPPRESS", "",
     "file that says which mistakes are not to be reported"},
    {"FERRY_CHECK_SEED", "0",
     "number that chooses the order of work-items and the moment of copies "
     "while mistakes are looked for (0: ascending, at once)"},
    {"FERRY_CHECK_FIRST", "0", "1: end the program at the first mistake"},
    {"FERRY_CHECK_LEAKS", "0",
     "1: say at exit which objects the program has not released"},
};
static_assert(sizeof(Table) / sizeof(Table[0]) == unsigned(Variable::Count));

/// The value from the environment, or the default.
inline std::string_view get(Variable V) {
  static const std::string_view *Values = [] {
    static std::string_view Read[unsigned(Variable::Count)];
    for (unsigned I = 0; I != unsigned(Variable::Count); ++I) {
      const char *Text = secure_getenv(Table[I].name);
      Read[I] = Text ? Text : Table[I].defaultValue;
    }
    return Read;
  }();
  return Values[unsigned(V)];
}

/// True for a variable that is set to something other than 0.
inline bool enabled(Variable V) { return !get(V).empty() && get(V) != "0"; }

/// FERRY_CHECK: kernels are built for finding mistakes in them.
inline bool checks() { return enabled(Variable::Check); }

/// FERRY_WIDTH, or 0 where it is not set to one of its values.
inline unsigned width() {
  static constinit Lazy<unsigned> Width;
  return Width.get([] {
    std::string_view Text = get(Variable::Width);
    for (unsigned W = 1; W <= 64; W *= 2)
      if (Text == std::to_string(W))
        return W;
    return 0u;
  });
}

/// FERRY_DIMENSION, if it is set to one of its values.
inline std::optional<unsigned> dimension() {
  const std::string_view Text = get(Variable::Dimension);
  if (Text.size() != 1 || Text[0] < '0' || Text[0] > '2')
    return std::nullopt;
  return unsigned(Text[0] - '0');
}

enum class Async { Early, Auto, Late };

/// FERRY_ASYNC.
inline Async async() {
  static constinit Lazy<Async> Asked;
  return Asked.get([] {
    const std::string_view When = get(Variable::Async);
    return When == "early"  ? Async::Early
           : When == "late" ? Async::Late
                            : Async::Auto;
  });
}

/// FERRY_AFFINITY.
inline bool setsAffinity() {
  static constinit Lazy<bool> Asked;
  return Asked.get([] { return enabled(Variable::Affinity); });
}

enum class Share { Never, Memory, Always };

/// FERRY_SHARE_COPIES.
inline Share sharesCopies() {
  static constinit Lazy<Share> Asked;
  return Asked.get([] {
    const std::string_view Whose = get(Variable::ShareCopies);
    return Whose == "0"   ? Share::Never
           : Whose == "1" ? Share::Always
                          : Share::Memory;
  });
}

/// True if every async copy is to go through the engine: it counts them, notes
/// them for a trace, or holds them back. Code is made for it.
inline bool allThroughEngine() {
  return enabled(Variable::Stats) || !get(Variable::Trace).empty() ||
         async() == Async::Late;
}

/// Takes the first word off the comma-separated list \p Rest.
inline std::string_view takeWord(std::string_view &Rest) {
  const std::size_t Comma = Rest.find(',');
  const std::string_view Word = Rest.substr(0, Comma);
  Rest = Comma == Rest.npos ? "" : Rest.substr(Comma + 1);
  return Word;
}

/// True if \p Word is in the comma-separated list \p Rest.
inline bool lists(std::string_view Rest, std::string_view Word) {
  while (!Rest.empty())
    if (takeWord(Rest) == Word)
      return true;
  return false;
}
inline bool lists(Variable V, std::string_view Word) {
  return lists(get(V), Word);
}

/// Says on stderr which variables have values that nobody knows.
inline void reportUnknown() {
  for (unsigned I = 0; I != unsigned(Variable::Count); ++I) {
    std::string_view Rest = get(Variable(I));
    const std::string_view Known = Table[I].values;
    while (!Known.empty() && !Rest.empty())
      if (std::string_view Word = takeWord(Rest); !lists(Known, Word))
        std::fprintf(stderr, "ferry: %s: '%.*s' is none of %.*s\n",
                     Table[I].name, int(Word.size()), Word.data(),
                     int(Known.size()), Known.data());
  }
}

/// True if \p Category, or "all", is in FERRY_DEBUG.
inline bool debug(std::string_view Category) {
  return lists(Variable::Debug, Category) || lists(Variable::Debug, "all");
}

} // namespace ferry::config

#endif // FERRY_CONFIG_H
