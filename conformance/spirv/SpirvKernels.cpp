//===- SpirvKernels.cpp - What kernels in SPIR-V do -----------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Built-in functions, async copies and pipes from SPIR-V, and calls between it
/// and OpenCL C.
///
//===----------------------------------------------------------------------===//

#include "Spirv.h"

#include <algorithm>

#include <numeric>

using namespace conformance;

namespace {

using SpirvKernels = SpirvTest;

//===----------------------------------------------------------------------===//
// Built-in functions
//===----------------------------------------------------------------------===//

/// A kernel f that stores \p Operation of two loaded vectors.
template <class T, size_t N>
void expectOperation(const std::string &Scalar, const std::string &Operation,
                     T (*Wanted)(T, T)) {
  constexpr size_t Stride = N == 3 ? 4 : N;
  const std::string Text =
      prelude("OpCapability Float64\nOpCapability Vector16\n") + R"(
    OpEntryPoint Kernel %f "f"
    %void = OpTypeVoid
    %scalar = )" +
      Scalar + "\n" +
      (N == 1 ? "" : "%vector = OpTypeVector %scalar " + std::to_string(N)) +
      R"(
    %ptr = OpTypePointer CrossWorkgroup %vector
    %type = OpTypeFunction %void %ptr %ptr %ptr
    %f = OpFunction %void None %type
    %out = OpFunctionParameter %ptr
    %pa = OpFunctionParameter %ptr
    %pb = OpFunctionParameter %ptr
    %entry = OpLabel
    %a = OpLoad %vector %pa
    %b = OpLoad %vector %pb
    %r = OpExtInst %vector %ext )" +
      Operation + R"( %a %b
    OpStore %out %r
    OpReturn
    OpFunctionEnd)";
  std::vector<T> A(Stride), B(Stride);
  for (size_t I = 0; I != Stride; ++I) {
    A[I] = T(I * 7 + 3);
    B[I] = T(60 - I * 5);
  }
  Kernel K = makeKernel(buildIL(assemble(Text)), "f");
  Buffer Out = makeBuffer(Stride * sizeof(T));
  Buffer InA = upload(A), InB = upload(B);
  setArgs(K, Out, InA, InB);
  launch(K, {{1}, {}, {}});
  const std::vector<T> Got = download<T>(Out, Stride);
  for (size_t I = 0; I != N; ++I)
    EXPECT_EQ(Got[I], Wanted(A[I], B[I])) << Operation << N << " " << I;
}

template <class T> T larger(T A, T B) { return std::max(A, B); }

/// Vectors of every size: x86-64 passes them in quite different ways.
TEST_F(SpirvKernels, VectorsOfEverySize) {
  expectOperation<signed char, 2>("OpTypeInt 8 0", "s_max", larger);
  expectOperation<signed char, 3>("OpTypeInt 8 0", "s_max", larger);
  expectOperation<unsigned char, 16>("OpTypeInt 8 0", "u_max", larger);
  expectOperation<short, 2>("OpTypeInt 16 0", "s_max", larger);
  expectOperation<unsigned short, 3>("OpTypeInt 16 0", "u_max", larger);
  expectOperation<int, 3>("OpTypeInt 32 0", "s_max", larger);
  expectOperation<long, 3>("OpTypeInt 64 0", "s_max", larger);
  expectOperation<long, 16>("OpTypeInt 64 0", "s_max", larger);
  expectOperation<float, 2>("OpTypeFloat 32", "fmax", larger);
  expectOperation<float, 3>("OpTypeFloat 32", "fmax", larger);
  expectOperation<float, 16>("OpTypeFloat 32", "fmax", larger);
  expectOperation<double, 2>("OpTypeFloat 64", "fmax", larger);
  expectOperation<double, 16>("OpTypeFloat 64", "fmax", larger);
}

//===----------------------------------------------------------------------===//
// Async copies
//===----------------------------------------------------------------------===//

