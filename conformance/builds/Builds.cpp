//===- Builds.cpp - Building programs, well and badly ---------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Build options, build logs, headers, and what source that is wrong gets:
/// a failure with the compiler's words, never less and never more.
///
//===----------------------------------------------------------------------===//

#include "Support.h"

#include <chrono>
#include <future>
#include <thread>

using namespace conformance;

namespace {

/// Builds and runs a kernel `f` with one int as its result.
int valueOf(const std::string &Source, const std::string &Options = "") {
  Kernel K = buildKernel(Source, "f", Options);
  Buffer Out = upload(std::vector<int>{-12345});
  setArgs(K, Out);
  launch(K, {{1}, {1}, {}});
  return download<int>(Out, 1)[0];
}

/// A kernel whose result is the expression \p Value.
std::string returning(const std::string &Value) {
  return "__kernel void f(__global int *out) { out[0] = " + Value + "; }\n";
}

void expectFailure(const std::string &Source,
                   const std::vector<std::string> &InLog,
                   const std::string &Options = "") {
  BuildOutcome Outcome = tryBuild(Source, Options);
  EXPECT_EQ(Outcome.status, CL_BUILD_PROGRAM_FAILURE) << Source;
  for (const std::string &Words : InLog)
    EXPECT_NE(Outcome.log.find(Words), std::string::npos)
        << "no '" << Words << "' in the log of\n"
        << Source << "\n"
        << Outcome.log;
  cl_build_status Status;
  ok(clGetProgramBuildInfo(Outcome.program, device(), CL_PROGRAM_BUILD_STATUS,
                           sizeof(Status), &Status, nullptr));
  EXPECT_EQ(Status, CL_BUILD_ERROR);
  cl_int Code;
  cl_kernel K = clCreateKernel(Outcome.program, "f", &Code);
  EXPECT_EQ(K, nullptr);
  EXPECT_EQ(Code, CL_INVALID_PROGRAM_EXECUTABLE);
}

TEST(Builds, SyntaxErrorsShowTheLine) {
  expectFailure("__kernel void f(__global int *out) {\n"
                "  out[0] = 1 +;\n"
                "}\n",
                {"error", "out[0] = 1 +;", "^"});
  expectFailure("__kernel void f(__global int *out) { out[0] = missing; }",
                {"error", "missing", "^"});
  expectFailure("__kernel void f(__global int *out) { int x = (float4)1; }",
                {"error"});
  expectFailure("this is no program", {"error"});
}

TEST(Builds, UndefinedFunctionIsNamed) {
  expectFailure("int elsewhere(int);\n" + returning("elsewhere(1)"),
                {"elsewhere"});
  expectFailure(returning("undeclared_one(1)"), {"undeclared_one"});
}

TEST(Builds, RecursionIsNamed) {
  if (!isFerry())
    GTEST_SKIP() << "others run it";
  expectFailure("int down(int n) { return n < 1 ? 1 : n * down(n - 1); }\n"
                "__kernel void f(__global int *out) { out[0] = down(out[1]); }",
                {"recursi", "down"});
  expectFailure("int odd(int n);\n"
                "int even(int n) { return n == 0 ? 1 : odd(n - 1); }\n"
                "int odd(int n) { return n == 0 ? 0 : even(n - 1); }\n"
                "__kernel void f(__global int *out) { out[0] = odd(out[1]); }",
                {"recursi"});
}

/// A graph of calls whose leaf synchronises, and in which each function calls
/// the next one twice.
TEST(Builds, TooManySynchronisationsAreRefused) {
  if (!isFerry())
    GTEST_SKIP() << "others try";
  std::string Source = "void f0(void) { barrier(CLK_LOCAL_MEM_FENCE); }\n";
  for (int Depth = 1; Depth <= 40; ++Depth) {
    const std::string Next = "f" + std::to_string(Depth - 1) + "(); ";
    Source +=
        "void f" + std::to_string(Depth) + "(void) { " + Next + Next + "}\n";
  }
  expectFailure(Source + "__kernel void k(void) { f40(); }",
                {"'k'", "synchronisation", std::to_string(1ull << 40)});
}

/// What cannot be inlined cannot synchronise: gotos to computed labels.
TEST(Builds, SynchronisationsBesideComputedGotosAreRefused) {
  if (!isFerry())
    GTEST_SKIP() << "others may compile them";
  expectFailure("__kernel void k(__global int *p, int n, __local int *l) {\n"
                "  l[get_local_id(0)] = n;\n"
                "  barrier(CLK_LOCAL_MEM_FENCE);\n"
                "  goto *(n ? &&a : &&b);\n"
                "a: p[0] = l[1]; return;\n"
                "b: p[0] = l[2];\n"
                "}",
                {"'k'", "synchronises", "cannot be inlined"});
}

TEST(Builds, NamesOfKernelsAreTheirs) {
  if (!isFerry())
    GTEST_SKIP() << "others have other names";
  expectFailure("void g(__global int *p) __asm__(\"kernel.k\");\n"
                "void g(__global int *p) { p[0] = 1; }\n"
                "__kernel void k(__global int *p) { g(p); }",
                {"'kernel.k'", "reserved"});
}

TEST(Builds, TooMuchLocalMemoryIsRefused) {
  cl_ulong Most = deviceInfo<cl_ulong>(CL_DEVICE_LOCAL_MEM_SIZE);
  BuildOutcome Outcome = tryBuild("__kernel void f(__global int *out) {\n"
                                  "  __local char big[" +
                                  std::to_string(Most + 4096) +
                                  "];\n"
                                  "  big[get_local_id(0)] = (char)out[0];\n"
                                  "  barrier(CLK_LOCAL_MEM_FENCE);\n"
                                  "  out[0] = big[out[1]];\n}\n");
  if (Outcome.status != CL_SUCCESS) {
    EXPECT_EQ(Outcome.status, CL_BUILD_PROGRAM_FAILURE);
    EXPECT_NE(Outcome.log.find("local"), std::string::npos) << Outcome.log;
    return;
  }
  Kernel K = makeKernel(Outcome.program, "f");
  Buffer Out = makeBuffer(64);
  setArgs(K, Out);
  size_t One = 1;
  cl_int Code = clEnqueueNDRangeKernel(queue(), K, 1, nullptr, &One, &One, 0,
                                       nullptr, nullptr);
  EXPECT_EQ(Code, CL_OUT_OF_RESOURCES);
}

TEST(Builds, TooMuchLocalArgumentIsRefused) {
  cl_ulong Most = deviceInfo<cl_ulong>(CL_DEVICE_LOCAL_MEM_SIZE);
  Kernel K = buildKernel("__kernel void f(__local int *a, __local int *b) {\n"
                         "  __local int c[64];\n"
                         "  c[0] = a[0] = b[0] = 1;\n"
                         "}\n",
                         "f");
  setArgs(K, Local{Most - 1024}, Local{1024});
  size_t One = 1;
  cl_int Code = clEnqueueNDRangeKernel(queue(), K, 1, nullptr, &One, &One, 0,
                                       nullptr, nullptr);
  EXPECT_EQ(Code, CL_OUT_OF_RESOURCES);
  // The kernel is as good as before.
  setArgs(K, Local{Most / 2}, Local{1024});
  launch(K, {{1}, {1}, {}});
}

/// Older Clangs warned of these and real programs depend on it.
TEST(Builds, OldLiberties) {
  for (const char *Source :
       {// Incompatible pointer types.
        "void g(int *p) { *p = 1; }\n"
        "__kernel void f(__global int *out) {\n"
        "  float x; g(&x); uint u; int *p = &u; *p = 5; out[0] = u; }\n",
        // Pointers and integers.
        "__kernel void f(__global int *out) {\n"
        "  long a = out; __global int *p = a; p[0] = 5; }\n",
        // int to pointer, const dropped.
        "void g(__global int *p) { p[0] = 5; }\n"
        "__kernel void f(__global int *out) {\n"
        "  const __global int *q = out; g(q); }\n",
        // Sign of vector elements under a pointer.
        "__kernel void f(__global int *out) {\n"
        "  __global uchar *b = out; __global uchar4 *v = (__global char4 *)b;\n"
        "  v[0] = (uchar4)(5, 0, 0, 0); }\n",
        // Compares the result of a comparison.
        "__kernel void f(__global int *out) { out[0] = 0 < 3 <= 2 ? 5 : 4; "
        "}\n"}) {
    BuildOutcome Outcome = tryBuild(Source);
    ASSERT_EQ(Outcome.status, CL_SUCCESS) << Outcome.log << Source;
    EXPECT_EQ(valueOf(Source), 5) << Source;
  }
}

TEST(Builds, WarningsAreInTheLog) {
  const std::string Source =
      "__kernel void f(__global int *out) { int *p; float x = 1; p = &x; "
      "out[0] = *p; }";
  BuildOutcome Plain = tryBuild(Source);
  ASSERT_EQ(Plain.status, CL_SUCCESS) << Plain.log;
  EXPECT_NE(Plain.log.find("warning"), std::string::npos);
  BuildOutcome Quiet = tryBuild(Source, "-w");
  ASSERT_EQ(Quiet.status, CL_SUCCESS) << Quiet.log;
  EXPECT_EQ(Quiet.log.find("warning"), std::string::npos) << Quiet.log;
  expectFailure(Source, {"error"}, "-Werror");
}

TEST(Builds, Definitions) {
  EXPECT_EQ(valueOf(returning("VALUE"), "-DVALUE=17"), 17);
  EXPECT_EQ(valueOf(returning("VALUE"), "-D VALUE=18"), 18);
  EXPECT_EQ(valueOf(returning("VALUE"), "-DVALUE"), 1);
  EXPECT_EQ(valueOf(returning("A + B"), "-DA=1 -D B=2 "), 3);
  EXPECT_EQ(valueOf(returning("VALUE"), "  -DVALUE=(1+2)*3"), 9);
  EXPECT_EQ(valueOf(returning("sizeof(TEXT)"), "-DTEXT=\\\"abc\\\""), 4);
}

TEST(Builds, Standards) {
  EXPECT_EQ(valueOf(returning("__OPENCL_C_VERSION__"), "-cl-std=CL1.1"), 110);
  EXPECT_EQ(valueOf(returning("__OPENCL_C_VERSION__"), "-cl-std=CL1.2"), 120);
  EXPECT_EQ(valueOf(returning("__OPENCL_C_VERSION__"), "-cl-std=CL3.0"), 300);
  // The default is 1.2 (OpenCL API, "Build Options").
  EXPECT_EQ(valueOf(returning("__OPENCL_C_VERSION__")), 120);
  EXPECT_GE(valueOf(returning("__OPENCL_VERSION__")), 300);
  EXPECT_EQ(valueOf(returning("__ENDIAN_LITTLE__")), 1);
}

TEST(Builds, EveryOptionIsTaken) {
  for (const char *Option :
       {"-cl-single-precision-constant", "-cl-denorms-are-zero",
        "-cl-fp32-correctly-rounded-divide-sqrt", "-cl-opt-disable",
        "-cl-strict-aliasing", "-cl-mad-enable", "-cl-no-signed-zeros",
        "-cl-unsafe-math-optimizations", "-cl-finite-math-only",
        "-cl-fast-relaxed-math", "-cl-uniform-work-group-size",
        "-cl-kernel-arg-info", "-w"})
    EXPECT_EQ(valueOf("__kernel void f(__global int *out) {\n"
                      "  float x = get_global_size(0);\n"
                      "  out[0] = (int)(sqrt(x * 16.0f) / x * x + x * x); }",
                      Option),
              5)
        << Option;
}

/// Denormals are kept, unless the program may take them for zeros.
TEST(Builds, DenormalsAreZero) {
  const char *Source = R"(
    kernel void k(global float *f, global double *d) {
      size_t i = get_global_id(0);
      f[i] *= 0.5f;
      d[i] *= 0.5;
    })";
  constexpr size_t Items = 19;
  const float Least = std::numeric_limits<float>::min();
  const double LeastDouble = std::numeric_limits<double>::min();
  for (bool AreZero : {false, true, false}) {
    Kernel K = buildKernel(Source, "k", AreZero ? "-cl-denorms-are-zero" : "");
    Buffer Floats = upload(std::vector<float>(Items, Least)),
           Doubles = upload(std::vector<double>(Items, LeastDouble));
    setArgs(K, Floats, Doubles);
    launch(K, {{Items}, {}, {}});
    const auto F = download<float>(Floats, Items);
    const auto D = download<double>(Doubles, Items);
    if (AreZero && !isFerry())
      continue; // A hint.
    EXPECT_EQ(F, std::vector<float>(Items, AreZero ? 0 : Least / 2));
    EXPECT_EQ(D, std::vector<double>(Items, AreZero ? 0 : LeastDouble / 2));
  }
  // The host keeps its own.
  volatile float Half = Least;
  Half = Half / 2;
  EXPECT_NE(Half, 0);
}

