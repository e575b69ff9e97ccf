//===- ExtensionFunctions.h - Functions of extensions -----------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_CONFORMANCE_EXTENSIONFUNCTIONS_H
#define FERRY_CONFORMANCE_EXTENSIONFUNCTIONS_H

#include "Support.h"

namespace conformance {

/// A function of an extension of the platform under test, asked for by name.
template <typename Type> class ExtensionFunction;
template <typename Result, typename... Args>
class ExtensionFunction<Result(Args...)> {
public:
  constexpr explicit ExtensionFunction(const char *Name) : Name(Name) {}
  Result operator()(Args... A) const {
    auto *Function = reinterpret_cast<Result (*)(Args...)>(
        clGetExtensionFunctionAddressForPlatform(platform(), Name));
    if (!Function)
      throw std::runtime_error(std::string(Name) + " is missing");
    return Function(A...);
  }

private:
  const char *Name;
};

/// Declares the function NAME, of the type of DECLARATION. Tests that call it
/// are in this namespace: headers may declare one of the same name globally.
#define EXTENSION_FUNCTION(NAME, DECLARATION)                                  \
  inline constexpr ExtensionFunction<decltype(DECLARATION)> NAME(#NAME);

} // namespace conformance

#endif // FERRY_CONFORMANCE_EXTENSIONFUNCTIONS_H
