//===- Loading.cpp - The driver as a guest --------------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the driver does to the process that loads it: its symbols, its threads,
/// its neighbours. And what clinfo says of it.
///
//===----------------------------------------------------------------------===//

#include "Support.h"

#include <CL/cl_icd.h>

#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <fstream>
#include <sched.h>
#include <set>
#include <sstream>
#include <thread>
#include <unistd.h>
#include <utility>

using namespace conformance;

namespace {

std::string outputOf(const std::string &Command) {
  std::string Text;
  FILE *Pipe = popen(Command.c_str(), "r");
  char Bytes[4096];
  while (size_t Read = Pipe ? std::fread(Bytes, 1, sizeof(Bytes), Pipe) : 0)
    Text.append(Bytes, Read);
  if (Pipe)
    pclose(Pipe);
  return Text;
}

size_t threads() {
  size_t Count = 0;
  for ([[maybe_unused]] const auto &Entry :
       std::filesystem::directory_iterator("/proc/self/task"))
    ++Count;
  return Count;
}

/// The path that ferry.icd in the folder OCL_ICD_VENDORS holds.
std::string driverPath() {
  const char *Vendors = std::getenv("OCL_ICD_VENDORS");
  std::string Path;
  std::ifstream Icd(std::filesystem::path(Vendors ? Vendors : "") /
                    "ferry.icd");
  std::getline(Icd, Path);
  return Path;
}

class Loading : public testing::Test {
protected:
  void SetUp() override {
    if (!isFerry())
      GTEST_SKIP() << "about Ferry";
  }
};

TEST_F(Loading, OnlyIcdSymbolsAreExported) {
  std::istringstream Lines(
      outputOf("nm -D --defined-only '" + driverPath() + "'"));
  const std::set<std::string> Allowed = {
      "clGetExtensionFunctionAddress", "clGetPlatformInfo",
      "clIcdGetFunctionAddressForPlatformKHR", "clIcdGetPlatformIDsKHR",
      "clIcdSetPlatformDispatchDataKHR"};
  size_t Count = 0;
  for (std::string Address, Kind, Name; Lines >> Address >> Kind >> Name;
       ++Count)
    EXPECT_TRUE(Allowed.count(Name)) << Name;
  EXPECT_GE(Count, 2u);
}

/// It sets options of LLVM, and registers passes: those of its own LLVM, which
/// must not be another's in the process (FERRY_COMPILER=host).
TEST_F(Loading, TheCompilerSharesNoLlvm) {
  const std::string Compiler =
      std::filesystem::path(driverPath()).parent_path() /
      "libferry-compiler.so";
  std::istringstream Lines(outputOf("nm -D '" + Compiler + "'"));
  size_t Defined = 0;
  for (std::string Line; std::getline(Lines, Line);) {
    EXPECT_EQ(Line.find("4llvm"), Line.npos) << Line;
    EXPECT_EQ(Line.find("5clang"), Line.npos) << Line;
    if (Line.find(" U ") == Line.npos && Line.find(" w ") == Line.npos) {
      EXPECT_TRUE(Line.ends_with(" ferryCompiler")) << Line;
      ++Defined;
    }
  }
  EXPECT_EQ(Defined, 1u);
}

int countThreads() {
  size_t Before = threads();
  device();
  deviceInfo<cl_ulong>(CL_DEVICE_GLOBAL_MEM_SIZE);
  cl_command_queue Q = queue();
  Buffer B = makeBuffer(1 << 20);
  ok(clFinish(Q));
  return int(threads() - Before);
}
const ChildFunction CountThreads("count-threads", countThreads);

TEST_F(Loading, StartsNoThread) {
  ChildOutcome Outcome = runChild("count-threads");
  EXPECT_EQ(Outcome.status, 0) << Outcome.output;
}

/// Calls of a driver that no loader has loaded: by the table in each handle.
void enqueueDirectly(cl_platform_id P) {
  auto Table = [](void *Handle) -> const cl_icd_dispatch & {
    return **static_cast<const cl_icd_dispatch **>(Handle);
  };
  cl_device_id D;
  cl_int Code;
  ok(Table(P).clGetDeviceIDs(P, CL_DEVICE_TYPE_ALL, 1, &D, nullptr));
  cl_context C =
      Table(P).clCreateContext(nullptr, 1, &D, nullptr, nullptr, &Code);
  ok(Code);
  cl_command_queue Q = Table(C).clCreateCommandQueue(C, D, 0, &Code);
  ok(Code);
  std::atomic<bool> HasRun{false};
  std::atomic<bool> *Flag = &HasRun;
  ok(Table(Q).clEnqueueNativeKernel(
      Q, [](void *To) { **static_cast<std::atomic<bool> **>(To) = true; },
      &Flag, sizeof(Flag), 0, nullptr, nullptr, 0, nullptr, nullptr));
  while (!HasRun)
    std::this_thread::yield();
  ok(Table(Q).clReleaseCommandQueue(Q));
  ok(Table(C).clReleaseContext(C));
}

/// Loads, uses and unloads the driver without a loader that would keep it.
///
/// \param Enqueues leaves commands to the driver, which start by themselves.
int unload(bool Enqueues) {
  // ThreadSanitizer starts one of its own with the first.
  std::thread([] {}).join();
  const size_t Before = threads();
  void *Driver = dlopen(driverPath().c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!Driver) {
    std::fprintf(stderr, "%s\n", dlerror());
    return 1;
  }
  auto GetAddress = reinterpret_cast<void *(*)(const char *)>(
      dlsym(Driver, "clGetExtensionFunctionAddress"));
  auto GetPlatforms =
      GetAddress
          ? reinterpret_cast<cl_int (*)(cl_uint, cl_platform_id *, cl_uint *)>(
                GetAddress("clIcdGetPlatformIDsKHR"))
          : nullptr;
  cl_platform_id P;
  cl_uint Count = 0;
  if (!GetPlatforms || GetPlatforms(1, &P, &Count) != CL_SUCCESS || Count != 1)
    return 2;
  if (Enqueues)
    enqueueDirectly(P);
  dlclose(Driver);
  for (int I = 0; I != 1000 && threads() != Before; ++I)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  return threads() == Before ? 0 : 3;
}
const ChildFunction Unload("unload", [] { return unload(false); });
const ChildFunction EnqueueAndUnload("enqueue-and-unload",
                                     [] { return unload(true); });

TEST_F(Loading, LeavesNoThreadBehind) {
  // What the driver keeps for the process looks lost when it is gone.
  for (const char *Child : {"unload", "enqueue-and-unload"}) {
    ChildOutcome Outcome = runChild(Child, {NoLeaks});
    EXPECT_EQ(Outcome.status, 0) << Child << ": " << Outcome.output;
  }
}

/// Runs enough for the pool's threads to begin, in a process that has only one
/// processor.
int useOneProcessor() {
  alarm(60); // Ends the process if its threads do not.
  cpu_set_t Allowed;
  if (sched_getaffinity(0, sizeof(Allowed), &Allowed) != 0)
    return 1;
  bool IsFound = false;
  for (unsigned I = 0; I != CPU_SETSIZE; ++I)
    if (CPU_ISSET(I, &Allowed) && std::exchange(IsFound, true))
      CPU_CLR(I, &Allowed);
  if (sched_setaffinity(0, sizeof(Allowed), &Allowed) != 0)
    return 1;
  Kernel K = buildKernel("__kernel void f(__global uint *out) {"
                         "  out[get_global_id(0)] = get_global_id(0);"
                         "}",
                         "f");
  const size_t Items = 1 << 20, Local = 64;
  Buffer B = makeBuffer(Items * sizeof(cl_uint));
  setArgs(K, B);
  cl_command_queue Q = queue();
  for (int I = 0; I != 20; ++I)
    ok(clEnqueueNDRangeKernel(Q, K, 1, nullptr, &Items, &Local, 0, nullptr,
                              nullptr));
  ok(clFlush(Q));
  ok(clFinish(Q));
  return 0;
}
const ChildFunction UseOneProcessor("one-processor", useOneProcessor);

TEST_F(Loading, EndsWhereThereIsOneProcessor) {
  // Whether oneTBB's threads are just going to sleep is chance.
  for (int I = 0; I != 5; ++I) {
    ChildOutcome Outcome = runChild("one-processor");
    ASSERT_EQ(Outcome.status, 0) << Outcome.output;
  }
}

bool compilerLoaded() {
  std::ifstream Maps("/proc/self/maps");
  std::stringstream All;
  All << Maps.rdbuf();
  return All.str().find("libferry-compiler") != std::string::npos;
}

int buildOnce() {
  queue();
  if (compilerLoaded())
    return 1;
  build("__kernel void f(void) {}");
  return compilerLoaded() ? 0 : 2;
}
const ChildFunction BuildOnce("build-once", buildOnce);

TEST_F(Loading, CompilerIsLoadedByTheFirstBuildOnly) {
  ChildOutcome Outcome =
      runChild("build-once", {"FERRY_CACHE=0", "FERRY_COMPILER=host"});
  EXPECT_EQ(Outcome.status, 0) << Outcome.output;
}

/// Builds and runs a kernel on every device of every platform, all contexts
/// alive together.
int useEveryPlatform() {
  cl_uint Count = 0;
  clGetPlatformIDs(0, nullptr, &Count);
  std::vector<cl_platform_id> All(Count);
  ok(clGetPlatformIDs(Count, All.data(), nullptr));
  std::vector<Context> Contexts;
  int Failed = 0;
  for (cl_platform_id P : All) {
    char Name[200] = "";
    clGetPlatformInfo(P, CL_PLATFORM_NAME, sizeof(Name), Name, nullptr);
    cl_device_id D;
    if (clGetDeviceIDs(P, CL_DEVICE_TYPE_ALL, 1, &D, nullptr) != CL_SUCCESS)
      continue;
    cl_int Code;
    Contexts.emplace_back(
        clCreateContext(nullptr, 1, &D, nullptr, nullptr, &Code));
    ok(Code);
    cl_context C = Contexts.back();
    Queue Q(clCreateCommandQueue(C, D, 0, &Code));
    ok(Code);
    const char *Text = "__kernel void f(__global float *p) {"
                       " p[get_global_id(0)] = sqrt(p[get_global_id(0)]); }";
    Program Prog(clCreateProgramWithSource(C, 1, &Text, nullptr, &Code));
    ok(Code);
    ok(clBuildProgram(Prog, 1, &D, nullptr, nullptr, nullptr));
    Kernel K = makeKernel(Prog, "f");
    std::vector<float> Values(100);
    for (size_t I = 0; I != 100; ++I)
      Values[I] = float(I * I);
    Buffer B(
        clCreateBuffer(C, CL_MEM_COPY_HOST_PTR, 400, Values.data(), &Code));
    ok(Code);
    setArgs(K, B);
    size_t Size = 100;
    ok(clEnqueueNDRangeKernel(Q, K, 1, nullptr, &Size, nullptr, 0, nullptr,
                              nullptr));
    ok(clEnqueueReadBuffer(Q, B, CL_TRUE, 0, 400, Values.data(), 0, nullptr,
                           nullptr));
    bool Right = true;
    for (size_t I = 0; I != 100; ++I)
      Right &= Values[I] > float(I) - 0.01f && Values[I] < float(I) + 0.01f;
    std::printf("%s: %s\n", Name, Right ? "right" : "wrong");
    Failed += !Right;
  }
  std::fflush(stdout);
  return Failed;
}
const ChildFunction UseEveryPlatform("every-platform", useEveryPlatform);

TEST_F(Loading, LivesBesideOtherDrivers) {
  // Names that come before and after, so that either is loaded first.
  for (const char *Name : {"0-ferry.icd", "zz-ferry.icd"}) {
    Folder Vendors;
    std::error_code Error;
    for (const auto &Entry :
         std::filesystem::directory_iterator("/etc/OpenCL/vendors", Error))
      if (Entry.path().filename() != "ferry.icd")
        std::filesystem::copy(Entry.path(),
                              Vendors.path / Entry.path().filename());
    Vendors.write(Name, driverPath() + "\n");
    ChildOutcome Outcome = runChild(
        "every-platform", {"OCL_ICD_VENDORS=" + Vendors.path.string()});
    EXPECT_EQ(Outcome.status, 0) << Outcome.output;
    EXPECT_NE(Outcome.output.find("Ferry: right"), std::string::npos)
        << Outcome.output;
  }
}

TEST_F(Loading, ClinfoPrintsNoErrorLine) {
  if (IsSanitized)
    GTEST_SKIP() << "clinfo cannot load a driver with sanitizers";
  std::string Text = outputOf("clinfo 2>&1");
  if (Text.find("Number of platforms") == std::string::npos)
    GTEST_SKIP() << "clinfo is not installed";
  EXPECT_NE(Text.find("Ferry"), std::string::npos);
  std::istringstream Lines(Text);
  for (std::string Line; std::getline(Lines, Line);) {
    EXPECT_EQ(Line.find("CL_INVALID"), std::string::npos) << Line;
    EXPECT_EQ(Line.find("error -"), std::string::npos) << Line;
    EXPECT_EQ(Line.find("<print"), std::string::npos) << Line;
  }
}

} // namespace
