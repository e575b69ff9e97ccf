//===- WorkGroupSize.h - Local sizes that nobody gave -----------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_CORE_WORKGROUPSIZE_H
#define FERRY_CORE_WORKGROUPSIZE_H

#include "ferry/abi.h"

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

namespace ferry::core {

/// Work-items of the largest group of \p Kernel that can run.
std::size_t maxWorkGroupSize(const abi::KernelInfo &Kernel);

/// Chooses the local size of a launch whose local_work_size is NULL.
///
/// \param Kernel has no required work-group size.
/// \param MaxItems work-items that a group may have.
/// \param NumThreads that will share the groups.
/// \param [in,out] Params workDim and globalSize (none 0) are read, localSize
///        is written. It divides globalSize unless the kernel was built for
///        groups of different sizes.
void chooseLocalSize(const abi::KernelInfo &Kernel, std::size_t MaxItems,
                     unsigned NumThreads, abi::LaunchParams &Params);

/// Writes numGroups. \returns false if globalSize is no multiple of localSize,
/// and the kernel was not built for groups of different sizes.
bool countGroups(const abi::KernelInfo &Kernel, abi::LaunchParams &Params);

/// The rows of a launch, an abi::rowClass.
///
/// \param Params as the code is given them.
/// \param NumThreads that will share the groups.
std::uint32_t rowOf(const abi::KernelInfo &Kernel,
                    const abi::LaunchParams &Params, unsigned NumThreads);

/// The class of rows whose code does for those of class \p Row, too.
std::uint32_t generalRow(std::uint32_t Row);

/// Work-items of the launches of a kernel so far that were few, and took the
/// general code, and microseconds of them: by abi::rowClass modulo a prime,
/// above which few are.
using ItemsOfFew = std::array<std::atomic<std::uint32_t>, 67>;

/// False if the work-items of a launch do as well with general code: they are
/// few, and so were those of earlier launches.
///
/// \param Row rowOf() the launch.
/// \param Picoseconds that a work-item takes with general code; 0 if that is
///        not known.
/// \param [in,out] Sofar those of earlier launches.
bool areWorthCode(std::uint32_t Row, const abi::LaunchParams &Params,
                  std::uint32_t Picoseconds, ItemsOfFew &Sofar);

/// The rows that launches of \p Kernel are most likely to have: of many groups
/// of the size that it requires, or those that fill all vectors.
std::uint32_t likelyRow(const abi::KernelInfo &Kernel);

/// Gives a launch of a kernel that is GroupAgnostic groups that begin where
/// vectors do, or of less than four work-items for each thread its share.
/// \p Params are as the code is given them.
void regroup(const abi::KernelInfo &Kernel, unsigned NumThreads,
             abi::LaunchParams &Params);

} // namespace ferry::core

#endif // FERRY_CORE_WORKGROUPSIZE_H
