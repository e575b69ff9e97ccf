//===- DebugInfo.cpp - Lines and variables for tools ----------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Programs that are built with -g, and with -cl-opt-disable -g, do what they
/// do without, and say which lines they come from. debugger_check.py runs gdb
/// on this program.
///
//===----------------------------------------------------------------------===//

#include "Support.h"

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string_view>

using namespace conformance;

namespace {

/// debugger_check.py knows its lines.
constexpr char Source[] = R"(float halve(float x) {
  float half_x = x * 0.5f;
  return half_x;
}
global int program_variable = 7;
kernel void blend(global float *data, int iterations) {
  local float tile[4];
  float large[512];
  size_t i = get_local_id(0);
  float sum = data[get_global_id(0)];
  large[3 * i] = sum;
  for (int r = 0; r < iterations; ++r) {
    tile[i] = halve(sum);
    barrier(CLK_LOCAL_MEM_FENCE);
    sum += tile[i ^ 1];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  data[get_global_id(0)] = sum + large[3 * i] + program_variable;
}
)";
constexpr unsigned LineOfSum = 15;
constexpr char Standard[] = "-cl-std=CL3.0 ";
const char *const Options[] = {"", "-cl-opt-disable", "-g",
                               "-cl-opt-disable -g"};

std::vector<float> run(cl_program P) {
  std::vector<float> Values(16);
  for (size_t I = 0; I != Values.size(); ++I)
    Values[I] = float(I);
  Kernel K = makeKernel(P, "blend");
  Buffer B = upload(Values);
  setArgs(K, B, cl_int(2));
  launch(K, {{Values.size()}, {4}, {}});
  return download<float>(B, Values.size());
}

bool contains(const Binary &Bytes, std::string_view Text) {
  return std::string_view(reinterpret_cast<const char *>(Bytes.data()),
                          Bytes.size())
             .find(Text) != std::string_view::npos;
}

/// True if FERRY_DEBUG_INFO asks for it in any case.
bool isAskedFor() { return environmentNumber("FERRY_DEBUG_INFO", 0) != 0; }

TEST(DebugInfo, ResultsAreTheSame) {
  const std::vector<float> Expected = run(build(Source, Standard));
  EXPECT_EQ(Expected[5], 5 + 2 + 3.25f + 5 + 7);
  for (const char *O : Options)
    EXPECT_EQ(run(build(Source, std::string(Standard) + O)), Expected) << O;
}

TEST(DebugInfo, BinariesHaveIt) {
  for (const char *O : Options) {
    Program P = build(Source, std::string(Standard) + O);
    const bool HasLines =
        isAskedFor() || std::string_view(O).find("-g") != std::string::npos;
    const Binary Bytes = binaryOf(P);
    EXPECT_EQ(contains(Bytes, ".debug_line"), HasLines) << O;
    Program Again;
    ok(loadBinary(Bytes, Again));
    ok(clBuildProgram(Again, 0, nullptr, "", nullptr, nullptr));
    EXPECT_EQ(run(Again), run(P)) << O;
  }
}

TEST(DebugInfo, ComesThroughLinking) {
  const std::string Text = Source;
  const char *Pointer = Text.c_str();
  for (const char *O : {"-g", "-cl-opt-disable -g"}) {
    Program P(
        clCreateProgramWithSource(context(), 1, &Pointer, nullptr, nullptr));
    ok(clCompileProgram(P, 0, nullptr, (std::string(Standard) + O).c_str(), 0,
                        nullptr, nullptr, nullptr, nullptr));
    cl_program Compiled = P;
    cl_int Error;
    Program Linked(clLinkProgram(context(), 0, nullptr, "", 1, &Compiled,
                                 nullptr, nullptr, &Error));
    ok(Error);
    EXPECT_TRUE(contains(binaryOf(Linked), ".debug_line"));
    EXPECT_EQ(run(Linked)[5], 22.25f);
  }
}

/// What debugger_check.py has gdb look at.
TEST(DebugInfo, ForDebuggers) {
  const char *Asked = std::getenv("FERRY_TEST_OPTIONS");
  EXPECT_EQ(
      run(build(Source, std::string(Standard) + (Asked ? Asked : "-g")))[5],
      22.25f);
}

//===----------------------------------------------------------------------===//
// perf
//===----------------------------------------------------------------------===//

const ChildFunction RunForPerf("debug-info-perf", [] {
  return run(build(Source, "-cl-std=CL3.0 -g"))[5] == 22.25f ? 0 : 1;
});

template <typename T> T numberAt(const std::string &Bytes, size_t At) {
  T Value;
  std::memcpy(&Value, Bytes.data() + At, sizeof(T));
  return Value;
}

/// The kernel and its lines are in the file for perf inject, as its
/// specification has them.
TEST(DebugInfo, IsWrittenForPerf) {
  if (!isFerry())
    GTEST_SKIP() << "other drivers have other ways";
  Folder Dumps;
  const ChildOutcome Outcome =
      runChild("debug-info-perf", {"FERRY_PERF=" + Dumps.path.string()});
  ASSERT_EQ(Outcome.status, 0) << Outcome.output;
  std::string Bytes;
  for (const auto &Entry : std::filesystem::directory_iterator(Dumps.path)) {
    EXPECT_TRUE(Entry.path().filename().string().starts_with("jit-"));
    EXPECT_EQ(Entry.path().extension(), ".dump");
    std::ifstream File(Entry.path(), std::ios::binary);
    Bytes.assign(std::istreambuf_iterator<char>(File), {});
  }
  ASSERT_GE(Bytes.size(), 40u);
  EXPECT_EQ(numberAt<uint32_t>(Bytes, 0), 0x4A695444u);
  EXPECT_EQ(numberAt<uint32_t>(Bytes, 8), 40u);
  bool HasKernel = false, HasLine = false;
  for (size_t At = 40; At + 16 <= Bytes.size();) {
    const auto Kind = numberAt<uint32_t>(Bytes, At);
    const auto Size = numberAt<uint32_t>(Bytes, At + 4);
    ASSERT_GE(Size, 16u);
    ASSERT_LE(At + Size, Bytes.size());
    if (Kind == 0) // JIT_CODE_LOAD: the name is behind 40 bytes.
      HasKernel |= std::string(Bytes.c_str() + At + 16 + 40) == "blend";
    if (Kind == 2) { // JIT_CODE_DEBUG_INFO
      const auto Count = numberAt<uint64_t>(Bytes, At + 24);
      size_t Entry = At + 32;
      for (uint64_t I = 0; I != Count; ++I) {
        const std::string Name = Bytes.c_str() + Entry + 16;
        HasLine |= numberAt<uint32_t>(Bytes, Entry + 8) == LineOfSum &&
                   Name.starts_with("/") && Name.ends_with("/program.cl");
        Entry += 16 + Name.size() + 1;
      }
      EXPECT_EQ(Entry, At + Size);
    }
    At += Size;
  }
  EXPECT_TRUE(HasKernel);
  EXPECT_TRUE(HasLine);
}

} // namespace
