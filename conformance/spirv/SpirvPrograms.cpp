//===- SpirvPrograms.cpp - Programs that are SPIR-V -----------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// clCreateProgramWithIL, what may be asked of its programs, specialisation
/// constants, linking, binaries, and modules that are refused.
///
//===----------------------------------------------------------------------===//

#include "Spirv.h"

#include <algorithm>

using namespace conformance;

namespace {

using Spirv = SpirvTest;

/// kernel void f(global int *out, int x) { out[get_global_id(0)] = x + K; },
/// where K has SpecId 7.
std::string adding() {
  return prelude() + R"(
    OpEntryPoint Kernel %f "f" %gid
    OpExecutionMode %f LocalSize 4 1 1
    OpName %out "out"
    OpName %x "x"
    OpDecorate %gid BuiltIn GlobalInvocationId
    OpDecorate %gid Constant
    OpDecorate %k SpecId 7
    %void = OpTypeVoid
    %int = OpTypeInt 32 0
    %long = OpTypeInt 64 0
    %long3 = OpTypeVector %long 3
    %in3 = OpTypePointer Input %long3
    %ptr = OpTypePointer CrossWorkgroup %int
    %k = OpSpecConstant %int 100
    %type = OpTypeFunction %void %ptr %int
    %gid = OpVariable %in3 Input
    %f = OpFunction %void None %type
    %out = OpFunctionParameter %ptr
    %x = OpFunctionParameter %int
    %entry = OpLabel
    %ids = OpLoad %long3 %gid
    %id = OpCompositeExtract %long %ids 0
    %sum = OpIAdd %int %x %k
    %at = OpInBoundsPtrAccessChain %ptr %out %id
    OpStore %at %sum
    OpReturn
    OpFunctionEnd)";
}

std::vector<int> run(cl_program P, int X) {
  Kernel K = makeKernel(P, "f");
  Buffer Out = makeBuffer(8 * sizeof(int));
  setArgs(K, Out, X);
  launch(K, {{8}, {4}, {}});
  return download<int>(Out, 8);
}

std::vector<unsigned char> ilOf(cl_program P) {
  size_t Size = 1;
  ok(clGetProgramInfo(P, CL_PROGRAM_IL, 0, nullptr, &Size));
  std::vector<unsigned char> Bytes(Size);
  ok(clGetProgramInfo(P, CL_PROGRAM_IL, Size, Bytes.data(), nullptr));
  return Bytes;
}

TEST_F(Spirv, Runs) {
  const Words Module = assemble(adding());
  Program P = buildIL(Module);
  EXPECT_EQ(run(P, 5), std::vector<int>(8, 105));
  const auto *Bytes = reinterpret_cast<const unsigned char *>(Module.data());
  EXPECT_EQ(ilOf(P), std::vector<unsigned char>(
                         Bytes, Bytes + Module.size() * sizeof(Module[0])));
}

TEST_F(Spirv, EveryVersion) {
  for (unsigned Minor = 0; Minor <= 6; ++Minor) {
    // Since 1.4 an entry point names its variables, as it does here.
    Program P = buildIL(assemble(adding(), Minor));
    EXPECT_EQ(run(P, int(Minor)), std::vector<int>(8, 100 + int(Minor)));
  }
}

TEST_F(Spirv, OtherByteOrder) {
  Words Module = assemble(adding());
  for (std::uint32_t &W : Module)
    W = __builtin_bswap32(W);
  EXPECT_EQ(run(buildIL(Module), 1), std::vector<int>(8, 101));
}

TEST_F(Spirv, OnlyProgramsFromItHaveIt) {
  EXPECT_TRUE(ilOf(build("kernel void f() {}")).empty());
}

TEST_F(Spirv, AsBinary) {
  const Words Module = assemble(adding());
  const auto *Bytes = reinterpret_cast<const unsigned char *>(Module.data());
  Program P;
  ok(loadBinary({Bytes, Bytes + Module.size() * sizeof(Module[0])}, P));
  ok(clBuildProgram(P, 0, nullptr, nullptr, nullptr, nullptr));
  EXPECT_EQ(run(P, 2), std::vector<int>(8, 102));
}

