//===- Replay.cpp - Runs a fuzzer without libFuzzer -----------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Runs a fuzzer on every file that is named or lies in a folder that is named,
/// and then, for a while, on random changes of them. Any compiler builds it.
/// Of libFuzzer's options it knows -max_total_time, -timeout (of one input;
/// both in seconds), -seed, -max_len, -runs and -artifact_prefix, and ignores
/// the others. An input that ends the process is in the file `crash` behind the
/// prefix.
///
//===----------------------------------------------------------------------===//

#include "Fuzz.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <fstream>
#include <iterator>
#include <map>
#include <sstream>
#include <unistd.h>

namespace {

using Bytes = std::vector<uint8_t>;

std::mt19937_64 &source() {
  static std::mt19937_64 Random;
  return Random;
}
size_t below(size_t Count) { return source()() % Count; }

/// Where the input that is running can be found if it ends the process.
class CrashFile {
public:
  explicit CrashFile(std::string Name)
      : Name(std::move(Name)),
        File(open(this->Name.c_str(), O_RDWR | O_CREAT | O_TRUNC, 0600)) {}
  ~CrashFile() {
    close(File);
    unlink(Name.c_str());
  }
  CrashFile(const CrashFile &) = delete;
  CrashFile &operator=(const CrashFile &) = delete;
  void write(const Bytes &Input) const {
    if (pwrite(File, Input.data(), Input.size(), 0) != ssize_t(Input.size()) ||
        ftruncate(File, off_t(Input.size())) != 0)
      std::perror(Name.c_str());
  }

private:
  const std::string Name;
  const int File;
};

Bytes readFile(const std::filesystem::path &Path) {
  std::ifstream File(Path, std::ios::binary);
  return Bytes(std::istreambuf_iterator<char>(File), {});
}

Bytes randomBytes(size_t Size) {
  Bytes Result(Size);
  std::ranges::generate(Result, [] { return uint8_t(source()()); });
  return Result;
}

} // namespace

extern "C" {
[[gnu::weak]] size_t LLVMFuzzerCustomMutator(uint8_t *Data, size_t Size,
                                             size_t MaxSize, unsigned);

size_t LLVMFuzzerMutate(uint8_t *Data, size_t Size, size_t MaxSize) {
  Bytes All(Data, Data + Size);
  for (size_t Times = 1 + below(4); Times; --Times) {
    const size_t At = below(All.size() + 1);
    const size_t Count = std::min(All.size() - At, 1 + below(16));
    const auto Begin = All.begin() + ptrdiff_t(At);
    const auto End = Begin + ptrdiff_t(Count);
    switch (below(5)) {
    case 0: // Other bytes.
      std::ranges::copy(randomBytes(Count), Begin);
      break;
    case 1: // Another bit.
      if (Count)
        *Begin ^= uint8_t(1 << below(8));
      break;
    case 2: { // New bytes.
      Bytes New = randomBytes(1 + below(16));
      All.insert(Begin, New.begin(), New.end());
      break;
    }
    case 3: { // What is elsewhere.
      Bytes Old(Begin, End);
      All.insert(All.begin() + ptrdiff_t(below(All.size() + 1)), Old.begin(),
                 Old.end());
      break;
    }
    case 4:
      All.erase(Begin, End);
      break;
    }
  }
  All.resize(std::min(All.size(), MaxSize));
  std::ranges::copy(All, Data);
  return All.size();
}
}

int main(int Argc, char **Argv) {
  std::map<std::string, std::string> Options;
  std::vector<Bytes> Corpus;
  for (int I = 1; I != Argc; ++I) {
    const std::string Word = Argv[I];
    if (Word.starts_with("-")) {
      const size_t Equals = std::min(Word.find('='), Word.size() - 1);
      Options[Word.substr(1, Equals - 1)] = Word.substr(Equals + 1);
    } else if (std::filesystem::is_directory(Word)) {
      for (const auto &Entry : std::filesystem::directory_iterator(Word))
        Corpus.push_back(readFile(Entry.path()));
    } else {
      Corpus.push_back(readFile(Word));
    }
  }
  // The order in a folder is the file system's.
  std::ranges::sort(Corpus);
  auto number = [&](const char *Name, size_t Default) {
    auto Found = Options.find(Name);
    return Found == Options.end()
               ? Default
               : std::strtoul(Found->second.c_str(), nullptr, 10);
  };
  const size_t Seconds = number("max_total_time", 0),
               MostBytes = number("max_len", 4096),
               Timeout = number("timeout", 1200),
               MostRuns = number("runs", SIZE_MAX);
  source().seed(number("seed", 1));
  const CrashFile Crash(Options["artifact_prefix"] + "crash");

  size_t Runs = 0;
  auto run = [&](const Bytes &Input) {
    Crash.write(Input);
    alarm(unsigned(Timeout));
    LLVMFuzzerTestOneInput(Input.data(), Input.size());
    alarm(0);
    ++Runs;
  };
  const auto End =
      std::chrono::steady_clock::now() + std::chrono::seconds(Seconds);
  for (const Bytes &Input : Corpus)
    run(Input);
  while (std::chrono::steady_clock::now() < End && Runs < MostRuns) {
    Bytes Input;
    if (Corpus.empty() || below(8) == 0)
      Input = randomBytes(below(std::min<size_t>(MostBytes, 1024) + 1));
    else
      Input = Corpus[below(Corpus.size())];
    size_t Size = std::min(Input.size(), MostBytes);
    Input.resize(MostBytes);
    for (size_t Times = 1 + below(4); Times; --Times)
      Size = LLVMFuzzerCustomMutator
                 ? LLVMFuzzerCustomMutator(Input.data(), Size, MostBytes,
                                           unsigned(source()()))
                 : LLVMFuzzerMutate(Input.data(), Size, MostBytes);
    Input.resize(Size);
    run(Input);
  }
  std::printf("%zu inputs, %zu of them from %zu files\n", Runs,
              std::min(Runs, Corpus.size()), Corpus.size());
}
