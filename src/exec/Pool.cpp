//===- Pool.cpp - The threads that oneTBB supplies ------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "exec/Pool.h"

#include "exec/Fork.h"
#include "exec/Threads.h"
#include "limits/Limits.h"

#include <algorithm>
#include <dlfcn.h>
#include <limits.h>
#include <mutex>
#include <pthread.h>
#include <thread>
#include <utility>

namespace ferry::exec {

static ForkMutex ListMutex;

/// Something has been asked of oneTBB.
static std::atomic<bool> UsesThreads{false};

/// True on threads of the pool.
static thread_local bool IsPoolThread = false;

// oneTBB would keep a processor for the thread that made the arenas, but that
// thread may never help: hence one more. The least limit of all pools counts:
// that of a part of the device is the whole device's.
Pool::Pool(Scheduler &For)
    : Owner(For), Limit(new oneapi::tbb::global_control(
                      oneapi::tbb::global_control::max_allowed_parallelism,
                      std::max(For.concurrency(), limits::threads()) + 1)),
      NumPlaces(For.concurrency()), Places(new Place[NumPlaces]),
      Threads(new oneapi::tbb::task_scheduler_handle(oneapi::tbb::attach{})) {
  // When the driver is unloaded no thread may return to code that is gone. Made
  // after oneTBB's own static objects, hence destroyed before them.
  static const struct Unload {
    ~Unload() { endThreads(); }
  } WhenUnloaded;
}

Pool::~Pool() {
  std::lock_guard Lock(ListMutex);
  Pool **Link = &First;
  while (*Link && *Link != this)
    Link = &(*Link)->NextPool;
  if (*Link)
    *Link = NextPool;
  // oneTBB would wait for threads that were never made, or may be gone itself:
  // the parts of a device end on threads that the process does not wait for.
  if (Failed.load() || Ended.load()) {
    Threads.release();
    Places.release();
    Limit.release();
    return;
  }
  Threads.reset();
  Places.reset();
  Limit.reset();
}

std::shared_ptr<Pool> Pool::make(Scheduler &For) noexcept {
  if (!isUsable())
    return nullptr;
  UsesThreads.store(true);
  try {
    auto New = std::make_shared<Pool>(For);
    // Not before there are pointers to share, which endThreads() asks for.
    std::lock_guard Lock(ListMutex);
    New->NextPool = std::exchange(First, New.get());
    return New;
  } catch (...) {
    fail();
    return nullptr;
  }
}

//===----------------------------------------------------------------------===//
// Starting
//===----------------------------------------------------------------------===//

bool Pool::start(unsigned Count) noexcept {
  // Before the look at Ended: endThreads() does both the other way round.
  Inside.fetch_add(Count);
  Wanted.fetch_add(Count);
  return startSome();
}

/// Asks for one thread that is wanted, or for two if none need be made; each
/// asks for the next.
bool Pool::startSome() noexcept {
  if (Made.load() >= Owner.concurrency()) {
    for (unsigned I = 0; I != 2 && takeWanted(); ++I)
      if (!startOne())
        return false;
    return true;
  }
  while (Wanted.load() && !IsAsking.exchange(true)) {
    if (takeWanted())
      return startOne();
    IsAsking.store(false);
  }
  return true;
}

bool Pool::takeWanted() {
  std::uint32_t Now = Wanted.load();
  while (Now && !Wanted.compare_exchange_weak(Now, Now - 1)) {
  }
  return Now != 0;
}

bool Pool::startOne() noexcept {
  if (!isUsable())
    return drop(1);
  Place &At = takePlace();
  try {
    At.Arena.enqueue([Self = shared_from_this(), &At, Over = HandOver()] {
      Over.taken();
      Self->run(At);
    });
    return true;
  } catch (...) {
    fail();
  }
  // oneTBB may have kept the call, and a thread that was awake have taken it.
  std::uint32_t State = Place::Asked;
  return drop(At.State.compare_exchange_strong(State, Place::Free) ? 1 : 0);
}

/// There are never more places taken than helpers counted.
Pool::Place &Pool::takePlace() {
  for (unsigned I = LastLeft.load();; ++I) {
    Place &At = Places[I % Owner.concurrency()];
    std::uint32_t State = Place::Free;
    if (At.State.compare_exchange_strong(State, Place::Asked))
      return At;
  }
}

/// Gives up \p Count threads, and all that are wanted. \returns false.
bool Pool::drop(unsigned Count) {
  Count += Wanted.exchange(0);
  Owner.Helpers.fetch_sub(Count);
  leave(Count);
  return false;
}

void Pool::fail() {
  Failed.store(true);
  // Threads of oneTBB cannot be ended any more: what they may return to has to
  // stay. This is the library that it is in.
  Dl_info Here;
  if (dladdr(&Failed, &Here))
    dlopen(Here.dli_fname, RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE);
}

//===----------------------------------------------------------------------===//
// Running and leaving
//===----------------------------------------------------------------------===//

/// On a thread of oneTBB.
void Pool::run(Place &At) {
  std::uint32_t State = Place::Asked;
  if (!At.State.compare_exchange_strong(State, Place::Taken))
    return; // Given up.
  if (!std::exchange(IsPoolThread, true)) {
    Made.fetch_add(1);
    BoundThread::freeNewThread();
  }
  IsAsking.store(false);
  startSome();
  Owner.helpFromPool();
  LastLeft.store(unsigned(&At - Places.get()));
  At.State.store(Place::Free);
  Owner.leaveFromPool();
  leave(1);
}

void Pool::leave(unsigned Count) {
  if (Inside.fetch_sub(Count) == Count)
    Inside.notify_all();
}

void Pool::waitUntilEmpty() {
  while (std::uint32_t Now = Inside.load())
    Inside.wait(Now);
}

/// Whether oneTBB knows the calling thread.
static bool isKnown() {
  using namespace oneapi::tbb;
  return this_task_arena::current_thread_index() != task_arena::not_initialized;
}

void Pool::abandonAll() {
  // oneTBB waits for its threads in vain.
  if (UsesThreads.load() || isKnown())
    Failed.store(true);
  First = nullptr;
}

/// When oneTBB's static objects go, they take the thread for one of the
/// application's, and crash if it is one of their own: lets them find none of
/// its data.
static void hideThread() {
  for (pthread_key_t Key = 0; Key != PTHREAD_KEYS_MAX && isKnown(); ++Key)
    if (void *Data = pthread_getspecific(Key)) {
      pthread_setspecific(Key, nullptr);
      if (isKnown())
        pthread_setspecific(Key, Data);
    }
}

void Pool::endThreads() {
  if (auto *Before = BeforeEnd.load())
    Before();
  Ended.store(true);
  // A callback or native kernel may call exit(), and so may a child made by
  // fork().
  if (IsPoolThread || Failed.load()) {
    hideThread();
    return;
  }
  // oneTBB waits for threads on which a pool may just be destroyed, which takes
  // the lock: it is not held meanwhile.
  const auto End = std::chrono::steady_clock::now() + UnloadGrace;
  for (;;) {
    std::shared_ptr<Pool> Next;
    bool SomeAreLeaving = false;
    {
      std::lock_guard Lock(ListMutex);
      for (Pool *P = First; P && !Next; P = P->NextPool)
        if (!P->IsAtEnd) {
          Next = P->weak_from_this().lock();
          SomeAreLeaving |= !Next;
        }
      if (Next)
        Next->IsAtEnd = true;
    }
    if (Next)
      Next->end();
    else if (!SomeAreLeaving || std::chrono::steady_clock::now() >= End)
      return;
    else
      std::this_thread::yield();
  }
}

void Pool::end() {
  // Those who look for work, or have just ended some, are on their way out. A
  // process that exits while commands run does not wait for them.
  const auto End = std::chrono::steady_clock::now() + UnloadGrace;
  while (Inside.load() && std::chrono::steady_clock::now() < End)
    std::this_thread::yield();
  if (Inside.load())
    return;
  for (unsigned I = 0; I != NumPlaces; ++I) // The owner may be gone.
    Places[I].Arena.terminate();
  // Without effect if the application uses oneTBB, too: then that keeps the
  // threads, and itself in memory.
  oneapi::tbb::finalize(*Threads, std::nothrow);
  // Not before: where the process has one processor, oneTBB 2021.8 would then
  // wait for threads that it does not want any more.
  Limit.reset();
}

} // namespace ferry::exec
