// The outputs of a call, published together.
#pragma once

#include "clc/base/result.h"
#include "clc/package/package.h"
#include "plan/job_result.h"
#include "plan/plan.h"
#include "support/sink.h"

namespace clc {

// The package, or the one binary, with its dependency file: whole, or nothing. A build system that had the one without
// the other would not notice that a header changed. `base`: what the package is an add-on of.
Result<void> publish_outputs(const Manifest& base, const Plan& plan, const JobResults& results,
                             PackageContents& contents, Sink& sink);

}  // namespace clc
