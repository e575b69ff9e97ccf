//===- ApiExtensions.cpp - Small extensions of the host's API -------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "ExtensionFunctions.h"

#include "ferry/cl_ext.h"

#include <algorithm>

namespace conformance {

EXTENSION_FUNCTION(clCreateCommandQueueWithPropertiesKHR,
                   ::clCreateCommandQueueWithPropertiesKHR)

namespace {

TEST(ApiExtensions, QueuesTakeHints) {
  using Maker =
      std::function<cl_command_queue(const cl_queue_properties *, cl_int *)>;
  const Maker Makers[] = {
      [](auto *P, cl_int *Code) {
        return clCreateCommandQueueWithProperties(context(), device(), P, Code);
      },
      [](auto *P, cl_int *Code) {
        return clCreateCommandQueueWithPropertiesKHR(context(), device(), P,
                                                     Code);
      }};
  for (const Maker &Make : Makers) {
    for (cl_queue_properties Hint : {1, 2, 4}) {
      const cl_queue_properties Properties[] = {CL_QUEUE_PRIORITY_KHR,
                                                Hint,
                                                CL_QUEUE_PROPERTIES,
                                                CL_QUEUE_PROFILING_ENABLE,
                                                CL_QUEUE_THROTTLE_KHR,
                                                Hint,
                                                0};
      cl_int Code;
      Queue Q(Make(Properties, &Code));
      ASSERT_EQ(Code, CL_SUCCESS);
      cl_command_queue_properties Bits;
      ok(clGetCommandQueueInfo(Q, CL_QUEUE_PROPERTIES, sizeof Bits, &Bits,
                               nullptr));
      EXPECT_EQ(Bits, cl_command_queue_properties(CL_QUEUE_PROFILING_ENABLE));
      cl_queue_properties Given[7];
      size_t Size;
      ok(clGetCommandQueueInfo(Q, CL_QUEUE_PROPERTIES_ARRAY, sizeof Given,
                               Given, &Size));
      EXPECT_EQ(Size, sizeof Given);
      EXPECT_TRUE(std::equal(Given, Given + 7, Properties));
    }
    for (cl_queue_properties Name :
         {CL_QUEUE_PRIORITY_KHR, CL_QUEUE_THROTTLE_KHR})
      for (cl_queue_properties Hint : {0, 3, 8}) {
        const cl_queue_properties Properties[] = {Name, Hint, 0};
        cl_int Code;
        EXPECT_EQ(Make(Properties, &Code), nullptr);
        EXPECT_EQ(Code, CL_INVALID_VALUE);
      }
    for (cl_queue_properties Name :
         {CL_QUEUE_PRIORITY_KHR, CL_QUEUE_THROTTLE_KHR}) {
      const cl_queue_properties OnDevice[] = {
          CL_QUEUE_PROPERTIES,
          CL_QUEUE_ON_DEVICE | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, Name, 1,
          0};
      cl_int Code;
      EXPECT_EQ(Make(OnDevice, &Code), nullptr);
      EXPECT_EQ(Code, CL_INVALID_QUEUE_PROPERTIES);
    }
  }
}

TEST(ApiExtensions, DevicesHaveUuids) {
  using Uuid = std::array<cl_uchar, CL_UUID_SIZE_KHR>;
  const auto Device = deviceInfo<Uuid>(CL_DEVICE_UUID_KHR),
             Driver = deviceInfo<Uuid>(CL_DRIVER_UUID_KHR);
  EXPECT_NE(Device, Driver);
  EXPECT_EQ(deviceInfo<Uuid>(CL_DEVICE_UUID_KHR), Device);
  for (const Uuid &U : {Device, Driver}) {
    EXPECT_EQ(U[6] >> 4, 8);
    EXPECT_EQ(U[8] >> 6, 2);
  }
  EXPECT_EQ(deviceInfo<cl_bool>(CL_DEVICE_LUID_VALID_KHR), cl_bool(CL_FALSE));
  std::array<cl_uchar, CL_LUID_SIZE_KHR> Luid;
  ok(clGetDeviceInfo(device(), CL_DEVICE_LUID_KHR, sizeof Luid, &Luid,
                     nullptr));
  ok(clGetDeviceInfo(device(), CL_DEVICE_NODE_MASK_KHR, 0, nullptr, nullptr));
}

TEST(ApiExtensions, DevicesHaveAttributes) {
  if (!hasExtension("cl_intel_device_attribute_query"))
    GTEST_SKIP() << "no cl_intel_device_attribute_query";
  EXPECT_GT(deviceInfo<cl_version>(CL_DEVICE_IP_VERSION_INTEL), 0u);
  EXPECT_GT(deviceInfo<cl_uint>(CL_DEVICE_ID_INTEL), 0u);
  const cl_uint Units =
      deviceInfo<cl_uint>(CL_DEVICE_NUM_SLICES_INTEL) *
      deviceInfo<cl_uint>(CL_DEVICE_NUM_SUB_SLICES_PER_SLICE_INTEL) *
      deviceInfo<cl_uint>(CL_DEVICE_NUM_EUS_PER_SUB_SLICE_INTEL) *
      deviceInfo<cl_uint>(CL_DEVICE_NUM_THREADS_PER_EU_INTEL);
  EXPECT_EQ(Units, deviceInfo<cl_uint>(CL_DEVICE_MAX_COMPUTE_UNITS));
  EXPECT_EQ(deviceInfo<cl_device_feature_capabilities_intel>(
                CL_DEVICE_FEATURE_CAPABILITIES_INTEL),
            0u);
  if (SubDevice Part = makeSubDevice()) {
    cl_uint Eus;
    ok(clGetDeviceInfo(Part, CL_DEVICE_NUM_EUS_PER_SUB_SLICE_INTEL, sizeof Eus,
                       &Eus, nullptr));
    EXPECT_EQ(Eus, deviceInfo<cl_uint>(CL_DEVICE_NUM_EUS_PER_SUB_SLICE_INTEL));
  }
}

} // namespace
} // namespace conformance
