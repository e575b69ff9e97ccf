//===- Program.cpp - Sections 5.8.1 to 5.8.9: programs and builds ---------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "core/Program.h"

#include "api/Entry.h"
#include "compiler-interface/CompilerLibrary.h"
#include "core/Background.h"
#include "core/Platform.h"

#include <algorithm>
#include <cstring>
#include <map>

using namespace ferry;
using namespace ferry::api;
using compiler::SpirvModule;
using core::Context;
using core::Device;
using core::Platform;
using core::Program;
using core::Ref;

namespace {

using NotifyFunction = void(CL_CALLBACK *)(cl_program, void *);

/// The devices of a list, which are among \p All; all if there is no list.
std::vector<Device *> devicesFrom(const std::vector<Device *> &All,
                                  cl_uint NumDevices,
                                  const cl_device_id *Devices) {
  // "CL_INVALID_VALUE if device_list is NULL and num_devices is greater than
  // zero, or if device_list is not NULL and num_devices is zero."
  require(!Devices == !NumDevices, CL_INVALID_VALUE);
  if (!Devices)
    return All;
  // "CL_INVALID_DEVICE if any device in device_list is not in the list of
  // devices associated with program."
  std::vector<Device *> Listed;
  for (cl_uint I = 0; I != NumDevices; ++I) {
    Device &D = Device::from(Devices[I]);
    require(std::ranges::count(All, &D), CL_INVALID_DEVICE);
    if (!std::ranges::count(Listed, &D))
      Listed.push_back(&D);
  }
  return Listed;
}

std::size_t indexOf(const std::vector<Device *> &Among, cl_device_id D) {
  return std::size_t(std::ranges::find(Among, &Device::from(D)) -
                     Among.begin());
}

/// \returns null if \p Bytes are not what CL_PROGRAM_BINARIES returns.
Program::Binary readBinary(std::string_view Bytes) {
  auto Binary = compiler::unpack(Bytes);
  if (!Binary || Binary->kind == compiler::BinaryKind::Kernel)
    return nullptr;
  return std::make_shared<const compiler::ProgramBinary>(*std::move(Binary));
}

/// "CL_INVALID_VALUE if pfn_notify is NULL but user_data is not NULL."
void checkNotify(NotifyFunction Notify, const void *UserData) {
  require(Notify || !UserData, CL_INVALID_VALUE);
}

/// "CL_INVALID_OPERATION if no devices [...] support intermediate language
/// programs."
void checkIL() {
  require(compiler::hasSpirvTranslator(), CL_INVALID_OPERATION);
}

/// "If pfn_notify is not NULL, clBuildProgram does not need to wait for the
/// build to complete and can return immediately once the build operation can
/// begin." \p Build has begun; what it throws is in the program's state, too.
void carryOut(Program &P, NotifyFunction Notify, void *UserData,
              Program::Work Build) {
  if (!Notify)
    return Build();
  core::runInBackground(
      [Alive = Ref<Program>(&P), Notify, UserData, Build = std::move(Build)] {
        try {
          Build();
        } catch (...) {
        }
        Notify(Alive->handle(), UserData);
      });
}

} // namespace

cl_program clCreateProgramWithSource(cl_context context, cl_uint count,
                                     const char **strings,
                                     const size_t *lengths,
                                     cl_int *errcode_ret) {
  return create(__func__, errcode_ret, [&] {
    Context &C = Context::from(context);
    // "CL_INVALID_VALUE if count is zero or if strings or any entry in strings
    // is NULL."
    require(count && strings, CL_INVALID_VALUE);
    std::string Source;
    for (cl_uint I = 0; I != count; ++I) {
      require(strings[I], CL_INVALID_VALUE);
      // "If an element in lengths is zero, its accompanying string is
      // null-terminated. If lengths is NULL, all strings in the strings
      // argument are considered null-terminated."
      Source.append(strings[I], lengths && lengths[I]
                                    ? lengths[I]
                                    : std::strlen(strings[I]));
    }
    // "The concatenation strips any nulls in the original source strings."
    std::erase(Source, '\0');
    return (new Program(C, std::move(Source)))->handle();
  });
}

