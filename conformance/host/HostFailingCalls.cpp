//===- HostFailingCalls.cpp - Where the system lacks something ------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A program of everyday calls, in which one call of the system fails: the
/// first, the second, and so on, until there are no more of its kind. It ends,
/// with a right result or an error that the specification knows, and nothing
/// stays behind: the same program works afterwards in the same process.
///
/// FERRY_TEST_ALL_CALLS=1 tries every call also where that takes minutes.
///
//===----------------------------------------------------------------------===//

#include "FailingCalls.h"
#include "FailingCallsScenario.h"
#include "Support.h"

#include <cstdio>
#include <cstdlib>
#include <sys/wait.h>
#include <unistd.h>

using namespace conformance;

namespace {

enum Outcome : int { Good, Bad, NoneFailed };

/// Empties the cache of compiled programs.
void emptyCache() {
  const std::filesystem::path Folder = std::getenv("FERRY_CACHE_DIR");
  std::error_code Ignored;
  std::filesystem::remove_all(Folder, Ignored);
}

/// Calls \p Try in a child made by fork(). \returns its result, or 128 and the
/// signal that ended it: SIGALRM if it did not end.
int inChild(const std::function<int()> &Try) {
  std::fflush(stdout);
  const pid_t Child = fork();
  if (Child == 0) {
    alarm(120);
    std::exit(Try());
  }
  int Status = 0;
  waitpid(Child, &Status, 0);
  return WIFEXITED(Status) ? WEXITSTATUS(Status) : 128 + WTERMSIG(Status);
}

/// One call fails; then none does.
int tryCall(Call Kind, unsigned long Number) {
  failCall(Kind, Number);
  const bool IsRight = runScenario();
  const bool HasFailed = hasCallFailed();
  failCall(Call::Count, 0);
  if (!IsRight && !HasFailed)
    return Bad;
  if (!runScenario())
    return Bad;
  return HasFailed ? Good : NoneFailed;
}

/// The same, in the compiler's process.
int tryCallOfCompiler(Call Kind, unsigned long Number) {
  const std::string Which =
      std::string(CallNames[unsigned(Kind)]) + " " + std::to_string(Number);
  setenv("LD_PRELOAD", failingCallsLibrary(), 1);
  setenv("FAILING_CALLS", Which.c_str(), 1);
  const bool IsRight = runScenario(/*FailsElsewhere=*/true);
  unsetenv("LD_PRELOAD");
  unsetenv("FAILING_CALLS");
  if (!IsRight)
    emptyCache();
  return runScenario() ? Good : Bad;
}

/// Tries calls of \p Kind, until none fails three times: threads do not always
/// make the same.
/// \param Percent by how much the number of the next may be greater; 0: each.
int tryCalls(Call Kind, bool IsCached, unsigned Percent) {
  if (environmentNumber("FERRY_TEST_ALL_CALLS", 0))
    Percent = 0;
  int NumBad = 0, NumNone = 0, NumTried = 0;
  for (unsigned long Number = 1; NumNone != 3 && NumBad != 3;
       Number += 1 + Number * Percent / 100) {
    if (!IsCached)
      emptyCache();
    const int Ended = inChild([&] { return tryCall(Kind, Number); });
    NumNone += Ended == NoneFailed;
    ++NumTried;
    if (Ended == Good || Ended == NoneFailed)
      continue;
    ++NumBad;
    std::printf("%s call %lu: %d\n", CallNames[unsigned(Kind)], Number, Ended);
  }
  std::printf("%s: %d tried\n", CallNames[unsigned(Kind)], NumTried);
  return NumBad;
}

/// What is ready before any call fails, without threads.
void prepare() {
  device();
  const char *Compiler = std::getenv("FERRY_COMPILER");
  if (Compiler && std::string(Compiler) == "host" &&
      !std::getenv("TEST_NOT_LOADED"))
    build("kernel void g(global int *out) { out[0] = 1; }");
}

int tryCallsAsAsked() {
  prepare();
  const Call Kind = Call(environmentNumber("TEST_KIND", 0));
  const bool IsCached = environmentNumber("TEST_CACHED", 0);
  if (IsCached && inChild([] { return runScenario() ? Good : Bad; }) != Good)
    return 1;
  return tryCalls(Kind, IsCached,
                  unsigned(environmentNumber("TEST_PERCENT", 0)));
}
const ChildFunction TryCalls("try-calls", tryCallsAsAsked);

int tryCallsOfCompiler() {
  prepare();
  int NumBad = 0;
  const unsigned Percent =
      environmentNumber("FERRY_TEST_ALL_CALLS", 0) ? 2 : 150;
  for (Call Kind : {Call::Memory, Call::Mapping, Call::Message, Call::Open})
    for (unsigned long Number = 1; Number < 300'000 && NumBad < 3;
         Number += 1 + Number * Percent / 100) {
      emptyCache();
      const int Ended =
          inChild([&] { return tryCallOfCompiler(Kind, Number); });
      if (Ended == Good)
        continue;
      ++NumBad;
      std::printf("%s call %lu: %d\n", CallNames[unsigned(Kind)], Number,
                  Ended);
    }
  return NumBad;
}
const ChildFunction TryCallsOfCompiler("try-calls-of-compiler",
                                       tryCallsOfCompiler);

class HostFailingCalls : public testing::Test {
protected:
  void SetUp() override {
    if (!isFerry())
      GTEST_SKIP() << "other drivers may not survive this";
  }

