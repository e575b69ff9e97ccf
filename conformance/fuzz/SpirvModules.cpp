//===- SpirvModules.cpp - Any module is a program or refused --------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Fuzzer: the input is a module of SPIR-V, which is built; its first
/// specialisation constants get a value if they have one byte or four. Its
/// kernels are made and queried, but not run: they may do anything.
///
//===----------------------------------------------------------------------===//

#include "Fuzz.h"

using namespace conformance;
using namespace conformance::fuzz;

/// Changes words, so that more stays of the instructions.
extern "C" size_t LLVMFuzzerCustomMutator(uint8_t *Data, size_t Size,
                                          size_t MaxSize, unsigned Seed) {
  constexpr size_t Header = 20;
  if (Seed % 8 == 0 || Size <= Header)
    return LLVMFuzzerMutate(Data, Size, MaxSize);
  std::mt19937_64 Random(Seed);
  const size_t NumWords = (Size - Header) / 4;
  if (!NumWords)
    return Size;
  const auto At = [&] { return Data + Header + Random() % NumWords * 4; };
  for (unsigned Times = 1 + Random() % 3; Times; --Times) {
    uint8_t *To = At();
    switch (Random() % 4) {
    case 0: // The id or the opcode that stands elsewhere.
      std::memmove(To, At(), 4);
      break;
    case 1:
      To[0] = uint8_t(Random());
      break;
    case 2: {
      std::uint32_t Word;
      std::memcpy(&Word, To, 4);
      Word += std::uint32_t(Random() % 9) - 4;
      std::memcpy(To, &Word, 4);
      break;
    }
    default:
      To[Random() % 4] ^= uint8_t(1u << Random() % 8);
    }
  }
  return Size;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  cl_int Code;
  Program P(clCreateProgramWithIL(context(), Data, Size, &Code));
  expect(Code == CL_SUCCESS || Code == CL_INVALID_VALUE ||
             Code == CL_INVALID_OPERATION,
         "clCreateProgramWithIL returned " + std::to_string(Code));
  if (Code != CL_SUCCESS)
    return 0;
  const std::uint32_t Value = 3;
  for (cl_uint Id = 0; Id != 4; ++Id)
    for (size_t Bytes : {1, 4}) {
      Code = clSetProgramSpecializationConstant(P, Id, Bytes, &Value);
      expect(Code == CL_SUCCESS || Code == CL_INVALID_SPEC_ID ||
                 Code == CL_INVALID_VALUE,
             "clSetProgramSpecializationConstant returned " +
                 std::to_string(Code));
    }
  buildAndCheck(P);
  static unsigned Inputs = 0;
  if (Inputs++ % 32 == 0)
    expectThatBuildsWork();
  return 0;
}
