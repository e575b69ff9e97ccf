//===- RunningGroup.cpp - The work-group that runs ------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "check/RunningGroup.h"

#include <algorithm>
#include <cstring>

namespace ferry::check {

/// \param Count of the groups of the launch.
void RunningGroup::numberGroups(std::uint64_t Count) {
  constexpr std::uint64_t Most = Stamp::Groups - 1; // Beside 0.
  NewNumbers = false;
  if (NewLaunch) {
    Count = std::min(Count, Most);
    First = Next;
    FirstGroup = 0;
    if (First + Count > Stamp::Groups) {
      First = 1;
      NewNumbers = true;
    }
    Next = First + Count;
  }
  // A launch of more groups than there are numbers has all of them.
  if (const std::uint64_t Start = Group / Most * Most; Start != FirstGroup) {
    FirstGroup = Start;
    NewNumbers = true;
  }
}

void RunningGroup::findArguments(const std::byte *Args, const Objects &Known) {
  const abi::CheckedKernel &K = *Kernel;
  Arguments.assign(K.numArgs, Range());
  for (std::uint32_t I = 0; I != K.numArgs; ++I) {
    const auto Kind = abi::ArgKind(K.args[I].kind);
    if (Kind != abi::ArgKind::GlobalPointer &&
        Kind != abi::ArgKind::LocalPointer && Kind != abi::ArgKind::Pipe)
      continue;
    std::uint64_t Value;
    std::memcpy(&Value, Args + K.args[I].offset, sizeof(Value));
    if (Kind == abi::ArgKind::LocalPointer) {
      constexpr std::uint64_t Offset =
          (std::uint64_t(1) << abi::CheckedOffsetBits) - 1;
      Arguments[I] = {LocalStart + (Value & Offset),
                      Value >> abi::CheckedOffsetBits};
    } else if (auto Found = Known.at(Value)) {
      Arguments[I] = *Found;
    } else if (auto Around = Known.around(Value)) {
      Arguments[I] = *Around;
    } else {
      Arguments[I] = {Value, 0};
    }
  }
}

bool RunningGroup::begin(const abi::CheckedKernel &K,
                         const abi::LaunchParams &P, const std::byte *Args,
                         const abi::ThreadState &State,
                         const std::uint64_t Id[3], const Objects &Known,
                         bool Changed) {
  const auto Start = reinterpret_cast<std::uintptr_t>(State.localMemory);
  NewLaunch = Params != &P || Kernel != &K || (!Id[0] && !Id[1] && !Id[2]);
  NewKernel = Kernel != &K;
  Kernel = &K;
  Params = &P;
  Items = 1;
  for (unsigned D = 0; D != 3; ++D) {
    Sizes[D] =
        std::min(P.localSize[D], P.globalSize[D] - Id[D] * P.localSize[D]);
    Items *= Sizes[D];
  }
  Group = Id[0] + P.numGroups[0] * (Id[1] + P.numGroups[1] * Id[2]);
  numberGroups(P.numGroups[0] * P.numGroups[1] * P.numGroups[2]);
  localTime = globalTime = {};
  if (!Table || TableArguments < K.numArgs) {
    TableArguments = K.numArgs;
    const std::size_t Bytes =
        sizeof(abi::CheckedGroup) + TableArguments * sizeof(abi::CheckedMemory);
    Table.reset(static_cast<abi::CheckedGroup *>(::operator new(Bytes)));
    std::memset(Table.get(), 0, Bytes);
  }
  Table->item = Table->site = 0;
  const bool Finds = NewLaunch || Changed || LocalStart != Start;
  LocalStart = Start;
  LocalBytes = State.localBytes;
  if (Finds)
    findArguments(Args, Known);
  return Finds;
}

Target RunningGroup::target(const Access &A, const Objects &Known) const {
  const abi::CheckSite &O = *A.object;
  const std::string Quoted = "'" + std::string(O.name) + "'";
  switch (O.place) {
  case abi::CheckPlace::Argument:
    return {O.argument < Arguments.size() ? Arguments[O.argument] : Range(),
            "argument " + Quoted};
  case abi::CheckPlace::Local:
    return {{A.base, O.bytes}, "local variable " + Quoted};
  case abi::CheckPlace::Private:
    return {{A.base, O.bytes}, "private variable " + Quoted};
  case abi::CheckPlace::Program:
    return {{A.base, O.bytes}, "program-scope variable " + Quoted};
  case abi::CheckPlace::Unknown:
    break;
  }
  // By what it points to.
  for (std::size_t I = 0; I != Arguments.size(); ++I)
    if (Arguments[I].contains(A.pointer, 1))
      return {Arguments[I],
              "argument '" + std::string(Kernel->args[I].name) + "'"};
  if (isLocal(A.pointer))
    return {{}, "local memory"};
  if (auto Found = Known.around(A.pointer))
    return {*Found, "a memory object"};
  return {{}, ""};
}

std::string RunningGroup::tuple(std::uint64_t Linear,
                                const std::uint64_t Of[3]) const {
  std::string Text = "(";
  for (std::uint32_t D = 0; D != Params->workDim; ++D) {
    Text += (D ? ", " : "") + std::to_string(D == 2 ? Linear : Linear % Of[D]);
    Linear /= Of[D];
  }
  return Text + ")";
}

std::string RunningGroup::describeItem(std::uint64_t Item,
                                       std::uint64_t OfGroup) const {
  return "work-item " +
         tuple(Item, OfGroup == Group ? Sizes : Params->localSize) +
         " of work-group " + tuple(OfGroup, Params->numGroups);
}

std::string RunningGroup::describe(Stamp S) const {
  const std::uint64_t OfGroup = FirstGroup + S.group() - First;
  const std::string What = S.isAtomic() ? "atomic access" : "access";
  if (S.byCopy())
    return "async copy of work-group " + tuple(OfGroup, Params->numGroups);
  return What + " by " + describeItem(S.item(), OfGroup);
}

std::string RunningGroup::describeBytes(const Access &A,
                                        const Objects &Known) const {
  const Target To = target(A, Known);
  if (To.name.empty())
    return "";
  const std::int64_t First = std::int64_t(A.pointer - To.range.begin);
  if (!To.range.begin)
    return To.name;
  std::string Text =
      To.name + ", " +
      (A.bytes == 1 ? "byte " + std::to_string(First)
                    : "bytes " + std::to_string(First) + " to " +
                          std::to_string(First + std::int64_t(A.bytes) - 1));
  if (To.range.bytes)
    Text += " of " + std::to_string(To.range.bytes);
  return Text;
}

} // namespace ferry::check
