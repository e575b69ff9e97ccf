//===- ObjectCache.cpp - Programs that need no building -------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "program-cache/ObjectCache.h"

#include "compiler-interface/CompilerLibrary.h"
#include "compiler-interface/Options.h"
#include "ferry/abi.h"
#include "ferry/config.h"
#include "ferry/isa.h"
#include "ferry/lazy.h"
#include "program-cache/CacheFolder.h"
#include "program-cache/CompilerProcess.h"
#include "trace/Recorder.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fcntl.h>
#include <filesystem>
#include <sys/stat.h>

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
constexpr std::time_t StaleSeconds = 60 * 60;
constexpr char Suffix[] = ".ferry";
/// Of folders with the source of a program, and what each counts: many lie on
/// more than one page.
constexpr char SourceSuffix[] = ".source";
constexpr std::uint64_t SourceBytes = std::uint64_t(64) << 10;

void report(const char *What, const std::string &Key) {
  if (config::debug("cache"))
    std::fprintf(stderr, "ferry: cache: %s %s\n", What, Key.c_str());
}

std::optional<IncludedFile> hashFile(const std::string &Path,
                                     bool *Cacheable = nullptr) {
  std::optional<std::string> Text =
      readRegularFile(AT_FDCWD, Path, MaxSourceBytes);
  if (!Text)
    return std::nullopt;
  if (Cacheable)
    *Cacheable = ObjectCache::isCacheable(*Text);
  XXH128_hash_t H = XXH3_128bits(Text->data(), Text->size());
  return IncludedFile{Path, {H.low64, H.high64}};
}

std::string asText(XXH128_hash_t Hash) {
  XXH128_canonical_t Bytes;
  XXH128_canonicalFromHash(&Bytes, Hash);
  std::string Text;
  for (unsigned char Byte : Bytes.digest) {
    Text += "0123456789abcdef"[Byte >> 4];
    Text += "0123456789abcdef"[Byte & 15];
  }
  return Text;
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
  const char *Xdg = secure_getenv("XDG_CACHE_HOME");
  if (Xdg && Xdg[0] == '/')
    return std::string(Xdg) + "/ferry";
  const char *Home = secure_getenv("HOME");
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
  using Status = std::array<struct stat, 2>;
  static constinit LazyObject<Status> Libraries;
  const Status &Here = Libraries.get([] {
    auto *Result = new Status{};
    if (stat(compilerPath().c_str(), &(*Result)[0]) != 0)
      (*Result)[0] = {};
    if (stat(spirvTranslatorPath().c_str(), &(*Result)[1]) != 0)
      (*Result)[1] = {};
    return Result;
  });
  AddNumber(abi::Version);
  AddNumber(config::allThroughEngine());
  AddNumber(config::checks());
  for (const struct stat &Library : Here) {
    AddNumber(std::uint64_t(Library.st_size));
    AddNumber(std::uint64_t(Library.st_mtim.tv_sec));
    AddNumber(std::uint64_t(Library.st_mtim.tv_nsec));
  }
  AddNumber(std::uint64_t(isa()));
  AddNumber(config::width());
  AddText(config::get(config::Variable::Dimension));
  AddText(config::get(config::Variable::DebugInfo));
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
  return asText(XXH3_128bits_digest(&State));
}

bool ObjectCache::isCacheable(std::string_view Source) {
  for (std::string_view Name : {"__DATE__", "__TIME__", "__TIMESTAMP__"})
    if (Source.find(Name) != Source.npos)
      return false;
  return true;
}

std::optional<ProgramBinary> ObjectCache::find(const std::string &Key) const {
  if (Path.empty())
    return std::nullopt;
  const CacheFolder Folder(Path, CacheFolder::IfMissing::None);
  std::time_t Modified = 0;
  std::optional<std::string> Bytes;
  if (Folder.isOpen())
    Bytes = Folder.read(Key + Suffix, Modified);
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
    Folder.refresh(Key + Suffix);
  report("hit", Key);
  return Program;
}

