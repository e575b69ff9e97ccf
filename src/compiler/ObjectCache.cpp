//===- ObjectCache.cpp - Programs that need no building -------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/ObjectCache.h"

#include "compiler/CompilerLibrary.h"
#include "ferry/abi.h"
#include "ferry/config.h"
#include "ferry/isa.h"

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <ctime>
#include <fcntl.h>
#include <filesystem>
#include <sys/stat.h>
#include <unistd.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace fs = std::filesystem;

namespace ferry::compiler {

namespace {

/// Bytes that the entries may take together, and what trimming leaves.
constexpr std::uint64_t LimitBytes = std::uint64_t(1) << 30;
constexpr std::uint64_t TrimmedBytes = LimitBytes / 4 * 3;
/// An entry in use is marked as young again once a day.
constexpr std::time_t RefreshSeconds = 24 * 60 * 60;
/// What a crashed process left half-written is removed after an hour.
constexpr auto StaleAge = std::chrono::hours(1);
constexpr char Suffix[] = ".ferry";

void report(const char *What, const std::string &Key) {
  if (config::debug("cache"))
    std::fprintf(stderr, "ferry: cache: %s %s\n", What, Key.c_str());
}

/// \returns nothing if the file cannot be read.
std::optional<std::string> readFile(const std::string &Path,
                                    std::time_t *Modified = nullptr) {
  int File = open(Path.c_str(), O_RDONLY | O_CLOEXEC);
  if (File < 0)
    return std::nullopt;
  std::string Bytes;
  struct stat Stat;
  bool Good = fstat(File, &Stat) == 0 && S_ISREG(Stat.st_mode);
  if (Good) {
    if (Modified)
      *Modified = Stat.st_mtime;
    Bytes.resize(std::size_t(Stat.st_size));
    std::size_t Done = 0;
    while (Done < Bytes.size()) {
      ssize_t Got = read(File, Bytes.data() + Done, Bytes.size() - Done);
      if (Got <= 0)
        break;
      Done += std::size_t(Got);
    }
    Good = Done == Bytes.size();
  }
  close(File);
  if (!Good)
    return std::nullopt;
  return Bytes;
}

bool writeFile(const std::string &Path, std::string_view Bytes) {
  int File = open(Path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (File < 0)
    return false;
  while (!Bytes.empty()) {
    ssize_t Put = write(File, Bytes.data(), Bytes.size());
    if (Put <= 0)
      break;
    Bytes.remove_prefix(std::size_t(Put));
  }
  bool Closed = close(File) == 0;
  return Closed && Bytes.empty();
}

std::optional<IncludedFile> hashFile(const std::string &Path,
                                     bool *Cacheable = nullptr) {
  std::optional<std::string> Text = readFile(Path);
  if (!Text)
    return std::nullopt;
  if (Cacheable)
    *Cacheable = ObjectCache::isCacheable(*Text);
  XXH128_hash_t H = XXH3_128bits(Text->data(), Text->size());
  return IncludedFile{Path, {H.low64, H.high64}};
}

} // namespace

std::string ObjectCache::defaultFolder() {
  if (config::get(config::Variable::Cache) == "0")
    return "";
  std::string_view Asked = config::get(config::Variable::CacheDir);
  if (!Asked.empty()) {
    std::error_code Ignored;
    return fs::absolute(Asked, Ignored).string();
  }
  // "All paths set in these environment variables must be absolute." (XDG Base
  // Directory Specification)
  const char *Xdg = std::getenv("XDG_CACHE_HOME");
  if (Xdg && Xdg[0] == '/')
    return std::string(Xdg) + "/ferry";
  const char *Home = std::getenv("HOME");
  return Home && Home[0] == '/' ? std::string(Home) + "/.cache/ferry" : "";
}

std::string ObjectCache::key(std::string_view Action, std::string_view Options,
                             const std::vector<std::string_view> &Inputs) {
  XXH3_state_t State;
  XXH3_128bits_reset(&State);
  auto AddNumber = [&](std::uint64_t Value) {
    XXH3_128bits_update(&State, &Value, sizeof(Value));
  };
  auto AddText = [&](std::string_view Text) {
    AddNumber(Text.size());
    XXH3_128bits_update(&State, Text.data(), Text.size());
  };
  // Another compiler, another result.
  static const struct stat Library = [] {
    struct stat Result{};
    if (stat(compilerPath().c_str(), &Result) != 0)
      Result = {};
    return Result;
  }();
  AddNumber(abi::Version);
  // With statistics every copy goes through the engine.
  AddNumber(config::enabled(config::Variable::Stats));
  AddNumber(std::uint64_t(Library.st_size));
  AddNumber(std::uint64_t(Library.st_mtim.tv_sec));
  AddNumber(std::uint64_t(Library.st_mtim.tv_nsec));
  AddNumber(std::uint64_t(isa()));
  AddNumber(config::width());
  AddText(Action);
  AddText(Options);
  bool MayInclude = Options.find("-I") != Options.npos;
  for (std::string_view Input : Inputs) {
    AddText(Input);
    MayInclude |= Input.find("include") != Input.npos;
  }
  // Relative names of included files mean other files in another folder.
  if (MayInclude) {
    std::error_code Ignored;
    AddText(fs::current_path(Ignored).native());
  }
  XXH128_canonical_t Bytes;
  XXH128_canonicalFromHash(&Bytes, XXH3_128bits_digest(&State));
  std::string Key;
  for (unsigned char Byte : Bytes.digest) {
    Key += "0123456789abcdef"[Byte >> 4];
    Key += "0123456789abcdef"[Byte & 15];
  }
  return Key;
}

bool ObjectCache::isCacheable(std::string_view Source) {
  for (std::string_view Name : {"__DATE__", "__TIME__", "__TIMESTAMP__"})
    if (Source.find(Name) != Source.npos)
      return false;
  return true;
}

std::optional<ProgramBinary> ObjectCache::find(const std::string &Key) const {
  if (Folder.empty())
    return std::nullopt;
  std::string Path = Folder + "/" + Key + Suffix;
  std::time_t Modified = 0;
  std::optional<std::string> Bytes = readFile(Path, &Modified);
  if (!Bytes) {
    report("no entry", Key);
    return std::nullopt;
  }
  std::optional<ProgramBinary> Program = unpack(*Bytes);
  if (!Program) {
    report("damaged", Key);
    return std::nullopt;
  }
  for (const IncludedFile &Then : Program->includes) {
    std::optional<IncludedFile> Now = hashFile(Then.path);
    if (!Now || Now->hash[0] != Then.hash[0] || Now->hash[1] != Then.hash[1]) {
      report("an included file has changed for", Key);
      return std::nullopt;
    }
  }
  if (std::time(nullptr) - Modified > RefreshSeconds)
    utimensat(AT_FDCWD, Path.c_str(), nullptr, 0);
  report("hit", Key);
  return Program;
}

void ObjectCache::store(const std::string &Key, BinaryKind Kind,
                        const Result &Built) const {
  if (Folder.empty())
    return;
  ProgramBinary Program{Kind, Built.log, Built.image, {}};
  for (const std::string &Path : Built.includedFiles) {
    bool Cacheable = true;
    std::optional<IncludedFile> File = hashFile(Path, &Cacheable);
    if (!File || !Cacheable)
      return;
    Program.includes.push_back(*std::move(File));
  }
  std::error_code Failed;
  fs::create_directories(Folder, Failed);
  // Whoever reads the entry sees all of it or none.
  static std::atomic<unsigned> Number{0};
  std::string Temporary = Folder + "/" + Key + "." + std::to_string(getpid()) +
                          "." + std::to_string(Number++) + ".new";
  if (!writeFile(Temporary, pack(Program)) ||
      rename(Temporary.c_str(), (Folder + "/" + Key + Suffix).c_str()) != 0) {
    unlink(Temporary.c_str());
    report("cannot write", Key);
    return;
  }
  report("stored", Key);
  // Keys are as good as random: one store in 64 looks at the size.
  if (Key.ends_with("00") || Key.ends_with("40") || Key.ends_with("80") ||
      Key.ends_with("c0"))
    trim();
}

void ObjectCache::trim() const {
  struct Entry {
    fs::file_time_type Modified;
    std::uint64_t Bytes;
    fs::path Path;
  };
  std::vector<Entry> Entries;
  std::uint64_t Total = 0;
  std::error_code Failed;
  auto Now = fs::file_time_type::clock::now();
  for (fs::directory_iterator It(Folder, Failed), End; !Failed && It != End;
       It.increment(Failed)) {
    std::error_code Gone;
    Entry E{It->last_write_time(Gone), It->file_size(Gone), It->path()};
    if (Gone)
      continue;
    if (E.Path.extension() == ".new") {
      if (Now - E.Modified > StaleAge)
        fs::remove(E.Path, Gone);
    } else if (E.Path.extension() == Suffix) {
      Total += E.Bytes;
      Entries.push_back(std::move(E));
    }
  }
  if (Total <= LimitBytes)
    return;
  std::sort(Entries.begin(), Entries.end(), [](const Entry &A, const Entry &B) {
    return A.Modified < B.Modified;
  });
  for (const Entry &E : Entries) {
    if (Total <= TrimmedBytes)
      break;
    fs::remove(E.Path, Failed);
    Total -= E.Bytes;
  }
}

//===----------------------------------------------------------------------===//
// Building through the cache
//===----------------------------------------------------------------------===//

namespace {

const ObjectCache &cache() {
  static const ObjectCache &Cache =
      *new ObjectCache(ObjectCache::defaultFolder());
  return Cache;
}

/// \param Make calls the compiler.
template <typename MakeResult>
Result
throughCache(std::string_view Action, BinaryKind Kind, std::string_view Options,
             const std::vector<std::string_view> &Inputs, MakeResult Make) {
  bool Cacheable =
      ObjectCache::isCacheable(Options) &&
      (Action == "link" ||
       std::all_of(Inputs.begin(), Inputs.end(), ObjectCache::isCacheable));
  std::string Key;
  if (Cacheable) {
    Key = ObjectCache::key(Action, Options, Inputs);
    if (std::optional<ProgramBinary> Found = cache().find(Key)) {
      Result R;
      R.status = Status::Success;
      R.log = std::move(Found->log);
      R.image = std::move(Found->image);
      return R;
    }
  }
  std::string Error;
  Compiler *C = loadCompiler(Error);
  if (!C) {
    Result R;
    R.log = std::move(Error);
    return R;
  }
  Result R = Make(*C);
  if (Cacheable && R.status == Status::Success)
    cache().store(Key, Kind, R);
  return R;
}

} // namespace

Result buildCached(std::string_view Source, std::string_view Options) {
  return throughCache("build", BinaryKind::Object, Options, {Source},
                      [&](Compiler &C) { return C.build(Source, Options); });
}

Result compileCached(std::string_view Source, std::string_view Options,
                     const std::vector<Header> &Headers) {
  std::vector<std::string_view> Inputs{Source};
  for (const Header &H : Headers) {
    Inputs.push_back(H.first);
    Inputs.push_back(H.second);
  }
  return throughCache(
      "compile", BinaryKind::Compiled, Options, Inputs,
      [&](Compiler &C) { return C.compile(Source, Options, Headers); });
}

Result linkCached(const std::vector<std::string_view> &Bitcode,
                  std::string_view Options) {
  bool ToLibrary = Options.find("-create-library") != Options.npos;
  return throughCache(
      "link", ToLibrary ? BinaryKind::Library : BinaryKind::Object, Options,
      Bitcode, [&](Compiler &C) { return C.link(Bitcode, Options); });
}

} // namespace ferry::compiler
