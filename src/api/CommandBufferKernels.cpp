//===- CommandBufferKernels.cpp - Section 5.18: kernels in buffers --------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// clCommandNDRangeKernelKHR, and cl_khr_command_buffer_mutable_dispatch, which
/// changes what it has recorded.
///
//===----------------------------------------------------------------------===//

#include "api/Extensions.h"
#include "api/Info.h"
#include "api/KernelArguments.h"
#include "api/Launch.h"
#include "api/Recording.h"

#include <algorithm>

using namespace ferry::api;
using ferry::core::CommandBuffer;
using ferry::core::Kernel;
using ferry::core::LaunchRange;
using ferry::core::Queue;
using ferry::core::RecordedLaunch;
using ferry::core::Ref;

namespace {

using Fields = cl_mutable_dispatch_fields_khr;
constexpr cl_mutable_dispatch_asserts_khr NoMoreGroups =
    CL_MUTABLE_DISPATCH_ASSERT_NO_ADDITIONAL_WORK_GROUPS_KHR;

struct Properties {
  /// "If CL_MUTABLE_DISPATCH_UPDATABLE_FIELDS_KHR is not specified then it
  /// defaults to the value returned by the [...] device query."
  Fields fields = MutableFields;
  bool hasFields = false;
  cl_mutable_dispatch_asserts_khr asserts = 0;
  std::vector<cl_command_properties_khr> given = {};

  static Properties parse(const cl_command_properties_khr *Given) {
    Properties P;
    if (!Given)
      return P;
    const cl_command_properties_khr *Next = Given;
    for (; *Next; Next += 2)
      switch (Next[0]) {
      case CL_MUTABLE_DISPATCH_UPDATABLE_FIELDS_KHR:
        P.fields = Next[1];
        P.hasFields = true;
        // "CL_INVALID_VALUE if values specified in properties are not valid."
        // CL_INVALID_OPERATION for those that the device does not report cannot
        // happen: it reports all.
        require(!(P.fields & ~MutableFields), CL_INVALID_VALUE);
        break;
      case CL_MUTABLE_DISPATCH_ASSERTS_KHR:
        P.asserts = Next[1];
        require(!(P.asserts & ~NoMoreGroups), CL_INVALID_VALUE);
        break;
      default:
        throw ferry::core::Error(CL_INVALID_VALUE);
      }
    P.given.assign(Given, Next + 1);
    return P;
  }
};

/// \p WorkDim sizes of \p From; zeros behind them, or for a null pointer.
LaunchRange::Sizes sizes(cl_uint WorkDim, const std::size_t *From) {
  LaunchRange::Sizes S = {};
  if (From)
    std::copy_n(From, std::min<cl_uint>(WorkDim, 3), S.begin());
  return S;
}

Ref<Kernel> clone(Kernel &K) {
  auto *New = new Kernel(K);
  Ref<Kernel> Mine(New);
  New->releaseApi();
  return Mine;
}

/// Sets what \p S does. Throws as clEnqueueNDRangeKernel does, but for missing
/// arguments: then it does nothing yet.
void makeCommand(Queue &Q, RecordedLaunch::State &S) {
  Kernel &K = *S.arguments;
  const LaunchRange &R = S.range;
  const std::size_t *Local = R.local ? R.local->data() : nullptr;
  S.command = {};
  if (!K.hasAllArguments())
    return checkRange(K, Q.device(), R.workDim, R.offset.data(), R.size.data(),
                      Local);
  ferry::core::Command &New =
      makeRange(Q, K, CL_COMMAND_NDRANGE_KERNEL, R.workDim, R.offset.data(),
                R.size.data(), Local);
  S.command = Ref<ferry::core::Command>(&New);
  New.releaseApi();
  // "CL_INVALID_OPERATION if the device associated with command_queue does not
  // support CL_COMMAND_BUFFER_CAPABILITY_DEVICE_SIDE_ENQUEUE_KHR and kernel
  // contains a kernel-enqueue call."
  ferry::core::require(New.isReplayable(), CL_INVALID_OPERATION);
}

/// Whether all work-groups have the size that was asked for.
bool isUniform(const LaunchRange &R) {
  for (cl_uint D = 0; R.local && D != R.workDim; ++D)
    if (R.size[D] % (*R.local)[D])
      return false;
  return true;
}

/// Applies \p Config to \p To, which is \p L as it shall be.
void change(const RecordedLaunch &L,
            const ferry::cl_mutable_dispatch_config_khr &Config,
            RecordedLaunch::State &To) {
  // "CL_INVALID_VALUE if arg_list is NULL and num_args > 0, or arg_list is not
  // NULL and num_args is 0", likewise arg_svm_list, exec_info_list.
  require(!Config.arg_list == !Config.num_args &&
              !Config.arg_svm_list == !Config.num_svm_args &&
              !Config.exec_info_list == !Config.num_exec_infos,
          CL_INVALID_VALUE);
  // "CL_INVALID_OPERATION if the CL_MUTABLE_DISPATCH_GLOBAL_OFFSET_KHR property
  // was not set on command recording and global_work_offset is not NULL",
  // likewise the others.
  auto Check = [&](bool IsChanged, Fields Field) {
    require(!IsChanged || L.fields() & Field, CL_INVALID_OPERATION);
  };
  Check(Config.global_work_offset, CL_MUTABLE_DISPATCH_GLOBAL_OFFSET_KHR);
  Check(Config.global_work_size, CL_MUTABLE_DISPATCH_GLOBAL_SIZE_KHR);
  Check(Config.local_work_size, CL_MUTABLE_DISPATCH_LOCAL_SIZE_KHR);
  Check(Config.num_args || Config.num_svm_args,
        CL_MUTABLE_DISPATCH_ARGUMENTS_KHR);
  Check(Config.num_exec_infos, CL_MUTABLE_DISPATCH_EXEC_INFO_KHR);

  for (cl_uint I = 0; I != Config.num_args; ++I) {
    const cl_mutable_dispatch_arg_khr &A = Config.arg_list[I];
    setArgument(*To.arguments, A.arg_index, A.arg_size, A.arg_value);
  }
  for (cl_uint I = 0; I != Config.num_svm_args; ++I) {
    const cl_mutable_dispatch_arg_khr &A = Config.arg_svm_list[I];
    setArgumentPointer(*To.arguments, A.arg_index, A.arg_value);
  }
  for (cl_uint I = 0; I != Config.num_exec_infos; ++I) {
    const cl_mutable_dispatch_exec_info_khr &E = Config.exec_info_list[I];
    checkExecInfo(E.param_name, E.param_value_size, E.param_value);
  }

  LaunchRange &R = To.range;
  // "CL_INVALID_OPERATION if work_dim is not zero and different from the
  // work_dim set on command recording."
  require(!Config.work_dim || Config.work_dim == R.workDim,
          CL_INVALID_OPERATION);
  const LaunchRange Before = R;
  if (Config.global_work_offset)
    R.offset = sizes(R.workDim, Config.global_work_offset);
  if (Config.global_work_size)
    R.size = sizes(R.workDim, Config.global_work_size);
  if (Config.local_work_size) {
    R.local = sizes(R.workDim, Config.local_work_size);
    // "CL_INVALID_WORK_GROUP_SIZE if [...] the total number of work-items in
    // the work-group is zero."
    for (cl_uint D = 0; D != R.workDim; ++D)
      require((*R.local)[D], CL_INVALID_WORK_GROUP_SIZE);
  }
  // "CL_INVALID_OPERATION if the values of local_work_size and/or
  // global_work_size result in a change to work-group uniformity."
  require(isUniform(R) == isUniform(Before), CL_INVALID_OPERATION);
}

} // namespace

