//===- ApiQueries.cpp - What objects tell about themselves ----------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Queries: sizes, buffers that are too small, unknown names, and the values
/// that an OpenCL 3.0 device owes.
///
//===----------------------------------------------------------------------===//

#include "Support.h"

#include <algorithm>

using namespace conformance;

namespace {

using Query = std::function<cl_int(cl_uint, size_t, void *, size_t *)>;

/// Asks for the size, then for the value with exactly that, more and less.
void expectAnswer(const Query &Ask, cl_uint Name, const char *What) {
  size_t Size = 0;
  ASSERT_EQ(Ask(Name, 0, nullptr, &Size), CL_SUCCESS) << What;
  std::vector<unsigned char> Value(Size + 16, 0xEE);
  size_t Again = 0;
  EXPECT_EQ(Ask(Name, Size, Value.data(), &Again), CL_SUCCESS) << What;
  EXPECT_EQ(Again, Size) << What;
  EXPECT_TRUE(std::all_of(Value.begin() + long(Size), Value.end(),
                          [](unsigned char Byte) { return Byte == 0xEE; }))
      << What << " writes past its size";
  EXPECT_EQ(Ask(Name, Size + 8, Value.data(), nullptr), CL_SUCCESS) << What;
  if (Size) {
    EXPECT_EQ(Ask(Name, Size - 1, Value.data(), nullptr), CL_INVALID_VALUE)
        << What;
  }
}

void expectUnknown(const Query &Ask) {
  char Value[64];
  EXPECT_EQ(Ask(0x7777, sizeof(Value), Value, nullptr), CL_INVALID_VALUE);
}

#define ASK(Name) expectAnswer(Ask, Name, #Name)

TEST(ApiQueries, Platform) {
  Query Ask = [](cl_uint Name, size_t Size, void *Value, size_t *Ret) {
    return clGetPlatformInfo(platform(), Name, Size, Value, Ret);
  };
  ASK(CL_PLATFORM_PROFILE);
  ASK(CL_PLATFORM_VERSION);
  ASK(CL_PLATFORM_NUMERIC_VERSION);
  ASK(CL_PLATFORM_NAME);
  ASK(CL_PLATFORM_VENDOR);
  ASK(CL_PLATFORM_EXTENSIONS);
  ASK(CL_PLATFORM_EXTENSIONS_WITH_VERSION);
  ASK(CL_PLATFORM_HOST_TIMER_RESOLUTION);
  ASK(CL_PLATFORM_ICD_SUFFIX_KHR);
  expectUnknown(Ask);
}

TEST(ApiQueries, Device) {
  Query Ask = [](cl_uint Name, size_t Size, void *Value, size_t *Ret) {
    return clGetDeviceInfo(device(), Name, Size, Value, Ret);
  };
  // All of "Table: OpenCL Device Queries" lies in these two ranges, but for
  // the numbers given to nothing.
  for (cl_uint Name = CL_DEVICE_TYPE; Name <= CL_DEVICE_IMAGE_MAX_ARRAY_SIZE;
       ++Name) {
    size_t Size;
    if (Name == 0x1031 || Name == 0x1034) // Extensions' own.
      continue;
    if (clGetDeviceInfo(device(), Name, 0, nullptr, &Size) == CL_SUCCESS)
      expectAnswer(Ask, Name, std::to_string(Name).c_str());
    else
      EXPECT_EQ(Name, 0x1033u)
          << std::hex << Name << " is not answered"; // Half, without fp16.
  }
  ASK(CL_DEVICE_PARTITION_MAX_SUB_DEVICES);
  ASK(CL_DEVICE_PARTITION_PROPERTIES);
  ASK(CL_DEVICE_PARTITION_AFFINITY_DOMAIN);
  ASK(CL_DEVICE_PARTITION_TYPE);
  ASK(CL_DEVICE_PREFERRED_INTEROP_USER_SYNC);
  ASK(CL_DEVICE_PRINTF_BUFFER_SIZE);
  ASK(CL_DEVICE_IMAGE_PITCH_ALIGNMENT);
  ASK(CL_DEVICE_IMAGE_BASE_ADDRESS_ALIGNMENT);
  ASK(CL_DEVICE_MAX_READ_WRITE_IMAGE_ARGS);
  ASK(CL_DEVICE_MAX_GLOBAL_VARIABLE_SIZE);
  ASK(CL_DEVICE_QUEUE_ON_DEVICE_PROPERTIES);
  ASK(CL_DEVICE_MAX_PIPE_ARGS);
  ASK(CL_DEVICE_SVM_CAPABILITIES);
  ASK(CL_DEVICE_IL_VERSION);
  ASK(CL_DEVICE_MAX_NUM_SUB_GROUPS);
  ASK(CL_DEVICE_NUMERIC_VERSION);
  ASK(CL_DEVICE_EXTENSIONS_WITH_VERSION);
  ASK(CL_DEVICE_ILS_WITH_VERSION);
  ASK(CL_DEVICE_BUILT_IN_KERNELS_WITH_VERSION);
  ASK(CL_DEVICE_ATOMIC_MEMORY_CAPABILITIES);
  ASK(CL_DEVICE_ATOMIC_FENCE_CAPABILITIES);
  ASK(CL_DEVICE_NON_UNIFORM_WORK_GROUP_SUPPORT);
  ASK(CL_DEVICE_OPENCL_C_ALL_VERSIONS);
  ASK(CL_DEVICE_PREFERRED_WORK_GROUP_SIZE_MULTIPLE);
  ASK(CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT);
  ASK(CL_DEVICE_GENERIC_ADDRESS_SPACE_SUPPORT);
  ASK(CL_DEVICE_OPENCL_C_FEATURES);
  ASK(CL_DEVICE_DEVICE_ENQUEUE_CAPABILITIES);
  ASK(CL_DEVICE_PIPE_SUPPORT);
  ASK(CL_DEVICE_LATEST_CONFORMANCE_VERSION_PASSED);
  expectUnknown(Ask);
}

TEST(ApiQueries, DeviceOfOpenCL3) {
  std::string Version = stringInfo([](size_t Size, void *Value, size_t *Ret) {
    return clGetDeviceInfo(device(), CL_DEVICE_VERSION, Size, Value, Ret);
  });
  EXPECT_EQ(Version.rfind("OpenCL 3.", 0), 0u) << Version;
  EXPECT_TRUE(deviceInfo<cl_device_type>(CL_DEVICE_TYPE) & CL_DEVICE_TYPE_CPU);
  EXPECT_TRUE(deviceInfo<cl_bool>(CL_DEVICE_AVAILABLE));
  EXPECT_TRUE(deviceInfo<cl_bool>(CL_DEVICE_COMPILER_AVAILABLE));
  EXPECT_TRUE(deviceInfo<cl_bool>(CL_DEVICE_LINKER_AVAILABLE));
  EXPECT_GE(deviceInfo<cl_ulong>(CL_DEVICE_LOCAL_MEM_SIZE), 32u << 10);
  EXPECT_GE(deviceInfo<size_t>(CL_DEVICE_MAX_PARAMETER_SIZE), 1024u);
  EXPECT_GE(deviceInfo<size_t>(CL_DEVICE_PRINTF_BUFFER_SIZE), 1u << 20);
  cl_ulong Global = deviceInfo<cl_ulong>(CL_DEVICE_GLOBAL_MEM_SIZE);
  EXPECT_GE(deviceInfo<cl_ulong>(CL_DEVICE_MAX_MEM_ALLOC_SIZE), Global / 4);
  EXPECT_EQ(deviceInfo<cl_uint>(CL_DEVICE_ADDRESS_BITS), 64u);
  cl_device_fp_config Single =
      deviceInfo<cl_device_fp_config>(CL_DEVICE_SINGLE_FP_CONFIG);
  EXPECT_TRUE(Single & CL_FP_ROUND_TO_NEAREST);
  EXPECT_TRUE(Single & CL_FP_INF_NAN);
}

TEST(ApiQueries, FerryHasWhatItPromises) {
  if (!isFerry())
    GTEST_SKIP() << "about Ferry";
  for (const char *Name :
       {"cl_khr_byte_addressable_store", "cl_khr_global_int32_base_atomics",
        "cl_khr_global_int32_extended_atomics",
        "cl_khr_local_int32_base_atomics",
        "cl_khr_local_int32_extended_atomics", "cl_khr_int64_base_atomics",
        "cl_khr_fp16", "cl_khr_fp64"})
    EXPECT_TRUE(hasExtension(Name)) << Name;
  EXPECT_GE(deviceInfo<size_t>(CL_DEVICE_MAX_WORK_GROUP_SIZE), 4096u);
}

TEST(ApiQueries, ContextAndQueue) {
  Context C = makeContext();
  Query Ask = [&](cl_uint Name, size_t Size, void *Value, size_t *Ret) {
    return clGetContextInfo(C, Name, Size, Value, Ret);
  };
  ASK(CL_CONTEXT_REFERENCE_COUNT);
  ASK(CL_CONTEXT_NUM_DEVICES);
  ASK(CL_CONTEXT_DEVICES);
  ASK(CL_CONTEXT_PROPERTIES);
  expectUnknown(Ask);

  const cl_queue_properties Properties[] = {
      CL_QUEUE_PROPERTIES,
      CL_QUEUE_PROFILING_ENABLE | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, 0};
  cl_int Code;
  Queue Q(clCreateCommandQueueWithProperties(C, device(), Properties, &Code));
  ok(Code);
  Ask = [&](cl_uint Name, size_t Size, void *Value, size_t *Ret) {
    return clGetCommandQueueInfo(Q, Name, Size, Value, Ret);
  };
  ASK(CL_QUEUE_CONTEXT);
  ASK(CL_QUEUE_DEVICE);
  ASK(CL_QUEUE_REFERENCE_COUNT);
  ASK(CL_QUEUE_PROPERTIES);
  ASK(CL_QUEUE_PROPERTIES_ARRAY);
  ASK(CL_QUEUE_DEVICE_DEFAULT);
  expectUnknown(Ask);
  cl_queue_properties Array[3] = {};
  ok(clGetCommandQueueInfo(Q, CL_QUEUE_PROPERTIES_ARRAY, sizeof(Array), Array,
                           nullptr));
  EXPECT_TRUE(std::equal(Array, Array + 3, Properties));
  const cl_queue_properties Bad[] = {0x7777, 1, 0};
  EXPECT_EQ(clCreateCommandQueueWithProperties(C, device(), Bad, &Code),
            nullptr);
  EXPECT_EQ(Code, CL_INVALID_VALUE);
}

TEST(ApiQueries, MemoryAndEvent) {
  Buffer B = makeBuffer(100, CL_MEM_READ_ONLY);
  Query Ask = [&](cl_uint Name, size_t Size, void *Value, size_t *Ret) {
    return clGetMemObjectInfo(B, Name, Size, Value, Ret);
  };
  ASK(CL_MEM_TYPE);
  ASK(CL_MEM_FLAGS);
  ASK(CL_MEM_SIZE);
  ASK(CL_MEM_HOST_PTR);
  ASK(CL_MEM_MAP_COUNT);
  ASK(CL_MEM_REFERENCE_COUNT);
  ASK(CL_MEM_CONTEXT);
  ASK(CL_MEM_ASSOCIATED_MEMOBJECT);
  ASK(CL_MEM_OFFSET);
  ASK(CL_MEM_USES_SVM_POINTER);
  ASK(CL_MEM_PROPERTIES);
  expectUnknown(Ask);
  size_t Size;
  ok(clGetMemObjectInfo(B, CL_MEM_SIZE, sizeof(Size), &Size, nullptr));
  EXPECT_EQ(Size, 100u);

  cl_event Raw;
  char Data[4];
  ok(clEnqueueReadBuffer(queue(), B, CL_TRUE, 0, 4, Data, 0, nullptr, &Raw));
  Event E(Raw);
  Ask = [&](cl_uint Name, size_t Size, void *Value, size_t *Ret) {
    return clGetEventInfo(E, Name, Size, Value, Ret);
  };
  ASK(CL_EVENT_COMMAND_QUEUE);
  ASK(CL_EVENT_CONTEXT);
  ASK(CL_EVENT_COMMAND_TYPE);
  ASK(CL_EVENT_COMMAND_EXECUTION_STATUS);
  ASK(CL_EVENT_REFERENCE_COUNT);
  expectUnknown(Ask);
  cl_command_type Type;
  ok(clGetEventInfo(E, CL_EVENT_COMMAND_TYPE, sizeof(Type), &Type, nullptr));
  EXPECT_EQ(Type, cl_command_type(CL_COMMAND_READ_BUFFER));
}

TEST(ApiQueries, ProgramAndKernel) {
  const std::string Source = R"(
    typedef struct { int a; } Thing;
    __kernel void first(__global const float *restrict in, __local int *l,
                        __constant uint *c, Thing t, volatile __global int4 *v,
                        unsigned int n) {}
    __attribute__((work_group_size_hint(16, 1, 1)))
    __kernel void second(void) {}
  )";
  // As other drivers have it, -cl-kernel-arg-info is not needed.
  Program P = build(Source);
  Query Ask = [&](cl_uint Name, size_t Size, void *Value, size_t *Ret) {
    return clGetProgramInfo(P, Name, Size, Value, Ret);
  };
  ASK(CL_PROGRAM_REFERENCE_COUNT);
  ASK(CL_PROGRAM_CONTEXT);
  ASK(CL_PROGRAM_NUM_DEVICES);
  ASK(CL_PROGRAM_DEVICES);
  ASK(CL_PROGRAM_SOURCE);
  ASK(CL_PROGRAM_BINARY_SIZES);
  ASK(CL_PROGRAM_NUM_KERNELS);
  ASK(CL_PROGRAM_KERNEL_NAMES);
  ASK(CL_PROGRAM_IL);
  expectUnknown(Ask);
  EXPECT_EQ(stringInfo([&](size_t Size, void *Value, size_t *Ret) {
              return clGetProgramInfo(P, CL_PROGRAM_SOURCE, Size, Value, Ret);
            }),
            Source);
  std::string Names = stringInfo([&](size_t Size, void *Value, size_t *Ret) {
    return clGetProgramInfo(P, CL_PROGRAM_KERNEL_NAMES, Size, Value, Ret);
  });
  EXPECT_TRUE(Names == "first;second" || Names == "second;first") << Names;

