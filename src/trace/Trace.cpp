//===- Trace.cpp - What processes that were traced did --------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "trace/Trace.h"

#include "trace/Record.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

#include <algorithm>
#include <cstring>
#include <map>

using namespace llvm;

namespace ferry::trace {

std::uint64_t Copy::complete() const {
  std::uint64_t Latest = start.end;
  for (const CopyPart &P : parts)
    Latest = std::max(Latest, P.end);
  return Latest;
}

std::uint64_t Copy::effort() const {
  if (!isKept())
    return start.length();
  std::uint64_t Sum = 0;
  for (const CopyPart &P : parts)
    Sum += P.length();
  return Sum;
}

std::uint64_t Group::computing() const {
  std::uint64_t Others = 0;
  for (const Step &S : steps)
    Others += S.length();
  return length() - std::min(Others, length());
}

namespace {

/// Takes the parts of a file.
class Input {
public:
  explicit Input(StringRef Bytes) : Rest(Bytes) {}

  template <typename T> bool take(T &Value) {
    if (Rest.size() < sizeof(T))
      return false;
    std::memcpy(&Value, Rest.data(), sizeof(T));
    Rest = Rest.drop_front(sizeof(T));
    return true;
  }
  bool take(std::string &Text, std::uint32_t Size) {
    if (Rest.size() < Size)
      return false;
    Text = Rest.take_front(Size).str();
    Rest = Rest.drop_front(Size);
    return true;
  }

private:
  StringRef Rest;
};

/// Makes a Process of the records.
class Reader {
public:
  Expected<Process> read(StringRef Bytes);

private:
  struct Awaited {
    std::uint64_t time, waiter, awaited;
  };
  struct Part {
    std::uint64_t plan;
    CopyPart part;
  };

  void add(const Record &R);
  void addCopy(const Record &R);
  void endGroup(const Record &R);
  void addGroups(const Record &R);
  void addCommand(const Record &R);
  void addBuild(const Record &R);
  void nameWaits(Group &Of);
  void placeParts();
  void linkCommands();
  std::string string(std::uint64_t Number) const {
    return Number < Strings.size() ? Strings[Number] : "";
  }

