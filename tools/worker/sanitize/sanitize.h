// Kernels that check what they do (clc compile --sanitize). They report to a buffer, a new last argument, which the
// runtime and the layer give them: clc/internal/check_table.h.
#pragma once

#include "clc/base/bytes.h"
#include "clc/base/result.h"
#include "protocol/sanitize_section.h"
#include "worker/targets/back_end.h"

namespace clc::worker {

// Changes a module that is not optimised yet; `chip` is what it is compiled for.
Result<CheckTable> add_checks(const BackEndJob& job, const Machine& chip, const Checks& checks);

}  // namespace clc::worker
