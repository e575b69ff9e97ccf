//===- RandomRunner.cpp - Runs random programs ----------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "RandomRunner.h"

#include "GuardedMemory.h"
#include "RandomGathers.h"
#include "RandomInterpreter.h"
#include "RandomShrinker.h"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <unistd.h>

namespace conformance::programs {
namespace {

using Clock = std::chrono::steady_clock;

/// What a crash has to tell.
std::string Running;

void crashed(int) {
  [[maybe_unused]] ssize_t Ignored =
      write(STDERR_FILENO, Running.data(), Running.size());
}

void put(unsigned char *To, Type T, const Lane *Lanes) {
  for (unsigned L = 0; L != T.width; ++L) {
    uint64_t Bits = bitsOf(T.element, Lanes[L]);
    std::memcpy(To + L * T.elementBytes(), &Bits, T.elementBytes());
  }
}

/// A buffer for \p O.
GuardedMemory encode(const Object &O, const Contents &What) {
  const std::vector<Lane> &Lanes = What.lanes;
  size_t Size = O.byteOf(O.fields.size()), Elements = Lanes.size() / O.lanes();
  GuardedMemory Bytes(O.raw ? What.bytes.size() : Elements * Size);
  if (O.raw)
    std::ranges::copy(What.bytes, Bytes.data());
  for (size_t E = 0; E != Elements; ++E)
    for (size_t F = 0; F != O.fields.size(); ++F)
      put(Bytes.data() + E * Size + O.byteOf(F), O.fields[F],
          &Lanes[E * O.lanes() + O.laneOf(int(F))]);
  return Bytes;
}

/// Says where \p Bytes are not \p What; empty if nowhere.
std::string difference(const Object &O, const Contents &What,
                       const std::vector<unsigned char> &Bytes) {
  const std::vector<Lane> &Lanes = What.lanes;
  if (O.raw && Bytes != What.bytes) {
    auto [Seen, Expected] = std::ranges::mismatch(Bytes, What.bytes);
    return "byte " + std::to_string(Seen - Bytes.begin()) + " is " +
           std::to_string(*Seen) + " instead of " + std::to_string(*Expected);
  }
  size_t Size = O.byteOf(O.fields.size()), Next = 0;
  for (size_t E = 0; E != Lanes.size() / O.lanes(); ++E)
    for (size_t F = 0; F != O.fields.size(); ++F)
      for (unsigned L = 0; L != O.fields[F].width; ++L) {
        Type T = O.fields[F].with(1);
        uint64_t Seen = 0;
        std::memcpy(&Seen,
                    &Bytes[E * Size + O.byteOf(F) + L * T.elementBytes()],
                    T.elementBytes());
        Lane Expected = Lanes[Next++];
        if (!matches(T.element, Expected, Seen))
          return "element " + std::to_string(E) + ", field " +
                 std::to_string(F) + ", component " + std::to_string(L) +
                 " is " + literal(T.element, laneOf(T.element, Seen)) +
                 " instead of " + literal(T.element, Expected);
      }
  return "";
}

/// A buffer that no kernel touches, larger than the caches: drivers may write
/// past the caches if that is what a launch could need.
const Buffer &largeBuffer() {
  static const Buffer Large = makeBuffer(std::min<cl_ulong>(
      deviceInfo<cl_ulong>(CL_DEVICE_MAX_MEM_ALLOC_SIZE),
      4 * deviceInfo<cl_ulong>(CL_DEVICE_GLOBAL_MEM_CACHE_SIZE) + (64 << 20)));
  return Large;
}

/// Runs \p P on the device; says what is wrong.
std::string runOn(const Program &P, cl_kernel K, const Range &R,
                  const Memory &Before, const Memory &After, bool WithLarge) {
  std::vector<GuardedMemory> Memories;
  std::vector<std::pair<size_t, Buffer>> Buffers;
  std::vector<bool> Used = P.used().objects;
  cl_uint Index = 0;
  for (size_t N = 0; N != P.objects.size(); ++N) {
    const Object &O = P.objects[N];
    if (!Used[N])
      continue;
    if (O.alias >= 0) {
      auto Is = [&O](const auto &Each) {
        return Each.first == size_t(O.alias);
      };
      setArg(K, Index++, std::ranges::find_if(Buffers, Is)->second);
      continue;
    }
    switch (O.space) {
    case Object::Input:
    case Object::Output:
    case Object::Group:
    case Object::GlobalCounter:
      Memories.push_back(encode(O, Before[N]));
      Buffers.emplace_back(N,
                           makeBuffer(Memories.back().size(),
                                      CL_MEM_USE_HOST_PTR | CL_MEM_READ_WRITE,
                                      Memories.back().data()));
      setArg(K, Index++, Buffers.back().second);
      break;
    case Object::Argument: {
      unsigned char Bytes[128] = {};
      put(Bytes, O.fields[0], Before[N].lanes.data());
      ok(clSetKernelArg(K, Index++, O.fields[0].bytes(), Bytes));
      break;
    }
    case Object::Local:
      if (O.asArgument && O.raw)
        setArg(K, Index++, Local{O.count + 2 * Object::LocalGuard});
      else if (O.asArgument)
        setArg(K, Index++,
               Local{O.count * R.localItems() * O.byteOf(O.fields.size())});
      break;
    case Object::Untouched:
      if (WithLarge)
        setArg(K, Index++, largeBuffer());
      else
        setArg(K, Index++, Buffers[0].second);
      break;
    default:
      break;
    }
  }
  launch(K, R);
  for (size_t I = 0; I != Buffers.size(); ++I) {
    const auto &[N, B] = Buffers[I];
    std::vector<unsigned char> Seen =
        download<unsigned char>(B, Memories[I].size());
    if (std::string D = difference(P.objects[N], After[N], Seen); !D.empty())
      return R.text() + ": of " + P.nameOf(int(N)) + " " + D;
  }
  return "";
}

/// Says what is wrong with \p P on the device; throws Unusable.
std::string run(const Program &P) {
  std::vector<Memory> Before, After;
  for (const Range &R : P.ranges) {
    Before.push_back(initialMemory(P, R));
    After.push_back(Before.back());
    interpret(P, R, Turn::FirstItemFirst, After.back());
  }
  conformance::Program Built = build(P.source(), "-cl-std=CL3.0");
  if (isFerry() && !P.copies) // Those have few gathers, and build long.
    if (std::string Gather = refusedGather(Built); !Gather.empty())
      return "a gather that the processor refuses: " + Gather;
  Kernel K = makeKernel(Built, "entry");
  for (size_t R = 0; R != P.ranges.size(); ++R) {
    std::string Wrong;
    // Threads take part in another way every time, and building takes longest.
    for (unsigned Run = 0; Run != P.runs && Wrong.empty(); ++Run)
      Wrong = runOn(P, K, P.ranges[R], Before[R], After[R], Run % 2);
    if (Wrong.empty())
      continue;
    if (P.mistakes)
      return Wrong;
    Memory Other = Before[R];
    interpret(P, P.ranges[R], Turn::LastItemFirst, Other);
    if (After[R] != Other)
      throw std::runtime_error(
          "the program is undefined: a bug of the generator");
    return Wrong;
  }
  return "";
}

Program programToRun(const Fuzzer &F, uint64_t Seed, const Edits &Changes) {
  Program P = F.generate(Seed);
  for (const Edit &E : Changes)
    apply(E, P);
  if (!Changes.empty())
    F.check(P);
  return P;
}

Edits givenEdits() {
  const char *Text = std::getenv("FERRY_TEST_EDITS");
  return parseEdits(Text ? Text : "");
}

int statusOf(const Fuzzer &F, uint64_t Seed, const Edits &E) {
  return runChild(F.child, {"FERRY_TEST_SEED=" + std::to_string(Seed),
                            "FERRY_TEST_EDITS=" + editsText(E)})
      .status;
}

/// What to print of a program that failed.
std::string report(const Fuzzer &F, const Program &P) {
  unsigned long Seconds = environmentNumber("FERRY_TEST_SHRINK", 60);
  auto End = Clock::now() + std::chrono::seconds(Seconds);
  int Status = Seconds ? statusOf(F, P.seed, {}) : 0;
  if (Status == 0)
    return "FERRY_TEST_SEED=" + std::to_string(P.seed) + "\n" + P.source();
  Edits Changes = shrink(P, [&](const Edits &E) {
    return Clock::now() < End && statusOf(F, P.seed, E) == Status;
  });
  Program Small = P;
  for (const Edit &E : Changes)
    apply(E, Small);
  std::string Ranges;
  for (const Range &R : Small.ranges)
    Ranges += R.text() + "\n";
  return "FERRY_TEST_SEED=" + std::to_string(P.seed) +
         " FERRY_TEST_COUNT=1 FERRY_TEST_EDITS='" + editsText(Changes) +
         "' repeats this: status " + std::to_string(Status) + " with\n" +
         Ranges + Small.source();
}

} // namespace

Features deviceFeatures() {
  Features F;
  F.half = hasExtension("cl_khr_fp16");
  F.fp64 = hasExtension("cl_khr_fp64");
  F.atomics64 = hasExtension("cl_khr_int64_base_atomics") &&
                hasExtension("cl_khr_int64_extended_atomics");
  F.generic = F.lenient = isFerry();
  F.tiles = hasExtension("cl_khr_extended_async_copies");
  F.fence = hasExtension("cl_khr_async_work_group_copy_fence");
  F.localBytes = deviceInfo<cl_ulong>(CL_DEVICE_LOCAL_MEM_SIZE);
  return F;
}

int runOne(const Fuzzer &F) {
  alarm(20);
  try {
    Program P =
        programToRun(F, environmentNumber("FERRY_TEST_SEED", 1), givenEdits());
    return run(P).empty() ? 0 : 1;
  } catch (const std::exception &) {
    return 0;
  }
}

void runAll(const Fuzzer &F) {
  unsigned long Seed = environmentNumber("FERRY_TEST_SEED", 1),
                Count = environmentNumber("FERRY_TEST_COUNT", F.count),
                Seconds = environmentNumber("FERRY_TEST_SECONDS", 0);
  bool Children = environmentNumber("FERRY_TEST_CHILDREN", 0) != 0;
  Edits Changes = givenEdits();
  auto End = Clock::now() + std::chrono::seconds(Seconds);
  unsigned long Ran = 0, Done = 0;
  for (int Signal : {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT}) {
    struct sigaction Action = {};
    Action.sa_handler = crashed;
    Action.sa_flags = SA_RESETHAND | SA_NODEFER;
    sigaction(Signal, &Action, nullptr);
  }
  for (; Seconds ? Clock::now() < End : Done < Count; ++Done) {
    Program P = programToRun(F, Seed + Done, Changes);
    Running = "\ncrashed in the program of FERRY_TEST_SEED=" +
              std::to_string(P.seed) + "\n";
    std::string Wrong;
    try {
      if (!Children)
        Wrong = run(P);
      else if (int Status = statusOf(F, P.seed, Changes))
        Wrong = "status " + std::to_string(Status);
      ++Ran;
    } catch (const Unusable &) {
    } catch (const std::exception &Error) {
      Wrong = Error.what();
    }
    if (!Wrong.empty()) {
      ADD_FAILURE() << Wrong << "\n" << report(F, P);
      break;
    }
  }
  std::printf("%lu programs ran\n", Ran);
}

} // namespace conformance::programs
