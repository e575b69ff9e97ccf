//===- BuildsPerDevice.cpp - Programs built for some devices --------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Programs of a context of two devices, one a part of the other, that are
/// built, compiled, linked or loaded for one of them, or for each differently.
///
//===----------------------------------------------------------------------===//

#include "Checked.h"
#include "ExtensionFunctions.h"

using namespace conformance;

namespace {

constexpr char Source[] = R"(
  #ifndef N
  #define N 1
  #endif
  kernel void value(global int *p) {
    local int v[N];
    v[0] = N;
    *p = v[0];
  }
  kernel void at(global int *p, local int *q) {
    local int v[N * 4];
    for (int i = 0; i != N * 4; ++i)
      v[i] = 0;
    *q = N;
    *p = *q + v[N];
  }
  #if N == 1
  kernel void differs(global int *p) {}
  kernel void once(global int *p) {}
  #else
  kernel void differs(global int *p, int n) {}
  #endif
)";

constexpr ExtensionFunction<cl_int(cl_command_queue, cl_kernel, cl_uint,
                                   const size_t *, const size_t *, size_t *)>
    SuggestedSize("clGetKernelSuggestedLocalWorkSizeKHR");

std::string textOf(cl_program P, cl_device_id D, cl_program_build_info What) {
  return stringInfo([&](size_t Size, void *Value, size_t *Ret) {
    return clGetProgramBuildInfo(P, D, What, Size, Value, Ret);
  });
}
template <class T>
T infoOf(cl_program P, cl_device_id D, cl_program_build_info What) {
  T Value{};
  ok(clGetProgramBuildInfo(P, D, What, sizeof(T), &Value, nullptr));
  return Value;
}
cl_build_status statusOf(cl_program P, cl_device_id D) {
  return infoOf<cl_build_status>(P, D, CL_PROGRAM_BUILD_STATUS);
}
cl_program_binary_type typeOf(cl_program P, cl_device_id D) {
  return infoOf<cl_program_binary_type>(P, D, CL_PROGRAM_BINARY_TYPE);
}
template <class T> std::vector<T> listOf(cl_program P, cl_program_info What) {
  size_t Bytes = 0;
  ok(clGetProgramInfo(P, What, 0, nullptr, &Bytes));
  std::vector<T> All(Bytes / sizeof(T));
  ok(clGetProgramInfo(P, What, Bytes, All.data(), nullptr));
  return All;
}
cl_int build(cl_program P, cl_device_id D, const char *Options = "") {
  return clBuildProgram(P, 1, &D, Options, nullptr, nullptr);
}
cl_int compile(cl_program P, cl_device_id D) {
  return clCompileProgram(P, 1, &D, "", 0, nullptr, nullptr, nullptr, nullptr);
}
cl_int errorOfKernel(cl_program P, const char *Name) {
  cl_int Code;
  Kernel K(clCreateKernel(P, Name, &Code));
  return Code;
}

