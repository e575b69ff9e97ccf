//===- Kernel.cpp - Sections 5.9.1 to 5.9.3: kernels and arguments --------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "core/Kernel.h"

#include "api/Entry.h"
#include "api/Extensions.h"
#include "api/KernelArguments.h"
#include "core/Pipe.h"
#include "ferry/cl_ext.h"

using namespace ferry;
using namespace ferry::api;
using core::DeviceQueue;
using core::Image;
using core::Kernel;
using core::MemObject;
using core::Pipe;
using core::Program;
using core::Sampler;

cl_kernel clCreateKernel(cl_program program, const char *kernel_name,
                         cl_int *errcode_ret) {
  return create(__func__, errcode_ret, [&] {
    Program &P = Program::from(program);
    // "CL_INVALID_VALUE if kernel_name is NULL."
    require(kernel_name, CL_INVALID_VALUE);
    // CL_INVALID_PROGRAM_EXECUTABLE, CL_INVALID_KERNEL_NAME,
    // CL_INVALID_KERNEL_DEFINITION.
    return Kernel::create(P, kernel_name).handle();
  });
}

cl_int clCreateKernelsInProgram(cl_program program, cl_uint num_kernels,
                                cl_kernel *kernels, cl_uint *num_kernels_ret) {
  return call(__func__, [&] {
    Program &P = Program::from(program);
    // "CL_INVALID_PROGRAM_EXECUTABLE if there is no successfully built
    // executable for any device in program."
    const std::vector<std::string> Names = Kernel::names(P);
    const std::size_t Count = Names.size();
    // "CL_INVALID_VALUE if kernels is not NULL and num_kernels is less than the
    // number of kernels in program."
    require(!kernels || num_kernels >= Count, CL_INVALID_VALUE);
    for (std::size_t I = 0; kernels && I != Count; ++I) {
      try {
        kernels[I] = Kernel::create(P, Names[I]).handle();
      } catch (...) {
        while (I--)
          Kernel::from(kernels[I]).releaseApi();
        throw;
      }
    }
    if (num_kernels_ret)
      *num_kernels_ret = cl_uint(Count);
  });
}

cl_kernel clCloneKernel(cl_kernel source_kernel, cl_int *errcode_ret) {
  return create(__func__, errcode_ret, [&] {
    return (new Kernel(Kernel::from(source_kernel)))->handle();
  });
}

cl_int clRetainKernel(cl_kernel kernel) {
  return call(__func__, [&] { Kernel::from(kernel).retainApi(); });
}

cl_int clReleaseKernel(cl_kernel kernel) {
  return call(__func__, [&] { Kernel::from(kernel).releaseApi(); });
}

/// The image that an argument of \p K is set to.
static Image &imageFor(Kernel &K, const abi::KernelArgInfo &Arg,
                       cl_mem Handle) {
  Image &I = Image::from(Handle);
  // "CL_INVALID_CONTEXT if the context associated with kernel and an OpenCL
  // object pointed to by arg_value are not the same."
  require(&I.context() == &K.context(), CL_INVALID_CONTEXT);
  // "CL_INVALID_MEM_OBJECT if arg_value points to a valid memory object, but
  // the memory object is not valid for the kernel argument": "if the kernel
  // argument is a 1D image, then the image memory object must be of image type
  // CL_MEM_OBJECT_IMAGE1D" and so on, "if the kernel argument is a 2D depth
  // image, [...] of image type CL_MEM_OBJECT_IMAGE2D and image channel order
  // CL_DEPTH".
  require(I.type() == (Arg.imageType & ~abi::DepthImage),
          CL_INVALID_MEM_OBJECT);
  require((I.layout().format.image_channel_order == CL_DEPTH) ==
              bool(Arg.imageType & abi::DepthImage),
          CL_INVALID_MEM_OBJECT);
  // "CL_INVALID_ARG_VALUE if the argument is an image declared with the
  // read_only qualifier and arg_value points to an image object created with
  // the memory flag CL_MEM_WRITE_ONLY", "write_only [...] CL_MEM_READ_ONLY".
  const bool Reads = Arg.accessQualifier != CL_KERNEL_ARG_ACCESS_WRITE_ONLY;
  const bool Writes = Arg.accessQualifier != CL_KERNEL_ARG_ACCESS_READ_ONLY;
  require(!(Reads && I.flags() & CL_MEM_WRITE_ONLY) &&
              !(Writes && I.flags() & CL_MEM_READ_ONLY),
          CL_INVALID_ARG_VALUE);
  return I;
}

