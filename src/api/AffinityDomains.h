//===- AffinityDomains.h - What compute units share -------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_API_AFFINITYDOMAINS_H
#define FERRY_API_AFFINITYDOMAINS_H

#include "exec/Topology.h"

#include <CL/cl.h>

namespace ferry::api {

struct AffinityDomain {
  cl_device_affinity_domain domain;
  exec::SharedPart part;
};

/// In the order in which the next partitionable one is looked for.
inline constexpr AffinityDomain AffinityDomains[] = {
    {CL_DEVICE_AFFINITY_DOMAIN_NUMA, exec::SharedPart::Memory},
    {CL_DEVICE_AFFINITY_DOMAIN_L4_CACHE, exec::SharedPart::Level4},
    {CL_DEVICE_AFFINITY_DOMAIN_L3_CACHE, exec::SharedPart::Level3},
    {CL_DEVICE_AFFINITY_DOMAIN_L2_CACHE, exec::SharedPart::Level2},
    {CL_DEVICE_AFFINITY_DOMAIN_L1_CACHE, exec::SharedPart::Level1},
};

} // namespace ferry::api

#endif // FERRY_API_AFFINITYDOMAINS_H
