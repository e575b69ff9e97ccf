//===- Check.cpp - ferry check --------------------------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "tool/Check.h"

#include <CL/cl_icd.h>

#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <fstream>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

extern char **environ;

namespace ferry::tool {

namespace {

/// A file for what is found, where no other was asked for.
class Findings {
public:
  explicit Findings(const std::string &Asked) : Path(Asked) {
    if (!Path.empty()) {
      std::ofstream Empty(Path, std::ios::trunc);
      IsGood = Empty.good();
      return;
    }
    Path = "/tmp/ferry-check-XXXXXX";
    const int File = mkstemp(Path.data());
    IsGood = IsOurs = File >= 0;
    if (File >= 0)
      close(File);
  }
  ~Findings() {
    if (IsOurs)
      unlink(Path.c_str());
  }
  Findings(const Findings &) = delete;
  Findings &operator=(const Findings &) = delete;

  const std::string &path() const { return Path; }
  bool isGood() const { return IsGood; }
  std::vector<std::string> read() const {
    std::vector<std::string> Lines;
    std::ifstream In(Path);
    for (std::string Line; std::getline(In, Line);)
      Lines.push_back(Line);
    return Lines;
  }

private:
  std::string Path;
  bool IsGood = false, IsOurs = false;
};

std::string driverPath() {
  Dl_info Info;
  return dladdr(reinterpret_cast<void *>(&clIcdGetPlatformIDsKHR), &Info)
             ? Info.dli_fname
             : "";
}

/// The environment of this process with \p Changes, "NAME=value" each.
std::vector<std::string> environment(const std::vector<std::string> &Changes) {
  auto NameOf = [](const std::string &Setting) {
    return Setting.substr(0, Setting.find('=') + 1);
  };
  std::vector<std::string> Result = Changes;
  for (char **E = environ; *E; ++E) {
    bool IsChanged = false;
    for (const std::string &C : Changes)
      IsChanged |= NameOf(*E) == NameOf(C);
    if (!IsChanged)
      Result.emplace_back(*E);
  }
  return Result;
}

/// \returns the exit status as shells have it.
int run(std::span<char *const> ProgramAndArguments,
        const std::vector<std::string> &Variables) {
  std::vector<char *> Arguments(ProgramAndArguments.begin(),
                                ProgramAndArguments.end());
  Arguments.push_back(nullptr);
  std::vector<char *> Environment;
  for (const std::string &V : Variables)
    Environment.push_back(const_cast<char *>(V.c_str()));
  Environment.push_back(nullptr);
  pid_t Child;
  if (posix_spawnp(&Child, Arguments[0], nullptr, nullptr, Arguments.data(),
                   Environment.data()) != 0) {
    std::fprintf(stderr, "ferry check: %s cannot be started\n", Arguments[0]);
    return 127;
  }
  int Status = 0;
  while (waitpid(Child, &Status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(Status) ? WEXITSTATUS(Status) : 128 + WTERMSIG(Status);
}

bool writeSarif(const std::string &Path,
                const std::vector<std::string> &Results) {
  std::ofstream Out(Path);
  Out << "{\"version\":\"2.1.0\",\n"
         " \"$schema\":\"https://json.schemastore.org/sarif-2.1.0.json\",\n"
         " \"runs\":[{\"tool\":{\"driver\":{\"name\":\"ferry check\"}},\n"
         "  \"results\":[";
  for (const std::string &R : Results)
    Out << (&R == Results.data() ? "\n   " : ",\n   ") << R;
  Out << "]}]}\n";
  return Out.good();
}

} // namespace

int checkCommand(std::span<char *const> ProgramAndArguments,
                 const CheckOptions &Options) {
  const Findings Found(Options.json);
  if (!Found.isGood()) {
    std::fprintf(stderr, "ferry check: %s cannot be written\n",
                 Found.path().c_str());
    return 127;
  }
  const std::string Driver = driverPath();
  std::vector<std::string> Variables = {
      // Of Khronos' loader, and of ocl-icd.
      "OCL_ICD_FILENAMES=" + Driver, "OCL_ICD_VENDORS=" + Driver,
      "FERRY_CHECK=1", "FERRY_CHECK_JSON=" + Found.path()};
  if (!Options.suppressions.empty())
    Variables.push_back("FERRY_CHECK_SUPPRESS=" + Options.suppressions);
  if (!Options.seed.empty())
    Variables.push_back("FERRY_CHECK_SEED=" + Options.seed);
  if (Options.first)
    Variables.push_back("FERRY_CHECK_FIRST=1");
  const int Status = run(ProgramAndArguments, environment(Variables));
  const std::vector<std::string> Results = Found.read();
  if (!Options.sarif.empty() && !writeSarif(Options.sarif, Results))
    std::fprintf(stderr, "ferry check: %s cannot be written\n",
                 Options.sarif.c_str());
  if (Results.empty())
    return Status;
  std::fprintf(stderr, "ferry check: %zu mistake%s found\n", Results.size(),
               Results.size() == 1 ? "" : "s");
  return 1;
}

} // namespace ferry::tool
