//===- Frontend.cpp - OpenCL C to LLVM IR ---------------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/Frontend.h"

#include "compiler-interface/CompilerLibrary.h"
#include "compiler/ClangVersions.h"
#include "compiler/Embedded.h"
#include "compiler/ExtensionBuiltins.h"
#include "compiler/MachineTarget.h"
#include "compiler/workarounds/Declarations.h"
#include "ferry/extensions.h"

#include "clang/AST/ASTConsumer.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclGroup.h"
#include "clang/Basic/Version.h"
#include "clang/CodeGen/ModuleBuilder.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/CompilerInvocation.h"
#include "clang/Frontend/FrontendAction.h"
#include "clang/Frontend/MultiplexConsumer.h"
#include "clang/Frontend/TextDiagnosticPrinter.h"
#include "clang/Frontend/Utils.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "clang/Sema/ExternalSemaSource.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/VirtualFileSystem.h"

using namespace ferry;
using namespace ferry::compiler;

/// What programs begin with. They use half without the pragma, which other
/// compilers accept. Of OpenCL C 3.1 Clang knows not even the number.
static constexpr char ProgramHeader[] =
    "#define CL_VERSION_3_1 310\n"
    "#ifdef __FERRY_OPENCL_C_3_1__\n"
    "#undef __OPENCL_C_VERSION__\n"
    "#define __OPENCL_C_VERSION__ CL_VERSION_3_1\n"
    "#endif\n"
    "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n"
    "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n";
/// Folders of the in-memory file system; no real file is hidden by them.
static constexpr char SystemFolder[] = "/.ferry/include";
static constexpr char HeaderFolder[] = "/.ferry/headers";

/// Makes definitions of OpenCL C functions that are `inline`, and neither
/// `static` nor declared without it, definitions like others: in C99 they
/// define nothing outside of their callers, so that `inline kernel void k()`
/// would be no kernel and a function in one program be missing in another that
/// is linked with it. Those of one name in several programs are one.
static void defineInline(clang::ASTContext &Context, clang::Decl &D) {
  auto *F = llvm::dyn_cast<clang::FunctionDecl>(&D);
  // In C++ such a function is defined wherever it is used.
  if (Context.getLangOpts().CPlusPlus || !F ||
      !F->isThisDeclarationADefinition() || !F->isInlined() ||
      !F->isExternallyVisible())
    return;
  F->setInlineSpecified(false);
  if (!F->hasAttr<DeviceKernelAttr>())
    F->addAttr(clang::WeakAttr::CreateImplicit(Context));
}

namespace {

/// Gathers the files on disk that the preprocessor opened.
class IncludedFiles : public clang::DependencyCollector {
public:
  bool sawDependency(llvm::StringRef File, bool, bool IsSystem, bool,
                     bool IsMissing) override {
    return !IsSystem && !IsMissing && File != SourceName &&
           !File.starts_with("/.ferry/") && !File.starts_with("<");
  }
};

/// The files of the system, without those that have no end or that nobody may
/// ever write to: reading a pipe would wait for ever.
class RegularFiles : public llvm::vfs::ProxyFileSystem {
public:
  RegularFiles() : ProxyFileSystem(llvm::vfs::getRealFileSystem()) {}

  llvm::ErrorOr<std::unique_ptr<llvm::vfs::File>>
  openFileForRead(const llvm::Twine &Path) override {
    llvm::ErrorOr<llvm::vfs::Status> Status = status(Path);
    if (!Status)
      return Status.getError();
    if (!Status->isRegularFile() || Status->getSize() > MaxSourceBytes)
      return std::make_error_code(std::errc::operation_not_permitted);
    return ProxyFileSystem::openFileForRead(Path);
  }
};

/// Looks at each declaration before code is generated of it.
class DeclarationConsumer : public clang::ASTConsumer {
public:
  void Initialize(clang::ASTContext &C) override { Context = &C; }
  bool HandleTopLevelDecl(clang::DeclGroupRef Group) override {
    for (clang::Decl *D : Group) {
      checkKernelConvention(*Context, *D);
      defineInline(*Context, *D);
      repairEventLists(*Context, *D);
    }
    return true;
  }

private:
  clang::ASTContext *Context = nullptr;
};

/// Makes LLVM IR, which Ferry itself optimises.
class EmitAction final : public clang::ASTFrontendAction {
public:
  explicit EmitAction(llvm::LLVMContext &Context) : Context(Context) {}

