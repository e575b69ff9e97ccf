//===- Compile.cpp - ferry cc ---------------------------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "tool/Driver.h"
#include "tool/Environment.h"
#include "tool/Files.h"
#include "tool/Subcommand.h"

#include "compiler-interface/Compiler.h"
#include "compiler-interface/KernelBitcode.h"
#include "ferry/abi.h"
#include "program-cache/CompilerProcess.h"
#include "program-cache/ProgramBinary.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

#include <optional>
#include <string>
#include <vector>

using namespace llvm;
using namespace ferry;
using namespace ferry::tool;

namespace {
enum class Emit { Nothing, IR, Assembly, Object, Binary };
} // namespace

static cl::SubCommand Compile("cc", "Compile a program: its errors, or code");
static CodeOptions Code(Compile);

static cl::opt<Emit> Wanted(
    "emit", cl::sub(Compile), cl::cat(ownOptions()), cl::value_desc("form"),
    cl::desc("What to write, beside errors and warnings:"),
    cl::values(clEnumValN(Emit::IR, "ir",
                          "LLVM IR that the code of each kernel is made from"),
               clEnumValN(Emit::Assembly, "asm", "assembly of each kernel"),
               clEnumValN(Emit::Object, "object", "ELF object of one kernel"),
               clEnumValN(Emit::Binary, "binary",
                          "program for clCreateProgramWithBinary")));
static cl::opt<std::string> Kernel("kernel", cl::sub(Compile),
                                   cl::cat(ownOptions()),
                                   cl::value_desc("name"),
                                   cl::desc("Only this kernel"));
static cl::opt<std::string>
    Output("o", cl::sub(Compile), cl::cat(ownOptions()), cl::value_desc("file"),
           cl::init("-"), cl::desc("Where to write (default: stdout)"));
static cl::list<std::string> Defines("D", cl::Prefix, cl::sub(Compile),
                                     cl::cat(ownOptions()),
                                     cl::value_desc("name[=value]"),
                                     cl::desc("Build option: define a macro"));
static cl::list<std::string>
    Folders("I", cl::Prefix, cl::sub(Compile), cl::cat(ownOptions()),
            cl::value_desc("folder"),
            cl::desc("Build option: look for included files there"));
static cl::list<std::string>
    Others("cl-", cl::Prefix, cl::sub(Compile), cl::cat(ownOptions()),
           cl::value_desc("option"),
           cl::desc("Build option of clBuildProgram, such as -cl-std=CL3.0"));
static cl::opt<std::string> Input(cl::Positional, cl::sub(Compile),
                                  cl::Required, cl::desc("FILE"));
static cl::list<std::string> More(cl::Positional, cl::sub(Compile),
                                  cl::desc("[-- BUILD OPTIONS...]"));

/// \p Word for the options of clBuildProgram, which are split as a shell does.
static std::string quoted(StringRef Word) {
  std::string Text;
  for (char C : Word) {
    if (!isAlnum(C) && !StringRef("-_=+./:,").contains(C))
      Text += '\\';
    Text += C;
  }
  return Text;
}

static std::string buildOptions() {
  std::string Text;
  auto Add = [&](StringRef Prefix, StringRef Value) {
    Text += (Text.empty() ? "" : " ") + Prefix.str() + quoted(Value);
  };
  // "..." finds what lies beside the file, as for other compilers.
  if (Input != "-") {
    SmallString<128> Folder = sys::path::parent_path(Input);
    Add("-I", Folder.empty() ? "." : Folder.str());
  }
  for (const std::string &D : Defines)
    Add("-D", D);
  for (const std::string &F : Folders)
    Add("-I", F);
  for (const std::string &O : Others)
    Add("-cl-", O);
  for (const std::string &M : More)
    Add("", M);
  return Text;
}

