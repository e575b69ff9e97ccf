//===- Message.h - What goes to the compiler's process and back -*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A message is a length (8 bytes) and so many bytes, over a stream socket.
/// Both ends belong to one build of Ferry, so there is no version.
///
//===----------------------------------------------------------------------===//

#ifndef FERRY_COMPILERINTERFACE_MESSAGE_H
#define FERRY_COMPILERINTERFACE_MESSAGE_H

#include "compiler-interface/Compiler.h"

#include <string>
#include <string_view>

namespace ferry::compiler {

/// The byte that answers a request as soon as it has been read. A process that
/// ends without it has had no part in the request.
inline constexpr char Received = 'R';

/// \param Folder the current folder, where included files are looked for.
std::string packRequest(const Request &What, std::string_view Folder);

/// \param [out] What refers to \p Message.
/// \returns false if \p Message is not whole.
bool unpackRequest(std::string_view Message, Request &What,
                   std::string &Folder);

std::string packResult(const Result &R);
bool unpackResult(std::string_view Message, Result &R);

/// \returns false if the other end is closed.
bool sendBytes(int Socket, std::string_view Bytes);
bool sendMessage(int Socket, std::string_view Message);

/// Waits for \p Bytes bytes. \returns false if the other end is closed before.
bool receiveBytes(int Socket, char *To, std::size_t Bytes);
bool receiveMessage(int Socket, std::string &Message);

} // namespace ferry::compiler

#endif // FERRY_COMPILERINTERFACE_MESSAGE_H