/// The entries of \p Folder, oldest first.
///
/// \param StaleAge what is half-written and older than so many seconds is
///        removed.
static std::vector<ObjectCache::Entry> listEntries(const CacheFolder &Folder,
                                                   std::time_t StaleAge) {
  std::vector<ObjectCache::Entry> Entries;
  const std::time_t Now = std::time(nullptr);
  Folder.forEach([&](const std::string &Name, const struct stat &Status) {
    const bool IsFolder = S_ISDIR(Status.st_mode);
    if (!IsFolder && Name.ends_with(CacheFolder::Unfinished)) {
      if (Now - Status.st_mtime > StaleAge)
        Folder.remove(Name);
    } else if (Name.ends_with(IsFolder ? SourceSuffix : Suffix)) {
      Entries.push_back(
          {Name, IsFolder, Status.st_mtime,
           IsFolder ? SourceBytes : std::uint64_t(Status.st_size)});
    }
  });
  std::sort(Entries.begin(), Entries.end(),
            [](const ObjectCache::Entry &A, const ObjectCache::Entry &B) {
              return A.modified < B.modified;
            });
  return Entries;
}

static void removeEntry(const CacheFolder &Folder,
                        const ObjectCache::Entry &E) {
  if (E.isFolder)
    Folder.removeFolder(E.name, SourceName);
  else
    Folder.remove(E.name);
}

/// Removes the oldest entries if there is more than the limit.
static void trim(const CacheFolder &Folder) {
  const std::vector<ObjectCache::Entry> Entries =
      listEntries(Folder, StaleSeconds);
  std::uint64_t Total = 0;
  for (const ObjectCache::Entry &E : Entries)
    Total += E.bytes;
  if (Total <= LimitBytes)
    return;
  for (const ObjectCache::Entry &E : Entries) {
    if (Total <= TrimmedBytes)
      break;
    removeEntry(Folder, E);
    Total -= E.bytes;
  }
}

std::vector<ObjectCache::Entry> ObjectCache::entries() const {
  const CacheFolder Folder(Path, CacheFolder::IfMissing::None);
  return Folder.isOpen() ? listEntries(Folder, StaleSeconds)
                         : std::vector<Entry>();
}

void ObjectCache::clear() const {
  const CacheFolder Folder(Path, CacheFolder::IfMissing::None);
  if (!Folder.isOpen())
    return;
  for (const Entry &E : listEntries(Folder, /*StaleAge=*/-1))
    removeEntry(Folder, E);
}

void ObjectCache::store(const std::string &Key, BinaryKind Kind,
                        const Result &Built) const {
  if (Path.empty())
    return;
  ProgramBinary Program{Kind, Built.log, Built.image, Built.kernels};
  for (const std::string &Name : Built.includedFiles) {
    bool Cacheable = true;
    std::optional<IncludedFile> File = hashFile(Name, &Cacheable);
    if (!File || !Cacheable)
      return;
    Program.includes.push_back(*std::move(File));
  }
  const CacheFolder Folder(Path, CacheFolder::IfMissing::Make);
  if (!Folder.isOpen()) {
    report("not used, as this user alone has no such folder:", Path);
    return;
  }
  if (!Folder.write(Key + Suffix, pack(Program))) {
    report("cannot write", Key);
    return;
  }
  report("stored", Key);
  // Keys are as good as random: one store in 64 looks at the size.
  if (Key.ends_with("00") || Key.ends_with("40") || Key.ends_with("80") ||
      Key.ends_with("c0"))
    trim(Folder);
}

