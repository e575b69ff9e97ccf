//===- ChildCommand.cpp - What kernels enqueue ----------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "core/ChildCommand.h"

#include "core/LaunchRun.h"
#include "core/WorkGroupSize.h"
#include "exec/LocalLayout.h"

#include <algorithm>
#include <cstring>
#include <memory>
#include <new>
#include <optional>
#include <utility>

using namespace ferry;
using namespace ferry::core;

namespace ferry::core {

/// A kernel, or a marker, that a kernel has enqueued.
class ChildCommand final : public ChildEvent, public exec::Work, public Parent {
public:
  /// One reference is its own, until it is complete, one the kernel's if it
  /// wants the event.
  ChildCommand(const Family &Of, Parent &By, DeviceQueue &In,
               std::size_t NumWaits, bool HasEvent)
      : ChildEvent(HasEvent ? 2 : 1), Parent(Of), By(By), In(&In),
        Arcs(std::make_unique<Arc[]>(NumWaits + 1)) {}

  static void operator delete(void *Memory) { ::operator delete(Memory); }

  /// What it runs; nothing, if this is not called.
  void setLaunch(const Launch &What, std::uint64_t PrivateBytes,
                 std::byte *Block) {
    Range.emplace(What, PrivateBytes, Block);
    setUnits(Range->numGroups(), Range->itemsOfGroup(), &Range->cost());
    setRow(Range->groupsOfRow());
    if (Range->sharesCopies())
      setStartsCopies();
  }

  /// Before it is started: for something that it waits for, as many as it was
  /// made for, and its parent.
  Arc &await() {
    Missing.fetch_add(1, std::memory_order_relaxed);
    Arc &New = Arcs[NumArcs++];
    New.Waiter = this;
    return New;
  }
  /// Something that it waited for has ended.
  void satisfy(cl_int Status = CL_COMPLETE) {
    if (Status < 0)
      fail(Status);
    if (Missing.fetch_sub(1, std::memory_order_acq_rel) != 1)
      return;
    exec::Scheduler &Runs = Of.device.scheduler();
    Runs.submit(*this);
    Runs.wake();
  }

private:
  ~ChildCommand() override = default;

  void fail(cl_int Error) { Failure.store(Error, std::memory_order_relaxed); }

  bool begin() override {
    Times[0] = exec::nowNanoseconds();
    return Range && Failure.load(std::memory_order_relaxed) == 0;
  }
  void run(exec::ComputeUnit &CU, std::uint64_t First,
           std::uint64_t Last) override {
    if (!Range->run(CU, First, Last, this))
      fail(CL_OUT_OF_RESOURCES);
  }
  void end() override {
    Times[1] = exec::nowNanoseconds();
    endOwn();
  }
  void complete() override {
    Times[2] = exec::nowNanoseconds();
    In->giveBack();
    Parent &Next = By;
    finish(Failure.load(std::memory_order_relaxed));
    release();
    Next.leave();
  }

  Parent &By;
  const Ref<DeviceQueue> In;
  const std::unique_ptr<Arc[]> Arcs;
  std::size_t NumArcs = 0;
  std::optional<LaunchRun> Range;
  /// What must still happen before it may run: its start is the first.
  std::atomic<std::uint32_t> Missing{1};
  std::atomic<cl_int> Failure{CL_COMPLETE};
};

} // namespace ferry::core

//===----------------------------------------------------------------------===//
// Events
//===----------------------------------------------------------------------===//

void ChildEvent::release() {
  if (Count.fetch_sub(1, std::memory_order_acq_rel) == 1)
    delete this;
}

bool ChildEvent::add(Arc &New) {
  std::lock_guard Lock(Mutex);
  if (IsFinished)
    return false;
  New.Next = std::exchange(Waiters, &New);
  return true;
}

/// An arc belongs to the waiter, which may be gone when it is satisfied.
static void satisfy(ChildEvent::Arc *First, cl_int Status) {
  while (First) {
    ChildCommand &Waiter = *First->Waiter;
    First = First->Next;
    Waiter.satisfy(Status);
  }
}

void ChildEvent::finish(cl_int Status) {
  Arc *Ready;
  {
    std::lock_guard Lock(Mutex);
    IsFinished = true;
    Final = Status;
    Ready = std::exchange(Waiters, nullptr);
    if (CaptureTo)
      write(CaptureTo);
  }
  satisfy(Ready, Status);
}

