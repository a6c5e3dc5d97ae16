// nvptx targets: module in, PTX text out, as NVIDIA's OpenCL driver expects it.
#pragma once

#include "worker/targets/back_end.h"

namespace clc::worker {

Result<BackEndOutput> compile_to_ptx(const BackEndJob& job);

}  // namespace clc::worker