cl_program clCreateProgramWithBinary(cl_context context, cl_uint num_devices,
                                     const cl_device_id *device_list,
                                     const size_t *lengths,
                                     const unsigned char **binaries,
                                     cl_int *binary_status,
                                     cl_int *errcode_ret) {
  return create(__func__, errcode_ret, [&] {
    Context &C = Context::from(context);
    // "CL_INVALID_VALUE if device_list is NULL or num_devices is zero."
    require(device_list && num_devices, CL_INVALID_VALUE);
    const auto Devices = devicesFrom(C.devices(), num_devices, device_list);
    // "CL_INVALID_VALUE if lengths or binaries is NULL or if any entry in
    // lengths[i] is zero or binaries[i] is NULL."
    require(lengths && binaries, CL_INVALID_VALUE);
    std::vector<Program::Binary> Binaries(Devices.size());
    std::map<std::string_view, Program::Binary> Read; // Equal ones once.
    std::optional<SpirvModule> Module;
    cl_int Worst = CL_SUCCESS;
    for (cl_uint I = 0; I != num_devices; ++I) {
      cl_int Status = CL_SUCCESS;
      std::string_view Bytes;
      if (binaries[I])
        Bytes = {reinterpret_cast<const char *>(binaries[I]), lengths[I]};
      if (Bytes.empty()) {
        Status = CL_INVALID_VALUE;
      } else if (SpirvModule::isSpirv(Bytes)) {
        // Other drivers take it here, too.
        Module = SpirvModule::read(Bytes);
        if (!Module || !compiler::hasSpirvTranslator())
          Status = CL_INVALID_BINARY;
      } else {
        auto [At, IsNew] = Read.try_emplace(Bytes);
        if (IsNew)
          At->second = readBinary(Bytes);
        // "CL_INVALID_BINARY if an invalid program binary was encountered for
        // any device. binary_status will return specific status for each
        // device."
        if (!At->second)
          Status = CL_INVALID_BINARY;
        Binaries[indexOf(Devices, device_list[I])] = At->second;
      }
      if (binary_status)
        binary_status[I] = Status;
      if (Status != CL_SUCCESS)
        Worst = Status;
    }
    require(Worst == CL_SUCCESS, Worst);
    if (Module) {
      // A program is one or the other.
      require(Read.empty(), CL_INVALID_BINARY);
      return (new Program(C, Devices, *std::move(Module), ""))->handle();
    }
    return (new Program(C, Devices, Binaries))->handle();
  });
}

cl_program clCreateProgramWithBuiltInKernels(cl_context context,
                                             cl_uint num_devices,
                                             const cl_device_id *device_list,
                                             const char *kernel_names,
                                             cl_int *errcode_ret) {
  return create(__func__, errcode_ret, [&]() -> cl_program {
    Context &C = Context::from(context);
    // "CL_INVALID_VALUE if device_list is NULL or num_devices is zero", "if
    // kernel_names is NULL".
    require(device_list && num_devices && kernel_names, CL_INVALID_VALUE);
    devicesFrom(C.devices(), num_devices, device_list);
    // "CL_INVALID_VALUE if [...] kernel_names contains a kernel name that is
    // not supported by any of the devices": CL_DEVICE_BUILT_IN_KERNELS is "".
    throw core::Error(CL_INVALID_VALUE);
  });
}

cl_program clCreateProgramWithIL(cl_context context, const void *il,
                                 size_t length, cl_int *errcode_ret) {
  return create(__func__, errcode_ret, [&] {
    Context &C = Context::from(context);
    checkIL();
    // "CL_INVALID_VALUE if il is NULL or if length is zero."
    require(il && length, CL_INVALID_VALUE);
    std::string IL(static_cast<const char *>(il), length);
    // "CL_INVALID_VALUE if the length-byte block of memory pointed to by il
    // does not contain well-formed intermediate language input": what is wrong
    // with instructions alone is in the log of the build.
    std::optional<SpirvModule> Module = SpirvModule::read(IL);
    require(Module.has_value(), CL_INVALID_VALUE);
    return (new Program(C, C.devices(), *std::move(Module), std::move(IL)))
        ->handle();
  });
}

cl_int clSetProgramSpecializationConstant(cl_program program, cl_uint spec_id,
                                          size_t spec_size,
                                          const void *spec_value) {
  return call(__func__, [&] {
    Program &P = Program::from(program);
    checkIL();
    // "CL_INVALID_PROGRAM if program is not a valid program object created from
    // an intermediate language".
    require(P.origin() == Program::Origin::IL, CL_INVALID_PROGRAM);
    // "CL_INVALID_VALUE [...] if spec_value is NULL."
    require(spec_value, CL_INVALID_VALUE);
    const std::span Value(static_cast<const std::byte *>(spec_value),
                          spec_size);
    const SpirvModule::Answer Answer = P.specialise(spec_id, Value);
    // "CL_INVALID_SPEC_ID if spec_id is not a valid specialization constant
    // identifier."
    require(Answer != SpirvModule::Answer::UnknownId, CL_INVALID_SPEC_ID);
    // "CL_INVALID_VALUE if spec_size does not match the size of the
    // specialization constant in the module".
    require(Answer != SpirvModule::Answer::WrongSize, CL_INVALID_VALUE);
  });
}

cl_int clSetProgramReleaseCallback(cl_program program,
                                   NotifyFunction pfn_notify, void *) {
  return call(__func__, [&] {
    Program::from(program);
    // "CL_INVALID_VALUE if pfn_notify is NULL."
    require(pfn_notify, CL_INVALID_VALUE);
    // "CL_INVALID_OPERATION if no devices in the context associated with
    // program support destructors for program scope global variables."
    throw core::Error(CL_INVALID_OPERATION);
  });
}

cl_int clRetainProgram(cl_program program) {
  return call(__func__, [&] { Program::from(program).retainApi(); });
}

