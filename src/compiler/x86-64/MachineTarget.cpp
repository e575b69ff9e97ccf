//===- MachineTarget.cpp - LLVM's back end for x86-64 ---------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/MachineTarget.h"

#include "compiler/LlvmVersions.h"
#include "compiler/workarounds/Passes.h"

#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/TargetParser/Triple.h"

#include <memory>

using namespace llvm;
using namespace ferry;
using namespace ferry::compiler;

const char *const MachineTarget::Triple = "x86_64-unknown-linux-gnu";

StringRef MachineTarget::cpuOf(Isa Level) {
  switch (registerBits(Level)) {
  case 512:
    return "x86-64-v4";
  case 256:
    return "x86-64-v3";
  default:
    return "x86-64";
  }
}

StringRef MachineTarget::featuresOf(Isa Level) {
  if (hasHalves(Level))
    return "+avx512vnni,+avx512fp16";
  return hasByteProducts(Level) ? "+avx512vnni" : "";
}

void MachineTarget::initialize() {
  LLVMInitializeX86TargetInfo();
  LLVMInitializeX86Target();
  LLVMInitializeX86TargetMC();
  LLVMInitializeX86AsmPrinter();
  LLVMInitializeX86AsmParser();
  addDefineIndices();
  addLiveMasks();
}

const char *const MachineTarget::NoGathers = "+prefer-no-gather";

bool MachineTarget::gathersAreFast() {
  static const bool AreFast = [] {
    std::string Error;
    const llvm::Triple Machine(Triple);
    const std::unique_ptr<MCSubtargetInfo> Host(
        TargetRegistry::lookupTarget(tripleArgument(Machine), Error)
            ->createMCSubtargetInfo(tripleArgument(Machine),
                                    sys::getHostCPUName(), ""));
    return Host->checkFeatures("+fast-gather");
  }();
  return AreFast;
}

ArrayRef<const char *> MachineTarget::macroArguments() { return {}; }