/// What capture_event_profiling_info describes (OpenCL C 6.15.17): until
/// CL_PROFILING_COMMAND_END, and until CL_PROFILING_COMMAND_COMPLETE.
void ChildEvent::write(std::uint64_t *To) const {
  To[0] = Times[1] - Times[0];
  To[1] = Times[2] - Times[0];
}

void ChildEvent::capture(std::uint64_t *To) {
  std::lock_guard Lock(Mutex);
  if (IsFinished)
    write(To);
  else
    CaptureTo = To;
}

void ChildUserEvent::setStatus(std::int32_t Status) {
  if (IsSet.exchange(true))
    return;
  finish(std::min(Status, CL_COMPLETE));
  release();
}

//===----------------------------------------------------------------------===//
// Parents
//===----------------------------------------------------------------------===//

void Parent::endOwn() {
  ChildEvent::Arc *Ready;
  {
    std::lock_guard Lock(Mutex);
    Ready = std::exchange(Waiting, nullptr);
  }
  satisfy(Ready, CL_COMPLETE);
  leave();
}

void *Parent::defaultQueue() {
  return Of.defaultQueue ? Of.defaultQueue->handle() : nullptr;
}

exec::DeviceEvent *Parent::createUserEvent() {
  return new (std::nothrow) ChildUserEvent;
}

/// The queue that a kernel names, if it has room for another command.
static DeviceQueue *roomIn(const Family &Of, void *Handle) {
  DeviceQueue *Q = DeviceQueue::tryFrom(static_cast<cl_command_queue>(Handle));
  return Q && &Q->device() == &Of.device && Q->take() ? Q : nullptr;
}

/// Nothing below fails. \p New belongs to itself.
void Parent::start(ChildCommand &New, std::span<exec::DeviceEvent *const> Waits,
                   bool WaitsForParent, exec::DeviceEvent **Event) {
  Left.fetch_add(1, std::memory_order_relaxed);
  if (Event)
    *Event = static_cast<ChildEvent *>(&New);
  for (exec::DeviceEvent *E : Waits) {
    auto &On = *static_cast<ChildEvent *>(E);
    if (!On.add(New.await()))
      New.satisfy(On.final());
  }
  if (WaitsForParent) {
    ChildEvent::Arc &Mine = New.await();
    std::lock_guard Lock(Mutex);
    Mine.Next = std::exchange(Waiting, &Mine);
  }
  New.satisfy();
}

/// A child in \p Q, which has room for it, with \p Bytes bytes behind it that
/// begin at a multiple of LaunchRun::BlockAlignment.
std::pair<ChildCommand &, std::byte *> Parent::make(DeviceQueue &Q,
                                                    std::size_t NumWaits,
                                                    bool HasEvent,
                                                    std::size_t Bytes) {
  void *Memory = nullptr;
  try {
    Memory = ::operator new(sizeof(ChildCommand) + LaunchRun::BlockAlignment +
                            Bytes);
    auto *New = new (Memory) ChildCommand(Of, *this, Q, NumWaits, HasEvent);
    return {*New, LaunchRun::alignBlock(static_cast<std::byte *>(Memory) +
                                        sizeof(ChildCommand))};
  } catch (...) {
    ::operator delete(Memory);
    Q.giveBack();
    throw;
  }
}

bool Parent::enqueueMarker(void *Queue,
                           std::span<exec::DeviceEvent *const> Waits,
                           exec::DeviceEvent **Event) try {
  DeviceQueue *Q = roomIn(Of, Queue);
  if (!Q)
    return false;
  start(make(*Q, Waits.size(), Event != nullptr, 0).first, Waits,
        /*WaitsForParent=*/false, Event);
  return true;
} catch (const std::bad_alloc &) {
  return false;
}

/// The launch of \p Kernel over \p Range; nothing if that is not possible.
static std::optional<abi::LaunchParams> paramsOf(const abi::KernelInfo &Kernel,
                                                 const abi::BlockRange &Range,
                                                 Device &D) {
  if (Range.workDim < 1 || Range.workDim > 3)
    return std::nullopt;
  abi::LaunchParams P = {Range.workDim, 0, {1, 1, 1}, {}, {1, 1, 1}, {1, 1, 1}};
  std::uint64_t Items = 1, Local = 1;
  const bool SizeIsGiven = Range.localSize[0] != 0;
  for (unsigned I = 0; I != Range.workDim; ++I) {
    P.globalSize[I] = Range.size[I];
    P.globalOffset[I] = Range.offset[I];
    if (SizeIsGiven)
      P.localSize[I] = Range.localSize[I];
    if (!P.globalSize[I] || !P.localSize[I] ||
        P.globalSize[I] > SIZE_MAX - P.globalOffset[I] ||
        P.localSize[I] > Device::MaxWorkGroupSize ||
        __builtin_mul_overflow(Items, P.globalSize[I], &Items))
      return std::nullopt;
    Local *= P.localSize[I];
  }
  if (Items > exec::MaxUnits || Local > maxWorkGroupSize(Kernel))
    return std::nullopt;
  if (!SizeIsGiven)
    chooseLocalSize(Kernel, maxWorkGroupSize(Kernel), D.computeUnits(), P);
  if (!countGroups(Kernel, P))
    return std::nullopt;
  return P;
}

