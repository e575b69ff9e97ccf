//===- LanguageVersions.cpp - What -cl-std chooses ------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// OpenCL C 1.0 to 3.0 and C++ for OpenCL 1.0 and 2021: their macros, what
/// tells them apart, and constructors of program-scope variables.
///
//===----------------------------------------------------------------------===//

#include "Support.h"

#include <map>

using namespace conformance;

namespace {

/// What the kernel `k` of \p Source writes to its first argument.
std::vector<cl_int> run(const std::string &Source, const std::string &Options,
                        size_t Count = 4) {
  Kernel K = buildKernel(Source, "k", Options);
  Buffer Out = upload(std::vector<cl_int>(Count, -1));
  setArgs(K, Out);
  launch(K, {{1}, {}, {}});
  return download<cl_int>(Out, Count);
}

TEST(LanguageVersions, HaveTheirMacros) {
  struct Expected {
    cl_int c, cxx;
  };
  const std::map<std::string, Expected> Versions = {
      {"CL1.0", {100, 0}}, {"CL1.1", {110, 0}},    {"CL1.2", {120, 0}},
      {"CL2.0", {200, 0}}, {"CL3.0", {300, 0}},    {"CL3.1", {310, 0}},
      {"CLC++", {0, 100}}, {"CLC++1.0", {0, 100}}, {"CLC++2021", {0, 202100}}};
  const cl_version Numeric = deviceInfo<cl_version>(CL_DEVICE_NUMERIC_VERSION);
  const cl_int Device =
      cl_int(CL_VERSION_MAJOR(Numeric) * 100 + CL_VERSION_MINOR(Numeric) * 10);
  for (const auto &[Name, Version] : Versions)
    EXPECT_EQ(run(R"(
      kernel void k(global int *out) {
      #ifdef __OPENCL_C_VERSION__
        out[0] = __OPENCL_C_VERSION__;
      #else
        out[0] = 0;
      #endif
      #ifdef __OPENCL_CPP_VERSION__
        out[1] = __OPENCL_CPP_VERSION__;
      #else
        out[1] = 0;
      #endif
        out[2] = __OPENCL_VERSION__;
        out[3] = __ENDIAN_LITTLE__ + CL_VERSION_1_0 + CL_VERSION_1_1;
      })",
                  "-cl-std=" + Name),
              (std::vector<cl_int>{Version.c, Version.cxx, Device, 211}))
        << Name;
  EXPECT_EQ(
      run("kernel void k(global int *out) { *out = __OPENCL_C_VERSION__;}", "",
          1)[0],
      120);
}

TEST(LanguageVersions, OthersAreRefused) {
  for (const char *Name : {"CL3.2", "CL4.0", "CLC++2", "c99", ""})
    EXPECT_EQ(
        tryBuild("kernel void k() {}", std::string("-cl-std=") + Name).status,
        CL_INVALID_BUILD_OPTIONS)
        << Name;
}

TEST(LanguageVersions, WhatIsListedBuilds) {
  if (!isFerry())
    GTEST_SKIP() << "about Ferry";
  size_t Size;
  ok(clGetDeviceInfo(device(), CL_DEVICE_OPENCL_C_ALL_VERSIONS, 0, nullptr,
                     &Size));
  std::vector<cl_name_version> All(Size / sizeof(cl_name_version));
  ok(clGetDeviceInfo(device(), CL_DEVICE_OPENCL_C_ALL_VERSIONS, Size,
                     All.data(), nullptr));
  for (const cl_name_version &V : All) {
    const cl_uint Major = CL_VERSION_MAJOR(V.version),
                  Minor = CL_VERSION_MINOR(V.version);
    EXPECT_EQ(
        run("kernel void k(global int *out) "
            "{ *out = __OPENCL_C_VERSION__; }",
            "-cl-std=CL" + std::to_string(Major) + "." + std::to_string(Minor),
            1)[0],
        cl_int(Major * 100 + Minor * 10));
  }
}

/// What OpenCL C 3.1 has more than 3.0, without any extension being named.
TEST(LanguageVersions, FunctionsOfOpenClC31) {
  EXPECT_EQ(run(R"(
      #if __OPENCL_C_VERSION__ < CL_VERSION_3_1
      #error "not of OpenCL C 3.1"
      #endif
      #ifndef __opencl_c_subgroups
      #error "sub-groups are not optional"
      #endif
      kernel void k(global int *out) {
        out[0] = bit_reverse(1u) == 0x80000000u;
        out[1] = bitfield_extract_unsigned(0xabcdu, 4u, 8u);
        out[2] = dot_4x8packed_uu_uint(0x01020304u, 0x01010101u);
        out[3] = dot_acc_sat((uchar4)(1, 2, 3, 4), (uchar4)(1), 5u);
        out[4] = sub_group_reduce_add((char)3);
        out[5] = sub_group_shuffle(7, 0) + sub_group_shuffle_up(1, 0) +
                 sub_group_rotate(1, 0);
        printf("%zu %td", sizeof(int), (ptrdiff_t)-1);
      })",
                "-cl-std=CL3.1", 6),
            (std::vector<cl_int>{1, 0xbc, 10, 15, 3, 9}));
}