/// A program as the driver has it.
namespace {
class Program {
public:
  explicit Program(const Driver &D) : D(D) {
    Context =
        D.call.clCreateContext(nullptr, 1, &D.device, nullptr, nullptr, &Error);
  }
  ~Program() {
    if (Handle)
      D.call.clReleaseProgram(Handle);
    if (Context)
      D.call.clReleaseContext(Context);
  }
  Program(const Program &) = delete;
  Program &operator=(const Program &) = delete;

  /// \param Text OpenCL C, with a line that says which file it is from, or
  ///        SPIR-V.
  /// \returns whether it could be built; log() has more.
  bool build(StringRef Name, StringRef Text, const std::string &Options) {
    // The first word of a module, in either order of bytes.
    const bool IsSpirv = Text.starts_with("\x03\x02\x23\x07") ||
                         Text.starts_with("\x07\x23\x02\x03");
    if (Error == CL_SUCCESS && IsSpirv) {
      Handle = D.call.clCreateProgramWithIL(Context, Text.data(), Text.size(),
                                            &Error);
    } else if (Error == CL_SUCCESS) {
      std::string Line = "#line 1 \"";
      raw_string_ostream(Line).write_escaped(Name) << "\"\n";
      Text.consume_front("\xEF\xBB\xBF"); // Clang takes it at the start only.
      const char *Parts[] = {Line.data(), Text.data()};
      const std::size_t Sizes[] = {Line.size(), Text.size()};
      Handle =
          D.call.clCreateProgramWithSource(Context, 2, Parts, Sizes, &Error);
    }
    if (Error == CL_SUCCESS)
      Error = D.call.clBuildProgram(Handle, 1, &D.device, Options.c_str(),
                                    nullptr, nullptr);
    return Error == CL_SUCCESS;
  }
  cl_int error() const { return Error; }

  std::string log() const {
    std::size_t Size = 0;
    if (!Handle ||
        D.call.clGetProgramBuildInfo(Handle, D.device, CL_PROGRAM_BUILD_LOG, 0,
                                     nullptr, &Size) != CL_SUCCESS)
      return "";
    std::string Text(Size, '\0');
    D.call.clGetProgramBuildInfo(Handle, D.device, CL_PROGRAM_BUILD_LOG, Size,
                                 Text.data(), nullptr);
    Text.resize(Size ? Size - 1 : 0);
    return Text;
  }

  /// For clCreateProgramWithBinary; empty if there is none.
  std::string binary() {
    std::size_t Size = 0;
    Error = D.call.clGetProgramInfo(Handle, CL_PROGRAM_BINARY_SIZES,
                                    sizeof(Size), &Size, nullptr);
    std::string Bytes(Error == CL_SUCCESS ? Size : 0, '\0');
    auto *Place = reinterpret_cast<unsigned char *>(Bytes.data());
    if (Error == CL_SUCCESS)
      Error = D.call.clGetProgramInfo(Handle, CL_PROGRAM_BINARIES,
                                      sizeof(Place), &Place, nullptr);
    return Bytes;
  }

