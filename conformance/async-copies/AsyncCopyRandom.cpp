//===- AsyncCopyRandom.cpp - Random programs of copies --------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Random kernels of async copies of every kind, in loops and conditionals,
/// with waits, shared events, fences, barriers and work-items that read and
/// write between them. All memory is compared, byte by byte, with what an
/// interpreter leaves.
///
/// Program number K has the seed FERRY_TEST_SEED + K (1 if unset). There are
/// FERRY_TEST_COUNT of them (60 if unset), or as many as fit into
/// FERRY_TEST_SECONDS; FERRY_CACHE=0 then keeps them off the disk. A failure
/// prints the seed; with that and FERRY_TEST_COUNT=1 it happens again.
///
//===----------------------------------------------------------------------===//

#include "AsyncCopyRandomGenerator.h"
#include "AsyncCopyRandomInterpreter.h"
#include "AsyncCopyRandomMistakes.h"
#include "Support.h"

#include <chrono>

using namespace conformance;

namespace {

copies::Bytes randomBytes(std::mt19937_64 &Random, size_t Count) {
  copies::Bytes Values(Count);
  for (unsigned char &Byte : Values)
    Byte = static_cast<unsigned char>(Random());
  return Values;
}

template <class T>
void expectSame(const std::vector<T> &Seen, const std::vector<T> &Expected,
                const std::string &What) {
  if (Seen == Expected)
    return;
  size_t At = 0, Wrong = 0;
  for (size_t I = Seen.size(); I-- > 0;)
    if (Seen[I] != Expected[I]) {
      At = I;
      ++Wrong;
    }
  ADD_FAILURE() << What << ": " << Wrong << " differ, the first at " << At
                << ": " << uint64_t(Seen[At]) << " instead of "
                << uint64_t(Expected[At]);
}

/// A buffer that no kernel touches, larger than the caches: drivers may write
/// past the caches if that is what a launch could need.
const Buffer &largeBuffer() {
  static const Buffer Large = makeBuffer(std::min<cl_ulong>(
      deviceInfo<cl_ulong>(CL_DEVICE_MAX_MEM_ALLOC_SIZE),
      4 * deviceInfo<cl_ulong>(CL_DEVICE_GLOBAL_MEM_CACHE_SIZE) + (64 << 20)));
  return Large;
}

/// Runs \p P with groups of \p Shape.
///
/// \param IsRight its copies may be carried out as late as their waits allow.
void runOn(cl_kernel K, const copies::Program &P,
           const std::vector<size_t> &Shape, bool IsRight) {
  Range R{Shape, Shape, {}};
  R.global[0] *= P.groups;
  std::mt19937_64 Random(P.seed);
  copies::Bytes Global = randomBytes(Random, P.globalStart(P.groups)),
                ReadOnly = randomBytes(Random, P.readOnlyBytes);
  size_t Items = R.localItems();
  copies::Outcome Expected =
      copies::interpret(P, Items, Global, ReadOnly, copies::When::AtOnce);
  if (IsRight) {
    ASSERT_TRUE(Expected == copies::interpret(P, Items, Global, ReadOnly,
                                              copies::When::Late))
        << "the program is undefined: a bug of the generator";
  }

  // Threads take part in another way every time, and building takes longest.
  for (int Run = 0; Run != 4; ++Run) {
    Buffer GlobalBuffer = upload(Global), ReadOnlyBuffer = upload(ReadOnly),
           Dump = makeBuffer(Expected.local.size()),
           Sums = upload(std::vector<uint32_t>(Expected.sums.size())),
           Table = upload(P.table);
    setArgs(K, GlobalBuffer, ReadOnlyBuffer, Dump, Sums, Table,
            Run % 2 ? largeBuffer() : Sums, P.scalars[0], P.scalars[1],
            P.scalars[2], P.scalars[3]);
    if (!P.localVariable)
      setArg(K, 10, Local{P.localBytes});
    launch(K, R);
    expectSame(download<unsigned char>(GlobalBuffer, Global.size()),
               Expected.global, "bytes of global memory");
    expectSame(download<unsigned char>(ReadOnlyBuffer, ReadOnly.size()),
               ReadOnly, "bytes of read-only memory");
    expectSame(download<unsigned char>(Dump, Expected.local.size()),
               Expected.local, "bytes of local memory");
    expectSame(download<uint32_t>(Sums, Expected.sums.size()), Expected.sums,
               "sums of what work-items read");
  }
}

/// \param Change what is done to each program before it is run.
void runAll(unsigned long Share, bool AreRight,
            const std::function<void(copies::Program &)> &Change) {
  copies::Features Features{
      .half = hasExtension("cl_khr_fp16"),
      .fp64 = hasExtension("cl_khr_fp64"),
      .tiles = hasExtension("cl_khr_extended_async_copies"),
      .fence = hasExtension("cl_khr_async_work_group_copy_fence"),
      .lenient = isFerry(),
      .localBytes = deviceInfo<cl_ulong>(CL_DEVICE_LOCAL_MEM_SIZE)};
  unsigned long Seed = environmentNumber("FERRY_TEST_SEED", 1),
                Count = environmentNumber("FERRY_TEST_COUNT", 60 / Share),
                Seconds = environmentNumber("FERRY_TEST_SECONDS", 0);
  auto End = std::chrono::steady_clock::now() + std::chrono::seconds(Seconds);
  auto Again = [&](unsigned long Done) {
    return Seconds ? std::chrono::steady_clock::now() < End : Done < Count;
  };
  for (unsigned long Done = 0; Again(Done) && !testing::Test::HasFailure();
       ++Done) {
    copies::Program P = copies::generate(Seed + Done, Features);
    Change(P);
    std::string Source = P.source();
    try {
      Kernel K = buildKernel(Source, "entry");
      for (const std::vector<size_t> &Shape : P.shapes) {
        SCOPED_TRACE((Range{Shape, Shape, {}}.text()));
        runOn(K, P, Shape, AreRight);
      }
    } catch (const std::exception &Error) {
      ADD_FAILURE() << Error.what();
    }
    if (testing::Test::HasFailure())
      ADD_FAILURE() << "FERRY_TEST_SEED=" << P.seed
                    << " FERRY_TEST_COUNT=1 repeats this; " << P.groups
                    << " groups of\n"
                    << Source;
  }
}

TEST(AsyncCopyRandom, ProgramsAgreeWithTheInterpreter) {
  runAll(/*Share=*/1, /*AreRight=*/true, [](copies::Program &) {});
}

/// What kernels in use do, though OpenCL C leaves it open: they get what
/// drivers give them that copy at once.
TEST(AsyncCopyRandom, MistakesGiveWhatCopiesAtOnceGive) {
  if (!isFerry())
    GTEST_SKIP() << "only Ferry promises this";
  runAll(/*Share=*/3, /*AreRight=*/false, copies::addMistakes);
}

} // namespace
