//===- pipe.h - Reservations of pipes ---------------------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What pipe functions are made of (OpenCL C 6.15.16); ferry/pipe.h says how a
/// pipe lies in memory. Clang hands on the pipe, and the size and alignment of
/// its packets.
///
/// A reservation is the number of its first place, and of its packets in the
/// lower half: never CLK_NULL_RESERVE_ID, whose bits are all set.
///
//===----------------------------------------------------------------------===//

#ifndef FERRY_KERNELS_PIPE_H
#define FERRY_KERNELS_PIPE_H

#include "ferry.h"
#include "ferry/pipe.h"

#define FERRY_NO_RESERVATION (~0ul)

/// A reserve_id_t, in Clang's IR.
typedef __private void *FerryReservation;

/// A function that Clang calls for one of OpenCL C.
// What a pipe holds is no memory of the program: who looks for mistakes passes
// it by.
#define FERRY_PIPE_FUNCTION                                                    \
  __attribute__((always_inline, disable_sanitizer_instrumentation))

FERRY_HELPER volatile global uchar *placesOf(global FerryPipe *Pipe) {
  return (global uchar *)(Pipe + 1);
}

/// Whether the \p Packets places from \p Place on are all in \p State.
FERRY_HELPER bool areAll(global FerryPipe *Pipe, uint Place, uint Packets,
                         uchar State) {
  volatile global uchar *Places = placesOf(Pipe);
  for (uint I = 0; I != Packets; ++I) {
    if (__atomic_load_n(&Places[Place], __ATOMIC_ACQUIRE) != State)
      return false;
    Place = Place + 1 == Pipe->maxPackets ? 0 : Place + 1;
  }
  return true;
}

/// Stays a call: one work-item after the other runs it.
#define FERRY_PIPE_WORK static __attribute__((noinline, unused))

/// Takes \p Packets places: those that follow what writers have taken, or what
/// readers have.
FERRY_PIPE_WORK ulong reserve(global FerryPipe *Pipe, uint Packets,
                              bool Writes) {
  if (Packets == 0 || Packets > Pipe->maxPackets)
    return FERRY_NO_RESERVATION;
  volatile global ulong *Mine = Writes ? &Pipe->written : &Pipe->read;
  volatile global ulong *Other = Writes ? &Pipe->read : &Pipe->written;
  ulong First = __atomic_load_n(Mine, __ATOMIC_ACQUIRE);
  for (;;) {
    // Looked at after Mine. A place that is taken, but not committed yet, is as
    // it was before; it comes round again only if this bound is passed.
    const ulong Bound = __atomic_load_n(Other, __ATOMIC_ACQUIRE) +
                        (Writes ? Pipe->maxPackets : 0);
    const uint Place = First % Pipe->maxPackets;
    if (First + Packets > Bound ||
        !areAll(Pipe, Place, Packets,
                Writes ? FerryPlaceEmpty : FerryPlaceFull)) {
      // Unless others have been quicker, there is no room, or too little.
      const ulong Now = __atomic_load_n(Mine, __ATOMIC_ACQUIRE);
      if (Now == First)
        return FERRY_NO_RESERVATION;
      First = Now;
      continue;
    }
    if (__atomic_compare_exchange_n(Mine, &First, First + Packets, false,
                                    __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
      return (ulong)Place << 32 | Packets;
  }
}

FERRY_PIPE_WORK void commit(global FerryPipe *Pipe, ulong Reservation,
                            bool Writes) {
  if (Reservation == FERRY_NO_RESERVATION)
    return;
  volatile global uchar *Places = placesOf(Pipe);
  uint Place = Reservation >> 32;
  for (uint Left = (uint)Reservation; Left; --Left) {
    __atomic_store_n(&Places[Place],
                     (uchar)(Writes ? FerryPlaceFull : FerryPlaceEmpty),
                     __ATOMIC_RELEASE);
    Place = Place + 1 == Pipe->maxPackets ? 0 : Place + 1;
  }
}

/// The packet \p Index of a reservation; null if there is none of \p Bytes
/// bytes.
FERRY_HELPER global uchar *packetOf(global FerryPipe *Pipe, ulong Reservation,
                                    uint Index, uint Bytes) {
  if (Reservation == FERRY_NO_RESERVATION || Index >= (uint)Reservation ||
      Bytes != Pipe->packetBytes)
    return 0;
  ulong Place = (Reservation >> 32) + Index;
  if (Place >= Pipe->maxPackets)
    Place -= Pipe->maxPackets;
  return (global uchar *)Pipe + Pipe->packets + Place * Bytes;
}

#endif // FERRY_KERNELS_PIPE_H