void api::setArgument(Kernel &K, cl_uint Index, std::size_t Size,
                      const void *Value) {
  // "CL_INVALID_ARG_INDEX if arg_index is not a valid argument index."
  require(Index < K.info().numArgs, CL_INVALID_ARG_INDEX);
  const abi::KernelArgInfo &Arg = K.info().args[Index];
  switch (abi::ArgKind(Arg.kind)) {
  case abi::ArgKind::Value:
    // "CL_INVALID_ARG_SIZE if [...] arg_size does not match the size of the
    // data type for the argument."
    require(Size == Arg.size, CL_INVALID_ARG_SIZE);
    // "CL_INVALID_ARG_VALUE if arg_value specified is not a valid value."
    require(Value, CL_INVALID_ARG_VALUE);
    return K.setValue(Index, Value);

  case abi::ArgKind::GlobalPointer: {
    // "CL_INVALID_ARG_SIZE if arg_value points to a memory object and
    // arg_size is not equal to sizeof(cl_mem)."
    require(Size == sizeof(cl_mem), CL_INVALID_ARG_SIZE);
    // "If the argument is a buffer object, the arg_value pointer can be NULL
    // or point to a NULL value in which case a NULL value will be used as the
    // value for the argument."
    cl_mem Handle = Value ? *static_cast<const cl_mem *>(Value) : nullptr;
    if (!Handle)
      return K.setBuffer(Index, nullptr);
    // "CL_INVALID_MEM_OBJECT if arg_value is not NULL, and does not point to
    // NULL, and does not point to a valid memory object."
    MemObject &M = MemObject::from(Handle);
    require(M.isBuffer(), CL_INVALID_MEM_OBJECT);
    // "CL_INVALID_CONTEXT if the context associated with kernel and an OpenCL
    // object pointed to by arg_value are not the same."
    require(&M.context() == &K.context(), CL_INVALID_CONTEXT);
    return K.setBuffer(Index, &M);
  }

  case abi::ArgKind::LocalPointer:
    // "If the argument is declared with the local qualifier, the arg_value
    // entry must be NULL."
    require(!Value, CL_INVALID_ARG_VALUE);
    // "CL_INVALID_ARG_SIZE if the kernel argument is a pointer to the local
    // address space and arg_size is zero. This error condition does not apply
    // if the platform associated with kernel is OpenCL 3.1 or newer."
    require(Size || minorVersion() >= 1, CL_INVALID_ARG_SIZE);
    return K.setLocal(Index, Size);

  case abi::ArgKind::Image:
    require(Size == sizeof(cl_mem), CL_INVALID_ARG_SIZE);
    // "CL_INVALID_MEM_OBJECT if arg_value is NULL and it must point to a
    // valid memory object."
    require(Value, CL_INVALID_MEM_OBJECT);
    return K.setImage(Index,
                      imageFor(K, Arg, *static_cast<const cl_mem *>(Value)));

  case abi::ArgKind::Pipe: {
    require(Size == sizeof(cl_mem), CL_INVALID_ARG_SIZE);
    // "If the kernel argument being set is a pipe, then arg_value must point to
    // a pipe memory object."
    require(Value, CL_INVALID_MEM_OBJECT);
    Pipe &P = Pipe::from(*static_cast<const cl_mem *>(Value));
    require(&P.context() == &K.context(), CL_INVALID_CONTEXT);
    return K.setBuffer(Index, &P);
  }

  case abi::ArgKind::Queue: {
    require(Size == sizeof(cl_command_queue), CL_INVALID_ARG_SIZE);
    // "CL_INVALID_DEVICE_QUEUE if the kernel argument is a device queue, but
    // arg_value does not point to a valid device queue object."
    require(Value, CL_INVALID_DEVICE_QUEUE);
    DeviceQueue &Q = DeviceQueue::from(
        *static_cast<const cl_command_queue *>(Value), CL_INVALID_DEVICE_QUEUE);
    require(&Q.context() == &K.context(), CL_INVALID_CONTEXT);
    return K.setDeviceQueue(Index, Q);
  }

  case abi::ArgKind::Sampler: {
    // "CL_INVALID_ARG_SIZE if arg_value points to a sampler object and
    // arg_size is not equal to sizeof(cl_sampler)."
    require(Size == sizeof(cl_sampler), CL_INVALID_ARG_SIZE);
    // "CL_INVALID_SAMPLER if the kernel argument is a sampler, but arg_value
    // does not point to a valid sampler object."
    require(Value, CL_INVALID_SAMPLER);
    Sampler &S = Sampler::from(*static_cast<const cl_sampler *>(Value));
    require(&S.context() == &K.context(), CL_INVALID_CONTEXT);
    return K.setSampler(Index, S);
  }
  }
  throw core::Error(CL_INVALID_ARG_INDEX);
}

cl_int clSetKernelArg(cl_kernel kernel, cl_uint arg_index, size_t arg_size,
                      const void *arg_value) {
  return call(__func__, [&] {
    setArgument(Kernel::from(kernel), arg_index, arg_size, arg_value);
  });
}

cl_int
ferry::clSetKernelArgDevicePointerEXT(cl_kernel kernel, cl_uint arg_index,
                                      cl_mem_device_address_ext arg_value) {
  return call(__func__, [&] {
    Kernel &K = Kernel::from(kernel);
    // "CL_INVALID_ARG_INDEX if arg_index is not a valid argument index", "if
    // arg_index corresponds to an argument that is not a pointer to the global
    // address space."
    require(arg_index < K.info().numArgs, CL_INVALID_ARG_INDEX);
    const abi::KernelArgInfo &Arg = K.info().args[arg_index];
    require(abi::ArgKind(Arg.kind) == abi::ArgKind::GlobalPointer &&
                Arg.addressQualifier == CL_KERNEL_ARG_ADDRESS_GLOBAL,
            CL_INVALID_ARG_INDEX);
    K.setPointer(arg_index, reinterpret_cast<const void *>(arg_value));
  });
}
