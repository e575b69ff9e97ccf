//===- PerfDump.cpp - Tells perf of kernels -------------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "exec/PerfDump.h"

#include "exec/Fork.h"
#include "exec/MachineCode.h"
#include "ferry/config.h"

#include <cstdint>
#include <ctime>
#include <elf.h>
#include <fcntl.h>
#include <filesystem>
#include <mutex>
#include <string>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace ferry::exec {

namespace {

template <typename T> void append(std::string &To, T Value) {
  To.append(reinterpret_cast<const char *>(&Value), sizeof(Value));
}

std::uint64_t now() {
  timespec Time;
  clock_gettime(CLOCK_MONOTONIC, &Time); // As perf record -k mono.
  return std::uint64_t(Time.tv_sec) * 1'000'000'000 +
         std::uint64_t(Time.tv_nsec);
}

std::string fileHeader() {
  std::string Header;
  append(Header, std::uint32_t(0x4A695444)); // "JiTD"
  append(Header, std::uint32_t(1));          // Version.
  append(Header, std::uint32_t(40));         // Bytes of the header.
  append(Header, std::uint32_t(MachineCode::ElfNumber));
  append(Header, std::uint32_t(0));
  append(Header, std::uint32_t(getpid()));
  append(Header, now());
  append(Header, std::uint64_t(0));
  return Header;
}

/// A record with its header.
std::string record(std::uint32_t Kind, const std::string &Body) {
  std::string Record;
  append(Record, Kind);
  append(Record, std::uint32_t(16 + Body.size()));
  append(Record, now());
  return Record + Body;
}

/// The file of this process. It is open while something is written to it, no
/// longer: the host may close what it does not know.
class Dump {
public:
  void write(const std::string &Records) {
    const bool IsNew = Process != getpid();
    std::error_code Ignored;
    if (IsNew)
      Path = std::filesystem::absolute(config::get(config::Variable::Perf),
                                       Ignored) /
             ("jit-" + std::to_string(getpid()) + ".dump");
    else if (Path.empty())
      return;
    // Left behind by a process of that number.
    if (IsNew)
      unlink(Path.c_str());
    Process = getpid();
    const int File = open(Path.c_str(),
                          O_RDWR | O_APPEND | O_NOFOLLOW | O_CLOEXEC |
                              (IsNew ? O_CREAT | O_EXCL : 0),
                          S_IRUSR | S_IWUSR);
    if (File < 0) {
      Path.clear();
      return;
    }
    bool IsWritten = isOwn(File, IsNew);
    if (IsNew && IsWritten) {
      IsWritten = put(File, fileHeader());
      // perf notes which files are mapped, and so learns of this one.
      mmap(nullptr, std::size_t(sysconf(_SC_PAGESIZE)), PROT_READ | PROT_EXEC,
           MAP_PRIVATE, File, 0);
    }
    IsWritten = IsWritten && put(File, Records);
    close(File);
    if (!IsWritten)
      Path.clear();
  }

private:
  /// Whether it is the file that was made.
  bool isOwn(int File, bool IsNew) {
    struct stat Status;
    if (fstat(File, &Status) != 0)
      return false;
    if (IsNew) {
      Device = Status.st_dev;
      Node = Status.st_ino;
    }
    return Status.st_dev == Device && Status.st_ino == Node;
  }
  static bool put(int File, const std::string &Bytes) {
    return ::write(File, Bytes.data(), Bytes.size()) == ssize_t(Bytes.size());
  }

  pid_t Process = 0;
  std::string Path; ///< Empty if it cannot be written.
  dev_t Device = 0;
  ino_t Node = 0;
};

ForkMutex DumpMutex;

} // namespace

bool isDumpedForPerf() { return !config::get(config::Variable::Perf).empty(); }

void dumpForPerf(std::string_view Name, std::span<const std::byte> Code,
                 const LineTable &Lines) {
  const auto Start = reinterpret_cast<std::uintptr_t>(Code.data());
  std::string Entries;
  std::uint64_t NumEntries = 0;
  for (const LineRow &Row : Lines.rows) {
    if (Row.address - Start >= Code.size())
      continue;
    append(Entries, Row.address);
    append(Entries, Row.line);
    append(Entries, Row.column);
    Entries += Lines.files[Row.file];
    Entries += '\0';
    ++NumEntries;
  }
  std::string Records;
  if (NumEntries) {
    std::string Body;
    append(Body, std::uint64_t(Start));
    append(Body, NumEntries);
    Records += record(/*JIT_CODE_DEBUG_INFO=*/2, Body + Entries);
  }
  std::lock_guard Lock(DumpMutex);
  static Dump &File = *new Dump;
  static std::uint64_t Number = 0;
  std::string Body;
  append(Body, std::uint32_t(getpid()));
  append(Body, std::uint32_t(syscall(SYS_gettid)));
  append(Body, std::uint64_t(Start));
  append(Body, std::uint64_t(Start));
  append(Body, std::uint64_t(Code.size()));
  append(Body, Number++);
  Body += Name;
  Body += '\0';
  Body.append(reinterpret_cast<const char *>(Code.data()), Code.size());
  Records += record(/*JIT_CODE_LOAD=*/0, Body);
  File.write(Records);
}

} // namespace ferry::exec
