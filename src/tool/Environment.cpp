//===- Environment.cpp - What programs on Ferry are given -----------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "tool/Environment.h"

#include "tool/Driver.h"
#include "tool/Subcommand.h"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <unistd.h>

using namespace llvm;
using namespace ferry;
using namespace ferry::tool;

void tool::setVariable(config::Variable V, const std::string &Value,
                       const char *Option) {
  const config::Entry &E = config::Table[unsigned(V)];
  if (!E.values.empty() && !config::lists(E.values, Value)) {
    std::fprintf(stderr, "ferry: %s: '%s' is none of %.*s\n", Option,
                 Value.c_str(), int(E.values.size()), E.values.data());
    std::exit(UsageError);
  }
  setenv(E.name, Value.c_str(), /*overwrite=*/1);
}

CodeOptions::CodeOptions(cl::SubCommand &Of)
    : Cpu("cpu", cl::sub(Of), cl::cat(ownOptions()), cl::value_desc("set"),
          cl::desc("Instruction set of kernels: native, avx512fp16, "
                   "avx512vnni, avx512, avx2, sse2 or neon (FERRY_CPU)")),
      Width("width", cl::sub(Of), cl::cat(ownOptions()),
            cl::value_desc("number"),
            cl::desc("Work-items that run at a time in the lanes of vectors: "
                     "1, 2, 4, 8, 16, 32 or 64 (FERRY_WIDTH)")) {}

void CodeOptions::apply() const {
  if (!Cpu.empty())
    setVariable(config::Variable::Cpu, Cpu, "--cpu");
  if (!Width.empty())
    setVariable(config::Variable::Width, Width, "--width");
}

ProgramOptions::ProgramOptions(cl::SubCommand &Of)
    : Code(Of),
      Threads("threads", cl::sub(Of), cl::cat(ownOptions()),
              cl::value_desc("number"),
              cl::desc("Threads that run kernels, the waiting host thread "
                       "included (FERRY_THREADS)")),
      AsGpu("as-gpu", cl::sub(Of), cl::cat(ownOptions()),
            cl::desc("The device says that it is a GPU, for programs that look "
                     "for one only (FERRY_DEVICE_TYPE)")),
      Program(cl::Positional, cl::sub(Of), cl::Required, cl::desc("PROGRAM")),
      Arguments(cl::ConsumeAfter, cl::sub(Of), cl::desc("ARGUMENTS...")) {}

void ProgramOptions::apply() const {
  Code.apply();
  if (!Threads.empty()) {
    if (std::strtol(Threads.c_str(), nullptr, 10) < 1) {
      std::fprintf(stderr, "ferry: --threads: '%s' is no number of threads\n",
                   Threads.c_str());
      std::exit(UsageError);
    }
    setVariable(config::Variable::Threads, Threads, "--threads");
  }
  if (AsGpu)
    setVariable(config::Variable::DeviceType, "gpu", "--as-gpu");
  // ocl-icd takes the name of a library in place of a folder. The loader of
  // Khronos finds no folder there, and what the second names.
  setenv("OCL_ICD_VENDORS", driverPath(), /*overwrite=*/1);
  setenv("OCL_ICD_FILENAMES", driverPath(), /*overwrite=*/1);
  unsetenv("OPENCL_VENDOR_PATH");
}

std::vector<char *> ProgramOptions::command() const {
  std::vector<char *> Command = {const_cast<char *>(Program.c_str())};
  for (const std::string &A : Arguments)
    Command.push_back(const_cast<char *>(A.c_str()));
  Command.push_back(nullptr);
  return Command;
}

int tool::becomeProgram(const std::vector<char *> &Command) {
  execvp(Command.front(), Command.data());
  // As shells have it.
  const int Status = errno == ENOENT ? 127 : 126;
  std::fprintf(stderr, "ferry: %s: %s\n", Command.front(),
               std::strerror(errno));
  return Status;
}
