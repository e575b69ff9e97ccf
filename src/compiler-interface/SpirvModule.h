//===- SpirvModule.h - SPIR-V as the driver sees it -------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_COMPILERINTERFACE_SPIRVMODULE_H
#define FERRY_COMPILERINTERFACE_SPIRVMODULE_H

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace ferry::compiler {

/// The words of a SPIR-V module, in this machine's byte order. What the
/// instructions mean is the compiler's business, but for the specialisation
/// constants: giving one a value is writing it where its default stands.
class SpirvModule {
public:
  /// Whether \p Bytes begin like SPIR-V of either byte order.
  static bool isSpirv(std::string_view Bytes);

  /// \returns nothing if \p Bytes are not a header of a version that Ferry has
  ///          (ferry/spirv.h), and whole instructions.
  static std::optional<SpirvModule> read(std::string_view Bytes);

  enum class Answer { Done, UnknownId, WrongSize };
  /// Gives the specialisation constants with that SpecId a value.
  ///
  /// \param Value of the size of the constant; one byte for a Boolean.
  Answer specialise(std::uint32_t SpecId, std::span<const std::byte> Value);

  std::string_view bytes() const {
    return {reinterpret_cast<const char *>(Words.data()),
            Words.size() * sizeof(Words[0])};
  }

private:
  std::vector<std::uint32_t> Words;
};

} // namespace ferry::compiler

#endif // FERRY_COMPILERINTERFACE_SPIRVMODULE_H
