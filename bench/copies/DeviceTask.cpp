//===- DeviceTask.cpp - A row as a kernel of a device ---------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "Sources.h"
#include "Task.h"
#include "common/Server.h"
#include "common/Session.h"

#include <deque>
#include <utility>

namespace copies {

namespace {

using bench::check;

struct Kernels {
  const char *macro; ///< That makes them part of the source.
  std::vector<std::string> names;
};

Kernels kernelsOf(Kind Kind) {
  switch (Kind) {
  case Kind::Contiguous:
    return {"CONTIGUOUS", {"contiguous"}};
  case Kind::Gather:
    return {"GATHER", {"gather"}};
  case Kind::Scatter:
    return {"SCATTER", {"scatter"}};
  case Kind::Tile2D:
    return {"TILE2D", {"tile2d"}};
  case Kind::Tile3D:
    return {"TILE3D", {"tile3d"}};
  case Kind::Pipeline:
    return {"PIPELINE", {"copyOnly", "computeOnly", "overlapped"}};
  case Kind::Matrix:
    return {"PRODUCT", {"rowsByCopies", "rowsByLoads"}};
  }
  return {};
}

std::string buildOptions(const bench::Session &Session, const Row &Row) {
  std::string Text;
  auto Define = [&](const std::string &Name, const std::string &Value) {
    Text += " -D " + Name + "=" + Value;
  };
  auto DefineNumber = [&](const char *Name, std::size_t Value) {
    Define(Name, std::to_string(Value));
  };
  Define(kernelsOf(Row.kind).macro, "1");
  Define("T", Row.type);
  DefineNumber("ELEMENTS", Row.tileElements);
  DefineNumber("STRIDE", Row.stride);
  DefineNumber("PER", Row.type == "uchar" ? Row.elementBytes : 1);
  DefineNumber("PICTURE_WIDTH", PictureWidth);
  DefineNumber("PICTURE_ACROSS", PictureAcross);
  DefineNumber("PICTURE_STEP", PictureStep);
  DefineNumber("VOLUME_WIDTH", VolumeWidth);
  DefineNumber("VOLUME_ACROSS", VolumeAcross);
  DefineNumber("VOLUME_STEP", VolumeStep);
  DefineNumber("MATRIX_SIDE", MatrixSide);
  if (Row.type.find("double") == 0)
    Define("FP64", "1");
  // OpenCL C 1.2, which all drivers know, has no names for the extension.
  if (Session.hasExtension("cl_khr_extended_async_copies"))
    Text += " -D EXTENDED=1 -cl-std=CL3.0";
  return Text;
}

class DeviceTask : public Task {
public:
  DeviceTask(const bench::Session &Session, const Row &Row,
             const Layout &Layout, const Data &Data)
      : Session(Session), Subject(Row), Sizes(Layout),
        In(Session, roundUp(Layout.inBytes), Data.in()),
        Out(Session, roundUp(Layout.outBytes), Data.out()) {
    if (Layout.localBytes > Session.localBytes())
      throw bench::NotPossible("only " +
                               std::to_string(Session.localBytes() / 1024) +
                               " KiB of local memory");
    for (const std::string &Name : variants())
      Ready.emplace_back(Session, KernelSource, Name.c_str(),
                         buildOptions(Session, Row));
  }

  std::vector<std::string> variants() const override {
    return kernelsOf(Subject.kind).names;
  }

  void run(std::size_t Variant, unsigned Passes, unsigned Iterations,
           bool Check) override {
    bench::Kernel &Kernel = Ready[Variant];
    cl_mem InHandle = In.handle(), OutHandle = Out.handle();
    cl_ulong Tiles = Sizes.tiles;
    cl_uint Inner = Sizes.persistent ? Passes : 1;
    cl_uint CheckValue = Check;
    Kernel.setArg(0, sizeof InHandle, &InHandle);
    Kernel.setArg(1, sizeof OutHandle, &OutHandle);
    Kernel.setArg(2, Sizes.localBytes, nullptr);
    Kernel.setArg(3, sizeof Tiles, &Tiles);
    Kernel.setArg(4, sizeof Inner, &Inner);
    Kernel.setArg(5, sizeof Iterations, &Iterations);
    Kernel.setArg(6, sizeof CheckValue, &CheckValue);
    for (unsigned Launch = 0; Launch != (Sizes.persistent ? 1 : Passes);
         ++Launch)
      if (Subject.kind == Kind::Matrix)
        Kernel.enqueueRange(Session, {MatrixSide, MatrixSide},
                            {Subject.tileElements, Subject.tileElements});
      else
        Kernel.enqueue(Session, Sizes.groups * Subject.localSize,
                       Subject.localSize);
    check(clFinish(Session.queue()), "clFinish");
    if (Check)
      synchronise();
  }

private:
  static std::size_t roundUp(std::size_t Bytes) {
    return (Bytes + 4095) / 4096 * 4096;
  }

  /// The buffer is the host's memory, but only mapping makes it the host's to
  /// read.
  void synchronise() const {
    cl_int Status = CL_SUCCESS;
    void *Mapped =
        clEnqueueMapBuffer(Session.queue(), Out.handle(), CL_TRUE, CL_MAP_READ,
                           0, Sizes.outBytes, 0, nullptr, nullptr, &Status);
    check(Status, "clEnqueueMapBuffer");
    check(clEnqueueUnmapMemObject(Session.queue(), Out.handle(), Mapped, 0,
                                  nullptr, nullptr),
          "clEnqueueUnmapMemObject");
    check(clFinish(Session.queue()), "clFinish");
  }

  const bench::Session &Session;
  Row Subject;
  Layout Sizes;
  bench::Buffer In, Out;
  std::deque<bench::Kernel> Ready;
};

} // namespace

std::unique_ptr<Task> makeDeviceTask(const bench::Session &Session,
                                     const Row &Row, const Layout &Layout,
                                     const Data &Data) {
  return std::make_unique<DeviceTask>(Session, Row, Layout, Data);
}

} // namespace copies
