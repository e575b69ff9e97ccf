//===- ObjectLoaderTest.cpp - Loading objects, good and damaged -----------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "exec/ObjectLoader.h"

#include "exec/LocalLayout.h"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <iterator>

using namespace ferry;
using namespace ferry::exec;

namespace {

/// An object that the build made of tests/objects/\p Name.c.
std::string object(const std::string &Name) {
  std::ifstream File(FERRY_TEST_OBJECTS "/" + Name + ".o", std::ios::binary);
  std::string Bytes{std::istreambuf_iterator<char>(File), {}};
  EXPECT_FALSE(Bytes.empty()) << Name;
  return Bytes;
}

std::shared_ptr<const LoadedObject> loadGood(const std::string &Name) {
  std::string Error;
  auto Loaded = LoadedObject::loadProgram(object(Name), Error);
  EXPECT_TRUE(Loaded) << Error;
  return Loaded;
}

std::string errorOf(const std::string &Bytes) {
  std::string Error;
  EXPECT_FALSE(LoadedObject::loadProgram(Bytes, Error));
  EXPECT_FALSE(Error.empty());
  return Error;
}

template <typename Function>
Function *function(const LoadedObject &From, const char *Name) {
  return reinterpret_cast<Function *>(
      reinterpret_cast<std::uintptr_t>(From.lookup(Name)));
}

TEST(ObjectLoader, FindsTheTableOfKernels) {
  auto Loaded = loadGood("good");
  const ferry::abi::ProgramInfo &Program = Loaded->program();
  ASSERT_EQ(Program.numKernels, 1u);
  EXPECT_STREQ(Program.kernels[0].name, "count");
  EXPECT_EQ(Loaded->lookup("nothing"), nullptr);
}

TEST(ObjectLoader, CodeReachesCodeDataAndTheRuntime) {
  auto Loaded = loadGood("good");
  EXPECT_EQ(function<int(int)>(*Loaded, "useVariables")(5), 5 + 40 + 2);
  EXPECT_EQ(function<int(int)>(*Loaded, "useVariables")(5), 5 + 41 + 2);
  EXPECT_EQ(function<int(int)>(*Loaded, "useTable")(3), 9);
  EXPECT_EQ(function<double(double)>(*Loaded, "useLibm")(0.5),
            std::sin(0.5) + std::cbrt(0.5));
  EXPECT_EQ(function<float(double)>(*Loaded, "useHalf")(1.0 / 3),
            float(_Float16(1.0 / 3)));
  EXPECT_EQ(function<int(int)>(*Loaded, "useZeroes")(7), 7);
}

TEST(ObjectLoader, RunsAKernelThatSharesVariables) {
  auto Program = loadGood("good");
  std::string Error;
  auto Loaded = LoadedObject::loadKernel(object("kernel"), *Program, Error);
  ASSERT_TRUE(Loaded) << Error;
  const ferry::abi::KernelCode &Kernel = Loaded->kernel();
  EXPECT_TRUE(Kernel.suits(32));
  EXPECT_FALSE(Kernel.suits(33));
  EXPECT_FALSE(Kernel.suits(112));
  EXPECT_FALSE(Kernel.suits(0));
  std::uint64_t Sum = 0;
  std::uint64_t *Argument = &Sum;
  ferry::abi::LaunchParams Params{};
  ferry::abi::ThreadState State{};
  Kernel.entry(&Params, reinterpret_cast<std::byte *>(&Argument), &State, 3, 10,
               0, 0);
  EXPECT_EQ(Sum, 7u);
  EXPECT_EQ(function<int(int)>(*Program, "useVariables")(5), 5 + 41 + 2);
}

TEST(ObjectLoader, TellsProgramsAndKernelsApart) {
  EXPECT_NE(errorOf(object("kernel")).find("variable"), std::string::npos);
  std::string Error;
  auto Program = loadGood("good");
  EXPECT_FALSE(LoadedObject::loadKernel(object("good"), *Program, Error));
  EXPECT_NE(Error.find("ferry_kernel"), std::string::npos);
}

TEST(ObjectLoader, VariablesOfTwoLoadsAreTheirOwn) {
  auto A = loadGood("good"), B = loadGood("good");
  function<int(int)>(*A, "useVariables")(0);
  EXPECT_EQ(function<int(int)>(*B, "useVariables")(0), 42);
}

TEST(ObjectLoader, NamesAnUndefinedSymbol) {
  EXPECT_NE(errorOf(object("undefined")).find("noSuchFunction"),
            std::string::npos);
}

TEST(ObjectLoader, RefusesTheRestOfLibc) {
  EXPECT_EQ(runtimeSymbol("system"), nullptr);
  EXPECT_NE(runtimeSymbol("sinf"), nullptr);
#if defined(__x86_64__) // What glibc 2.36 has.
  EXPECT_NE(runtimeSymbol("_ZGVdN8v_sinf"), nullptr);
#endif
}

TEST(ObjectLoader, RefusesAnotherVersionAndNoTable) {
  EXPECT_NE(errorOf(object("version")).find("version"), std::string::npos);
  errorOf(object("empty"));
  errorOf("");
  errorOf(
      "This is no object, but it is long enough to hold an ELF header.....");
}

TEST(ObjectLoader, TruncatedObjectsAreRefused) {
  std::string Good = object("good"), Error;
  for (std::size_t Bytes = 0; Bytes < Good.size(); Bytes += 7)
    LoadedObject::loadProgram(Good.substr(0, Bytes), Error);
  EXPECT_FALSE(Error.empty());
}

TEST(ObjectLoader, DamagedObjectsNeverCrashTheLoader) {
  const std::string Good = object("good");
  unsigned Refusals = 0;
  for (std::size_t At = 0; At != Good.size(); ++At)
    for (unsigned char Flip : {0x01, 0x80, 0xff}) {
      std::string Bad = Good;
      Bad[At] = char(Bad[At] ^ Flip);
      std::string Error;
      Refusals += !LoadedObject::loadProgram(Bad, Error);
    }
  EXPECT_GT(Refusals, 100u);
}

TEST(LocalLayout, PlacesEachArgumentAtItsAlignment) {
  ferry::abi::KernelArgInfo Args[3] = {};
  Args[0].kind = Args[2].kind =
      std::uint32_t(ferry::abi::ArgKind::LocalPointer);
  Args[0].offset = 0, Args[0].alignment = 4;
  Args[2].offset = 16, Args[2].alignment = 128;
  ferry::abi::KernelInfo Kernel{};
  Kernel.args = Args;
  Kernel.numArgs = 3;
  Kernel.localBytes = 6;
  std::uint64_t Sizes[3] = {10, 0, 100}, Block[3] = {1, 2, 3};
  EXPECT_EQ(layOutLocalArguments(Kernel, Kernel.localBytes, Sizes,
                                 reinterpret_cast<std::byte *>(Block)),
            228u);
  EXPECT_EQ(Block[0], 8u);
  EXPECT_EQ(Block[1], 2u);
  EXPECT_EQ(Block[2], 128u);
  Sizes[0] = UINT64_MAX - 2;
  EXPECT_EQ(layOutLocalArguments(Kernel, Kernel.localBytes, Sizes,
                                 reinterpret_cast<std::byte *>(Block)),
            UINT64_MAX);
}

} // namespace
