//===- Binaries.cpp - Any binary is a program or refused ------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Fuzzer: the input says how a binary, which is made here, is changed. Its
/// checksum is then made right again, so that what follows gets to see the
/// change: the container, the ELF loader, the bitcode reader. Kernels are made
/// and queried, but not run.
///
//===----------------------------------------------------------------------===//

#include "BinaryEdits.h"
#include "Fuzz.h"

using namespace conformance;
using namespace conformance::fuzz;

namespace {

/// Arguments of every kind, constants, variables, imports, several kernels.
const char Source[] = R"(
struct pair { int x; float y[3]; };
constant float table[5] = {1, 2, 3, 4, 5};
__attribute__((noinline)) float other(float x) { return sin(x) + pow(x, 2.5f); }
kernel __attribute__((reqd_work_group_size(8, 1, 1)))
void first(global int *out, struct pair p, local float *l, float16 v, char c) {
  local int kept[16];
  size_t i = get_local_id(0);
  kept[i] = out[i];
  l[i] = other(v.s3) + p.y[1] + table[c];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[i] = kept[7 - i] + convert_int(l[i]);
}
kernel void second(constant char *in, global double *out) {
  printf("%d %s\n", in[0], "text");
  out[get_global_id(0)] = in[get_global_id(0)] ? table[2] : exp2(out[1]);
}
kernel void third(global const float *in, global float *out, local float *l) {
  event_t e = async_work_group_strided_copy(l, in, 64, 3, 0);
  wait_group_events(1, &e);
  out[get_global_id(0)] = l[get_local_id(0)];
}
)";

/// An executable, a compiled program, a library.
const std::vector<Binary> &binaries() {
  static const std::vector<Binary> &All = *[] {
    auto *Result = new std::vector<Binary>;
    Result->push_back(binaryOf(build(Source)));
    const char *Text = Source;
    cl_int Code;
    Program P(clCreateProgramWithSource(context(), 1, &Text, nullptr, &Code));
    ok(Code);
    ok(clCompileProgram(P, 0, nullptr, nullptr, 0, nullptr, nullptr, nullptr,
                        nullptr));
    Result->push_back(binaryOf(P));
    cl_program Input = P;
    Program L(clLinkProgram(context(), 0, nullptr, "-create-library", 1, &Input,
                            nullptr, nullptr, &Code));
    ok(Code);
    Result->push_back(binaryOf(L));
    return Result;
  }();
  return All;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  Choices From({Data, Size});
  // Most are executables, which need no compiler.
  const size_t Which = From.below(16);
  Binary Changed = binaries()[Which < 14 ? 0 : Which - 13];
  change(Changed, From);

  Program P;
  cl_int Code = loadBinary(Changed, P);
  expect(Code == CL_SUCCESS || Code == CL_INVALID_BINARY ||
             (Code == CL_INVALID_VALUE && Changed.empty()),
         "clCreateProgramWithBinary returned " + std::to_string(Code));
  if (Code != CL_SUCCESS)
    return 0;
  buildAndCheck(P);
  static unsigned Inputs = 0;
  if (Inputs++ % 1024 == 0)
    expectThatBuildsWork();
  return 0;
}
