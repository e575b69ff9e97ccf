//===- ObjectCache.h - Programs that need no building -----------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The object cache: one file for each program built, under FERRY_CACHE_DIR or
/// ${XDG_CACHE_HOME:-~/.cache}/ferry. It never makes a build fail: a damaged
/// entry is rebuilt, and a folder that cannot be written is no cache.
///
//===----------------------------------------------------------------------===//

#ifndef FERRY_PROGRAMCACHE_OBJECTCACHE_H
#define FERRY_PROGRAMCACHE_OBJECTCACHE_H

#include "compiler-interface/Options.h"
#include "program-cache/ProgramBinary.h"

#include <ctime>
#include <optional>
#include <string>
#include <string_view>

namespace ferry::compiler {

/// What comes of \p Asked with these options.
BinaryKind kindOf(Action Asked, const Options &Given);

/// As Compiler::run(), but from the cache if possible. The compiler is only
/// asked for if it is needed; if there is none, the result is Status::Failure
/// and the log says why. Thread-safe.
Result runCached(const Request &What);

/// A folder of entries. Safe for several threads and processes at once.
class ObjectCache {
public:
  /// \param Folder absolute; made when the first entry is stored. If it is not
  ///        this user's alone, or empty, there is no cache.
  explicit ObjectCache(std::string Folder) : Path(std::move(Folder)) {}

  /// The folder that the environment names; empty if FERRY_CACHE is 0 or there
  /// is no home.
  static std::string defaultFolder();

  /// Names an entry: 32 hexadecimal digits, a hash of everything that the
  /// result of a build depends on but the included files.
  ///
  /// \param Action "build", "compile", "link" or "kernel".
  /// \param Inputs sources, headers' names and texts, bitcode.
  static std::string key(std::string_view Action, std::string_view Options,
                         const std::vector<std::string_view> &Inputs);

  /// True if a build of this source gives the same every time: it does not ask
  /// for the date or the time.
  static bool isCacheable(std::string_view Source);

  /// Keeps the source of a program for debuggers.
  /// \returns its absolute path, the name SourceName in a folder of its own;
  ///          empty if it cannot be kept.
  std::string keepSource(std::string_view Text) const;

  /// \returns nothing if there is no entry, it is damaged, or a file that it
  ///          included has changed.
  std::optional<ProgramBinary> find(const std::string &Key) const;

  void store(const std::string &Key, BinaryKind Kind,
             const Result &Built) const;

  /// A file with a program, or a folder with the source of one.
  struct Entry {
    std::string name;
    bool isFolder;
    std::time_t modified;
    std::uint64_t bytes; ///< What it counts.
  };
  /// All that is in the cache, oldest first.
  std::vector<Entry> entries() const;

  /// Removes all entries, and what was left half-written.
  void clear() const;

private:
  std::string Path;
};

} // namespace ferry::compiler

#endif // FERRY_PROGRAMCACHE_OBJECTCACHE_H
