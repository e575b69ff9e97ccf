//===- IntelSubGroups.h - Functions of cl_intel_subgroups -------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_COMPILER_INTELSUBGROUPS_H
#define FERRY_COMPILER_INTELSUBGROUPS_H

#include "llvm/ADT/IntrusiveRefCntPtr.h"

namespace clang {
class ExternalSemaSource;
}

namespace ferry::compiler {

/// Declares the functions of cl_intel_subgroups, its variants for other types
/// (_char, _short and _long), and cl_intel_subgroup_local_block_io:
/// intel_sub_group_shuffle and so on. They have several hundred overloads, of
/// which Clang's tables have none and a header would have all for every
/// program; here they are made of the name, when a program uses it that has not
/// declared it itself.
llvm::IntrusiveRefCntPtr<clang::ExternalSemaSource> makeIntelSubGroups();

} // namespace ferry::compiler

#endif // FERRY_COMPILER_INTELSUBGROUPS_H
