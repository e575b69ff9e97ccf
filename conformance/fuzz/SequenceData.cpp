//===- SequenceData.cpp - Commands that move and change bytes -------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "Sequence.h"

#include <algorithm>
#include <numeric>

namespace conformance::fuzz {

static constexpr char Source[] = R"(
kernel void mix_in(global uchar *p, uint first, uchar salt) {
  size_t i = first + get_global_id(0);
  p[i] = p[i] * 31 + salt;
}
kernel void add_to(global uchar *to, uint to_first, global const uchar *from,
                   uint from_first) {
  size_t i = get_global_id(0);
  to[to_first + i] += from[from_first + i];
}
kernel void reverse(global uchar *p, uint first, local uchar *kept) {
  size_t i = get_local_id(0), n = get_local_size(0);
  kept[i] = p[first + get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  p[first + get_global_id(0)] = kept[n - 1 - i];
}
)";

static Kernel newKernel(const char *Name) {
  static const Program &P = *new Program(build(Source));
  return makeKernel(P, Name);
}

/// \returns 1 to \p Most, small numbers more often.
static size_t sizeUpTo(size_t Most, Choices &From) {
  return 1 + From.below(From.isOneIn(4) ? Most : std::min<size_t>(Most, 40));
}

//===----------------------------------------------------------------------===//
// Buffers
//===----------------------------------------------------------------------===//

void Sequence::makeBuffers() {
  for (size_t Size : {257, 1024, 4096, 3 << 20}) {
    // Large ones are moved by several threads, and take long.
    if (Size > 4096 && !From.isOneIn(32))
      continue;
    Root &R = Roots.emplace_back();
    R.bytes = newBytes(Size);
    const bool IsHosts = From.isOneIn(3);
    R.host = R.bytes;
    R.handle =
        makeBuffer(Size, IsHosts ? CL_MEM_USE_HOST_PTR : CL_MEM_COPY_HOST_PTR,
                   R.host.data());
    Areas.push_back({R.handle, Roots.size() - 1, 0, Size, {}});
  }
}

void Sequence::subBuffer() {
  if (Areas.size() > Roots.size() && From.isOneIn(2)) {
    // Commands may still be about to use it.
    Areas.pop_back();
    return;
  }
  static const size_t Step =
      deviceInfo<cl_uint>(CL_DEVICE_MEM_BASE_ADDR_ALIGN) / 8;
  auto At = Areas.begin();
  std::advance(At, From.below(Roots.size()));
  cl_buffer_region Region;
  Region.origin = From.below(At->size / Step + 1) * Step;
  if (Region.origin >= At->size)
    return;
  Region.size = sizeUpTo(At->size - Region.origin, From);
  cl_int Code;
  Buffer New(clCreateSubBuffer(At->handle, 0, CL_BUFFER_CREATE_TYPE_REGION,
                               &Region, &Code));
  ok(Code);
  cl_mem Handle = New;
  Areas.push_back(
      {Handle, At->root, Region.origin, Region.size, std::move(New)});
}

Sequence::Piece Sequence::pieceOf(Area &A, size_t Most) {
  const size_t Size = sizeUpTo(std::min(A.size, Most), From);
  return {&A, From.below(A.size - Size + 1), Size};
}

Sequence::Piece Sequence::piece() {
  auto At = Areas.begin();
  std::advance(At, From.below(Areas.size()));
  return pieceOf(*At);
}

/// Where the piece is in the model. Stays there.
uint8_t *Sequence::modelOf(const Piece &P) {
  auto At = Roots.begin();
  std::advance(At, P.area->root);
  return At->bytes.data() + P.area->offset + P.offset;
}

Sequence::Bytes Sequence::newBytes(size_t Size) {
  Bytes New(Size);
  std::iota(New.begin(), New.end(), uint8_t(From.bytes(1)));
  return New;
}

//===----------------------------------------------------------------------===//
// Transfers
//===----------------------------------------------------------------------===//

void Sequence::write() {
  const Piece To = piece();
  const Bytes &New = Writes.emplace_back(newBytes(To.size));
  enqueue(
      {To.access(true)},
      [&](cl_command_queue Q, cl_bool Blocking, auto... Waits) {
        return clEnqueueWriteBuffer(Q, To.area->handle, Blocking, To.offset,
                                    To.size, New.data(), Waits...);
      },
      [&New, At = modelOf(To)] { std::ranges::copy(New, At); });
}

void Sequence::read() {
  const Piece P = piece();
  std::optional<Plan> Where = plan({P.access(false)});
  if (!Where)
    return;
  HostRead &R = Reads.emplace_back();
  R.seen = R.expected = Bytes(P.size, 0xee);
  R.node = Model.size();
  enqueue(
      *Where, isReady(*Where) && From.isOneIn(2),
      [&](cl_command_queue Q, cl_bool Blocking, auto... Waits) {
        return clEnqueueReadBuffer(Q, P.area->handle, Blocking, P.offset,
                                   P.size, R.seen.data(), Waits...);
      },
      [&R, At = modelOf(P)] {
        std::copy_n(At, R.expected.size(), R.expected.begin());
      });
}

void Sequence::copy() {
  const Piece To = piece();
  auto At = Areas.begin();
  std::advance(At, From.below(Areas.size()));
  if (At->size < To.size)
    return;
  const Piece Source{&*At, From.below(At->size - To.size + 1), To.size};
  const Access A = To.access(true), B = Source.access(false);
  const bool Overlaps =
      A.buffer == B.buffer && A.begin < B.end && B.begin < A.end;
  if (Overlaps && To.area != Source.area)
    return;
  auto Copy = [=](cl_command_queue Q, cl_bool, auto... Waits) {
    return clEnqueueCopyBuffer(Q, Source.area->handle, To.area->handle,
                               Source.offset, To.offset, To.size, Waits...);
  };
  if (Overlaps) {
    expect(Copy(Queues.front().handle, CL_FALSE, 0u, nullptr, nullptr) ==
               CL_MEM_COPY_OVERLAP,
           "bytes are copied onto themselves");
    return;
  }
  if (std::optional<Plan> P = plan({A, B}))
    enqueue(*P, false, Copy,
            [Size = To.size, Into = modelOf(To), Out = modelOf(Source)] {
              std::copy_n(Out, Size, Into);
            });
}

void Sequence::fill() {
  const size_t Width = size_t(1) << From.below(8);
  auto At = Areas.begin();
  std::advance(At, From.below(Areas.size()));
  if (At->size < Width)
    return;
  const size_t Count = sizeUpTo(At->size / Width, From);
  const Piece To{&*At, From.below(At->size / Width - Count + 1) * Width,
                 Count * Width};
  const Bytes Pattern = newBytes(Width);
  if (std::optional<Plan> P = plan({To.access(true)}))
    enqueue(
        *P, false,
        [&](cl_command_queue Q, cl_bool, auto... Waits) {
          return clEnqueueFillBuffer(Q, To.area->handle, Pattern.data(), Width,
                                     To.offset, To.size, Waits...);
        },
        [=, Into = modelOf(To)] {
          for (size_t I = 0; I != To.size; ++I)
            Into[I] = Pattern[I % Width];
        });
}

/// Reads or writes some rows of some slices.
void Sequence::rectangle() {
  auto At = Areas.begin();
  std::advance(At, From.below(Areas.size()));
  const size_t Region[3] = {1 + From.below(9), 1 + From.below(4),
                            1 + From.below(3)};
  const size_t Origin[3] = {From.below(3), From.below(3), From.below(2)};
  const size_t Row = Origin[0] + Region[0] + From.below(4);
  const size_t Slice = Row * (Origin[1] + Region[1] + From.below(2));
  const size_t First = Origin[0] + Origin[1] * Row + Origin[2] * Slice;
  const size_t End =
      First + (Region[2] - 1) * Slice + (Region[1] - 1) * Row + Region[0];
  if (End > At->size)
    return;
  const Piece P{&*At, 0, End};
  const bool Writes = From.isOneIn(2);
  Access Touched = P.access(Writes);
  Touched.begin += First;
  std::optional<Plan> Where = plan({Touched});
  if (!Where)
    return;
  HostRead &R = Reads.emplace_back();
  R.node = Model.size();
  R.expected = Bytes(Region[0] * Region[1] * Region[2], 0xee);
  if (Writes)
    R.expected = newBytes(R.expected.size());
  R.seen = R.expected;
  const size_t None[3] = {};
  enqueue(
      *Where, isReady(*Where) && From.isOneIn(2),
      [&](cl_command_queue Q, cl_bool Blocking, auto... Waits) {
        return Writes
                   ? clEnqueueWriteBufferRect(Q, At->handle, Blocking, Origin,
                                              None, Region, Row, Slice, 0, 0,
                                              R.seen.data(), Waits...)
                   : clEnqueueReadBufferRect(Q, At->handle, Blocking, Origin,
                                             None, Region, Row, Slice, 0, 0,
                                             R.seen.data(), Waits...);
      },
      [=, Start = modelOf(P) + First, Host = &R.expected,
       Size = std::to_array(Region)] {
        uint8_t *Next = Host->data();
        for (size_t Z = 0; Z != Size[2]; ++Z)
          for (size_t Y = 0; Y != Size[1]; ++Y, Next += Size[0]) {
            uint8_t *Line = Start + Z * Slice + Y * Row;
            std::copy_n(Writes ? Next : Line, Size[0], Writes ? Line : Next);
          }
      });
}

void Sequence::map() {
  static const cl_map_flags Kinds[] = {CL_MAP_READ, CL_MAP_WRITE,
                                       CL_MAP_READ | CL_MAP_WRITE,
                                       CL_MAP_WRITE_INVALIDATE_REGION};
  const cl_map_flags Flags = From.from(Kinds);
  const bool Writes = Flags != CL_MAP_READ;
  const Piece P = piece();
  std::optional<Plan> Where = plan({P.access(Writes)});
  if (!Where || !isReady(*Where) ||
      std::ranges::any_of(Where->waits,
                          [&](Node N) { return Model.status(N) < 0; }))
    return;
  void *Mapped = nullptr;
  const bool Blocking = From.isOneIn(2) || !canFinish(*Where->queue);
  const Node N =
      enqueue(*Where, Blocking,
              [&](cl_command_queue Q, cl_bool Blocking, auto... Waits) {
                cl_int Code;
                Mapped = clEnqueueMapBuffer(Q, P.area->handle, Blocking, Flags,
                                            P.offset, P.size, Waits..., &Code);
                return Code;
              },
              {});
  if (!Model.isSeen(N))
    finish(*Where->queue);
  auto *Bytes = static_cast<uint8_t *>(Mapped);
  if (Flags & CL_MAP_READ)
    expect(std::equal(Bytes, Bytes + P.size, modelOf(P)),
           "what is mapped is something else");
  if (Writes) {
    std::ranges::copy(newBytes(P.size), Bytes);
    std::copy_n(Bytes, P.size, modelOf(P));
  }
  // In the same queue, so that it comes before what is enqueued later.
  Plan After{
      Where->queue, {}, orderOf(*Where->queue, false), {P.access(Writes)}};
  enqueue(After, false,
          [&](cl_command_queue Q, cl_bool, auto... Waits) {
            return clEnqueueUnmapMemObject(Q, P.area->handle, Mapped, Waits...);
          },
          {});
}

void Sequence::migrate() {
  const Piece P = piece();
  cl_mem Handle = P.area->handle;
  if (std::optional<Plan> Where = plan({}))
    enqueue(*Where, false,
            [&](cl_command_queue Q, cl_bool, auto... Waits) {
              return clEnqueueMigrateMemObjects(
                  Q, 1, &Handle, CL_MIGRATE_MEM_OBJECT_HOST, Waits...);
            },
            {});
}

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

void Sequence::launch() {
  const Piece To = piece();
  uint8_t *Into = modelOf(To);
  size_t Global = To.size, Local = 0;
  Kernel K;
  std::vector<Access> Touched = {To.access(true)};
  std::function<void()> Effect;
  auto setBuffer = [&](cl_uint Index, const Piece &P) {
    setArg(K, Index, P.area->handle);
    setArg(K, Index + 1, cl_uint(P.offset));
  };
  switch (From.below(3)) {
  case 0: {
    K = newKernel("mix_in");
    const auto Salt = cl_uchar(From.bytes(1));
    setArg(K, 2, Salt);
    Effect = [=] {
      for (size_t I = 0; I != Global; ++I)
        Into[I] = uint8_t(Into[I] * 31 + Salt);
    };
    break;
  }
  case 1: {
    auto At = Areas.begin();
    std::advance(At, From.below(Areas.size()));
    if (At->root == To.area->root || At->size < To.size)
      return;
    const Piece Other{&*At, From.below(At->size - To.size + 1), To.size};
    K = newKernel("add_to");
    setBuffer(2, Other);
    Touched.push_back(Other.access(false));
    Effect = [=, Out = modelOf(Other)] {
      for (size_t I = 0; I != Global; ++I)
        Into[I] = uint8_t(Into[I] + Out[I]);
    };
    break;
  }
  case 2:
    K = newKernel("reverse");
    Local = 1 + From.below(std::min<size_t>(Global, 64));
    Global = Global / Local * Local;
    setArg(K, 2, conformance::Local{Local});
    Effect = [=] {
      for (size_t I = 0; I != Global; I += Local)
        std::reverse(Into + I, Into + I + Local);
    };
    break;
  }
  setBuffer(0, To);
  if (std::optional<Plan> P = plan(Touched))
    enqueue(
        *P, false,
        [&](cl_command_queue Q, cl_bool, auto... Waits) {
          return clEnqueueNDRangeKernel(Q, K, 1, nullptr, &Global,
                                        Local ? &Local : nullptr, Waits...);
        },
        std::move(Effect));
}

void Sequence::native() {
  struct Arguments {
    uint8_t *bytes;
    size_t offset, size;
  };
  const Piece To = piece();
  Arguments A{nullptr, To.offset, To.size};
  const void *Place = &A.bytes;
  cl_mem Handle = To.area->handle;
  if (std::optional<Plan> P = plan({To.access(true)}))
    enqueue(
        *P, false,
        [&](cl_command_queue Q, cl_bool, auto... Waits) {
          return clEnqueueNativeKernel(
              Q,
              [](void *Given) {
                const auto &A = *static_cast<Arguments *>(Given);
                for (size_t I = 0; I != A.size; ++I)
                  A.bytes[A.offset + I] ^= uint8_t(I);
              },
              &A, sizeof(A), 1, &Handle, &Place, Waits...);
        },
        [=, Into = modelOf(To)] {
          for (size_t I = 0; I != To.size; ++I)
            Into[I] ^= uint8_t(I);
        });
}

} // namespace conformance::fuzz