  Kernel K = makeKernel(P, "first");
  Ask = [&](cl_uint Name, size_t Size, void *Value, size_t *Ret) {
    return clGetKernelInfo(K, Name, Size, Value, Ret);
  };
  ASK(CL_KERNEL_FUNCTION_NAME);
  ASK(CL_KERNEL_NUM_ARGS);
  ASK(CL_KERNEL_REFERENCE_COUNT);
  ASK(CL_KERNEL_CONTEXT);
  ASK(CL_KERNEL_PROGRAM);
  ASK(CL_KERNEL_ATTRIBUTES);
  expectUnknown(Ask);
  Ask = [&](cl_uint Name, size_t Size, void *Value, size_t *Ret) {
    return clGetKernelWorkGroupInfo(K, device(), Name, Size, Value, Ret);
  };
  ASK(CL_KERNEL_WORK_GROUP_SIZE);
  ASK(CL_KERNEL_COMPILE_WORK_GROUP_SIZE);
  ASK(CL_KERNEL_LOCAL_MEM_SIZE);
  ASK(CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE);
  ASK(CL_KERNEL_PRIVATE_MEM_SIZE);
  expectUnknown(Ask);

  struct Expected {
    const char *name, *type;
    cl_kernel_arg_address_qualifier address;
    cl_kernel_arg_type_qualifier qualifier;
  };
  const Expected Arguments[] = {
      {"in", "float*", CL_KERNEL_ARG_ADDRESS_GLOBAL,
       CL_KERNEL_ARG_TYPE_CONST | CL_KERNEL_ARG_TYPE_RESTRICT},
      {"l", "int*", CL_KERNEL_ARG_ADDRESS_LOCAL, 0},
      {"c", "uint*", CL_KERNEL_ARG_ADDRESS_CONSTANT, CL_KERNEL_ARG_TYPE_CONST},
      {"t", "Thing", CL_KERNEL_ARG_ADDRESS_PRIVATE, 0},
      {"v", "int4*", CL_KERNEL_ARG_ADDRESS_GLOBAL, CL_KERNEL_ARG_TYPE_VOLATILE},
      {"n", "uint", CL_KERNEL_ARG_ADDRESS_PRIVATE, 0}};
  for (cl_uint I = 0; I != std::size(Arguments); ++I) {
    auto Text = [&](cl_kernel_arg_info Name) {
      return stringInfo([&](size_t Size, void *Value, size_t *Ret) {
        return clGetKernelArgInfo(K, I, Name, Size, Value, Ret);
      });
    };
    EXPECT_EQ(Text(CL_KERNEL_ARG_NAME), Arguments[I].name);
    EXPECT_EQ(Text(CL_KERNEL_ARG_TYPE_NAME), Arguments[I].type);
    cl_kernel_arg_address_qualifier Address;
    cl_kernel_arg_type_qualifier Qualifier;
    ok(clGetKernelArgInfo(K, I, CL_KERNEL_ARG_ADDRESS_QUALIFIER,
                          sizeof(Address), &Address, nullptr));
    ok(clGetKernelArgInfo(K, I, CL_KERNEL_ARG_TYPE_QUALIFIER, sizeof(Qualifier),
                          &Qualifier, nullptr));
    EXPECT_EQ(Address, Arguments[I].address) << I;
    EXPECT_EQ(Qualifier, Arguments[I].qualifier) << I;
  }
}

