// Finds the artifacts of earlier calls and keeps those of this one. Trouble with the cache is never an error here:
// what cannot be read is a miss, and what cannot be written is not kept.
#pragma once

#include <chrono>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "clc/cache/key.h"
#include "clc/cache/remote.h"
#include "clc/cache/store.h"
#include "clc/package/artifact.h"
#include "identity/identity.h"
#include "identity/memos.h"
#include "lookup/action.h"
#include "lookup/disk.h"
#include "lookup/turns.h"
#include "plan/plan.h"
#include "protocol/source_roots.h"
#include "support/sink.h"

namespace clc {

class ArtifactCache {
 public:
  // Artifacts that this machine does not have are fetched from `remote`, and then kept here, too.
  ArtifactCache(const Plan& plan, cache::Store& store, cache::Remote& remote, Memos& memos);

  // Returns the digest of an artifact that the present worker made of the present sources, if one is known.
  std::optional<std::string> find(CompilationIndex compilation);
  // Returns the artifact of a digest that find() gave, if it is what the compilation was asked for.
  std::optional<Artifact> load(CompilationIndex compilation, const std::string& digest);
  // Returns what the job's final step made of the worker's artifact of this digest, if it is known.
  std::optional<Artifact> load_final(JobIndex job, const std::string& worker_digest);

  // Takes the turn to make what is lacking of a compilation, or what the job's final step makes of the worker's
  // artifact of this digest; see Turns::take. Another process may have kept that since it was looked up.
  std::optional<Turn> take_turn(CompilationIndex compilation);
  std::optional<Turn> take_turn(JobIndex job, const std::string& worker_digest);

  // Keeps the encoded artifact that the worker just made, unless something that it was made of was changed meanwhile.
  // It must be what was asked for: its complaint() is empty. Returns the artifact's digest; empty without a cache.
  std::string keep(CompilationIndex compilation, const Bytes& artifact, const std::optional<FileFacts>& facts);
  // Keeps what the job's final step made of the worker's artifact, under the same conditions.
  void keep_final(JobIndex job, const std::string& worker_digest, const Artifact& artifact);

  // Keeps how long a job took that was compiled just now.
  void keep_cost(JobIndex job, std::chrono::milliseconds took);
  // How long the job took the last time.
  std::optional<std::chrono::milliseconds> cost(JobIndex job);

  void count(bool is_hit);
  bool is_enabled() const { return store_.is_enabled(); }

  // The key that is looked up for a compilation, with what it was made of. query_of() is null without a cache, and
  // where the identity of the worker cannot be told.
  struct Query {
    SourceRoots roots;
    const Identity* worker;
    cache::Key key;
    std::string hex;  // of the key
  };
  const Query* query_of(CompilationIndex compilation);
  // True when the job's driver gets inline assembly, which may read files that the cache does not know of: nothing is
  // kept then. `worker_digest` must be one that find() or keep() gave.
  bool may_read_unknown_files(JobIndex job, const std::string& worker_digest) const;
  // The key of the job's final step. Nothing where the identity of the driver or assembler cannot be told, or where the
  // driver may read unknown files.
  std::optional<cache::Key> final_key(JobIndex job, const std::string& worker_digest) const;
  std::optional<Action> action(const std::string& key);
  Disk& disk() { return disk_; }

 private:
  const std::optional<Identity>& worker_for(const Compilation& compilation);
  bool is_same_worker(const Compilation& compilation, const Identity& before);
  bool is_same_program(const PlannedTarget& target);
  std::optional<std::string> find_final(JobIndex job, const std::string& worker_digest);
  // The action that servers have under the key; they are asked once.
  const std::optional<Action>& remote_action(const std::string& key);
  std::optional<Bytes> artifact_bytes(const std::string& digest);
  template <class Index>
  std::optional<Artifact> load_for(Index index, const std::string& digest);
  // Puts `made` in front of what is known under the key, here and, where others can use it, on servers.
  void put(const std::string& key, const Candidate& made, const Bytes& artifact, bool is_for_servers);

  const Plan& plan_;
  cache::Store& store_;
  cache::Remote& remote_;
  Memos& memos_;
  IndexedVector<CompilationIndex, std::optional<Query>> queries_;
  std::map<std::string, std::optional<Identity>> workers_;  // by target; empty when the worker cannot be identified
  std::map<std::string, std::optional<Action>> remote_actions_;  // by key
  std::set<std::string> with_assembly_;                          // digests of artifacts
  Disk disk_;
  Turns turns_;
};

}  // namespace clc
