//===- CompilerEntry.cpp - The compiler behind its interface --------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler-interface/Compiler.h"
#include "compiler-interface/Options.h"
#include "compiler/CodeGen.h"
#include "compiler/Frontend.h"
#include "compiler/KernelModule.h"
#include "compiler/Pipeline.h"
#include "compiler/ProgramChecks.h"
#include "compiler/RunOnStack.h"
#include "compiler/passes/Diagnostic.h"
#include "compiler/passes/Reserved.h"
#include "ferry/config.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/CallingConv.h"
#include "llvm/IR/DiagnosticHandler.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/PrettyStackTrace.h"
#include "llvm/Support/raw_ostream.h"

#include <chrono>
#include <new>

using namespace ferry::compiler;
using namespace ferry;
using namespace llvm;

namespace {

/// Compilers recurse deeply; a host thread's stack may be small.
constexpr std::size_t StackBytes = std::size_t(64) << 20;

/// Puts what LLVM has to say into the build log instead of on stderr.
class LogHandler : public DiagnosticHandler {
public:
  explicit LogHandler(Result &Output)
      : Log(Output.log), Stages(Output.stages) {}
  bool handleDiagnostics(const DiagnosticInfo &Info) override {
    if (auto *Stack = dyn_cast<DiagnosticInfoStackSize>(&Info)) {
      Frames[&Stack->getFunction()] = Stack->getStackSize();
      return true;
    }
    if (auto *Done = dyn_cast<StageDone>(&Info)) {
      const std::uint64_t Now = now();
      Stages.push_back({Done->stage().str(), Begin, Now});
      Begin = Now;
      return true;
    }
    if (isa<LimitReached>(Info)) {
      // Passes come by the same function again. At once: other processes may
      // report, too.
      if (config::debug("compiler") && Told.insert(textOf(Info)).second)
        errs() << "; ferry: " + textOf(Info) + "\n";
      return true;
    }
    if (Info.getSeverity() == DS_Error || Info.getSeverity() == DS_Warning)
      Log += (Info.getSeverity() == DS_Error ? "error: " : "warning: ") +
             textOf(Info) + "\n";
    Failed |= Info.getSeverity() == DS_Error;
    return true;
  }
  bool Failed = false;
  /// Bytes of the functions that code has been generated for.
  FrameSizes Frames;

private:
  static std::uint64_t now() {
    return std::uint64_t(
        std::chrono::steady_clock::now().time_since_epoch().count());
  }

  static std::string textOf(const DiagnosticInfo &Info) {
    std::string Text;
    raw_string_ostream OS(Text);
    DiagnosticPrinterRawOStream Printer(OS);
    Info.print(Printer);
    return Text;
  }

  std::string &Log;
  std::vector<Stage> &Stages;
  StringSet<> Told;
  std::uint64_t Begin = now(); ///< Of the stage that is under way.
};

/// One run of the compiler: a context that lives as long as the run.
class Run {
public:
  Run(const Request &What, Result &Output) : Output(Output) {
    auto H = std::make_unique<LogHandler>(Output);
    Handler = H.get();
    Context.setDiagnosticHandler(std::move(H));
    // Reports call variables by their names.
    Context.setDiscardValueNames(!config::debug("compiler") &&
                                 !config::checks());
    std::string Error;
    Parsed = parseOptions(What.action, What.options, Error);
    if (!Parsed)
      fail(Status::InvalidOptions, "error: " + Error);
  }

  std::unique_ptr<Module> parse(const Request &What) {
    if (!Parsed)
      return nullptr;
    const bool IsSpirv = What.language == Language::Spirv;
    std::unique_ptr<Module> M =
        IsSpirv ? parseSpirv(Context, What, *Parsed, Output)
                : parseSource(Context, What, *Parsed, Output);
    if (!M)
      return nullptr;
    // Kernels from several sources may be linked: each knows its own options.
    const bool NonUniform =
        IsSpirv ? !Parsed->uniformGroups : Parsed->nonUniformGroups;
    for (Function &F : *M)
      if (F.getCallingConv() == CallingConv::SPIR_KERNEL) {
        if (NonUniform)
          F.addFnAttr(reserved::NonUniformAttr);
        if (Parsed->flushDenormals)
          F.addFnAttr(reserved::FlushDenormalsAttr);
      }
    return M;
  }

