//===- Session.cpp - A device and a queue ---------------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "Session.h"

#include <array>
#include <stdexcept>

namespace latency {

void check(cl_int Status, const char *Call) {
  if (Status != CL_SUCCESS)
    throw std::runtime_error(std::string(Call) + " returned " +
                             std::to_string(Status));
}

Session::Session() {
  std::array<cl_platform_id, 16> Platforms{};
  cl_uint NumPlatforms = 0;
  check(clGetPlatformIDs(cl_uint(Platforms.size()), Platforms.data(),
                         &NumPlatforms),
        "clGetPlatformIDs");
  for (cl_uint I = 0; I < NumPlatforms && I < Platforms.size() && !Device;
       ++I) {
    Platform = Platforms[I];
    if (clGetDeviceIDs(Platform, CL_DEVICE_TYPE_ALL, 1, &Device, nullptr) !=
        CL_SUCCESS)
      Device = nullptr;
  }
  if (!Device)
    throw std::runtime_error("no device");

  cl_int Status = CL_SUCCESS;
  Context = clCreateContext(nullptr, 1, &Device, nullptr, nullptr, &Status);
  check(Status, "clCreateContext");
  Queue = clCreateCommandQueue(Context, Device, 0, &Status);
  if (Status != CL_SUCCESS)
    clReleaseContext(Context);
  check(Status, "clCreateCommandQueue");
}

Session::~Session() {
  clReleaseCommandQueue(Queue);
  clReleaseContext(Context);
}

std::string Session::platformName() const {
  std::array<char, 1024> Text{};
  check(clGetPlatformInfo(Platform, CL_PLATFORM_NAME, Text.size() - 1,
                          Text.data(), nullptr),
        "clGetPlatformInfo");
  return Text.data();
}

std::string Session::deviceName() const {
  std::array<char, 1024> Text{};
  check(clGetDeviceInfo(Device, CL_DEVICE_NAME, Text.size() - 1, Text.data(),
                        nullptr),
        "clGetDeviceInfo");
  return Text.data();
}

std::string Session::driverVersion() const {
  std::array<char, 1024> Text{};
  check(clGetDeviceInfo(Device, CL_DRIVER_VERSION, Text.size() - 1, Text.data(),
                        nullptr),
        "clGetDeviceInfo");
  return Text.data();
}

Kernel::Kernel(const Session &Session, const std::string &Source,
               const char *Name) {
  cl_int Status = CL_SUCCESS;
  const char *Text = Source.c_str();
  Program =
      clCreateProgramWithSource(Session.context(), 1, &Text, nullptr, &Status);
  check(Status, "clCreateProgramWithSource");
  Status = clBuildProgram(Program, 0, nullptr, nullptr, nullptr, nullptr);
  if (Status == CL_SUCCESS)
    Handle = clCreateKernel(Program, Name, &Status);
  if (Status != CL_SUCCESS)
    clReleaseProgram(Program);
  check(Status, Handle ? "clCreateKernel" : "clBuildProgram");
}

Kernel::~Kernel() {
  clReleaseKernel(Handle);
  clReleaseProgram(Program);
}

void Kernel::setArg(cl_uint Index, std::size_t Bytes, const void *Value) {
  check(clSetKernelArg(Handle, Index, Bytes, Value), "clSetKernelArg");
}

void Kernel::enqueue(const Session &Session, std::size_t Global,
                     std::size_t Local) const {
  check(clEnqueueNDRangeKernel(Session.queue(), Handle, 1, nullptr, &Global,
                               &Local, 0, nullptr, nullptr),
        "clEnqueueNDRangeKernel");
}

Buffer::Buffer(const Session &Session, std::size_t Bytes) {
  cl_int Status = CL_SUCCESS;
  Handle = clCreateBuffer(Session.context(), CL_MEM_READ_WRITE, Bytes, nullptr,
                          &Status);
  check(Status, "clCreateBuffer");
}

Buffer::~Buffer() { clReleaseMemObject(Handle); }

} // namespace latency
