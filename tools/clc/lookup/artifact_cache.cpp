#include "lookup/artifact_cache.h"

#include <algorithm>

#include "clc/base/digest.h"
#include "identity/assembler_identity.h"
#include "identity/driver_identity.h"
#include "identity/worker_identity.h"
#include "lookup/cache_keys.h"
#include "lookup/job_costs.h"
#include "lookup/recent_keys.h"
#include "plan/job_result.h"

namespace clc {

using cache::EntryKind;

namespace {

Action with(std::optional<Action> known, const Candidate& made) {
  Action action = std::move(known).value_or(Action());
  action.add(made);
  return action;
}

}  // namespace

ArtifactCache::ArtifactCache(const Plan& plan, cache::Store& store, cache::Remote& remote, Memos& memos)
    : plan_(plan),
      store_(store),
      remote_(remote),
      memos_(memos),
      queries_(plan.compilations.size()),
      disk_(plan.readable),
      turns_(store) {
  for (const SourceFile& source : plan.sources) {
    for (const SourceFile* one : source.all()) {
      if (!one->is_given) disk_.know(normal_path(one->path), one->sha256);
    }
  }
}

const std::optional<Identity>& ArtifactCache::worker_for(const Compilation& compilation) {
  const Target& target = compilation.request.target;
  const auto [at, is_new] = workers_.try_emplace(target.name());
  if (!is_new) return at->second;
  if (Result<Identity> identity = identify_worker(memos_, plan_.worker_program, target))
    at->second = *std::move(identity);
  return at->second;
}

const ArtifactCache::Query* ArtifactCache::query_of(CompilationIndex compilation) {
  if (!is_enabled()) return nullptr;
  std::optional<Query>& known = queries_[compilation];
  if (known) return &*known;
  const Compilation& wanted = plan_.compilations[compilation];
  const std::optional<Identity>& worker = worker_for(wanted);
  if (!worker) return nullptr;
  SourceRoots roots(wanted.request);
  cache::Key key = compile_key(wanted.request, plan_.source_of(plan_.first_job(wanted)), roots, *worker);
  std::string hex = key.hex();
  known = Query{std::move(roots), &*worker, std::move(key), std::move(hex)};
  return &*known;
}

std::optional<Action> ArtifactCache::action(const std::string& key) {
  const std::optional<Bytes> bytes = store_.get(EntryKind::k_action, key);
  if (!bytes) return std::nullopt;
  std::optional<Action> action = decode_action(*bytes);
  if (!action) store_.quarantine(EntryKind::k_action, key);
  return action;
}

const std::optional<Action>& ArtifactCache::remote_action(const std::string& key) {
  const auto [at, is_new] = remote_actions_.try_emplace(key);
  const std::optional<Bytes> bytes = is_new ? remote_.get(EntryKind::k_action, key) : std::nullopt;
  if (bytes) at->second = decode_action(*bytes);
  return at->second;
}

std::optional<std::string> ArtifactCache::find(CompilationIndex compilation) {
  const Query* query = query_of(compilation);
  if (query == nullptr) return std::nullopt;
  const auto fitting = [&](const std::optional<Action>& known, bool is_from_server) -> const Candidate* {
    if (!known) return nullptr;
    for (const Candidate& candidate : known->candidates) {
      if (is_from_server && !may_be_asked_by_strangers(candidate.facts, query->roots)) continue;
      const bool is_here = candidate.place.empty() || candidate.place == place_of(query->roots);
      if (is_here && hold(candidate.facts, query->roots, disk_)) return &candidate;
    }
    return nullptr;
  };
  std::optional<Action> known = action(query->hex);
  if (const Candidate* candidate = fitting(known, false)) {
    if (candidate->facts.has_assembly) with_assembly_.insert(candidate->artifact);
    return candidate->artifact;
  }
  const Candidate* candidate = fitting(remote_action(query->hex), true);
  if (candidate == nullptr) return std::nullopt;
  if (candidate->facts.has_assembly) with_assembly_.insert(candidate->artifact);
  store_.put(EntryKind::k_action, query->hex, encode_action(with(std::move(known), *candidate)));
  const Compilation& fetched = plan_.compilations[compilation];
  remember_key(store_, plan_, plan_.first_job(fetched), fetched.request.target.name(), query->key);
  return candidate->artifact;
}

bool ArtifactCache::may_read_unknown_files(JobIndex job, const std::string& worker_digest) const {
  return plan_.target_of(job).gets_source() && with_assembly_.contains(worker_digest);
}

std::optional<cache::Key> ArtifactCache::final_key(JobIndex job, const std::string& worker_digest) const {
  if (may_read_unknown_files(job, worker_digest)) return std::nullopt;
  if (worker_digest.empty() || !is_enabled() || plan_.target_of(job).identity.empty()) return std::nullopt;
  return final_step_key(plan_, plan_.jobs[job], worker_digest);
}

std::optional<std::string> ArtifactCache::find_final(JobIndex job, const std::string& worker_digest) {
  const std::optional<cache::Key> key = final_key(job, worker_digest);
  if (!key) return std::nullopt;
  const std::string hex = key->hex();
  std::optional<Action> known = action(hex);
  if (!known) {
    known = remote_action(hex);
    if (known) {
      store_.put(EntryKind::k_action, hex, encode_action(*known));
      remember_key(store_, plan_, plan_.jobs[job], plan_.target_of(job).name, *key);
    }
  }
  if (!known || known->candidates.empty()) return std::nullopt;
  return known->candidates.front().artifact;
}

std::optional<Bytes> ArtifactCache::artifact_bytes(const std::string& digest) {
  std::optional<Bytes> bytes = store_.get(EntryKind::k_artifact, digest);
  if (bytes) return bytes;
  bytes = remote_.get(EntryKind::k_artifact, digest);
  if (bytes) store_.put(EntryKind::k_artifact, digest, *bytes);
  return bytes;
}

template <class Index>
std::optional<Artifact> ArtifactCache::load_for(Index index, const std::string& digest) {
  const std::optional<Bytes> bytes = artifact_bytes(digest);
  if (!bytes) return std::nullopt;
  Result<Artifact> artifact = decode_known_artifact(*bytes);
  if (artifact && complaint(plan_, index, *artifact).empty()) return *std::move(artifact);
  store_.quarantine(EntryKind::k_artifact, digest);
  return std::nullopt;
}

std::optional<Artifact> ArtifactCache::load(CompilationIndex compilation, const std::string& digest) {
  return load_for(compilation, digest);
}

std::optional<Artifact> ArtifactCache::load_final(JobIndex job, const std::string& worker_digest) {
  const std::optional<std::string> digest = find_final(job, worker_digest);
  return digest ? load_for(job, *digest) : std::nullopt;
}

std::optional<Turn> ArtifactCache::take_turn(CompilationIndex compilation) {
  const Query* query = query_of(compilation);
  return query == nullptr ? Turn() : turns_.take(query->hex);
}

std::optional<Turn> ArtifactCache::take_turn(JobIndex job, const std::string& worker_digest) {
  const std::optional<cache::Key> key = final_key(job, worker_digest);
  return key ? turns_.take(key->hex()) : Turn();
}

bool ArtifactCache::is_same_worker(const Compilation& compilation, const Identity& before) {
  const Result<Identity> now = identify_worker(memos_, plan_.worker_program, compilation.request.target);
  return now && *now == before;
}

// True when the driver or assembler of a target is still the one that the plan was made with.
bool ArtifactCache::is_same_program(const PlannedTarget& target) {
  if (target.driver) {
    const Result<KnownDriver> now = identify_driver(memos_, plan_.driver_program, target.target);
    return now && now->identity == target.identity;
  }
  const Result<KnownAssembler> now = identify_assembler(memos_, target.target.family, plan_.tools);
  return now && now->identity == target.identity;
}

std::string ArtifactCache::keep(CompilationIndex compilation, const Bytes& artifact,
                                const std::optional<FileFacts>& facts) {
  if (!is_enabled()) return "";
  const std::string digest = sha256_hex(artifact);
  if (facts && facts->has_assembly) with_assembly_.insert(digest);
  const Compilation& made = plan_.compilations[compilation];
  const Query* query = query_of(compilation);
  if (query == nullptr || !facts || !facts->is_repeatable) return digest;
  // The compiler's facts hold the digests of exactly the bytes that it read. If a file was changed since, the entry
  // would describe a state of the disk that is gone, and is not kept.
  Disk now(plan_.readable);
  if (!hold(*facts, query->roots, now) || !is_same_worker(made, *query->worker)) return digest;
  const bool is_bound = facts->names_absolute || names_place(artifact, query->roots);
  put(query->hex, {digest, is_bound ? place_of(query->roots) : "", *facts}, artifact,
      may_be_asked_by_strangers(*facts, query->roots));
  remember_key(store_, plan_, plan_.first_job(made), made.request.target.name(), query->key);
  return digest;
}

void ArtifactCache::keep_final(JobIndex job, const std::string& worker_digest, const Artifact& artifact) {
  const std::optional<cache::Key> key = final_key(job, worker_digest);
  const PlannedTarget& target = plan_.target_of(job);
  if (!key || !is_same_program(target)) return;
  const Bytes bytes = encode_artifact(artifact);
  const std::string digest = sha256_hex(bytes);
  put(key->hex(), {digest, "", {}}, bytes, true);
  remember_key(store_, plan_, plan_.jobs[job], target.name, *key);
}

void ArtifactCache::put(const std::string& key, const Candidate& made, const Bytes& artifact, bool is_for_servers) {
  if (store_.put(EntryKind::k_artifact, made.artifact, artifact))
    store_.put(EntryKind::k_action, key, encode_action(with(action(key), made)));
  if (!is_for_servers || !remote_.has_servers()) return;
  remote_.put(key, encode_action(with(remote_action(key), made)), made.artifact, artifact);
}

void ArtifactCache::keep_cost(JobIndex job, std::chrono::milliseconds took) {
  if (store_.is_enabled()) remember_cost(store_, plan_, job, took);
}

std::optional<std::chrono::milliseconds> ArtifactCache::cost(JobIndex job) {
  return store_.is_enabled() ? remembered_cost(store_, plan_, job) : std::nullopt;
}

void ArtifactCache::count(bool is_hit) {
  if (is_hit) {
    store_.count_hit();
  } else {
    store_.count_miss();
  }
}

}  // namespace clc