/// Work-items run one after the other then, and not many in the lanes of
/// vectors.
TEST(Builds, OptimisationsAreDisabled) {
  if (!isFerry())
    GTEST_SKIP() << "others may do otherwise";
  Kernel K = buildKernel(R"(
    kernel void k(global int *out, global float *values, global int *count) {
      size_t i = get_global_id(0);
      int before = atomic_inc(count);
      float x = values[i];
      for (int j = 0; j < 50; ++j)
        x = sin(x * 3) + cos(x);
      values[i] = x;
      out[i] = atomic_inc(count) - before;
    })",
                         "k", "-cl-opt-disable");
  constexpr size_t Items = 64;
  Buffer Out = makeBuffer(Items * sizeof(int)),
         Values = upload(std::vector<float>(Items, 0.5f)),
         Count = upload(std::vector<int>(1));
  setArgs(K, Out, Values, Count);
  launch(K, {{Items}, {Items}, {}});
  EXPECT_EQ(download<int>(Out, Items), std::vector<int>(Items, 1));
}

TEST(Builds, UnknownOptionsAreInvalid) {
  for (const char *Option : {"-no-such-option", "-cl-std=CL9.9",
                             "-cl-no-such-option", "-D", "stray-word"})
    EXPECT_EQ(tryBuild(returning("1"), Option).status, CL_INVALID_BUILD_OPTIONS)
        << Option;
}

