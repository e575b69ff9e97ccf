//===- CommandBufferMutable.cpp - Changing what is recorded ---------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "CommandBuffers.h"
#include "Commands.h"

namespace conformance {
namespace {

/// A cl_mutable_dispatch_config_khr that changes nothing by itself.
struct Config {
  cl_mutable_command_khr command = nullptr;
  cl_uint num_args = 0, num_svm_args = 0, num_exec_infos = 0, work_dim = 0;
  const cl_mutable_dispatch_arg_khr *arg_list = nullptr,
                                    *arg_svm_list = nullptr;
  const cl_mutable_dispatch_exec_info_khr *exec_info_list = nullptr;
  const size_t *global_work_offset = nullptr, *global_work_size = nullptr,
               *local_work_size = nullptr;

  ferry::cl_mutable_dispatch_config_khr plain() const {
    return {command,          num_args,       num_svm_args,
            num_exec_infos,   work_dim,       arg_list,
            arg_svm_list,     exec_info_list, global_work_offset,
            global_work_size, local_work_size};
  }
};

constexpr char WriteSource[] = R"(
  kernel void write_ids(global uint *p, uint base) {
    p[get_global_id(0)] = base + get_local_size(0);
  })";

class MutableCommands : public testing::Test {
protected:
  static constexpr size_t Items = 64;
  Kernel K = buildKernel(WriteSource, "write_ids");
  Buffer First = upload(std::vector<cl_uint>(Items)),
         Second = upload(std::vector<cl_uint>(Items));
  CommandBuffer B = record(queue(), CL_COMMAND_BUFFER_MUTABLE_KHR);

