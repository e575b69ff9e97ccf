//===- Session.cpp - A device and a queue ---------------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "Session.h"

#include "Server.h"

#include <algorithm>
#include <array>
#include <sstream>
#include <stdexcept>
#include <vector>

namespace bench {

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

static std::string deviceText(cl_device_id Device, cl_device_info Name) {
  std::size_t Bytes = 0;
  check(clGetDeviceInfo(Device, Name, 0, nullptr, &Bytes), "clGetDeviceInfo");
  std::vector<char> Text(Bytes + 1);
  check(clGetDeviceInfo(Device, Name, Bytes, Text.data(), nullptr),
        "clGetDeviceInfo");
  return Text.data();
}

std::string Session::deviceName() const {
  return deviceText(Device, CL_DEVICE_NAME);
}

std::string Session::driverVersion() const {
  return deviceText(Device, CL_DRIVER_VERSION);
}

unsigned Session::computeUnits() const {
  cl_uint Units = 0;
  check(clGetDeviceInfo(Device, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof Units,
                        &Units, nullptr),
        "clGetDeviceInfo");
  return Units;
}

std::size_t Session::localBytes() const {
  cl_ulong Bytes = 0;
  check(clGetDeviceInfo(Device, CL_DEVICE_LOCAL_MEM_SIZE, sizeof Bytes, &Bytes,
                        nullptr),
        "clGetDeviceInfo");
  return Bytes;
}

bool Session::hasExtension(const std::string &Name) const {
  std::istringstream Names(deviceText(Device, CL_DEVICE_EXTENSIONS));
  for (std::string Each; Names >> Each;)
    if (Each == Name)
      return true;
  return false;
}

/// What the compiler said to \p Program, its first lines in one.
static std::string buildLog(cl_program Program, cl_device_id Device) {
  std::size_t Bytes = 0;
  clGetProgramBuildInfo(Program, Device, CL_PROGRAM_BUILD_LOG, 0, nullptr,
                        &Bytes);
  std::vector<char> Text(Bytes + 1);
  clGetProgramBuildInfo(Program, Device, CL_PROGRAM_BUILD_LOG, Bytes,
                        Text.data(), nullptr);
  std::string Log(Text.data());
  std::replace(Log.begin(), Log.end(), '\n', ' ');
  return Log.substr(0, 300);
}

Program::Program(const Session &Session, const std::string &Source,
                 const std::string &Options) {
  cl_int Status = CL_SUCCESS;
  const char *Text = Source.c_str();
  Handle =
      clCreateProgramWithSource(Session.context(), 1, &Text, nullptr, &Status);
  check(Status, "clCreateProgramWithSource");
  Status =
      clBuildProgram(Handle, 0, nullptr, Options.c_str(), nullptr, nullptr);
  if (Status != CL_SUCCESS) {
    std::string Log = buildLog(Handle, Session.device());
    clReleaseProgram(Handle);
    throw std::runtime_error("clBuildProgram returned " +
                             std::to_string(Status) + ": " + Log);
  }
}

Program::~Program() { clReleaseProgram(Handle); }

Kernel::Kernel(const Session &Session, const std::string &Source,
               const char *Name, const std::string &Options)
    : Program(Session, Source, Options) {
  cl_int Status = CL_SUCCESS;
  Handle = clCreateKernel(Program.handle(), Name, &Status);
  check(Status, "clCreateKernel");
}

Kernel::~Kernel() { clReleaseKernel(Handle); }

void Kernel::setArg(cl_uint Index, std::size_t Bytes, const void *Value) {
  check(clSetKernelArg(Handle, Index, Bytes, Value), "clSetKernelArg");
}

void Kernel::enqueue(const Session &Session, std::size_t Global,
                     std::size_t Local) const {
  check(clEnqueueNDRangeKernel(Session.queue(), Handle, 1, nullptr, &Global,
                               &Local, 0, nullptr, nullptr),
        "clEnqueueNDRangeKernel");
}

void Kernel::enqueueRange(const Session &Session,
                          const std::vector<std::size_t> &Global,
                          const std::vector<std::size_t> &Local) const {
  check(clEnqueueNDRangeKernel(Session.queue(), Handle, cl_uint(Global.size()),
                               nullptr, Global.data(),
                               Local.empty() ? nullptr : Local.data(), 0,
                               nullptr, nullptr),
        "clEnqueueNDRangeKernel");
}

Buffer::Buffer(const Session &Session, std::size_t Bytes, void *Host) {
  cl_int Status = CL_SUCCESS;
  cl_mem_flags Flags = CL_MEM_READ_WRITE | (Host ? CL_MEM_USE_HOST_PTR : 0);
  Handle = clCreateBuffer(Session.context(), Flags, Bytes, Host, &Status);
  check(Status, "clCreateBuffer");
}

Buffer::~Buffer() { clReleaseMemObject(Handle); }

Image::Image(const Session &Session, const cl_image_format &Format,
             std::size_t Width, std::size_t Height, std::size_t Depth,
             void *Host) {
  cl_image_desc Desc = {};
  Desc.image_type = Depth ? CL_MEM_OBJECT_IMAGE3D : CL_MEM_OBJECT_IMAGE2D;
  Desc.image_depth = Depth;
  Desc.image_width = Width;
  Desc.image_height = Height;
  cl_int Status = CL_SUCCESS;
  Handle =
      clCreateImage(Session.context(), CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR,
                    &Format, &Desc, Host, &Status);
  // Some drivers call it an invalid operation.
  if (Status == CL_IMAGE_FORMAT_NOT_SUPPORTED || Status == CL_INVALID_OPERATION)
    throw NotPossible("no such images");
  check(Status, "clCreateImage");
}

Image::~Image() { clReleaseMemObject(Handle); }

} // namespace bench