/// The options of each call are its own.
TEST(Builds, OptionsOfOtherCalls) {
  for (const char *Option : {"-create-library", "-enable-link-options",
                             "-cl-std=CL1.2 -create-library"})
    EXPECT_EQ(tryBuild(returning("1"), Option).status, CL_INVALID_BUILD_OPTIONS)
        << Option;
  const std::string Text = returning("1");
  const char *Source = Text.c_str();
  cl_int Code;
  Program P(clCreateProgramWithSource(context(), 1, &Source, nullptr, &Code));
  ok(Code);
  EXPECT_EQ(clCompileProgram(P, 0, nullptr, "-create-library", 0, nullptr,
                             nullptr, nullptr, nullptr),
            CL_INVALID_COMPILER_OPTIONS);
  ok(clCompileProgram(P, 0, nullptr, "-cl-mad-enable", 0, nullptr, nullptr,
                      nullptr, nullptr));
  auto Link = [&](const char *Options) {
    cl_program Input = P;
    Program Linked(clLinkProgram(context(), 0, nullptr, Options, 1, &Input,
                                 nullptr, nullptr, &Code));
    EXPECT_EQ(bool(Linked), Code == CL_SUCCESS) << Options;
    return Code;
  };
  for (const char *Options :
       {"", "-create-library", "-create-library -enable-link-options",
        "-cl-denorms-are-zero", "-cl-no-signed-zeros -cl-finite-math-only",
        "-cl-unsafe-math-optimizations", "-cl-fast-relaxed-math",
        "-cl-no-subgroup-ifp"})
    EXPECT_EQ(Link(Options), CL_SUCCESS) << Options;
  for (const char *Options :
       {"-D X=1", "-I .", "-cl-std=CL1.2", "-w", "-cl-mad-enable",
        "-enable-link-options", "-no-such-option", "-cl-kernel-arg-info"})
    EXPECT_EQ(Link(Options), CL_INVALID_LINKER_OPTIONS) << Options;
}