/// "a successful program executable has not been built".
TEST(ApiQueries, ProgramsThatAreNotBuilt) {
  const char *Source = "__kernel void f(void) {}";
  cl_int Code;
  Program P(clCreateProgramWithSource(context(), 1, &Source, nullptr, &Code));
  ok(Code);
  char Value[64];
  const cl_program_info Names[] = {CL_PROGRAM_NUM_KERNELS,
                                   CL_PROGRAM_KERNEL_NAMES,
                                   CL_PROGRAM_SCOPE_GLOBAL_CTORS_PRESENT,
                                   CL_PROGRAM_SCOPE_GLOBAL_DTORS_PRESENT};
  for (cl_program_info Name : Names)
    EXPECT_EQ(clGetProgramInfo(P, Name, sizeof(Value), Value, nullptr),
              CL_INVALID_PROGRAM_EXECUTABLE)
        << Name;
  ok(clBuildProgram(P, 0, nullptr, nullptr, nullptr, nullptr));
  for (cl_program_info Name : Names)
    EXPECT_EQ(clGetProgramInfo(P, Name, sizeof(Value), Value, nullptr),
              CL_SUCCESS)
        << Name;
}

/// \returns the bits of the device's type, if it is found by those alone.
int showType() {
  const auto Type = deviceInfo<cl_device_type>(CL_DEVICE_TYPE);
  cl_uint Found = 0, Count = 0;
  for (cl_device_type Asked :
       {CL_DEVICE_TYPE_CPU, CL_DEVICE_TYPE_GPU, CL_DEVICE_TYPE_ACCELERATOR}) {
    const bool IsFound =
        clGetDeviceIDs(platform(), Asked, 0, nullptr, &Count) == CL_SUCCESS;
    const cl_context_properties Properties[] = {
        CL_CONTEXT_PLATFORM, cl_context_properties(platform()), 0};
    Context C(
        clCreateContextFromType(Properties, Asked, nullptr, nullptr, nullptr));
    if (IsFound != bool(C) || IsFound != (Count == 1))
      return 255;
    Found |= IsFound ? cl_uint(Asked) : 0;
  }
  ok(clGetDeviceIDs(platform(), CL_DEVICE_TYPE_DEFAULT, 0, nullptr, &Count));
  ok(clGetDeviceIDs(platform(), CL_DEVICE_TYPE_ALL, 0, nullptr, &Count));
  return Found == Type ? int(Type) : 254;
}
const ChildFunction ShowType("show-type", showType);

