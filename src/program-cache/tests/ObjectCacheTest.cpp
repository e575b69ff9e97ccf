//===- ObjectCacheTest.cpp - The cache and its container ------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "program-cache/ObjectCache.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

using namespace ferry::compiler;
namespace fs = std::filesystem;

namespace {

ProgramBinary sample() {
  return {BinaryKind::Compiled,
          "a warning\n",
          std::string("image\0with NUL", 14),
          "bitcode",
          {{"f", 64, "", "code"}, {"g", 3, "known", "more"}},
          {{"/a/b.h", {1, 2}}, {"/c.h", {3, 4}}}};
}

TEST(ProgramBinary, ComesBackAsItWas) {
  ProgramBinary P = sample();
  std::optional<ProgramBinary> Back = unpack(pack(P));
  ASSERT_TRUE(Back);
  EXPECT_EQ(Back->kind, P.kind);
  EXPECT_EQ(Back->log, P.log);
  EXPECT_EQ(Back->image, P.image);
  EXPECT_EQ(Back->kernels, P.kernels);
  ASSERT_EQ(Back->code.size(), 2u);
  EXPECT_EQ(Back->code[1].kernel, "g");
  EXPECT_EQ(Back->code[1].row, 3u);
  EXPECT_EQ(Back->code[1].image, "more");
  ASSERT_EQ(Back->includes.size(), 2u);
  EXPECT_EQ(Back->includes[1].path, "/c.h");
  EXPECT_EQ(Back->includes[1].hash[1], 4u);
}

TEST(ProgramBinary, EveryDamageIsSeen) {
  const std::string Good = pack(sample());
  for (std::size_t At = 0; At != Good.size(); ++At)
    for (int Bit = 0; Bit != 8; ++Bit) {
      std::string Bad = Good;
      Bad[At] = char(Bad[At] ^ (1 << Bit));
      EXPECT_FALSE(unpack(Bad)) << At << ' ' << Bit;
    }
  for (std::size_t Bytes = 0; Bytes != Good.size(); ++Bytes)
    EXPECT_FALSE(unpack(Good.substr(0, Bytes)));
  EXPECT_FALSE(unpack(Good + "x"));
}

/// A folder that is gone after the test.
class Cache : public testing::Test {
protected:
  fs::path Folder = fs::temp_directory_path() /
                    ("ferry-cache-test-" + std::to_string(getpid()));
  ObjectCache TheCache{Folder.string()};

  ~Cache() override { fs::remove_all(Folder); }

