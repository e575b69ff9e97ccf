//===- ConfigTest.cpp - The environment in programs with more rights ------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "ferry/config.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <string>
#include <sys/auxv.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

namespace config = ferry::config;
namespace fs = std::filesystem;

namespace {

constexpr int NoMoreRights = 77;

/// What the test below runs in a copy of this program that is setuid.
TEST(Config, DISABLED_IsReadWithMoreRights) {
  if (!getauxval(AT_SECURE))
    std::_Exit(NoMoreRights);
  EXPECT_EQ(config::get(config::Variable::Threads), "");
  EXPECT_TRUE(std::getenv("FERRY_THREADS"));
}

TEST(Config, SetuidProgramsReadNoVariable) {
#if defined(__SANITIZE_ADDRESS__)
  GTEST_SKIP() << "its leak checker may not look into such programs";
#endif
  if (geteuid() != 0)
    GTEST_SKIP() << "only root can make a program setuid to another user";
  std::string Folder = fs::temp_directory_path() / "ferry-config-XXXXXX";
  ASSERT_TRUE(mkdtemp(Folder.data()));
  const std::string Copy = Folder + "/setuid-test";
  fs::copy(fs::read_symlink("/proc/self/exe"), Copy);
  const bool IsMade =
      chown(Copy.c_str(), 65534, 65534) == 0 && chmod(Copy.c_str(), 04755) == 0;
  const std::string Command =
      "FERRY_THREADS=3 " + Copy +
      " --gtest_also_run_disabled_tests"
      " --gtest_filter=Config.DISABLED_IsReadWithMoreRights >/dev/null";
  const int Status = std::system(Command.c_str());
  fs::remove_all(Folder);
  ASSERT_TRUE(IsMade && WIFEXITED(Status));
  if (WEXITSTATUS(Status) == NoMoreRights)
    GTEST_SKIP() << "programs there cannot be setuid";
  EXPECT_EQ(WEXITSTATUS(Status), 0);
}

} // namespace
