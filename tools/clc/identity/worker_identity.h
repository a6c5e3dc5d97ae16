// The identity of clc-worker.
#pragma once

#include <string>

#include "clc/package/result.h"
#include "clc/package/target.h"
#include "identity/identity.h"
#include "identity/memos.h"

namespace clc {

// The worker, every library that it would load here, and the builtin libraries that it reads for jobs of `target` (or
// of the target whose code a final step takes). An error says that the identity cannot be told: the worker may be run,
// but what it makes must not be kept.
Result<Identity> identify_worker(Memos& memos, const std::string& program, const Target& target);

}  // namespace clc