  static Result built(std::string Image) {
    Result R;
    R.status = Status::Success;
    R.image = std::move(Image);
    return R;
  }
  void write(const fs::path &Path, const std::string &Text) {
    std::ofstream(Path, std::ios::binary) << Text;
  }
};

TEST_F(Cache, FindsWhatWasStored) {
  std::string Key = ObjectCache::key("build", "-w", {"kernel"});
  EXPECT_EQ(Key.size(), 32u);
  EXPECT_FALSE(TheCache.find(Key));
  TheCache.store(Key, BinaryKind::Object, built("code"));
  std::optional<ProgramBinary> Found = TheCache.find(Key);
  ASSERT_TRUE(Found);
  EXPECT_EQ(Found->image, "code");
  EXPECT_EQ(Found->kind, BinaryKind::Object);
}

TEST_F(Cache, KeysTellBuildsApart) {
  std::string Key = ObjectCache::key("build", "-w", {"kernel"});
  EXPECT_EQ(Key, ObjectCache::key("build", "-w", {"kernel"}));
  EXPECT_NE(Key, ObjectCache::key("link", "-w", {"kernel"}));
  EXPECT_NE(Key, ObjectCache::key("build", "", {"kernel"}));
  EXPECT_NE(Key, ObjectCache::key("build", "-w", {"kernel", ""}));
  EXPECT_NE(Key, ObjectCache::key("build", "-wk", {"ernel"}));
}

TEST_F(Cache, ADamagedEntryIsNone) {
  std::string Key = ObjectCache::key("build", "", {"kernel"});
  TheCache.store(Key, BinaryKind::Object, built("code"));
  write(Folder / (Key + ".ferry"), "rubbish");
  EXPECT_FALSE(TheCache.find(Key));
  TheCache.store(Key, BinaryKind::Object, built("code"));
  EXPECT_TRUE(TheCache.find(Key));
}

TEST_F(Cache, AChangedIncludeIsNoticed) {
  fs::create_directories(Folder);
  fs::path Header = Folder / "header.h";
  write(Header, "one");
  Result R = built("code");
  R.includedFiles = {Header.string()};
  TheCache.store("key", BinaryKind::Object, R);
  EXPECT_TRUE(TheCache.find("key"));
  write(Header, "two");
  EXPECT_FALSE(TheCache.find("key"));
  write(Header, "one");
  EXPECT_TRUE(TheCache.find("key"));
  fs::remove(Header);
  EXPECT_FALSE(TheCache.find("key"));
}

TEST_F(Cache, TimeIsNotCached) {
  EXPECT_TRUE(ObjectCache::isCacheable("kernel void f() {}"));
  EXPECT_FALSE(ObjectCache::isCacheable("constant char t[] = __TIME__;"));
  fs::create_directories(Folder);
  fs::path Header = Folder / "header.h";
  write(Header, "#define NOW __DATE__");
  Result R = built("code");
  R.includedFiles = {Header.string()};
  TheCache.store("key", BinaryKind::Object, R);
  EXPECT_FALSE(TheCache.find("key"));
}

TEST_F(Cache, AFolderThatCannotBeMadeIsNoCache) {
  ObjectCache Nowhere("/proc/no/such/folder");
  Nowhere.store("key", BinaryKind::Object, built("code"));
  EXPECT_FALSE(Nowhere.find("key"));
  ObjectCache None("");
  None.store("key", BinaryKind::Object, built("code"));
  EXPECT_FALSE(None.find("key"));
}

std::string textOf(const fs::path &Path) {
  std::ifstream File(Path);
  return {std::istreambuf_iterator<char>(File), {}};
}

TEST_F(Cache, KeepsSourcesApart) {
  const fs::path One = TheCache.keepSource("kernel void f() {}");
  const fs::path Two = TheCache.keepSource("kernel void g() {}");
  EXPECT_TRUE(One.is_absolute());
  EXPECT_EQ(One.filename(), SourceName);
  EXPECT_EQ(Two.filename(), SourceName);
  EXPECT_NE(One, Two);
  EXPECT_EQ(textOf(One), "kernel void f() {}");
  EXPECT_EQ(textOf(Two), "kernel void g() {}");
  // What has been changed there is not what was built.
  write(One, "changed");
  EXPECT_EQ(TheCache.keepSource("kernel void f() {}"), One.string());
  EXPECT_EQ(textOf(One), "kernel void f() {}");
  EXPECT_EQ(ObjectCache("").keepSource("kernel void f() {}"), "");
  EXPECT_EQ(ObjectCache("/proc/no/such").keepSource("kernel void f() {}"), "");
}

TEST_F(Cache, OldSourcesGoWithOldEntries) {
  const fs::path Old = TheCache.keepSource("kernel void f() {}");
  TheCache.store("large", BinaryKind::Object, built("code"));
  // Without contents: it takes no room.
  fs::resize_file(Folder / "large.ferry", std::uintmax_t(2) << 30);
  const auto Now = fs::last_write_time(Folder / "large.ferry");
  fs::last_write_time(Folder / "large.ferry", Now - std::chrono::hours(24));
  fs::last_write_time(Old.parent_path(), Now - std::chrono::hours(48));
  const fs::path New = TheCache.keepSource("kernel void g() {}");
  TheCache.store("looks00", BinaryKind::Object, built("code"));
  EXPECT_FALSE(fs::exists(Old.parent_path()));
  EXPECT_FALSE(fs::exists(Folder / "large.ferry"));
  EXPECT_TRUE(fs::exists(New));
  EXPECT_TRUE(fs::exists(Folder / "looks00.ferry"));
}

mode_t permissions(const fs::path &Path) {
  struct stat Status;
  return stat(Path.c_str(), &Status) == 0 ? Status.st_mode & 0777 : 0;
}

TEST_F(Cache, IsThisUsersAlone) {
  const mode_t Before = umask(0);
  TheCache.store("key", BinaryKind::Object, built("code"));
  umask(Before);
  EXPECT_EQ(permissions(Folder), 0700u);
  EXPECT_EQ(permissions(Folder / "key.ferry"), 0600u);
}

TEST_F(Cache, SourcesAreThisUsersAlone) {
  const mode_t Before = umask(0);
  const fs::path Source = TheCache.keepSource("kernel void f() {}");
  umask(Before);
  EXPECT_EQ(permissions(Source.parent_path()), 0700u);
  EXPECT_EQ(permissions(Source), 0600u);
  chmod(Source.parent_path().c_str(), 0777);
  EXPECT_EQ(TheCache.keepSource("kernel void f() {}"), "");
  chmod(Source.parent_path().c_str(), 0700);
  fs::remove(Source);
  fs::create_symlink("elsewhere", Source);
  // In place of a link, not through it.
  EXPECT_EQ(TheCache.keepSource("kernel void f() {}"), Source.string());
  EXPECT_FALSE(fs::is_symlink(Source));
  EXPECT_FALSE(fs::exists(Source.parent_path() / "elsewhere"));
}

TEST_F(Cache, WhatOthersMayWriteIsNotThere) {
  TheCache.store("key", BinaryKind::Object, built("code"));
  for (mode_t Others : {S_IWGRP, S_IWOTH}) {
    chmod((Folder / "key.ferry").c_str(), 0600 | Others);
    EXPECT_FALSE(TheCache.find("key"));
    chmod((Folder / "key.ferry").c_str(), 0644);
    EXPECT_TRUE(TheCache.find("key"));
    chmod(Folder.c_str(), 0700 | Others);
    EXPECT_FALSE(TheCache.find("key"));
    TheCache.store("other", BinaryKind::Object, built("code"));
    EXPECT_FALSE(fs::exists(Folder / "other.ferry"));
    chmod(Folder.c_str(), 0755);
    EXPECT_TRUE(TheCache.find("key"));
  }
}

TEST_F(Cache, WhatBelongsToOthersIsNotThere) {
  if (geteuid() != 0)
    GTEST_SKIP() << "only root can make files of others";
  constexpr uid_t Nobody = 65534;
  TheCache.store("key", BinaryKind::Object, built("code"));
  ASSERT_EQ(chown((Folder / "key.ferry").c_str(), Nobody, Nobody), 0);
  EXPECT_FALSE(TheCache.find("key"));
  TheCache.store("key", BinaryKind::Object, built("code"));
  EXPECT_TRUE(TheCache.find("key"));
  ASSERT_EQ(chown(Folder.c_str(), Nobody, Nobody), 0);
  EXPECT_FALSE(TheCache.find("key"));
}

TEST_F(Cache, LinksAreNotFollowed) {
  TheCache.store("key", BinaryKind::Object, built("code"));
  fs::create_symlink("key.ferry", Folder / "link.ferry");
  EXPECT_FALSE(TheCache.find("link"));
  // In place of a link, not through it.
  TheCache.store("link", BinaryKind::Object, built("other"));
  EXPECT_EQ(TheCache.find("link")->image, "other");
  EXPECT_EQ(TheCache.find("key")->image, "code");
  const fs::path Link = Folder.string() + "-link";
  fs::create_directory_symlink(Folder, Link);
  EXPECT_FALSE(ObjectCache(Link.string()).find("key"));
  fs::remove(Link);
}

TEST_F(Cache, OnlyFilesOfSaneSizeAreRead) {
  TheCache.store("key", BinaryKind::Object, built("code"));
  ASSERT_EQ(mkfifo((Folder / "pipe.ferry").c_str(), 0600), 0);
  EXPECT_FALSE(TheCache.find("pipe"));
  write(Folder / "large.ferry", "");
  fs::permissions(Folder / "large.ferry", fs::perms(0600));
  ASSERT_EQ(truncate((Folder / "large.ferry").c_str(), off_t(1) << 40), 0);
  EXPECT_FALSE(TheCache.find("large"));
  TheCache.store("pipe", BinaryKind::Object, built("code"));
  EXPECT_TRUE(TheCache.find("pipe"));
  Result R = built("code");
  R.includedFiles = {"/dev/zero"};
  TheCache.store("endless", BinaryKind::Object, R);
  EXPECT_FALSE(TheCache.find("endless"));
}

TEST_F(Cache, ThreadsNeverSeeHalfAnEntry) {
  std::vector<std::thread> Threads;
  for (int T = 0; T != 4; ++T)
    Threads.emplace_back([&, T] {
      for (int I = 0; I != 100; ++I) {
        TheCache.store("key", BinaryKind::Object,
                       built(std::string(100'000, char('a' + T))));
        std::optional<ProgramBinary> Found = TheCache.find("key");
        ASSERT_TRUE(Found);
        EXPECT_EQ(Found->image, std::string(100'000, Found->image[0]));
      }
    });
  for (std::thread &T : Threads)
    T.join();
  // Nothing is left beside the entry.
  EXPECT_EQ(std::distance(fs::directory_iterator(Folder), {}), 1);
}

} // namespace
