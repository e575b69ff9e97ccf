//===- pipe.cl - Pipe functions (OpenCL C 6.15.16.2 to 6.15.16.4) ---------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "pipe/pipe.h"

FERRY_BUILTIN bool is_valid_reserve_id(reserve_id_t Id) {
  return __builtin_astype(Id, ulong) != FERRY_NO_RESERVATION;
}

FERRY_PIPE_FUNCTION FerryReservation __reserve_read_pipe(global FerryPipe *Pipe,
                                                         uint Packets,
                                                         uint Bytes,
                                                         uint Alignment) {
  (void)Bytes, (void)Alignment;
  return (FerryReservation)reserve(Pipe, Packets, false);
}
FERRY_PIPE_FUNCTION FerryReservation __reserve_write_pipe(
    global FerryPipe *Pipe, uint Packets, uint Bytes, uint Alignment) {
  (void)Bytes, (void)Alignment;
  return (FerryReservation)reserve(Pipe, Packets, true);
}

FERRY_PIPE_FUNCTION void __commit_read_pipe(global FerryPipe *Pipe,
                                            FerryReservation Id, uint Bytes,
                                            uint Alignment) {
  (void)Bytes, (void)Alignment;
  commit(Pipe, (ulong)Id, false);
}
FERRY_PIPE_FUNCTION void __commit_write_pipe(global FerryPipe *Pipe,
                                             FerryReservation Id, uint Bytes,
                                             uint Alignment) {
  (void)Bytes, (void)Alignment;
  commit(Pipe, (ulong)Id, true);
}

/// \returns 0, or a negative value if the reservation has no such packet.
FERRY_PIPE_FUNCTION int __read_pipe_4(global FerryPipe *Pipe,
                                      FerryReservation Id, uint Index,
                                      __generic void *To, uint Bytes,
                                      uint Alignment) {
  (void)Alignment;
  global uchar *Packet = packetOf(Pipe, (ulong)Id, Index, Bytes);
  if (!Packet)
    return -1;
  __builtin_memcpy(To, Packet, Bytes);
  return 0;
}
FERRY_PIPE_FUNCTION int __write_pipe_4(global FerryPipe *Pipe,
                                       FerryReservation Id, uint Index,
                                       __generic void *From, uint Bytes,
                                       uint Alignment) {
  (void)Alignment;
  global uchar *Packet = packetOf(Pipe, (ulong)Id, Index, Bytes);
  if (!Packet)
    return -1;
  __builtin_memcpy(Packet, From, Bytes);
  return 0;
}

FERRY_PIPE_FUNCTION int __read_pipe_2(global FerryPipe *Pipe,
                                      __generic void *To, uint Bytes,
                                      uint Alignment) {
  FerryReservation Id = (FerryReservation)reserve(Pipe, 1, false);
  const int Result = __read_pipe_4(Pipe, Id, 0, To, Bytes, Alignment);
  commit(Pipe, (ulong)Id, false);
  return Result;
}
FERRY_PIPE_FUNCTION int __write_pipe_2(global FerryPipe *Pipe,
                                       __generic void *From, uint Bytes,
                                       uint Alignment) {
  FerryReservation Id = (FerryReservation)reserve(Pipe, 1, true);
  const int Result = __write_pipe_4(Pipe, Id, 0, From, Bytes, Alignment);
  commit(Pipe, (ulong)Id, true);
  return Result;
}

// Of read_only and of write_only pipes.
#define QUERIES(ACCESS)                                                        \
  FERRY_PIPE_FUNCTION uint __get_pipe_num_packets_##ACCESS(                    \
      global FerryPipe *Pipe, uint Bytes, uint Alignment) {                    \
    (void)Bytes, (void)Alignment;                                              \
    const ulong Read = __atomic_load_n(&Pipe->read, __ATOMIC_ACQUIRE);         \
    return __atomic_load_n(&Pipe->written, __ATOMIC_ACQUIRE) - Read;           \
  }                                                                            \
  FERRY_PIPE_FUNCTION uint __get_pipe_max_packets_##ACCESS(                    \
      global FerryPipe *Pipe, uint Bytes, uint Alignment) {                    \
    (void)Bytes, (void)Alignment;                                              \
    return Pipe->maxPackets;                                                   \
  }
QUERIES(ro)
QUERIES(wo)
