//===- ClangVersions.h - What differs from Clang 19 to 22 -------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// As LlvmVersions.h, of Clang.
///
//===----------------------------------------------------------------------===//

#ifndef FERRY_COMPILER_CLANGVERSIONS_H
#define FERRY_COMPILER_CLANGVERSIONS_H

#include "clang/AST/Attr.h"
#include "clang/Basic/Specifiers.h"
#include "clang/Basic/Version.h"
#include "clang/CodeGen/ModuleBuilder.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/CompilerInvocation.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/VirtualFileSystem.h"

namespace ferry::compiler {

// Clang 20: the name of the option.
#if CLANG_VERSION_MAJOR >= 20
inline constexpr char NoStaticDestructors[] = "-fc++-static-destructors=none";
#else
inline constexpr char NoStaticDestructors[] = "-fno-c++-static-destructors";
#endif

// Clang 21: the name for kernels of all languages.
#if CLANG_VERSION_MAJOR >= 21
using clang::DeviceKernelAttr;
inline constexpr clang::CallingConv DeviceKernelConv = clang::CC_DeviceKernel;
#else
using DeviceKernelAttr = clang::OpenCLKernelAttr;
inline constexpr clang::CallingConv DeviceKernelConv = clang::CC_OpenCLKernel;
#endif

/// Clang 21: for each kernel a function with what it does, which others call.
#if CLANG_VERSION_MAJOR >= 21
inline void makeBodies(llvm::Module &) {}
#else
void makeBodies(llvm::Module &M);
#endif

/// Clang 22: features of OpenCL C 3.0 that older headers define for SPIR alone.
inline llvm::ArrayRef<const char *> featureMacros() {
#if CLANG_VERSION_MAJOR >= 22
  return {};
#else
  static constexpr const char *Macros[] = {
      "-D__opencl_c_work_group_collective_functions=1",
      "-D__opencl_c_atomic_scope_device=1",
      "-D__opencl_c_atomic_scope_all_devices=1"};
  return Macros;
#endif
}

// Clang 21: by reference, not counted.
#if CLANG_VERSION_MAJOR >= 21
inline clang::DiagnosticOptions &sharedOptions(clang::DiagnosticOptions &O) {
  return O;
}
#else
inline clang::DiagnosticOptions *sharedOptions(clang::DiagnosticOptions &O) {
  return &O;
}
#endif

/// Clang 20: with the file system.
inline llvm::IntrusiveRefCntPtr<clang::DiagnosticsEngine>
createDiagnostics([[maybe_unused]] llvm::vfs::FileSystem &Files,
                  clang::DiagnosticOptions &Options,
                  clang::DiagnosticConsumer &Client) {
  return clang::CompilerInstance::createDiagnostics(
#if CLANG_VERSION_MAJOR >= 20
      Files,
#endif
      sharedOptions(Options), &Client, /*ShouldOwnClient=*/false);
}

/// Clang 21: made for an invocation. Clang 22: has a file system of its own.
class CompilerInstance : public clang::CompilerInstance {
public:
  using Files = llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>;
  using Diagnostics = llvm::IntrusiveRefCntPtr<clang::DiagnosticsEngine>;

#if CLANG_VERSION_MAJOR >= 22
  CompilerInstance(std::shared_ptr<clang::CompilerInvocation> Invocation,
                   Files FS, Diagnostics Diags)
      : clang::CompilerInstance(std::move(Invocation)) {
    setVirtualFileSystem(std::move(FS));
    setDiagnostics(std::move(Diags));
    createFileManager();
  }
#else
  CompilerInstance(std::shared_ptr<clang::CompilerInvocation> Invocation,
                   Files FS, Diagnostics Diags) {
    setInvocation(std::move(Invocation));
    setDiagnostics(Diags.get());
    createFileManager(std::move(FS));
  }
#endif
};

/// Clang 22: for an instance.
inline std::unique_ptr<clang::CodeGenerator>
createLLVMCodeGen(clang::CompilerInstance &Clang, llvm::StringRef Name,
                  llvm::LLVMContext &Context) {
#if CLANG_VERSION_MAJOR >= 22
  return clang::CreateLLVMCodeGen(Clang, Name, Context);
#else
  return std::unique_ptr<clang::CodeGenerator>(clang::CreateLLVMCodeGen(
      Clang.getDiagnostics(), Name, &Clang.getVirtualFileSystem(),
      Clang.getHeaderSearchOpts(), Clang.getPreprocessorOpts(),
      Clang.getCodeGenOpts(), Context));
#endif
}

} // namespace ferry::compiler

#endif // FERRY_COMPILER_CLANGVERSIONS_H