std::string ObjectCache::keepSource(std::string_view Text) const {
  if (Path.empty())
    return "";
  const std::string Name =
      asText(XXH3_128bits(Text.data(), Text.size())) + SourceSuffix;
  const CacheFolder Folder(Path, CacheFolder::IfMissing::Make);
  if (!Folder.isOpen())
    return "";
  const std::string OwnPath = Path + "/" + Name;
  const CacheFolder Own(OwnPath, CacheFolder::IfMissing::Make);
  std::time_t Modified;
  if (!Own.isOpen() ||
      (Own.read(SourceName, Modified) != Text && !Own.write(SourceName, Text)))
    return "";
  Folder.refresh(Name);
  return OwnPath + "/" + SourceName;
}

//===----------------------------------------------------------------------===//
// Building through the cache
//===----------------------------------------------------------------------===//

namespace {

const ObjectCache &cache() {
  static constinit LazyObject<ObjectCache> Cache;
  return Cache.get(
      [] { return new ObjectCache(ObjectCache::defaultFolder()); });
}

const char *nameOf(Action A) {
  switch (A) {
  case Action::Build:
    return "build";
  case Action::Compile:
    return "compile";
  case Action::Link:
    return "link";
  case Action::Kernel:
    return "kernel";
  }
  return "";
}

} // namespace

BinaryKind kindOf(Action Asked, const Options &Given) {
  return Asked == Action::Compile  ? BinaryKind::Compiled
         : Asked == Action::Kernel ? BinaryKind::Kernel
         : Given.createLibrary     ? BinaryKind::Library
                                   : BinaryKind::Object;
}

static Result findOrRun(const Request &Asked) {
  Request What = Asked;
  std::string Error;
  const std::optional<Options> Parsed =
      parseOptions(What.action, What.options, Error);
  if (!Parsed)
    return {Status::InvalidOptions, "error: " + Error, "", "", {}};
  std::vector<std::string_view> Inputs = What.inputs;
  for (const Header &H : What.headers) {
    Inputs.push_back(H.first);
    Inputs.push_back(H.second);
  }
  const bool IsText = What.language == Language::OpenCLC;
  std::string SourceFile;
  if (Parsed->debugInfo && IsText &&
      (What.action == Action::Build || What.action == Action::Compile)) {
    SourceFile = cache().keepSource(What.inputs.front());
    What.sourceFile = SourceFile;
    Inputs.push_back(SourceFile);
  }
  const std::string Row = std::to_string(What.row);
  if (What.action == Action::Kernel) {
    Inputs.push_back(What.kernel);
    Inputs.push_back(Row);
    Inputs.push_back(What.constants);
  }
  const bool IsCacheable =
      ObjectCache::isCacheable(What.options) &&
      (!IsText || What.action == Action::Link ||
       What.action == Action::Kernel ||
       std::all_of(Inputs.begin(), Inputs.end(), ObjectCache::isCacheable));
  std::string Key;
  Result R;
  if (IsCacheable) {
    Key = ObjectCache::key(nameOf(What.action) +
                               std::string(IsText ? "" : " SPIR-V"),
                           What.options, Inputs);
    if (std::optional<ProgramBinary> Found = cache().find(Key)) {
      R.status = Status::Success;
      R.log = std::move(Found->log);
      R.image = std::move(Found->image);
      R.kernels = std::move(Found->kernels);
      return R;
    }
  }
  Compiler *C = theCompiler(Error);
  if (!C) {
    R.log = std::move(Error);
    return R;
  }
  R = C->run(What);
  if (IsCacheable && R.status == Status::Success)
    cache().store(Key, kindOf(What.action, *Parsed), R);
  return R;
}

Result runCached(const Request &What) {
  if (!trace::isOn())
    return findOrRun(What);
  const std::uint64_t Begin = trace::now();
  Result R = findOrRun(What);
  for (const Stage &S : R.stages)
    trace::note(
        {trace::Kind::Stage, 0, S.begin, S.end, {trace::number(S.name)}});
  trace::note(
      {trace::Kind::Build,
       R.status == Status::Success,
       Begin,
       trace::now(),
       {trace::number(nameOf(What.action)), trace::number(What.kernel)}});
  return R;
}

} // namespace ferry::compiler