TEST(Builds, OptionsWithQuotes) {
  EXPECT_EQ(valueOf(returning("VALUE"), "-DVALUE='1 + 2' "), 3);
  EXPECT_EQ(valueOf(returning("VALUE"), "\t-D \"VALUE=4 * 2\"\n"), 8);
  EXPECT_EQ(valueOf(returning("VALUE"), "-DVALUE=1\\ +\\ 4"), 5);
  EXPECT_EQ(valueOf(returning("sizeof(TEXT)"), "-DTEXT=\\\"ab\\\""), 3);
}

TEST(Builds, IncludesFromFolders) {
  Folder Files;
  Files.write("one.h", "#define ONE 1\n");
  Files.write("sub/two.h", "#include \"near.h\"\n#define TWO (NEAR + 1)\n");
  Files.write("sub/near.h", "#define NEAR 1\n");
  Files.write("with space/three.h", "#define THREE 3\n");
  const std::string Source = "#include \"one.h\"\n#include <sub/two.h>\n" +
                             returning("ONE * 10 + TWO");
  EXPECT_EQ(valueOf(Source, "-I" + Files.path.string()), 12);
  EXPECT_EQ(valueOf(Source, "-I " + Files.path.string()), 12);
  EXPECT_EQ(valueOf("#include \"three.h\"\n" + returning("THREE"),
                    "-I \"" + (Files.path / "with space").string() + "\""),
            3);
  expectFailure("#include \"absent.h\"\n" + returning("1"), {"absent.h"});
}

