// AMD targets: linked HSA code objects for GCN, CDNA and RDNA; VLIW machine code for R600, for inspection.
#pragma once

#include "worker/codegen/back_end.h"

namespace clc::worker {

Result<BackEndOutput> compile_to_hsaco(const BackEndJob& job);
Result<BackEndOutput> compile_to_r600(const BackEndJob& job);

}  // namespace clc::worker
