//===- SpirvTranslator.h - From SPIR-V to LLVM's bitcode --------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The interface of libferry-spirv.so, which links SPIRV-Tools and Khronos'
/// translator with the LLVM that this was made for. The compiler loads it when
/// it meets the first SPIR-V. Where the translator is not installed there is no
/// such library, and the device has no intermediate language. No LLVM type
/// appears here: the two LLVMs meet in bitcode.
///
//===----------------------------------------------------------------------===//

#ifndef FERRY_COMPILERINTERFACE_SPIRVTRANSLATOR_H
#define FERRY_COMPILERINTERFACE_SPIRVTRANSLATOR_H

#include <string>
#include <string_view>

namespace ferry::compiler {

/// The one symbol that libferry-spirv.so exports.
inline constexpr char TranslatorSymbol[] = "ferryTranslateSpirv";

/// Checks that Ferry has what \p Module declares (ferry/spirv.h), validates it
/// for OpenCL, and translates it. Called by one thread at a
/// time.
///
/// \param Module SpirvModule's bytes.
/// \param DebugInfo whether debug information is wanted.
/// \param [out] Bitcode of an old LLVM, with the functions of OpenCL C 2.0 for
///              what SPIR-V has instructions for.
/// \param [out] Log what is wrong, and with which instruction.
/// \returns false if that is anything.
using TranslateFunction = bool (*)(std::string_view Module, bool DebugInfo,
                                   std::string &Bitcode, std::string &Log);

} // namespace ferry::compiler

#endif // FERRY_COMPILERINTERFACE_SPIRVTRANSLATOR_H