/// A work-group fetches \c %n elements with stride \c %in, and writes them back
/// with stride \c %out.
std::string copying(const std::string &Element) {
  return prelude() + R"(
    OpEntryPoint Kernel %f "f"
    %void = OpTypeVoid
    %int = OpTypeInt 32 0
    %long = OpTypeInt 64 0
    %char = OpTypeInt 8 0
    %one = OpConstant %int 1
    %two = OpConstant %int 2
    %many = OpConstant %long 64
    %scope = OpConstant %int 2
    %semantics = OpConstant %int 272
    %event = OpTypeEvent
    %null = OpConstantNull %event
    )" + Element +
         R"(
    %array = OpTypeArray %t %many
    %tileptr = OpTypePointer Workgroup %array
    %local = OpTypePointer Workgroup %t
    %global = OpTypePointer CrossWorkgroup %t
    %events = OpTypePointer Function %event
    %zero = OpConstant %long 0
    %tile = OpVariable %tileptr Workgroup
    %type = OpTypeFunction %void %global %global %long %long %long
    %f = OpFunction %void None %type
    %dst = OpFunctionParameter %global
    %src = OpFunctionParameter %global
    %n = OpFunctionParameter %long
    %in = OpFunctionParameter %long
    %out = OpFunctionParameter %long
    %entry = OpLabel
    %e = OpVariable %events Function
    %first = OpInBoundsPtrAccessChain %local %tile %zero %zero
    %e1 = OpGroupAsyncCopy %event %scope %first %src %n %in %null
    OpStore %e %e1
    OpGroupWaitEvents %scope %one %e
    OpControlBarrier %scope %scope %semantics
    %e2 = OpGroupAsyncCopy %event %scope %dst %first %n %out %null
    OpStore %e %e2
    OpGroupWaitEvents %scope %one %e
    OpReturn
    OpFunctionEnd)";
}

TEST_F(SpirvKernels, AsyncCopies) {
  const std::pair<const char *, size_t> Elements[] = {
      {"%t = OpTypeInt 16 0", 2},
      {"%t = OpTypeFloat 32", 4},
      {"%t = OpTypeVector %int 4", 16},
      {"%t = OpTypeVector %char 2", 2},
  };
  for (auto [Element, Bytes] : Elements)
    for (auto [In, Out] : {std::pair<long, long>{1, 1}, {3, 1}, {1, 2}}) {
      Kernel K = makeKernel(buildIL(assemble(copying(Element))), "f");
      const long Count = 50;
      std::vector<unsigned char> Source(size_t(Count * In) * Bytes);
      std::iota(Source.begin(), Source.end(), 1);
      std::vector<unsigned char> Wanted(size_t(Count * Out) * Bytes, 0xee);
      Buffer Target = upload(Wanted), From = upload(Source);
      setArgs(K, Target, From, Count, In, Out);
      launch(K, {{8}, {8}, {}});
      for (long I = 0; I != Count; ++I)
        std::copy_n(&Source[size_t(I * In) * Bytes], Bytes,
                    &Wanted[size_t(I * Out) * Bytes]);
      EXPECT_EQ(download<unsigned char>(Target, Wanted.size()), Wanted)
          << Element << " " << In << " " << Out;
    }
}

//===----------------------------------------------------------------------===//
// With OpenCL C
//===----------------------------------------------------------------------===//

Program compiled(Program P) {
  if (clCompileProgram(P, 0, nullptr, nullptr, 0, nullptr, nullptr, nullptr,
                       nullptr) != CL_SUCCESS)
    throw std::runtime_error(buildLog(P));
  return P;
}

Program compiled(const std::string &Source) {
  const char *Text = Source.c_str();
  cl_int Code;
  Program P(clCreateProgramWithSource(context(), 1, &Text, nullptr, &Code));
  ok(Code);
  return compiled(std::move(P));
}

Program linked(std::vector<cl_program> Inputs, const char *Options = "") {
  cl_int Code;
  Program P(clLinkProgram(context(), 0, nullptr, Options,
                          cl_uint(Inputs.size()), Inputs.data(), nullptr,
                          nullptr, &Code));
  if (Code != CL_SUCCESS)
    throw std::runtime_error(P ? buildLog(P) : "link: " + std::to_string(Code));
  return P;
}

