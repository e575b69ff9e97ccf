//===- BinaryEdits.h - Changes program binaries -----------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_CONFORMANCE_FUZZ_BINARYEDITS_H
#define FERRY_CONFORMANCE_FUZZ_BINARYEDITS_H

#include "Fuzz.h"

namespace conformance::fuzz {

/// Changes \p Bytes, a binary of Ferry's, as \p From says: the container or
/// what is in it, an ELF object or bitcode. Length and checksum are mostly made
/// right.
void change(Binary &Bytes, Choices &From);

} // namespace conformance::fuzz

#endif // FERRY_CONFORMANCE_FUZZ_BINARYEDITS_H