  /// The module, once; null if there were errors.
  std::unique_ptr<llvm::Module> takeModule() { return std::move(Emitted); }

protected:
  std::unique_ptr<clang::ASTConsumer>
  CreateASTConsumer(clang::CompilerInstance &Clang,
                    llvm::StringRef File) override {
    auto Owned = createLLVMCodeGen(Clang, File, Context);
    Generator = Owned.get();
    std::vector<std::unique_ptr<clang::ASTConsumer>> Consumers;
    Consumers.push_back(std::make_unique<DeclarationConsumer>());
    Consumers.push_back(std::move(Owned));
    return std::make_unique<clang::MultiplexConsumer>(std::move(Consumers));
  }
  /// Called before the consumers are destroyed.
  void EndSourceFileAction() override {
    Emitted = std::unique_ptr<llvm::Module>(Generator->ReleaseModule());
  }

private:
  llvm::LLVMContext &Context;
  clang::CodeGenerator *Generator = nullptr;
  std::unique_ptr<llvm::Module> Emitted;
};

} // namespace

/// Only what the device advertises is enabled in the language.
static std::string extensionArgument() {
  std::string Text = "-cl-ext=-all";
  for (const NameVersion &E : DeviceExtensions)
    Text += std::string(",+") + E.name;
  for (const NameVersion &F : OpenCLCFeatures)
    Text += std::string(",+") + F.name;
  return Text;
}

static std::vector<std::string> cc1Arguments(const Options &Opts) {
  std::vector<std::string> Arguments = {
      "-triple", "x86_64-unknown-linux-gnu",
      // How vectors are passed depends on this: user code and the built-ins
      // agree on the widest, and code generation then replaces it by the
      // instruction set in use.
      "-target-cpu", "x86-64-v4", "-ffake-address-space-map",
      "-faddress-space-map-mangling=yes", "-fdeclare-opencl-builtins",
      "-finclude-default-header", "-internal-isystem", SystemFolder, "-include",
      "ferry-opencl-c.h", "-include", "ferry-program.h", "-I", HeaderFolder,
      extensionArgument(), "-D__IMAGE_SUPPORT__=1",
      // The device's, as clGetDeviceInfo has it.
      hasSpirvTranslator() ? "-D__OPENCL_VERSION__=310"
                           : "-D__OPENCL_VERSION__=300",
      // As the driver does: a*b+c in one expression may be one operation.
      "-ffp-contract=on", "-O2", "-disable-llvm-passes",
      // Other drivers know the names of arguments without being asked to, and
      // programs rely on it.
      "-cl-kernel-arg-info",
      // C++ for OpenCL has no type information; nothing calls destructors when
      // a program is released (__opencl_cpp_global_destructor is undefined).
      "-fno-rtti", NoStaticDestructors,
      // For tests of Clang's only.
      "-disable-pragma-debug-crash"};
  // Clang takes the option, and would assume this without it, too. Many
  // programs read a type of memory as another.
  if (!llvm::is_contained(Opts.clangArguments, "-cl-strict-aliasing"))
    Arguments.push_back("-relaxed-aliasing");
  // Errors since Clang 15 to 22 that were warnings before; programs in use
  // today have them.
  if (!llvm::is_contained(Opts.clangArguments, "-Werror"))
    for (const char *Name :
         {"incompatible-pointer-types", "int-conversion", "implicit-int",
          "return-mismatch", "incompatible-function-pointer-types",
          "parentheses"})
      Arguments.push_back(std::string("-Wno-error=") + Name);
  for (const char *Standard : {"-cl-std=CL3.0", "-cl-std=CLC++2021"})
    if (llvm::is_contained(Opts.clangArguments, Standard))
      llvm::append_range(Arguments, featureMacros());
  Arguments.insert(Arguments.end(), Opts.clangArguments.begin(),
                   Opts.clangArguments.end());
  const auto Macros = MachineTarget::macroArguments();
  Arguments.insert(Arguments.end(), Macros.begin(), Macros.end());
  // Programs in use rely on other drivers to look there at last.
  Arguments.insert(Arguments.end(), {"-I", "."});
  return Arguments;
}

