//===- Pipe.cpp - Section 5.4: pipes --------------------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "core/Pipe.h"

#include "api/Entry.h"
#include "api/Info.h"
#include "core/Device.h"

using namespace ferry;
using namespace ferry::api;
using core::Context;
using core::Device;
using core::Pipe;

cl_mem clCreatePipe(cl_context context, cl_mem_flags flags,
                    cl_uint pipe_packet_size, cl_uint pipe_max_packets,
                    const cl_pipe_properties *properties, cl_int *errcode_ret) {
  return create(__func__, errcode_ret, [&] {
    Context &C = Context::from(context);
    // "Only CL_MEM_READ_WRITE and CL_MEM_HOST_NO_ACCESS can be specified when
    // creating a pipe object."
    constexpr cl_mem_flags Default = CL_MEM_READ_WRITE | CL_MEM_HOST_NO_ACCESS;
    require(!(flags & ~Default), CL_INVALID_VALUE);
    // "CL_INVALID_VALUE if properties is not NULL."
    require(!properties, CL_INVALID_VALUE);
    // "CL_INVALID_PIPE_SIZE if pipe_packet_size is 0 or the pipe_packet_size
    // exceeds CL_DEVICE_PIPE_MAX_PACKET_SIZE [...] or if pipe_max_packets is
    // 0."
    require(pipe_packet_size && pipe_packet_size <= Device::MaxPipePacketBytes,
            CL_INVALID_PIPE_SIZE);
    require(pipe_max_packets, CL_INVALID_PIPE_SIZE);
    // "If the value specified for flags is 0, the default is used."
    return (new Pipe(C, flags ? flags : Default, pipe_packet_size,
                     pipe_max_packets))
        ->handle();
  });
}

cl_int clGetPipeInfo(cl_mem pipe, cl_pipe_info param_name,
                     size_t param_value_size, void *param_value,
                     size_t *param_value_size_ret) {
  return call(__func__, [&] {
    const Pipe &P = Pipe::from(pipe);
    Info Out(param_value_size, param_value, param_value_size_ret);
    switch (param_name) {
    case CL_PIPE_PACKET_SIZE:
      return Out.write<cl_uint>(P.packetBytes());
    case CL_PIPE_MAX_PACKETS:
      return Out.write<cl_uint>(P.maxPackets());
    case CL_PIPE_PROPERTIES:
      // None can be given.
      return Out.writeArray<cl_pipe_properties>({});
    default:
      Info::unknown();
    }
  });
}
