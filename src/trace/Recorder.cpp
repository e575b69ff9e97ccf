//===- Recorder.cpp - Notes what a driver does ----------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "trace/Recorder.h"

#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <map>
#include <mutex>
#include <new>
#include <pthread.h>
#include <string>
#include <unistd.h>
#include <vector>

namespace ferry::trace {

namespace {

/// All records together take at most so many bytes.
constexpr std::size_t MostBytes = std::size_t(512) << 20;

/// Records of a thread. Filled by it, read by whoever writes the file.
struct Block {
  static constexpr std::uint32_t Capacity = 1023;
  Record Records[Capacity];
  std::atomic<std::uint32_t> Count{0};
  std::atomic<Block *> Following{nullptr};
};

struct ThreadRecords {
  explicit ThreadRecords(pid_t Thread) : Thread(Thread) {}
  const pid_t Thread;
  Block First;
  Block *Last = &First;
  ThreadRecords *Before = nullptr;
};

/// Never destroyed: threads may go on while the process exits.
class Recorder {
public:
  Recorder() {
    Strings.push_back(program_invocation_short_name);
    pthread_atfork(nullptr, nullptr, [] { recorder().IsOff.store(true); });
  }

  static Recorder &recorder() {
    static Recorder &Only = *new Recorder;
    static const struct AtExit {
      ~AtExit() { recorder().write(); }
    } Writes;
    return Only;
  }

  bool isOff() const { return IsOff.load(std::memory_order_relaxed); }

  ThreadRecords *addThread() {
    auto *New = takeRoom(sizeof(ThreadRecords)) ? new (std::nothrow)
                                                      ThreadRecords(gettid())
                                                : nullptr;
    if (!New)
      return nullptr;
    New->Before = Threads.load();
    while (!Threads.compare_exchange_weak(New->Before, New)) {
    }
    return New;
  }

  Block *addBlock() {
    return takeRoom(sizeof(Block)) ? new (std::nothrow) Block : nullptr;
  }

  void lose() { Lost.fetch_add(1, std::memory_order_relaxed); }

  std::uint64_t number(std::string_view Text) {
    std::lock_guard Lock(Mutex);
    auto Found = Numbers.find(Text);
    if (Found == Numbers.end()) {
      Found = Numbers.emplace(Text, Strings.size()).first;
      Strings.emplace_back(Text);
    }
    return Found->second;
  }

  std::atomic<std::uint32_t> LastLaunch{0};

private:
  bool takeRoom(std::size_t Bytes) {
    return Taken.fetch_add(Bytes, std::memory_order_relaxed) + Bytes <=
           MostBytes;
  }
  void write();
  void writeTo(std::FILE *File);

  std::atomic<bool> IsOff{false};
  std::atomic<std::size_t> Taken{0};
  std::atomic<std::uint64_t> Lost{0};
  std::atomic<ThreadRecords *> Threads{nullptr};
  std::mutex Mutex;
  std::vector<std::string> Strings;
  std::map<std::string, std::uint64_t, std::less<>> Numbers;
};

void Recorder::writeTo(std::FILE *File) {
  ThreadRecords *const Latest = Threads.load();
  FileHeader H{FileHeader::Known, std::uint32_t(getpid()), 0, 0, 0,
               Lost.load()};
  for (ThreadRecords *T = Latest; T; T = T->Before)
    ++H.numThreads;
  std::lock_guard Lock(Mutex);
  H.numStrings = std::uint32_t(Strings.size());
  std::fwrite(&H, sizeof(H), 1, File);
  for (const std::string &S : Strings) {
    const auto Size = std::uint32_t(S.size());
    std::fwrite(&Size, sizeof(Size), 1, File);
    std::fwrite(S.data(), 1, S.size(), File);
  }
  for (ThreadRecords *T = Latest; T; T = T->Before) {
    // What is noted meanwhile is left out.
    std::vector<std::pair<const Block *, std::uint32_t>> Blocks;
    ThreadHeader Of{std::uint32_t(T->Thread), 0, 0};
    for (const Block *B = &T->First; B; B = B->Following.load()) {
      Blocks.emplace_back(B, B->Count.load(std::memory_order_acquire));
      Of.numRecords += Blocks.back().second;
    }
    std::fwrite(&Of, sizeof(Of), 1, File);
    for (auto [B, Count] : Blocks)
      std::fwrite(B->Records, sizeof(Record), Count, File);
  }
}

void Recorder::write() {
  if (isOff())
    return;
  const std::string Path = std::string(config::get(config::Variable::Trace)) +
                           "/trace-" + std::to_string(getpid()) + ".ferry";
  std::FILE *File = std::fopen(Path.c_str(), "wbe");
  if (File)
    writeTo(File);
  if (!File || std::ferror(File))
    std::fprintf(stderr, "ferry: trace: cannot write %s: %s\n", Path.c_str(),
                 std::strerror(errno));
  if (File)
    std::fclose(File);
  if (Lost.load())
    std::fprintf(stderr, "ferry: trace: the last %llu records are lost\n",
                 static_cast<unsigned long long>(Lost.load()));
}

} // namespace

std::uint64_t now() noexcept {
  return std::uint64_t(
      std::chrono::steady_clock::now().time_since_epoch().count());
}

void note(const Record &What) noexcept {
  static thread_local ThreadRecords *Mine = nullptr;
  Recorder &Of = Recorder::recorder();
  if (Of.isOff())
    return;
  if (!Mine)
    Mine = Of.addThread();
  if (!Mine)
    return Of.lose();
  Block *B = Mine->Last;
  std::uint32_t Count = B->Count.load(std::memory_order_relaxed);
  if (Count == Block::Capacity) {
    Block *New = Of.addBlock();
    if (!New)
      return Of.lose();
    B->Following.store(New);
    Mine->Last = B = New;
    Count = 0;
  }
  B->Records[Count] = What;
  B->Count.store(Count + 1, std::memory_order_release);
}

std::uint64_t number(std::string_view Text) noexcept try {
  Recorder &Of = Recorder::recorder();
  return Of.isOff() ? 0 : Of.number(Text);
} catch (const std::bad_alloc &) {
  return 0;
}

std::uint32_t nextLaunch() noexcept {
  return Recorder::recorder().LastLaunch.fetch_add(1) + 1;
}

} // namespace ferry::trace
