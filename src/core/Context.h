//===- Context.h - A context ------------------------------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_CORE_CONTEXT_H
#define FERRY_CORE_CONTEXT_H

#include "core/Callbacks.h"
#include "core/Device.h"
#include "core/Object.h"
#include "core/SharedMemory.h"

#include <vector>

namespace ferry::core {

class Context : public Object<Context, _cl_context> {
public:
  static constexpr std::uint32_t Tag = 0x46435458;
  static constexpr cl_int InvalidError = CL_INVALID_CONTEXT;

  /// \param Properties with the terminating 0, or empty if none were given.
  Context(std::vector<Device *> Devices,
          std::vector<cl_context_properties> Properties)
      : Devices(std::move(Devices)),
        Kept(this->Devices.begin(), this->Devices.end()),
        Properties(std::move(Properties)) {}
  ~Context();

  const std::vector<Device *> &devices() const { return Devices; }
  const std::vector<cl_context_properties> &properties() const {
    return Properties;
  }
  bool has(const Device &D) const;

  SharedMemory &sharedMemory() { return Shared; }

  /// Called with the context's handle when the context is destroyed, last
  /// registered first.
  using DestructorCallback = void(CL_CALLBACK *)(cl_context, void *);
  void onDestruction(DestructorCallback F, void *UserData) {
    DestructorCallbacks.add(F, UserData);
  }

private:
  std::vector<Device *> Devices;
  std::vector<Ref<Device>> Kept;
  std::vector<cl_context_properties> Properties;
  SharedMemory Shared;
  CallbackStack<cl_context> DestructorCallbacks;
};

} // namespace ferry::core

#endif // FERRY_CORE_CONTEXT_H
