//===- CommandModel.cpp - What commands will have done --------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "CommandModel.h"

#include <algorithm>

namespace conformance::fuzz {

CommandModel::Set CommandModel::allBefore(const Nodes &Waits,
                                          const Nodes &Order) const {
  Set Result;
  for (const Nodes *List : {&Waits, &Order})
    for (Node N : *List)
      Result |= All[N].before;
  return Result;
}

CommandModel::Node CommandModel::add(Entry New) {
  New.before = allBefore(New.waits, New.order);
  New.before.set(All.size());
  All.push_back(std::move(New));
  resolve();
  return All.size() - 1;
}

CommandModel::Node CommandModel::addCommand(const Nodes &Waits,
                                            const Nodes &Order,
                                            const std::vector<Access> &Touched,
                                            std::function<void()> Effect) {
  Entry New;
  New.waits = Waits;
  New.order = Order;
  New.touched = Touched;
  New.effect = std::move(Effect);
  return add(std::move(New));
}

CommandModel::Node CommandModel::addGate() {
  Entry New;
  New.isGate = true;
  return add(std::move(New));
}

CommandModel::Node CommandModel::addEcho(Node After, cl_int Status) {
  Entry New;
  New.order = {After};
  New.outcome = Status;
  return add(std::move(New));
}

void CommandModel::set(Node Gate, cl_int Status) {
  All[Gate].isGate = false;
  All[Gate].outcome = Status;
  resolve();
}

/// Nodes only wait for earlier ones.
void CommandModel::resolve() {
  auto isEnded = [&](Node N) { return isFinal(N); };
  for (Entry &E : All) {
    if (E.status <= CL_COMPLETE || E.isGate ||
        !std::ranges::all_of(E.waits, isEnded) ||
        !std::ranges::all_of(E.order, isEnded))
      continue;
    E.status = E.outcome;
    if (std::ranges::any_of(E.waits, [&](Node N) { return status(N) < 0; }))
      E.status = CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST;
    else if (E.effect)
      E.effect();
  }
}

CommandModel::Nodes
CommandModel::mustWaitFor(const Nodes &Waits, const Nodes &Order,
                          const std::vector<Access> &Touched) const {
  const Set Known = allBefore(Waits, Order) | Seen;
  auto meets = [](const Access &A, const Access &B) {
    return A.buffer == B.buffer && A.begin < B.end && B.begin < A.end &&
           (A.writes || B.writes);
  };
  Nodes Result;
  for (Node N = 0; N != All.size(); ++N)
    if (!Known[N] && std::ranges::any_of(All[N].touched, [&](const Access &A) {
          return std::ranges::any_of(
              Touched, [&](const Access &B) { return meets(A, B); });
        }))
      Result.push_back(N);
  return Result;
}

} // namespace conformance::fuzz