namespace {

/// CLK_ENQUEUE_FLAGS_NO_WAIT; the others wait for the parent, or for its
/// work-group, which may as well wait for the parent.
constexpr std::uint32_t NoWait = 0;

} // namespace

bool Parent::enqueue(const exec::EnqueuedBlock &What) try {
  const abi::KernelInfo *Kernel = Of.executable.findInternal(What.kernel);
  // The block, and its local arguments.
  if (!Kernel || Kernel->numArgs != 1 + What.locals.size())
    return false;
  std::optional<abi::LaunchParams> P = paramsOf(*Kernel, What.range, Of.device);
  if (!P)
    return false;

  std::vector<std::uint64_t> LocalSizes(Kernel->numArgs);
  std::copy(What.locals.begin(), What.locals.end(), LocalSizes.begin() + 1);
  if (std::count(What.locals.begin(), What.locals.end(), 0))
    return false;
  std::vector<std::byte> Args(Kernel->argBlockSize);
  if (exec::layOutLocalArguments(*Kernel, Kernel->localBytes, LocalSizes,
                                 Args.data()) >
      Of.device.traits().localMemoryBytes)
    return false;
  KernelVersion &Code =
      Of.executable.versionFor(*Kernel, *P, Of.device.computeUnits());
  const Launch New = {.kernel = *Kernel,
                      .code = Code.code,
                      .cost = Code.cost,
                      .params = *P,
                      .args = Args.data(),
                      .areApart = false};
  const std::uint64_t PrivateBytes = LaunchRun::privateBytes(New);

  DeviceQueue *Q = roomIn(Of, What.queue);
  if (!Q)
    return false;
  // Arguments and literal lie behind the object.
  auto [Child, Block] =
      make(*Q, What.waits.size(), What.event != nullptr,
           Kernel->argBlockSize + LaunchRun::BlockAlignment + What.bytes);
  std::byte *Copy = LaunchRun::alignBlock(Block + Kernel->argBlockSize);
  std::copy_n(static_cast<const std::byte *>(What.block), What.bytes, Copy);
  std::memcpy(Args.data() + Kernel->args[0].offset, &Copy, sizeof(Copy));
  Child.setLaunch(New, PrivateBytes, Block);
  start(Child, What.waits, What.flags != NoWait, What.event);
  return true;
} catch (const std::bad_alloc &) {
  return false;
} catch (const Error &) { // There is no code for these rows.
  return false;
}

std::uint32_t Parent::blockInfo(const char *Name, abi::BlockInfo What,
                                const abi::BlockRange *Range) try {
  const abi::KernelInfo *Kernel = Of.executable.findInternal(Name);
  if (!Kernel)
    return 0;
  switch (What) {
  case abi::BlockInfo::WorkGroupSize:
    return std::uint32_t(maxWorkGroupSize(*Kernel));
  case abi::BlockInfo::PreferredMultiple:
    return Of.executable.likelyVersion(*Kernel).code.subGroupSize;
  case abi::BlockInfo::SubGroupCountForRange:
  case abi::BlockInfo::MaxSubGroupSizeForRange:
    break;
  }
  const std::optional<abi::LaunchParams> P =
      paramsOf(*Kernel, *Range, Of.device);
  if (!P)
    return 0;
  const std::uint64_t Size =
      Of.executable.likelyVersion(*Kernel).code.subGroupSize;
  const std::uint64_t Items =
      P->localSize[0] * P->localSize[1] * P->localSize[2];
  return std::uint32_t(What == abi::BlockInfo::MaxSubGroupSizeForRange
                           ? std::min(Size, Items)
                           : (Items + Size - 1) / Size);
} catch (const std::bad_alloc &) {
  return 0;
} catch (const Error &) {
  return 0;
}
