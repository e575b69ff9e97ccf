//===- CodeGen.cpp - LLVM IR to an ELF object -----------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/CodeGen.h"

#include "compiler/LlvmVersions.h"
#include "compiler/MachineTarget.h"
#include "compiler/passes/optimise/Passes.h"
#include "ferry/isa.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/VirtualFileSystem.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Target/TargetOptions.h"
#include "llvm/TargetParser/Triple.h"

using namespace llvm;
using namespace ferry;
using namespace ferry::compiler;

/// What there is no other way to say than on LLVM's command line. The options
/// are those of the LLVM that is linked into this library, which nobody outside
/// sees (exports.map): another LLVM in the host's process keeps its own.
static void setOptions() {
  constexpr std::pair<StringLiteral, unsigned> Values[] = {
      // Blocks from which on CodeGenPrepare does not begin anew after each
      // change: LLVM's own number is so large that it takes minutes before.
      {"cgpp-huge-func", 100},
      // Stores past which a load is taken out of a loop. LLVM's own number is
      // 100; a search for hashes has more, for each of 16 that are found.
      {"memssa-check-limit", 1000}};
  auto &Options = cl::getRegisteredOptions();
  for (auto [Name, Value] : Values)
    if (auto It = Options.find(Name); It != Options.end())
      static_cast<cl::opt<unsigned> *>(It->second)->setValue(Value);
}

void ferry::compiler::initializeTarget() {
  setOptions();
  MachineTarget::initialize();
  addSplitAtCuts();
  vfs::getRealFileSystem(); // Is made when it is first asked for.
}

static std::unique_ptr<TargetMachine> createTargetMachine() {
  std::string Error;
  const Triple Machine(MachineTarget::Triple);
  const Target *T =
      TargetRegistry::lookupTarget(tripleArgument(Machine), Error);
  assert(T && "this LLVM has no back end for the machine");
  TargetOptions Options;
  // What processors fetch at a time: a short loop on both sides of such a
  // border took up to twice as long.
  Options.LoopAlignment = 32;
  // A kernel that comes to no end still has code.
  Options.TrapUnreachable = true;
  Options.NoTrapAfterNoreturn = true;
  return std::unique_ptr<TargetMachine>(T->createTargetMachine(
      tripleArgument(Machine), MachineTarget::cpuOf(isa()),
      MachineTarget::featuresOf(isa()), Options, Reloc::PIC_, CodeModel::Small,
      CodeGenOptLevel::Default));
}

TargetMachine &ferry::compiler::targetMachine() {
  thread_local const std::unique_ptr<TargetMachine> TM = createTargetMachine();
  return *TM;
}

std::string ferry::compiler::emitCode(Module &M, TargetMachine &TM,
                                      CodeForm Form) {
  SmallString<0> Code;
  raw_svector_ostream OS(Code);
  if (Form == CodeForm::IR) {
    OS << M;
    return Code.str().str();
  }
  locateEntries(M);
  legacy::PassManager PM;
  [[maybe_unused]] bool Failed = addPassesToEmitFile(
      TM, PM, OS,
      Form == CodeForm::Object ? CodeGenFileType::ObjectFile
                               : CodeGenFileType::AssemblyFile);
  assert(!Failed && "all back ends write both");
  PM.run(M);
  return Code.str().str();
}
