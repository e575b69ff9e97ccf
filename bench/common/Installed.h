//===- Installed.h - The drivers that are installed -------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef BENCH_COMMON_INSTALLED_H
#define BENCH_COMMON_INSTALLED_H

#include "host/ChildProcess.h"

#include <filesystem>
#include <string>
#include <vector>

namespace bench {

/// A folder that goes with its contents.
class TemporaryFolder {
public:
  /// \throws std::runtime_error if it cannot be made.
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder &) = delete;
  TemporaryFolder &operator=(const TemporaryFolder &) = delete;

  const std::filesystem::path &path() const { return Path; }

private:
  std::filesystem::path Path;
};

/// The .icd files in the folder OCL_ICD_VENDORS, or in /etc/OpenCL/vendors if
/// that is not set, and \p More.
/// \throws std::runtime_error if there is none, or one of \p More is not there.
std::vector<std::filesystem::path>
installedIcds(const std::vector<std::string> &More);

/// What a process is to have in its environment so that the driver of \p Icd is
/// the only one that it finds, with an empty cache; makes folders in
/// \p Scratch.
host::Environment aloneWith(const std::filesystem::path &Icd,
                            const std::filesystem::path &Scratch);

} // namespace bench

#endif // BENCH_COMMON_INSTALLED_H