cl_int clReleaseProgram(cl_program program) {
  return call(__func__, [&] { Program::from(program).releaseApi(); });
}

cl_int clBuildProgram(cl_program program, cl_uint num_devices,
                      const cl_device_id *device_list, const char *options,
                      NotifyFunction pfn_notify, void *user_data) {
  return call(__func__, [&] {
    Program &P = Program::from(program);
    const auto Devices = devicesFrom(P.devices(), num_devices, device_list);
    checkNotify(pfn_notify, user_data);
    // "CL_INVALID_OPERATION if program was not created with
    // clCreateProgramWithSource, clCreateProgramWithIL or
    // clCreateProgramWithBinary."
    require(P.origin() != Program::Origin::Linking, CL_INVALID_OPERATION);
    carryOut(P, pfn_notify, user_data,
             P.build(Devices, options ? options : ""));
  });
}

cl_int clCompileProgram(cl_program program, cl_uint num_devices,
                        const cl_device_id *device_list, const char *options,
                        cl_uint num_input_headers,
                        const cl_program *input_headers,
                        const char **header_include_names,
                        NotifyFunction pfn_notify, void *user_data) {
  return call(__func__, [&] {
    Program &P = Program::from(program);
    const auto Devices = devicesFrom(P.devices(), num_devices, device_list);
    // "If program was created using clCreateProgramWithIL, then
    // num_input_headers, input_headers, and header_include_names are ignored."
    const bool IsIL = P.origin() == Program::Origin::IL;
    const cl_uint NumHeaders = IsIL ? 0 : num_input_headers;
    // "CL_INVALID_VALUE if num_input_headers is zero and header_include_names
    // or input_headers are not NULL or if num_input_headers is not zero and
    // header_include_names or input_headers are NULL."
    require(IsIL || (!num_input_headers == !header_include_names &&
                     !num_input_headers == !input_headers),
            CL_INVALID_VALUE);
    checkNotify(pfn_notify, user_data);
    // "CL_INVALID_OPERATION if program has no source or IL available."
    require(IsIL || P.origin() == Program::Origin::Source,
            CL_INVALID_OPERATION);
    std::vector<compiler::Header> Headers;
    for (cl_uint I = 0; I != NumHeaders; ++I) {
      Program &H = Program::from(input_headers[I]);
      // "CL_INVALID_CONTEXT if the context associated with program and programs
      // in input_headers are not the same."
      require(&H.context() == &P.context(), CL_INVALID_CONTEXT);
      require(header_include_names[I], CL_INVALID_VALUE);
      Headers.emplace_back(header_include_names[I], H.source());
    }
    carryOut(P, pfn_notify, user_data,
             P.compile(Devices, options ? options : "", std::move(Headers)));
  });
}

cl_program clLinkProgram(cl_context context, cl_uint num_devices,
                         const cl_device_id *device_list, const char *options,
                         cl_uint num_input_programs,
                         const cl_program *input_programs,
                         NotifyFunction pfn_notify, void *user_data,
                         cl_int *errcode_ret) {
  bool Failed = false;
  cl_program Result = create(__func__, errcode_ret, [&] {
    Context &C = Context::from(context);
    const auto Devices = devicesFrom(C.devices(), num_devices, device_list);
    // "CL_INVALID_VALUE if num_input_programs is zero [...] or if
    // num_input_programs is not zero and input_programs is NULL."
    require(num_input_programs && input_programs, CL_INVALID_VALUE);
    checkNotify(pfn_notify, user_data);
    std::vector<Program *> Inputs;
    for (cl_uint I = 0; I != num_input_programs; ++I) {
      // "CL_INVALID_PROGRAM if programs specified in input_programs are not
      // valid program objects."
      Inputs.push_back(&Program::from(input_programs[I]));
      // "CL_INVALID_CONTEXT if the context associated with programs in
      // input_programs is not the same as context."
      require(&Inputs.back()->context() == &C, CL_INVALID_CONTEXT);
    }
    auto [Linked, Work] =
        Program::link(C, Devices, options ? options : "", Inputs);
    try {
      carryOut(*Linked, pfn_notify, user_data, std::move(Work));
    } catch (const core::Error &E) {
      Failed = E.code() == CL_LINK_PROGRAM_FAILURE;
      if (!Failed) {
        Linked->releaseApi();
        throw;
      }
    } catch (...) { // Memory that cannot be had.
      Linked->releaseApi();
      throw;
    }
    return Linked->handle();
  });
  // "CL_LINK_PROGRAM_FAILURE if there is a failure to link"; the program is
  // returned nevertheless: "The application should query the linker status of
  // this program object to check if the link was successful or not."
  if (Failed && errcode_ret)
    *errcode_ret = CL_LINK_PROGRAM_FAILURE;
  return Result;
}

// "CL_SUCCESS if the function is executed successfully": a hint that needs no
// action; calls that build afterwards work as before.
cl_int clUnloadPlatformCompiler(cl_platform_id platform) {
  return call(__func__, [&] { Platform::from(platform); });
}

cl_int clUnloadCompiler(void) { return CL_SUCCESS; }
