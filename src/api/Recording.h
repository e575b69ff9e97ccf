//===- Recording.h - What all clCommand*KHR check ---------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_API_RECORDING_H
#define FERRY_API_RECORDING_H

#include "api/Entry.h"
#include "core/CommandBuffer.h"
#include "core/Queue.h"

namespace ferry::api {

/// The parameters that all functions have that record a command.
struct Recording {
  cl_command_buffer_khr buffer;
  cl_command_queue queue;
  const cl_command_properties_khr *properties;
  cl_uint numSyncPoints;
  const cl_sync_point_khr *syncPoints;
  cl_sync_point_khr *syncPoint;

  /// Checks them, but for the properties.
  core::CommandBuffer &check() const {
    // "CL_INVALID_COMMAND_BUFFER_KHR if command_buffer is not a valid
    // command-buffer."
    auto &B = core::CommandBuffer::from(buffer);
    // "CL_INVALID_COMMAND_QUEUE if the cl_khr_command_buffer_multi_device
    // extension is not supported and command_queue is not NULL."
    require(!queue, CL_INVALID_COMMAND_QUEUE);
    // "CL_INVALID_OPERATION if command_buffer has been finalized."
    require(B.state() == CL_COMMAND_BUFFER_STATE_RECORDING_KHR,
            CL_INVALID_OPERATION);
    // "CL_INVALID_SYNC_POINT_WAIT_LIST_KHR if sync_point_wait_list is NULL and
    // num_sync_points_in_wait_list is > 0, or sync_point_wait_list is not NULL
    // and num_sync_points_in_wait_list is 0". What the list holds is checked by
    // the command-buffer, which counts its commands.
    require(!syncPoints == !numSyncPoints, CL_INVALID_SYNC_POINT_WAIT_LIST_KHR);
    return B;
  }

  core::CommandBuffer::SyncPoints after() const {
    return {syncPoints, numSyncPoints};
  }

  /// Returns the new command's number.
  void handOut(cl_sync_point_khr Number) const {
    if (syncPoint)
      *syncPoint = Number;
  }
};

} // namespace ferry::api

#endif // FERRY_API_RECORDING_H
