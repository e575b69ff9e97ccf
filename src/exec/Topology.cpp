//===- Topology.cpp - Which processors share what -------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "exec/Topology.h"

#include <algorithm>
#include <atomic>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <utility>

using namespace ferry::exec;

namespace {

constexpr char System[] = "/sys/devices/system";

std::string lineOf(const std::string &Path) {
  std::string Line;
  std::getline(std::ifstream(Path), Line);
  return Line;
}

/// Numbers as in "0-3,8".
Processors parseList(const std::string &Text) {
  Processors List;
  const char *At = Text.data(), *End = At + Text.size();
  while (At != End) {
    int First = 0;
    auto [Behind, Error] = std::from_chars(At, End, First);
    if (Error != std::errc())
      break;
    int Last = First;
    if (Behind != End && *Behind == '-')
      Behind = std::from_chars(Behind + 1, End, Last).ptr;
    for (int I = First; I <= Last && Last - First < CPU_SETSIZE; ++I)
      List.push_back(I);
    At = Behind != End && *Behind == ',' ? Behind + 1 : End;
  }
  return List;
}

bool contains(const Processors &List, int Processor) {
  return std::binary_search(List.begin(), List.end(), Processor);
}

} // namespace

Topology::Topology(std::string Folder) : Folder(std::move(Folder)) {}

Processors Topology::allowed() const {
  if (Folder != System)
    return parseList(lineOf(Folder + "/cpu/online"));
  Processors List;
  cpu_set_t Mask;
  if (sched_getaffinity(0, sizeof(Mask), &Mask) == 0)
    for (int I = 0, Left = CPU_COUNT(&Mask); Left; ++I)
      if (CPU_ISSET(I, &Mask)) {
        List.push_back(I);
        --Left;
      }
  return List;
}

/// The processors of the node that \p Processor is in, as the system lists
/// them; empty if unknown.
std::string Topology::nodeOf(int Processor) const {
  std::error_code Ignored;
  for (const auto &Entry :
       std::filesystem::directory_iterator(Folder + "/node", Ignored))
    if (Entry.path().filename().string().starts_with("node"))
      if (std::string List = lineOf(Entry.path() / "cpulist");
          contains(parseList(List), Processor))
        return List;
  return "";
}

/// The processors that have the cache in common; empty if there is none.
std::string Topology::cacheOf(int Processor, int Level) const {
  for (int Index = 0;; ++Index) {
    const std::string Cache = Folder + "/cpu/cpu" + std::to_string(Processor) +
                              "/cache/index" + std::to_string(Index) + "/";
    const std::string Here = lineOf(Cache + "level");
    if (Here.empty())
      return "";
    if (Here == std::to_string(Level) &&
        lineOf(Cache + "type") != "Instruction")
      return lineOf(Cache + "shared_cpu_list");
  }
}

std::vector<Processors> Topology::divide(const Processors &Of,
                                         SharedPart By) const {
  std::vector<std::pair<std::string, Processors>> Parts;
  for (int P : Of) {
    const std::string Shared =
        By == SharedPart::Memory
            ? nodeOf(P)
            : cacheOf(P, 4 - (int(By) - int(SharedPart::Level4)));
    if (Shared.empty())
      return {Of};
    auto Found = std::find_if(Parts.begin(), Parts.end(),
                              [&](auto &Part) { return Part.first == Shared; });
    if (Found == Parts.end())
      Found = Parts.insert(Found, {Shared, {}});
    Found->second.push_back(P);
  }
  std::vector<Processors> Lists;
  for (auto &Part : Parts)
    Lists.push_back(std::move(Part.second));
  return Lists;
}

/// Where the first thread that was bound had been allowed to run.
static cpu_set_t Unbound;
static std::atomic<bool> AnyBound{false};
static std::mutex UnboundMutex;

BoundThread::BoundThread(const Processors &To) {
  if (To.empty() || sched_getaffinity(0, sizeof(Before), &Before) != 0)
    return;
  // Not std::call_once: see src/copy/CMakeLists.txt.
  if (std::lock_guard Lock(UnboundMutex); !AnyBound.load()) {
    Unbound = Before;
    AnyBound.store(true);
  }
  cpu_set_t Mask;
  CPU_ZERO(&Mask);
  for (int P : To)
    CPU_SET(P, &Mask);
  IsBound = sched_setaffinity(0, sizeof(Mask), &Mask) == 0;
}

BoundThread::~BoundThread() {
  if (IsBound)
    sched_setaffinity(0, sizeof(Before), &Before);
}

void BoundThread::freeNewThread() {
  if (AnyBound.load())
    sched_setaffinity(0, sizeof(Unbound), &Unbound);
}