TEST(Builds, ChangedIncludesAreSeen) {
  Folder Files;
  const std::string Source =
      "#include \"value.h\"\n" + returning("VALUE + 100");
  for (int Value : {1, 2, 1, 3}) {
    Files.write("value.h", "#define VALUE " + std::to_string(Value) + "\n");
    EXPECT_EQ(valueOf(Source, "-I" + Files.path.string()), Value + 100);
  }
}

TEST(Builds, CompileAndLink) {
  auto FromSource = [](const std::string &Text) {
    const char *Source = Text.c_str();
    cl_int Code;
    Program P(clCreateProgramWithSource(context(), 1, &Source, nullptr, &Code));
    ok(Code);
    return P;
  };
  Program Header = FromSource("#define FACTOR 3\nint triple(int x);\n");
  Program Library = FromSource("#include \"maths/triple.h\"\n"
                               "int triple(int x) { return FACTOR * x; }\n");
  Program Main = FromSource("#include \"maths/triple.h\"\n" +
                            returning("triple(FACTOR + 4)"));
  const char *Name = "maths/triple.h";
  cl_program Headers[] = {Header};
  cl_device_id D = device();
  ok(clCompileProgram(Library, 1, &D, "", 1, Headers, &Name, nullptr, nullptr));
  ok(clCompileProgram(Main, 1, &D, "", 1, Headers, &Name, nullptr, nullptr));
  cl_program_binary_type Type;
  ok(clGetProgramBuildInfo(Main, D, CL_PROGRAM_BINARY_TYPE, sizeof(Type), &Type,
                           nullptr));
  EXPECT_EQ(Type,
            cl_program_binary_type(CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT));

  auto Run = [](cl_program P) {
    Kernel K = makeKernel(P, "f");
    Buffer Out = makeBuffer(sizeof(int));
    setArgs(K, Out);
    launch(K, {{1}, {1}, {}});
    return download<int>(Out, 1)[0];
  };
  cl_int Code;
  cl_program Both[] = {Main, Library};
  Program Linked(
      clLinkProgram(context(), 1, &D, "", 2, Both, nullptr, nullptr, &Code));
  ok(Code);
  EXPECT_EQ(Run(Linked), 21);

  // Through a library.
  cl_program OnlyLibrary[] = {Library};
  Program Archive(clLinkProgram(context(), 1, &D, "-create-library", 1,
                                OnlyLibrary, nullptr, nullptr, &Code));
  ok(Code);
  cl_program WithArchive[] = {Main, Archive};
  Program Second(clLinkProgram(context(), 1, &D, "", 2, WithArchive, nullptr,
                               nullptr, &Code));
  ok(Code);
  EXPECT_EQ(Run(Second), 21);

  // Without it the missing function is named.
  cl_program Alone[] = {Main};
  Program Broken(
      clLinkProgram(context(), 1, &D, "", 1, Alone, nullptr, nullptr, &Code));
  EXPECT_EQ(Code, CL_LINK_PROGRAM_FAILURE);
  if (Broken) {
    EXPECT_NE(buildLog(Broken).find("triple"), std::string::npos);
  }
}

TEST(Builds, CompileErrorsHaveTheirOwnCode) {
  const char *Source = "int f(int x) { return y; }";
  cl_int Code;
  Program P(clCreateProgramWithSource(context(), 1, &Source, nullptr, &Code));
  ok(Code);
  cl_device_id D = device();
  EXPECT_EQ(
      clCompileProgram(P, 1, &D, "", 0, nullptr, nullptr, nullptr, nullptr),
      CL_COMPILE_PROGRAM_FAILURE);
  EXPECT_NE(buildLog(P).find("error"), std::string::npos);
  EXPECT_EQ(clCompileProgram(P, 1, &D, "-no-such-option", 0, nullptr, nullptr,
                             nullptr, nullptr),
            CL_INVALID_COMPILER_OPTIONS);
}

