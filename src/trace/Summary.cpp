//===- Summary.cpp - How much copying was hidden --------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "trace/Reports.h"

#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <functional>
#include <map>

using namespace llvm;

namespace ferry::trace {

namespace {

/// What a kernel's groups did, in nanoseconds.
struct Row {
  std::uint64_t launches = 0, groups = 0;
  double running = 0;
  // Of those that started copies.
  std::uint64_t withCopies = 0, copies = 0, bytes = 0, unawaited = 0;
  double length = 0, copying = 0, exposed = 0, waiting = 0;
  double mostWaiting = 0; ///< Of one group.
};

using Rows = std::map<std::string, Row>;

void addGroup(Row &R, const Group &G) {
  ++R.withCopies;
  R.copies += G.copies.size();
  R.length += double(G.length());
  R.exposed += double(G.exposed());
  for (const Copy &C : G.copies) {
    R.bytes += C.bytes;
    R.copying += double(C.effort());
    R.unawaited += C.waitedBy == Copy::NoStep;
  }
  double Waiting = 0;
  for (const Step &S : G.steps)
    if (S.kind == Step::Wait || S.kind == Step::End)
      Waiting += double(S.length());
  R.waiting += Waiting;
  R.mostWaiting = std::max(R.mostWaiting, Waiting);
}

Rows rowsOf(const std::vector<Process> &All) {
  Rows Result;
  for (const Process &P : All) {
    for (const Launch &L : P.launches)
      ++Result[L.kernel].launches;
    for (const Groups &Run : P.groups) {
      Row &R = Result[P.launches[Run.launch].kernel];
      R.groups += Run.last - Run.first;
      R.running += double(Run.length());
      for (const Group &G : Run.withCopies)
        addGroup(R, G);
    }
  }
  return Result;
}

/// The part of the copying that cost the groups nothing.
double hidden(double Copying, double Exposed) {
  return Copying > 0 ? 100 * std::clamp(1 - Exposed / Copying, 0.0, 1.0) : 0;
}

int widthOf(const Rows &All) {
  std::size_t Width = 6;
  for (const auto &[Kernel, R] : All)
    Width = std::max(Width, Kernel.size());
  return int(Width);
}

} // namespace

void writeSummary(raw_ostream &OS, const std::vector<Process> &All) {
  const Rows Table = rowsOf(All);
  const int Width = widthOf(Table);
  OS << "kernels; times of a group in us\n"
     << left_justify("kernel", unsigned(Width))
     << "  launches     groups   total ms      group  copies       KiB  copying"
        "   hidden  waited  at most\n";
  for (const auto &[Kernel, R] : Table) {
    OS << left_justify(Kernel, unsigned(Width))
       << format("%10llu %10llu %10.3f", (unsigned long long)R.launches,
                 (unsigned long long)R.groups, R.running / 1e6)
       << format(" %10.2f",
                 R.groups ? R.running / 1e3 / double(R.groups) : 0.0);
    if (R.withCopies) {
      const double N = double(R.withCopies);
      OS << format(" %7.1f %9.1f %8.2f", double(R.copies) / N,
                   double(R.bytes) / N / 1024, R.copying / N / 1e3)
         << format(" %7.1f%% %7.2f %8.2f", hidden(R.copying, R.exposed),
                   R.waiting / N / 1e3, R.mostWaiting / 1e3);
      if (R.withCopies < R.groups)
        OS << format("  (copies of %llu groups)",
                     (unsigned long long)R.withCopies);
      if (R.unawaited)
        OS << format("  (%llu copies without a wait)",
                     (unsigned long long)R.unawaited);
    }
    OS << '\n';
  }
  for (const Process &P : All)
    if (P.lost)
      OS << "process " << P.number << " has lost " << P.lost
         << " events for want of memory\n";
}

void writeReplay(raw_ostream &OS, const std::vector<Process> &All,
                 const DmaModel &Model) {
  struct Sum {
    double groups = 0, length = 0, computing = 0, copying = 0, issuing = 0,
           waiting = 0, transfers = 0;
  };
  std::map<std::string, Sum> Table;
  std::size_t Width = 6;
  for (const Process &P : All)
    for (const Groups &Run : P.groups)
      for (const Group &G : Run.withCopies) {
        const std::string &Kernel = P.launches[Run.launch].kernel;
        Width = std::max(Width, Kernel.size());
        Sum &S = Table[Kernel];
        const DmaRun R = replay(G, Model);
        ++S.groups;
        S.length += R.length;
        S.computing += R.computing;
        S.copying += R.copying;
        S.issuing += R.issuing;
        S.waiting += R.waiting;
        S.transfers += double(R.numTransfers);
      }
  OS << "on " << (Model.name.empty() ? "the model" : Model.name)
     << "; times of a group in us\n"
     << left_justify("kernel", unsigned(Width))
     << "      group  computing  transfers  copying   hidden  issuing  "
        "waited\n";
  for (const auto &[Kernel, S] : Table) {
    const double N = S.groups * 1e3;
    OS << left_justify(Kernel, unsigned(Width))
       << format(" %10.2f %10.2f %10.1f", S.length / N, S.computing / N,
                 S.transfers / S.groups)
       << format(" %8.2f %7.1f%% %8.2f %7.2f", S.copying / N,
                 hidden(S.copying, S.waiting), S.issuing / N, S.waiting / N)
       << '\n';
  }
}

} // namespace ferry::trace
