//===- Trace.cpp - ferry trace --------------------------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "tool/Child.h"
#include "tool/Environment.h"
#include "tool/Files.h"
#include "tool/Subcommand.h"

#include "trace/Reports.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace ferry;
using namespace ferry::tool;

static cl::SubCommand Trace("trace",
                            "Run a program on Ferry, and show what ran "
                            "when");
static cl::opt<std::string>
    Output("o", cl::sub(Trace), cl::cat(ownOptions()), cl::value_desc("file"),
           cl::desc("Write Trace Event JSON, for Perfetto or "
                    "chrome://tracing"));
static cl::opt<bool>
    Summary("summary", cl::sub(Trace), cl::cat(ownOptions()),
            cl::desc("Print for each kernel how much copying was hidden behind "
                     "computing, and how long groups waited"));
static cl::opt<std::string>
    Dma("dma", cl::sub(Trace), cl::cat(ownOptions()), cl::value_desc("file"),
        cl::desc("Print what would be hidden by the DMA engine that the file "
                 "describes"));
static cl::opt<std::string>
    Drawing("svg", cl::sub(Trace), cl::cat(ownOptions()),
            cl::value_desc("file"),
            cl::desc("Draw one group; with --dma, also on that engine"));
static cl::opt<std::string>
    Kernel("kernel", cl::sub(Trace), cl::cat(ownOptions()),
           cl::value_desc("name"),
           cl::desc("The kernel of --svg (default: with the most copying)"));
static ProgramOptions Options(Trace);

/// \returns false if something could not be written.
static bool report(const std::vector<trace::Process> &All,
                   const trace::DmaModel *Model) {
  if (All.empty()) {
    errs() << "ferry: trace: the program did not use Ferry, or did not exit\n";
    return false;
  }
  bool IsDone = true;
  if (!Output.empty())
    IsDone &= writeFile(Output, [&](raw_ostream &OS) {
      writeEvents(OS, All);
      return Error::success();
    });
  // What the program prints is its own.
  if (Summary)
    writeSummary(errs(), All);
  if (Model)
    writeReplay(errs(), All, *Model);
  if (!Drawing.empty())
    IsDone &= writeFile(Drawing, [&](raw_ostream &OS) {
      return writeTimeline(OS, All, Kernel, Model);
    });
  return IsDone;
}

static int traceProgram() {
  if (Output.empty() && !Summary && Dma.empty() && Drawing.empty()) {
    errs() << "ferry: trace: what for? -o, --summary, --dma or --svg say\n";
    return UsageError;
  }
  std::optional<trace::DmaModel> Model;
  if (!Dma.empty()) {
    auto Text = MemoryBuffer::getFile(Dma);
    Expected<trace::DmaModel> Parsed =
        Text ? trace::DmaModel::parse((*Text)->getBuffer())
             : Expected<trace::DmaModel>(errorCodeToError(Text.getError()));
    if (!Parsed) {
      complain(createFileError(Dma, Parsed.takeError()));
      return UsageError;
    }
    Model = *std::move(Parsed);
  }
  SmallString<128> Folder;
  if (std::error_code Failed =
          sys::fs::createUniqueDirectory("ferry-trace", Folder)) {
    complain(createFileError("the folder for the trace", Failed));
    return 1;
  }
  Options.apply();
  setVariable(config::Variable::Trace, std::string(Folder), "");
  const Ending How = runProgram(Options.command());
  bool IsDone = How.wasRun();
  if (IsDone) {
    Expected<std::vector<trace::Process>> All = trace::readFolder(Folder);
    IsDone = All && report(*All, Model ? &*Model : nullptr);
    if (!All)
      complain(All.takeError());
  }
  sys::fs::remove_directories(Folder);
  const int Status = How.pass();
  return Status || IsDone ? Status : 1;
}

const Subcommand tool::TraceCommand{Trace, R"(
Tables go to stderr. The program's exit status, or the signal that ends it, is
that of the command.

EXAMPLE:
  ferry trace -o trace.json PROGRAM ARGUMENTS
  ferry trace --summary --dma dsp-2-channels.json PROGRAM ARGUMENTS
  ferry trace --svg group.svg --kernel blur PROGRAM ARGUMENTS
)",
                                    traceProgram};
