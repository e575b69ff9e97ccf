//===- Support.h - What the conformance tests share -------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Handles, launches and data transfer for tests that see nothing but the
/// public OpenCL API. The platform under test is the first whose name contains
/// FERRY_TEST_PLATFORM ("Ferry" if unset), so that the same tests can be held
/// against other drivers.
///
//===----------------------------------------------------------------------===//

#ifndef FERRY_CONFORMANCE_SUPPORT_H
#define FERRY_CONFORMANCE_SUPPORT_H

#include "ferry/cl_ext.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <functional>
#include <random>
#include <source_location>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace conformance {

/// An OpenCL call failed that the test needs to succeed.
class ClError : public std::runtime_error {
public:
  ClError(cl_int Code, const std::source_location &Where)
      : std::runtime_error("OpenCL error " + std::to_string(Code) + " at " +
                           Where.file_name() + ":" +
                           std::to_string(Where.line())),
        code(Code) {}
  cl_int code;
};

/// Throws if \p Code is an error.
inline void
ok(cl_int Code,
   const std::source_location &Where = std::source_location::current()) {
  if (Code != CL_SUCCESS)
    throw ClError(Code, Where);
}

/// Owns one reference of an OpenCL object.
template <class T, cl_int (*Release)(T)> class Handle {
public:
  Handle() = default;
  explicit Handle(T Value) : value(Value) {}
  Handle(Handle &&Other) noexcept : value(std::exchange(Other.value, T())) {}
  Handle &operator=(Handle &&Other) noexcept {
    std::swap(value, Other.value);
    return *this;
  }
  ~Handle() { reset(); }
  void reset() {
    if (value)
      Release(std::exchange(value, T()));
  }
  operator T() const { return value; }
  /// For calls that store a new object.
  T *out() {
    reset();
    return &value;
  }

private:
  T value = T();
};
using Context = Handle<cl_context, clReleaseContext>;
using Queue = Handle<cl_command_queue, clReleaseCommandQueue>;
using Buffer = Handle<cl_mem, clReleaseMemObject>;
using Program = Handle<cl_program, clReleaseProgram>;
using Kernel = Handle<cl_kernel, clReleaseKernel>;
using Event = Handle<cl_event, clReleaseEvent>;

cl_platform_id platform();
cl_device_id device();
/// One context and one in-order queue, shared by all tests of a program.
cl_context context();
cl_command_queue queue();
/// True if the platform under test is Ferry, which promises more than the
/// specification asks for.
bool isFerry();
/// True if CL_DEVICE_EXTENSIONS has the word \p Name.
bool hasExtension(const std::string &Name);

/// What CL_DEVICE_EXTENSIONS_WITH_VERSION says of \p Name; 0 if nothing.
cl_version extensionVersion(const std::string &Name);

/// One value of a device query.
template <class T> T deviceInfo(cl_device_info Name) {
  T Value{};
  ok(clGetDeviceInfo(device(), Name, sizeof(T), &Value, nullptr));
  return Value;
}
/// Any query that returns a string; \p Get is called with (size, value, ret).
std::string
stringInfo(const std::function<cl_int(size_t, void *, size_t *)> &Get);

Context makeContext();
/// A sub-device of one compute unit; null if device() cannot be divided.
using SubDevice = Handle<cl_device_id, clReleaseDevice>;
SubDevice makeSubDevice();
Queue makeQueue(cl_context Ctx, cl_command_queue_properties Properties = 0);

/// What clBuildProgram said.
struct BuildOutcome {
  cl_int status;
  std::string log;
  Program program;
};
BuildOutcome tryBuild(const std::string &Source,
                      const std::string &Options = "");
std::string buildLog(cl_program P);
/// Throws, with the log, if the source does not build.
Program build(const std::string &Source, const std::string &Options = "");
Kernel makeKernel(cl_program P, const char *Name);
/// Builds \p Source and takes its kernel \p Name.
Kernel buildKernel(const std::string &Source, const char *Name,
                   const std::string &Options = "");

