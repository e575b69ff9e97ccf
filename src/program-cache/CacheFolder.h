//===- CacheFolder.h - Files that nobody else can write ---------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the cache holds is run. So its folder and every file in it must belong
/// to the user that this process acts for, and nobody else may be able to write
/// them; what is otherwise is not there. No symbolic link is followed, and
/// nothing but a regular file is opened for good.
///
//===----------------------------------------------------------------------===//

#ifndef FERRY_PROGRAMCACHE_CACHEFOLDER_H
#define FERRY_PROGRAMCACHE_CACHEFOLDER_H

#include <ctime>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include <sys/stat.h>

namespace ferry::compiler {

/// The bytes of the regular file \p Path, if there are at most \p MostBytes;
/// nothing if it cannot be read. Relative to the folder that \p Folder has
/// opened, or the current one (AT_FDCWD).
///
/// \param Flags of open(), beside those for reading.
/// \param Accept says whether the file may be read, once it is open.
std::optional<std::string>
readRegularFile(int Folder, const std::string &Path, std::uint64_t MostBytes,
                int Flags = 0,
                const std::function<bool(const struct stat &)> &Accept = {});

/// See the file comment. Open as long as the object lives, which is not long:
/// the host may close what it does not know. Several threads and processes may
/// have the same folder.
class CacheFolder {
public:
  enum class IfMissing { None, Make };

  /// \param Path absolute. A folder that is made is for this user only.
  CacheFolder(const std::string &Path, IfMissing Then);
  ~CacheFolder();
  CacheFolder(const CacheFolder &) = delete;
  CacheFolder &operator=(const CacheFolder &) = delete;

  /// False if there is no such folder, or not this user's alone.
  bool isOpen() const { return Folder >= 0; }

  /// \param [out] Modified when the file was written last.
  /// \returns nothing if there is no such file, or not this user's alone.
  std::optional<std::string> read(const std::string &Name,
                                  std::time_t &Modified) const;

  /// Writes a whole file, or none, in place of what has that name.
  bool write(const std::string &Name, std::string_view Bytes) const;

  /// Sets the time of the last change to now.
  void refresh(const std::string &Name) const;
  void remove(const std::string &Name) const;
  /// Removes the folder \p Name with its one file.
  void removeFolder(const std::string &Name, const std::string &File) const;

  /// Calls \p Visit for each file, and for each folder.
  void
  forEach(const std::function<void(const std::string &Name,
                                   const struct stat &Status)> &Visit) const;

  /// The suffix of files that are being written.
  static constexpr char Unfinished[] = ".new";

private:
  int Folder = -1;
};

} // namespace ferry::compiler

#endif // FERRY_PROGRAMCACHE_CACHEFOLDER_H
