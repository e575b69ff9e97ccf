//===- Session.h - A device and a queue -------------------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef BENCH_COMMON_SESSION_H
#define BENCH_COMMON_SESSION_H

#include <CL/cl.h>

#include <cstddef>
#include <string>
#include <vector>

namespace bench {

/// \throws std::runtime_error that names \p Call, if \p Status is not
/// CL_SUCCESS.
void check(cl_int Status, const char *Call);

/// The first device of the first platform that has one, a context and an
/// in-order queue. Everything is released when the process ends, with the
/// session.
class Session {
public:
  Session();
  ~Session();
  Session(const Session &) = delete;
  Session &operator=(const Session &) = delete;

  cl_platform_id platform() const { return Platform; }
  cl_device_id device() const { return Device; }
  cl_context context() const { return Context; }
  cl_command_queue queue() const { return Queue; }

  std::string platformName() const;
  std::string deviceName() const;
  std::string driverVersion() const;
  unsigned computeUnits() const;
  /// Bytes of local memory that a work-group can have.
  std::size_t localBytes() const;
  bool hasExtension(const std::string &Name) const;

private:
  cl_platform_id Platform = nullptr;
  cl_device_id Device = nullptr;
  cl_context Context = nullptr;
  cl_command_queue Queue = nullptr;
};

/// \p Source, built with \p Options.
class Program {
public:
  /// \throws std::runtime_error with the first lines of the compiler's log, if
  /// the source cannot be built.
  Program(const Session &Session, const std::string &Source,
          const std::string &Options = {});
  ~Program();
  Program(const Program &) = delete;
  Program &operator=(const Program &) = delete;

  cl_program handle() const { return Handle; }

private:
  cl_program Handle = nullptr;
};

/// The kernel \p Name of \p Source, built with \p Options.
class Kernel {
public:
  /// \throws std::runtime_error as that of a program does.
  Kernel(const Session &Session, const std::string &Source, const char *Name,
         const std::string &Options = {});
  ~Kernel();
  Kernel(const Kernel &) = delete;
  Kernel &operator=(const Kernel &) = delete;

  cl_kernel handle() const { return Handle; }

  void setArg(cl_uint Index, std::size_t Bytes, const void *Value);

  /// Enqueues a launch of \p Global work-items in groups of \p Local, both in
  /// one dimension.
  void enqueue(const Session &Session, std::size_t Global,
               std::size_t Local) const;

  /// The same in one, two or three dimensions.
  /// \param Local none: the driver chooses.
  void enqueueRange(const Session &Session,
                    const std::vector<std::size_t> &Global,
                    const std::vector<std::size_t> &Local) const;

private:
  bench::Program Program;
  cl_kernel Handle = nullptr;
};

/// A buffer of the session's context, for reading and writing.
class Buffer {
public:
  /// \param Host the memory of the buffer, the driver's own if null.
  Buffer(const Session &Session, std::size_t Bytes, void *Host = nullptr);
  ~Buffer();
  Buffer(const Buffer &) = delete;
  Buffer &operator=(const Buffer &) = delete;

  cl_mem handle() const { return Handle; }

private:
  cl_mem Handle = nullptr;
};

/// An image of two dimensions in memory of the host, without gaps.
class Image {
public:
  /// \param Depth 0 for two dimensions. Throws NotPossible if there is no such
  /// format.
  Image(const Session &Session, const cl_image_format &Format,
        std::size_t Width, std::size_t Height, std::size_t Depth, void *Host);
  ~Image();
  Image(const Image &) = delete;
  Image &operator=(const Image &) = delete;

  cl_mem handle() const { return Handle; }

private:
  cl_mem Handle = nullptr;
};

} // namespace bench

#endif // BENCH_COMMON_SESSION_H