using Binary = std::vector<unsigned char>;
/// What \p P was built to, for device().
Binary binaryOf(cl_program P);
/// Makes a program of \p Bytes. \returns CL_SUCCESS, or the error.
cl_int loadBinary(const Binary &Bytes, Program &P, cl_context Of = context());

Buffer makeBuffer(size_t Bytes, cl_mem_flags Flags = CL_MEM_READ_WRITE,
                  void *Host = nullptr);
template <class T> Buffer upload(const std::vector<T> &Values) {
  return makeBuffer(Values.size() * sizeof(T),
                    CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR,
                    const_cast<T *>(Values.data()));
}
/// Reads \p Count elements once everything in the queue is done.
template <class T> std::vector<T> download(cl_mem From, size_t Count) {
  std::vector<T> Values(Count);
  ok(clEnqueueReadBuffer(queue(), From, CL_TRUE, 0, Count * sizeof(T),
                         Values.data(), 0, nullptr, nullptr));
  return Values;
}

/// A __local argument of that many bytes.
struct Local {
  size_t bytes;
};

inline void setArg(cl_kernel K, cl_uint Index, const Local &Value) {
  ok(clSetKernelArg(K, Index, Value.bytes, nullptr));
}
inline void setArg(cl_kernel K, cl_uint Index, const Buffer &Value) {
  cl_mem Mem = Value;
  ok(clSetKernelArg(K, Index, sizeof(Mem), &Mem));
}
template <class T>
  requires(std::is_trivially_copyable_v<T>)
void setArg(cl_kernel K, cl_uint Index, const T &Value) {
  ok(clSetKernelArg(K, Index, sizeof(T), &Value));
}
template <class... Ts> void setArgs(cl_kernel K, const Ts &...Values) {
  cl_uint Index = 0;
  (setArg(K, Index++, Values), ...);
}

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool IsSanitized = true;
#else
inline constexpr bool IsSanitized = false;
#endif
/// In the environment of a child whose leaks are of no account, or that cannot
/// have the thread that looks for them.
inline constexpr char NoLeaks[] = "ASAN_OPTIONS=detect_leaks=0";

/// An ND-range; an empty local size means NULL, an empty offset none.
struct Range {
  std::vector<size_t> global;
  std::vector<size_t> local;
  std::vector<size_t> offset;

  size_t globalItems() const {
    size_t Items = 1;
    for (size_t Size : global)
      Items *= Size;
    return Items;
  }
  size_t localItems() const {
    size_t Items = 1;
    for (size_t Size : local)
      Items *= Size;
    return Items;
  }
  std::string text() const;
};
/// Enqueues to queue() and waits.
void launch(cl_kernel K, const Range &R);

/// Seeded by FERRY_TEST_SEED, 1 if unset: the same values in every run.
std::mt19937_64 randomSource();
/// The number in environment variable \p Name, or \p Default.
unsigned long environmentNumber(const char *Name, unsigned long Default);

/// A new empty folder that is gone at the end of the test.
class Folder {
public:
  Folder();
  ~Folder();
  Folder(const Folder &) = delete;
  /// Creates the folders on the way to file \p Name.
  void write(const std::string &Name, const std::string &Text) const;
  std::filesystem::path path;
};

/// How a child process ended.
struct ChildOutcome {
  int status; ///< Exit code; 128 + signal if it was killed; -1 if not started.
  std::string output; ///< What it wrote on stdout and stderr.
};
/// Runs the function registered under \p Name in a new process of this
/// program, with \p Environment ("NAME=value") added.
ChildOutcome runChild(const std::string &Name,
                      const std::vector<std::string> &Environment = {});
/// Registers a function for runChild; its result is the exit code.
struct ChildFunction {
  ChildFunction(const char *Name, int (*Run)());
};

} // namespace conformance

#endif // FERRY_CONFORMANCE_SUPPORT_H
