//===- SubGroupQueries.cpp - What the API says of sub-groups --------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "SubGroups.h"

using namespace conformance;

namespace {

class SubGroupQueries : public testing::Test {
protected:
  void SetUp() override {
    if (!deviceInfo<cl_uint>(CL_DEVICE_MAX_NUM_SUB_GROUPS))
      GTEST_SKIP() << "no sub-groups";
  }
};

template <class T>
cl_int query(cl_kernel K, cl_kernel_sub_group_info Name,
             const std::vector<size_t> &Input, T &Answer) {
  return clGetKernelSubGroupInfo(
      K, device(), Name, Input.size() * sizeof(size_t),
      Input.empty() ? nullptr : Input.data(), sizeof(Answer), &Answer, nullptr);
}

TEST_F(SubGroupQueries, AgreeWithKernels) {
  // As findSubGroups asks: the same functions give the same size.
  Kernel K = buildKernel("kernel void k(global uint *p) { p[get_global_id(0)] ="
                         " get_sub_group_id() + get_max_sub_group_size(); }",
                         "k", "-cl-std=CL3.0");
  for (const std::vector<size_t> &LocalSize :
       {std::vector<size_t>{64}, {20}, {1}, {12, 5}, {3, 2, 4}}) {
    SubGroups S = findSubGroups({LocalSize, LocalSize, {}});
    size_t Size = 0, Count = 0;
    ok(query(K, CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE, LocalSize, Size));
    ok(query(K, CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE, LocalSize, Count));
    EXPECT_EQ(Size, S.maxSize);
    EXPECT_EQ(Count, S.items.size());
  }
  size_t Most = 0;
  ok(query(K, CL_KERNEL_MAX_NUM_SUB_GROUPS, {}, Most));
  EXPECT_LE(Most, deviceInfo<cl_uint>(CL_DEVICE_MAX_NUM_SUB_GROUPS));
  size_t MostItems = 0;
  ok(clGetKernelWorkGroupInfo(K, device(), CL_KERNEL_WORK_GROUP_SIZE,
                              sizeof(MostItems), &MostItems, nullptr));
  size_t MaxSize = 0;
  ok(query(K, CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE, {MostItems}, MaxSize));
  for (size_t Wanted : {size_t(1), size_t(3), MostItems / MaxSize}) {
    std::array<size_t, 3> LocalSize{};
    ok(query(K, CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT, {Wanted}, LocalSize));
    EXPECT_EQ(LocalSize[1], 1u);
    EXPECT_EQ(LocalSize[2], 1u);
    SubGroups S = findSubGroups({{LocalSize[0]}, {LocalSize[0]}, {}});
    EXPECT_EQ(S.items.size(), Wanted);
    EXPECT_EQ(S.items.back().size(), S.maxSize);
  }
  std::array<size_t, 2> Zero{1, 1};
  ok(query(K, CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT, {1000000}, Zero));
  EXPECT_EQ(Zero, (std::array<size_t, 2>{}));
  size_t Given = 1;
  ok(query(K, CL_KERNEL_COMPILE_NUM_SUB_GROUPS, {}, Given));
  EXPECT_EQ(Given, 0u);
}

/// No group has more sub-groups than the kernel says.
TEST_F(SubGroupQueries, MostOfAGroup) {
  auto MostOf = [](cl_kernel K) {
    size_t Most = 0;
    ok(query(K, CL_KERNEL_MAX_NUM_SUB_GROUPS, {}, Most));
    return Most;
  };
  Kernel Any = buildKernel("kernel void k() {}", "k");
  for (const std::vector<size_t> &LocalSize :
       {std::vector<size_t>{64}, {1, 512}, {3, 100}, {1, 1, 64}}) {
    size_t Count = 0;
    ok(query(Any, CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE, LocalSize, Count));
    EXPECT_LE(Count, MostOf(Any));
  }
  Kernel Four = buildKernel("kernel __attribute__((reqd_work_group_size(4, 2, "
                            "1))) void k() {}",
                            "k");
  size_t Count = 0;
  ok(query(Four, CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE, {4, 2, 1}, Count));
  EXPECT_EQ(MostOf(Four), Count);
  // What is returned has one dimension.
  std::array<size_t, 3> Size{1, 1, 1};
  ok(query(Four, CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT, {Count}, Size));
  EXPECT_EQ(Size, (std::array<size_t, 3>{}));
  Kernel Row = buildKernel("kernel __attribute__((reqd_work_group_size(4, 1, "
                           "1))) void k() {}",
                           "k");
  ok(query(Row, CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT, {MostOf(Row)}, Size));
  EXPECT_EQ(Size, (std::array<size_t, 3>{4, 1, 1}));
  ok(query(Row, CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT, {MostOf(Row) + 1},
           Size));
  EXPECT_EQ(Size, (std::array<size_t, 3>{}));
}

TEST_F(SubGroupQueries, Errors) {
  Kernel K = buildKernel("kernel void k() {}", "k");
  size_t Answer;
  for (cl_kernel_sub_group_info Name :
       {CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE,
        CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE,
        CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT}) {
    EXPECT_EQ(query(K, Name, {}, Answer), CL_INVALID_VALUE);
    EXPECT_EQ(query(K, Name, {1, 1, 1, 1}, Answer), CL_INVALID_VALUE);
  }
  char Small;
  EXPECT_EQ(query(K, CL_KERNEL_MAX_NUM_SUB_GROUPS, {}, Small),
            CL_INVALID_VALUE);
  EXPECT_EQ(query(K, CL_KERNEL_WORK_GROUP_SIZE, {}, Answer), CL_INVALID_VALUE);
  EXPECT_EQ(clGetKernelSubGroupInfo(nullptr, device(),
                                    CL_KERNEL_MAX_NUM_SUB_GROUPS, 0, nullptr,
                                    sizeof(Answer), &Answer, nullptr),
            CL_INVALID_KERNEL);
}

TEST_F(SubGroupQueries, RequiredSizes) {
  if (!hasExtension("cl_intel_required_subgroup_size"))
    GTEST_SKIP() << "no cl_intel_required_subgroup_size";
  std::string Attribute = "__attribute__((intel_reqd_sub_group_size(8)))";
  Kernel K = buildKernel("kernel " + Attribute + " void k() {}", "k");
  size_t Size = 0;
  ok(query(K, CL_KERNEL_COMPILE_SUB_GROUP_SIZE_INTEL, {}, Size));
  EXPECT_EQ(Size, 8u);
  ok(query(K, CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE, {64}, Size));
  EXPECT_EQ(Size, 8u);
  EXPECT_NE(stringInfo([&](size_t Bytes, void *Value, size_t *Ret) {
              return clGetKernelInfo(K, CL_KERNEL_ATTRIBUTES, Bytes, Value,
                                     Ret);
            }).find("intel_reqd_sub_group_size(8)"),
            std::string::npos);
  Kernel Free = buildKernel("kernel void k() {}", "k");
  ok(query(Free, CL_KERNEL_COMPILE_SUB_GROUP_SIZE_INTEL, {}, Size));
  EXPECT_EQ(Size, 0u);
  cl_ulong Spilled;
  ok(clGetKernelWorkGroupInfo(K, device(), CL_KERNEL_SPILL_MEM_SIZE_INTEL,
                              sizeof(Spilled), &Spilled, nullptr));
  BuildOutcome Wrong = tryBuild(
      "kernel __attribute__((intel_reqd_sub_group_size(12))) void k() {}");
  EXPECT_NE(Wrong.status, CL_SUCCESS);
  EXPECT_NE(Wrong.log.find("12"), std::string::npos) << Wrong.log;
}

} // namespace