TEST_F(Spirv, BinaryOfIt) {
  Program P;
  ok(loadBinary(binaryOf(buildIL(assemble(adding()))), P));
  ok(clBuildProgram(P, 0, nullptr, nullptr, nullptr, nullptr));
  EXPECT_EQ(run(P, 3), std::vector<int>(8, 103));
  EXPECT_TRUE(ilOf(P).empty());
}

TEST_F(Spirv, FunctionOfTheExtension) {
  ASSERT_TRUE(hasExtension("cl_khr_il_program"));
  auto Create = reinterpret_cast<decltype(&clCreateProgramWithIL)>(
      clGetExtensionFunctionAddressForPlatform(platform(),
                                               "clCreateProgramWithILKHR"));
  ASSERT_NE(Create, nullptr);
  const Words Module = assemble(adding());
  cl_int Code;
  Program P(Create(context(), Module.data(), Module.size() * 4, &Code));
  EXPECT_EQ(Code, CL_SUCCESS);
}

//===----------------------------------------------------------------------===//
// Queries
//===----------------------------------------------------------------------===//

template <class T> std::vector<T> listInfo(cl_device_info Name) {
  size_t Size = 0;
  ok(clGetDeviceInfo(device(), Name, 0, nullptr, &Size));
  std::vector<T> Values(Size / sizeof(T));
  ok(clGetDeviceInfo(device(), Name, Size, Values.data(), nullptr));
  return Values;
}

TEST_F(Spirv, Versions) {
  const std::string Names = stringInfo([](size_t Size, void *Value,
                                          size_t *Ret) {
    return clGetDeviceInfo(device(), CL_DEVICE_IL_VERSION, Size, Value, Ret);
  });
  std::string Again;
  for (const cl_name_version &E :
       listInfo<cl_name_version>(CL_DEVICE_ILS_WITH_VERSION))
    Again += (Again.empty() ? "" : " ") + std::string(E.name) + "_" +
             std::to_string(CL_VERSION_MAJOR(E.version)) + "." +
             std::to_string(CL_VERSION_MINOR(E.version));
  EXPECT_EQ(Names, Again);
  EXPECT_NE(Names.find("SPIR-V_1.0"), std::string::npos);
}

TEST_F(Spirv, Parts) {
  ASSERT_TRUE(hasExtension("cl_khr_spirv_queries"));
  const auto Has = [](cl_device_info Name, const char *Text) {
    const auto List = listInfo<const char *>(Name);
    return std::any_of(List.begin(), List.end(), [&](const char *Each) {
      return std::strcmp(Each, Text) == 0;
    });
  };
  EXPECT_TRUE(Has(CL_DEVICE_SPIRV_EXTENDED_INSTRUCTION_SETS_KHR, "OpenCL.std"));
  EXPECT_TRUE(Has(CL_DEVICE_SPIRV_EXTENSIONS_KHR, "SPV_KHR_linkonce_odr"));
  const auto Known = listInfo<cl_uint>(CL_DEVICE_SPIRV_CAPABILITIES_KHR);
  for (cl_uint Wanted : {4, 5, 6, 7, 8, 11, 22, 39}) // Of SPIR-V 1.0.
    EXPECT_NE(std::find(Known.begin(), Known.end(), Wanted), Known.end());
}

std::string argText(cl_kernel K, cl_uint Index, cl_kernel_arg_info Name) {
  return stringInfo([&](size_t Size, void *Value, size_t *Ret) {
    return clGetKernelArgInfo(K, Index, Name, Size, Value, Ret);
  });
}

