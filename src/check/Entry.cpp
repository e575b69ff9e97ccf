//===- Entry.cpp - What kernels call that are looked into -----------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "check/Checker.h"

using namespace ferry;
using namespace ferry::check;

static std::uintptr_t number(const void *P) {
  return reinterpret_cast<std::uintptr_t>(P);
}

static Access accessOf(Checker &C, const void *Pointer, std::uint64_t Size,
                       const void *Base, std::uint32_t Site, bool Writes,
                       bool IsAtomic = false) {
  const abi::CheckSite &Object = C.context.group.site(Site);
  const auto From = std::uint32_t(C.context.group.table().site);
  return {number(Pointer),
          Size & ((std::uint64_t(1) << abi::CheckedSizeBits) - 1),
          Size >> abi::CheckedSizeBits,
          number(Base),
          &Object,
          Object.line || !From ? Site : From,
          Writes,
          IsAtomic};
}

abi::CheckedGroup *ferry_check_group_begin(const abi::CheckedKernel *Kernel,
                                           const abi::LaunchParams *Params,
                                           const std::byte *Args,
                                           const abi::ThreadState *State,
                                           std::uint64_t X, std::uint64_t Y,
                                           std::uint64_t Z) {
  const std::uint64_t Id[3] = {X, Y, Z};
  Checker &C = Checker::get();
  C.beginGroup(*Kernel, *Params, Args, *State, Id);
  return &C.context.group.table();
}

void ferry_check_group_end() { Checker::get().endGroup(); }

void ferry_check_at(std::uint32_t Site) {
  Checker::get().context.group.table().site = Site;
}

void *ferry_check_read(const void *Pointer, std::uint64_t Size,
                       const void *Base, std::uint32_t Site) {
  Checker &C = Checker::get();
  return C.access(accessOf(C, Pointer, Size, Base, Site, false));
}

void *ferry_check_write(const void *Pointer, std::uint64_t Size,
                        const void *Base, std::uint32_t Site,
                        const void *Value) {
  Checker &C = Checker::get();
  return C.access(accessOf(C, Pointer, Size, Base, Site, true), Value);
}

void *ferry_check_read_block(const void *Pointer, std::uint64_t Size,
                             const void *Base, std::uint32_t Site) {
  Checker &C = Checker::get();
  return C.access(accessOf(C, Pointer, Size, Base, Site, false), nullptr,
                  /*IsBlock=*/true);
}

void *ferry_check_atomic(const void *Pointer, std::uint64_t Size,
                         const void *Base, std::uint32_t Site,
                         std::uint32_t What) {
  Checker &C = Checker::get();
  if (What & abi::CheckAtomicChanges)
    C.initialised.access(accessOf(C, Pointer, Size, Base, Site, false, true));
  const Access A = accessOf(C, Pointer, Size, Base, Site,
                            What & abi::CheckAtomicWrites, true);
  void *Where = C.access(A, nullptr, /*IsBlock=*/true);
  C.races.passAtomic(A, What);
  return Where;
}

void ferry_check_scope(std::uint32_t IsOfGroup) {
  Checker::get().races.setScope(IsOfGroup);
}

void ferry_check_fence(std::uint32_t Order) {
  Checker::get().races.fence(Order);
}

void ferry_check_private(std::uint64_t Offset, std::uint64_t Size,
                         std::uint32_t Site, std::uint32_t What) {
  // Reports only say how far from the start: nothing can be there.
  constexpr std::uintptr_t Start = std::uintptr_t(1) << 62;
  Checker &C = Checker::get();
  const auto *Base = reinterpret_cast<const void *>(Start);
  Access A = accessOf(C, Base, Size, Base, Site, What & abi::CheckWrites);
  A.pointer += Offset;
  if (What & abi::CheckUnset)
    C.initialised.report(A);
  else
    C.bounds.access(A);
}

void ferry_check_variable(const void *Pointer, std::uint64_t Bytes) {
  Checker::get().initialised.variable(number(Pointer), Bytes);
}

void ferry_check_value(std::uint32_t Good, std::uint32_t What,
                       std::uint32_t Site) {
  if (Good)
    return;
  Checker &C = Checker::get();
  if (abi::CheckValue(What) == abi::CheckValue::Initialised)
    return C.initialised.report(Site);
  if (abi::CheckValue(What) == abi::CheckValue::SubGroup)
    return C.arrivals.reportSubGroup(Site);
  if (abi::CheckValue(What) == abi::CheckValue::Texel)
    return C.bounds.reportTexel(Site);
  C.context.report("division-by-zero", "an integer is divided by 0", nullptr,
                   {C.context.side(C.context.byItem("division"), Site)},
                   "test the divisor: the result is undefined");
}

void ferry_check_arrive(std::uint32_t Site) {
  Checker::get().arrivals.arrive(Site);
}

void ferry_check_arrive_wait(std::uint32_t Site, FerryEvent Event) {
  const Arrivals::Operands Its{Event};
  Checker::get().arrivals.arrive(Site, &Its);
}

void ferry_check_arrive_copy(std::uint32_t Site, const void *Dst,
                             const void *Src, std::uint64_t LineBytes,
                             std::uint64_t Lines, std::uint64_t DstLineStep,
                             std::uint64_t SrcLineStep, std::uint64_t Planes,
                             std::uint64_t DstPlaneStep,
                             std::uint64_t SrcPlaneStep, FerryEvent Event,
                             const void *DstBase, const void *SrcBase) {
  Checker &C = Checker::get();
  const Arrivals::Operands Its{
      number(Dst), number(Src), LineBytes,    Lines,        DstLineStep,
      SrcLineStep, Planes,      DstPlaneStep, SrcPlaneStep, Event};
  C.arrivals.arrive(Site, &Its, {number(DstBase), number(SrcBase)});
}

void ferry_check_barrier(std::uint32_t Site, std::uint32_t Flags) {
  Checker::get().barrier(Site, Flags);
}

void ferry_check_sub_group_barrier(std::uint32_t Flags, std::uint32_t Size) {
  Checker::get().subGroupBarrier(Flags, Size);
}

void ferry_check_wait(std::uint32_t Site, FerryEvent Event) {
  Checker &C = Checker::get();
  C.synchronisation(Site, "wait", true);
  C.copies.wait(Site, Event);
}

void ferry_check_copy_fence(std::uint32_t Site) {
  Checker &C = Checker::get();
  C.synchronisation(Site, "fence", false);
  C.copies.fence();
}

FerryEvent ferry_check_copy(std::uint32_t Site, void *Dst, const void *Src,
                            std::uint64_t LineBytes, std::uint64_t Lines,
                            std::uint64_t DstLineStep,
                            std::uint64_t SrcLineStep, std::uint64_t Planes,
                            std::uint64_t DstPlaneStep,
                            std::uint64_t SrcPlaneStep, FerryEvent Event) {
  Checker &C = Checker::get();
  C.synchronisation(Site, "async copy", true);
  const FerryEvent Result = C.copies.start(
      Site, {number(Dst), LineBytes, Lines, DstLineStep, Planes, DstPlaneStep},
      {number(Src), LineBytes, Lines, SrcLineStep, Planes, SrcPlaneStep},
      Event);
  C.table.update();
  return Result;
}
