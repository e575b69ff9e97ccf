//===- Install.cpp - ferry install, ferry uninstall -----------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Leads ICD loaders to the driver, wherever the tree lies now: by a file
/// ferry.icd with its absolute path.
///
//===----------------------------------------------------------------------===//

#include "tool/Driver.h"
#include "tool/Files.h"
#include "tool/Subcommand.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

#include <cstdlib>
#include <string>

using namespace llvm;
using namespace ferry;
using namespace ferry::tool;

static cl::SubCommand Install("install", "Have ICD loaders find this Ferry");
static cl::SubCommand Uninstall("uninstall",
                                "Undo what 'ferry install' has done");

namespace {
/// Options of both.
struct Where {
  explicit Where(cl::SubCommand &Of)
      : user("user", cl::sub(Of), cl::cat(ownOptions()),
             cl::desc("For this user, in ~/.config/OpenCL/vendors")),
        system("system", cl::sub(Of), cl::cat(ownOptions()),
               cl::desc("For all users, in /etc/OpenCL/vendors")) {}

  cl::opt<bool> user, system;

  /// The folder of the .icd file; ends the process with UsageError unless one
  /// of the two is asked for.
  std::string folder() const {
    if (user == system) {
      errs() << "ferry: say either --user or --system\n";
      std::exit(UsageError);
    }
    if (system)
      return "/etc/OpenCL/vendors";
    const char *Config = std::getenv("XDG_CONFIG_HOME");
    const char *Home = std::getenv("HOME");
    if (Config && Config[0] == '/')
      return std::string(Config) + "/OpenCL/vendors";
    if (Home && Home[0] == '/')
      return std::string(Home) + "/.config/OpenCL/vendors";
    errs() << "ferry: there is no home folder\n";
    std::exit(1);
  }
};
} // namespace

static Where InstallTo(Install), UninstallFrom(Uninstall);

static int install() {
  const std::string Folder = InstallTo.folder();
  if (std::error_code Failed = sys::fs::create_directories(Folder))
    return complain(createFileError(Folder, Failed));
  const std::string Path = Folder + "/ferry.icd";
  if (!writeFile(Path, std::string(driverPath()) + "\n"))
    return 1;
  outs() << Path << '\n';
  // No loader looks there by itself.
  if (InstallTo.user)
    outs() << "Put this into ~/.profile; 'ferry run PROGRAM' needs it not:\n"
           << "  export OCL_ICD_VENDORS=" << Folder << '\n';
  return 0;
}

static int uninstall() {
  const std::string Path = UninstallFrom.folder() + "/ferry.icd";
  if (std::error_code Failed =
          sys::fs::remove(Path, /*IgnoreNonExisting=*/false))
    return complain(createFileError(Path, Failed));
  return 0;
}

const Subcommand tool::InstallCommand{Install, R"(
A tree that was moved is to be installed again.

EXAMPLE:
  ferry install --user
  sudo ferry install --system
)",
                                      install};
const Subcommand tool::UninstallCommand{Uninstall, R"(
EXAMPLE:
  ferry uninstall --user
)",
                                        uninstall};