TEST_F(Spirv, KernelInfo) {
  Kernel K = makeKernel(buildIL(assemble(adding())), "f");
  EXPECT_EQ(argText(K, 0, CL_KERNEL_ARG_NAME), "out");
  EXPECT_EQ(argText(K, 0, CL_KERNEL_ARG_TYPE_NAME), "int*");
  EXPECT_EQ(argText(K, 1, CL_KERNEL_ARG_NAME), "x");
  cl_kernel_arg_address_qualifier Space = 0;
  ok(clGetKernelArgInfo(K, 0, CL_KERNEL_ARG_ADDRESS_QUALIFIER, sizeof(Space),
                        &Space, nullptr));
  EXPECT_EQ(Space, cl_uint(CL_KERNEL_ARG_ADDRESS_GLOBAL));
  std::array<size_t, 3> Required{};
  ok(clGetKernelWorkGroupInfo(K, device(), CL_KERNEL_COMPILE_WORK_GROUP_SIZE,
                              sizeof(Required), &Required, nullptr));
  EXPECT_EQ(Required, (std::array<size_t, 3>{4, 1, 1}));
}

//===----------------------------------------------------------------------===//
// Specialisation constants
//===----------------------------------------------------------------------===//

TEST_F(Spirv, Specialisation) {
  Program P = makeIL(assemble(adding()));
  for (int Value : {-3, 70000}) {
    ok(clSetProgramSpecializationConstant(P, 7, sizeof(Value), &Value));
    ok(clBuildProgram(P, 0, nullptr, nullptr, nullptr, nullptr));
    EXPECT_EQ(run(P, 1), std::vector<int>(8, Value + 1));
  }
  const auto Il = ilOf(P);
  const Words Module = assemble(adding());
  EXPECT_EQ(std::memcmp(Il.data(), Module.data(), Il.size()), 0);
}

TEST_F(Spirv, SpecialisationOfEveryType) {
  struct Constant {
    const char *type, *value;
    std::vector<unsigned char> bytes;
    long result;
  };
  // Converted to long, or 1 if it is true.
  const Constant All[] = {
      {"OpTypeInt 8 0", "OpConvertUToF %double %k", {200}, 200},
      {"OpTypeInt 16 0", "OpConvertUToF %double %k", {0x34, 0x92}, 0x9234},
      {"OpTypeInt 64 0",
       "OpConvertUToF %double %k",
       {1, 0, 0, 0, 2, 0, 0, 0},
       0x200000001},
      {"OpTypeFloat 16", "OpFConvert %double %k", {0, 0x4a}, 12},
      {"OpTypeFloat 32", "OpFConvert %double %k", {0, 0, 0x40, 0x41}, 12},
      {"OpTypeFloat 64",
       "OpFAdd %double %k %zero",
       {0, 0, 0, 0, 0, 0, 0x28, 0x40},
       12},
      {"OpTypeBool", "OpSelect %double %k %one %zero", {2}, 1},
      {"OpTypeBool", "OpSelect %double %k %one %zero", {0}, 0},
  };
  for (const Constant &C : All) {
    const bool IsBool = std::string(C.type) == "OpTypeBool";
    const bool IsDouble = std::string(C.type) == "OpTypeFloat 64";
    const std::string Type = IsDouble ? "double" : "t";
    const Words Module = assemble(
        prelude("OpCapability Float64\nOpCapability Float16\n") +
        R"(OpEntryPoint Kernel %f "f"
           OpDecorate %k SpecId 3
           %void = OpTypeVoid
           %long = OpTypeInt)" +
        std::string(" 64 0\n%double = OpTypeFloat 64\n") +
        (IsDouble || std::string(C.type) == "OpTypeInt 64 0"
             ? ""
             : "%t = " + std::string(C.type) + "\n") +
        "%k = " +
        (IsBool
             ? "OpSpecConstantTrue %t"
             : "OpSpecConstant %" +
                   (std::string(C.type) == "OpTypeInt 64 0" ? "long" : Type) +
                   " 1") +
        R"(
           %zero = OpConstant %double 0
           %one = OpConstant %double 1
           %ptr = OpTypePointer CrossWorkgroup %double
           %type = OpTypeFunction %void %ptr
           %f = OpFunction %void None %type
           %out = OpFunctionParameter %ptr
           %entry = OpLabel
           %v = )" +
        C.value + R"(
           OpStore %out %v
           OpReturn
           OpFunctionEnd)");
    Program P = makeIL(Module);
    EXPECT_EQ(clSetProgramSpecializationConstant(P, 3, C.bytes.size() + 1,
                                                 C.bytes.data()),
              CL_INVALID_VALUE);
    ok(clSetProgramSpecializationConstant(P, 3, C.bytes.size(),
                                          C.bytes.data()));
    ok(clBuildProgram(P, 0, nullptr, nullptr, nullptr, nullptr));
    Kernel K = makeKernel(P, "f");
    Buffer Out = makeBuffer(sizeof(double));
    setArgs(K, Out);
    launch(K, {{1}, {}, {}});
    EXPECT_EQ(download<double>(Out, 1)[0], double(C.result)) << C.type;
  }
}

