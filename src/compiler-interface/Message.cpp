//===- Message.cpp - What goes to the compiler's process and back ---------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler-interface/Message.h"

#include "compiler-interface/Packing.h"

#include <cerrno>
#include <sys/socket.h>

namespace ferry::compiler {

namespace {

/// Appends the number of elements, and each by \p AppendOne.
template <typename List, typename Function>
void appendList(std::string &To, const List &Elements, Function AppendOne) {
  appendNumber(To, std::uint64_t(Elements.size()));
  for (const auto &Element : Elements)
    AppendOne(Element);
}

/// Takes what appendList() wrote.
template <typename List, typename Function>
bool takeList(std::string_view &From, List &Elements, Function TakeOne) {
  std::uint64_t Count;
  if (!takeNumber(From, Count))
    return false;
  for (; Count; --Count)
    if (!TakeOne(Elements.emplace_back()))
      return false;
  return true;
}

} // namespace

std::string packRequest(const Request &What, std::string_view Folder) {
  std::string M;
  appendNumber(M, What.action);
  appendText(M, Folder);
  appendText(M, What.options);
  appendList(M, What.inputs, [&](std::string_view T) { appendText(M, T); });
  appendList(M, What.headers, [&](const Header &H) {
    appendText(M, H.first);
    appendText(M, H.second);
  });
  appendText(M, What.sourceFile);
  appendNumber(M, What.language);
  appendText(M, What.kernel);
  appendNumber(M, What.row);
  appendNumber(M, What.form);
  appendText(M, What.constants);
  return M;
}

bool unpackRequest(std::string_view M, Request &What, std::string &Folder) {
  return takeNumber(M, What.action) && takeText(M, Folder) &&
         takeText(M, What.options) &&
         takeList(M, What.inputs,
                  [&](std::string_view &T) { return takeText(M, T); }) &&
         takeList(M, What.headers,
                  [&](Header &H) {
                    return takeText(M, H.first) && takeText(M, H.second);
                  }) &&
         takeText(M, What.sourceFile) && takeNumber(M, What.language) &&
         takeText(M, What.kernel) && takeNumber(M, What.row) &&
         takeNumber(M, What.form) && takeText(M, What.constants);
}

std::string packResult(const Result &R) {
  std::string M;
  appendNumber(M, R.status);
  appendText(M, R.log);
  appendText(M, R.image);
  appendText(M, R.kernels);
  appendList(M, R.includedFiles,
             [&](const std::string &Path) { appendText(M, Path); });
  appendList(M, R.stages, [&](const Stage &S) {
    appendText(M, S.name);
    appendNumber(M, S.begin);
    appendNumber(M, S.end);
  });
  return M;
}

bool unpackResult(std::string_view M, Result &R) {
  return takeNumber(M, R.status) && takeText(M, R.log) &&
         takeText(M, R.image) && takeText(M, R.kernels) &&
         takeList(M, R.includedFiles,
                  [&](std::string &Path) { return takeText(M, Path); }) &&
         takeList(M, R.stages, [&](Stage &S) {
           return takeText(M, S.name) && takeNumber(M, S.begin) &&
                  takeNumber(M, S.end);
         });
}

bool sendBytes(int Socket, std::string_view Bytes) {
  while (!Bytes.empty()) {
    // The host shall not get SIGPIPE because of a process that it knows nothing
    // of.
    ssize_t Sent = send(Socket, Bytes.data(), Bytes.size(), MSG_NOSIGNAL);
    if (Sent < 0 && errno == EINTR)
      continue;
    if (Sent <= 0)
      return false;
    Bytes.remove_prefix(std::size_t(Sent));
  }
  return true;
}

bool sendMessage(int Socket, std::string_view Message) {
  std::string Length;
  appendNumber(Length, std::uint64_t(Message.size()));
  return sendBytes(Socket, Length) && sendBytes(Socket, Message);
}

bool receiveBytes(int Socket, char *To, std::size_t Bytes) {
  while (Bytes) {
    ssize_t Got = recv(Socket, To, Bytes, 0);
    if (Got < 0 && errno == EINTR)
      continue;
    if (Got <= 0)
      return false;
    To += Got;
    Bytes -= std::size_t(Got);
  }
  return true;
}

bool receiveMessage(int Socket, std::string &Message) {
  std::uint64_t Length;
  if (!receiveBytes(Socket, reinterpret_cast<char *>(&Length), sizeof(Length)))
    return false;
  Message.resize(Length);
  return receiveBytes(Socket, Message.data(), Length);
}

} // namespace ferry::compiler
