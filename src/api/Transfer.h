//===- Transfer.h - Commands that are enqueued or recorded ------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What clEnqueueX and clCommandXKHR check, but for the wait lists, and the
/// command that they make. Each has the parameters and throws the errors of its
/// X.
///
//===----------------------------------------------------------------------===//

#ifndef FERRY_API_TRANSFER_H
#define FERRY_API_TRANSFER_H

#include "core/Command.h"

namespace ferry::api {

core::Command &makeCopyBuffer(core::Queue &Q, cl_mem SrcBuffer,
                              cl_mem DstBuffer, std::size_t SrcOffset,
                              std::size_t DstOffset, std::size_t Size);

core::Command &
makeCopyBufferRect(core::Queue &Q, cl_mem SrcBuffer, cl_mem DstBuffer,
                   const std::size_t *SrcOrigin, const std::size_t *DstOrigin,
                   const std::size_t *Region, std::size_t SrcRowPitch,
                   std::size_t SrcSlicePitch, std::size_t DstRowPitch,
                   std::size_t DstSlicePitch);

core::Command &makeFillBuffer(core::Queue &Q, cl_mem Buffer,
                              const void *Pattern, std::size_t PatternSize,
                              std::size_t Offset, std::size_t Size);

core::Command &makeCopyImage(core::Queue &Q, cl_mem SrcImage, cl_mem DstImage,
                             const std::size_t *SrcOrigin,
                             const std::size_t *DstOrigin,
                             const std::size_t *Region);

core::Command &makeCopyImageToBuffer(core::Queue &Q, cl_mem SrcImage,
                                     cl_mem DstBuffer,
                                     const std::size_t *SrcOrigin,
                                     const std::size_t *Region,
                                     std::size_t DstOffset);

core::Command &makeCopyBufferToImage(core::Queue &Q, cl_mem SrcBuffer,
                                     cl_mem DstImage, std::size_t SrcOffset,
                                     const std::size_t *DstOrigin,
                                     const std::size_t *Region);

core::Command &makeFillImage(core::Queue &Q, cl_mem Image,
                             const void *FillColor, const std::size_t *Origin,
                             const std::size_t *Region);

/// Also clEnqueueMemcpyINTEL; \p Type says which.
core::Command &makeSVMMemcpy(core::Queue &Q, cl_command_type Type, void *DstPtr,
                             const void *SrcPtr, std::size_t Size);

/// Also clEnqueueMemFillINTEL.
core::Command &makeSVMMemFill(core::Queue &Q, cl_command_type Type,
                              void *SvmPtr, const void *Pattern,
                              std::size_t PatternSize, std::size_t Size);

} // namespace ferry::api

#endif // FERRY_API_TRANSFER_H
