//===- ferry/control-groups.h - What a container leaves to us ---*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The limits of the control groups that this process is in (cgroups(7),
/// versions 1 and 2): those of containers and of services.
///
//===----------------------------------------------------------------------===//

#ifndef FERRY_CONTROL_GROUPS_H
#define FERRY_CONTROL_GROUPS_H

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <limits>
#include <sstream>
#include <string>
#include <utility>

namespace ferry {

class ControlGroups {
public:
  /// \param Root the folder that /proc and all mounts are in: / but in tests.
  explicit ControlGroups(std::string Root = "") : Root(std::move(Root)) {}

  /// Processors that the process may keep busy, in the mean: a quota of
  /// processor time by its period. Infinite without a limit.
  double processors() const {
    double Least = std::numeric_limits<double>::infinity();
    forEachGroup("cpu", [&](const std::string &Folder) {
      double Quota = 0, Period = 0;
      if (!(std::ifstream(Folder + "/cpu.max") >> Quota >> Period)) {
        std::ifstream(Folder + "/cpu.cfs_quota_us") >> Quota;
        std::ifstream(Folder + "/cpu.cfs_period_us") >> Period;
      }
      if (Quota > 0 && Period > 0)
        Least = std::min(Least, Quota / Period);
    });
    return Least;
  }

  /// Bytes of memory that the process and others of its group may have; the
  /// largest number without a limit.
  std::uint64_t memory() const {
    std::uint64_t Least = std::numeric_limits<std::uint64_t>::max();
    forEachGroup("memory", [&](const std::string &Folder) {
      for (const char *Name : {"/memory.max", "/memory.limit_in_bytes"}) {
        std::uint64_t Bytes = 0;
        if (std::ifstream(Folder + Name) >> Bytes)
          Least = std::min(Least, Bytes);
      }
    });
    return Least;
  }

private:
  static bool lists(const std::string &Names, const std::string &Name) {
    return ("," + Names + ",").find("," + Name + ",") != std::string::npos;
  }

  /// Calls \p F with the folder of each group that \p Controller has the
  /// process in, and of those around it.
  template <typename Function>
  void forEachGroup(const std::string &Controller, Function F) const {
    std::ifstream Groups(Root + "/proc/self/cgroup");
    // NUMBER:CONTROLLERS:PATH, without controllers for version 2.
    std::string Number, Controllers, Path;
    while (std::getline(Groups, Number, ':') &&
           std::getline(Groups, Controllers, ':') && std::getline(Groups, Path))
      if (Controllers.empty() || lists(Controllers, Controller))
        forEachGroup(Controllers.empty() ? "" : Controller, Path, F);
  }

  /// Of the hierarchy of \p Controller, or of that of version 2, at \p Path.
  template <typename Function>
  void forEachGroup(const std::string &Controller, const std::string &Path,
                    Function F) const {
    std::ifstream Mounts(Root + "/proc/self/mountinfo");
    for (std::string Line; std::getline(Mounts, Line);) {
      std::istringstream Words(Line);
      std::string Skipped, From, At, Type, Options;
      Words >> Skipped >> Skipped >> Skipped >> From >> At;
      while (Words >> Skipped && Skipped != "-") {
      }
      Words >> Type >> Skipped >> Options;
      if (Controller.empty() ? Type != "cgroup2"
                             : Type != "cgroup" || !lists(Options, Controller))
        continue;
      // Containers may have a part of the hierarchy mounted, or see it as all.
      const std::string Mounted = From == "/" ? "" : From;
      std::string Within;
      if (Path.find("..") == std::string::npos &&
          (Path + "/").rfind(Mounted + "/", 0) == 0)
        Within = Path.substr(Mounted.size());
      const std::string Top = Root + At;
      for (std::string Folder = Top + Within;;
           Folder.resize(Folder.rfind('/'))) {
        F(Folder);
        if (Folder.size() <= Top.size())
          break;
      }
    }
  }

  const std::string Root;
};

} // namespace ferry

#endif // FERRY_CONTROL_GROUPS_H
