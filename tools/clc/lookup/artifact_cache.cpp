#include "lookup/artifact_cache.h"

#include <algorithm>
#include <cstdlib>
#include <sstream>

#include "compile/check.h"
#include "clc/package/digest.h"
#include "compile/final_step.h"
#include "lookup/recent_keys.h"
#include "toolchain/process.h"

namespace clc {

using cache::EntryKind;

namespace {

Action with(std::optional<Action> known, const Candidate& made) {
  Action action = std::move(known).value_or(Action());
  action.add(made);
  return action;
}

}  // namespace

Result<cache::Remote> open_remote(const cache::Store& store) {
  const char* servers = std::getenv("CLC_REMOTE");
  if (servers == nullptr || *servers == '\0' || !store.is_enabled()) return cache::Remote::open("", "");
  Result<std::string> module = helper_path("clc-remote.so");
  if (!module) return fail(module);
  return cache::Remote::open(servers, *std::move(module));
}

void tell_trouble(const cache::Store& store, const cache::Remote& remote, Sink& sink) {
  std::istringstream lines(store.trouble() + "\n" + remote.trouble());
  for (std::string line; std::getline(lines, line);) {
    if (!line.empty()) sink.message(Severity::k_note, "cache: " + line);
  }
}

ArtifactCache::ArtifactCache(const Plan& plan, const CompileArguments& arguments, cache::Store& store,
                             cache::Remote& remote, Identities& identities)
    : plan_(plan),
      arguments_(arguments),
      store_(store),
      remote_(remote),
      identities_(identities),
      compilations_(compilations_of(plan)),
      questions_(compilations_.size()) {
  for (const SourceFile& source : plan.sources) {
    if (!source.path.empty()) disk_.know(normal_path(source.path), source.sha256);
  }
}

const std::optional<Identity>& ArtifactCache::worker_for(const std::string& target) {
  const auto [at, is_new] = workers_.try_emplace(target);
  if (!is_new) return at->second;
  const Result<Target> parsed = parse_target(target);
  if (!parsed) return at->second;
  if (Result<Identity> identity = identities_.worker(plan_.worker_program, *parsed)) at->second = *std::move(identity);
  return at->second;
}

const ArtifactCache::Question* ArtifactCache::question(std::size_t compilation) {
  if (!is_enabled()) return nullptr;
  std::optional<Question>& known = questions_[compilation];
  if (known) return &*known;
  const Compilation& wanted = compilations_[compilation];
  const std::optional<Identity>& worker = worker_for(wanted.target);
  if (!worker) return nullptr;
  const Job& job = plan_.jobs[wanted.jobs.front()];
  const CompileRequest request = request_for(plan_, wanted, arguments_);
  SourceRoots roots(request);
  cache::Key key = compile_key(request, plan_.source_of(job).sha256, job.options, roots, *worker);
  std::string hex = key.hex();
  known = Question{std::move(roots), &*worker, std::move(key), std::move(hex)};
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

std::optional<std::string> ArtifactCache::find(std::size_t compilation) {
  const Question* asked = question(compilation);
  if (asked == nullptr) return std::nullopt;
  const auto fitting = [&](const std::optional<Action>& known) -> const Candidate* {
    if (!known) return nullptr;
    for (const Candidate& candidate : known->candidates) {
      const bool is_here = candidate.place.empty() || candidate.place == place_of(asked->roots);
      if (is_here && hold(candidate.facts, asked->roots, disk_)) return &candidate;
    }
    return nullptr;
  };
  std::optional<Action> known = action(asked->hex);
  if (const Candidate* candidate = fitting(known)) return candidate->artifact;
  const Candidate* candidate = fitting(remote_action(asked->hex));
  if (candidate == nullptr) return std::nullopt;
  store_.put(EntryKind::k_action, asked->hex, encode_action(with(std::move(known), *candidate)));
  return candidate->artifact;
}

std::optional<cache::Key> ArtifactCache::derived_key(std::size_t job, const std::string& base) const {
  const Job& planned = plan_.jobs[job];
  if (base.empty() || !is_enabled() || plan_.target_of(planned).identity.empty()) return std::nullopt;
  return derive_key(plan_, planned, base);
}

std::optional<std::string> ArtifactCache::find_derived(std::size_t job, const std::string& base) {
  const std::optional<cache::Key> key = derived_key(job, base);
  if (!key) return std::nullopt;
  const std::string hex = key->hex();
  std::optional<Action> known = action(hex);
  if (!known) {
    known = remote_action(hex);
    if (known) store_.put(EntryKind::k_action, hex, encode_action(*known));
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

std::optional<Artifact> ArtifactCache::load(const std::string& digest) {
  const std::optional<Bytes> bytes = artifact_bytes(digest);
  if (!bytes) return std::nullopt;
  Result<Artifact> artifact = decode_known_artifact(*bytes);
  if (artifact) return *std::move(artifact);
  store_.quarantine(EntryKind::k_artifact, digest);
  return std::nullopt;
}

std::optional<Artifact> ArtifactCache::load(std::size_t compilation, const std::string& digest) {
  std::optional<Artifact> artifact = load(digest);
  const Job& job = plan_.jobs[compilations_[compilation].jobs.front()];
  if (artifact && base_complaint(plan_, job, *artifact).empty()) return artifact;
  if (artifact) store_.quarantine(EntryKind::k_artifact, digest);
  return std::nullopt;
}

std::optional<Artifact> ArtifactCache::load_derived(std::size_t job, const std::string& digest) {
  std::optional<Artifact> artifact = load(digest);
  if (artifact && complaint(plan_, plan_.jobs[job], *artifact).empty()) return artifact;
  if (artifact) store_.quarantine(EntryKind::k_artifact, digest);
  return std::nullopt;
}

bool ArtifactCache::is_same_worker(const std::string& target, const Identity& before) {
  const Result<Target> parsed = parse_target(target);
  const Result<Identity> now = parsed ? identities_.worker(plan_.worker_program, *parsed) : Identity();
  return now && *now == before;
}

bool ArtifactCache::is_same_tool(const PlannedTarget& target) {
  if (target.driver) {
    const Result<Identities::KnownDriver> now = identities_.driver(plan_.driver_program, target.target);
    return now && now->identity == target.identity;
  }
  const Result<Identities::KnownAssembler> now = identities_.assembler(target.target.family, arguments_.tools);
  return now && now->identity == target.identity;
}

std::string ArtifactCache::keep(std::size_t compilation, const Artifact& artifact,
                                const std::optional<FileFacts>& facts) {
  if (!is_enabled()) return "";
  const Bytes bytes = encode_artifact(artifact);
  const std::string digest = sha256_hex(bytes);
  const Compilation& made = compilations_[compilation];
  const Question* asked = question(compilation);
  const Job& job = plan_.jobs[made.jobs.front()];
  if (asked == nullptr || !facts || !facts->is_repeatable || !base_complaint(plan_, job, artifact).empty()) return digest;
  // The compiler was given exactly the bytes whose digests it tells. What was changed since is about to be changed.
  Disk now;
  if (!hold(*facts, asked->roots, now) || !is_same_worker(made.target, *asked->worker)) return digest;
  const bool is_bound = facts->names_absolute || names_place(bytes, asked->roots);
  put(asked->hex, {digest, is_bound ? place_of(asked->roots) : "", *facts}, bytes);
  remember_key(store_, plan_, job, made.target, asked->key);
  return digest;
}

void ArtifactCache::keep_derived(std::size_t job, const std::string& base, const Artifact& artifact) {
  const std::optional<cache::Key> key = derived_key(job, base);
  const Job& planned = plan_.jobs[job];
  const PlannedTarget& target = plan_.target_of(planned);
  if (!key || !complaint(plan_, planned, artifact).empty() || !is_same_tool(target)) return;
  const Bytes bytes = encode_artifact(artifact);
  const std::string digest = sha256_hex(bytes);
  put(key->hex(), {digest, "", {}}, bytes);
  remember_key(store_, plan_, planned, target.name, *key);
}

void ArtifactCache::put(const std::string& key, const Candidate& made, const Bytes& artifact) {
  if (store_.put(EntryKind::k_artifact, made.artifact, artifact)) {
    store_.put(EntryKind::k_action, key, encode_action(with(action(key), made)));
  }
  if (!remote_.has_servers()) return;
  remote_.put(key, encode_action(with(remote_action(key), made)), made.artifact, artifact);
}

void ArtifactCache::count(bool is_hit) {
  if (is_hit) {
    store_.count_hit();
  } else {
    store_.count_miss();
  }
}

}  // namespace clc
