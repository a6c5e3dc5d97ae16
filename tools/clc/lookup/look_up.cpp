#include "lookup/look_up.h"

namespace clc {
namespace {

// The job's artifact, if the cache has it; `worker_digest` names what the worker made for it.
std::optional<Artifact> cached_artifact(const Plan& plan, ArtifactCache& cache, CompilationIndex compilation,
                                        const std::string& worker_digest, JobIndex job) {
  return plan.target_of(job).has_final_step() ? cache.load_final(job, worker_digest)
                                              : cache.load(compilation, worker_digest);
}

}  // namespace

LookedUp look_up(const Plan& plan, ArtifactCache& cache) {
  LookedUp found;
  found.results = JobResults(plan.jobs.size());
  for (const CompilationIndex compilation : plan.compilations.positions()) {
    const std::optional<std::string> digest = cache.find(compilation);
    RemainingJobs remaining{compilation, {}, std::nullopt};
    bool is_worker_needed = !digest;
    for (const JobIndex job : plan.compilations[compilation].jobs) {
      std::optional<Artifact> known;
      if (digest) known = cached_artifact(plan, cache, compilation, *digest, job);
      if (known) {
        found.results[job] = {Outcome::k_done, "", std::move(known), true};
        continue;
      }
      remaining.jobs.push_back(job);
      is_worker_needed = is_worker_needed || !plan.target_of(job).has_final_step();
    }
    if (remaining.jobs.empty()) continue;
    std::optional<Artifact> artifact = is_worker_needed ? std::nullopt : cache.load(compilation, *digest);
    if (artifact) remaining.made = WorkerArtifact{std::make_shared<const Artifact>(*std::move(artifact)), *digest};
    found.remaining.push_back(std::move(remaining));
  }
  return found;
}

}  // namespace clc
