//===- DefineIndices.cpp - Registers of gathers that differ ---------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/workarounds/Passes.h"

#include "compiler/LlvmVersions.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/CodeGen/MachineFunctionPass.h"
#include "llvm/CodeGen/MachineInstrBuilder.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"
#include "llvm/CodeGen/Passes.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetPassConfig.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"

using namespace llvm;

namespace {

class DefineIndices : public MachineFunctionPass {
public:
  static char ID;
  DefineIndices() : MachineFunctionPass(ID) {}

  bool runOnMachineFunction(MachineFunction &F) override {
    bool Changed = false;
    for (MachineBasicBlock &Block : F)
      for (MachineInstr &I : Block)
        Changed |= define(I);
    return Changed;
  }

private:
  static bool define(MachineInstr &I) {
    if (none_of(I.all_defs(),
                [](const MachineOperand &Def) { return Def.isEarlyClobber(); }))
      return false;
    MachineFunction &F = *I.getMF();
    MachineRegisterInfo &Registers = F.getRegInfo();
    bool Changed = false;
    for (MachineOperand &Use : I.all_uses()) {
      if (!Use.isUndef() || Use.isTied() || !Use.getReg().isVirtual())
        continue;
      const Register New = Registers.cloneVirtualRegister(Use.getReg());
      BuildMI(*I.getParent(), I, I.getDebugLoc(),
              F.getSubtarget().getInstrInfo()->get(
                  ferry::compiler::InitUndefOpcode),
              New);
      Use.setReg(New);
      Use.setIsUndef(false);
      Changed = true;
    }
    return Changed;
  }
};

char DefineIndices::ID = 0;

} // namespace

void ferry::compiler::addDefineIndices() {
  static const RegisterPass<DefineIndices> Registered(
      "ferry-define-indices", "Define operands that must not share registers");
  // This one makes operands undefined.
  static const RegisterTargetPassConfigCallback Added(
      [](TargetMachine &, PassManagerBase &, TargetPassConfig *Config) {
        Config->insertPass(&ProcessImplicitDefsID, &DefineIndices::ID);
      });
}