  Process Result;
  std::vector<std::string> Strings;
  DenseMap<std::uint32_t, std::uint32_t> Launches; ///< Number to index.
  // Of the thread that is being read: what no Groups or Build has claimed.
  std::uint32_t Thread = 0;
  std::vector<Group> Ended;
  Group Current;
  std::vector<BuildStage> Stages;
  // Of all threads.
  std::vector<Awaited> Waits;
  std::vector<Part> Parts;
};

void Reader::addCopy(const Record &R) {
  Copy C{};
  C.start = {R.begin, R.end};
  C.ticket = R.values[0];
  C.plan = R.values[1];
  C.lines = R.values[2];
  C.planes = R.values[3];
  C.bytes = R.values[4];
  C.fromLocal = R.number & FromLocal;
  C.toLocal = R.number & ToLocal;
  C.isEarly = R.number & IsEarly;
  C.waitedBy = Copy::NoStep;
  Current.steps.push_back(
      {{R.begin, R.end}, Step::Start, Current.copies.size()});
  Current.copies.push_back(std::move(C));
}

void Reader::endGroup(const Record &R) {
  Current.steps.push_back({{R.begin, R.end}, Step::End});
  Current.begin = R.values[0];
  Current.end = R.end;
  Current.number = R.number; // Those before it are added when they are known.
  nameWaits(Current);
  Ended.push_back(std::move(Current));
  Current = {};
}

/// Finds what each wait of a group is for: the copies before it that have its
/// ticket; all, if none has.
void Reader::nameWaits(Group &Of) {
  for (std::size_t I = 0; I != Of.steps.size(); ++I) {
    const Step &S = Of.steps[I];
    if (S.kind != Step::Wait)
      continue;
    bool AnyNamed = false;
    auto Name = [&](bool IsForAll) {
      for (std::size_t J = 0; J != I; ++J) {
        if (Of.steps[J].kind != Step::Start)
          continue;
        Copy &C = Of.copies[Of.steps[J].copy];
        if (!IsForAll && C.ticket != S.ticket)
          continue;
        AnyNamed = true;
        if (C.waitedBy == Copy::NoStep)
          C.waitedBy = I;
      }
    };
    Name(/*IsForAll=*/false);
    if (!AnyNamed)
      Name(/*IsForAll=*/true);
  }
}

void Reader::addGroups(const Record &R) {
  auto Launch = Launches.find(R.number);
  Groups New{{R.begin, R.end}, Thread, 0, R.values[0], R.values[1]};
  std::uint64_t Number = New.first;
  for (Group &G : Ended) {
    Number += G.number;
    G.number = Number++;
    if (!G.copies.empty())
      New.withCopies.push_back(std::move(G));
  }
  Ended.clear();
  Current = {};
  if (Launch == Launches.end())
    return; // Its record was lost.
  New.launch = Launch->second;
  Result.groups.push_back(std::move(New));
}

void Reader::addCommand(const Record &R) {
  auto Launch = Launches.find(R.number);
  // One that failed before it ran has no beginning.
  const std::uint64_t Begin = R.begin ? R.begin : R.end;
  Result.commands.push_back(
      {{Begin, R.end},
       R.values[0],
       R.values[1],
       R.values[2],
       R.values[3],
       std::uint32_t(R.values[4]),
       std::int32_t(R.values[4] >> 32),
       Launch == Launches.end() ? Command::NoLaunch : Launch->second});
}

void Reader::addBuild(const Record &R) {
  Result.builds.push_back({{R.begin, R.end},
                           string(R.values[0]),
                           string(R.values[1]),
                           R.number != 0,
                           std::move(Stages)});
  Stages.clear();
}

void Reader::add(const Record &R) {
  switch (R.kind) {
  case Kind::Launch:
    break; // Read before all others.
  case Kind::Groups:
    return addGroups(R);
  case Kind::Command:
    return addCommand(R);
  case Kind::Dependency:
    Waits.push_back({R.begin, R.values[0], R.values[1]});
    break;
  case Kind::Build:
    return addBuild(R);
  case Kind::Stage:
    Stages.push_back({{R.begin, R.end}, string(R.values[0])});
    break;
  case Kind::CopyStart:
    return addCopy(R);
  case Kind::CopyWait:
    Current.steps.push_back({{R.begin, R.end}, Step::Wait, 0, R.values[0]});
    break;
  case Kind::CopyFence:
    Current.steps.push_back({{R.begin, R.end}, Step::Fence});
    break;
  case Kind::GroupEnd:
    return endGroup(R);
  case Kind::Chunk:
    Parts.push_back({R.values[0], {{R.begin, R.end}, Thread}});
    break;
  }
}

/// Gives each part to its copy: the latest that was started with its plan in
/// that place.
void Reader::placeParts() {
  struct KeptCopy {
    Copy *copy;
    const Group *of;
  };
  std::map<std::pair<std::uint64_t, std::uint64_t>, KeptCopy> Kept;
  for (Groups &Run : Result.groups)
    for (Group &G : Run.withCopies)
      for (Copy &C : G.copies)
        if (C.isKept())
          Kept[{C.plan, C.start.begin}] = {&C, &G};
  for (const Part &P : Parts) {
    auto After = Kept.upper_bound({P.plan, P.part.begin});
    if (After == Kept.begin())
      continue;
    auto &[Place, Of] = *std::prev(After);
    // Not of a later group whose copies were not noted.
    if (Place.first == P.plan && P.part.begin <= Of.of->end)
      Of.copy->parts.push_back(P.part);
  }
}

/// Nobody has the address of a command that another one waits for but itself.
void Reader::linkCommands() {
  llvm::stable_sort(Result.commands, [](const Command &A, const Command &B) {
    return A.queued < B.queued;
  });
  std::map<std::pair<std::uint64_t, std::uint64_t>, std::size_t> ByTime;
  for (std::size_t I = 0; I != Result.commands.size(); ++I)
    ByTime[{Result.commands[I].address, Result.commands[I].queued}] = I;
  auto Find = [&](std::uint64_t Address, std::uint64_t Time) {
    auto After = ByTime.upper_bound({Address, Time});
    if (After == ByTime.begin() || std::prev(After)->first.first != Address)
      return SIZE_MAX;
    return std::prev(After)->second;
  };
  for (const Awaited &W : Waits) {
    const std::size_t Waiter = Find(W.waiter, W.time);
    const std::size_t For = Find(W.awaited, W.time);
    if (Waiter != SIZE_MAX && For != SIZE_MAX)
      Result.commands[Waiter].waitsFor.push_back(For);
  }
}

Expected<Process> Reader::read(StringRef Bytes) {
  Input From(Bytes);
  FileHeader H;
  if (!From.take(H) || H.magic != FileHeader::Known)
    return createStringError("it is no trace of this version of Ferry");
  auto Short = [] { return createStringError("it is not whole"); };
  for (std::uint32_t I = 0, Size; I != H.numStrings; ++I)
    if (!From.take(Size) || !From.take(Strings.emplace_back(), Size))
      return Short();
  Result.number = H.process;
  Result.name = string(0);
  Result.lost = H.lost;
  std::vector<std::pair<std::uint32_t, std::vector<Record>>> Threads;
  for (std::uint32_t I = 0; I != H.numThreads; ++I) {
    ThreadHeader T;
    if (!From.take(T))
      return Short();
    Result.threads.push_back(T.thread);
    std::vector<Record> &Records = Threads.emplace_back(T.thread, 0).second;
    for (std::uint64_t R = 0; R != T.numRecords; ++R)
      if (!From.take(Records.emplace_back()))
        return Short();
  }
  // A launch is noted by another thread than its groups.
  for (const auto &[Number, Records] : Threads)
    for (const Record &R : Records)
      if (R.kind == Kind::Launch) {
        Launches[R.number] = std::uint32_t(Result.launches.size());
        const std::uint64_t Local = R.values[3];
        Result.launches.push_back(
            {string(R.values[4]),
             {R.values[0], R.values[1], R.values[2]},
             {Local & 0xffff, Local >> 16 & 0xffff, Local >> 32 & 0xffff}});
      }
  for (const auto &[Number, Records] : Threads) {
    Thread = Number;
    for (const Record &R : Records)
      add(R);
    Ended.clear();
    Current = {};
    Stages.clear();
  }
  placeParts();
  linkCommands();
  return std::move(Result);
}

} // namespace

Expected<Process> readProcess(StringRef Bytes) { return Reader().read(Bytes); }

Expected<std::vector<Process>> readFolder(StringRef Path) {
  std::vector<Process> All;
  std::error_code Failed;
  for (sys::fs::directory_iterator I(Path, Failed), End; !Failed && I != End;
       I.increment(Failed)) {
    StringRef Name = sys::path::filename(I->path());
    if (!Name.starts_with("trace-") || !Name.ends_with(".ferry"))
      continue;
    auto Bytes = MemoryBuffer::getFile(I->path());
    if (!Bytes)
      return createFileError(I->path(), Bytes.getError());
    Expected<Process> P = readProcess((*Bytes)->getBuffer());
    if (!P)
      return createFileError(I->path(), P.takeError());
    All.push_back(*std::move(P));
  }
  if (Failed)
    return createFileError(Path, Failed);
  std::sort(All.begin(), All.end(), [](const Process &A, const Process &B) {
    return A.number < B.number;
  });
  return All;
}

std::uint64_t beginOf(const std::vector<Process> &All) {
  std::uint64_t First = UINT64_MAX;
  for (const Process &P : All) {
    for (const Groups &G : P.groups)
      First = std::min(First, G.begin);
    for (const Command &C : P.commands)
      First = std::min(First, C.queued);
    for (const Build &B : P.builds)
      First = std::min(First, B.begin);
  }
  return First == UINT64_MAX ? 0 : First;
}

} // namespace ferry::trace
