//===- CompilerProcess.cpp - What ends the compiler does not end the host -===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Programs that Clang or LLVM do not survive are failed builds with a log; and
/// the process that compiles is nothing that the host notices.
///
//===----------------------------------------------------------------------===//

#include "Support.h"

#include <atomic>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <sys/resource.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace conformance;

namespace {

constexpr char GoodSource[] = "__kernel void f(__global int *out) {"
                              "  out[get_global_id(0)] = get_global_id(0);"
                              "}";

std::string repeat(const std::string &Text, size_t Times) {
  std::string Result;
  Result.reserve(Text.size() * Times);
  while (Times--)
    Result += Text;
  return Result;
}

void expectGoodBuild() {
  Kernel K = buildKernel(GoodSource, "f");
  Buffer Out = makeBuffer(100 * sizeof(int));
  setArgs(K, Out);
  launch(K, {{100}, {}, {}});
  EXPECT_EQ(download<int>(Out, 100)[99], 99);
}

/// The build fails, says why, and the next one does not.
void expectFailure(const std::string &Source, const std::string &InLog = "") {
  BuildOutcome Outcome = tryBuild(Source);
  EXPECT_EQ(Outcome.status, CL_BUILD_PROGRAM_FAILURE) << Source.substr(0, 200);
  EXPECT_FALSE(Outcome.log.empty()) << Source.substr(0, 200);
  EXPECT_NE(Outcome.log.find(InLog), std::string::npos) << Outcome.log;
  expectGoodBuild();
}

class BadPrograms : public testing::Test {
protected:
  void SetUp() override {
    if (!isFerry())
      GTEST_SKIP() << "other drivers may not survive this";
  }
};

TEST_F(BadPrograms, DeepNesting) {
  expectFailure("kernel void f(global int *out) { out[0] = " +
                    repeat("- ", 100'000) + "out[1]; }",
                "nested too deeply");
  expectFailure("kernel void f(global int *out) { out[0] = " +
                    repeat("out[1] + ", 1'000'000) + "1; }",
                "nested too deeply");
  expectFailure("kernel void f(global int *out) " + repeat("{", 100'000));
  expectFailure("kernel void f(global int" + repeat("*", 100'000) + " x) {}");
}

TEST_F(BadPrograms, Pragmas) {
  // They are ignored.
  for (const char *Name :
       {"crash", "assert", "llvm_unreachable", "llvm_fatal_error",
        "overflow_stack", "parser_crash"}) {
    BuildOutcome Outcome = tryBuild(std::string("#pragma clang __debug ") +
                                    Name + "\n" + GoodSource);
    EXPECT_EQ(Outcome.status, CL_SUCCESS) << Outcome.log;
  }
  expectGoodBuild();
}

TEST_F(BadPrograms, Sizes) {
  expectFailure("constant char a[1ul << 40] = {1};"
                "kernel void f(global int *out) { out[0] = a[out[1]]; }",
                "'a' takes 1099511627776 bytes");
  expectFailure("global char a[1ul << 40];"
                "kernel void f(global int *out) { out[0] = a[out[1]]; }");
  expectFailure("kernel void f(global int *out) {"
                "  char a[1ul << 40]; a[out[2]] = 1; out[0] = a[out[1]]; }",
                "takes 1099511627776 bytes");
  expectFailure("kernel void f(global int *out, int n) {"
                "  int *p = (int *)(uintptr_t)__builtin_alloca(n); p[n] = n; "
                "out[0] = p[1]; }",
                "is not known when the program is built");
}

TEST_F(BadPrograms, StackOfCalls) {
  expectFailure("__attribute__((noinline)) int g(int n) {"
                "  int a[25000000];"
                "  for (int i = 0; i < 25000000; ++i) a[i] = i * n;"
                "  return a[n]; }"
                "kernel void f(global int *out) { out[0] = g(out[1]); }",
                "bytes of stack");
}

TEST_F(BadPrograms, KernelsOfOtherConventions) {
  for (const char *Name : {"cdecl", "ms_abi", "sysv_abi", "vectorcall",
                           "regcall", "preserve_all", "pascal"})
    expectFailure(std::string("__attribute__((") + Name +
                  ")) kernel void f(global int *out) { out[0] = 1; }");
}

TEST_F(BadPrograms, RequiredSizesOfZero) {
  for (const char *Sizes : {"0, 0, 0", "0, 1, 1", "64, 1, 0"})
    expectFailure(std::string("__attribute__((reqd_work_group_size(") + Sizes +
                  "))) kernel void f(global int *out) { out[0] = 1; }");
}

TEST_F(BadPrograms, ReservedNames) {
  for (const char *Name :
       {"global_id", "local_id", "barrier", "item_slot", "slots", "debug_ids",
        "vector_items", "state", "async_copy", "sub_group_any"}) {
    const std::string Full = std::string("__ferry_") + Name;
    expectFailure("long " + Full +
                      "(int); kernel void f(global int *out) {"
                      " out[0] = " +
                      Full + "(0); }",
                  "reserved");
    expectFailure("void " + Full +
                      "(int n) {} kernel void f(global int *out)"
                      " { " +
                      Full + "(0); }",
                  "reserved");
  }
  expectFailure("void g(int) __asm__(\"__ferry_barrier\");"
                "kernel void f(global int *out) { g(0); }",
                "reserved");
}

TEST_F(BadPrograms, BytesThatAreNoText) {
  expectFailure("\x5e\x5e\xc9\x87");
  std::mt19937 Random(1);
  for (int I = 0; I != 30; ++I) {
    std::string Bytes(Random() % 200, '\0');
    for (char &C : Bytes)
      C = char(Random());
    BuildOutcome Outcome = tryBuild(Bytes);
    EXPECT_TRUE(Outcome.status == CL_BUILD_PROGRAM_FAILURE ||
                Outcome.status == CL_SUCCESS);
  }
  expectGoodBuild();
}

TEST_F(BadPrograms, KernelsThatNeverReturn) {
  // Nothing says what they do, but they can be built.
  BuildOutcome Outcome =
      tryBuild("kernel void f(global int *out) { __builtin_unreachable(); }");
  EXPECT_EQ(Outcome.status, CL_SUCCESS) << Outcome.log;
}

TEST_F(BadPrograms, FilesWithoutAnEnd) {
  for (const char *Path : {"/dev/zero", "/dev/stdin", "/", "/no/such/file"})
    expectFailure(std::string("#include \"") + Path + "\"\n" + GoodSource);
}

//===----------------------------------------------------------------------===//
// A guest
//===----------------------------------------------------------------------===//

class CompilerProcess : public BadPrograms {
protected:
  static void expectChild(const char *Name,
                          std::vector<std::string> Environment = {}) {
    Environment.push_back("FERRY_CACHE=0");
    ChildOutcome Outcome = runChild(Name, Environment);
    EXPECT_EQ(Outcome.status, 0) << Outcome.output;
  }
};

std::atomic<int> NumSignals{0};

int buildUnnoticed() {
  struct sigaction Action = {};
  Action.sa_handler = [](int) { ++NumSignals; };
  sigaction(SIGCHLD, &Action, nullptr);
  tryBuild(GoodSource);
  // One that ends.
  tryBuild("kernel void f(global int *out) { out[0] = " +
           repeat("- ", 100'000) + "1; }");
  std::ifstream Maps("/proc/self/maps");
  std::stringstream All;
  All << Maps.rdbuf();
  if (All.str().find("libferry-compiler") != std::string::npos)
    return 1;
  if (wait(nullptr) != -1 || errno != ECHILD)
    return 2;
  return NumSignals ? 3 : 0;
}
const ChildFunction BuildUnnoticed("build-unnoticed", buildUnnoticed);

TEST_F(CompilerProcess, IsNotNoticed) { expectChild("build-unnoticed"); }

/// A host may close whatever it has not opened itself, and open others.
int closeAll() {
  expectGoodBuild();
  if (close_range(3, ~0u, 0) != 0)
    return 1;
  FILE *Mine = std::tmpfile();
  for (int I = 0; I != 20; ++I)
    if (dup(fileno(Mine)) < 0)
      return 2;
  expectGoodBuild();
  std::fseek(Mine, 0, SEEK_END);
  return std::ftell(Mine) != 0 || testing::Test::HasFailure();
}
const ChildFunction CloseAll("close-all", closeAll);

TEST_F(CompilerProcess, HostsMayCloseTheirFiles) { expectChild("close-all"); }

int buildInFolders() {
  Folder One, Two;
  One.write("value.h", "#define VALUE 1\n");
  Two.write("value.h", "#define VALUE 2\n");
  const std::string Source = "#include \"value.h\"\nkernel void f(global int "
                             "*out) { out[0] = VALUE; }";
  for (const Folder *F : {&One, &Two, &One}) {
    std::filesystem::current_path(F->path);
    Kernel K = buildKernel(Source, "f", "-I.");
    Buffer Out = makeBuffer(sizeof(int));
    setArgs(K, Out);
    launch(K, {{1}, {}, {}});
    if (download<int>(Out, 1)[0] != (F == &One ? 1 : 2))
      return 1;
  }
  std::filesystem::current_path("/");
  return 0;
}
const ChildFunction BuildInFolders("build-in-folders", buildInFolders);

TEST_F(CompilerProcess, FollowsTheCurrentFolder) {
  expectChild("build-in-folders");
}

int unrollOften() {
  tryBuild("kernel void f(global int *out, int n) {\n"
           "  __attribute__((opencl_unroll_hint(1000000)))\n"
           "  for (int i = 0; i < n; ++i) out[i & 7] += i;\n"
           "}");
  return testing::Test::HasFailure();
}
const ChildFunction UnrollOften("unroll-often", unrollOften);

TEST_F(CompilerProcess, LimitsAreToldOnce) {
  const ChildOutcome Child =
      runChild("unroll-often", {"FERRY_DEBUG=compiler", "FERRY_CACHE=0",
                                "FERRY_DEBUG_INFO=0", "FERRY_CHECK=0"});
  EXPECT_EQ(Child.status, 0);
  const std::string Line = "; ferry: f: a loop is unrolled ";
  const std::size_t At = Child.output.find(Line);
  ASSERT_NE(At, std::string::npos);
  EXPECT_EQ(Child.output.find(Line, At + 1), std::string::npos);
  const ChildOutcome Quiet = runChild("unroll-often", {"FERRY_DEBUG="});
  EXPECT_EQ(Quiet.output.find(Line), std::string::npos);
}

int buildInFork() {
  expectGoodBuild();
  if (pid_t Child = fork()) {
    int Status = 1;
    waitpid(Child, &Status, 0);
    expectGoodBuild();
    return !WIFEXITED(Status) || WEXITSTATUS(Status) != 0 ||
           testing::Test::HasFailure();
  }
  BuildOutcome Outcome = tryBuild(GoodSource);
  _exit(Outcome.status != CL_SUCCESS);
}
const ChildFunction BuildInFork("build-in-fork", buildInFork);

TEST_F(CompilerProcess, ParentAndChildBothBuild) {
  expectChild("build-in-fork");
}

int buildInThreads() {
  device();
  context();
  std::atomic<int> Good{0};
  std::vector<std::thread> Threads;
  for (int T = 0; T != 16; ++T)
    Threads.emplace_back([&] {
      for (int I = 0; I != 3; ++I)
        Good += tryBuild(GoodSource).status == CL_SUCCESS;
    });
  for (std::thread &T : Threads)
    T.join();
  return Good == 16 * 3 ? 0 : 1;
}
const ChildFunction BuildInThreads("build-in-threads", buildInThreads);

TEST_F(CompilerProcess, ManyThreadsBuildAtOnce) {
  for (int I = 0; I != 3; ++I) {
    expectChild("build-in-threads");
    expectChild("build-in-threads", {"FERRY_COMPILER=host"});
  }
}

/// What buildAlone() returns where others may not read what was built.
constexpr int NotForOthers = 77;

/// No process can be made: the host compiles itself.
int buildAlone() {
  if (setuid(65534) != 0)
    return 1;
  const char *Vendors = std::getenv("OCL_ICD_VENDORS");
  if (Vendors && access(Vendors, R_OK) != 0)
    return NotForOthers;
  const rlimit None = {0, 0};
  if (setrlimit(RLIMIT_NPROC, &None) != 0)
    return 1;
  return tryBuild(GoodSource).status == CL_SUCCESS ? 0 : 2;
}
const ChildFunction BuildAlone("build-alone", buildAlone);

TEST_F(CompilerProcess, IsNotNeeded) {
  if (geteuid() != 0)
    GTEST_SKIP() << "needs another user without processes";
  ChildOutcome Outcome = runChild("build-alone", {"FERRY_CACHE=0", NoLeaks});
  if (Outcome.status == NotForOthers)
    GTEST_SKIP() << "the build folder is not for other users";
  EXPECT_EQ(Outcome.status, 0) << Outcome.output;
}

int buildInLittleMemory() {
  const rlim_t Bytes =
      std::strtoul(std::getenv("FERRY_TEST_MEGABYTES"), nullptr, 10) << 20;
  queue();
  const rlimit Limit = {Bytes, Bytes};
  if (setrlimit(RLIMIT_AS, &Limit) != 0)
    return 1;
  BuildOutcome Outcome = tryBuild(GoodSource);
  std::printf("%d %s\n", Outcome.status, Outcome.log.c_str());
  return Outcome.status == CL_SUCCESS || Outcome.status == CL_OUT_OF_HOST_MEMORY
             ? 0
             : 2;
}
const ChildFunction BuildInLittleMemory("build-in-little-memory",
                                        buildInLittleMemory);

TEST_F(CompilerProcess, TooLittleMemoryIsSaid) {
  if (IsSanitized)
    GTEST_SKIP() << "sanitizers reserve more themselves";
  for (int Megabytes = 100; Megabytes <= 600; Megabytes += 20) {
    SCOPED_TRACE(Megabytes);
    expectChild("build-in-little-memory",
                {"FERRY_TEST_MEGABYTES=" + std::to_string(Megabytes)});
  }
}

/// Processes whose environment has \p Setting and that run ferry-compiler.
int countCompilers(const std::string &Setting) {
  int Count = 0;
  std::error_code Gone;
  for (const auto &Entry : std::filesystem::directory_iterator("/proc")) {
    const auto Program =
        std::filesystem::read_symlink(Entry.path() / "exe", Gone);
    if (Gone || Program.filename() != "ferry-compiler")
      continue;
    std::ifstream File(Entry.path() / "environ");
    std::stringstream All;
    All << File.rdbuf();
    Count += All.str().find(Setting) != std::string::npos;
  }
  return Count;
}

int buildForLong() {
  std::thread([] {
    // As soon as something compiles.
    while (countCompilers(std::getenv("TEST_MARK")) == 0)
      std::this_thread::yield();
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    kill(getpid(), SIGKILL);
  }).detach();
  for (;;)
    tryBuild("kernel void f(global int *out) { out[0] = " +
             repeat("out[1] + ", 1'000'000) + "1; }");
}
const ChildFunction BuildForLong("build-for-long", buildForLong);

TEST_F(CompilerProcess, EndsWithTheHost) {
  const std::string Mark = "mark-" + std::to_string(getpid());
  ChildOutcome Outcome = runChild("build-for-long", {"TEST_MARK=" + Mark});
  EXPECT_EQ(Outcome.status, 128 + SIGKILL);
  // It has a moment.
  for (int I = 0; I != 1000 && countCompilers(Mark); ++I)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  EXPECT_EQ(countCompilers(Mark), 0);
}

} // namespace
