//===- Reference.cpp - OpenCL C run as C++ for comparison -----------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "Reference.h"

#include <memory>
#include <sys/mman.h>
#include <ucontext.h>

namespace conformance::reference {

const WorkItem *current = nullptr;

/// See Reference.h for the same in C++.
const char Prelude[] = R"(
int lsize(void) {
  return (int)(get_local_size(0) * get_local_size(1) * get_local_size(2));
}
int lid(void) {
  return (int)(get_local_id(0) + get_local_size(0) *
               (get_local_id(1) + get_local_size(1) * get_local_id(2)));
}
int group(void) {
  return (int)(get_group_id(0) + get_num_groups(0) *
               (get_group_id(1) + get_num_groups(1) * get_group_id(2)));
}
int gid(void) { return group() * lsize() + lid(); }
int scramble(int a, int b) {
  return (int)(((uint)a * 1103515245u + (uint)b * 40503u + 12345u) >> 8);
}
)";

namespace {

constexpr size_t StackBytes = 64 << 10;

struct Fiber {
  ucontext_t context;
  WorkItem item;
  bool done;
};

ucontext_t Scheduler;
Fiber *Running = nullptr;
const std::function<void()> *Body = nullptr;

void fiberMain() {
  (*Body)();
  Running->done = true;
  // uc_link returns to the scheduler.
}

/// One stack a fiber, touched only as far as it is used.
class Stacks {
public:
  explicit Stacks(size_t Count) : bytes(Count * StackBytes) {
    base = mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (base == MAP_FAILED)
      throw std::bad_alloc();
  }
  ~Stacks() { munmap(base, bytes); }
  Stacks(const Stacks &) = delete;
  char *of(size_t Index) const {
    return static_cast<char *>(base) + Index * StackBytes;
  }

private:
  void *base;
  size_t bytes;
};

void prepare(Fiber &F, char *Stack) {
  F.done = false;
  getcontext(&F.context);
  F.context.uc_stack.ss_sp = Stack;
  F.context.uc_stack.ss_size = StackBytes;
  F.context.uc_link = &Scheduler;
  makecontext(&F.context, fiberMain, 0);
}

void runGroup(std::vector<Fiber> &Fibers, const Stacks &Memory) {
  for (size_t I = 0; I != Fibers.size(); ++I)
    prepare(Fibers[I], Memory.of(I));
  for (bool Left = true; Left;) {
    Left = false;
    for (Fiber &F : Fibers) {
      if (F.done)
        continue;
      Running = &F;
      current = &F.item;
      swapcontext(&Scheduler, &F.context);
      Left |= !F.done;
    }
  }
}

} // namespace

void yield() { swapcontext(&Running->context, &Scheduler); }

void run(const Range &R, const std::function<void()> &Item) {
  Body = &Item;
  WorkItem Common{};
  Common.workDim = uint(R.global.size());
  size_t Groups[3] = {1, 1, 1};
  for (uint D = 0; D != 3; ++D) {
    bool Used = D < Common.workDim;
    Common.globalSize[D] = Used ? R.global[D] : 1;
    Common.localSize[D] = Used ? R.local[D] : 1;
    Common.offset[D] = Used && !R.offset.empty() ? R.offset[D] : 0;
    Groups[D] = Common.globalSize[D] / Common.localSize[D];
  }
  std::vector<Fiber> Fibers(R.localItems());
  Stacks Memory(Fibers.size());
  for (size_t Z = 0; Z != Groups[2]; ++Z)
    for (size_t Y = 0; Y != Groups[1]; ++Y)
      for (size_t X = 0; X != Groups[0]; ++X) {
        for (size_t I = 0; I != Fibers.size(); ++I) {
          WorkItem &W = Fibers[I].item;
          W = Common;
          W.groupId[0] = X;
          W.groupId[1] = Y;
          W.groupId[2] = Z;
          W.localId[0] = I % W.localSize[0];
          W.localId[1] = I / W.localSize[0] % W.localSize[1];
          W.localId[2] = I / W.localSize[0] / W.localSize[1];
        }
        runGroup(Fibers, Memory);
      }
}

std::vector<std::vector<size_t>> defaultShapes() {
  std::vector<std::vector<size_t>> All = {
      {1},     {2},       {3},       {7},       {16},      {64},   {100},
      {256},   {1000},    {1024},    {4096},    {1, 5},    {7, 3}, {16, 4},
      {3, 33}, {5, 3, 2}, {1, 1, 9}, {4, 4, 4}, {8, 16, 2}};
  size_t Most = deviceInfo<size_t>(CL_DEVICE_MAX_WORK_GROUP_SIZE);
  std::erase_if(All, [Most](const std::vector<size_t> &Shape) {
    return Range{{}, Shape, {}}.localItems() > Most;
  });
  return All;
}

void expectSame(const std::string &Source, Entry Run, const Comparison &How) {
  constexpr size_t GuardInts = 64;
  constexpr int Guard = 0x5AFE5AFE;
  Kernel K = buildKernel(Prelude + std::string(Source), "entry");
  for (const std::vector<size_t> &Shape :
       How.shapes.empty() ? defaultShapes() : How.shapes) {
    Range R{Shape, Shape, {}};
    R.global[0] *= How.groups;
    if (R.global.size() > 1)
      R.global[1] *= 2;
    size_t Items = R.globalItems();
    size_t TmpInts = How.tmpPerItem * R.localItems() + How.tmpExtra;
    std::mt19937_64 Random = randomSource();
    std::vector<int> In(Items * How.inPerItem);
    for (int &Value : In)
      Value = int(Random() % 2001) - 1000;
    std::vector<int> Expected(Items * How.outPerItem + GuardInts, Guard);
    Buffer InBuffer = upload(In), OutBuffer = upload(Expected);
    setArgs(K, OutBuffer, InBuffer, Local{TmpInts * sizeof(int)}, How.n);
    launch(K, R);

    std::vector<int> Tmp(TmpInts);
    run(R, [&] { Run(Expected.data(), In.data(), Tmp.data(), How.n); });

    std::vector<int> Seen = download<int>(OutBuffer, Expected.size());
    if (Seen == Expected)
      continue;
    size_t I =
        size_t(std::mismatch(Seen.begin(), Seen.end(), Expected.begin()).first -
               Seen.begin());
    ADD_FAILURE() << R.text() << ": Out[" << I << "] is " << Seen[I]
                  << ", the reference says " << Expected[I] << "\n"
                  << Source;
    return;
  }
}

} // namespace conformance::reference