/// Every feature that is listed has its macro in OpenCL C 3.0.
TEST(LanguageVersions, FeaturesHaveMacros) {
  size_t Size;
  ok(clGetDeviceInfo(device(), CL_DEVICE_OPENCL_C_FEATURES, 0, nullptr, &Size));
  std::vector<cl_name_version> All(Size / sizeof(cl_name_version));
  ok(clGetDeviceInfo(device(), CL_DEVICE_OPENCL_C_FEATURES, Size, All.data(),
                     nullptr));
  std::string Source;
  for (const cl_name_version &F : All)
    Source +=
        std::string("#ifndef ") + F.name + "\n#error " + F.name + "\n#endif\n";
  build(Source + "kernel void k() {}", "-cl-std=CL3.0");
  build(Source + "kernel void k() {}", "-cl-std=CLC++2021");
}

TEST(LanguageVersions, TwoHasWhatItRequires) {
  EXPECT_EQ(run(R"(
      global atomic_int counter = ATOMIC_VAR_INIT(5);
      global int *global where;
      int get(int *p) { return *p; }
      kernel void k(global int *out) {
        int mine = 7;
        where = out;
        out[0] = get(&mine) + get(where + 1);
        out[1] = atomic_fetch_add_explicit(&counter, 1, memory_order_acq_rel,
                                           memory_scope_device);
        out[2] = work_group_reduce_add(3);
        out[3] = to_global(out) == out;
      })",
                "-cl-std=CL2.0"),
            (std::vector<cl_int>{6, 5, 3, 1}));
}

/// Functions of sub-groups belong to extensions whose macros all versions have.
TEST(LanguageVersions, SubGroupsAreInAll) {
  for (const char *Name :
       {"CL1.2", "CL2.0", "CL3.0", "CLC++1.0", "CLC++2021"}) {
    const std::vector<cl_int> Found = run(R"(
      kernel void k(global int *out) {
      #ifdef cl_khr_subgroup_ballot
        out[0] = get_sub_group_size();
        out[1] = sub_group_reduce_add(2);
        out[2] = sub_group_ballot(1).x;
        sub_group_barrier(CLK_LOCAL_MEM_FENCE);
      #if __OPENCL_C_VERSION__ != 120
        sub_group_barrier(CLK_LOCAL_MEM_FENCE, memory_scope_sub_group);
      #endif
        out[3] = get_sub_group_local_id();
      #endif
      })",
                                          std::string("-cl-std=") + Name);
    if (Found[0] != -1) {
      EXPECT_EQ(Found, (std::vector<cl_int>{1, 2, 1, 0})) << Name;
    }
  }
}

constexpr char Classes[] = R"(
  template <typename T, int N> struct Vector {
    T x[N];
    T sum() const {
      T s = 0;
      for (const T &each : x) s += each;
      return s;
    }
  };
  struct Base { int b; constexpr Base(int b) : b(b) {} };
  struct Derived : Base {
    Derived(int b) : Base(b * 2) {}
    ~Derived() { b = 0; }
    int operator+(int y) const { return b + y; }
  };
  template <typename F> int apply(F f, int x) { return f(x); }
  namespace inner { constexpr int four() { return 4; } }
  inline int twice(int x) { return 2 * x; }
)";

TEST(CxxForOpenCl, Language) {
  if (!hasExtension("cl_ext_cxx_for_opencl"))
    GTEST_SKIP() << "no cl_ext_cxx_for_opencl";
  for (const char *Name : {"CLC++", "CLC++2021"})
    EXPECT_EQ(run(std::string(Classes) + R"(
      kernel void k(global int *out) {
        Vector<int, 3> v = {{1, 2, 3}};
        out[0] = v.sum();
        Derived d(10);
        out[1] = d + inner::four();
        auto add = [&](int x) { return x + out[0]; };
        out[2] = apply(add, 5) + twice(3);
        int &ref = out[3];
        ref = static_cast<int>(clamp(2.5f, 0.0f, 2.0f)) + (nullptr == out);
        barrier(CLK_LOCAL_MEM_FENCE);
      })",
                  std::string("-cl-std=") + Name),
              (std::vector<cl_int>{6, 24, 17, 2}))
        << Name;
}

