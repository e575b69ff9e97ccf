//===- Storage.h - Where the contents of buffers lie ------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_CORE_STORAGE_H
#define FERRY_CORE_STORAGE_H

#include <cstddef>

namespace ferry::core {

/// \p Bytes bytes, aligned to Device::BaseAlignment; in huge pages if they fill
/// some. Throws CL_MEM_OBJECT_ALLOCATION_FAILURE.
std::byte *allocateStorage(std::size_t Bytes);

/// \param Bytes as many as were asked for.
void freeStorage(std::byte *Start, std::size_t Bytes);

} // namespace ferry::core

#endif // FERRY_CORE_STORAGE_H
