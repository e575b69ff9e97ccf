//===- Kernel.h - Kernels and their arguments -------------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_CORE_KERNEL_H
#define FERRY_CORE_KERNEL_H

#include "core/DeviceQueue.h"
#include "core/Executable.h"
#include "core/Image.h"
#include "core/Object.h"
#include "core/Program.h"
#include "core/Sampler.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ferry::core {

/// A kernel with the arguments set so far, kept in the packed form that
/// generated code reads: a launch copies one block of bytes.
///
/// "All OpenCL API calls are thread-safe except clSetKernelArg [...] and
/// clCloneKernel" on one kernel object (appendix A.2), so nothing is locked.
class Kernel : public Object<Kernel, _cl_kernel> {
public:
  static constexpr std::uint32_t Tag = 0x464b524e;
  static constexpr cl_int InvalidError = CL_INVALID_KERNEL;

  /// The kernel as a device runs it.
  struct Definition {
    Device *device;
    Ref<Executable> executable;
    const abi::KernelInfo *info;
  };

  /// Throws CL_INVALID_PROGRAM_EXECUTABLE, CL_INVALID_KERNEL_NAME,
  /// CL_INVALID_KERNEL_DEFINITION.
  static Kernel &create(Program &P, std::string_view Name);
  /// The kernels of \p P that can be created. Throws
  /// CL_INVALID_PROGRAM_EXECUTABLE.
  static std::vector<std::string> names(const Program &P);
  /// clCloneKernel.
  Kernel(Kernel &Source);
  ~Kernel();

  Program &program() const { return *TheProgram; }
  Context &context() const { return TheProgram->context(); }
  /// What \p D runs: its own, or that of the device that it is a part of.
  /// Throws CL_INVALID_PROGRAM_EXECUTABLE.
  const Definition &on(const Device &D) const;
  /// That of one device: name and arguments are the same for all.
  const abi::KernelInfo &info() const { return *Definitions.front().info; }

  /// \param Value info().args[Index].size bytes.
  void setValue(unsigned Index, const void *Value);
  /// \param Buffer null for a null pointer. Not kept alive: "implementations
  ///        shall not allow cl_kernel objects to hold reference counts to
  ///        cl_kernel arguments" (section 5.9.2).
  void setBuffer(unsigned Index, MemObject *Buffer);
  /// Any address, of shared memory or none of Ferry's.
  void setPointer(unsigned Index, const void *Address);
  /// As setBuffer().
  void setImage(unsigned Index, Image &I);
  /// The kernel has what the sampler says, not the sampler.
  void setSampler(unsigned Index, const Sampler &S);
  void setLocal(unsigned Index, std::size_t Bytes);
  /// As setBuffer().
  void setDeviceQueue(unsigned Index, DeviceQueue &Q);
  /// What that has set, if it is there still; or null.
  DeviceQueue *deviceQueue(unsigned Index) const;

  bool hasAllArguments() const { return NumUnset == 0; }
  /// The packed block; never null.
  const std::byte *arguments() const { return Block.data(); }
  /// compiler::Request::constants of its images and samplers; meant for
  /// launches, which have all arguments.
  std::string_view constants() const { return Constants; }
  /// Indexed like the arguments; null where there is no buffer or image.
  std::span<MemObject *const> buffers() const { return Buffers; }
  /// Bytes of local memory of a group, variables and arguments; the most that a
  /// device needs.
  std::uint64_t localBytes() const { return LocalBytes; }

private:
  Kernel(Program &P, std::vector<Definition> Definitions);

  void markSet(unsigned Index);
  void setConstants(unsigned Index, const void *Bytes);

  Ref<Program> TheProgram;
  std::vector<Definition> Definitions; ///< At least one.
  std::vector<std::byte> Block;        ///< At least one byte.
  std::string Constants;
  std::vector<MemObject *> Buffers;
  std::vector<std::uint64_t> LocalSizes; ///< Bytes; 0 where not local.
  std::vector<bool> IsSet;
  unsigned NumUnset;
  std::uint64_t VariableBytes; ///< Of local memory, those of variables.
  std::uint64_t LocalBytes;
};

} // namespace ferry::core

#endif // FERRY_CORE_KERNEL_H