TEST_F(Spirv, SpecialisationErrors) {
  Program P = makeIL(assemble(adding()));
  const long Value = 1;
  EXPECT_EQ(clSetProgramSpecializationConstant(P, 8, 4, &Value),
            CL_INVALID_SPEC_ID);
  EXPECT_EQ(clSetProgramSpecializationConstant(P, 7, 8, &Value),
            CL_INVALID_VALUE);
  EXPECT_EQ(clSetProgramSpecializationConstant(P, 7, 4, nullptr),
            CL_INVALID_VALUE);
  EXPECT_EQ(clSetProgramSpecializationConstant(build("kernel void f() {}"), 7,
                                               4, &Value),
            CL_INVALID_PROGRAM);
  EXPECT_EQ(clSetProgramSpecializationConstant(nullptr, 7, 4, &Value),
            CL_INVALID_PROGRAM);
}

//===----------------------------------------------------------------------===//
// What is refused
//===----------------------------------------------------------------------===//

TEST_F(Spirv, NotSpirv) {
  const Words Module = assemble(adding());
  Program P;
  cl_int Code;
  EXPECT_EQ(clCreateProgramWithIL(context(), nullptr, 20, &Code), nullptr);
  EXPECT_EQ(Code, CL_INVALID_VALUE);
  EXPECT_EQ(clCreateProgramWithIL(context(), Module.data(), 0, &Code), nullptr);
  EXPECT_EQ(Code, CL_INVALID_VALUE);
  EXPECT_EQ(clCreateProgramWithIL(nullptr, Module.data(), 20, &Code), nullptr);
  EXPECT_EQ(Code, CL_INVALID_CONTEXT);
  // Of no whole words; less than a header; not whole at the end.
  for (size_t Bytes :
       {size_t(3), size_t(16), Module.size() * 4 - 1, Module.size() * 4 - 12}) {
    EXPECT_EQ(clCreateProgramWithIL(context(), Module.data(), Bytes, &Code),
              nullptr)
        << Bytes;
    EXPECT_EQ(Code, CL_INVALID_VALUE) << Bytes;
  }
  const auto With = [&](size_t Index, std::uint32_t Value) {
    Words Changed = Module;
    Changed[Index] = Value;
    return loadIL(Changed, P);
  };
  EXPECT_EQ(With(0, 0x12345678), CL_INVALID_VALUE);
  EXPECT_EQ(With(1, 0x00020000), CL_INVALID_VALUE); // The version.
  EXPECT_EQ(With(1, 0x00010700), CL_INVALID_VALUE);
  EXPECT_EQ(With(4, 1), CL_INVALID_VALUE);  // The schema.
  EXPECT_EQ(With(5, 17), CL_INVALID_VALUE); // An instruction of no words.
  EXPECT_EQ(With(0, Module[0]), CL_SUCCESS);
}

