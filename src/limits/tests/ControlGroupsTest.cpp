//===- ControlGroupsTest.cpp - Limits of containers -----------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "limits/ControlGroups.h"

#include "gtest/gtest.h"

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>

using ferry::limits::ControlGroups;
namespace fs = std::filesystem;

namespace {

/// A folder with what /proc and the hierarchies of control groups would hold.
class ControlGroupsTest : public testing::Test {
protected:
  void SetUp() override {
    Root = fs::temp_directory_path() / "ferry-groups-XXXXXX";
    ASSERT_TRUE(mkdtemp(Root.data()));
  }
  ~ControlGroupsTest() override { fs::remove_all(Root); }

  void write(const std::string &Path, const std::string &Text) {
    fs::create_directories(fs::path(Root + Path).parent_path());
    std::ofstream(Root + Path) << Text << '\n';
  }
  void version2(const std::string &Group) {
    write("/proc/self/cgroup", "0::" + Group);
    write("/proc/self/mountinfo",
          "24 1 8:1 / / rw - ext4 /dev/sda1 rw\n"
          "30 23 0:26 / /sys/fs/cgroup rw,nosuid shared:4 - cgroup2 cgroup2 "
          "rw,nsdelegate");
  }
  void version1(const std::string &Group, const std::string &From) {
    write("/proc/self/cgroup",
          "5:memory:" + Group + "\n4:cpuacct,cpu:" + Group + "\n0::/");
    write("/proc/self/mountinfo",
          "31 23 0:27 " + From +
              " /groups/cpu,cpuacct rw - cgroup cgroup rw,cpu,cpuacct\n"
              "32 23 0:28 " +
              From + " /groups/memory rw master:9 - cgroup cgroup rw,memory");
  }

  std::string Root;
  static constexpr std::uint64_t NoLimit = ~std::uint64_t(0);
};

TEST_F(ControlGroupsTest, WithoutOne) {
  EXPECT_TRUE(std::isinf(ControlGroups(Root).processors()));
  EXPECT_EQ(ControlGroups(Root).memory(), NoLimit);
  write("/proc/self/cgroup", "nothing of it");
  write("/proc/self/mountinfo", "1\n\n2 3 - cgroup2");
  EXPECT_TRUE(std::isinf(ControlGroups(Root).processors()));
  EXPECT_EQ(ControlGroups(Root).memory(), NoLimit);
}

TEST_F(ControlGroupsTest, OfVersion2CountWithThoseAroundThem) {
  version2("/ci.slice/job");
  write("/sys/fs/cgroup/ci.slice/cpu.max", "150000 100000");
  write("/sys/fs/cgroup/ci.slice/memory.max", "1073741824");
  write("/sys/fs/cgroup/ci.slice/job/cpu.max", "max 100000");
  write("/sys/fs/cgroup/ci.slice/job/memory.max", "max");
  EXPECT_EQ(ControlGroups(Root).processors(), 1.5);
  EXPECT_EQ(ControlGroups(Root).memory(), 1u << 30);
  write("/sys/fs/cgroup/ci.slice/job/cpu.max", "20000 50000");
  write("/sys/fs/cgroup/ci.slice/job/memory.max", "1048576");
  EXPECT_EQ(ControlGroups(Root).processors(), 0.4);
  EXPECT_EQ(ControlGroups(Root).memory(), 1u << 20);
}

TEST_F(ControlGroupsTest, OfAContainerThatSeesItsOwnAsAll) {
  for (const char *Group : {"/", "/../../elsewhere"}) {
    version2(Group);
    write("/sys/fs/cgroup/cpu.max", "300000 100000");
    write("/sys/fs/cgroup/memory.max", "4096");
    EXPECT_EQ(ControlGroups(Root).processors(), 3);
    EXPECT_EQ(ControlGroups(Root).memory(), 4096u);
  }
}

TEST_F(ControlGroupsTest, OfVersion1) {
  for (const char *From : {"/", "/docker", "/docker/job", "/other", "/dock"}) {
    version1("/docker/job", From);
    const std::string At = From == std::string("/")         ? "/docker/job"
                           : From == std::string("/docker") ? "/job"
                                                            : "";
    write("/groups/cpu,cpuacct" + At + "/cpu.cfs_period_us", "100000");
    write("/groups/cpu,cpuacct" + At + "/cpu.cfs_quota_us", "-1");
    write("/groups/memory" + At + "/memory.limit_in_bytes",
          "9223372036854771712");
    EXPECT_TRUE(std::isinf(ControlGroups(Root).processors()));
    EXPECT_EQ(ControlGroups(Root).memory(), 9223372036854771712u);
    write("/groups/cpu,cpuacct" + At + "/cpu.cfs_quota_us", "50000");
    write("/groups/memory" + At + "/memory.limit_in_bytes", "8192");
    EXPECT_EQ(ControlGroups(Root).processors(), 0.5);
    EXPECT_EQ(ControlGroups(Root).memory(), 8192u);
    fs::remove_all(Root + "/groups");
  }
}

} // namespace