  void expectGood(const char *Name,
                  const std::vector<std::string> &Environment) {
    std::vector<std::string> All = {"FERRY_CACHE_DIR=" +
                                        (Cache.path / "cache").string(),
                                    // Those that were forked from it.
                                    NoLeaks};
    All.insert(All.end(), Environment.begin(), Environment.end());
    ChildOutcome Outcome = runChild(Name, All);
    EXPECT_EQ(Outcome.status, 0) << Outcome.output;
    if (environmentNumber("FERRY_TEST_ALL_CALLS", 0))
      std::printf("%s", Outcome.output.c_str());
  }

  /// \param Percent for the calls that there are most of.
  void expectAllGood(const std::vector<std::string> &Environment,
                     unsigned Percent) {
    for (unsigned Kind = 0; Kind != unsigned(Call::Count); ++Kind) {
      SCOPED_TRACE(CallNames[Kind]);
      std::vector<std::string> All = Environment;
      All.push_back("TEST_KIND=" + std::to_string(Kind));
      if (Call(Kind) == Call::Memory || Call(Kind) == Call::Mapping)
        All.push_back("TEST_PERCENT=" + std::to_string(Percent));
      expectGood("try-calls", All);
    }
  }

  Folder Cache;
};

TEST_F(HostFailingCalls, ProgramFromTheCache) {
  expectAllGood({"TEST_CACHED=1", "FERRY_THREADS=1"}, 10);
  expectAllGood({"TEST_CACHED=1", "FERRY_THREADS=2"}, 0);
  expectAllGood({"TEST_CACHED=1", "FERRY_THREADS=8"}, 10);
}

TEST_F(HostFailingCalls, CompilerInItsProcess) {
  expectAllGood({"FERRY_COMPILER=process", "FERRY_THREADS=2"}, 10);
}

TEST_F(HostFailingCalls, CompilerInTheHost) {
  expectAllGood({"FERRY_COMPILER=host", "FERRY_THREADS=2"}, 10);
  expectGood("try-calls",
             {"FERRY_COMPILER=host", "FERRY_THREADS=2", "TEST_NOT_LOADED=1",
              "TEST_KIND=" + std::to_string(unsigned(Call::Library))});
}

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
TEST_F(HostFailingCalls, OfTheCompiler) {
  expectGood("try-calls-of-compiler", {"FERRY_COMPILER=process"});
}
#endif

} // namespace