/// Functions that return the sum of their arguments, exported or imported.
std::string sums(bool IsExport) {
  const std::string Linkage = IsExport ? "Export" : "Import";
  std::string Text = prelude("OpCapability Float64\nOpCapability Vector16\n");
  if (!IsExport)
    Text += "OpEntryPoint Kernel %f \"f\"\n";
  const std::string Names[] = {"char2", "char3", "float2", "int3", "double16"};
  for (const std::string &Name : Names)
    Text += "OpDecorate %sum_" + Name + " LinkageAttributes \"sum_" + Name +
            "\" " + Linkage + "\n";
  Text += R"(
    %void = OpTypeVoid
    %char = OpTypeInt 8 0
    %int = OpTypeInt 32 0
    %float = OpTypeFloat 32
    %double = OpTypeFloat 64
    %char2 = OpTypeVector %char 2
    %char3 = OpTypeVector %char 3
    %float2 = OpTypeVector %float 2
    %int3 = OpTypeVector %int 3
    %double16 = OpTypeVector %double 16
    )";
  for (const std::string &Name : Names)
    Text += "%p_" + Name + " = OpTypePointer CrossWorkgroup %" + Name +
            "\n%f_" + Name + " = OpTypeFunction %" + Name + " %" + Name + " %" +
            Name + "\n";
  Text += "%kernel = OpTypeFunction %void";
  for (const std::string &Name : Names)
    Text += " %p_" + Name;
  Text += "\n";
  for (const std::string &Name : Names) {
    const std::string A = "%a_" + Name, B = "%b_" + Name;
    Text += "%sum_" + Name + " = OpFunction %" + Name + " None %f_" + Name +
            "\n" + A + " = OpFunctionParameter %" + Name + "\n" + B +
            " = OpFunctionParameter %" + Name + "\n";
    if (IsExport)
      Text += "%l_" + Name + " = OpLabel\n%r_" + Name + " = " +
              (Name[0] == 'f' || Name[0] == 'd' ? "OpFAdd" : "OpIAdd") + " %" +
              Name + " " + A + " " + B + "\nOpReturnValue %r_" + Name + "\n";
    Text += "OpFunctionEnd\n";
  }
  if (IsExport)
    return Text;
  Text += "%f = OpFunction %void None %kernel\n";
  for (const std::string &Name : Names)
    Text += "%q_" + Name + " = OpFunctionParameter %p_" + Name + "\n";
  Text += "%entry = OpLabel\n";
  for (const std::string &Name : Names)
    Text += "%v_" + Name + " = OpLoad %" + Name + " %q_" + Name + "\n%s_" +
            Name + " = OpFunctionCall %" + Name + " %sum_" + Name + " %v_" +
            Name + " %v_" + Name + "\nOpStore %q_" + Name + " %s_" + Name +
            "\n";
  return Text + "OpReturn\nOpFunctionEnd\n";
}

constexpr char SumsInC[] = R"(
#define SUM(T) T sum_##T(T A, T B) { return A + B; }
SUM(char2) SUM(char3) SUM(float2) SUM(int3) SUM(double16)
)";
constexpr char CallsInC[] = R"(
#define SUM(T) T sum_##T(T A, T B);
SUM(char2) SUM(char3) SUM(float2) SUM(int3) SUM(double16)
kernel void f(global char2 *A, global char3 *B, global float2 *C,
              global int3 *D, global double16 *E) {
  *A = sum_char2(*A, *A);
  *B = sum_char3(*B, *B);
  *C = sum_float2(*C, *C);
  *D = sum_int3(*D, *D);
  *E = sum_double16(*E, *E);
}
)";

/// Doubles what the five arguments of kernel f point to.
void expectDoubles(cl_program P) {
  std::vector<char> A = {1, -2}, B = {3, 4, -5, 0};
  std::vector<float> C = {1.5f, 2.5f};
  std::vector<int> D = {1, 2, -3, 0};
  std::vector<double> E(16);
  std::iota(E.begin(), E.end(), 0.5);
  Kernel K = makeKernel(P, "f");
  Buffer BufferA = upload(A), BufferB = upload(B), BufferC = upload(C),
         BufferD = upload(D), BufferE = upload(E);
  setArgs(K, BufferA, BufferB, BufferC, BufferD, BufferE);
  launch(K, {{1}, {}, {}});
  const auto Check = [](auto Values, cl_mem Got, size_t Count) {
    auto Now = download<typename decltype(Values)::value_type>(Got, Count);
    for (size_t I = 0; I != Count; ++I)
      EXPECT_EQ(Now[I], Values[I] * 2) << I;
  };
  Check(A, BufferA, 2);
  Check(B, BufferB, 3);
  Check(C, BufferC, 2);
  Check(D, BufferD, 3);
  Check(E, BufferE, 16);
}

TEST_F(SpirvKernels, CallOpenCLC) {
  Program Caller = compiled(makeIL(assemble(sums(false))));
  Program Callee = compiled(SumsInC);
  expectDoubles(linked({Caller, Callee}));
  expectDoubles(linked({Callee, Caller}));
}

TEST_F(SpirvKernels, AreCalledFromOpenCLC) {
  Program Caller = compiled(CallsInC);
  Program Callee = compiled(makeIL(assemble(sums(true))));
  expectDoubles(linked({Caller, Callee}));
  expectDoubles(linked({Callee, Caller}));
}

