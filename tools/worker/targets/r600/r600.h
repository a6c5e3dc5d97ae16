// R600 targets: module in, VLIW machine code out, for inspection.
#pragma once

#include "worker/targets/back_end.h"

namespace clc::worker {

Result<BackEndOutput> compile_to_r600(const BackEndJob& job);

}  // namespace clc::worker
