//===- Main.cpp - Async copies of all drivers side by side ----------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "Copies.h"
#include "common/Block.h"

std::vector<std::string> copies::Copies::childArguments() const {
  return {std::to_string(bench::shareableFile())};
}

int main(int Argc, char **Argv) {
  return bench::run(
      {"bench-copies",
       R"(usage: bench-copies [options]

Times the same async copies on every OpenCL driver that is installed, beside
hand-written C++ with as many threads and the same tiles, and checks every
result. Every contestant has a process of its own, but all have the same memory
for the tiles, and they take turns. The memory has large pages where it may:

  echo advise > /sys/kernel/mm/transparent_hugepage/shmem_enabled

)",
       copies::serve,
       [](const bench::Options &Given) -> std::unique_ptr<bench::Benchmark> {
         return std::make_unique<copies::Copies>(Given);
       }},
      Argc, Argv);
}
