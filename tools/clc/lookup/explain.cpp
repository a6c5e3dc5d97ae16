#include "lookup/explain.h"

#include <algorithm>

#include "base/text.h"
#include "lookup/cache_keys.h"
#include "lookup/recent_keys.h"

namespace clc {
namespace {

std::string change_of(Difference difference) {
  switch (difference) {
    case Difference::k_none:
      break;
    case Difference::k_appeared:
      return "appeared";
    case Difference::k_vanished:
      return "vanished";
    case Difference::k_changed:
      return "changed";
    case Difference::k_kind:
      return "changed";
    case Difference::k_link:
      return "relinked";
  }
  return "";
}

std::string change_of(FieldChange::Kind kind) {
  switch (kind) {
    case FieldChange::Kind::k_added:
      return "added";
    case FieldChange::Kind::k_removed:
      return "removed";
    case FieldChange::Kind::k_changed:
      return "changed";
    case FieldChange::Kind::k_order:
      return "reordered";
  }
  return "";
}

// True for fields of a key that can occur several times, and whose values are names themselves.
bool is_list(const std::string& field) {
  for (const char* name :
       {"option", "section", "argument", "driver's extension", "driver's feature", "driver's macro"}) {
    if (field == name) return true;
  }
  return false;
}

// The file that a field of a key is the digest of; null for other fields.
const SourceFile* source_of_field(const std::string& name, const SourceFile& source) {
  if (name == "source") return &source;
  std::size_t number = 1;
  for (const SourceFile& other : source.others) {
    if (name == "source " + std::to_string(++number)) return &other;
  }
  return nullptr;
}

Reason reason_of(const FieldChange& change, const SourceFile& source) {
  Reason reason{change_of(change.kind), change.name, change.before, change.now};
  if (const SourceFile* file = source_of_field(change.name, source)) return {reason.change, file->spelled, "", ""};
  if (change.name == "source date") reason.subject = "environment variable SOURCE_DATE_EPOCH";
  if (change.name == "base") return {reason.change, "the worker's output, from which this is made", "", ""};
  if (is_list(change.name) && change.kind != FieldChange::Kind::k_order &&
      (change.before.empty() || change.now.empty())) {
    return {reason.change, change.name + " " + change.before + change.now, "", ""};
  }
  if (const std::size_t variable = change.name.find(" $"); variable != std::string::npos)
    reason.subject = "environment variable " + change.name.substr(variable + 2);
  return reason;
}

// Compares the key with the most similar one of those that this file had before.
std::vector<Reason> reasons_of_key(cache::Store& store, const Plan& plan, const Job& job, const std::string& target,
                                   const cache::Key& now) {
  const SourceFile& source = plan.source_of(job);
  const std::vector<cache::Key> known = remembered_keys(store, plan, job, target);
  std::vector<FieldChange> fewest;
  for (const cache::Key& before : known) {
    std::vector<FieldChange> changes = field_changes(before, now);
    if (changes.empty()) return {{"removed", "the cache entry (evicted, or deleted with `clc cache`)", "", ""}};
    if (fewest.empty() || changes.size() < fewest.size()) fewest = std::move(changes);
  }
  if (known.empty()) return {{"new", source.spelled + " was not compiled for " + target + " with this cache", "", ""}};
  std::vector<Reason> reasons;
  for (const FieldChange& change : fewest) reasons.push_back(reason_of(change, source));
  return reasons;
}

std::vector<Reason> reasons_of_candidate(const Plan& plan, const Job& job, const Candidate& candidate,
                                         const SourceRoots& roots, Disk& disk) {
  if (!candidate.place.empty() && candidate.place != place_of(roots))
    return {{"moved", "the folders (the artifact in the cache holds absolute paths)", "", ""}};
  std::vector<Reason> reasons;
  const std::vector<Difference> found = differences(candidate.facts, roots, disk);
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (found[i] == Difference::k_none) continue;
    reasons.push_back({change_of(found[i]), spell(candidate.facts.facts[i].path, plan, job), "", ""});
  }
  return reasons;
}

// Compares the disk with what was compiled under this very key.
std::vector<Reason> reasons_of_files(const Plan& plan, const Job& job, const Action& action, const SourceRoots& roots,
                                     Disk& disk) {
  std::vector<Reason> fewest;
  for (const Candidate& candidate : action.candidates) {
    std::vector<Reason> reasons = reasons_of_candidate(plan, job, candidate, roots, disk);
    if (reasons.empty()) return {{"removed", "the artifact (evicted, or deleted with `clc cache`)", "", ""}};
    if (fewest.empty() || reasons.size() < fewest.size()) fewest = std::move(reasons);
  }
  return fewest;
}

// The files that were read for an artifact that fits what is here now.
std::vector<std::string> reads_of(const Plan& plan, const Job& job, const Action& action, const std::string& artifact,
                                  const SourceRoots& roots, Disk& disk) {
  std::vector<std::string> reads;
  for (const Candidate& candidate : action.candidates) {
    if (candidate.artifact != artifact || !hold(candidate.facts, roots, disk)) continue;
    for (const FileFact& fact : candidate.facts.facts) {
      if (fact.kind == FileFact::Kind::k_read) reads.push_back(spell(fact.path, plan, job));
    }
    break;
  }
  return reads;
}

struct WorkerPart {
  Explanation explanation;
  std::string digest;  // of the artifact that the worker made then; empty: none fits what is here now
};

WorkerPart explain_worker_part(const Plan& plan, ArtifactCache& cache, cache::Store& store,
                               CompilationIndex compilation) {
  const Compilation& made = plan.compilations[compilation];
  const Job& job = plan.first_job(made);
  WorkerPart part;
  Explanation& explanation = part.explanation;
  const ArtifactCache::Query* query = cache.query_of(compilation);
  if (query == nullptr) {
    explanation.reasons = {{"unknown",
                            cache.is_enabled() ? "the identity of clc-worker, which a cache key needs"
                                               : "there is no cache (turned off, or its folder cannot be used)",
                            "", ""}};
    return part;
  }
  explanation.keys = {query->key};
  part.digest = cache.find(compilation).value_or("");
  // The worker's artifact itself is needed only by jobs without a final step: it may be gone where the final step's
  // result is kept.
  const bool is_loaded =
      std::ranges::any_of(made.jobs, [&](JobIndex index) { return !plan.target_of(index).has_final_step(); });
  explanation.is_hit = !part.digest.empty() && (!is_loaded || cache.load(compilation, part.digest));
  const std::optional<Action> action = cache.action(query->hex);
  if (explanation.is_hit) {
    if (action) explanation.reads = reads_of(plan, job, *action, part.digest, query->roots, cache.disk());
    return part;
  }
  explanation.reasons = action && !action->candidates.empty()
                            ? reasons_of_files(plan, job, *action, query->roots, cache.disk())
                            : reasons_of_key(store, plan, job, made.request.target.name(), query->key);
  return part;
}

Explanation explain_job(const Plan& plan, ArtifactCache& cache, cache::Store& store, const WorkerPart& worker_part,
                        JobIndex job) {
  Explanation explanation = worker_part.explanation;
  explanation.job = job;
  const PlannedTarget& target = plan.target_of(job);
  const std::string& digest = worker_part.digest;
  if (digest.empty() || !target.has_final_step()) return explanation;
  explanation.reasons.clear();
  const std::optional<cache::Key> key = cache.final_key(job, digest);
  explanation.is_hit = false;
  if (cache.may_read_unknown_files(job, digest)) {
    explanation.reasons = {
        {"uncached", "the driver's binary: inline assembly may read files that the cache does not know", "", ""}};
    return explanation;
  }
  if (!key) {
    explanation.reasons = {
        {"unknown",
         std::string("the identity of the ") + (target.driver ? "driver" : "tool") + ", which a cache key needs", "",
         ""}};
    return explanation;
  }
  explanation.keys.push_back(*key);
  explanation.is_hit = cache.load_final(job, digest).has_value();
  if (!explanation.is_hit) explanation.reasons = reasons_of_key(store, plan, plan.jobs[job], target.name, *key);
  return explanation;
}

}  // namespace

IndexedVector<JobIndex, Explanation> explain(const Plan& plan, ArtifactCache& cache, cache::Store& store) {
  IndexedVector<JobIndex, Explanation> all(plan.jobs.size());
  for (const CompilationIndex compilation : plan.compilations.positions()) {
    const WorkerPart worker_part = explain_worker_part(plan, cache, store, compilation);
    for (const JobIndex job : plan.compilations[compilation].jobs)
      all[job] = explain_job(plan, cache, store, worker_part, job);
  }
  return all;
}

}  // namespace clc