TEST(ApiQueries, DeviceSaysItIsOfAnotherType) {
  if (!isFerry())
    GTEST_SKIP() << "about Ferry";
  const std::pair<const char *, int> Values[] = {
      {"", CL_DEVICE_TYPE_CPU},
      {"cpu", CL_DEVICE_TYPE_CPU},
      {"gpu", CL_DEVICE_TYPE_GPU},
      {"accelerator", CL_DEVICE_TYPE_ACCELERATOR},
      {"cpu,gpu", CL_DEVICE_TYPE_CPU | CL_DEVICE_TYPE_GPU},
      {"nothing", CL_DEVICE_TYPE_CPU}};
  for (auto [Text, Type] : Values) {
    ChildOutcome Outcome =
        runChild("show-type", {std::string("FERRY_DEVICE_TYPE=") + Text});
    EXPECT_EQ(Outcome.status, Type) << Text << Outcome.output;
  }
}

TEST(ApiQueries, UnknownValuesOfVariablesAreReported) {
  if (!isFerry())
    GTEST_SKIP() << "about Ferry";
  auto SaysOf = [](const std::string &Setting) {
    return runChild("show-type", {Setting}).output;
  };
  EXPECT_EQ(SaysOf("FERRY_DEBUG=cache,cash"),
            "ferry: FERRY_DEBUG: 'cash' is none of api,compiler,cache,verify,"
            "all\n");
  EXPECT_EQ(SaysOf("FERRY_WIDTH=3"),
            "ferry: FERRY_WIDTH: '3' is none of 1,2,4,8,16,32,64\n");
  EXPECT_EQ(SaysOf("FERRY_WIDTH="), "");
  EXPECT_EQ(SaysOf("FERRY_ASYNC=late"), "");
}

