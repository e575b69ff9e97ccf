//===- ExternalMemory.cpp - cl_khr_external_memory ------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Buffers and images on memory that comes as a file descriptor: memfd_create's
/// for both types of handle, as a system for tests seldom has a dma-buf.
///
//===----------------------------------------------------------------------===//

#include "Commands.h"
#include "ExtensionFunctions.h"

#include "ferry/cl_ext.h"

#include <fcntl.h>
#include <numeric>
#include <sys/mman.h>
#include <unistd.h>

namespace conformance {

EXTENSION_FUNCTION(clEnqueueAcquireExternalMemObjectsKHR,
                   ::clEnqueueAcquireExternalMemObjectsKHR)
EXTENSION_FUNCTION(clEnqueueReleaseExternalMemObjectsKHR,
                   ::clEnqueueReleaseExternalMemObjectsKHR)

namespace {

constexpr cl_mem_properties OpaqueFd = CL_EXTERNAL_MEMORY_HANDLE_OPAQUE_FD_KHR,
                            DmaBuf = CL_EXTERNAL_MEMORY_HANDLE_DMA_BUF_KHR;

/// Memory that this process has by a descriptor.
class SharedFile {
public:
  explicit SharedFile(size_t Bytes)
      : bytes(Bytes), fd(memfd_create("conformance", MFD_CLOEXEC)) {
    if (fd < 0 || ftruncate(fd, off_t(Bytes)) != 0)
      throw std::runtime_error("memfd_create");
    data = static_cast<cl_uint *>(
        mmap(nullptr, Bytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0));
  }
  ~SharedFile() {
    munmap(data, bytes);
    close(fd);
  }
  SharedFile(const SharedFile &) = delete;
  SharedFile &operator=(const SharedFile &) = delete;
  /// A descriptor to be given away.
  int another() const { return dup(fd); }

