// spirv targets: module in, validated SPIR-V out.
#pragma once

#include "worker/targets/back_end.h"

namespace clc::worker {

Result<BackEndOutput> compile_to_spirv(const BackEndJob& job);

}  // namespace clc::worker
