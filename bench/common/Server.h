//===- Server.h - A contestant in its process -------------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A contestant hears these lines, and answers each with one line whose words
/// have tabs between them:
///
///   hello            platform, device, version of the driver, compute units
///   open ROW         "open" and the names of the variants; "skipped" or
///                    "failed" and the reason
///   time VARIANT     seconds of one pass, or "failed" and the reason
///   check VARIANT    "right"; "wrong" or "failed" and the reason
///   close            "closed"
///
//===----------------------------------------------------------------------===//

#ifndef BENCH_COMMON_SERVER_H
#define BENCH_COMMON_SERVER_H

#include <cstddef>
#include <stdexcept>
#include <string>
#include <vector>

namespace bench {

/// A row that this contestant cannot run, for a reason that is no mistake.
struct NotPossible : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// What a contestant can be asked, one row after the other. Whatever is thrown
/// becomes the answer.
class Server {
public:
  virtual ~Server() = default;

  /// Makes the row ready. \returns the names of its variants.
  virtual std::vector<std::string> open(std::size_t Row) = 0;

  /// \returns the seconds of one pass.
  virtual double time(std::size_t Variant) = 0;

  /// \returns what is wrong with the result; nothing if it is right.
  virtual std::string check(std::size_t Variant) = 0;

  virtual void close() = 0;
};

/// Rows of which a launch makes many passes.
class PassServer : public Server {
public:
  explicit PassServer(bool Quick) : Quick(Quick) {}

  std::vector<std::string> open(std::size_t Row) final;
  double time(std::size_t Variant) final;

protected:
  /// Makes the row ready. \returns the names of its variants.
  virtual std::vector<std::string> prepare(std::size_t Row) = 0;
  /// Does so many passes, and waits.
  virtual void run(std::size_t Variant, unsigned NumPasses) = 0;
  /// \returns their seconds together.
  double measure(std::size_t Variant, unsigned NumPasses);

private:
  bool Quick;
  std::vector<unsigned> Passes; ///< Of a launch, for each variant.
};

/// Answers until nothing more is heard.
/// \param Hello the answer to hello.
void serve(Server &Server, const std::string &Hello);

class Session;

/// What the driver of \p Session answers to hello.
std::string helloOf(const Session &Session);

/// What the hand-written program answers to hello.
std::string helloOfHand(unsigned Threads);

} // namespace bench

#endif // BENCH_COMMON_SERVER_H
