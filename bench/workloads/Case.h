//===- Case.h - A kernel, its arguments and results -------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef WORKLOADS_CASE_H
#define WORKLOADS_CASE_H

#include "common/Block.h"

#include <CL/cl.h>

#include <cstddef>
#include <cstring>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace bench {
class Pool;
}

namespace workloads {

/// An argument of a kernel.
struct Argument {
  enum class Kind { Buffer, Image, Value, Local } kind;
  std::size_t bytes;
  /// A value's bytes; what is in a buffer before a launch that is checked, if
  /// the kernel writes there.
  std::vector<char> contents;
  std::shared_ptr<bench::Block> memory; ///< A buffer's, an image's.
  cl_image_format format = {};          ///< An image's.
  /// Likewise, in elements; the depth is 0 if it has two dimensions.
  std::size_t width = 0, height = 0, depth = 0;

  /// Makes a buffer that the kernel writes what it was at first.
  void reset() const {
    if (memory && !contents.empty())
      std::memcpy(memory->data(), contents.data(), bytes);
  }
};

/// A row, ready to run: the same on all drivers and by hand.
struct Case {
  const char *source = nullptr;
  std::string kernel;
  const char *options = ""; ///< Of clBuildProgram.
  std::string extension;    ///< That the device must have, if any.
  /// Work-items in one, two or three dimensions.
  std::vector<std::size_t> global;
  std::vector<std::size_t> local; ///< None: the driver's choice.
  std::vector<Argument> arguments;
  /// What is wrong with the results of one launch; nothing if they are right.
  std::function<std::string()> compare;
  /// Does the same so many times in hand-written C++, if there is such a thing.
  std::function<void(bench::Pool &, unsigned Passes)> hand;

  // These add the next argument.

  /// A buffer of \p Count elements that the kernel only reads.
  /// \param Make what the element of an index is.
  /// \returns its memory, which lives as long as any copy of the case.
  template <typename T, typename Function>
  T *input(std::size_t Count, Function &&Make) {
    T *Memory = allocate<T>(Count);
    for (std::size_t I = 0; I != Count; ++I)
      Memory[I] = Make(I);
    return Memory;
  }

  /// One that it writes.
  template <typename T> T *output(std::size_t Count) {
    T *Memory = allocate<T>(Count);
    arguments.back().contents.assign(Count * sizeof(T), char(0xA5));
    return Memory;
  }

  /// One that it reads and writes.
  template <typename T, typename Function>
  T *inOut(std::size_t Count, Function &&Make) {
    T *Memory = input<T>(Count, Make);
    const char *Bytes = reinterpret_cast<const char *>(Memory);
    arguments.back().contents.assign(Bytes, Bytes + Count * sizeof(T));
    return Memory;
  }

  /// Makes the last buffer an image, as the kernel has it.
  void asImage(cl_channel_order Order, cl_channel_type Type, std::size_t Width,
               std::size_t Height, std::size_t Depth = 0) {
    Argument &Last = arguments.back();
    Last.kind = Argument::Kind::Image;
    Last.format = {Order, Type};
    Last.width = Width;
    Last.height = Height;
    Last.depth = Depth;
  }

  template <typename T> void value(T Value) {
    const char *Bytes = reinterpret_cast<const char *>(&Value);
    arguments.push_back({Argument::Kind::Value,
                         sizeof Value,
                         {Bytes, Bytes + sizeof Value},
                         nullptr,
                         {}});
  }

  void localMemory(std::size_t Bytes) {
    arguments.push_back({Argument::Kind::Local, Bytes, {}, nullptr, {}});
  }

  void reset() const {
    for (const Argument &Each : arguments)
      Each.reset();
  }

private:
  template <typename T> T *allocate(std::size_t Count) {
    arguments.push_back({Argument::Kind::Buffer,
                         Count * sizeof(T),
                         {},
                         std::make_shared<bench::Block>(Count * sizeof(T)),
                         {}});
    return reinterpret_cast<T *>(arguments.back().memory->data());
  }
};

} // namespace workloads

#endif // WORKLOADS_CASE_H
