//===- MachineTarget.cpp - LLVM's back end for AArch64 --------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/MachineTarget.h"

#include "llvm/Support/TargetSelect.h"

using namespace llvm;
using namespace ferry;
using ferry::compiler::MachineTarget;

const char *const MachineTarget::Triple = "aarch64-unknown-linux-gnu";

/// Armv8-A.
StringRef MachineTarget::cpuOf(Isa) { return "generic"; }

StringRef MachineTarget::featuresOf(Isa) { return ""; }

void MachineTarget::initialize() {
  LLVMInitializeAArch64TargetInfo();
  LLVMInitializeAArch64Target();
  LLVMInitializeAArch64TargetMC();
  LLVMInitializeAArch64AsmPrinter();
  LLVMInitializeAArch64AsmParser();
}

/// NEON has none.
const char *const MachineTarget::NoGathers = "";
bool MachineTarget::gathersAreFast() { return false; }

ArrayRef<const char *> MachineTarget::macroArguments() {
  static constexpr const char *Arguments[] = {"-U__x86_64__", "-U__x86_64",
                                              "-U__amd64__", "-U__amd64",
                                              "-D__aarch64__=1"};
  return Arguments;
}