/// \p Text with the first \p Old replaced.
std::string replaced(std::string Text, const std::string &Old,
                     const std::string &New) {
  return Text.replace(Text.find(Old), Old.size(), New);
}

TEST_F(Spirv, LogsNameTheInstruction) {
  const std::string Log = failingLog(
      assemble(replaced(adding(), "OpIAdd %int %x %k", "OpFAdd %int %x %k")));
  EXPECT_NE(Log.find("FAdd"), std::string::npos) << Log;
  const std::string Missing = failingLog(
      assemble(replaced(adding(), "OpStore %at %sum", "OpStore %at %nowhere")));
  EXPECT_NE(Missing.find("has not been defined"), std::string::npos) << Missing;
}

TEST_F(Spirv, LogsNameWhatIsNotSupported) {
  std::string Log =
      failingLog(assemble(replaced(adding(), "OpCapability Int64",
                                   "OpCapability Int64\nOpCapability Shader")));
  EXPECT_NE(Log.find("OpCapability Shader "), std::string::npos) << Log;
  Log = failingLog(assemble(replaced(
      adding(), "%ext =", "OpExtension \"SPV_NOBODY_knows\"\n%ext =")));
  EXPECT_NE(Log.find("SPV_NOBODY_knows"), std::string::npos) << Log;
  Log = failingLog(assemble(replaced(adding(), "Physical64", "Physical32")));
  EXPECT_NE(Log.find("64 bits"), std::string::npos) << Log;
}

TEST_F(Spirv, MissingFunctions) {
  const std::string Log = failingLog(assemble(prelude() + R"(
    OpEntryPoint Kernel %f "f"
    OpDecorate %g LinkageAttributes "elsewhere" Import
    %void = OpTypeVoid
    %type = OpTypeFunction %void
    %g = OpFunction %void None %type
    OpFunctionEnd
    %f = OpFunction %void None %type
    %entry = OpLabel
    %r = OpFunctionCall %void %g
    OpReturn
    OpFunctionEnd)"));
  EXPECT_NE(Log.find("'elsewhere'"), std::string::npos) << Log;
}

/// Any word of a module may be damaged: the process stays.
TEST_F(Spirv, DamagedWords) {
  const Words Module = assemble(adding());
  auto Random = randomSource();
  for (unsigned Iteration = 0; Iteration != 60; ++Iteration) {
    Words Damaged = Module;
    Damaged[5 + Random() % (Damaged.size() - 5)] ^= 1u << Random() % 32;
    Program P;
    if (loadIL(Damaged, P) != CL_SUCCESS)
      continue;
    const cl_int Code =
        clBuildProgram(P, 0, nullptr, nullptr, nullptr, nullptr);
    EXPECT_TRUE(Code == CL_SUCCESS || Code == CL_BUILD_PROGRAM_FAILURE) << Code;
  }
}

//===----------------------------------------------------------------------===//
// Options
//===----------------------------------------------------------------------===//

TEST_F(Spirv, NonUniformGroups) {
  const Words Module =
      assemble(replaced(adding(), "OpExecutionMode %f LocalSize 4 1 1", ""));
  const auto Launch = [&](const std::string &Options) {
    Kernel K = makeKernel(buildIL(Module, Options), "f");
    Buffer Out = makeBuffer(6 * sizeof(int));
    setArgs(K, Out, 0);
    const size_t Global = 6, Local = 4;
    return clEnqueueNDRangeKernel(queue(), K, 1, nullptr, &Global, &Local, 0,
                                  nullptr, nullptr);
  };
  EXPECT_EQ(Launch(""), CL_SUCCESS);
  EXPECT_EQ(Launch("-cl-uniform-work-group-size"), CL_INVALID_WORK_GROUP_SIZE);
  ok(clFinish(queue()));
  Program P = makeIL(Module);
  EXPECT_EQ(clBuildProgram(P, 0, nullptr, "-nonsense", nullptr, nullptr),
            CL_INVALID_BUILD_OPTIONS);
}

} // namespace
