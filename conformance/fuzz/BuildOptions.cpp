//===- BuildOptions.cpp - Any options are taken or refused ----------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Fuzzer: the first byte of the input says what is done (build, compile, link,
/// build what has been compiled), the rest are its options.
///
//===----------------------------------------------------------------------===//

#include "Fuzz.h"
#include "Grammar.h"

#include <algorithm>
#include <sstream>

using namespace conformance;
using namespace conformance::fuzz;

namespace {

/// W is a word, O an option, and what they are made of.
const Grammar OptionGrammar = {
    {'V',
     {"1",
      "0",
      "",
      "f",
      "(",
      "a b",
      "\"a b\"",
      "'",
      "\"",
      "\\",
      "1.0f",
      "-cl-mad-enable",
      "\\\"text\\\"",
      "__DATE__",
      "18446744073709551616",
      "f(x)=x",
      "\xc9\x87",
      "=",
      ",",
      "$V$V",
      "-",
      "@/no/such/file"}},
    {'N',
     {"NAME", "f", "kernel", "int", "__OPENCL_VERSION__", "_", "out", "9", "",
      "global", "__ferry_barrier", "f(x)"}},
    {'O',
     {"-cl-std=CL$S",
      "-D$N",
      "-D $N",
      "-D$N=$V",
      "-D $N=$V",
      "-I$P",
      "-I $P",
      "-w",
      "-Werror",
      "-W$V",
      "-Wno-$V",
      "-Wl,$V",
      "-cl-$C",
      "-cl-$C=$V",
      "-g",
      "-O$V",
      "-create-library",
      "-enable-link-options",
      "-x $V",
      "-spir-std=1.2",
      "-o $P",
      "-include $P",
      "-Xclang $V",
      "-mllvm $V",
      "-triple $V",
      "-$V",
      "--$V",
      "-U$N",
      "-s",
      "-fplugin=$P"}},
    {'S', {"1.2", "3.0", "1.0", "1.1", "2.0", "2.1", "C++", "3.0 ", "$V", ""}},
    {'P', {".", "/", "/no/such/folder", "/dev/null", "\"a b\"", "", "$V"}},
    {'C',
     {"mad-enable", "single-precision-constant", "denorms-are-zero",
      "fp32-correctly-rounded-divide-sqrt", "opt-disable", "strict-aliasing",
      "uniform-work-group-size", "no-subgroup-ifp", "no-signed-zeros",
      "unsafe-math-optimizations", "finite-math-only", "fast-relaxed-math",
      "kernel-arg-info", "ext=+cl_khr_fp16", "ext=-all,+$V", "unknown"}},
    {'W', {"$O", "$O", "$O", "\"$O\"", "'$O'", "$V", "\\$O", "$O\\", "\t$O\n"}},
};

/// One program for all: only the options change.
const char Source[] = "kernel void f(global int *out) { out[0] = 1; }";

std::string optionsOf(const uint8_t *Data, size_t Size) {
  const std::string Text(Data + 1, Data + Size);
  return Text.substr(0, Text.find('\0'));
}

Program newProgram() {
  const char *Text = Source;
  cl_int Code;
  Program P(clCreateProgramWithSource(context(), 1, &Text, nullptr, &Code));
  ok(Code);
  return P;
}

/// What clCompileProgram makes without options.
cl_program theObject() {
  static const Program &Made = *new Program([] {
    Program P = newProgram();
    ok(clCompileProgram(P, 0, nullptr, nullptr, 0, nullptr, nullptr, nullptr,
                        nullptr));
    return P;
  }());
  return Made;
}

cl_program_binary_type typeOf(cl_program P) {
  cl_program_binary_type Type;
  ok(clGetProgramBuildInfo(P, device(), CL_PROGRAM_BINARY_TYPE, sizeof(Type),
                           &Type, nullptr));
  return Type;
}

void expectOneOf(cl_int Code, std::initializer_list<cl_int> Codes) {
  expect(std::ranges::find(Codes, Code) != Codes.end(),
         "the result is " + std::to_string(Code));
}

void expectKernels(cl_program P, cl_int Expected) {
  cl_int Code;
  Kernel K(clCreateKernel(P, "f", &Code));
  expect(Code == Expected, "clCreateKernel returned " + std::to_string(Code));
}

/// Only a name that the options have defined otherwise may be missing.
void expectExecutable(cl_program P, const std::string &Options) {
  expect(typeOf(P) == CL_PROGRAM_BINARY_TYPE_EXECUTABLE, "not executable");
  if (Options.find('D') == Options.npos)
    expectKernels(P, CL_SUCCESS);
}

void build(const std::string &Options) {
  BuildOutcome Outcome = tryBuild(Source, Options);
  expectOneOf(Outcome.status,
              {CL_SUCCESS, CL_INVALID_BUILD_OPTIONS, CL_BUILD_PROGRAM_FAILURE});
  checkBuild(Outcome.program, Outcome.status);
  if (Outcome.status == CL_SUCCESS)
    expectExecutable(Outcome.program, Options);
}

void compile(const std::string &Options) {
  Program P = newProgram();
  const cl_int Code = clCompileProgram(P, 0, nullptr, Options.c_str(), 0,
                                       nullptr, nullptr, nullptr, nullptr);
  expectOneOf(Code, {CL_SUCCESS, CL_INVALID_COMPILER_OPTIONS,
                     CL_COMPILE_PROGRAM_FAILURE});
  if (Code == CL_SUCCESS)
    expect(typeOf(P) == CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT,
           "not a compiled object");
  expectKernels(P, CL_INVALID_PROGRAM_EXECUTABLE);
}

void link(const std::string &Options) {
  cl_program Input = theObject();
  cl_int Code;
  Program P(clLinkProgram(context(), 0, nullptr, Options.c_str(), 1, &Input,
                          nullptr, nullptr, &Code));
  expectOneOf(Code,
              {CL_SUCCESS, CL_INVALID_LINKER_OPTIONS, CL_LINK_PROGRAM_FAILURE});
  if (Code == CL_SUCCESS && typeOf(P) == CL_PROGRAM_BINARY_TYPE_LIBRARY)
    expectKernels(P, CL_INVALID_PROGRAM_EXECUTABLE);
  else if (Code == CL_SUCCESS)
    expectExecutable(P, "");
}

void buildObject(const std::string &Options) {
  Program P;
  ok(loadBinary(binaryOf(theObject()), P));
  const cl_int Code =
      clBuildProgram(P, 0, nullptr, Options.c_str(), nullptr, nullptr);
  expectOneOf(Code,
              {CL_SUCCESS, CL_INVALID_BUILD_OPTIONS, CL_BUILD_PROGRAM_FAILURE});
  checkBuild(P, Code);
  if (Code == CL_SUCCESS)
    expectExecutable(P, "");
}

} // namespace

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t *Data, size_t Size,
                                          size_t MaxSize, unsigned Seed) {
  if (Seed % 4 == 0 || Size == 0)
    return LLVMFuzzerMutate(Data, Size, MaxSize);
  std::mt19937_64 Random(Seed);
  std::istringstream Text(optionsOf(Data, Size));
  std::vector<std::string> Words;
  for (std::string Word; Text >> Word;)
    Words.push_back(Word);
  for (unsigned Times = 1 + Random() % 3; Times; --Times) {
    const auto At = Words.begin() + ptrdiff_t(Random() % (Words.size() + 1));
    if (At != Words.end() && Random() % 3 == 0)
      Words.erase(At);
    else
      Words.insert(At, expand(OptionGrammar, 'W', 4, Random));
  }
  std::string New(1, char(Random() % 4 ? Data[0] : Random()));
  for (const std::string &Word : Words)
    New += Word + " ";
  New.resize(std::min(New.size(), MaxSize));
  std::ranges::copy(New, Data);
  return New.size();
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  if (Size == 0)
    return 0;
  static void (*const Actions[])(const std::string &) = {build, compile, link,
                                                         buildObject};
  Actions[Data[0] % 4](optionsOf(Data, Size));
  static unsigned Inputs = 0;
  if (Inputs++ % 64 == 0)
    expectThatBuildsWork();
  return 0;
}
