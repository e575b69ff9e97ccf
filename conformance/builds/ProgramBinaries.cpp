//===- ProgramBinaries.cpp - Programs as binaries and in the cache --------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Binaries make the same program again; damaged ones are refused. The object
/// cache serves later processes without the compiler, and damage or a changed
/// include in it only costs a build.
///
//===----------------------------------------------------------------------===//

#include "Checked.h"

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <thread>

using namespace conformance;

namespace {

constexpr char Source[] = R"(
__constant int table[4] = {10, 20, 30, 40};
__kernel void f(__global int *out, __local int *tmp, float x) {
  int l = get_local_id(0);
  tmp[l] = table[l & 3] + (int)sin(x);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = tmp[(l + 1) % get_local_size(0)];
}
)";

void expectRight(cl_program P) {
  Kernel K = makeKernel(P, "f");
  Buffer Out = makeBuffer(8 * sizeof(int));
  setArgs(K, Out, Local{4 * sizeof(int)}, 0.0f);
  launch(K, {{8}, {4}, {}});
  EXPECT_EQ(download<int>(Out, 8),
            (std::vector<int>{20, 30, 40, 10, 20, 30, 40, 10}));
}

TEST(ProgramBinaries, RoundTrip) {
  Binary Bytes = binaryOf(build(Source));
  ASSERT_FALSE(Bytes.empty());
  Program P;
  ok(loadBinary(Bytes, P));
  ok(clBuildProgram(P, 0, nullptr, nullptr, nullptr, nullptr));
  EXPECT_EQ(binaryOf(P), Bytes);
  expectRight(P);
  EXPECT_EQ(binaryOf(P), Bytes);
}

TEST(ProgramBinaries, RoundTripOfCompiledObject) {
  const char *Text = Source;
  cl_int Code;
  Program P(clCreateProgramWithSource(context(), 1, &Text, nullptr, &Code));
  ok(Code);
  ok(clCompileProgram(P, 0, nullptr, nullptr, 0, nullptr, nullptr, nullptr,
                      nullptr));
  Program Loaded;
  ok(loadBinary(binaryOf(P), Loaded));
  cl_program Raw = Loaded;
  Program Linked(clLinkProgram(context(), 0, nullptr, nullptr, 1, &Raw, nullptr,
                               nullptr, &Code));
  ok(Code);
  expectRight(Linked);
}

/// Options are checked though nothing is left to build.
TEST(ProgramBinaries, OptionsAreChecked) {
  Program P;
  ok(loadBinary(binaryOf(build(Source, "-cl-mad-enable -DX='1 2'")), P));
  for (const char *Options :
       {"-no-such-option", "-D", "-cl-std=CL9.9", "-create-library"})
    EXPECT_EQ(clBuildProgram(P, 0, nullptr, Options, nullptr, nullptr),
              CL_INVALID_BUILD_OPTIONS)
        << Options;
  for (const char *Options : {"-cl-mad-enable -DX='1 2'", ""}) {
    ok(clBuildProgram(P, 0, nullptr, Options, nullptr, nullptr));
    EXPECT_EQ(stringInfo([&](size_t Size, void *Value, size_t *SizeRet) {
                return clGetProgramBuildInfo(P, device(),
                                             CL_PROGRAM_BUILD_OPTIONS, Size,
                                             Value, SizeRet);
              }),
              Options);
  }
  expectRight(P);
}

TEST(ProgramBinaries, DamagedOnesAreRefused) {
  if (!isFerry())
    GTEST_SKIP() << "others crash";
  const Binary Good = binaryOf(build(Source));
  std::mt19937_64 Random = randomSource();
  auto ExpectRefused = [](const Binary &Bytes, const std::string &What) {
    Program P;
    cl_int Code = loadBinary(Bytes, P);
    EXPECT_EQ(Code, CL_INVALID_BINARY) << What;
  };
  for (int I = 0; I != 500; ++I) {
    Binary Bad = Good;
    size_t Place = I < 200 ? size_t(I) % Bad.size() : Random() % Bad.size();
    Bad[Place] = static_cast<unsigned char>(Bad[Place] ^ 1u << Random() % 8);
    ExpectRefused(Bad, "bit flipped in byte " + std::to_string(Place));
  }
  for (int I = 0; I != 100; ++I) {
    size_t Length = I < 50 ? size_t(I) + 1 : 1 + Random() % (Good.size() - 1);
    ExpectRefused(Binary(Good.begin(), Good.begin() + long(Length)),
                  "cut to " + std::to_string(Length));
  }
  Binary Longer = Good;
  Longer.push_back(0);
  ExpectRefused(Longer, "a byte more");
  ExpectRefused(Binary(4096, 0), "zeros");
  Binary Noise(4096);
  for (unsigned char &Byte : Noise)
    Byte = static_cast<unsigned char>(Random());
  ExpectRefused(Noise, "noise");
}