  const size_t bytes;
  const int fd;
  cl_uint *data;
};

bool isOpen(int Fd) { return fcntl(Fd, F_GETFD) != -1; }

cl_mem_properties property(int Fd) { return cl_mem_properties(Fd); }

cl_int tryBuffer(const std::vector<cl_mem_properties> &Properties, size_t Bytes,
                 Buffer &B, cl_mem_flags Flags = CL_MEM_READ_WRITE,
                 void *Host = nullptr) {
  cl_int Code = CL_SUCCESS;
  B = Buffer(clCreateBufferWithProperties(context(), Properties.data(), Flags,
                                          Bytes, Host, &Code));
  EXPECT_EQ(Code == CL_SUCCESS, B != nullptr);
  return Code;
}

cl_command_type typeOf(cl_event E) {
  cl_command_type Type;
  ok(clGetEventInfo(E, CL_EVENT_COMMAND_TYPE, sizeof Type, &Type, nullptr));
  return Type;
}

TEST(ExternalMemory, IsSharedWithItsOtherUsers) {
  Kernel K = buildKernel("kernel void f(global uint *p) {\n"
                         "  p[get_global_id(0)] *= 3; }",
                         "f");
  for (cl_mem_properties Kind : {OpaqueFd, DmaBuf}) {
    constexpr size_t Count = 5000;
    SharedFile File(Count * sizeof(cl_uint));
    std::iota(File.data, File.data + Count, 0u);
    const int Given = File.another();
    Buffer B;
    ok(tryBuffer({Kind, property(Given), 0}, File.bytes, B));
    Event Acquired, Released;
    cl_mem Handle = B;
    ok(clEnqueueAcquireExternalMemObjectsKHR(queue(), 1, &Handle, 0, nullptr,
                                             Acquired.out()));
    setArgs(K, B);
    ok(clEnqueueNDRangeKernel(queue(), K, 1, nullptr, &Count, nullptr, 0,
                              nullptr, nullptr));
    ok(clEnqueueReleaseExternalMemObjectsKHR(queue(), 1, &Handle, 0, nullptr,
                                             Released.out()));
    ok(clFinish(queue()));
    for (cl_uint I = 0; I != Count; ++I)
      ASSERT_EQ(File.data[I], 3 * I);
    EXPECT_EQ(typeOf(Acquired),
              cl_command_type(CL_COMMAND_ACQUIRE_EXTERNAL_MEM_OBJECTS_KHR));
    EXPECT_EQ(typeOf(Released),
              cl_command_type(CL_COMMAND_RELEASE_EXTERNAL_MEM_OBJECTS_KHR));

    // Another import is another object on the same memory.
    Buffer Second;
    ok(tryBuffer({Kind, property(File.another()), 0}, 64, Second));
    File.data[3] = 77;
    EXPECT_EQ(download<cl_uint>(Second, 4)[3], 77u);
    // What it was given is the driver's to close.
    EXPECT_TRUE(isOpen(Given));
    setArgs(K, Second);
    B.reset();
    EXPECT_FALSE(isOpen(Given));
    EXPECT_EQ(File.data[3], 77u);
  }
}

TEST(ExternalMemory, IsTheStorageOfImages) {
  constexpr size_t Width = 5, Height = 4, Pitch = 32;
  SharedFile File(Pitch * Height);
  for (size_t Y = 0; Y != Height; ++Y)
    for (size_t X = 0; X != Pitch / 4; ++X)
      File.data[Y * Pitch / 4 + X] = cl_uint(Y * 100 + X);
  const cl_image_format Format = {CL_R, CL_UNSIGNED_INT32};
  cl_image_desc Desc = {};
  Desc.image_type = CL_MEM_OBJECT_IMAGE2D;
  Desc.image_width = Width;
  Desc.image_height = Height;
  for (size_t Given : {Pitch, size_t(0)}) {
    Desc.image_row_pitch = Given;
    const cl_mem_properties Properties[] = {OpaqueFd, property(File.another()),
                                            0};
    cl_int Code;
    Buffer I(clCreateImageWithProperties(context(), Properties,
                                         CL_MEM_READ_WRITE, &Format, &Desc,
                                         nullptr, &Code));
    ok(Code);
    cl_mem Handle = I;
    ok(clEnqueueAcquireExternalMemObjectsKHR(queue(), 1, &Handle, 0, nullptr,
                                             nullptr));
    const size_t Zero[3] = {}, Region[] = {Width, Height, 1};
    cl_uint Seen[Height][Width];
    ok(clEnqueueReadImage(queue(), I, CL_TRUE, Zero, Region, 0, 0, Seen, 0,
                          nullptr, nullptr));
    for (size_t Y = 0; Y != Height; ++Y)
      for (size_t X = 0; X != Width; ++X)
        EXPECT_EQ(Seen[Y][X], File.data[Y * (Given ? Given / 4 : Width) + X]);
    ok(clEnqueueReleaseExternalMemObjectsKHR(queue(), 1, &Handle, 0, nullptr,
                                             nullptr));
    ok(clFinish(queue()));
  }
}

TEST(ExternalMemory, IsRefusedIfItCannotBeUsed) {
  SharedFile File(4096);
  const int Fd = File.another();
  const cl_mem_properties Mine = property(Fd);
  const auto Dev = reinterpret_cast<cl_mem_properties>(device()),
             NoDev = reinterpret_cast<cl_mem_properties>(context());
  constexpr cl_mem_properties List = CL_MEM_DEVICE_HANDLE_LIST_KHR;
  Buffer B;
  int Host[16];
  EXPECT_EQ(tryBuffer({OpaqueFd, Mine, 0}, 4097, B), CL_INVALID_PROPERTY);
  EXPECT_EQ(tryBuffer({OpaqueFd, property(-1), 0}, 64, B), CL_INVALID_PROPERTY);
  EXPECT_EQ(tryBuffer({OpaqueFd, Mine, OpaqueFd, Mine, 0}, 64, B),
            CL_INVALID_PROPERTY);
  EXPECT_EQ(tryBuffer({OpaqueFd, Mine, DmaBuf, Mine, 0}, 64, B),
            CL_INVALID_PROPERTY);
  EXPECT_EQ(tryBuffer({List, Dev, 0, 0}, 64, B), CL_INVALID_PROPERTY);
  EXPECT_EQ(tryBuffer({OpaqueFd, Mine, List, Dev, 0, List, Dev, 0, 0}, 64, B),
            CL_INVALID_PROPERTY);
  EXPECT_EQ(tryBuffer({OpaqueFd, Mine, List, NoDev, 0, 0}, 64, B),
            CL_INVALID_DEVICE);
  EXPECT_EQ(tryBuffer({OpaqueFd, Mine, 0}, 0, B), CL_INVALID_BUFFER_SIZE);
  EXPECT_EQ(tryBuffer({OpaqueFd, Mine, 0}, 64, B, CL_MEM_ALLOC_HOST_PTR),
            CL_INVALID_VALUE);
  EXPECT_EQ(tryBuffer({OpaqueFd, Mine, 0}, 64, B, CL_MEM_USE_HOST_PTR, Host),
            CL_INVALID_VALUE);
  EXPECT_EQ(tryBuffer({OpaqueFd, Mine, 0}, 64, B, CL_MEM_READ_WRITE, Host),
            CL_INVALID_HOST_PTR);
  // What has not been imported is the program's still.
  EXPECT_TRUE(isOpen(Fd));
  ok(tryBuffer({OpaqueFd, Mine, List, Dev, 0, 0}, 4096, B));
  cl_mem_properties Says[6];
  size_t Size;
  ok(clGetMemObjectInfo(B, CL_MEM_PROPERTIES, sizeof Says, Says, &Size));
  EXPECT_EQ(Size, sizeof Says);
  EXPECT_EQ(Says[3], Dev);
}

TEST(ExternalMemory, IsAcquiredAndReleasedAsSpecified) {
  SharedFile File(4096);
  Buffer B, Plain = makeBuffer(64);
  ok(tryBuffer({OpaqueFd, property(File.another()), 0}, 64, B));
  Context Foreign = makeContext();
  Queue There = makeQueue(Foreign);
  Event Bad = userEvent();
  ok(clSetUserEventStatus(Bad, -3));
  auto Check = [&](auto &Function) {
    auto Call = [&](cl_command_queue Q, cl_uint Count, const cl_mem *Objects,
                    cl_uint NumEvents = 0, const cl_event *Events = nullptr) {
      return Function(Q, Count, Objects, NumEvents, Events, nullptr);
    };
    const cl_mem Mine = B, NotMine = Plain, None = nullptr;
    const cl_event Failed = Bad;
    EXPECT_EQ(Call(queue(), 1, &Mine), CL_SUCCESS);
    EXPECT_EQ(Call(queue(), 0, nullptr), CL_SUCCESS);
    EXPECT_EQ(Call(nullptr, 1, &Mine), CL_INVALID_COMMAND_QUEUE);
    EXPECT_EQ(Call(There, 1, &Mine), CL_INVALID_COMMAND_QUEUE);
    EXPECT_EQ(Call(queue(), 0, &Mine), CL_INVALID_VALUE);
    EXPECT_EQ(Call(queue(), 1, nullptr), CL_INVALID_VALUE);
    EXPECT_EQ(Call(queue(), 1, &NotMine), CL_INVALID_MEM_OBJECT);
    EXPECT_EQ(Call(queue(), 1, &None), CL_INVALID_MEM_OBJECT);
    EXPECT_EQ(Call(queue(), 1, &Mine, 1, nullptr), CL_INVALID_EVENT_WAIT_LIST);
    EXPECT_EQ(Call(queue(), 1, &Mine, 1, &Failed),
              CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  };
  Check(clEnqueueAcquireExternalMemObjectsKHR);
  Check(clEnqueueReleaseExternalMemObjectsKHR);
  ok(clFinish(queue()));

  using Types = std::array<cl_external_memory_handle_type_khr, 2>;
  const Types Both = {CL_EXTERNAL_MEMORY_HANDLE_OPAQUE_FD_KHR,
                      CL_EXTERNAL_MEMORY_HANDLE_DMA_BUF_KHR};
  EXPECT_EQ(
      deviceInfo<Types>(CL_DEVICE_EXTERNAL_MEMORY_IMPORT_HANDLE_TYPES_KHR),
      Both);
  EXPECT_EQ(
      deviceInfo<Types>(
          CL_DEVICE_EXTERNAL_MEMORY_IMPORT_ASSUME_LINEAR_IMAGES_HANDLE_TYPES_KHR),
      Both);
  Types Platform;
  ok(clGetPlatformInfo(platform(),
                       CL_PLATFORM_EXTERNAL_MEMORY_IMPORT_HANDLE_TYPES_KHR,
                       sizeof Platform, &Platform, nullptr));
  EXPECT_EQ(Platform, Both);
}

} // namespace
} // namespace conformance