  /// Links \p Bitcode into one module.
  std::unique_ptr<Module>
  combine(const std::vector<std::string_view> &Bitcode) {
    if (!Parsed)
      return nullptr;
    std::unique_ptr<Module> Whole;
    for (std::string_view Text : Bitcode) {
      auto M = parseBitcodeFile(
          MemoryBufferRef(StringRef(Text.data(), Text.size()), "program"),
          Context);
      if (!M) {
        fail(Status::Failure, "error: " + toString(M.takeError()) + "\n");
        return nullptr;
      }
      raw_string_ostream Why(Output.log);
      if (verifyModule(**M, &Why)) {
        fail(Status::Failure, "error: the bitcode is damaged\n");
        return nullptr;
      }
      if (!Whole) {
        Whole = std::move(*M);
      } else if (Linker::linkModules(*Whole, std::move(*M)) ||
                 Handler->Failed) {
        Output.status = Status::Failure;
        return nullptr;
      }
    }
    if (!Whole)
      fail(Status::Failure, "error: nothing to link\n");
    return Whole;
  }

  void writeBitcode(const Module &M) {
    SmallString<0> Bytes;
    raw_svector_ostream OS(Bytes);
    WriteBitcodeToFile(M, OS);
    Output.image = Bytes.str().str();
    Output.status = Status::Success;
  }

  void writeProgram(Module &M) {
    if (Error E = makeProgram(M, Output))
      return fail(Status::Failure, toString(std::move(E)));
    finish();
  }

  void writeKernel(const Request &What) {
    Expected<std::unique_ptr<Module>> M =
        readKernel(Context, What.inputs.front(), What.kernel);
    if (!M)
      return fail(Status::Failure, toString(M.takeError()));
    Output.image = generateCode(**M, What);
    if (Error E = checkStack(**M, Handler->Frames))
      return fail(Status::Failure, toString(std::move(E)));
    finish();
  }

  bool createsLibrary() const { return Parsed->createLibrary; }

private:
  void finish() {
    Output.status = Handler->Failed ? Status::Failure : Status::Success;
  }
  void fail(Status S, const std::string &Text) {
    Output.status = S;
    Output.log += Text;
  }

  Result &Output;
  LLVMContext Context;
  LogHandler *Handler;
  std::optional<Options> Parsed;
};

void carryOut(const Request &What, Result &Output) {
  Run R(What, Output);
  if (What.action == Action::Kernel)
    return R.writeKernel(What);
  std::unique_ptr<Module> M =
      What.action == Action::Link ? R.combine(What.inputs) : R.parse(What);
  if (!M)
    return;
  if (What.action == Action::Compile ||
      (What.action == Action::Link && R.createsLibrary()))
    R.writeBitcode(*M);
  else
    R.writeProgram(*M);
}

class CompilerImpl final : public Compiler {
public:
  CompilerImpl() { initializeTarget(); }

  Result run(const Request &What) override {
    Result Output;
    if (!runOnStack(StackBytes, [&] { carryOut(What, Output); }))
      Output.status = Status::OutOfMemory;
    return Output;
  }

  void ownProcess(void (*OutOfMemory)()) override {
    std::set_new_handler(OutOfMemory);
    static void (*Handler)();
    Handler = OutOfMemory;
    install_bad_alloc_error_handler(
        [](void *, const char *, bool) { Handler(); });
    setBugReportMsg("");
    EnablePrettyStackTrace();
    reportStackOverflow();
  }
};

} // namespace

extern "C" __attribute__((visibility("default"))) Compiler *ferryCompiler() {
  static CompilerImpl Instance;
  return &Instance;
}
