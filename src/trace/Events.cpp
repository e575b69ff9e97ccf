//===- Events.cpp - Trace Event JSON --------------------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// As "Trace Event Format" describes it. Each process that was traced is shown
/// as three: threads, queues and builds. Slices of one track must not overlap:
/// what runs at the same time in a queue, or is built, gets tracks of its own.
///
//===----------------------------------------------------------------------===//

#include "trace/Reports.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

#include <CL/cl.h>

#include <algorithm>
#include <functional>
#include <map>

using namespace llvm;

namespace ferry::trace {

namespace {

const char *nameOf(cl_command_type Type) {
  switch (Type) {
  case CL_COMMAND_NDRANGE_KERNEL:
  case CL_COMMAND_TASK:
    return "kernel";
  case CL_COMMAND_NATIVE_KERNEL:
    return "native kernel";
  case CL_COMMAND_READ_BUFFER:
  case CL_COMMAND_READ_BUFFER_RECT:
    return "read buffer";
  case CL_COMMAND_WRITE_BUFFER:
  case CL_COMMAND_WRITE_BUFFER_RECT:
    return "write buffer";
  case CL_COMMAND_COPY_BUFFER:
  case CL_COMMAND_COPY_BUFFER_RECT:
    return "copy buffer";
  case CL_COMMAND_FILL_BUFFER:
    return "fill buffer";
  case CL_COMMAND_READ_IMAGE:
    return "read image";
  case CL_COMMAND_WRITE_IMAGE:
    return "write image";
  case CL_COMMAND_COPY_IMAGE:
    return "copy image";
  case CL_COMMAND_FILL_IMAGE:
    return "fill image";
  case CL_COMMAND_COPY_IMAGE_TO_BUFFER:
    return "copy image to buffer";
  case CL_COMMAND_COPY_BUFFER_TO_IMAGE:
    return "copy buffer to image";
  case CL_COMMAND_MAP_BUFFER:
  case CL_COMMAND_MAP_IMAGE:
    return "map";
  case CL_COMMAND_UNMAP_MEM_OBJECT:
    return "unmap";
  case CL_COMMAND_MARKER:
    return "marker";
  case CL_COMMAND_BARRIER:
    return "barrier";
  case CL_COMMAND_MIGRATE_MEM_OBJECTS:
    return "migrate";
  case CL_COMMAND_SVM_FREE:
    return "free SVM";
  case CL_COMMAND_SVM_MEMCPY:
    return "copy SVM";
  case CL_COMMAND_SVM_MEMFILL:
    return "fill SVM";
  case CL_COMMAND_SVM_MAP:
    return "map SVM";
  case CL_COMMAND_SVM_UNMAP:
    return "unmap SVM";
  default:
    return "command";
  }
}

/// Gives spans tracks on which none overlaps another.
class Tracks {
public:
  /// \p Next begins no earlier than those before it.
  unsigned place(const Span &Next) {
    for (unsigned I = 0; I != Ends.size(); ++I)
      if (Ends[I] <= Next.begin) {
        Ends[I] = Next.end;
        return I;
      }
    Ends.push_back(Next.end);
    return unsigned(Ends.size() - 1);
  }

private:
  std::vector<std::uint64_t> Ends;
};

/// Writes the events of one process.
class Writer {
public:
  Writer(json::OStream &To, std::uint64_t Zero, const Process &P,
         unsigned Index)
      : To(To), Zero(Zero), P(P), Threads(4 * Index + 1), Queues(Threads + 1),
        Builds(Threads + 2) {}

  void write() {
    nameProcess(Threads, "threads");
    nameProcess(Queues, "queues");
    nameProcess(Builds, "builds");
    for (std::uint32_t T : P.threads)
      nameTrack(Threads, T, "thread " + std::to_string(T));
    for (const Groups &G : P.groups)
      writeGroups(G);
    writeCommands();
    writeBuilds();
  }

private:
  using Fill = function_ref<void()>;

  /// A track: what the format calls a process and a thread.
  struct Track {
    unsigned process;
    std::uint64_t number;
  };

  double micro(std::uint64_t Time) const {
    return Time < Zero ? -double(Zero - Time) / 1000
                       : double(Time - Zero) / 1000;
  }
  void head(const char *Phase, Track On) {
    To.attribute("ph", Phase);
    To.attribute("pid", On.process);
    To.attribute("tid", std::int64_t(On.number));
  }
  void name(Track On, const char *What, const std::string &Name) {
    To.object([&] {
      head("M", On);
      To.attribute("name", What);
      To.attributeObject("args", [&] { To.attribute("name", Name); });
    });
  }
  void nameProcess(unsigned Of, const char *What) {
    name({Of, 0}, "process_name",
         formatv("{0} {1}: {2}", json::fixUTF8(P.name), P.number, What));
  }
  void nameTrack(unsigned Of, std::uint64_t Number, const std::string &Name) {
    name({Of, Number}, "thread_name", Name);
  }

