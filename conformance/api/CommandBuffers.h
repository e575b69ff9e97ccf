//===- CommandBuffers.h - Recorded commands for tests -----------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_CONFORMANCE_COMMANDBUFFERS_H
#define FERRY_CONFORMANCE_COMMANDBUFFERS_H

#include "ferry/cl_ext.h"

#include "ExtensionFunctions.h"

#include <optional>

namespace conformance {

#define COMMAND_BUFFER_FUNCTION(NAME) EXTENSION_FUNCTION(NAME, ferry::NAME)
COMMAND_BUFFER_FUNCTION(clCreateCommandBufferKHR)
COMMAND_BUFFER_FUNCTION(clRetainCommandBufferKHR)
COMMAND_BUFFER_FUNCTION(clReleaseCommandBufferKHR)
COMMAND_BUFFER_FUNCTION(clFinalizeCommandBufferKHR)
COMMAND_BUFFER_FUNCTION(clEnqueueCommandBufferKHR)
COMMAND_BUFFER_FUNCTION(clCommandBarrierWithWaitListKHR)
COMMAND_BUFFER_FUNCTION(clCommandCopyBufferKHR)
COMMAND_BUFFER_FUNCTION(clCommandCopyBufferRectKHR)
COMMAND_BUFFER_FUNCTION(clCommandCopyBufferToImageKHR)
COMMAND_BUFFER_FUNCTION(clCommandCopyImageKHR)
COMMAND_BUFFER_FUNCTION(clCommandCopyImageToBufferKHR)
COMMAND_BUFFER_FUNCTION(clCommandFillBufferKHR)
COMMAND_BUFFER_FUNCTION(clCommandFillImageKHR)
COMMAND_BUFFER_FUNCTION(clCommandNDRangeKernelKHR)
COMMAND_BUFFER_FUNCTION(clCommandSVMMemcpyKHR)
COMMAND_BUFFER_FUNCTION(clCommandSVMMemFillKHR)
COMMAND_BUFFER_FUNCTION(clGetCommandBufferInfoKHR)
COMMAND_BUFFER_FUNCTION(clUpdateMutableCommandsKHR)
COMMAND_BUFFER_FUNCTION(clGetMutableCommandInfoKHR)
#undef COMMAND_BUFFER_FUNCTION

inline cl_int releaseCommandBuffer(cl_command_buffer_khr B) {
  return clReleaseCommandBufferKHR(B);
}
using CommandBuffer = Handle<cl_command_buffer_khr, releaseCommandBuffer>;

using Flags = cl_command_buffer_flags_khr;
using SyncPoint = cl_sync_point_khr;

inline CommandBuffer record(cl_command_queue Q, Flags F = 0) {
  const cl_command_buffer_properties_khr Properties[] = {
      CL_COMMAND_BUFFER_FLAGS_KHR, F, 0};
  cl_int Code;
  CommandBuffer B(
      clCreateCommandBufferKHR(1, &Q, F ? Properties : nullptr, &Code));
  ok(Code);
  return B;
}

/// Records a launch; \returns its handle.
inline cl_mutable_command_khr
recordLaunch(cl_command_buffer_khr B, cl_kernel K, const Range &R,
             const std::vector<SyncPoint> &After = {},
             SyncPoint *Number = nullptr,
             const cl_command_properties_khr *Properties = nullptr) {
  cl_mutable_command_khr Handle = nullptr;
  ok(clCommandNDRangeKernelKHR(
      B, nullptr, Properties, K, cl_uint(R.global.size()),
      R.offset.empty() ? nullptr : R.offset.data(), R.global.data(),
      R.local.empty() ? nullptr : R.local.data(), cl_uint(After.size()),
      After.empty() ? nullptr : After.data(), Number, &Handle));
  return Handle;
}

inline void finalize(cl_command_buffer_khr B) {
  ok(clFinalizeCommandBufferKHR(B));
}

/// Enqueues a replay on the queue that \p B was made for.
inline Event replay(cl_command_buffer_khr B,
                    const std::vector<cl_event> &After = {}) {
  Event Done;
  ok(clEnqueueCommandBufferKHR(0, nullptr, B, cl_uint(After.size()),
                               After.empty() ? nullptr : After.data(),
                               Done.out()));
  return Done;
}

template <class T>
T bufferInfo(cl_command_buffer_khr B, cl_command_buffer_info_khr Name) {
  T Value{};
  size_t Size = 0;
  ok(clGetCommandBufferInfoKHR(B, Name, sizeof(T), &Value, &Size));
  EXPECT_EQ(Size, sizeof(T));
  return Value;
}

inline cl_command_buffer_state_khr stateOf(cl_command_buffer_khr B) {
  return bufferInfo<cl_command_buffer_state_khr>(B,
                                                 CL_COMMAND_BUFFER_STATE_KHR);
}

} // namespace conformance

#endif // FERRY_CONFORMANCE_COMMANDBUFFERS_H
