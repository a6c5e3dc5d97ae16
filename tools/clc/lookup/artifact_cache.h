// Artifacts of earlier calls, and keeping those of this one. Nothing that is wrong with the cache is an error here:
// it is a miss, or is not kept.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "lookup/action.h"
#include "clc/cache/remote.h"
#include "clc/cache/store.h"
#include "plan/compilation.h"
#include "lookup/disk.h"
#include "lookup/cache_keys.h"

namespace clc {

// The servers of CLC_REMOTE; none without a cache of our own.
Result<cache::Remote> open_remote(const cache::Store& store);

// What went wrong with either, a note each.
void tell_trouble(const cache::Store& store, const cache::Remote& remote, Sink& sink);

class ArtifactCache {
 public:
  // What this machine does not have is asked of `remote`, and then is here too.
  ArtifactCache(const Plan& plan, const CompileArguments& arguments, cache::Store& store, cache::Remote& remote,
                Identities& identities);

  // The plan's; the functions below take an index of them.
  const std::vector<Compilation>& compilations() const { return compilations_; }

  // Digests of artifacts that were made of what is here now, by the compilers that are here now.
  std::optional<std::string> find(std::size_t compilation);
  std::optional<std::string> find_derived(std::size_t job, const std::string& base);
  // The artifact whole, if it is what was asked for.
  std::optional<Artifact> load(std::size_t compilation, const std::string& digest);
  std::optional<Artifact> load_derived(std::size_t job, const std::string& digest);

  // Keeps what was just made, unless something that it was made of was changed meanwhile. The artifact's digest;
  // empty without a cache.
  std::string keep(std::size_t compilation, const Artifact& artifact, const std::optional<FileFacts>& facts);
  void keep_derived(std::size_t job, const std::string& base, const Artifact& artifact);

  void count(bool is_hit);
  bool is_enabled() const { return store_.is_enabled(); }

  // What all this goes by. Nothing without a cache, and where the identity of a compiler cannot be told.
  struct Question {
    SourceRoots roots;
    const Identity* worker;
    cache::Key key;
    std::string hex;  // of the key
  };
  const Question* question(std::size_t compilation);
  std::optional<cache::Key> derived_key(std::size_t job, const std::string& base) const;
  std::optional<Action> action(const std::string& key);
  Disk& disk() { return disk_; }

 private:
  const std::optional<Identity>& worker_for(const std::string& target);
  bool is_same_worker(const std::string& target, const Identity& before);
  bool is_same_tool(const PlannedTarget& target);
  // What servers have under the key; asked once.
  const std::optional<Action>& remote_action(const std::string& key);
  std::optional<Bytes> artifact_bytes(const std::string& digest);
  std::optional<Artifact> load(const std::string& digest);
  // Puts `made` in front of what is known under the key, here and on servers.
  void put(const std::string& key, const Candidate& made, const Bytes& artifact);

  const Plan& plan_;
  const CompileArguments& arguments_;
  cache::Store& store_;
  cache::Remote& remote_;
  Identities& identities_;
  std::vector<Compilation> compilations_;
  std::vector<std::optional<Question>> questions_;
  std::map<std::string, std::optional<Identity>> workers_;  // by target; empty: cannot be told
  std::map<std::string, std::optional<Action>> remote_actions_;  // by key
  Disk disk_;
};

}  // namespace clc
