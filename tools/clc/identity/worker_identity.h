// The identity of clc-worker.
#pragma once

#include <string>

#include "clc/base/result.h"
#include "clc/package/target.h"
#include "identity/identity.h"
#include "identity/memos.h"

namespace clc {

// Identifies the worker, every library that it would load here, and the builtin libraries that it reads for `target`,
// which is the job's or, where a final step follows, the one that this step takes. An error means that the identity
// cannot be told: the worker may be run, but what it makes must not be kept in the cache.
Result<Identity> identify_worker(Memos& memos, const std::string& program, const Target& target);

}  // namespace clc
