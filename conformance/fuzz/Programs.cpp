//===- Programs.cpp - What may be asked of any program --------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "Fuzz.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

namespace conformance::fuzz {

namespace {

// What is built is new to the compiler each time.
[[maybe_unused]] const int WithoutCache = setenv("FERRY_CACHE", "0", 0);

/// Asks once for the size and once for the value, with too little room, too.
///
/// \param Get is called with (size, value, size_ret).
template <class Function> void query(const char *Name, Function Get) {
  size_t Size = 0, Again = 0;
  const cl_int Code = Get(0, nullptr, &Size);
  if (Code != CL_SUCCESS) {
    // There is no such query, or no answer yet.
    expect(Code == CL_INVALID_VALUE || Code == CL_INVALID_PROGRAM_EXECUTABLE ||
               Code == CL_KERNEL_ARG_INFO_NOT_AVAILABLE,
           std::string(Name) + " returned " + std::to_string(Code));
    return;
  }
  std::vector<char> Value(Size + 1, 'x');
  expect(Get(Size, Value.data(), &Again) == CL_SUCCESS && Again == Size,
         std::string(Name) + " has given two sizes");
  expect(Value[Size] == 'x', std::string(Name) + " wrote beyond its size");
  if (Size)
    expect(Get(Size - 1, Value.data(), nullptr) == CL_INVALID_VALUE,
           std::string(Name) + " fits into less than its size");
}

void askProgram(cl_program P) {
  for (cl_program_info Name = CL_PROGRAM_REFERENCE_COUNT;
       Name <= CL_PROGRAM_SCOPE_GLOBAL_DTORS_PRESENT; ++Name)
    if (Name != CL_PROGRAM_BINARIES)
      query("clGetProgramInfo",
            [&](auto... Rest) { return clGetProgramInfo(P, Name, Rest...); });
  for (cl_program_build_info Name = CL_PROGRAM_BUILD_STATUS;
       Name <= CL_PROGRAM_BUILD_GLOBAL_VARIABLE_TOTAL_SIZE; ++Name)
    query("clGetProgramBuildInfo", [&](auto... Rest) {
      return clGetProgramBuildInfo(P, device(), Name, Rest...);
    });
  binaryOf(P);
}

void askKernel(cl_kernel K) {
  for (cl_kernel_info Name = CL_KERNEL_FUNCTION_NAME;
       Name <= CL_KERNEL_ATTRIBUTES; ++Name)
    query("clGetKernelInfo",
          [&](auto... Rest) { return clGetKernelInfo(K, Name, Rest...); });
  for (cl_kernel_work_group_info Name = CL_KERNEL_WORK_GROUP_SIZE;
       Name <= CL_KERNEL_GLOBAL_WORK_SIZE; ++Name)
    query("clGetKernelWorkGroupInfo", [&](auto... Rest) {
      return clGetKernelWorkGroupInfo(K, device(), Name, Rest...);
    });
  const size_t Sizes[3] = {5, 3, 2};
  for (cl_kernel_sub_group_info Name :
       {CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE,
        CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE, CL_KERNEL_MAX_NUM_SUB_GROUPS,
        CL_KERNEL_COMPILE_NUM_SUB_GROUPS})
    query("clGetKernelSubGroupInfo", [&](auto... Rest) {
      return clGetKernelSubGroupInfo(K, device(), Name, sizeof(Sizes), Sizes,
                                     Rest...);
    });
}

/// Arguments of every size: the driver alone knows which is the right one.
void setArguments(cl_kernel K) {
  cl_uint Count;
  ok(clGetKernelInfo(K, CL_KERNEL_NUM_ARGS, sizeof(Count), &Count, nullptr));
  alignas(128) static const char Nothing[4096] = {};
  for (cl_uint Index = 0; Index != std::min(Count, 100u); ++Index) {
    for (cl_kernel_arg_info Name = CL_KERNEL_ARG_ADDRESS_QUALIFIER;
         Name <= CL_KERNEL_ARG_NAME; ++Name)
      query("clGetKernelArgInfo", [&](auto... Rest) {
        return clGetKernelArgInfo(K, Index, Name, Rest...);
      });
    for (size_t Size = 1; Size <= sizeof(Nothing); Size *= 2) {
      clSetKernelArg(K, Index, Size, Nothing);
      clSetKernelArg(K, Index, Size, nullptr);
    }
  }
}

/// True if the compiler's process was ended by a sanitizer, but for what may
/// end it: it has no more stack or memory, or LLVM, which no sanitizer sees,
/// ran into a signal.
bool isSanitizersReport(const std::string &Log) {
  // A program may have the words below in it.
  if (!Log.starts_with("error: the compiler ended"))
    return false;
  if (Log.find("runtime error: ") != Log.npos)
    return true;
  if (Log.find("Sanitizer: ") == Log.npos)
    return false;
  return std::ranges::none_of(
      std::to_array({"DEADLYSIGNAL", "stack-overflow", "out-of-memory",
                     "allocation-size-too-big", "requested allocation size",
                     "hard rss limit exhausted"}),
      [&](const char *May) { return Log.find(May) != Log.npos; });
}

} // namespace

void broken(const std::string &What) {
  std::fprintf(stderr, "\nnot as promised: %s\n", What.c_str());
  std::abort();
}

void expectThatBuildsWork() {
  static const char Source[] =
      "__kernel void f(__global uint *out, __local uint *l, uint n) {"
      "  uint i = get_local_id(0);"
      "  l[i] = get_global_id(0) * n;"
      "  barrier(CLK_LOCAL_MEM_FENCE);"
      "  out[get_global_id(0)] = l[get_local_size(0) - 1 - i];"
      "}";
  constexpr cl_uint Items = 64, Group = 16;
  Kernel K = buildKernel(Source, "f");
  Buffer Out = makeBuffer(Items * sizeof(cl_uint));
  setArgs(K, Out, Local{Group * sizeof(cl_uint)}, cl_uint(3));
  launch(K, {{Items}, {Group}, {}});
  std::vector<cl_uint> Seen = download<cl_uint>(Out, Items);
  for (cl_uint I = 0; I != Items; ++I)
    expect(Seen[I] == (I / Group * Group + Group - 1 - I % Group) * 3,
           "a good program has gone wrong");
}

void checkBuild(cl_program P, cl_int Status) {
  const std::string Log = buildLog(P);
  expect(!isSanitizersReport(Log), Log);
  expect(Status != CL_BUILD_PROGRAM_FAILURE || !Log.empty(),
         "a failed build has no log");
  cl_build_status Known;
  ok(clGetProgramBuildInfo(P, device(), CL_PROGRAM_BUILD_STATUS, sizeof(Known),
                           &Known, nullptr));
  expect((Known == CL_BUILD_SUCCESS) == (Status == CL_SUCCESS),
         "the build's status is " + std::to_string(Known));
  askProgram(P);
  if (Status != CL_SUCCESS)
    return;
  cl_uint Count;
  ok(clCreateKernelsInProgram(P, 0, nullptr, &Count));
  std::vector<cl_kernel> Raw(Count);
  ok(clCreateKernelsInProgram(P, Count, Raw.data(), nullptr));
  for (cl_kernel K : Raw) {
    Kernel Owned(K);
    askKernel(K);
    setArguments(K);
  }
}

void buildAndCheck(cl_program P) {
  const cl_int Code = clBuildProgram(P, 0, nullptr, nullptr, nullptr, nullptr);
  expect(Code == CL_SUCCESS || Code == CL_BUILD_PROGRAM_FAILURE ||
             Code == CL_OUT_OF_HOST_MEMORY,
         "clBuildProgram returned " + std::to_string(Code));
  checkBuild(P, Code);
}

} // namespace conformance::fuzz
