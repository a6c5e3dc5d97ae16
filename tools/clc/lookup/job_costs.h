// How long jobs took on this machine when they were compiled last, for plans.
#pragma once

#include <chrono>
#include <optional>

#include "clc/cache/store.h"
#include "plan/plan.h"

namespace clc {

void remember_cost(cache::Store& store, const Plan& plan, JobIndex job, std::chrono::milliseconds took);
// Nothing where the job was never compiled here, or without a cache.
std::optional<std::chrono::milliseconds> remembered_cost(cache::Store& store, const Plan& plan, JobIndex job);

}  // namespace clc
