//===- Processor.h - Who made the processor ---------------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the processor says of itself. The folder of each machine has the
/// functions.
///
//===----------------------------------------------------------------------===//

#ifndef FERRY_CORE_PROCESSOR_H
#define FERRY_CORE_PROCESSOR_H

#include "core/Object.h"

#include <string>

namespace ferry::core {

/// Its model name.
std::string processorName();

/// Its maker, as it spells it itself.
std::string processorVendor();

/// The maker's PCI vendor number, 0 if unknown.
cl_uint processorVendorId();

/// Maker, model and revision in one number, as the processor has them.
cl_uint processorSignature();

/// The same as manuals put it.
cl_version processorVersion();

/// Its highest frequency, 0 if it does not tell.
cl_uint processorMHz();

} // namespace ferry::core

#endif // FERRY_CORE_PROCESSOR_H
