//===- RandomGathers.h - Gathers that are refused ---------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The processor refuses a gather whose registers are not all different:
/// result and index, and with VEX encoding the mask (Intel SDM, volume 2,
/// "VGATHERDPS"). Code generators make some where an index is undefined, and
/// few inputs come by them; so the machine code is read.
///
//===----------------------------------------------------------------------===//

#ifndef FERRY_CONFORMANCE_RANDOMGATHERS_H
#define FERRY_CONFORMANCE_RANDOMGATHERS_H

#include "Support.h"

#include <span>

namespace conformance::programs {

/// Disassembles \p Code.
/// \returns the first gather that is refused, or what is no instruction; empty
///          if there is neither.
std::string refusedGather(std::span<const uint8_t> Code);

/// Likewise of the code sections in the binary of \p P, which is an ELF object
/// behind a header.
std::string refusedGather(cl_program P);

} // namespace conformance::programs

#endif // FERRY_CONFORMANCE_RANDOMGATHERS_H