TEST_F(SpirvKernels, CallSpirvOfALibrary) {
  Program Caller = compiled(makeIL(assemble(sums(false))));
  Program Callee = compiled(makeIL(assemble(sums(true))));
  Program Library = linked({Callee}, "-create-library");
  expectDoubles(linked({Caller, Library}));
  Program Again;
  ok(loadBinary(binaryOf(Library), Again));
  expectDoubles(linked({Caller, Again}));
}

TEST_F(SpirvKernels, CallWithOtherArguments) {
  Program Caller = compiled(makeIL(assemble(sums(false))));
  Program Callee = compiled(R"(
    char2 sum_char2(char2 A) { return A; }
    char3 sum_char3(char3 A, char3 B) { return A + B; }
    float2 sum_float2(float2 A, float2 B) { return A + B; }
    int3 sum_int3(int3 A, int3 B) { return A + B; }
    double16 sum_double16(double16 A, double16 B) { return A + B; })");
  std::string Log;
  try {
    linked({Caller, Callee});
  } catch (const std::runtime_error &E) {
    Log = E.what();
  }
  EXPECT_NE(Log.find("'sum_char2'"), std::string::npos) << Log;
}

//===----------------------------------------------------------------------===//
// Pipes
//===----------------------------------------------------------------------===//

TEST_F(SpirvKernels, Pipes) {
  Program P = buildIL(
      assemble(prelude("OpCapability Pipes\nOpCapability GenericPointer") + R"(
    OpEntryPoint Kernel %w "w" %gid
    OpEntryPoint Kernel %r "r" %gid
    OpDecorate %gid BuiltIn GlobalInvocationId
    OpDecorate %gid Constant
    %void = OpTypeVoid
    %bool = OpTypeBool
    %int = OpTypeInt 32 0
    %long = OpTypeInt 64 0
    %long3 = OpTypeVector %long 3
    %in3 = OpTypePointer Input %long3
    %ptr = OpTypePointer CrossWorkgroup %int
    %private = OpTypePointer Function %int
    %generic = OpTypePointer Generic %int
    %out = OpTypePipe WriteOnly
    %in = OpTypePipe ReadOnly
    %writes = OpTypeFunction %void %out %ptr
    %reads = OpTypeFunction %void %in %ptr
    %four = OpConstant %int 4
    %gid = OpVariable %in3 Input
    %w = OpFunction %void None %writes
    %wp = OpFunctionParameter %out
    %wa = OpFunctionParameter %ptr
    %we = OpLabel
    %wv = OpVariable %private Function
    %wids = OpLoad %long3 %gid
    %wid = OpCompositeExtract %long %wids 0
    %wat = OpInBoundsPtrAccessChain %ptr %wa %wid
    %wx = OpLoad %int %wat
    OpStore %wv %wx
    %wg = OpPtrCastToGeneric %generic %wv
    %wr = OpWritePipe %int %wp %wg %four %four
    OpStore %wat %wr
    OpReturn
    OpFunctionEnd
    %r = OpFunction %void None %reads
    %rp = OpFunctionParameter %in
    %ra = OpFunctionParameter %ptr
    %re = OpLabel
    %rv = OpVariable %private Function
    %rids = OpLoad %long3 %gid
    %rid = OpCompositeExtract %long %rids 0
    %rat = OpInBoundsPtrAccessChain %ptr %ra %rid
    %rg = OpPtrCastToGeneric %generic %rv
    %rr = OpReadPipe %int %rp %rg %four %four
    %rx = OpLoad %int %rv
    %sum = OpIAdd %int %rx %rr
    OpStore %rat %sum
    OpReturn
    OpFunctionEnd)"));
  cl_int Code;
  cl_mem Pipe = clCreatePipe(context(), 0, 4, 64, nullptr, &Code);
  ok(Code);
  const std::vector<int> Values = {5, 3, 8, 1};
  Buffer In = upload(Values), Out = makeBuffer(4 * sizeof(int));
  Kernel W = makeKernel(P, "w"), R = makeKernel(P, "r");
  setArgs(W, Pipe, In);
  launch(W, {{4}, {4}, {}});
  EXPECT_EQ(download<int>(In, 4), (std::vector<int>{0, 0, 0, 0}));
  setArgs(R, Pipe, Out);
  launch(R, {{4}, {4}, {}});
  std::vector<int> Got = download<int>(Out, 4), Wanted = Values;
  std::ranges::sort(Got);
  std::ranges::sort(Wanted);
  EXPECT_EQ(Got, Wanted);
  ok(clReleaseMemObject(Pipe));
}

} // namespace