class BuildsPerDevice : public testing::Test {
protected:
  void SetUp() override {
    Whole = device();
    Part = makeSubDevice();
    if (!Part)
      GTEST_SKIP() << "cannot be divided";
    const cl_device_id Both[] = {Whole, Part};
    cl_int Code;
    C = Context(clCreateContext(nullptr, 2, Both, nullptr, nullptr, &Code));
    ok(Code);
    OnWhole = Queue(clCreateCommandQueue(C, Whole, 0, &Code));
    ok(Code);
    OnPart = Queue(clCreateCommandQueue(C, Part, 0, &Code));
    ok(Code);
    Out = Buffer(clCreateBuffer(C, 0, sizeof(cl_int), nullptr, &Code));
    ok(Code);
  }
  Program make(const char *Text = Source) {
    cl_int Code;
    Program P(clCreateProgramWithSource(C, 1, &Text, nullptr, &Code));
    ok(Code);
    return P;
  }
  /// \p Bytes for each of \p Devices.
  Program load(const std::vector<cl_device_id> &Devices,
               const std::vector<Binary> &Bytes) {
    std::vector<const unsigned char *> Data;
    std::vector<size_t> Sizes;
    for (const Binary &B : Bytes) {
      Data.push_back(B.data());
      Sizes.push_back(B.size());
    }
    cl_int Code;
    Program P(clCreateProgramWithBinary(C, cl_uint(Devices.size()),
                                        Devices.data(), Sizes.data(),
                                        Data.data(), nullptr, &Code));
    ok(Code);
    return P;
  }
  /// The binary for device number \p Index of \p P.
  static Binary binary(cl_program P, size_t Index) {
    const auto Sizes = listOf<size_t>(P, CL_PROGRAM_BINARY_SIZES);
    Binary Bytes(Sizes[Index]);
    std::vector<unsigned char *> Where(Sizes.size());
    Where[Index] = Bytes.data();
    ok(clGetProgramInfo(P, CL_PROGRAM_BINARIES, Where.size() * sizeof(Where[0]),
                        Where.data(), nullptr));
    return Bytes;
  }
  Program link(const std::vector<cl_device_id> &Devices,
               const std::vector<cl_program> &Inputs, cl_int &Code) {
    return Program(clLinkProgram(
        C, cl_uint(Devices.size()), Devices.empty() ? nullptr : Devices.data(),
        "", cl_uint(Inputs.size()), Inputs.data(), nullptr, nullptr, &Code));
  }
  /// What \p K writes, which takes one item.
  int run(cl_command_queue Q, cl_kernel K) {
    const size_t One = 1;
    const cl_mem Memory = Out;
    ok(clSetKernelArg(K, 0, sizeof(cl_mem), &Memory));
    ok(clEnqueueNDRangeKernel(Q, K, 1, nullptr, &One, nullptr, 0, nullptr,
                              nullptr));
    cl_int Value = -1;
    ok(clEnqueueReadBuffer(Q, Out, CL_TRUE, 0, sizeof(Value), &Value, 0,
                           nullptr, nullptr));
    return Value;
  }

  cl_device_id Whole = nullptr;
  SubDevice Part;
  Context C;
  Queue OnWhole, OnPart;
  Buffer Out;
};

TEST_F(BuildsPerDevice, StatusIsThatOfTheDevice) {
  Program P = make();
  ok(build(P, Part, "-DN=3"));
  EXPECT_EQ(statusOf(P, Part), CL_BUILD_SUCCESS);
  EXPECT_EQ(textOf(P, Part, CL_PROGRAM_BUILD_OPTIONS), "-DN=3");
  EXPECT_EQ(typeOf(P, Part), cl_uint(CL_PROGRAM_BINARY_TYPE_EXECUTABLE));
  EXPECT_EQ(statusOf(P, Whole), CL_BUILD_NONE);
  EXPECT_EQ(textOf(P, Whole, CL_PROGRAM_BUILD_OPTIONS), "");
  EXPECT_EQ(textOf(P, Whole, CL_PROGRAM_BUILD_LOG), "");
  EXPECT_EQ(typeOf(P, Whole), cl_uint(CL_PROGRAM_BINARY_TYPE_NONE));
  const auto Sizes = listOf<size_t>(P, CL_PROGRAM_BINARY_SIZES);
  EXPECT_EQ(Sizes[0], 0u);
  EXPECT_GT(Sizes[1], 0u);
  ok(compile(P, Whole));
  EXPECT_EQ(typeOf(P, Whole), cl_uint(CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT));
  EXPECT_EQ(typeOf(P, Part), cl_uint(CL_PROGRAM_BINARY_TYPE_EXECUTABLE));
  EXPECT_EQ(build(P, Whole, "-DN=("), CL_BUILD_PROGRAM_FAILURE);
  EXPECT_EQ(statusOf(P, Whole), CL_BUILD_ERROR);
  EXPECT_NE(textOf(P, Whole, CL_PROGRAM_BUILD_LOG), "");
  EXPECT_EQ(statusOf(P, Part), CL_BUILD_SUCCESS);
  EXPECT_EQ(run(OnPart, makeKernel(P, "value")), 3);
}