cl_int ferry::clCommandNDRangeKernelKHR(
    cl_command_buffer_khr command_buffer, cl_command_queue command_queue,
    const cl_command_properties_khr *properties, cl_kernel kernel,
    cl_uint work_dim, const size_t *global_work_offset,
    const size_t *global_work_size, const size_t *local_work_size,
    cl_uint num_sync_points_in_wait_list,
    const cl_sync_point_khr *sync_point_wait_list,
    cl_sync_point_khr *sync_point, cl_mutable_command_khr *mutable_handle) {
  return call(__func__, [&] {
    const Recording To = {command_buffer,       command_queue,
                          properties,           num_sync_points_in_wait_list,
                          sync_point_wait_list, sync_point};
    CommandBuffer &B = To.check();
    Queue &Q = B.queue();
    // "CL_INVALID_CONTEXT if the context associated with command_buffer and
    // kernel is not the same."
    Kernel &K = kernelOn(Q, kernel);
    Properties P = Properties::parse(properties);
    // "CL_INVALID_VALUE if command_buffer was created with [...]
    // CL_MUTABLE_DISPATCH_ASSERT_NO_ADDITIONAL_WORK_GROUPS_KHR and
    // local_work_size is NULL, or if properties includes [it]".
    require(!((P.asserts | B.properties().asserts) & NoMoreGroups) ||
                local_work_size,
            CL_INVALID_VALUE);
    // "CL_INVALID_KERNEL_ARGS if the kernel argument values have not been
    // specified and the CL_MUTABLE_DISPATCH_ARGUMENTS_KHR flag was not set in
    // the properties parameter."
    require(K.hasAllArguments() ||
                (P.hasFields && P.fields & CL_MUTABLE_DISPATCH_ARGUMENTS_KHR),
            CL_INVALID_KERNEL_ARGS);
    // Kernels that print can be recorded, and none enqueues others.
    RecordedLaunch::State Now = {clone(K),
                                 {work_dim, sizes(work_dim, global_work_offset),
                                  sizes(work_dim, global_work_size),
                                  std::nullopt},
                                 {}};
    if (local_work_size)
      Now.range.local = sizes(work_dim, local_work_size);
    makeCommand(Q, Now);
    auto New = std::make_unique<RecordedLaunch>(
        B, K, P.fields, std::move(P.given), std::move(Now));
    cl_mutable_command_khr Handle = New->handle();
    To.handOut(B.record(std::move(New), To.after()));
    if (mutable_handle)
      *mutable_handle = Handle;
  });
}