TEST(Builds, SourceInPieces) {
  const char *Pieces[] = {"__kernel void f(__global int *o", "ut) {IGNORED",
                          " out[0] = 4", "2; }"};
  size_t Lengths[] = {0, 5, 11, 4};
  cl_int Code;
  Program P(clCreateProgramWithSource(context(), 4, Pieces, Lengths, &Code));
  ok(Code);
  cl_device_id D = device();
  ok(clBuildProgram(P, 1, &D, nullptr, nullptr, nullptr));
  Kernel K = makeKernel(P, "f");
  Buffer Out = makeBuffer(sizeof(int));
  setArgs(K, Out);
  launch(K, {{1}, {1}, {}});
  EXPECT_EQ(download<int>(Out, 1)[0], 42);
}

TEST(Builds, EmptySource) {
  BuildOutcome Outcome = tryBuild("\n");
  EXPECT_EQ(Outcome.status, CL_SUCCESS) << Outcome.log;
  size_t Count = 99;
  ok(clGetProgramInfo(Outcome.program, CL_PROGRAM_NUM_KERNELS, sizeof(Count),
                      &Count, nullptr));
  EXPECT_EQ(Count, 0u);
}

TEST(Builds, CallbackIsCalled) {
  for (const std::string &Source : {returning("1"), std::string("wrong")}) {
    const char *Text = Source.c_str();
    cl_int Code;
    Program P(clCreateProgramWithSource(context(), 1, &Text, nullptr, &Code));
    ok(Code);
    cl_int ReadyCode;
    Event Ready(clCreateUserEvent(context(), &ReadyCode));
    ok(ReadyCode);
    cl_event Raw = Ready;
    cl_device_id D = device();
    cl_int Status = clBuildProgram(
        P, 1, &D, "",
        [](cl_program, void *Data) {
          clSetUserEventStatus(static_cast<cl_event>(Data), CL_COMPLETE);
        },
        Raw);
    EXPECT_TRUE(Status == CL_SUCCESS || Status == CL_BUILD_PROGRAM_FAILURE)
        << Status;
    ok(clWaitForEvents(1, &Raw));
    cl_build_status Built;
    ok(clGetProgramBuildInfo(P, D, CL_PROGRAM_BUILD_STATUS, sizeof(Built),
                             &Built, nullptr));
    EXPECT_EQ(Built, Source == "wrong" ? CL_BUILD_ERROR : CL_BUILD_SUCCESS);
  }
}

/// Says when a build has ended, which it may not do before the call has
/// returned.
struct Ending {
  std::promise<void> returned, ended;
  std::thread::id thread;
  bool inTime = false;

  static void CL_CALLBACK notify(cl_program, void *Data) {
    auto &E = *static_cast<Ending *>(Data);
    E.thread = std::this_thread::get_id();
    E.inTime = E.returned.get_future().wait_for(std::chrono::seconds(60)) ==
               std::future_status::ready;
    E.ended.set_value();
  }
  /// After the call.
  bool wait() {
    returned.set_value();
    ended.get_future().wait();
    return inTime && thread != std::this_thread::get_id();
  }
};

Program fromSource(const std::string &Text) {
  const char *Source = Text.c_str();
  cl_int Code;
  Program P(clCreateProgramWithSource(context(), 1, &Source, nullptr, &Code));
  ok(Code);
  return P;
}

cl_build_status statusOf(cl_program P) {
  cl_build_status Status;
  ok(clGetProgramBuildInfo(P, device(), CL_PROGRAM_BUILD_STATUS, sizeof(Status),
                           &Status, nullptr));
  return Status;
}

/// Binaries that are asked for while a build runs are not those of its end.
TEST(Builds, BinariesAreThoseOfTheLastBuild) {
  Program P = fromSource("kernel void f(global int *out) { out[0] = X; }");
  for (int X = 1; X != 6; ++X) {
    Ending Built;
    ok(clBuildProgram(P, 0, nullptr, ("-DX=" + std::to_string(X)).c_str(),
                      Ending::notify, &Built));
    size_t Bytes;
    ok(clGetProgramInfo(P, CL_PROGRAM_BINARY_SIZES, sizeof(Bytes), &Bytes,
                        nullptr));
    ASSERT_TRUE(Built.wait());
    Program Loaded;
    ok(loadBinary(binaryOf(P), Loaded));
    ok(clBuildProgram(Loaded, 0, nullptr, "", nullptr, nullptr));
    Kernel K = makeKernel(Loaded, "f");
    Buffer Out = makeBuffer(sizeof(int));
    setArgs(K, Out);
    launch(K, {{1}, {1}, {}});
    EXPECT_EQ(download<int>(Out, 1)[0], X);
  }
}

