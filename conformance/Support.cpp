//===- Support.cpp - What the conformance tests share ---------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "Support.h"

#include <cstdlib>
#include <fstream>
#include <unistd.h>

#if defined(__SANITIZE_ADDRESS__)
/// AddressSanitizer asks for this. With FERRY_COMPILER=host LLVM's headers mark
/// memory that its libraries, compiled elsewhere, use nevertheless.
extern "C" [[gnu::visibility("default")]] const char *__asan_default_options() {
  return "allow_user_poisoning=0";
}
#endif

namespace conformance {

static std::string platformWanted() {
  const char *Wanted = std::getenv("FERRY_TEST_PLATFORM");
  return Wanted ? Wanted : "Ferry";
}

static std::string platformName(cl_platform_id P) {
  return stringInfo([P](size_t Size, void *Value, size_t *Ret) {
    return clGetPlatformInfo(P, CL_PLATFORM_NAME, Size, Value, Ret);
  });
}

cl_platform_id platform() {
  static const cl_platform_id Chosen = [] {
    cl_uint Count = 0;
    clGetPlatformIDs(0, nullptr, &Count);
    std::vector<cl_platform_id> All(Count);
    if (Count)
      ok(clGetPlatformIDs(Count, All.data(), nullptr));
    for (cl_platform_id P : All)
      if (platformName(P).find(platformWanted()) != std::string::npos)
        return P;
    throw std::runtime_error("no OpenCL platform is named like '" +
                             platformWanted() +
                             "': check OCL_ICD_VENDORS and "
                             "FERRY_TEST_PLATFORM");
  }();
  return Chosen;
}

cl_device_id device() {
  static const cl_device_id Chosen = [] {
    cl_device_id D;
    ok(clGetDeviceIDs(platform(), CL_DEVICE_TYPE_ALL, 1, &D, nullptr));
    return D;
  }();
  return Chosen;
}

cl_context context() {
  // Never released: programs end with it.
  static const Context *const Shared = new Context(makeContext());
  return *Shared;
}

cl_command_queue queue() {
  static const Queue *const Shared = new Queue(makeQueue(context()));
  return *Shared;
}

bool isFerry() { return platformName(platform()) == "Ferry"; }

bool hasExtension(const std::string &Name) {
  static const std::string All =
      " " + stringInfo([](size_t Size, void *Value, size_t *Ret) {
        return clGetDeviceInfo(device(), CL_DEVICE_EXTENSIONS, Size, Value,
                               Ret);
      }) +
      " ";
  return All.find(" " + Name + " ") != std::string::npos;
}

cl_version extensionVersion(const std::string &Name) {
  size_t Size = 0;
  ok(clGetDeviceInfo(device(), CL_DEVICE_EXTENSIONS_WITH_VERSION, 0, nullptr,
                     &Size));
  std::vector<cl_name_version> All(Size / sizeof(cl_name_version));
  ok(clGetDeviceInfo(device(), CL_DEVICE_EXTENSIONS_WITH_VERSION, Size,
                     All.data(), nullptr));
  for (const cl_name_version &Each : All)
    if (Each.name == Name)
      return Each.version;
  return 0;
}

std::string
stringInfo(const std::function<cl_int(size_t, void *, size_t *)> &Get) {
  size_t Size = 0;
  ok(Get(0, nullptr, &Size));
  std::string Text(Size, '\0');
  if (Size)
    ok(Get(Size, Text.data(), nullptr));
  // The NUL belongs to the value, not to the text.
  return Text.substr(0, Text.find('\0'));
}

Context makeContext() {
  cl_device_id D = device();
  cl_int Code;
  Context C(clCreateContext(nullptr, 1, &D, nullptr, nullptr, &Code));
  ok(Code);
  return C;
}

SubDevice makeSubDevice() {
  const cl_device_partition_property One[] = {
      CL_DEVICE_PARTITION_BY_COUNTS, 1, CL_DEVICE_PARTITION_BY_COUNTS_LIST_END,
      0};
  SubDevice Part;
  if (clCreateSubDevices(device(), One, 1, Part.out(), nullptr) != CL_SUCCESS)
    return SubDevice();
  return Part;
}

Queue makeQueue(cl_context Ctx, cl_command_queue_properties Properties) {
  cl_int Code;
  Queue Q(clCreateCommandQueue(Ctx, device(), Properties, &Code));
  ok(Code);
  return Q;
}

std::string buildLog(cl_program P) {
  return stringInfo([P](size_t Size, void *Value, size_t *Ret) {
    return clGetProgramBuildInfo(P, device(), CL_PROGRAM_BUILD_LOG, Size, Value,
                                 Ret);
  });
}

BuildOutcome tryBuild(const std::string &Source, const std::string &Options) {
  const char *Text = Source.c_str();
  cl_int Code;
  Program P(clCreateProgramWithSource(context(), 1, &Text, nullptr, &Code));
  ok(Code);
  cl_device_id D = device();
  cl_int Status = clBuildProgram(P, 1, &D, Options.c_str(), nullptr, nullptr);
  std::string Log = buildLog(P);
  return {Status, std::move(Log), std::move(P)};
}

Program build(const std::string &Source, const std::string &Options) {
  BuildOutcome Outcome = tryBuild(Source, Options);
  if (Outcome.status != CL_SUCCESS)
    throw std::runtime_error("clBuildProgram returned " +
                             std::to_string(Outcome.status) +
                             " with options '" + Options + "':\n" +
                             Outcome.log + "\nfor\n" + Source);
  return std::move(Outcome.program);
}

Kernel makeKernel(cl_program P, const char *Name) {
  cl_int Code;
  Kernel K(clCreateKernel(P, Name, &Code));
  ok(Code);
  return K;
}

Kernel buildKernel(const std::string &Source, const char *Name,
                   const std::string &Options) {
  // The kernel keeps its program alive.
  return makeKernel(build(Source, Options), Name);
}

Binary binaryOf(cl_program P) {
  size_t Size = 0;
  ok(clGetProgramInfo(P, CL_PROGRAM_BINARY_SIZES, sizeof(Size), &Size,
                      nullptr));
  Binary Bytes(Size);
  unsigned char *Where = Bytes.data();
  ok(clGetProgramInfo(P, CL_PROGRAM_BINARIES, sizeof(Where), &Where, nullptr));
  return Bytes;
}

cl_int loadBinary(const Binary &Bytes, Program &P, cl_context Of) {
  cl_device_id D = device();
  size_t Size = Bytes.size();
  const unsigned char *Where = Bytes.data();
  cl_int Status = CL_SUCCESS, Code;
  P = Program(
      clCreateProgramWithBinary(Of, 1, &D, &Size, &Where, &Status, &Code));
  EXPECT_EQ(Status, Code);
  return Code;
}

Buffer makeBuffer(size_t Bytes, cl_mem_flags Flags, void *Host) {
  cl_int Code;
  Buffer B(clCreateBuffer(context(), Flags, Bytes, Host, &Code));
  ok(Code);
  return B;
}

static std::string sizesText(const std::vector<size_t> &Sizes) {
  if (Sizes.empty())
    return "NULL";
  std::string Text;
  for (size_t Size : Sizes)
    Text += (Text.empty() ? "" : "x") + std::to_string(Size);
  return Text;
}

std::string Range::text() const {
  return "global " + sizesText(global) + ", local " + sizesText(local) +
         (offset.empty() ? "" : ", offset " + sizesText(offset));
}

void launch(cl_kernel K, const Range &R) {
  ok(clEnqueueNDRangeKernel(
      queue(), K, cl_uint(R.global.size()),
      R.offset.empty() ? nullptr : R.offset.data(), R.global.data(),
      R.local.empty() ? nullptr : R.local.data(), 0, nullptr, nullptr));
  ok(clFinish(queue()));
}

unsigned long environmentNumber(const char *Name, unsigned long Default) {
  const char *Text = std::getenv(Name);
  return Text ? std::strtoul(Text, nullptr, 0) : Default;
}

std::mt19937_64 randomSource() {
  return std::mt19937_64(environmentNumber("FERRY_TEST_SEED", 1));
}

Folder::Folder() {
  std::string Template =
      std::filesystem::temp_directory_path() / "ferry-test-XXXXXX";
  if (!mkdtemp(Template.data()))
    throw std::runtime_error("cannot make a folder like " + Template);
  path = Template;
}

Folder::~Folder() {
  std::error_code Ignored;
  std::filesystem::remove_all(path, Ignored);
}

void Folder::write(const std::string &Name, const std::string &Text) const {
  std::filesystem::create_directories((path / Name).parent_path());
  std::ofstream(path / Name, std::ios::binary) << Text;
}

} // namespace conformance