cl_int ferry::clUpdateMutableCommandsKHR(
    cl_command_buffer_khr command_buffer, cl_uint num_configs,
    const cl_command_buffer_update_type_khr *config_types,
    const void **configs) {
  return call(__func__, [&] {
    CommandBuffer &B = CommandBuffer::from(command_buffer);
    // "CL_INVALID_OPERATION if command_buffer has not been finalized", "if
    // command_buffer was not created with the CL_COMMAND_BUFFER_MUTABLE_KHR
    // flag."
    require(B.state() != CL_COMMAND_BUFFER_STATE_RECORDING_KHR &&
                B.properties().flags & CL_COMMAND_BUFFER_MUTABLE_KHR,
            CL_INVALID_OPERATION);
    // "CL_INVALID_VALUE if config_types is NULL and num_configs > 0, or
    // config_types is not NULL and num_configs is 0", likewise configs.
    require(!config_types == !num_configs && !configs == !num_configs,
            CL_INVALID_VALUE);
    std::lock_guard Lock(B.updating());
    std::vector<CommandBuffer::Change> Changes;
    for (cl_uint I = 0; I != num_configs; ++I) {
      // "CL_INVALID_VALUE if any element of config_types is not a valid
      // cl_command_buffer_update_type_khr enum", "if any element of configs is
      // NULL."
      require(config_types[I] ==
                      CL_STRUCTURE_TYPE_MUTABLE_DISPATCH_CONFIG_KHR &&
                  configs[I],
              CL_INVALID_VALUE);
      auto &Config =
          *static_cast<const cl_mutable_dispatch_config_khr *>(configs[I]);
      // "CL_INVALID_MUTABLE_COMMAND_KHR if command is not a valid mutable
      // command object returned from clCommandNDRangeKernelKHR, or created from
      // command_buffer."
      auto &L = RecordedLaunch::from(Config.command);
      require(&L.buffer() == &B, CL_INVALID_MUTABLE_COMMAND_KHR);
      auto Of = std::find_if(Changes.begin(), Changes.end(),
                             [&](auto &C) { return C.of == &L; });
      if (Of == Changes.end())
        Of = Changes.insert(
            Of, {&L, {clone(*L.state.arguments), L.state.range, {}}});
      change(L, Config, Of->to);
    }
    for (CommandBuffer::Change &C : Changes)
      makeCommand(B.queue(), C.to);
    B.update(Changes);
  });
}

cl_int ferry::clGetMutableCommandInfoKHR(cl_mutable_command_khr command,
                                         cl_mutable_command_info_khr param_name,
                                         size_t param_value_size,
                                         void *param_value,
                                         size_t *param_value_size_ret) {
  return call(__func__, [&] {
    auto &L = RecordedLaunch::from(command);
    std::lock_guard Lock(L.buffer().updating());
    const LaunchRange &R = L.state.range;
    Info Out(param_value_size, param_value, param_value_size_ret);
    auto Write = [&](const LaunchRange::Sizes &S) {
      Out.writeArray<size_t>({S.data(), R.workDim});
    };
    switch (param_name) {
    case CL_MUTABLE_COMMAND_COMMAND_QUEUE_KHR:
      return Out.write<cl_command_queue>(L.buffer().queue().handle());
    case CL_MUTABLE_COMMAND_COMMAND_BUFFER_KHR:
      return Out.write<cl_command_buffer_khr>(L.buffer().handle());
    case CL_MUTABLE_COMMAND_COMMAND_TYPE_KHR:
      return Out.write<cl_command_type>(CL_COMMAND_NDRANGE_KERNEL);
    case CL_MUTABLE_COMMAND_PROPERTIES_ARRAY_KHR:
      return Out.writeArray<cl_command_properties_khr>(L.given());
    case CL_MUTABLE_DISPATCH_KERNEL_KHR:
      return Out.write<cl_kernel>(L.kernel().handle());
    case CL_MUTABLE_DISPATCH_DIMENSIONS_KHR:
      return Out.write<cl_uint>(R.workDim);
    case CL_MUTABLE_DISPATCH_GLOBAL_WORK_OFFSET_KHR:
      return Write(R.offset);
    case CL_MUTABLE_DISPATCH_GLOBAL_WORK_SIZE_KHR:
      return Write(R.size);
    case CL_MUTABLE_DISPATCH_LOCAL_WORK_SIZE_KHR:
      return Write(R.local.value_or(LaunchRange::Sizes{}));
    default:
      Info::unknown();
    }
  });
}
