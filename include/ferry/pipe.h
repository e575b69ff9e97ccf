//===- ferry/pipe.h - Pipes as kernels see them -----------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
//
// The binary interface between the runtime and the built-in functions of
// kernels/pipe: read by C++ and by OpenCL C. A pipe argument is the address of
// a FerryPipe. A place holds one packet; behind the FerryPipe lies a byte for
// each place, and from `packets` on lie the packets, side by side.
//
// The places are a ring. A reservation takes the next places, as many as it is
// for, by moving `written` or `read` on, if all of them are empty, or full; its
// commit makes them full, or empty. So no work-item waits for another one.
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_PIPE_H
#define FERRY_PIPE_H

#ifdef __OPENCL_C_VERSION__
typedef uint FerryPipeUint;
typedef ulong FerryPipeUlong;
#else
#include <cstdint>
typedef std::uint32_t FerryPipeUint;
typedef std::uint64_t FerryPipeUlong;
#endif

enum FerryPlace { FerryPlaceEmpty, FerryPlaceFull };

typedef struct FerryPipe {
  FerryPipeUint packetBytes;
  FerryPipeUint maxPackets;
  FerryPipeUlong packets; // Bytes from the start of the FerryPipe.
  // Packets for which places have been taken, since the pipe was made: by
  // writers, and by readers. Each on a cache line of its own.
  FerryPipeUlong reserved0[6];
  FerryPipeUlong written;
  FerryPipeUlong reserved1[7];
  FerryPipeUlong read;
  FerryPipeUlong reserved2[7];
} FerryPipe;

#endif // FERRY_PIPE_H
