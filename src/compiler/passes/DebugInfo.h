//===- DebugInfo.h - What debuggers learn of kernels ------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Locations and variables of the source, where passes make functions of parts
/// of kernels and put them together again. A function that stands for such a
/// part has no DISubprogram, but the locations of the kernel, and is called
/// without a location: then LLVM's inliner leaves the locations as they are.
///
/// Functions that are not optimised (`optnone`: by -cl-opt-disable -g) keep
/// their variables in memory, each in one place for the whole function.
///
//===----------------------------------------------------------------------===//

#ifndef FERRY_COMPILER_PASSES_DEBUGINFO_H
#define FERRY_COMPILER_PASSES_DEBUGINFO_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/PassManager.h"

namespace llvm {
class AllocaInst;
class BasicBlock;
class DbgVariableRecord;
class GlobalVariable;
class Instruction;
class Value;
} // namespace llvm

namespace ferry::compiler {

/// Clang makes two functions of a kernel: what the user wrote, and a kernel
/// that calls it. Debuggers shall know of one.
///
///   define spir_kernel @k !dbg !1          define spir_kernel @k
///     call @__clang_ocl_kern_imp_k(),  =>    call @__clang_ocl_kern_imp_k()
///          !dbg !2
///   define @__clang_ocl_kern_imp_k !dbg !3
///
/// When the call has been inlined, \c attachKernels gives the kernel !3.
void detachKernels(llvm::Module &M);
void attachKernels(llvm::Module &M);

/// Gives \p Part, a region of \p Whole with locations in that, a DISubprogram
/// of its own, like that of \p Whole.
void giveSubprogram(llvm::Function &Part, llvm::Function &Whole);

/// Gives calls in \p F a location of no line if LLVM asks for one and they lost
/// theirs: passes that move them keep one only where they see a DISubprogram,
/// which regions have not.
void locateCalls(llvm::Function &F);

/// True for a variable of the source that debuggers find in memory.
bool isDescribed(const llvm::AllocaInst &A);

/// The variables of the source that \p F has in memory.
llvm::SmallVector<llvm::DbgVariableRecord *, 16>
describedVariables(llvm::Function &F);

/// Gives \p Copies of blocks of a function a lexical block of their own, with
/// all of \p Variables described at \p Begin: gdb stops at one place for each
/// line of a block, however many there are.
void describeCopies(llvm::ArrayRef<llvm::BasicBlock *> Copies,
                    llvm::ArrayRef<llvm::DbgVariableRecord *> Variables,
                    llvm::Instruction *Begin);

/// Describes the variables at \p A, if any, as lying where \p Place points to,
/// from \p Before on.
void describePlace(llvm::AllocaInst &A, llvm::Value *Place,
                   llvm::Instruction *Before);

/// Likewise the `__local` variable \p G, in \p F.
void describePlace(llvm::GlobalVariable &G, llvm::Value *Place,
                   llvm::Instruction *Before);

/// A new variable ulong[3] \p Name of \p F, which has a DISubprogram and is not
/// optimised, for debuggers to see.
llvm::AllocaInst *describeIds(llvm::Function &F, llvm::StringRef Name);

/// Leaves out of the lists of variables what is not in \p M.
void dropAbsentVariables(llvm::Module &M);

} // namespace ferry::compiler

#endif // FERRY_COMPILER_PASSES_DEBUGINFO_H