TEST(ApiQueries, KernelsAreCheckedBeforeTheyRun) {
  Program P = build("__kernel void f(__global int *p, int n, __local int *l) {"
                    " p[0] = n + l[0]; }");
  cl_int Code;
  EXPECT_EQ(clCreateKernel(P, "absent", &Code), nullptr);
  EXPECT_EQ(Code, CL_INVALID_KERNEL_NAME);
  EXPECT_EQ(clCreateKernel(P, nullptr, &Code), nullptr);
  EXPECT_EQ(Code, CL_INVALID_VALUE);
  Kernel K = makeKernel(P, "f");
  int Value = 1;
  Buffer B = makeBuffer(64);
  cl_mem Mem = B;
  EXPECT_EQ(clSetKernelArg(K, 3, 4, &Value), CL_INVALID_ARG_INDEX);
  EXPECT_EQ(clSetKernelArg(K, 1, 8, &Value), CL_INVALID_ARG_SIZE);
  EXPECT_EQ(clSetKernelArg(K, 1, 4, nullptr), CL_INVALID_ARG_VALUE);
  EXPECT_EQ(clSetKernelArg(K, 0, 4, &Mem), CL_INVALID_ARG_SIZE);
  // "This error condition does not apply if the platform [...] is OpenCL 3.1 or
  // newer."
  EXPECT_EQ(clSetKernelArg(K, 2, 0, nullptr),
            deviceInfo<cl_version>(CL_DEVICE_NUMERIC_VERSION) <
                    CL_MAKE_VERSION(3, 1, 0)
                ? CL_INVALID_ARG_SIZE
                : CL_SUCCESS);
  EXPECT_EQ(clSetKernelArg(K, 2, 4, &Value), CL_INVALID_ARG_VALUE);
  size_t One = 1, Zero = 0, Huge = size_t(1) << 40;
  auto Launch = [&](cl_uint Dimensions, const size_t *Global,
                    const size_t *Local) {
    return clEnqueueNDRangeKernel(queue(), K, Dimensions, nullptr, Global,
                                  Local, 0, nullptr, nullptr);
  };
  EXPECT_EQ(Launch(1, &One, &One), CL_INVALID_KERNEL_ARGS);
  setArgs(K, B, 1, Local{64});
  EXPECT_EQ(Launch(1, &One, &One), CL_SUCCESS);
  EXPECT_EQ(Launch(0, &One, &One), CL_INVALID_WORK_DIMENSION);
  EXPECT_EQ(Launch(4, &One, &One), CL_INVALID_WORK_DIMENSION);
  EXPECT_EQ(Launch(1, &One, &Zero), CL_INVALID_WORK_GROUP_SIZE);
  EXPECT_LT(Launch(1, &Huge, &Huge), 0);
  // OpenCL 3.0 runs nothing for an empty range.
  EXPECT_EQ(Launch(1, &Zero, nullptr), CL_SUCCESS);
  ok(clFinish(queue()));
}

TEST(ApiQueries, CreateKernelsAndClone) {
  Program P = build("__kernel void a(__global int *p, int n) { p[0] = n; }\n"
                    "__kernel void b(__global int *p) { p[1] = 2; }\n"
                    "void c(void) {}\n");
  cl_uint Count;
  ok(clCreateKernelsInProgram(P, 0, nullptr, &Count));
  ASSERT_EQ(Count, 2u);
  cl_kernel Raw[2];
  EXPECT_EQ(clCreateKernelsInProgram(P, 1, Raw, nullptr), CL_INVALID_VALUE);
  ok(clCreateKernelsInProgram(P, 2, Raw, nullptr));
  Kernel First(Raw[0]), Second(Raw[1]);
  Kernel A = makeKernel(P, "a");
  Buffer B = upload(std::vector<int>{0, 0});
  setArgs(A, B, 5);
  cl_int Code;
  Kernel Clone(clCloneKernel(A, &Code));
  ok(Code);
  setArgs(A, B, 6);
  launch(Clone, {{1}, {1}, {}});
  EXPECT_EQ(download<int>(B, 2)[0], 5);
  launch(A, {{1}, {1}, {}});
  EXPECT_EQ(download<int>(B, 2)[0], 6);
}

} // namespace