TEST_F(BuildsPerDevice, KernelsRunWhereTheyAreBuilt) {
  Program P = make();
  ok(build(P, Part));
  Kernel K = makeKernel(P, "value");
  EXPECT_EQ(run(OnPart, K), 1);
  const size_t One = 1;
  size_t Size;
  EXPECT_EQ(clEnqueueNDRangeKernel(OnWhole, K, 1, nullptr, &One, nullptr, 0,
                                   nullptr, nullptr),
            CL_INVALID_PROGRAM_EXECUTABLE);
  EXPECT_EQ(clEnqueueTask(OnWhole, K, 0, nullptr, nullptr),
            CL_INVALID_PROGRAM_EXECUTABLE);
  EXPECT_EQ(SuggestedSize(OnWhole, K, 1, nullptr, &One, &Size),
            CL_INVALID_PROGRAM_EXECUTABLE);
  EXPECT_EQ(clGetKernelWorkGroupInfo(K, Whole, CL_KERNEL_WORK_GROUP_SIZE,
                                     sizeof(Size), &Size, nullptr),
            CL_INVALID_PROGRAM_EXECUTABLE);
  ok(clGetKernelWorkGroupInfo(K, Part, CL_KERNEL_WORK_GROUP_SIZE, sizeof(Size),
                              &Size, nullptr));
  EXPECT_EQ(build(P, Whole), CL_INVALID_OPERATION);
}

// "If a program binary has not been built for a sub-device, the program binary
// associated with the parent device will be used."
TEST_F(BuildsPerDevice, PartsUseWhatTheWholeHas) {
  Program P = make();
  ok(build(P, Whole, "-DN=6"));
  EXPECT_EQ(statusOf(P, Part), CL_BUILD_SUCCESS);
  EXPECT_EQ(textOf(P, Part, CL_PROGRAM_BUILD_OPTIONS), "-DN=6");
  EXPECT_EQ(typeOf(P, Part), cl_uint(CL_PROGRAM_BINARY_TYPE_EXECUTABLE));
  EXPECT_EQ(run(OnPart, makeKernel(P, "value")), 6);
  EXPECT_EQ(binary(P, 0), binary(P, 1));

  Program Loaded = load({Whole}, {binary(P, 0)});
  ok(clBuildProgram(Loaded, 0, nullptr, "", nullptr, nullptr));
  EXPECT_EQ(run(OnPart, makeKernel(Loaded, "value")), 6);

  ok(build(P, Part, "-DN=7"));
  Kernel K = makeKernel(P, "value");
  EXPECT_EQ(run(OnWhole, K), 6);
  EXPECT_EQ(run(OnPart, K), 7);
}

TEST_F(BuildsPerDevice, EachHasItsOptions) {
  Program P = make();
  ok(build(P, Whole, "-DN=2"));
  ok(build(P, Part, "-DN=5"));
  EXPECT_EQ(textOf(P, Whole, CL_PROGRAM_BUILD_OPTIONS), "-DN=2");
  EXPECT_EQ(textOf(P, Part, CL_PROGRAM_BUILD_OPTIONS), "-DN=5");
  Kernel K = makeKernel(P, "value");
  EXPECT_EQ(run(OnWhole, K), 2);
  EXPECT_EQ(run(OnPart, K), 5);
  // A local argument lies behind the variables of both.
  Kernel At = makeKernel(P, "at");
  ok(clSetKernelArg(At, 1, sizeof(cl_int), nullptr));
  EXPECT_EQ(run(OnWhole, At), 2);
  EXPECT_EQ(run(OnPart, At), 5);
}

