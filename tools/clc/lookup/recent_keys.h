// The cache keys under which files were compiled lately on this machine, so that `clc explain` can tell what changed.
#pragma once

#include <string>
#include <vector>

#include "clc/cache/key.h"
#include "clc/cache/store.h"
#include "plan/plan.h"

namespace clc {

// Remembers the key as the newest of this job. `target` is the job's or, for the worker's part, the one that the worker
// compiles for it.
void remember_key(cache::Store& store, const Plan& plan, const Job& job, const std::string& target,
                  const cache::Key& key);
// Returns the keys of earlier compilations of this job, the newest first.
std::vector<cache::Key> remembered_keys(cache::Store& store, const Plan& plan, const Job& job,
                                        const std::string& target);

// A field that only one of two keys has, or that has another value in each.
struct FieldChange {
  enum class Kind { k_added, k_removed, k_changed, k_order };
  Kind kind;
  std::string name, before, now;
};
std::vector<FieldChange> field_changes(const cache::Key& before, const cache::Key& now);

}  // namespace clc
