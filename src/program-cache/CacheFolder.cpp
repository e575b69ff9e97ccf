//===- CacheFolder.cpp - Files that nobody else can write -----------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "program-cache/CacheFolder.h"

#include "ferry/abi.h"

#include <atomic>
#include <cerrno>
#include <dirent.h>
#include <fcntl.h>
#include <filesystem>
#include <unistd.h>

namespace ferry::compiler {

/// Bytes of the largest file: a program, its log and its list of files.
static constexpr std::uint64_t MostEntryBytes = 2 * abi::MaxProgramBytes;

static bool isOursAlone(const struct stat &Status) {
  return Status.st_uid == geteuid() && !(Status.st_mode & (S_IWGRP | S_IWOTH));
}

std::optional<std::string>
readRegularFile(int Folder, const std::string &Path, std::uint64_t MostBytes,
                int Flags,
                const std::function<bool(const struct stat &)> &Accept) {
  // A pipe that nobody writes to would keep us waiting.
  const int File = openat(Folder, Path.c_str(),
                          O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | Flags);
  if (File < 0)
    return std::nullopt;
  struct Closer {
    int File;
    ~Closer() { close(File); }
  } const Closes{File};
  struct stat Status;
  if (fstat(File, &Status) != 0 || !S_ISREG(Status.st_mode) ||
      std::uint64_t(Status.st_size) > MostBytes || (Accept && !Accept(Status)))
    return std::nullopt;
  std::string Bytes(std::size_t(Status.st_size), '\0');
  for (std::size_t Done = 0; Done != Bytes.size();) {
    const ssize_t Got = ::read(File, Bytes.data() + Done, Bytes.size() - Done);
    if (Got < 0 && errno == EINTR)
      continue;
    if (Got <= 0)
      return std::nullopt;
    Done += std::size_t(Got);
  }
  return Bytes;
}

CacheFolder::CacheFolder(const std::string &Path, IfMissing Then) {
  if (Then == IfMissing::Make) {
    std::error_code Failed;
    std::filesystem::create_directories(
        std::filesystem::path(Path).parent_path(), Failed);
    mkdir(Path.c_str(), S_IRWXU);
  }
  Folder = open(Path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  struct stat Status;
  if (isOpen() && (fstat(Folder, &Status) != 0 || !isOursAlone(Status))) {
    close(Folder);
    Folder = -1;
  }
}

CacheFolder::~CacheFolder() {
  if (isOpen())
    close(Folder);
}

std::optional<std::string> CacheFolder::read(const std::string &Name,
                                             std::time_t &Modified) const {
  return readRegularFile(Folder, Name, MostEntryBytes, O_NOFOLLOW,
                         [&](const struct stat &Status) {
                           Modified = Status.st_mtime;
                           return isOursAlone(Status);
                         });
}

static bool writeAll(int File, std::string_view Bytes) {
  while (!Bytes.empty()) {
    const ssize_t Put = write(File, Bytes.data(), Bytes.size());
    if (Put < 0 && errno == EINTR)
      continue;
    if (Put <= 0)
      return false;
    Bytes.remove_prefix(std::size_t(Put));
  }
  return true;
}

bool CacheFolder::write(const std::string &Name, std::string_view Bytes) const {
  // Whoever reads the file sees all of it or none.
  static std::atomic<unsigned> Number{0};
  const std::string New = Name + "." + std::to_string(getpid()) + "." +
                          std::to_string(Number++) + Unfinished;
  const int File = openat(Folder, New.c_str(),
                          O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
                          S_IRUSR | S_IWUSR);
  if (File < 0)
    return false;
  bool IsWritten = writeAll(File, Bytes);
  IsWritten &= close(File) == 0;
  if (IsWritten && renameat(Folder, New.c_str(), Folder, Name.c_str()) == 0)
    return true;
  remove(New);
  return false;
}

void CacheFolder::refresh(const std::string &Name) const {
  utimensat(Folder, Name.c_str(), nullptr, AT_SYMLINK_NOFOLLOW);
}

void CacheFolder::remove(const std::string &Name) const {
  unlinkat(Folder, Name.c_str(), 0);
}

void CacheFolder::removeFolder(const std::string &Name,
                               const std::string &File) const {
  unlinkat(Folder, (Name + "/" + File).c_str(), 0);
  unlinkat(Folder, Name.c_str(), AT_REMOVEDIR);
}

void CacheFolder::forEach(
    const std::function<void(const std::string &, const struct stat &)> &Visit)
    const {
  const int Copy = openat(Folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  DIR *Entries = Copy < 0 ? nullptr : fdopendir(Copy);
  if (!Entries) {
    if (Copy >= 0)
      close(Copy);
    return;
  }
  while (const dirent *Entry = readdir(Entries)) {
    struct stat Status;
    if (fstatat(Folder, Entry->d_name, &Status, AT_SYMLINK_NOFOLLOW) == 0 &&
        (S_ISREG(Status.st_mode) || S_ISDIR(Status.st_mode)))
      Visit(Entry->d_name, Status);
  }
  closedir(Entries);
}

} // namespace ferry::compiler
