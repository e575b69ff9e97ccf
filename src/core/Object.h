//===- Object.h - Reference counts and handles ------------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Every OpenCL object derives from the ICD's handle struct (whose first word
/// is the dispatch table) through `Object<Derived>`, which counts references
/// and tells a valid handle from a null, foreign, released or mistyped one.
///
//===----------------------------------------------------------------------===//

#ifndef FERRY_CORE_OBJECT_H
#define FERRY_CORE_OBJECT_H

#include "core/Error.h"

#include <atomic>
#include <cstdint>
#include <utility>

// ICD loaders look for the dispatch table in the first word of each handle, and
// keep data of their own in the second (cl_khr_icd 2.0).
struct FerryHandle {
  const void *Dispatch;
  void *DispatchData;
};
struct _cl_platform_id : FerryHandle {};
struct _cl_device_id : FerryHandle {};
struct _cl_context : FerryHandle {};
struct _cl_command_queue : FerryHandle {};
struct _cl_mem : FerryHandle {};
struct _cl_program : FerryHandle {};
struct _cl_kernel : FerryHandle {};
struct _cl_event : FerryHandle {};
struct _cl_sampler : FerryHandle {};
struct _cl_command_buffer_khr : FerryHandle {};
struct _cl_mutable_command_khr : FerryHandle {};
struct _cl_semaphore_khr : FerryHandle {};

namespace ferry::core {

/// Set by icd/ before the first object is made.
extern const void *DispatchTable;
/// What the loader has set for the platform; null without a loader that does.
inline std::atomic<void *> LoaderData{nullptr};
/// For the second word of handles. The data of a loader that uses it begin with
/// a dispatch table; it may get a handle that one made which does not, as two
/// libraries of a process link to different loaders.
inline void *dispatchData() {
  void *Data = LoaderData.load(std::memory_order_relaxed);
  return Data ? Data : const_cast<void *>(DispatchTable);
}

/// \tparam Derived has `static constexpr std::uint32_t Tag` (unique) and
///         `static constexpr cl_int InvalidError`.
///
/// Two counts share one word: what the application retains (the API's reference
/// count) and what Ferry itself holds. The object lives while either is left,
/// and so does its handle: the application may get it again from a query (the
/// context of a queue, the program of a kernel) or in a callback, and retain
/// it.
template <typename Derived, typename HandleStruct>
class Object : public HandleStruct {
public:
  using Handle = HandleStruct *;
  Object(const Object &) = delete;
  Object &operator=(const Object &) = delete;

  /// The object behind a handle, or null if it is no handle of this type.
  static Derived *tryFrom(Handle H) {
    auto *O = static_cast<Object *>(H);
    if (H && reinterpret_cast<std::uintptr_t>(H) % alignof(void *) == 0 &&
        H->Dispatch == DispatchTable && O->TypeTag == Derived::tag()) [[likely]]
      return static_cast<Derived *>(O);
    return nullptr;
  }

  /// The object behind a handle; throws \p Code if it is none.
  static Derived &from(Handle H, cl_int Code = Derived::InvalidError) {
    Derived *D = tryFrom(H);
    require(D, Code);
    return *D;
  }
  Handle handle() { return this; }

  /// What marks the objects that are valid in this process.
  static std::uint32_t tag() { return Derived::Tag; }

  /// The application's count.
  void retainApi() { Counts.fetch_add(ApiOne, std::memory_order_relaxed); }
  /// Throws InvalidError if the application holds no reference: Ferry's own are
  /// not its to release.
  void releaseApi() {
    std::uint64_t Now = Counts.load(std::memory_order_relaxed);
    do
      require(Now >= ApiOne, Derived::InvalidError);
    while (!Counts.compare_exchange_weak(Now, Now - ApiOne,
                                         std::memory_order_acq_rel,
                                         std::memory_order_relaxed));
    if (Now == ApiOne)
      delete static_cast<Derived *>(this);
  }
  cl_uint apiCount() const {
    return cl_uint(Counts.load(std::memory_order_relaxed) >> 32);
  }

  /// Ferry's own count; use Ref<>.
  void retain() { Counts.fetch_add(1, std::memory_order_relaxed); }
  void release() {
    if (Counts.fetch_sub(1, std::memory_order_acq_rel) == 1)
      delete static_cast<Derived *>(this);
  }

protected:
  Object() {
    this->Dispatch = DispatchTable;
    this->DispatchData = dispatchData();
    TypeTag = Derived::tag();
  }
  /// Volatile, or the compiler drops a store to an object at its end of life.
  ~Object() { *const_cast<volatile std::uint32_t *>(&TypeTag) = 0; }

private:
  static constexpr std::uint64_t ApiOne = std::uint64_t(1) << 32;

  std::uint32_t TypeTag;
  /// A new object belongs to the application once.
  std::atomic<std::uint64_t> Counts{ApiOne};
};

/// A counted pointer of Ferry's own to an Object.
template <typename T> class Ref {
public:
  Ref() = default;
  Ref(T *Pointer) : P(Pointer) {
    if (P)
      P->retain();
  }
  Ref(const Ref &Other) : Ref(Other.P) {}
  Ref(Ref &&Other) noexcept : P(std::exchange(Other.P, nullptr)) {}
  ~Ref() {
    if (P)
      P->release();
  }
  Ref &operator=(Ref Other) noexcept {
    std::swap(P, Other.P);
    return *this;
  }
  T *get() const { return P; }
  T *operator->() const { return P; }
  T &operator*() const { return *P; }
  explicit operator bool() const { return P; }

private:
  T *P = nullptr;
};

} // namespace ferry::core

#endif // FERRY_CORE_OBJECT_H
