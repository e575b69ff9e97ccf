//===- ProgramChecksTest.cpp - What the compiler refuses ------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/ProgramChecks.h"

#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/SourceMgr.h"

#include <gtest/gtest.h>

using namespace llvm;
using namespace ferry;

namespace {

/// Checks a kernel of one argument with \p Metadata.
/// \returns the error, empty if there is none.
std::string findings(const std::string &Metadata) {
  LLVMContext Context;
  SMDiagnostic Diagnostic;
  auto M = parseAssemblyString("define spir_kernel void @f(i32 %x) " +
                                   Metadata + " { ret void }",
                               Diagnostic, Context);
  if (!M)
    return "not LLVM's: " + Diagnostic.getMessage().str();
  return toString(compiler::checkProgram(*M));
}

TEST(ProgramChecks, MetadataAsClangWritesIt) {
  EXPECT_EQ(findings(""), "");
  EXPECT_EQ(findings("!kernel_arg_name !{!\"x\"}"), "");
  EXPECT_EQ(findings("!reqd_work_group_size !{i32 4, i32 2, i32 1}"), "");
  EXPECT_EQ(findings("!intel_reqd_sub_group_size !{i32 8}"), "");
  EXPECT_EQ(findings("!vec_type_hint !{<4 x i32> undef, i32 1}"), "");
}

TEST(ProgramChecks, DamagedMetadata) {
  for (const char *Damaged :
       {"!kernel_arg_name !{null}", "!kernel_arg_name !{i32 1}",
        "!kernel_arg_type !{!\"int\", !\"int\"}", "!kernel_arg_type_qual !{}",
        "!kernel_arg_access_qual !{!{}}", "!reqd_work_group_size !{i32 4}",
        "!reqd_work_group_size !{i32 4, null, i32 1}",
        "!reqd_work_group_size !{i32 4, i32 4, i128 1}",
        "!work_group_size_hint !{i32 4, i32 4, !\"1\"}",
        "!intel_reqd_sub_group_size !{}", "!vec_type_hint !{i32 1}",
        "!vec_type_hint !{null, i32 1}"})
    EXPECT_EQ(findings(Damaged), "error: the metadata of 'f' is damaged\n")
        << Damaged;
}

TEST(ProgramChecks, RequiredSizeOfZero) {
  EXPECT_EQ(findings("!reqd_work_group_size !{i32 4, i32 0, i32 1}"),
            "error: the required work-group size of 'f' is 0\n");
}

} // namespace