  void slice(
      Track On, const Span &When, StringRef Name, StringRef Category,
      Fill Arguments = [] {}) {
    To.object([&] {
      head("X", On);
      To.attribute("name", Name);
      To.attribute("cat", Category);
      To.attribute("ts", micro(When.begin));
      To.attribute("dur", double(When.length()) / 1000);
      To.attributeObject("args", Arguments);
    });
  }

  /// An arrow from a slice to another.
  void arrow(Track From, std::uint64_t At, Track Until, std::uint64_t Then,
             StringRef Category) {
    const std::int64_t Id = std::int64_t(Threads) << 40 | ++NumArrows;
    auto End = [&](const char *Phase, Track On, std::uint64_t Time) {
      To.object([&] {
        head(Phase, On);
        To.attribute("name", Category);
        To.attribute("cat", Category);
        To.attribute("id", Id);
        To.attribute("ts", micro(Time));
        if (Phase[0] == 'f')
          To.attribute("bp", "e");
      });
    };
    End("s", From, At);
    End("f", Until, std::max(Then, At));
  }

  void writeGroups(const Groups &Run);
  void writeGroup(const Groups &Run, const Group &G);
  void writeCopy(const Groups &Run, const Group &G, const Copy &C);
  void writeCommands();
  void writeBuilds();

