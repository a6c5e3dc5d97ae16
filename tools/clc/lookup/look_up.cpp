#include "lookup/look_up.h"

#include "compile/final_step.h"

namespace clc {
namespace {

JobResult hit(Artifact artifact) {
  JobResult result{Outcome::k_done, "", std::move(artifact)};
  result.is_from_cache = true;
  return result;
}

}  // namespace

std::optional<JobResult> look_up_derived(std::size_t job, const std::string& base, ArtifactCache& cache) {
  const std::optional<std::string> digest = cache.find_derived(job, base);
  std::optional<Artifact> artifact = digest ? cache.load_derived(job, *digest) : std::nullopt;
  if (!artifact) return std::nullopt;
  return hit(*std::move(artifact));
}

LookedUp look_up(const Plan& plan, ArtifactCache& cache) {
  LookedUp found;
  found.results.resize(plan.jobs.size());
  for (std::size_t i = 0; i < cache.compilations().size(); ++i) {
    const std::optional<std::string> base = cache.find(i);
    Remaining remaining{i, {}, std::nullopt};
    bool is_worker_needed = !base;
    for (const std::size_t job : cache.compilations()[i].jobs) {
      std::optional<JobResult> known;
      const bool is_of_worker = !is_derived(plan.target_of(plan.jobs[job]));
      if (base && is_of_worker) {
        if (std::optional<Artifact> artifact = cache.load(i, *base)) known = hit(*std::move(artifact));
      } else if (base) {
        known = look_up_derived(job, *base, cache);
      }
      cache.count(known.has_value());
      if (known) {
        found.results[job] = *std::move(known);
      } else {
        remaining.jobs.push_back(job);
        is_worker_needed = is_worker_needed || is_of_worker;
      }
    }
    if (remaining.jobs.empty()) continue;
    std::optional<Artifact> artifact = is_worker_needed ? std::nullopt : cache.load(i, *base);
    if (artifact) remaining.base = Base{std::make_shared<const Artifact>(*std::move(artifact)), *base};
    found.remaining.push_back(std::move(remaining));
  }
  return found;
}

}  // namespace clc
