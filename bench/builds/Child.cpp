//===- Child.cpp - Builds a program ---------------------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "Child.h"
#include "Processes.h"
#include "common/Session.h"
#include "host/Statistics.h"

#include <iostream>
#include <stdexcept>

namespace builds {

using bench::check;

namespace {

/// As the specification has it, the first item in a constant position.
constexpr std::size_t Items = 1024, GroupItems = 256;

void launch(const bench::Session &Session, const Program &Built,
            const bench::Buffer &Buffer) {
  bench::Kernel Kernel(Session, Built.source, "k", Built.options);
  cl_mem Memory = Buffer.handle();
  const cl_float Number = 1;
  cl_float Result = 0;
  Kernel.setArg(0, sizeof Memory, &Memory);
  Kernel.setArg(1, sizeof Number, &Number);
  Kernel.enqueue(Session, Items, GroupItems);
  check(clEnqueueReadBuffer(Session.queue(), Memory, CL_TRUE, 0, sizeof Result,
                            &Result, 0, nullptr, nullptr),
        "clEnqueueReadBuffer");
}

/// \returns the bytes of the binary of the program, with all its code.
std::size_t makeBinary(const bench::Session &Session, const Program &Built) {
  bench::Program Program(Session, Built.source, Built.options);
  std::size_t Bytes = 0;
  check(clGetProgramInfo(Program.handle(), CL_PROGRAM_BINARY_SIZES,
                         sizeof Bytes, &Bytes, nullptr),
        "clGetProgramInfo");
  std::vector<unsigned char> Binary(Bytes);
  unsigned char *Data = Binary.data();
  check(clGetProgramInfo(Program.handle(), CL_PROGRAM_BINARIES, sizeof Data,
                         &Data, nullptr),
        "clGetProgramInfo");
  return Bytes;
}

struct Times {
  double wall, processor; ///< Seconds.
};

template <typename Function> Times timesOf(Function &&Work) {
  const double Before = processorSeconds();
  const double Wall = host::seconds(Work);
  return {Wall, processorSeconds() - Before};
}

void tell(std::size_t Measure, double Value) {
  std::cout << Measures[Measure].name << '\t' << Value << '\n';
}

} // namespace

void measure(const Row &Row) {
  adoptOrphans();
  bench::Session Session;
  std::cout << "platform\t" << Session.platformName() << "\ndevice\t"
            << Session.deviceName() << "\nversion\t" << Session.driverVersion()
            << '\n';
  bench::Buffer Buffer(Session, Items * sizeof(cl_float));
  const cl_float One = 1;
  check(clEnqueueFillBuffer(Session.queue(), Buffer.handle(), &One, sizeof One,
                            0, Items * sizeof One, 0, nullptr, nullptr),
        "clEnqueueFillBuffer");
  check(clFinish(Session.queue()), "clFinish");

  auto once = [&] {
    return timesOf([&] {
      for (const Program &Each : Row.programs)
        if (Row.launched)
          launch(Session, Each, Buffer);
        else
          makeBinary(Session, Each);
    });
  };
  const Times First = once();
  tell(FirstWall, 1e3 * First.wall);
  tell(FirstProcessor, 1e3 * First.processor);
  tell(MostMemory, 1e-6 * peakBytes());
  // Those that take long say the same once more.
  if (First.wall < 2) {
    std::vector<double> Wall, Processor;
    for (unsigned I = 0; I != (First.wall < 0.2 ? 7 : 3); ++I) {
      const Times Further = once();
      Wall.push_back(1e3 * Further.wall);
      Processor.push_back(1e3 * Further.processor);
    }
    tell(FurtherWall, host::median(Wall));
    tell(FurtherProcessor, host::median(Processor));
  }
  std::size_t Bytes = 0;
  for (const Program &Each : Row.programs)
    Bytes += makeBinary(Session, Each);
  tell(BinaryBytes, 1e-3 * double(Bytes));
}

} // namespace builds