  cl_mutable_command_khr
  recordFirst(const Range &R = {{Items}, {8}, {}},
              const cl_command_properties_khr *Properties = nullptr) {
    setArgs(K, First, 100u);
    return recordLaunch(B, K, R, {}, nullptr, Properties);
  }
  static cl_int update(cl_command_buffer_khr In,
                       const std::vector<Config> &Configs) {
    std::vector<cl_command_buffer_update_type_khr> Types(
        Configs.size(), CL_STRUCTURE_TYPE_MUTABLE_DISPATCH_CONFIG_KHR);
    std::vector<ferry::cl_mutable_dispatch_config_khr> Plain;
    for (const Config &C : Configs)
      Plain.push_back(C.plain());
    std::vector<const void *> Pointers;
    for (const auto &C : Plain)
      Pointers.push_back(&C);
    return clUpdateMutableCommandsKHR(In, cl_uint(Configs.size()), Types.data(),
                                      Pointers.data());
  }
  static std::vector<cl_uint> values(cl_uint Value, size_t Count = Items) {
    return std::vector<cl_uint>(Count, Value);
  }
  std::vector<cl_uint> now(const Buffer &Of) {
    return download<cl_uint>(Of, Items);
  }
  template <class T>
  static T info(cl_mutable_command_khr C, cl_mutable_command_info_khr Name) {
    T Value{};
    size_t Size;
    ok(clGetMutableCommandInfoKHR(C, Name, sizeof(T), &Value, &Size));
    EXPECT_EQ(Size, sizeof(T));
    return Value;
  }
};

TEST_F(MutableCommands, GetOtherArguments) {
  cl_mutable_command_khr C = recordFirst();
  finalize(B);
  replay(B);
  cl_mem To = Second;
  const cl_uint Base = 200;
  const cl_mutable_dispatch_arg_khr Args[] = {{0, sizeof To, &To},
                                              {1, sizeof Base, &Base}};
  // What is enqueued already runs as it was.
  ok(update(B, {{.command = C, .num_args = 2, .arg_list = Args}}));
  EXPECT_EQ(now(First), values(108));
  EXPECT_EQ(now(Second), values(0));
  replay(B);
  EXPECT_EQ(now(First), values(108));
  EXPECT_EQ(now(Second), values(208));
}

TEST_F(MutableCommands, KeepTheArgumentsOfWhatIsEnqueued) {
  Event Gate = userEvent();
  cl_mutable_command_khr C = recordFirst();
  finalize(B);
  replay(B, {Gate});
  cl_mem To = Second;
  const cl_mutable_dispatch_arg_khr Arg = {0, sizeof To, &To};
  ok(update(B, {{.command = C, .num_args = 1, .arg_list = &Arg}}));
  replay(B);
  ok(clSetUserEventStatus(Gate, CL_COMPLETE));
  EXPECT_EQ(now(First), values(108));
  EXPECT_EQ(now(Second), values(108));
}

TEST_F(MutableCommands, GetSharedMemory) {
  auto *P = static_cast<cl_uint *>(
      clSVMAlloc(context(), CL_MEM_READ_WRITE | CL_MEM_SVM_FINE_GRAIN_BUFFER,
                 4 * Items, 0));
  ASSERT_NE(P, nullptr);
  cl_mutable_command_khr C = recordFirst();
  finalize(B);
  const cl_mutable_dispatch_arg_khr Arg = {0, 0, P};
  const cl_bool Yes = CL_TRUE;
  const cl_mutable_dispatch_exec_info_khr Exec = {
      CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM, sizeof Yes, &Yes};
  ok(update(B, {{.command = C,
                 .num_svm_args = 1,
                 .num_exec_infos = 1,
                 .arg_svm_list = &Arg,
                 .exec_info_list = &Exec}}));
  replay(B);
  ok(clFinish(queue()));
  EXPECT_EQ(std::vector<cl_uint>(P, P + Items), values(108));
  clSVMFree(context(), P);
}

TEST_F(MutableCommands, GetOtherSizes) {
  cl_mutable_command_khr C = recordFirst({{Items}, {8}, {}});
  finalize(B);
  const size_t Size = 16, Local = 4, Offset = 10;
  ok(update(B, {{.command = C,
                 .work_dim = 1,
                 .global_work_offset = &Offset,
                 .global_work_size = &Size,
                 .local_work_size = &Local}}));
  replay(B);
  std::vector<cl_uint> Expected = values(0);
  std::fill_n(Expected.begin() + 10, 16, 104);
  EXPECT_EQ(now(First), Expected);

  EXPECT_EQ(info<size_t>(C, CL_MUTABLE_DISPATCH_GLOBAL_WORK_SIZE_KHR), Size);
  EXPECT_EQ(info<size_t>(C, CL_MUTABLE_DISPATCH_LOCAL_WORK_SIZE_KHR), Local);
  EXPECT_EQ(info<size_t>(C, CL_MUTABLE_DISPATCH_GLOBAL_WORK_OFFSET_KHR),
            Offset);
}

TEST_F(MutableCommands, AreChangedByTheLaterOfTwoConfigurations) {
  cl_mutable_command_khr C = recordFirst();
  finalize(B);
  const cl_uint One = 1, Two = 2;
  const cl_mutable_dispatch_arg_khr A = {1, 4, &One}, Later = {1, 4, &Two};
  ok(update(B, {{.command = C, .num_args = 1, .arg_list = &A},
                {.command = C, .num_args = 1, .arg_list = &Later}}));
  replay(B);
  EXPECT_EQ(now(First), values(10));
}

TEST_F(MutableCommands, StayAsTheyAreIfOneChangeIsRefused) {
  cl_mutable_command_khr C = recordFirst();
  cl_mutable_command_khr D = recordFirst();
  finalize(B);
  const cl_uint One = 1;
  const cl_mutable_dispatch_arg_khr Good = {1, 4, &One}, Bad = {7, 4, &One};
  EXPECT_EQ(update(B, {{.command = C, .num_args = 1, .arg_list = &Good},
                       {.command = D, .num_args = 1, .arg_list = &Bad}}),
            CL_INVALID_ARG_INDEX);
  replay(B);
  EXPECT_EQ(now(First), values(108));
}

TEST_F(MutableCommands, MayGetTheirArgumentsLater) {
  const cl_command_properties_khr Properties[] = {
      CL_MUTABLE_DISPATCH_UPDATABLE_FIELDS_KHR,
      CL_MUTABLE_DISPATCH_ARGUMENTS_KHR, 0};
  cl_mutable_command_khr C =
      recordLaunch(B, K, {{Items}, {8}, {}}, {}, nullptr, Properties);
  finalize(B);
  EXPECT_EQ(stateOf(B),
            cl_command_buffer_state_khr(CL_COMMAND_BUFFER_STATE_FINALIZED_KHR));
  EXPECT_EQ(clEnqueueCommandBufferKHR(0, nullptr, B, 0, nullptr, nullptr),
            CL_INVALID_OPERATION);
  cl_mem To = First;
  const cl_uint Base = 1;
  const cl_mutable_dispatch_arg_khr Args[] = {{0, sizeof To, &To},
                                              {1, sizeof Base, &Base}};
  ok(update(B, {{.command = C, .num_args = 1, .arg_list = Args}}));
  EXPECT_EQ(stateOf(B),
            cl_command_buffer_state_khr(CL_COMMAND_BUFFER_STATE_FINALIZED_KHR));
  ok(update(B, {{.command = C, .num_args = 1, .arg_list = Args + 1}}));
  EXPECT_EQ(stateOf(B), cl_command_buffer_state_khr(
                            CL_COMMAND_BUFFER_STATE_EXECUTABLE_KHR));
  replay(B);
  EXPECT_EQ(now(First), values(9));
  // The kernel itself still has none.
  EXPECT_EQ(clEnqueueTask(queue(), K, 0, nullptr, nullptr),
            CL_INVALID_KERNEL_ARGS);
}

TEST_F(MutableCommands, RefuseWhatMayNotBeChanged) {
  const cl_command_properties_khr OnlyOffset[] = {
      CL_MUTABLE_DISPATCH_UPDATABLE_FIELDS_KHR,
      CL_MUTABLE_DISPATCH_GLOBAL_OFFSET_KHR, 0};
  cl_mutable_command_khr C = recordFirst({{Items}, {8}, {}}, OnlyOffset);
  cl_mutable_command_khr D = recordFirst();
  EXPECT_EQ(update(B, {{.command = C}}), CL_INVALID_OPERATION);
  finalize(B);
  const cl_uint One = 1;
  const size_t Eight = 8, Three = 3, Zero = 0, Huge = 1 << 20;
  const cl_mutable_dispatch_arg_khr Arg = {1, 4, &One}, Long = {1, 8, &Huge};
  const cl_bool Yes = CL_TRUE;
  const cl_mutable_dispatch_exec_info_khr Exec = {
      CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM, sizeof Yes, &Yes};
  auto Expect = [&](const Config &What, cl_int Code) {
    EXPECT_EQ(update(B, {What}), Code);
  };
  Expect({.command = C, .num_args = 1, .arg_list = &Arg}, CL_INVALID_OPERATION);
  Expect({.command = C, .num_svm_args = 1, .arg_svm_list = &Arg},
         CL_INVALID_OPERATION);
  Expect({.command = C, .num_exec_infos = 1, .exec_info_list = &Exec},
         CL_INVALID_OPERATION);
  Expect({.command = C, .global_work_size = &Eight}, CL_INVALID_OPERATION);
  Expect({.command = C, .local_work_size = &Eight}, CL_INVALID_OPERATION);
  Expect({.command = C, .global_work_offset = &Zero}, CL_SUCCESS);

  Expect({.command = nullptr}, CL_INVALID_MUTABLE_COMMAND_KHR);
  CommandBuffer Other = record(queue(), CL_COMMAND_BUFFER_MUTABLE_KHR);
  setArgs(K, First, 1u);
  cl_mutable_command_khr Foreign = recordLaunch(Other, K, {{1}, {}, {}});
  Expect({.command = Foreign}, CL_INVALID_MUTABLE_COMMAND_KHR);
  Expect({.command = D, .work_dim = 2}, CL_INVALID_OPERATION);
  Expect({.command = D, .num_args = 1}, CL_INVALID_VALUE);
  Expect({.command = D, .arg_list = &Arg}, CL_INVALID_VALUE);
  Expect({.command = D, .num_svm_args = 1}, CL_INVALID_VALUE);
  Expect({.command = D, .arg_svm_list = &Arg}, CL_INVALID_VALUE);
  Expect({.command = D, .num_exec_infos = 1}, CL_INVALID_VALUE);
  Expect({.command = D, .exec_info_list = &Exec}, CL_INVALID_VALUE);
  Expect({.command = D, .num_args = 1, .arg_list = &Long}, CL_INVALID_ARG_SIZE);
  // No longer, or not any more, of one size.
  Expect({.command = D, .local_work_size = &Three}, CL_INVALID_OPERATION);
  Expect({.command = D, .local_work_size = &Zero}, CL_INVALID_WORK_GROUP_SIZE);
  Expect({.command = D, .global_work_size = &Huge, .local_work_size = &Huge},
         CL_INVALID_WORK_ITEM_SIZE);

  const cl_command_buffer_update_type_khr Unknown = 77, Known = 0;
  const void *None = nullptr;
  EXPECT_EQ(clUpdateMutableCommandsKHR(B, 1, &Known, &None), CL_INVALID_VALUE);
  const auto Fine = Config{.command = D}.plain();
  const void *Configs = &Fine;
  EXPECT_EQ(clUpdateMutableCommandsKHR(B, 1, &Unknown, &Configs),
            CL_INVALID_VALUE);
  EXPECT_EQ(clUpdateMutableCommandsKHR(B, 1, nullptr, &Configs),
            CL_INVALID_VALUE);
  EXPECT_EQ(clUpdateMutableCommandsKHR(B, 1, &Known, nullptr),
            CL_INVALID_VALUE);
  EXPECT_EQ(clUpdateMutableCommandsKHR(B, 0, &Known, nullptr),
            CL_INVALID_VALUE);
  EXPECT_EQ(clUpdateMutableCommandsKHR(B, 0, nullptr, nullptr), CL_SUCCESS);

  CommandBuffer Immutable = record(queue());
  cl_mutable_command_khr E = recordLaunch(Immutable, K, {{1}, {}, {}});
  finalize(Immutable);
  EXPECT_EQ(update(Immutable, {{.command = E}}), CL_INVALID_OPERATION);
}

TEST_F(MutableCommands, SayWhatTheyAre) {
  const cl_command_properties_khr Properties[] = {
      CL_MUTABLE_DISPATCH_UPDATABLE_FIELDS_KHR,
      CL_MUTABLE_DISPATCH_ARGUMENTS_KHR, 0};
  cl_mutable_command_khr C = recordFirst({{16, 4}, {}, {}}, Properties);
  EXPECT_EQ(info<cl_command_queue>(C, CL_MUTABLE_COMMAND_COMMAND_QUEUE_KHR),
            queue());
  EXPECT_EQ(
      info<cl_command_buffer_khr>(C, CL_MUTABLE_COMMAND_COMMAND_BUFFER_KHR), B);
  EXPECT_EQ(info<cl_command_type>(C, CL_MUTABLE_COMMAND_COMMAND_TYPE_KHR),
            cl_command_type(CL_COMMAND_NDRANGE_KERNEL));
  using Array = std::array<cl_command_properties_khr, 3>;
  EXPECT_EQ(info<Array>(C, CL_MUTABLE_COMMAND_PROPERTIES_ARRAY_KHR),
            std::to_array(Properties));
  EXPECT_EQ(info<cl_kernel>(C, CL_MUTABLE_DISPATCH_KERNEL_KHR), K);
  EXPECT_EQ(info<cl_uint>(C, CL_MUTABLE_DISPATCH_DIMENSIONS_KHR), 2u);
  using Sizes = std::array<size_t, 2>;
  EXPECT_EQ(info<Sizes>(C, CL_MUTABLE_DISPATCH_GLOBAL_WORK_SIZE_KHR),
            (Sizes{16, 4}));
  EXPECT_EQ(info<Sizes>(C, CL_MUTABLE_DISPATCH_GLOBAL_WORK_OFFSET_KHR),
            (Sizes{}));
  EXPECT_EQ(info<Sizes>(C, CL_MUTABLE_DISPATCH_LOCAL_WORK_SIZE_KHR), (Sizes{}));
  size_t Size = 1;
  ok(clGetMutableCommandInfoKHR(recordFirst(),
                                CL_MUTABLE_COMMAND_PROPERTIES_ARRAY_KHR, 0,
                                nullptr, &Size));
  EXPECT_EQ(Size, 0u);
  EXPECT_EQ(clGetMutableCommandInfoKHR(C, 1234, 0, nullptr, nullptr),
            CL_INVALID_VALUE);
}

} // namespace
} // namespace conformance
