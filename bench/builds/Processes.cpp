//===- Processes.cpp - What a process and its children use ----------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "Processes.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>
#include <vector>

namespace fs = std::filesystem;

namespace builds {

namespace {

/// The process that \p Process is a child of; 0 if there is none.
pid_t parentOf(pid_t Process) {
  std::ifstream File("/proc/" + std::to_string(Process) + "/stat");
  std::string Line;
  std::getline(File, Line);
  // The name of the program, which ends with the last bracket, may have spaces.
  std::istringstream Rest(Line.substr(std::min(Line.rfind(')'), Line.size())));
  std::string Bracket, State;
  pid_t Parent = 0;
  Rest >> Bracket >> State >> Parent;
  return Parent;
}

/// Whether \p Process is this one or descends from it.
bool isOfFamily(pid_t Process) {
  while (Process > 1 && Process != getpid())
    Process = parentOf(Process);
  return Process == getpid();
}

/// This process and its descendants that live.
std::vector<pid_t> family() {
  std::vector<pid_t> Found;
  for (const auto &Entry : fs::directory_iterator("/proc"))
    if (int Process = std::atoi(Entry.path().filename().c_str());
        Process && isOfFamily(Process))
      Found.push_back(Process);
  return Found;
}

double seconds(timeval Time) {
  return double(Time.tv_sec) + 1e-6 * double(Time.tv_usec);
}

} // namespace

void adoptOrphans() { prctl(PR_SET_CHILD_SUBREAPER, 1); }

double processorSeconds() {
  // Those that were waited for.
  rusage Usage;
  getrusage(RUSAGE_CHILDREN, &Usage);
  double Sum = seconds(Usage.ru_utime) + seconds(Usage.ru_stime);
  for (pid_t Each : family()) {
    clockid_t Clock;
    timespec Time;
    if (clock_getcpuclockid(Each, &Clock) == 0 &&
        clock_gettime(Clock, &Time) == 0)
      Sum += double(Time.tv_sec) + 1e-9 * double(Time.tv_nsec);
  }
  return Sum;
}

double peakBytes() {
  rusage Usage;
  getrusage(RUSAGE_CHILDREN, &Usage);
  double Kilobytes = double(Usage.ru_maxrss);
  for (pid_t Each : family()) {
    std::ifstream Status("/proc/" + std::to_string(Each) + "/status");
    for (std::string Word; Status >> Word;)
      if (Word == "VmHWM:") {
        double Peak = 0;
        Status >> Peak;
        Kilobytes += Peak;
        break;
      }
  }
  return 1024 * Kilobytes;
}

} // namespace builds