  json::OStream &To;
  const std::uint64_t Zero;
  const Process &P;
  const unsigned Threads, Queues, Builds;
  std::int64_t NumArrows = 0, NumCopies = 0;
};

std::string bytesText(std::uint64_t Bytes) {
  return Bytes % 1024 ? utostr(Bytes) + " B" : utostr(Bytes / 1024) + " KiB";
}

} // namespace

static std::string groupText(const Launch &L, std::uint64_t Number) {
  const std::uint64_t X = std::max<std::uint64_t>(L.numGroups[0], 1);
  const std::uint64_t Y = std::max<std::uint64_t>(L.numGroups[1], 1);
  return formatv("({0}, {1}, {2})", Number % X, Number / X % Y, Number / X / Y);
}

void Writer::writeGroups(const Groups &Run) {
  const Launch &L = P.launches[Run.launch];
  slice({Threads, Run.thread}, Run, L.kernel, "groups", [&] {
    To.attribute("launch", Run.launch);
    To.attribute("first group", groupText(L, Run.first));
    To.attribute("groups", std::int64_t(Run.last - Run.first));
  });
  for (const Group &G : Run.withCopies)
    writeGroup(Run, G);
}

void Writer::writeGroup(const Groups &Run, const Group &G) {
  const Track Own{Threads, Run.thread};
  slice(Own, G, "group " + groupText(P.launches[Run.launch], G.number),
        "group");
  for (const Step &S : G.steps)
    switch (S.kind) {
    case Step::Start:
      slice(Own, S, "start " + bytesText(G.copies[S.copy].bytes), "copy");
      break;
    case Step::Wait:
      slice(Own, S, "wait", "wait");
      break;
    case Step::Fence:
      slice(Own, S, "fence", "copy");
      break;
    case Step::End:
      slice(Own, S, "end of group", "wait");
      break;
    }
  for (const Copy &C : G.copies)
    writeCopy(Run, G, C);
}

/// From the start to the wait on a track of its own; with arrows to those who
/// carried it out, and from them to the wait.
void Writer::writeCopy(const Groups &Run, const Group &G, const Copy &C) {
  const Track Own{Threads, Run.thread};
  const bool IsAwaited = C.waitedBy != Copy::NoStep;
  const std::uint64_t End =
      std::max(C.complete(), IsAwaited ? G.steps[C.waitedBy].end : 0);
  const std::int64_t Id = std::int64_t(Threads) << 40 | ++NumCopies;
  const std::string Name =
      formatv("{0} {1} to {2}", bytesText(C.bytes),
              C.fromLocal ? "local" : "global", C.toLocal ? "local" : "global");
  auto Async = [&](
                   const char *Phase, std::uint64_t Time, StringRef What,
                   Fill Arguments = [] {}) {
    To.object([&] {
      head(Phase, Own);
      To.attribute("name", What);
      To.attribute("cat", "async copy");
      To.attribute("id", Id);
      To.attribute("ts", micro(Time));
      To.attributeObject("args", Arguments);
    });
  };
  Async("b", C.start.begin, Name, [&] {
    if (C.lines != 1)
      To.attribute("lines", std::int64_t(C.lines));
    if (C.planes != 1)
      To.attribute("planes", std::int64_t(C.planes));
    To.attribute("when", C.isEarly    ? "at the start: no wait was seen"
                         : C.isKept() ? "later"
                                      : "at the start");
    if (!IsAwaited)
      To.attribute("waited for", false);
  });
  if (C.isKept())
    Async("n", C.complete(), "complete");
  Async("e", End, Name);
  for (const CopyPart &Part : C.parts) {
    const Track By{Threads, Part.thread};
    slice(By, Part, "carry out", "copy",
          [&] { To.attribute("of thread", Run.thread); });
    if (Part.thread == Run.thread)
      continue;
    arrow(Own, C.start.begin, By, Part.begin, "copy");
    if (IsAwaited)
      arrow(By, Part.begin, Own, G.steps[C.waitedBy].begin, "copy");
  }
}

void Writer::writeCommands() {
  std::vector<std::size_t> ByBegin(P.commands.size());
  for (std::size_t I = 0; I != ByBegin.size(); ++I)
    ByBegin[I] = I;
  llvm::stable_sort(ByBegin, [&](std::size_t A, std::size_t B) {
    return P.commands[A].begin < P.commands[B].begin;
  });
  constexpr unsigned MostTracks = 1000; // In the numbers of a queue's tracks.
  std::map<std::uint64_t, std::uint64_t> Numbers; // Of queues.
  std::map<std::uint64_t, Tracks> Placed;
  std::map<std::uint64_t, bool> IsNamed;
  std::vector<Track> Places(P.commands.size());
  for (std::size_t I : ByBegin) {
    const Command &C = P.commands[I];
    const std::uint64_t Queue =
        Numbers.emplace(C.queue, Numbers.size() + 1).first->second;
    Places[I] = {Queues,
                 Queue * MostTracks + Placed[C.queue].place(C) % MostTracks};
    if (!std::exchange(IsNamed[Places[I].number], true))
      nameTrack(Queues, Places[I].number, formatv("queue {0}", Queue));
    const bool IsLaunch = C.launch != Command::NoLaunch;
    slice(Places[I], C,
          IsLaunch ? StringRef(P.launches[C.launch].kernel) : nameOf(C.type),
          "command", [&] {
            To.attribute("queued before (us)",
                         double(C.begin - std::min(C.queued, C.begin)) / 1000);
            if (C.submitted)
              To.attribute("submitted before (us)",
                           double(C.begin - std::min(C.submitted, C.begin)) /
                               1000);
            if (C.status < 0)
              To.attribute("error", C.status);
            if (!IsLaunch)
              return;
            const Launch &L = P.launches[C.launch];
            To.attribute("launch", C.launch);
            To.attribute("groups", formatv("{0} x {1} x {2}", L.numGroups[0],
                                           L.numGroups[1], L.numGroups[2])
                                       .str());
            To.attribute("local size",
                         formatv("{0} x {1} x {2}", L.localSize[0],
                                 L.localSize[1], L.localSize[2])
                             .str());
          });
  }
  for (std::size_t I = 0; I != P.commands.size(); ++I)
    for (std::size_t Other : P.commands[I].waitsFor)
      arrow(Places[Other], P.commands[Other].begin, Places[I],
            P.commands[I].begin, "wait list");
}

void Writer::writeBuilds() {
  std::vector<const Build *> ByBegin;
  for (const Build &B : P.builds)
    ByBegin.push_back(&B);
  llvm::stable_sort(ByBegin, [](const Build *A, const Build *B) {
    return A->begin < B->begin;
  });
  Tracks Placed;
  for (const Build *B : ByBegin) {
    const Track On{Builds, Placed.place(*B) + 1};
    slice(On, *B, B->kernel.empty() ? B->what : B->what + " " + B->kernel,
          "build", [&] {
            To.attribute("succeeded", B->succeeded);
            To.attribute("from the cache", B->succeeded && B->stages.empty());
          });
    for (const BuildStage &S : B->stages)
      slice(On, S, S.name, "stage");
  }
}

void writeEvents(raw_ostream &OS, const std::vector<Process> &All) {
  json::OStream To(OS);
  const std::uint64_t Zero = beginOf(All);
  To.object([&] {
    To.attribute("displayTimeUnit", "ns");
    To.attributeArray("traceEvents", [&] {
      unsigned Index = 0;
      for (const Process &P : All)
        Writer(To, Zero, P, Index++).write();
    });
  });
  OS << '\n';
}

} // namespace ferry::trace
