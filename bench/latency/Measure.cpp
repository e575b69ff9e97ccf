//===- Measure.cpp - What is measured, in the child process ---------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "Measure.h"
#include "common/Session.h"
#include "ferry/cl_ext.h"
#include "host/Statistics.h"

#include <cstring>
#include <functional>
#include <iostream>
#include <memory>
#include <stdexcept>
#include <vector>

namespace latency {

using bench::Buffer;
using bench::check;
using bench::Kernel;
using bench::Session;

namespace {

void tell(const char *Name, double Value) {
  std::cout << Name << '\t' << Value << '\n';
}

void tellNames(const Session &Session) {
  std::cout << "platform\t" << Session.platformName() << "\ndevice\t"
            << Session.deviceName() << "\nversion\t" << Session.driverVersion()
            << '\n';
}

void finish(const Session &Session) {
  check(clFinish(Session.queue()), "clFinish");
}

/// A kernel `test` and what it adds to numbers that are 0.
struct Test {
  std::string source;
  std::size_t items, numbers;
  std::function<cl_uint(std::size_t Index, cl_uint Factor)> result;
};

/// Every \p Seed makes another program.
Test smallKernel(unsigned long long Seed) {
  constexpr std::size_t Items = 256;
  return {"__kernel void test(__global uint *out, uint factor) {\n"
          "  size_t i = get_global_id(0);\n"
          "  out[i] += (uint)i * factor + (uint)" +
              std::to_string(Seed) + "UL;\n}\n",
          Items, Items, [=](std::size_t Index, cl_uint Factor) {
            return cl_uint(Index) * Factor + cl_uint(Seed);
          }};
}

/// The same, of many statements.
Test largeKernel(unsigned long long Seed) {
  constexpr std::size_t Items = 64, Statements = 1000;
  const std::string Count = std::to_string(Statements);
  std::string Source = "__kernel void test(__global uint *out, uint factor) {\n"
                       "  __global uint *r = out + get_global_id(0) * " +
                       Count + ";\n";
  for (std::size_t I = 0; I != Statements; ++I)
    Source += "  r[" + std::to_string(I) + "] += factor * " +
              std::to_string(I) + " + (uint)" + std::to_string(Seed) + "UL;\n";
  return {Source + "}\n", Items, Items * Statements,
          [=](std::size_t Index, cl_uint Factor) {
            return Factor * cl_uint(Index % Statements) + cl_uint(Seed);
          }};
}

/// Seconds from source text to a result on the host, which is checked.
double buildOnce(const Session &Session, const Buffer &Out, const Test &Test) {
  constexpr cl_uint Factor = 3, Zero = 0;
  std::vector<cl_uint> Values(Test.numbers);
  const std::size_t Bytes = Values.size() * sizeof(cl_uint);
  cl_mem Memory = Out.handle();
  check(clEnqueueFillBuffer(Session.queue(), Memory, &Zero, sizeof Zero, 0,
                            Bytes, 0, nullptr, nullptr),
        "clEnqueueFillBuffer");
  finish(Session);
  double Seconds = host::seconds([&] {
    Kernel Built(Session, Test.source, "test");
    Built.setArg(0, sizeof Memory, &Memory);
    Built.setArg(1, sizeof Factor, &Factor);
    Built.enqueue(Session, Test.items, 64);
    check(clEnqueueReadBuffer(Session.queue(), Memory, CL_TRUE, 0, Bytes,
                              Values.data(), 0, nullptr, nullptr),
          "clEnqueueReadBuffer");
  });
  for (std::size_t I = 0; I != Values.size(); ++I)
    if (Values[I] != Test.result(I, Factor))
      throw std::runtime_error("a kernel's result is wrong");
  return Seconds;
}

} // namespace

void measureLoad() {
  std::unique_ptr<Session> Opened;
  tell("load_ms",
       1e3 * host::seconds([&] { Opened = std::make_unique<Session>(); }));
  tellNames(*Opened);
}

void measureBuilds(unsigned long long Seed, unsigned More) {
  Session Session;
  tellNames(Session);
  Buffer Out(Session, 1 << 20);
  auto buildMs = [&](const Test &Test) {
    return 1e3 * buildOnce(Session, Out, Test);
  };
  tell("first_build_ms", buildMs(smallKernel(Seed)));
  if (More == 0)
    return;
  std::vector<double> Times;
  for (unsigned I = 1; I <= More; ++I)
    Times.push_back(buildMs(smallKernel(Seed + I)));
  tell("build_ms", host::median(Times));
  Times.clear();
  for (unsigned I = 1; I <= 3; ++I)
    Times.push_back(buildMs(largeKernel(Seed + I)));
  tell("large_build_ms", host::median(Times));
}

/// Whether command-buffers are recorded with the functions that measureReplay()
/// calls: before version 0.9.5 they had other parameters.
static bool hasCommandBuffers(const Session &Session) {
  std::size_t Size = 0;
  if (clGetDeviceInfo(Session.device(), CL_DEVICE_EXTENSIONS_WITH_VERSION, 0,
                      nullptr, &Size) != CL_SUCCESS)
    return false;
  std::vector<cl_name_version> List(Size / sizeof(cl_name_version));
  check(clGetDeviceInfo(Session.device(), CL_DEVICE_EXTENSIONS_WITH_VERSION,
                        Size, List.data(), nullptr),
        "clGetDeviceInfo");
  for (const cl_name_version &E : List)
    if (E.name == std::string_view("cl_khr_command_buffer"))
      return E.version >= CL_MAKE_VERSION(0, 9, 5);
  return false;
}

/// The function NAME of an extension.
#define EXTENSION_FUNCTION(NAME)                                               \
  const auto NAME = reinterpret_cast<decltype(&ferry::NAME)>(                  \
      clGetExtensionFunctionAddressForPlatform(Session.platform(), #NAME))

/// The same small kernels, enqueued one by one and as a command-buffer.
static void measureReplay(const Session &Session) {
  constexpr unsigned Number = 100;
  constexpr std::size_t Items = 64;
  Buffer Data(Session, Items * sizeof(cl_uint));
  Kernel Small(Session,
               "__kernel void small(__global uint *p) {\n"
               "  p[get_global_id(0)] += 1;\n}\n",
               "small");
  const cl_mem Handle = Data.handle();
  Small.setArg(0, sizeof Handle, &Handle);
  tell("enqueued_us", 1e6 * host::medianSeconds(20, 500, [&] {
                        for (unsigned I = 0; I != Number; ++I)
                          Small.enqueue(Session, Items, Items);
                        finish(Session);
                      }));
  if (!hasCommandBuffers(Session))
    return;

  EXTENSION_FUNCTION(clCreateCommandBufferKHR);
  EXTENSION_FUNCTION(clCommandNDRangeKernelKHR);
  EXTENSION_FUNCTION(clFinalizeCommandBufferKHR);
  EXTENSION_FUNCTION(clEnqueueCommandBufferKHR);
  EXTENSION_FUNCTION(clReleaseCommandBufferKHR);
  const cl_command_queue Queue = Session.queue();
  cl_int Status;
  cl_command_buffer_khr Recorded =
      clCreateCommandBufferKHR(1, &Queue, nullptr, &Status);
  check(Status, "clCreateCommandBufferKHR");
  for (unsigned I = 0; I != Number; ++I)
    check(clCommandNDRangeKernelKHR(Recorded, nullptr, nullptr, Small.handle(),
                                    1, nullptr, &Items, &Items, 0, nullptr,
                                    nullptr, nullptr),
          "clCommandNDRangeKernelKHR");
  check(clFinalizeCommandBufferKHR(Recorded), "clFinalizeCommandBufferKHR");
  tell("replayed_us", 1e6 * host::medianSeconds(20, 500, [&] {
                        check(clEnqueueCommandBufferKHR(0, nullptr, Recorded, 0,
                                                        nullptr, nullptr),
                              "clEnqueueCommandBufferKHR");
                        finish(Session);
                      }));
  check(clReleaseCommandBufferKHR(Recorded), "clReleaseCommandBufferKHR");
}

void measureLaunches() {
  Session Session;
  tellNames(Session);
  Kernel Empty(Session, "__kernel void empty(void) {}\n", "empty");

  tell("empty_launch_us", 1e6 * host::medianSeconds(200, 2000, [&] {
                            Empty.enqueue(Session, 1, 1);
                            finish(Session);
                          }));

  constexpr unsigned Batch = 1000;
  tell("batched_launch_us", 1e6 / Batch * host::medianSeconds(5, 51, [&] {
                              for (unsigned I = 0; I != Batch; ++I)
                                Empty.enqueue(Session, 1, 1);
                              finish(Session);
                            }));

  constexpr std::size_t Groups = 65536;
  tell("group_ns", 1e9 / Groups * host::medianSeconds(10, 101, [&] {
                     Empty.enqueue(Session, Groups, 1);
                     finish(Session);
                   }));

  measureReplay(Session);

  Buffer Four(Session, 4096);
  cl_uint Zero = 0, Value = 0;
  check(clEnqueueWriteBuffer(Session.queue(), Four.handle(), CL_TRUE, 0,
                             sizeof Zero, &Zero, 0, nullptr, nullptr),
        "clEnqueueWriteBuffer");
  tell("read_4_bytes_us",
       1e6 * host::medianSeconds(200, 2000, [&] {
         check(clEnqueueReadBuffer(Session.queue(), Four.handle(), CL_TRUE, 0,
                                   sizeof Value, &Value, 0, nullptr, nullptr),
               "clEnqueueReadBuffer");
       }));

  // SYCL's runtime asks before each command.
  cl_device_affinity_domain Domains = 0;
  tell("affinity_domain_us",
       1e6 * host::medianSeconds(20, 500, [&] {
         check(clGetDeviceInfo(Session.device(),
                               CL_DEVICE_PARTITION_AFFINITY_DOMAIN,
                               sizeof Domains, &Domains, nullptr),
               "clGetDeviceInfo");
       }));
}

void measureTransfers() {
  constexpr std::size_t Bytes = std::size_t(256) << 20;
  constexpr unsigned WarmUps = 2, Runs = 9;
  Session Session;
  tellNames(Session);
  Buffer From(Session, Bytes), To(Session, Bytes);
  std::vector<char> Sent(Bytes, 1), Received(Bytes, 0);

  // Gigabytes (10^9 bytes) a second; a copied byte counts once.
  auto rate = [&](auto &&Work) {
    return 1e-9 * double(Bytes) / host::medianSeconds(WarmUps, Runs, Work);
  };
  tell("write_gbs", rate([&] {
         check(clEnqueueWriteBuffer(Session.queue(), From.handle(), CL_TRUE, 0,
                                    Bytes, Sent.data(), 0, nullptr, nullptr),
               "clEnqueueWriteBuffer");
       }));
  tell("copy_gbs", rate([&] {
         check(clEnqueueCopyBuffer(Session.queue(), From.handle(), To.handle(),
                                   0, 0, Bytes, 0, nullptr, nullptr),
               "clEnqueueCopyBuffer");
         finish(Session);
       }));
  tell("read_gbs", rate([&] {
         check(clEnqueueReadBuffer(Session.queue(), To.handle(), CL_TRUE, 0,
                                   Bytes, Received.data(), 0, nullptr, nullptr),
               "clEnqueueReadBuffer");
       }));
  if (Received != Sent)
    throw std::runtime_error("what was read is not what was written");
  tell("memcpy_gbs",
       rate([&] { std::memcpy(Received.data(), Sent.data(), Bytes); }));
  if (Received != Sent)
    throw std::runtime_error("memcpy failed");
}

} // namespace latency
