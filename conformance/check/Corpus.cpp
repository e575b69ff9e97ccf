//===- Corpus.cpp - Kernels with mistakes, and without --------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

//
// The files corpus/*.cl, each run in a process of its own under FERRY_CHECK,
// with several seeds (FERRY_TEST_SEEDS=N: with the seeds from 0 to N - 1). In a
// file,
//
//   // run NAME GLOBAL LOCAL ARGUMENT...
//
// runs a kernel; arguments are buffer:BYTES (with contents), unset:BYTES
// (without), local:BYTES, int:VALUE, null, part:OFFSET:BYTES (a sub-buffer
// of a buffer that is 256 bytes longer) and image:WIDTH:HEIGHT (of four
// floats). A line that has
//
//   // mistake KIND
//
// is a side of a mistake of that kind. Each such mistake must be reported, and
// nothing else but
//
//   // maybe KIND
//
// which depends on the order of work-items.

#include "Findings.h"
#include "Support.h"

#include <cstdlib>
#include <fstream>
#include <map>
#include <sstream>

using namespace conformance;

namespace {

constexpr char FileVariable[] = "FERRY_TEST_FILE";

std::string readFile(const std::string &Path) {
  std::ifstream In(Path);
  std::ostringstream Text;
  Text << In.rdbuf();
  return Text.str();
}

/// What the argument \p Text of a `run` line stands for; buffers stay in \p
/// Kept.
void setArgument(cl_kernel K, cl_uint Index, const std::string &Text,
                 std::vector<Buffer> &Kept) {
  std::istringstream Parts(Text);
  std::string Kind, Number;
  std::getline(Parts, Kind, ':');
  std::getline(Parts, Number, ':');
  const size_t Value = Number.empty() ? 0 : std::stoul(Number);
  auto Set = [&](size_t Size, const void *From) {
    ok(clSetKernelArg(K, Index, Size, From));
  };
  if (Kind == "local") {
    Set(Value, nullptr);
  } else if (Kind == "int") {
    const cl_int Int = cl_int(Value);
    Set(sizeof(Int), &Int);
  } else if (Kind == "null") {
    Set(sizeof(cl_mem), nullptr);
  } else if (Kind == "unset") {
    Kept.push_back(makeBuffer(Value));
    Set(sizeof(cl_mem), &Kept.back());
  } else if (Kind == "part") {
    std::getline(Parts, Number);
    cl_buffer_region Region = {Value, std::stoul(Number)};
    std::vector<cl_int> Values((Region.origin + Region.size + 256) / 4, 1);
    Kept.push_back(upload(Values));
    cl_int Error;
    cl_mem Part =
        clCreateSubBuffer(Kept.back(), CL_MEM_READ_WRITE,
                          CL_BUFFER_CREATE_TYPE_REGION, &Region, &Error);
    ok(Error);
    Kept.emplace_back(Part);
    Set(sizeof(cl_mem), &Part);
  } else if (Kind == "image") {
    std::getline(Parts, Number);
    const size_t Height = std::stoul(Number);
    std::vector<float> Values(4 * Value * Height, 1);
    const cl_image_format Format = {CL_RGBA, CL_FLOAT};
    cl_image_desc Shape = {};
    Shape.image_type = CL_MEM_OBJECT_IMAGE2D;
    Shape.image_width = Value;
    Shape.image_height = Height;
    cl_int Error;
    Kept.emplace_back(clCreateImage(context(),
                                    CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR,
                                    &Format, &Shape, Values.data(), &Error));
    ok(Error);
    Set(sizeof(cl_mem), &Kept.back());
  } else {
    std::vector<cl_int> Values((Value + 3) / 4);
    for (size_t I = 0; I != Values.size(); ++I)
      Values[I] = cl_int(I % 7) + 1;
    Kept.push_back(makeBuffer(Value, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR,
                              Values.data()));
    Set(sizeof(cl_mem), &Kept.back());
  }
}

/// Runs all kernels of a file.
ChildFunction RunFile("corpus-file", [] {
  const std::string Source = readFile(std::getenv(FileVariable));
  Program P = build(Source, "-cl-std=CL3.0");
  std::istringstream Lines(Source);
  for (std::string Line; std::getline(Lines, Line);) {
    std::istringstream Words(Line);
    std::string Slashes, Run, Name, Argument;
    size_t Global, Local;
    if (!(Words >> Slashes >> Run >> Name >> Global >> Local) ||
        Slashes != "//" || Run != "run")
      continue;
    Kernel K = makeKernel(P, Name.c_str());
    std::vector<Buffer> Kept;
    for (cl_uint Index = 0; Words >> Argument; ++Index)
      setArgument(K, Index, Argument, Kept);
    ok(clEnqueueNDRangeKernel(queue(), K, 1, nullptr, &Global, &Local, 0,
                              nullptr, nullptr));
    ok(clFinish(queue()));
  }
  return 0;
});

/// Has work-items access what is beside their memory.
ChildFunction RunBeside("corpus-beside", [] {
  Program P = build("kernel void beside(global int *of) {"
                    "  size_t i = get_global_id(0);"
                    "  of[i] = of[i + 64] + of[(long)i - 64];"
                    "  of[i + 64] = 3;"
                    "  atomic_inc(of + i - 64);"
                    "}");
  constexpr size_t Items = 64, Bytes = Items * sizeof(cl_int);
  const std::vector<cl_int> Before(3 * Items, 5);
  Buffer All = upload(Before);
  const cl_buffer_region Middle = {Bytes, Bytes};
  cl_int Error;
  Buffer Part(clCreateSubBuffer(All, CL_MEM_READ_WRITE,
                                CL_BUFFER_CREATE_TYPE_REGION, &Middle, &Error));
  ok(Error);
  Kernel K = makeKernel(P, "beside");
  setArgs(K, Part);
  launch(K, {{Items}, {16}, {}});
  auto Expected = Before;
  std::fill_n(Expected.begin() + Items, Items, 0);
  return download<cl_int>(All, 3 * Items) == Expected ? 0 : 1;
});

/// For each line with a \p Word, `mistake` or `maybe`, the kinds behind it.
std::multimap<unsigned, std::string> expected(const std::string &Source,
                                              const std::string &Word) {
  std::multimap<unsigned, std::string> Result;
  std::istringstream Lines(Source);
  std::string Line;
  for (unsigned Number = 1; std::getline(Lines, Line); ++Number)
    if (size_t At = Line.find("// " + Word + " "); At != Line.npos) {
      std::istringstream Kinds(Line.substr(At + 4 + Word.size()));
      for (std::string Kind; Kinds >> Kind && Kind != "//";)
        Result.emplace(Number, Kind);
    }
  return Result;
}

class Corpus : public testing::TestWithParam<std::string> {};

std::vector<std::string> corpusFiles() {
  std::vector<std::string> Names;
  for (auto &Entry : std::filesystem::directory_iterator(FERRY_CORPUS))
    if (Entry.path().extension() == ".cl")
      Names.push_back(Entry.path().stem().string());
  std::sort(Names.begin(), Names.end());
  return Names;
}

TEST_P(Corpus, ReportsTheMistakesAndNothingElse) {
  const std::string File = std::string(FERRY_CORPUS) + "/" + GetParam() + ".cl";
  const auto Expected = expected(readFile(File), "mistake");
  auto Meant = Expected;
  Meant.merge(expected(readFile(File), "maybe"));
  const unsigned long Seeds = environmentNumber("FERRY_TEST_SEEDS", 3);
  for (unsigned long Seed = 0; Seed != Seeds; ++Seed) {
    SCOPED_TRACE("seed " + std::to_string(Seed));
    const Folder Temporary;
    const std::string Json = Temporary.path.string() + "/found";
    const ChildOutcome Outcome = runChild(
        "corpus-file",
        {"FERRY_CHECK=1", "FERRY_CHECK_SEED=" + std::to_string(Seed),
         "FERRY_CHECK_JSON=" + Json, std::string(FileVariable) + "=" + File});
    EXPECT_EQ(Outcome.status, 0) << Outcome.output;
    const std::vector<Found> Findings = readFindings(Json);
    for (auto &[Line, Kind] : Expected)
      EXPECT_TRUE(std::any_of(Findings.begin(), Findings.end(),
                              [&](const Found &F) {
                                return F.kind == Kind && F.lines.count(Line);
                              }))
          << "no " << Kind << " in line " << Line;
    for (const Found &F : Findings)
      EXPECT_TRUE(std::any_of(Meant.begin(), Meant.end(),
                              [&](const auto &E) {
                                return E.second == F.kind &&
                                       F.lines.count(E.first);
                              }))
          << "not meant: " << F.text;
  }
}

TEST(Checks, LeaveWhatIsBesideTheMemoryAlone) {
  const ChildOutcome Outcome = runChild("corpus-beside", {"FERRY_CHECK=1"});
  EXPECT_EQ(Outcome.status, 0) << Outcome.output;
  for (const char *Text : {"read by", "write by"})
    EXPECT_NE(Outcome.output.find(Text), std::string::npos) << Outcome.output;
}

INSTANTIATE_TEST_SUITE_P(Files, Corpus, testing::ValuesIn(corpusFiles()),
                         [](const auto &Info) {
                           std::string Name = Info.param;
                           std::replace(Name.begin(), Name.end(), '-', '_');
                           return Name;
                         });

} // namespace
