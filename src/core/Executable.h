//===- Executable.h - An executable program in memory -----------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_CORE_EXECUTABLE_H
#define FERRY_CORE_EXECUTABLE_H

#include "compiler-interface/Compiler.h"
#include "core/WorkGroupSize.h"
#include "exec/ObjectLoader.h"
#include "exec/Scheduler.h"
#include "program-cache/ProgramBinary.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ferry::core {

/// What code of a kernel is made for.
struct CodeUse {
  std::uint32_t row; ///< An abi::rowClass.
  /// compiler::Request::constants: empty for any images and samplers.
  std::string_view constants = {};
};

/// True if code of \p Kernel depends on the images and samplers of a launch.
bool hasConstants(const abi::KernelInfo &Kernel);

/// Code of a kernel for some classes of rows (abi::rowClass), with what Ferry
/// learns of it while it runs.
struct KernelVersion {
  const std::uint32_t row;     ///< What it was made for.
  const std::string constants; ///< Likewise.
  const std::string image;
  const std::shared_ptr<const exec::LoadedObject> object;
  KernelVersion *next; ///< That was made before.
  exec::CostEstimate cost = {};

  const abi::KernelCode &code = object->kernel();

  bool suits(const CodeUse &Use) const {
    return (row == Use.row || code.suits(Use.row)) &&
           (constants == Use.constants || (code.flags & abi::AnyConstants));
  }
};

/// A successfully built program: its table of kernels, its variables, and the
/// versions of its kernels that have been needed so far. Owned together by the
/// program, its kernels and their launches, through Ref<>: a program may be
/// built anew, and a kernel released, while launches are under way.
class Executable {
public:
  /// \param Program \p Binary's object.
  /// \param Binary with code that is there already.
  /// \param [out] Why what is wrong with that code, unchanged if nothing is.
  Executable(std::shared_ptr<const exec::LoadedObject> Program,
             std::shared_ptr<const compiler::ProgramBinary> Binary,
             std::string &Why);
  ~Executable();
  Executable(const Executable &) = delete;
  Executable &operator=(const Executable &) = delete;

  void retain() { Count.fetch_add(1, std::memory_order_relaxed); }
  void release() {
    if (Count.fetch_sub(1, std::memory_order_acq_rel) == 1)
      delete this;
  }

  /// False if only one Ref<> is left.
  bool isShared() const { return Count.load(std::memory_order_relaxed) > 1; }

  const abi::ProgramInfo &info() const { return Program->program(); }

  /// The kernels, and behind them the internal ones.
  std::span<const abi::KernelInfo> all() const {
    return {info().kernels, info().numKernels + info().numInternal};
  }

  /// The kernel of that name, or null.
  const abi::KernelInfo *find(std::string_view Name) const {
    return find(all().first(info().numKernels), Name);
  }
  /// The internal kernel of that name, or null.
  const abi::KernelInfo *findInternal(std::string_view Name) const {
    return find(all().subspan(info().numKernels), Name);
  }
  /// What calls the constructors of program-scope variables; null if there are
  /// none.
  const abi::KernelInfo *constructors() const {
    return findInternal(abi::ConstructorsKernel);
  }

  /// Code of \p Kernel, one of this program; generated now if there is none.
  ///
  /// \returns null, with the reason in \p Failed, if it cannot be had.
  KernelVersion *version(const abi::KernelInfo &Kernel, const CodeUse &Use,
                         compiler::Result &Failed);

  /// As above. Throws CL_OUT_OF_RESOURCES, CL_OUT_OF_HOST_MEMORY.
  KernelVersion &version(const abi::KernelInfo &Kernel, const CodeUse &Use) {
    if (KernelVersion *Found = versionsOf(Kernel).find(Use)) [[likely]]
      return *Found;
    return make(Kernel, Use);
  }

  /// Code for a launch, whose groups may become others: see regroup().
  ///
  /// \param [in,out] Params as the application gives them; become what the code
  ///        is to be given (abi::KernelInfo::vectorDimension).
  /// \param NumThreads that will share the groups.
  /// \param Constants Kernel::constants().
  KernelVersion &versionFor(const abi::KernelInfo &Kernel,
                            abi::LaunchParams &Params, unsigned NumThreads,
                            std::string_view Constants = {});

  /// Code for the rows that \p Kernel is most likely launched with.
  KernelVersion &likelyVersion(const abi::KernelInfo &Kernel) {
    return version(Kernel, {likelyRow(Kernel)});
  }

  /// Has other threads make that code, but of kernels whose code depends on
  /// images and samplers: nobody knows yet on which.
  void makeLikelyAhead(const abi::KernelInfo &Kernel) noexcept;

  /// Makes code for \p Row and any images and samplers, unless there is some;
  /// where code does not depend on these, also unless there is some for other
  /// rows or about to be. Whoever asks meanwhile for code for the likely rows
  /// waits for it.
  void makeGeneral(const abi::KernelInfo &Kernel, std::uint32_t Row) noexcept;

  bool hasCode(const abi::KernelInfo &Kernel) const {
    return versionsOf(Kernel).newest.load();
  }

  /// All code that there is, with some for each kernel but those whose code
  /// depends on images and samplers: it is known at a launch on which. Throws
  /// as version().
  std::vector<compiler::KernelObject> code();

private:
  /// The versions of one kernel, the newest first. They stay while the program
  /// does.
  struct Versions {
    std::atomic<KernelVersion *> newest{nullptr};
    /// 0, or 1 + the processNumber() of the process that makes another: for
    /// who asked for it, and ahead.
    std::atomic<std::uint32_t> maker{0}, makerAhead{0};
    ItemsOfFew itemsOfFew = {};

    KernelVersion *find(const CodeUse &Use) const;
    /// True if there is code for so many images and samplers that others are to
    /// get what does for all.
    bool areMany() const;
  };
  class Making;

  static const abi::KernelInfo *find(std::span<const abi::KernelInfo> Among,
                                     std::string_view Name);
  Versions &versionsOf(const abi::KernelInfo &Kernel) const {
    return All[&Kernel - info().kernels];
  }
  KernelVersion &make(const abi::KernelInfo &Kernel, const CodeUse &Use);
  KernelVersion *generate(const abi::KernelInfo &Kernel, const CodeUse &Use,
                          compiler::Result &Failed);
  KernelVersion *add(Versions &To, const CodeUse &Use, std::string Image,
                     std::string &Why);

  const std::shared_ptr<const exec::LoadedObject> Program;
  const std::shared_ptr<const compiler::ProgramBinary> Binary;
  const std::unique_ptr<Versions[]> All;
  std::atomic<std::uint32_t> Count{0};
};

} // namespace ferry::core

#endif // FERRY_CORE_EXECUTABLE_H