/// What debuggers learn of a program whose source lies in \p SourceFile.
static void addDebugArguments(std::vector<std::string> &Arguments,
                              const Options &Opts, llvm::StringRef Folder,
                              llvm::StringRef SourceFile) {
  if (Opts.unoptimised)
    Arguments.push_back("-O0");
  if (!Opts.debugInfo)
    return;
  // Variables are described where they stay in one place.
  Arguments.push_back(std::string("-debug-info-kind=") +
                      (Opts.unoptimised ? "constructor" : "line-tables-only"));
  Arguments.insert(Arguments.end(),
                   {"-dwarf-version=5", "-debugger-tuning=gdb",
                    "-main-file-name", SourceName,
                    ("-fdebug-compilation-dir=" + Folder).str()});
  if (!SourceFile.empty())
    Arguments.push_back(
        (llvm::Twine("-fdebug-prefix-map=") + SourceName + "=" + SourceFile)
            .str());
}

std::unique_ptr<llvm::Module>
ferry::compiler::parseSource(llvm::LLVMContext &Context, const Request &What,
                             const Options &Opts, Result &Result) {
  auto Memory = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  auto AddFile = [&](llvm::StringRef Folder, llvm::StringRef Name,
                     llvm::StringRef Text) {
    Memory->addFile(llvm::Twine(Folder) + "/" + Name, 0,
                    llvm::MemoryBuffer::getMemBuffer(Text, Name, true));
  };
  llvm::StringRef Base = embedded::baseHeader();
  AddFile(SystemFolder, "opencl-c-base.h", Base);
  AddFile(SystemFolder, "ferry-opencl-c.h", embedded::extensionHeader());
  AddFile(SystemFolder, "ferry-program.h", ProgramHeader);
  for (const Header &H : What.headers)
    AddFile(HeaderFolder, H.first, H.second);
  auto Files = llvm::makeIntrusiveRefCnt<llvm::vfs::OverlayFileSystem>(
      llvm::makeIntrusiveRefCnt<RegularFiles>());
  Files->pushOverlay(Memory);

  llvm::raw_string_ostream Log(Result.log);
  auto Invocation = std::make_shared<clang::CompilerInvocation>();
  clang::DiagnosticOptions &DiagnosticOpts = Invocation->getDiagnosticOpts();
  clang::TextDiagnosticPrinter Printer(Log, sharedOptions(DiagnosticOpts));
  auto CreateDiagnostics = [&] {
    return createDiagnostics(*Files, DiagnosticOpts, Printer);
  };
  std::vector<std::string> Arguments = cc1Arguments(Opts);
  const llvm::ErrorOr<std::string> Folder = Files->getCurrentWorkingDirectory();
  addDebugArguments(Arguments, Opts, Folder ? *Folder : "",
                    {What.sourceFile.data(), What.sourceFile.size()});
  std::vector<const char *> Pointers;
  for (const std::string &A : Arguments)
    Pointers.push_back(A.c_str());
  if (!clang::CompilerInvocation::CreateFromArgs(*Invocation, Pointers,
                                                 *CreateDiagnostics())) {
    Result.status = Status::InvalidOptions;
    return nullptr;
  }
  // Again: only now are the options about warnings known.
  auto Diags = CreateDiagnostics();
  // The text need not be NUL-terminated where it ends.
  const std::string_view Source = What.inputs.front();
  auto Buffer = llvm::MemoryBuffer::getMemBufferCopy(
      llvm::StringRef(Source.data(), Source.size()), SourceName);
  auto &Inputs = Invocation->getFrontendOpts().Inputs;
  Inputs.clear();
  Inputs.emplace_back(Buffer->getMemBufferRef(),
                      clang::InputKind(clang::Language::OpenCL));

  CompilerInstance Clang(Invocation, Files, Diags);
  Clang.setVerboseOutputStream(Log);
  auto Included = std::make_shared<IncludedFiles>();
  Clang.addDependencyCollector(Included);
  Clang.setExternalSemaSource(makeExtensionBuiltins());

  EmitAction Action(Context);
  bool Succeeded = Clang.ExecuteAction(Action);
  for (const std::string &File : Included->getDependencies()) {
    llvm::SmallString<256> Path(File);
    if (!Files->makeAbsolute(Path))
      Result.includedFiles.push_back(Path.str().str());
  }
  if (!Succeeded) {
    Result.status = Status::Failure;
    return nullptr;
  }
  std::unique_ptr<llvm::Module> M = Action.takeModule();
  makeBodies(*M);
  // gdb looks for the end of a function's first instructions by the lines if it
  // is Clang that made them: whose name begins like this, as Debian's does not.
  for (llvm::DICompileUnit *Unit : M->debug_compile_units())
    Unit->replaceOperandWith(
        /*Producer=*/1,
        llvm::MDString::get(Context,
                            "clang version " CLANG_VERSION_STRING " (Ferry)"));
  return M;
}
