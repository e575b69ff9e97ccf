//===- LiveMasks.cpp - Masks of signs that are needed again ---------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/workarounds/Passes.h"

#include "compiler/LlvmVersions.h"

#include "llvm/CodeGen/MachineFunctionPass.h"
#include "llvm/CodeGen/MachineInstrBuilder.h"
#include "llvm/CodeGen/Passes.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetPassConfig.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"

using namespace llvm;

namespace {

class LiveMasks : public MachineFunctionPass {
public:
  static char ID;
  LiveMasks() : MachineFunctionPass(ID) {}

  bool runOnMachineFunction(MachineFunction &F) override {
    const TargetSubtargetInfo &Target = F.getSubtarget();
    Instructions = Target.getInstrInfo();
    Registers = Target.getRegisterInfo();
    bool Changed = false;
    for (MachineBasicBlock &Block : F)
      for (MachineInstr &I : Block)
        Changed |= use(I);
    return Changed;
  }

private:
  /// Puts a use behind a mask of signs that is changed in place.
  bool use(MachineInstr &I) {
    StringRef Name = Instructions->getName(I.getOpcode());
    if (!Name.starts_with("VPMOV") || !Name.contains("2M"))
      return false;
    const Register Mask = I.getOperand(0).getReg();
    MachineBasicBlock &Block = *I.getParent();
    auto Next = std::next(I.getIterator());
    auto Change = std::find_if(Next, Block.instr_end(), [&](MachineInstr &J) {
      return J.modifiesRegister(Mask, Registers);
    });
    if (Change == Block.instr_end() || !Change->readsRegister(Mask, Registers))
      return false;
    BuildMI(Block, Next, I.getDebugLoc(), Instructions->get(TargetOpcode::KILL))
        .addReg(Mask);
    return true;
  }

  const TargetInstrInfo *Instructions = nullptr;
  const TargetRegisterInfo *Registers = nullptr;
};

char LiveMasks::ID = 0;

} // namespace

void ferry::compiler::addLiveMasks() {
  static const RegisterPass<LiveMasks> Registered(
      "ferry-live-masks", "Use masks that are changed in place");
  static const RegisterTargetPassConfigCallback Added(
      [](TargetMachine &, PassManagerBase &, TargetPassConfig *Config) {
        Config->insertPass(&MachineBlockPlacementID, &LiveMasks::ID);
      });
}