  /// Of its kernels, as they are in the source.
  std::vector<std::string> kernels() const {
    std::size_t Size = 0;
    D.call.clGetProgramInfo(Handle, CL_PROGRAM_KERNEL_NAMES, 0, nullptr, &Size);
    std::string List(Size, '\0');
    D.call.clGetProgramInfo(Handle, CL_PROGRAM_KERNEL_NAMES, Size, List.data(),
                            nullptr);
    List.resize(Size ? Size - 1 : 0);
    SmallVector<StringRef> Names;
    StringRef(List).split(Names, ';', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
    return {Names.begin(), Names.end()};
  }

private:
  const Driver &D;
  cl_context Context = nullptr;
  cl_program Handle = nullptr;
  cl_int Error = CL_SUCCESS;
};
} // namespace

/// The rows that launches of \p Kernel are likely to have: what the binary has
/// code for, or those that are multiples of all vectors.
static std::uint32_t rowOf(const compiler::ProgramBinary &Program,
                           StringRef Kernel) {
  const auto Found = find_if(Program.code, [&](const auto &Object) {
    return Object.kernel == Kernel;
  });
  return Found != Program.code.end() ? Found->row
                                     : abi::rowClass(abi::MaxLanes);
}

/// Code of those of the kernels \p All of \p Binary that are wanted; nothing,
/// after saying why, if there is none.
static std::optional<std::string>
codeOf(StringRef Binary, ArrayRef<std::string> All, compiler::CodeForm Form) {
  std::string Error;
  compiler::Compiler *C = compiler::theCompiler(Error);
  std::optional<compiler::ProgramBinary> Program = compiler::unpack(Binary);
  if (!C || !Program) {
    errs() << "ferry: " << (C ? "no program" : Error) << '\n';
    return std::nullopt;
  }
  std::vector<StringRef> Names;
  copy_if(All, std::back_inserter(Names),
          [](StringRef Name) { return Kernel.empty() || Name == Kernel; });
  if (Names.empty() ||
      (Form == compiler::CodeForm::Object && Names.size() > 1)) {
    errs() << "ferry: "
           << (Names.empty() ? "there is no such kernel\n"
                             : "there are several kernels; --kernel says "
                               "which\n");
    return std::nullopt;
  }
  std::string Text;
  for (StringRef Name : Names) {
    compiler::Request What;
    What.action = compiler::Action::Kernel;
    What.inputs = {compiler::kernelBitcode(Program->kernels, Name)};
    What.kernel = Name;
    What.row = rowOf(*Program, Name);
    What.form = Form;
    compiler::Result R = C->run(What);
    if (R.status != compiler::Status::Success) {
      errs() << R.log;
      return std::nullopt;
    }
    if (Names.size() > 1)
      Text += (Form == compiler::CodeForm::IR ? "; kernel " : "# kernel ") +
              Name.str() + "\n";
    Text += R.image;
  }
  return Text;
}

static std::optional<std::string> wantedCode(Program &P) {
  std::string Binary = P.binary();
  if (P.error() != CL_SUCCESS) {
    errs() << "ferry: error " << P.error() << "\n" << P.log();
    return std::nullopt;
  }
  switch (Wanted) {
  case Emit::IR:
    return codeOf(Binary, P.kernels(), compiler::CodeForm::IR);
  case Emit::Assembly:
    return codeOf(Binary, P.kernels(), compiler::CodeForm::Assembly);
  case Emit::Object:
    return codeOf(Binary, P.kernels(), compiler::CodeForm::Object);
  case Emit::Nothing:
  case Emit::Binary:
    break;
  }
  return Binary;
}

static int compile() {
  Code.apply();
  auto Text = MemoryBuffer::getFileOrSTDIN(Input);
  if (!Text) {
    errs() << "ferry: " << Input << ": " << Text.getError().message() << '\n';
    return UsageError;
  }
  const Driver D = openDriver();
  Program P(D);
  const bool IsBuilt = P.build(Input == "-" ? "<stdin>" : StringRef(Input),
                               (*Text)->getBuffer(), buildOptions());
  errs() << P.log();
  if (!IsBuilt) {
    if (P.error() != CL_BUILD_PROGRAM_FAILURE)
      errs() << "ferry: error " << P.error() << '\n';
    return P.error() == CL_INVALID_BUILD_OPTIONS ? UsageError : 1;
  }
  if (Wanted == Emit::Nothing)
    return 0;
  const std::optional<std::string> Result = wantedCode(P);
  if (!Result)
    return 1;
  return writeFile(Output, *Result) ? 0 : 1;
}

const Subcommand tool::CompileCommand{Compile, R"(
Errors and warnings go to stderr. The exit status is 1 if there are errors, 2 if
the options are wrong.

EXAMPLE:
  ferry cc -DTILE=16 -cl-fast-relaxed-math filter.cl
  ferry cc --emit asm --kernel blur --cpu avx2 filter.cl -o blur.s
  ferry cc filter.cl -- -w -g
)",
                                      compile};