TEST(ProgramBinaries, NothingIsInvalid) {
  cl_device_id D = device();
  size_t Size = 0;
  const unsigned char *Where = nullptr;
  cl_int Status, Code;
  EXPECT_EQ(clCreateProgramWithBinary(context(), 1, &D, &Size, &Where, &Status,
                                      &Code),
            nullptr);
  EXPECT_EQ(Code, CL_INVALID_VALUE);
  EXPECT_EQ(Status, CL_INVALID_VALUE);
}

/// Prints the result of a program, and whether the compiler was loaded for it.
int useCache() {
  const char *Options = std::getenv("FERRY_TEST_OPTIONS");
  Program P = build("#ifdef WITH_HEADER\n#include \"value.h\"\n#else\n"
                    "#define VALUE 5\n#endif\n"
                    "__kernel void f(__global int *out) {"
                    " out[get_global_id(0)] = VALUE * get_global_id(0); }",
                    Options ? Options : "");
  Kernel K = makeKernel(P, "f");
  Buffer Out = makeBuffer(100 * sizeof(int));
  setArgs(K, Out);
  launch(K, {{100}, {}, {}});
  std::ifstream Maps("/proc/self/maps");
  std::stringstream All;
  All << Maps.rdbuf();
  bool Compiled = All.str().find("libferry-compiler") != std::string::npos;
  std::printf("%d %s\n", download<int>(Out, 100)[99] / 99,
              Compiled ? "compiled" : "cached");
  std::fflush(stdout);
  return 0;
}
const ChildFunction UseCache("use-cache", useCache);

class ObjectCache : public testing::Test {
protected:
  void SetUp() override {
    if (!isFerry())
      GTEST_SKIP() << "about Ferry's cache";
  }
  std::string run(const std::string &Options = "",
                  const std::string &More = "FERRY_DEBUG=") {
    ChildOutcome Outcome =
        runChild("use-cache", {"FERRY_CACHE_DIR=" + cache.path.string(),
                               "FERRY_TEST_OPTIONS=" + Options,
                               "FERRY_COMPILER=host", More});
    EXPECT_EQ(Outcome.status, 0) << Outcome.output;
    return Outcome.output;
  }
  std::vector<std::filesystem::path> files() const {
    std::vector<std::filesystem::path> All;
    for (const auto &Entry :
         std::filesystem::recursive_directory_iterator(cache.path))
      if (Entry.is_regular_file())
        All.push_back(Entry.path());
    return All;
  }
  Folder cache;
};

TEST_F(ObjectCache, ServesTheNextProcess) {
  EXPECT_EQ(run(), "5 compiled\n");
  EXPECT_FALSE(files().empty());
  EXPECT_EQ(run(), "5 cached\n");
  EXPECT_EQ(run("-DOTHER"), "5 compiled\n");
  EXPECT_EQ(run("-DOTHER"), "5 cached\n");
}

/// Waits until there is code of both kernels, none of which is launched.
int makeKernels() {
  Program P = build("kernel void f(global int *out) { *out = 1; }"
                    "kernel void g(global int *out) { *out = 2; }");
  Kernel F = makeKernel(P, "f"), G = makeKernel(P, "g");
  const std::filesystem::path Cache = std::getenv("FERRY_CACHE_DIR");
  // Theirs and the program's; others are still being written.
  for (unsigned Files = 0; Files < 3; std::this_thread::yield()) {
    Files = 0;
    for (const auto &Each :
         std::filesystem::recursive_directory_iterator(Cache)) {
      std::error_code Gone;
      Files += Each.is_regular_file(Gone);
    }
  }
  return 0;
}
const ChildFunction MakeKernels("make-kernels", makeKernels);

