//===- Child.cpp - A contestant in its process ----------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "Workloads.h"
#include "common/Pool.h"
#include "common/Server.h"
#include "common/Session.h"

#include <deque>
#include <optional>

namespace workloads {

namespace {

/// What the device and the hand-written program have in common.
class RowServer : public bench::PassServer {
public:
  explicit RowServer(bool Quick) : PassServer(Quick), Rows(allRows(Quick)) {}

  std::string check(std::size_t) override {
    reset();
    run(0, 1);
    takeBack();
    return Present->compare();
  }

  void close() override { Present.reset(); }

protected:
  std::vector<std::string> prepare(std::size_t Index) override {
    Present = Rows.at(Index).make();
    prepare();
    return {"kernel"};
  }
  /// Makes the present row ready.
  virtual void prepare() = 0;
  /// Makes what is written what it was at first.
  virtual void reset() { Present->reset(); }
  /// The host will look at its memory.
  virtual void takeBack() {}

  std::optional<Case> Present;

private:
  std::vector<Row> Rows;
};

class DeviceServer : public RowServer {
public:
  DeviceServer(const bench::Session &Session, bool Quick)
      : RowServer(Quick), Session(Session) {}

  void close() override {
    Buffers.clear();
    Images.clear();
    Kernel.reset();
    RowServer::close();
  }

private:
  void prepare() override {
    if (!Present->extension.empty() &&
        !Session.hasExtension(Present->extension))
      throw bench::NotPossible("no " + Present->extension);
    Kernel.emplace(Session, Present->source, Present->kernel.c_str(),
                   Present->options);
    for (cl_uint I = 0; I != Present->arguments.size(); ++I) {
      const Argument &Each = Present->arguments[I];
      switch (Each.kind) {
      case Argument::Kind::Buffer: {
        Buffers.emplace_back(Session, roundUp(Each.bytes), Each.memory->data());
        cl_mem Handle = Buffers.back().handle();
        Kernel->setArg(I, sizeof Handle, &Handle);
        break;
      }
      case Argument::Kind::Image: {
        Images.emplace_back(Session, Each.format, Each.width, Each.height,
                            Each.depth, Each.memory->data());
        cl_mem Handle = Images.back().handle();
        Kernel->setArg(I, sizeof Handle, &Handle);
        break;
      }
      case Argument::Kind::Value:
        Kernel->setArg(I, Each.bytes, Each.contents.data());
        break;
      case Argument::Kind::Local:
        Kernel->setArg(I, Each.bytes, nullptr);
        break;
      }
    }
  }

  void run(std::size_t, unsigned Passes) override {
    for (unsigned I = 0; I != Passes; ++I)
      Kernel->enqueueRange(Session, Present->global, Present->local);
    bench::check(clFinish(Session.queue()), "clFinish");
  }

  // The buffers are the host's memory, but only mapping makes them the host's
  // to read and to write.
  void reset() override { mapAll(CL_MAP_WRITE); }
  void takeBack() override { mapAll(CL_MAP_READ); }

  void mapAll(cl_map_flags Flags) {
    auto Buffer = Buffers.begin();
    auto Image = Images.begin();
    for (const Argument &Each : Present->arguments) {
      if (!Each.memory)
        continue;
      const bool IsImage = Each.kind == Argument::Kind::Image;
      cl_mem Handle = IsImage ? Image++->handle() : Buffer++->handle();
      const std::size_t Origin[3] = {},
                        Region[3] = {Each.width, Each.height,
                                     std::max<std::size_t>(Each.depth, 1)};
      std::size_t RowPitch = 0, SlicePitch = 0;
      cl_int Status = CL_SUCCESS;
      void *Mapped =
          IsImage
              ? clEnqueueMapImage(Session.queue(), Handle, CL_TRUE, Flags,
                                  Origin, Region, &RowPitch, &SlicePitch, 0,
                                  nullptr, nullptr, &Status)
              : clEnqueueMapBuffer(Session.queue(), Handle, CL_TRUE, Flags, 0,
                                   Each.bytes, 0, nullptr, nullptr, &Status);
      bench::check(Status, "mapping");
      if (Flags == CL_MAP_WRITE)
        Each.reset();
      bench::check(clEnqueueUnmapMemObject(Session.queue(), Handle, Mapped, 0,
                                           nullptr, nullptr),
                   "clEnqueueUnmapMemObject");
    }
    bench::check(clFinish(Session.queue()), "clFinish");
  }

  static std::size_t roundUp(std::size_t Bytes) {
    return (Bytes + 4095) / 4096 * 4096;
  }

  const bench::Session &Session;
  std::optional<bench::Kernel> Kernel;
  std::deque<bench::Buffer> Buffers; ///< Of the arguments that are buffers.
  std::deque<bench::Image> Images;   ///< Likewise.
};

class HandServer : public RowServer {
public:
  HandServer(unsigned Threads, bool Quick)
      : RowServer(Quick), Workers(Threads, 0) {}

private:
  void prepare() override {
    if (!Present->hand)
      throw bench::NotPossible("not written by hand");
  }

  void run(std::size_t, unsigned Passes) override {
    Present->hand(Workers, Passes);
  }

  bench::Pool Workers;
};

} // namespace

std::unique_ptr<bench::Server> makeDeviceServer(const bench::Session &Session,
                                                bool Quick) {
  return std::make_unique<DeviceServer>(Session, Quick);
}

void serve(const std::vector<std::string> &Arguments) {
  const bool Quick = Arguments.at(1) == "quick";
  if (Arguments[0] == "device") {
    bench::Session Session;
    DeviceServer Server(Session, Quick);
    return bench::serve(Server, bench::helloOf(Session));
  }
  const unsigned Threads = unsigned(std::stoul(Arguments[0]));
  HandServer Server(Threads, Quick);
  bench::serve(Server, bench::helloOfHand(Threads));
}

} // namespace workloads
