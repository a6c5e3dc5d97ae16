// Runs the jobs that the cache could not answer in child processes, at most `processes` at once.
#pragma once

#include "clc/base/result.h"
#include "compile/kept_worker.h"
#include "lookup/artifact_cache.h"
#include "lookup/look_up.h"
#include "plan/job_result.h"
#include "plan/plan.h"
#include "support/sink.h"

namespace clc {

// Returns one result per job of the plan, with those that were `found`. Each artifact is compared with what was asked
// for, and kept for the next call, as it comes; diagnostics and failures are shown as they happen. Without --keep-going
// nothing new is started after the first failure. An error means that nothing could go on: an interrupt, or a call that
// was given up. The worker stays for whoever keeps it.
Result<JobResults> compile(const Plan& plan, LookedUp found, ArtifactCache& cache, Sink& sink, KeptWorker& worker);

}  // namespace clc