TEST_F(ObjectCache, CodeIsMadeBeforeTheLaunch) {
  if (isChecked())
    GTEST_SKIP() << "no thread is idle";
  ChildOutcome Outcome =
      runChild("make-kernels",
               {"FERRY_CACHE_DIR=" + cache.path.string(), "FERRY_THREADS=2"});
  EXPECT_EQ(Outcome.status, 0) << Outcome.output;
}

/// Launches one of two kernels; FERRY_TEST_OPTIONS say what the other one does.
int launchOne() {
  Program P = build("kernel void f(global int *out) { *out = 1; }"
                    "kernel void g(global int *out) { *out = VALUE; }",
                    std::getenv("FERRY_TEST_OPTIONS"));
  Kernel F = makeKernel(P, "f");
  Buffer Out = makeBuffer(sizeof(int));
  setArgs(F, Out);
  launch(F, {{1}, {}, {}});
  return download<int>(Out, 1)[0] != 1;
}
const ChildFunction LaunchOne("launch-one", launchOne);

TEST_F(ObjectCache, CodeStaysWhereOtherKernelsChange) {
  auto LaunchWith = [&](const char *Options) {
    ChildOutcome Outcome =
        runChild("launch-one",
                 {"FERRY_CACHE_DIR=" + cache.path.string(), "FERRY_THREADS=1",
                  std::string("FERRY_TEST_OPTIONS=-DVALUE=") + Options});
    EXPECT_EQ(Outcome.status, 0) << Outcome.output;
    return files().size();
  };
  const std::size_t Before = LaunchWith("1");
  // Only the program is new.
  EXPECT_EQ(LaunchWith("2"), Before + 1);
}

TEST_F(ObjectCache, CanBeTurnedOff) {
  EXPECT_EQ(run("", "FERRY_CACHE=0"), "5 compiled\n");
  EXPECT_TRUE(files().empty());
  EXPECT_EQ(run(), "5 compiled\n");
  EXPECT_EQ(run("", "FERRY_CACHE=0"), "5 compiled\n");
}

TEST_F(ObjectCache, DamagedFilesAreRebuilt) {
  EXPECT_EQ(run(), "5 compiled\n");
  std::mt19937_64 Random = randomSource();
  for (int Kind = 0; Kind != 8; ++Kind) {
    for (const std::filesystem::path &File : files()) {
      auto Size = std::filesystem::file_size(File);
      if (Kind == 0) {
        std::filesystem::resize_file(File, 0);
      } else if (Kind == 1) {
        std::filesystem::resize_file(File, Size / 2);
      } else if (Kind == 2) {
        std::ofstream(File, std::ios::app) << "more";
      } else {
        std::fstream Stream(File,
                            std::ios::in | std::ios::out | std::ios::binary);
        auto Place = std::streamoff(Random() % Size);
        Stream.seekg(Place);
        int Byte = Stream.get();
        Stream.seekp(Place);
        Stream.put(char(Byte ^ 0x10));
      }
    }
    EXPECT_EQ(run(), "5 compiled\n") << Kind;
    EXPECT_EQ(run(), "5 cached\n") << Kind;
  }
}

TEST_F(ObjectCache, ChangedIncludesAreBuiltAgain) {
  Folder Headers;
  const std::string Options = "-DWITH_HEADER -I" + Headers.path.string();
  Headers.write("value.h", "#define VALUE 7\n");
  EXPECT_EQ(run(Options), "7 compiled\n");
  EXPECT_EQ(run(Options), "7 cached\n");
  Headers.write("value.h", "#define VALUE 8\n");
  EXPECT_EQ(run(Options), "8 compiled\n");
  EXPECT_EQ(run(Options), "8 cached\n");
}

TEST_F(ObjectCache, WorksWithoutAFolder) {
  EXPECT_EQ(run("", "FERRY_CACHE_DIR=/proc/no/such/folder"), "5 compiled\n");
  EXPECT_EQ(run("", "FERRY_CACHE_DIR=/dev/null"), "5 compiled\n");
}

} // namespace
