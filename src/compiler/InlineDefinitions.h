//===- InlineDefinitions.h - What inline means in OpenCL C ------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_COMPILER_INLINEDEFINITIONS_H
#define FERRY_COMPILER_INLINEDEFINITIONS_H

#include "clang/AST/ASTConsumer.h"

#include <memory>

namespace ferry::compiler {

/// Makes definitions of OpenCL C functions that are `inline`, and neither
/// `static` nor declared without it, definitions like others: in C99 they
/// define nothing outside of their callers, so that `inline kernel void k()`
/// would be no kernel and a function in one program be missing in another that
/// is linked with it. Those of one name in several programs are one.
std::unique_ptr<clang::ASTConsumer> makeInlineDefinitionConsumer();

} // namespace ferry::compiler

#endif // FERRY_COMPILER_INLINEDEFINITIONS_H
