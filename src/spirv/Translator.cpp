//===- Translator.cpp - From SPIR-V to LLVM's bitcode ---------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler-interface/SpirvTranslator.h"
#include "spirv/Lowering.h"
#include "spirv/Tolerance.h"
#include "spirv/Unsupported.h"

#include <LLVMSPIRVLib/LLVMSPIRVLib.h>
#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/raw_ostream.h>
#include <spirv-tools/libspirv.hpp>

#include <cstdint>
#include <cstring>
#include <sstream>
#include <vector>

namespace {

/// Says in \p Log what is wrong with \p Words.
bool validate(const std::vector<std::uint32_t> &Words, std::string &Log) {
  // The environments of OpenCL end at SPIR-V 1.2.
  spvtools::SpirvTools Tools(SPV_ENV_UNIVERSAL_1_6);
  Tools.SetMessageConsumer([&](spv_message_level_t Level, const char *,
                               const spv_position_t &, const char *Message) {
    if (Level <= SPV_MSG_ERROR)
      Log += std::string("error: SPIR-V: ") + Message + "\n";
  });
  return Tools.Validate(ferry::compiler::formForValidation(Words));
}

} // namespace

extern "C" [[gnu::visibility("default")]] bool
ferryTranslateSpirv(std::string_view Module, bool DebugInfo,
                    std::string &Bitcode, std::string &Log) {
  std::vector<std::uint32_t> Words(Module.size() / sizeof(std::uint32_t));
  std::memcpy(Words.data(), Module.data(), Words.size() * sizeof(Words[0]));
  Log += ferry::compiler::unsupported(Words);
  if (!Log.empty())
    return false;
  if (!validate(ferry::compiler::tolerate(Words, false), Log))
    return false;
  Words = ferry::compiler::tolerate(Words, DebugInfo);
  Words = ferry::compiler::lowerForTranslator(Words);

  SPIRV::TranslatorOpts Options;
  Options.enableAllExtensions();
  Options.enableGenArgNameMD();
  Options.setDesiredBIsRepresentation(SPIRV::BIsRepresentation::OpenCL20);
  llvm::LLVMContext Context;
  // The names of functions say what their pointers point to.
  Context.setOpaquePointers(false);
  std::istringstream Input(
      std::string(reinterpret_cast<const char *>(Words.data()),
                  Words.size() * sizeof(Words[0])));
  llvm::Module *Translated = nullptr;
  std::string Error;
  const bool Succeeded =
      llvm::readSpirv(Context, Options, Input, Translated, Error);
  const std::unique_ptr<llvm::Module> Owned(Translated);
  if (!Succeeded || !Owned) {
    Log += "error: SPIR-V: " + Error + "\n";
    return false;
  }
  llvm::raw_string_ostream Output(Bitcode);
  llvm::WriteBitcodeToFile(*Owned, Output);
  return true;
}