/// Hosts that do not wait for the callback ran with drivers whose
/// clBuildProgram waits for the build.
TEST(Builds, KernelsAreOfTheBuildThatIsUnderWay) {
  for (const std::string &Source : {returning("5"), std::string("wrong")}) {
    const bool IsRight = Source != "wrong";
    Program P = fromSource(Source);
    Ending Built;
    const cl_int Status =
        clBuildProgram(P, 0, nullptr, "", Ending::notify, &Built);
    EXPECT_TRUE(Status == CL_SUCCESS ||
                (!IsRight && Status == CL_BUILD_PROGRAM_FAILURE))
        << Status;
    cl_int Code;
    const Kernel K(clCreateKernel(P, "f", &Code));
    EXPECT_EQ(Code, IsRight ? CL_SUCCESS : CL_INVALID_PROGRAM_EXECUTABLE);
    cl_uint Count = 0;
    EXPECT_EQ(clCreateKernelsInProgram(P, 0, nullptr, &Count), Code);
    EXPECT_EQ(Count, IsRight ? 1u : 0u);
    Built.wait();
  }
}

/// With a callback no call waits for the compiler.
TEST(Builds, CallsReturnBeforeTheyEnd) {
  if (!isFerry())
    GTEST_SKIP() << "others may wait";
  for (const std::string &Source : {returning("5"), std::string("wrong")}) {
    const bool IsRight = Source != "wrong";
    Program P = fromSource(Source);
    Ending Built;
    ok(clBuildProgram(P, 0, nullptr, "", Ending::notify, &Built));
    EXPECT_TRUE(Built.wait());
    EXPECT_EQ(statusOf(P), IsRight ? CL_BUILD_SUCCESS : CL_BUILD_ERROR);
    EXPECT_EQ(buildLog(P).find("error") == std::string::npos, IsRight);

    Program Q = fromSource(Source);
    Ending Compiled;
    ok(clCompileProgram(Q, 0, nullptr, "", 0, nullptr, nullptr, Ending::notify,
                        &Compiled));
    EXPECT_TRUE(Compiled.wait());
    EXPECT_EQ(statusOf(Q), IsRight ? CL_BUILD_SUCCESS : CL_BUILD_ERROR);
    if (!IsRight)
      continue;
    Ending Linked;
    cl_program Input = Q;
    cl_int Code;
    Program L(clLinkProgram(context(), 0, nullptr, "", 1, &Input,
                            Ending::notify, &Linked, &Code));
    ok(Code);
    EXPECT_TRUE(Linked.wait());
    EXPECT_EQ(statusOf(L), CL_BUILD_SUCCESS);
    Kernel K = makeKernel(L, "f");
    Buffer Out = makeBuffer(sizeof(int));
    setArgs(K, Out);
    launch(K, {{1}, {1}, {}});
    EXPECT_EQ(download<int>(Out, 1)[0], 5);
  }
}

/// What can be said at once is: then there is no build, and no callback.
TEST(Builds, WrongCallsAreRefusedAtOnce) {
  Program P = fromSource(returning("1"));
  auto Never = [](cl_program, void *) { ADD_FAILURE() << "called"; };
  EXPECT_EQ(clBuildProgram(P, 0, nullptr, "-no-such-option", Never, nullptr),
            CL_INVALID_BUILD_OPTIONS);
  ok(clBuildProgram(P, 0, nullptr, "", nullptr, nullptr));
  Kernel K = makeKernel(P, "f");
  EXPECT_EQ(clBuildProgram(P, 0, nullptr, "", Never, nullptr),
            CL_INVALID_OPERATION);
}

/// The callback may be the last to know the program.
TEST(Builds, ProgramsMayBeReleasedWhileTheyAreBuilt) {
  for (int I = 0; I != 10; ++I) {
    Program P = fromSource(returning(std::to_string(I)));
    Ending Built;
    ok(clBuildProgram(P, 0, nullptr, "", Ending::notify, &Built));
    P.reset();
    Built.wait();
  }
}

