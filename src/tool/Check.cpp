//===- Check.cpp - ferry check --------------------------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "tool/Child.h"
#include "tool/Environment.h"
#include "tool/Files.h"
#include "tool/Subcommand.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/LineIterator.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace ferry;
using namespace ferry::tool;

static cl::SubCommand Check("check", "Run a program on Ferry, and look for "
                                     "mistakes in it and its kernels");
static cl::opt<std::string> Json("json", cl::sub(Check), cl::cat(ownOptions()),
                                 cl::value_desc("file"),
                                 cl::desc("Write each mistake, an object a "
                                          "line"));
static cl::opt<std::string> Sarif("sarif", cl::sub(Check),
                                  cl::cat(ownOptions()), cl::value_desc("file"),
                                  cl::desc("Write a SARIF 2.1.0 log, for code "
                                           "hosts"));
static cl::opt<std::string>
    Suppressions("suppressions", cl::sub(Check), cl::cat(ownOptions()),
                 cl::value_desc("file"),
                 cl::desc("What not to report (FERRY_CHECK_SUPPRESS)"));
static cl::opt<std::string>
    Seed("seed", cl::sub(Check), cl::cat(ownOptions()),
         cl::value_desc("number"),
         cl::desc("Another order of work-items and another moment of copies "
                  "(FERRY_CHECK_SEED)"));
static cl::opt<bool> First("first", cl::sub(Check), cl::cat(ownOptions()),
                           cl::desc("End the program at the first mistake "
                                    "(FERRY_CHECK_FIRST)"));
static cl::opt<bool> Leaks("leaks", cl::sub(Check), cl::cat(ownOptions()),
                           cl::desc("Say at exit which objects are not "
                                    "released (FERRY_CHECK_LEAKS)"));
static ProgramOptions Options(Check);

static void writeSarif(raw_ostream &OS, const MemoryBuffer &Found) {
  OS << "{\"version\":\"2.1.0\",\n"
        " \"$schema\":\"https://json.schemastore.org/sarif-2.1.0.json\",\n"
        " \"runs\":[{\"tool\":{\"driver\":{\"name\":\"ferry check\"}},\n"
        "  \"results\":[";
  ListSeparator Next(",");
  for (line_iterator Line(Found); !Line.is_at_eof(); ++Line)
    OS << StringRef(Next) << "\n   " << *Line;
  OS << "]}]}\n";
}

/// \param Path what the program has written, a mistake a line.
/// \returns the exit status: 1 if something was found.
static int report(const Twine &Path, const Ending &How) {
  auto Found = MemoryBuffer::getFile(Path);
  if (!Found)
    return complain(createFileError(Path, Found.getError()));
  if (!Sarif.empty() && !writeFile(Sarif, [&](raw_ostream &OS) {
        writeSarif(OS, **Found);
        return Error::success();
      }))
    return 1;
  unsigned Count = 0;
  for (line_iterator Line(**Found); !Line.is_at_eof(); ++Line)
    ++Count;
  if (Count == 0)
    return How.pass();
  errs() << "ferry check: " << Count << (Count == 1 ? " mistake" : " mistakes")
         << " found\n";
  return 1;
}

static int check() {
  SmallString<128> Path(Json);
  std::error_code Failed;
  if (Json.empty())
    Failed = sys::fs::createTemporaryFile("ferry-check", "json", Path);
  else if (raw_fd_ostream OS(Path, Failed); !Failed)
    Failed = sys::fs::make_absolute(Path);
  if (Failed)
    return complain(createFileError(Path, Failed));
  Options.apply();
  setVariable(config::Variable::Check, "1", "");
  setVariable(config::Variable::CheckJson, std::string(Path), "--json");
  if (!Suppressions.empty())
    setVariable(config::Variable::CheckSuppress, Suppressions,
                "--suppressions");
  if (!Seed.empty())
    setVariable(config::Variable::CheckSeed, Seed, "--seed");
  if (First)
    setVariable(config::Variable::CheckFirst, "1", "--first");
  if (Leaks)
    setVariable(config::Variable::CheckLeaks, "1", "--leaks");
  const Ending How = runProgram(Options.command());
  const int Status = How.wasRun() ? report(Path, How) : How.pass();
  if (Json.empty())
    sys::fs::remove(Path);
  return Status;
}

const Subcommand tool::CheckCommand{Check, R"(
Each mistake is reported once, on stderr. The exit status is 1 if there is one,
and else the program's.

EXAMPLE:
  ferry check PROGRAM ARGUMENTS
  ferry check --sarif mistakes.sarif --seed 7 PROGRAM ARGUMENTS
)",
                                    check};
