//===- Installed.cpp - The drivers that are installed ---------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "common/Installed.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <stdexcept>
#include <stdlib.h>
#include <system_error>

namespace fs = std::filesystem;

namespace bench {

TemporaryFolder::TemporaryFolder() {
  std::string Name = (fs::temp_directory_path() / "bench-XXXXXX").string();
  if (!mkdtemp(Name.data()))
    throw std::runtime_error(Name + ": " + std::strerror(errno));
  Path = Name;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code Ignored;
  fs::remove_all(Path, Ignored);
}

std::vector<fs::path> installedIcds(const std::vector<std::string> &More) {
  const char *Folder = std::getenv("OCL_ICD_VENDORS");
  std::vector<fs::path> Found;
  std::error_code Error;
  for (const auto &Entry :
       fs::directory_iterator(Folder ? Folder : "/etc/OpenCL/vendors", Error))
    if (Entry.path().extension() == ".icd")
      Found.push_back(Entry.path());
  std::sort(Found.begin(), Found.end());
  Found.insert(Found.end(), More.begin(), More.end());
  for (const fs::path &Icd : Found)
    if (!fs::is_regular_file(Icd))
      throw std::runtime_error(Icd.string() + ": no such file");
  if (Found.empty())
    throw std::runtime_error("no OpenCL driver is installed (see --help)");
  return Found;
}

host::Environment aloneWith(const fs::path &Icd, const fs::path &Scratch) {
  fs::path Vendors = Scratch / "vendors";
  fs::path Cache = Scratch / "cache";
  fs::create_directories(Vendors);
  fs::create_directories(Cache);
  fs::copy_file(Icd, Vendors / Icd.filename());
  return {{"OCL_ICD_VENDORS", Vendors.string()},
          {"XDG_CACHE_HOME", Cache.string()},
          {"POCL_CACHE_DIR", (Cache / "pocl").string()}};
}

} // namespace bench