TEST_F(BuildsPerDevice, KernelsThatDifferAreNone) {
  Program P = make();
  ok(build(P, Whole));
  EXPECT_EQ(errorOfKernel(P, "differs"), CL_SUCCESS);
  ok(build(P, Part, "-DN=2"));
  EXPECT_EQ(errorOfKernel(P, "value"), CL_SUCCESS);
  EXPECT_EQ(errorOfKernel(P, "differs"), CL_INVALID_KERNEL_DEFINITION);
  EXPECT_EQ(errorOfKernel(P, "once"), CL_INVALID_KERNEL_DEFINITION);
  EXPECT_EQ(errorOfKernel(P, "never"), CL_INVALID_KERNEL_NAME);
  const auto Names = listOf<char>(P, CL_PROGRAM_KERNEL_NAMES);
  EXPECT_STREQ(Names.data(), "value;at");
  cl_uint Count = 0;
  ok(clCreateKernelsInProgram(P, 0, nullptr, &Count));
  EXPECT_EQ(Count, 2u);
}

TEST_F(BuildsPerDevice, BinariesAreForTheirDevices) {
  Program P = make();
  ok(build(P, Whole, "-DN=2"));
  ok(build(P, Part, "-DN=3"));
  Program Loaded = load({Part}, {binary(P, 1)});
  EXPECT_EQ(listOf<cl_device_id>(Loaded, CL_PROGRAM_DEVICES),
            std::vector<cl_device_id>{Part});
  EXPECT_EQ(build(Loaded, Whole), CL_INVALID_DEVICE);
  size_t Size;
  EXPECT_EQ(clGetProgramBuildInfo(Loaded, Whole, CL_PROGRAM_BUILD_LOG, 0,
                                  nullptr, &Size),
            CL_INVALID_DEVICE);
  ok(clBuildProgram(Loaded, 0, nullptr, "", nullptr, nullptr));
  EXPECT_EQ(run(OnPart, makeKernel(Loaded, "value")), 3);

  Program Other = load({Part, Whole}, {binary(P, 1), binary(P, 0)});
  EXPECT_EQ(typeOf(Other, Whole), cl_uint(CL_PROGRAM_BINARY_TYPE_EXECUTABLE));
  EXPECT_EQ(errorOfKernel(Other, "value"), CL_INVALID_PROGRAM_EXECUTABLE);
  ok(clBuildProgram(Other, 0, nullptr, nullptr, nullptr, nullptr));
  Kernel K = makeKernel(Other, "value");
  EXPECT_EQ(run(OnWhole, K), 2);
  EXPECT_EQ(run(OnPart, K), 3);
}

TEST_F(BuildsPerDevice, LinkingTakesWhatIsCompiledForADevice) {
  Program OnlyPart = make("int f() { return 4; }");
  Program Both = make("int f(); kernel void k(global int *p) { *p = f(); }");
  ok(compile(OnlyPart, Part));
  ok(clCompileProgram(Both, 0, nullptr, "", 0, nullptr, nullptr, nullptr,
                      nullptr));
  cl_int Code;
  // "All other cases will return a CL_INVALID_OPERATION error."
  link({}, {OnlyPart, Both}, Code);
  EXPECT_EQ(Code, CL_INVALID_OPERATION);
  Program Linked = link({Part}, {OnlyPart, Both}, Code);
  ok(Code);
  EXPECT_EQ(listOf<cl_device_id>(Linked, CL_PROGRAM_DEVICES),
            std::vector<cl_device_id>{Part});
  EXPECT_EQ(run(OnPart, makeKernel(Linked, "k")), 4);

  // "No link is performed and there will be no program executable generated
  // for this device."
  Program Half = link({}, {OnlyPart}, Code);
  ok(Code);
  EXPECT_EQ(listOf<cl_device_id>(Half, CL_PROGRAM_DEVICES).size(), 2u);
  EXPECT_EQ(statusOf(Half, Whole), CL_BUILD_NONE);
  EXPECT_EQ(statusOf(Half, Part), CL_BUILD_SUCCESS);
}

} // namespace
