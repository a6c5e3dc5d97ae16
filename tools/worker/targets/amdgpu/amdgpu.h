// GCN, CDNA and RDNA targets: module in, linked HSA code object out.
#pragma once

#include "worker/targets/back_end.h"

namespace clc::worker {

Result<BackEndOutput> compile_to_hsaco(const BackEndJob& job);

}  // namespace clc::worker
