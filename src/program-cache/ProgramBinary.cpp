//===- ProgramBinary.cpp - The container of compiled programs -------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "program-cache/ProgramBinary.h"

#include "compiler-interface/Packing.h"
#include "ferry/abi.h"
#include "ferry/config.h"
#include "ferry/isa.h"

#include <cstring>

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace ferry::compiler {

namespace {

constexpr char Magic[8] = {'F', 'E', 'R', 'R', 'Y', 'B', 'I', 'N'};
constexpr std::uint32_t FormatVersion = 4;

/// Programs that look for mistakes, and others, are none for each other.
std::uint32_t abiVersion() {
  constexpr std::uint32_t Checked = 1u << 31;
  return config::checks() ? abi::Version | Checked : abi::Version;
}

/// What every container starts with. The checksum covers what follows it: the
/// rest of the header, and the payload.
struct Header {
  char magic[8];
  std::uint64_t checksum[2];
  std::uint32_t formatVersion;
  std::uint32_t abiVersion;
  std::uint32_t kind;
  std::uint32_t isa; ///< What code of kernels needs, as ferry::Isa.
  std::uint64_t payloadBytes;
};
constexpr std::size_t Covered = offsetof(Header, formatVersion);

void checksum(std::string_view Container, std::uint64_t Sum[2]) {
  XXH128_hash_t H =
      XXH3_128bits(Container.data() + Covered, Container.size() - Covered);
  Sum[0] = H.low64;
  Sum[1] = H.high64;
}

} // namespace

std::string pack(const ProgramBinary &Program) {
  Header H{};
  std::string Bytes(sizeof(H), '\0');
  appendText(Bytes, Program.log);
  appendText(Bytes, Program.image);
  appendText(Bytes, Program.kernels);
  appendNumber(Bytes, std::uint64_t(Program.code.size()));
  for (const KernelObject &K : Program.code) {
    appendText(Bytes, K.kernel);
    appendNumber(Bytes, K.row);
    appendText(Bytes, K.constants);
    appendText(Bytes, K.image);
  }
  for (const IncludedFile &File : Program.includes) {
    appendText(Bytes, File.path);
    Bytes.append(reinterpret_cast<const char *>(File.hash), sizeof(File.hash));
  }
  std::memcpy(H.magic, Magic, sizeof(Magic));
  H.formatVersion = FormatVersion;
  H.abiVersion = abiVersion();
  H.kind = std::uint32_t(Program.kind);
  H.isa = std::uint32_t(isa());
  H.payloadBytes = Bytes.size() - sizeof(H);
  std::memcpy(Bytes.data(), &H, sizeof(H));
  checksum(Bytes, H.checksum);
  std::memcpy(Bytes.data(), &H, sizeof(H));
  return Bytes;
}

std::optional<ProgramBinary> unpack(std::string_view Bytes) {
  Header H;
  if (Bytes.size() < sizeof(H))
    return std::nullopt;
  std::memcpy(&H, Bytes.data(), sizeof(H));
  if (std::memcmp(H.magic, Magic, sizeof(Magic)) != 0 ||
      H.formatVersion != FormatVersion || H.abiVersion != abiVersion() ||
      H.payloadBytes != Bytes.size() - sizeof(H))
    return std::nullopt;
  std::uint64_t Sum[2];
  checksum(Bytes, Sum);
  if (std::memcmp(Sum, H.checksum, sizeof(Sum)) != 0)
    return std::nullopt;

  ProgramBinary Program;
  if (H.kind < std::uint32_t(BinaryKind::Object) ||
      H.kind > std::uint32_t(BinaryKind::Kernel))
    return std::nullopt;
  Program.kind = BinaryKind(H.kind);
  Bytes.remove_prefix(sizeof(H));
  std::uint64_t Count;
  if (!takeText(Bytes, Program.log) || !takeText(Bytes, Program.image) ||
      !takeText(Bytes, Program.kernels) || !takeNumber(Bytes, Count))
    return std::nullopt;
  for (; Count; --Count) {
    KernelObject &K = Program.code.emplace_back();
    if (!takeText(Bytes, K.kernel) || !takeNumber(Bytes, K.row) ||
        !takeText(Bytes, K.constants) || !takeText(Bytes, K.image))
      return std::nullopt;
  }
  // What others made of it may carry copies out by itself.
  if (!runs(Isa(H.isa)) || config::allThroughEngine())
    Program.code.clear();
  while (!Bytes.empty()) {
    IncludedFile &File = Program.includes.emplace_back();
    if (!takeText(Bytes, File.path) || Bytes.size() < sizeof(File.hash))
      return std::nullopt;
    std::memcpy(File.hash, Bytes.data(), sizeof(File.hash));
    Bytes.remove_prefix(sizeof(File.hash));
  }
  return Program;
}

} // namespace ferry::compiler
