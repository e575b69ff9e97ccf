//===- ControlGroups.cpp - What a container leaves to us ------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "limits/ControlGroups.h"

#include <algorithm>
#include <fstream>
#include <limits>
#include <sstream>

using namespace ferry::limits;

namespace {

/// \param Names separated by commas.
bool lists(const std::string &Names, const std::string &Name) {
  return ("," + Names + ",").find("," + Name + ",") != std::string::npos;
}

/// Where a process is in one hierarchy, as /proc/self/cgroup has it.
struct Group {
  std::string Controllers; ///< None of version 2.
  std::string Path;        ///< Without the last slash.
};

/// A hierarchy, or a part of it, as /proc/self/mountinfo has it.
struct Mount {
  std::string From, At, Type, Options;

  explicit Mount(const std::string &Line) {
    std::istringstream Words(Line);
    std::string Skipped;
    Words >> Skipped >> Skipped >> Skipped >> From >> At;
    while (Words >> Skipped && Skipped != "-") {
    }
    Words >> Type >> Skipped >> Options;
  }

  /// Hierarchies of version 1 have controllers of their own, in any order.
  bool has(const Group &G) const {
    if (G.Controllers.empty())
      return Type == "cgroup2";
    return Type == "cgroup" &&
           lists(Options, G.Controllers.substr(0, G.Controllers.find(',')));
  }

  /// \returns the path of \p G below At. Containers may have a part of the
  ///          hierarchy mounted, or see it as all.
  std::string within(const Group &G) const {
    const std::string Mounted = From == "/" ? "" : From;
    return G.Path.find("..") == std::string::npos &&
                   (G.Path + "/").rfind(Mounted + "/", 0) == 0
               ? G.Path.substr(Mounted.size())
               : "";
  }
};

/// Those that may limit what is asked for here.
/// \param File has NUMBER:CONTROLLERS:PATH in each line.
std::vector<Group> readGroups(const std::string &File) {
  std::vector<Group> Groups;
  std::ifstream In(File);
  std::string Number;
  Group Next;
  while (std::getline(In, Number, ':') &&
         std::getline(In, Next.Controllers, ':') &&
         std::getline(In, Next.Path)) {
    if (Next.Path == "/")
      Next.Path.clear();
    if (Next.Controllers.empty() || lists(Next.Controllers, "cpu") ||
        lists(Next.Controllers, "memory"))
      Groups.push_back(Next);
  }
  return Groups;
}

} // namespace

ControlGroups::ControlGroups(const std::string &Root) {
  const std::vector<Group> Groups = readGroups(Root + "/proc/self/cgroup");
  std::ifstream Mounts(Root + "/proc/self/mountinfo");
  for (std::string Line; std::getline(Mounts, Line);) {
    if (Line.find(" - cgroup") == std::string::npos)
      continue;
    const Mount M(Line);
    const std::string Top = Root + M.At;
    for (const Group &G : Groups)
      if (M.has(G))
        for (std::string Folder = Top + M.within(G);;
             Folder.resize(Folder.rfind('/'))) {
          Folders.push_back(Folder);
          if (Folder.size() <= Top.size())
            break;
        }
  }
}

double ControlGroups::processors() const {
  double Least = std::numeric_limits<double>::infinity();
  for (const std::string &Folder : Folders) {
    double Quota = 0, Period = 0;
    if (!(std::ifstream(Folder + "/cpu.max") >> Quota >> Period)) {
      std::ifstream(Folder + "/cpu.cfs_quota_us") >> Quota;
      std::ifstream(Folder + "/cpu.cfs_period_us") >> Period;
    }
    if (Quota > 0 && Period > 0)
      Least = std::min(Least, Quota / Period);
  }
  return Least;
}

std::uint64_t ControlGroups::memory() const {
  std::uint64_t Least = std::numeric_limits<std::uint64_t>::max();
  for (const std::string &Folder : Folders)
    for (const char *Name : {"/memory.max", "/memory.limit_in_bytes"}) {
      std::uint64_t Bytes = 0;
      if (std::ifstream(Folder + Name) >> Bytes)
        Least = std::min(Least, Bytes);
    }
  return Least;
}
