//===- Cache.cpp - ferry cache --------------------------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "tool/Subcommand.h"

#include "program-cache/ObjectCache.h"

#include <cinttypes>
#include <cstdio>
#include <ctime>
#include <string>

using namespace llvm;
using namespace ferry;
using namespace ferry::tool;
using compiler::ObjectCache;

static cl::SubCommand Cache("cache", "Show or clear the cache of programs");

static cl::opt<std::string> Action(cl::Positional, cl::Required, cl::sub(Cache),
                                   cl::desc("list|size|clear"));

static void list(const std::vector<ObjectCache::Entry> &Entries) {
  for (const ObjectCache::Entry &E : Entries) {
    char When[32] = "";
    std::tm Local;
    if (localtime_r(&E.modified, &Local))
      std::strftime(When, sizeof(When), "%F %T", &Local);
    std::printf("%s %10" PRIu64 " %s\n", When, E.bytes, E.name.c_str());
  }
}

static int cache() {
  if (Action != "list" && Action != "size" && Action != "clear") {
    std::fprintf(stderr, "ferry: cache: '%s' is none of list, size, clear\n",
                 Action.c_str());
    return UsageError;
  }
  const std::string Folder = ObjectCache::defaultFolder();
  if (Folder.empty()) {
    std::fprintf(stderr, "ferry: there is no cache (FERRY_CACHE is 0, or there "
                         "is no home folder)\n");
    return 1;
  }
  const ObjectCache Of(Folder);
  if (Action == "clear") {
    Of.clear();
    return 0;
  }
  const std::vector<ObjectCache::Entry> Entries = Of.entries();
  if (Action == "list") {
    list(Entries);
    return 0;
  }
  std::uint64_t Bytes = 0;
  for (const ObjectCache::Entry &E : Entries)
    Bytes += E.bytes;
  std::printf("%zu entries, %.1f MiB in %s\n", Entries.size(),
              double(Bytes) / (1024 * 1024), Folder.c_str());
  return 0;
}

const Subcommand tool::CacheCommand{Cache, R"(
  list  prints each entry, oldest first: when it was used last (to a day), its
        bytes, its name
  size  prints the number of entries and their bytes
  clear removes all entries; programs may be running

FERRY_CACHE_DIR names another folder than ~/.cache/ferry.

EXAMPLE:
  ferry cache list
  ferry cache size
  ferry cache clear
)",
                                    cache};
