//===- CompilerEntry.cpp - The compiler behind its interface --------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/Compiler.h"
#include "compiler/Frontend.h"
#include "compiler/Options.h"
#include "compiler/Pipeline.h"
#include "compiler/passes/Reserved.h"
#include "ferry/config.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/CallingConv.h"
#include "llvm/IR/DiagnosticHandler.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/thread.h"

using namespace ferry::compiler;
using namespace ferry;
using namespace llvm;

namespace {

/// Compilers recurse deeply; a host thread's stack may be small.
constexpr std::optional<unsigned> StackBytes = 64u << 20;

/// Puts what LLVM has to say into the build log instead of on stderr.
class LogHandler : public DiagnosticHandler {
public:
  explicit LogHandler(std::string &Log) : Log(Log) {}
  bool handleDiagnostics(const DiagnosticInfo &Info) override {
    if (Info.getSeverity() == DS_Error || Info.getSeverity() == DS_Warning) {
      raw_string_ostream OS(Log);
      OS << (Info.getSeverity() == DS_Error ? "error: " : "warning: ");
      DiagnosticPrinterRawOStream Printer(OS);
      Info.print(Printer);
      OS << '\n';
    }
    Failed |= Info.getSeverity() == DS_Error;
    return true;
  }
  bool Failed = false;

private:
  std::string &Log;
};

/// One run of the compiler: a context that lives as long as the run.
class Run {
public:
  explicit Run(std::string_view OptionText) {
    auto H = std::make_unique<LogHandler>(Output.log);
    Handler = H.get();
    Context.setDiagnosticHandler(std::move(H));
    Context.setDiscardValueNames(!config::debug("compiler"));
    std::string Error;
    Parsed = parseOptions(OptionText, Error);
    if (!Parsed)
      fail(Status::InvalidOptions, "error: " + Error);
  }

  std::unique_ptr<Module> parse(std::string_view Source,
                                const std::vector<Header> &Headers) {
    if (!Parsed)
      return nullptr;
    std::unique_ptr<Module> M =
        parseSource(Context, Source, *Parsed, Headers, Output);
    // Kernels from several sources may be linked: each knows its own options.
    if (M && Parsed->nonUniformGroups)
      for (Function &F : *M)
        if (F.getCallingConv() == CallingConv::SPIR_KERNEL)
          F.addFnAttr(reserved::NonUniformAttr);
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

  void writeObject(Module &M) {
    Expected<std::string> Object = generateObject(M);
    if (!Object)
      return fail(Status::Failure, toString(Object.takeError()));
    if (Handler->Failed)
      return fail(Status::Failure, "");
    Output.image = std::move(*Object);
    Output.status = Status::Success;
  }

  bool createsLibrary() const { return Parsed->createLibrary; }

  Result Output;

private:
  void fail(Status S, const std::string &Text) {
    Output.status = S;
    Output.log += Text;
  }

  LLVMContext Context;
  LogHandler *Handler;
  std::optional<Options> Parsed;
};

class CompilerImpl final : public Compiler {
public:
  Result compile(std::string_view Source, std::string_view Options,
                 const std::vector<Header> &Headers) override {
    return onLargeStack(Options, [&](Run &R) {
      if (auto M = R.parse(Source, Headers))
        R.writeBitcode(*M);
    });
  }

  Result link(const std::vector<std::string_view> &Bitcode,
              std::string_view Options) override {
    return onLargeStack(Options, [&](Run &R) {
      auto M = R.combine(Bitcode);
      if (!M)
        return;
      if (R.createsLibrary())
        R.writeBitcode(*M);
      else
        R.writeObject(*M);
    });
  }

  Result build(std::string_view Source, std::string_view Options) override {
    return onLargeStack(Options, [&](Run &R) {
      if (auto M = R.parse(Source, {}))
        R.writeObject(*M);
    });
  }

private:
  template <typename Work>
  static Result onLargeStack(std::string_view Options, Work &&Do) {
    Result Output;
    llvm::thread Thread(StackBytes, [&] {
      Run R(Options);
      Do(R);
      Output = std::move(R.Output);
    });
    Thread.join();
    return Output;
  }
};

} // namespace

extern "C" __attribute__((visibility("default"))) Compiler *ferryCompiler() {
  static CompilerImpl Instance;
  return &Instance;
}