TEST(CxxForOpenCl, NumericVersionIsThatOfTheMacro) {
  if (!hasExtension("cl_ext_cxx_for_opencl"))
    GTEST_SKIP() << "no cl_ext_cxx_for_opencl";
  constexpr cl_device_info NumericVersion = 0x4230;
  const cl_version V = deviceInfo<cl_version>(NumericVersion);
  EXPECT_EQ(run("kernel void k(global int *out) "
                "{ *out = __OPENCL_CPP_VERSION__; }",
                "-cl-std=CLC++", 1)[0],
            cl_int(CL_VERSION_MAJOR(V) * 100 + CL_VERSION_MINOR(V) * 10));
}

constexpr char Constructed[] = R"(
  struct Count {
    int value;
    Count(int start) : value(start) {}
    ~Count() { value = -7; }
  };
  int make() { return 41; }
  Count first(make()), second(first.value + 1);
  int plain = 3;
  kernel void k(global int *out) {
    out[0] = first.value++;
    out[1] = second.value;
    out[2] = plain;
    out[3] = get_global_size(0);
  })";

cl_bool hasConstructors(cl_program P) {
  cl_bool Has = 2;
  ok(clGetProgramInfo(P, CL_PROGRAM_SCOPE_GLOBAL_CTORS_PRESENT, sizeof(Has),
                      &Has, nullptr));
  return Has;
}

size_t numKernels(cl_program P) {
  size_t Count = 0;
  ok(clGetProgramInfo(P, CL_PROGRAM_NUM_KERNELS, sizeof(Count), &Count,
                      nullptr));
  return Count;
}

/// Runs `k` of \p P twice: constructors are called once.
void expectConstructed(cl_program P, cl_int Start) {
  Kernel K = makeKernel(P, "k");
  Buffer Out = makeBuffer(4 * sizeof(cl_int));
  setArgs(K, Out);
  for (cl_int Iteration = 0; Iteration != 2; ++Iteration) {
    launch(K, {{1}, {}, {}});
    EXPECT_EQ(download<cl_int>(Out, 4),
              (std::vector<cl_int>{Start + Iteration, 42, 3, 1}));
  }
}

/// "The implementation defines an ABI format for runtime initialization [...]
/// of global objects before [...] all kernels are enqueued."
TEST(CxxForOpenCl, ConstructorsRunBeforeKernels) {
  if (!isFerry())
    GTEST_SKIP() << "about Ferry";
  Program P = build(Constructed, "-cl-std=CLC++2021");
  EXPECT_TRUE(hasConstructors(P));
  EXPECT_EQ(numKernels(P), 1u);
  std::string Names = stringInfo([&](size_t Size, void *Value, size_t *Ret) {
    return clGetProgramInfo(P, CL_PROGRAM_KERNEL_NAMES, Size, Value, Ret);
  });
  EXPECT_EQ(Names, "k");
  cl_int Error;
  EXPECT_EQ(clCreateKernel(P, "(constructors)", &Error), nullptr);
  EXPECT_EQ(Error, CL_INVALID_KERNEL_NAME);
  expectConstructed(P, 41);

  EXPECT_FALSE(hasConstructors(build("kernel void k() {}", "-cl-std=CLC++")));
}

TEST(CxxForOpenCl, ConstructorsRunForBinaries) {
  if (!isFerry())
    GTEST_SKIP() << "about Ferry";
  Program FromBinary;
  ok(loadBinary(binaryOf(build(Constructed, "-cl-std=CLC++")), FromBinary));
  ok(clBuildProgram(FromBinary, 0, nullptr, nullptr, nullptr, nullptr));
  EXPECT_TRUE(hasConstructors(FromBinary));
  expectConstructed(FromBinary, 41);
}

TEST(CxxForOpenCl, ConstructorsRunForAllThatIsLinked) {
  if (!isFerry())
    GTEST_SKIP() << "about Ferry";
  auto Compile = [](const char *Text) {
    Program P(clCreateProgramWithSource(context(), 1, &Text, nullptr, nullptr));
    ok(clCompileProgram(P, 0, nullptr, "-cl-std=CLC++", 0, nullptr, nullptr,
                        nullptr, nullptr));
    return P;
  };
  Program One = Compile(Constructed);
  Program Two = Compile(R"(
    struct Other { int x; Other(int x) : x(x * x) {} } other(5);
    kernel void get(global int *out) { *out = other.x; })");
  const cl_program Both[] = {One, Two};
  cl_int Error;
  Program Linked(clLinkProgram(context(), 0, nullptr, "", 2, Both, nullptr,
                               nullptr, &Error));
  ok(Error);
  EXPECT_EQ(numKernels(Linked), 2u);
  expectConstructed(Linked, 41);
  Kernel Get = makeKernel(Linked, "get");
  Buffer Out = makeBuffer(sizeof(cl_int));
  setArgs(Get, Out);
  launch(Get, {{1}, {}, {}});
  EXPECT_EQ(download<cl_int>(Out, 1)[0], 25);
}

} // namespace