// Loops with so many entries once took vectors minutes to be made of.
TEST(Builds, LoopsOfManyJumps) {
  constexpr unsigned Labels = 150, MostJumps = 50;
  std::string Source = "kernel void f(global uint *V, global const uint *In) {"
                       "\n  uint s = V[get_global_id(0)], n = 0;\n";
  for (unsigned L = 0; L != Labels; ++L) {
    const std::string Here = std::to_string(L);
    Source += "L" + Here + ": s = s * 3 + " + Here +
              "; if (((s & 127) == " + Here + " || s == In[" + Here +
              "]) && n++ < " + std::to_string(MostJumps) +
              ") { if (s & 1) goto L" + std::to_string(L * 7 % Labels) +
              "; else goto L" + std::to_string((L * 13 + 5) % Labels) + "; }\n";
  }
  Source += "  V[get_global_id(0)] = s;\n}\n";

  std::vector<cl_uint> Values(64), In(Labels), Expected;
  std::mt19937 Random(1);
  for (cl_uint &I : In)
    I = Random() % 4096;
  for (size_t I = 0; I != Values.size(); ++I) {
    Values[I] = cl_uint(I);
    cl_uint S = Values[I], Jumps = 0;
    for (unsigned L = 0; L != Labels;) {
      S = S * 3 + L;
      if (((S & 127) == L || S == In[L]) && Jumps++ < MostJumps)
        L = (S & 1 ? L * 7 : L * 13 + 5) % Labels;
      else
        ++L;
    }
    Expected.push_back(S);
  }
  Kernel K = buildKernel(Source, "f");
  Buffer B = upload(Values), C = upload(In);
  setArgs(K, B, C);
  launch(K, {{Values.size()}, {16}, {}});
  EXPECT_EQ(download<cl_uint>(B, Values.size()), Expected);
}

// LLVM makes a tree of comparisons of each of the thousand switches that these
// become: their blocks once took vectors more than 9 GB.
TEST(Builds, ManyComparisonsOfAValue) {
  constexpr cl_int Count = 1250;
  std::string Source = "kernel void f(global int *A, global int *B) {\n"
                       "  int i = get_global_id(0), x = A[i], y = B[i];\n";
  for (cl_int I = 0; I != Count; ++I)
    Source += "  if (y == " + std::to_string(I) + ") B[i + " +
              std::to_string(I) + "] = x;\n";
  Source += "  B[i] = y;\n}\n";

  constexpr cl_int Items = 16, Step = 77;
  std::vector<cl_int> A(Items, 1000000), B(Items + Count, -1), Expected;
  for (cl_int I = 0; I != Items; ++I)
    B[I] = I * Step;
  Expected = B;
  for (cl_int I = 1; I != Items; ++I)
    Expected[I + I * Step] = A[I];
  Kernel K = buildKernel(Source, "f");
  Buffer From = upload(A), To = upload(B);
  setArgs(K, From, To);
  launch(K, {{Items}, {Items}, {}});
  EXPECT_EQ(download<cl_int>(To, B.size()), Expected);
}

TEST(Builds, RebuildWithOtherOptions) {
  const std::string Source = returning("VALUE");
  const char *Text = Source.c_str();
  cl_int Code;
  Program P(clCreateProgramWithSource(context(), 1, &Text, nullptr, &Code));
  ok(Code);
  cl_device_id D = device();
  EXPECT_EQ(clBuildProgram(P, 1, &D, "", nullptr, nullptr),
            CL_BUILD_PROGRAM_FAILURE);
  for (int Value : {3, 4}) {
    std::string Options = "-DVALUE=" + std::to_string(Value);
    ok(clBuildProgram(P, 1, &D, Options.c_str(), nullptr, nullptr));
    EXPECT_EQ(stringInfo([&](size_t Size, void *Where, size_t *Ret) {
                return clGetProgramBuildInfo(P, D, CL_PROGRAM_BUILD_OPTIONS,
                                             Size, Where, Ret);
              }),
              Options);
    Kernel K = makeKernel(P, "f");
    Buffer Out = makeBuffer(sizeof(int));
    setArgs(K, Out);
    launch(K, {{1}, {1}, {}});
    EXPECT_EQ(download<int>(Out, 1)[0], Value);
  }
}

} // namespace
