// spirv targets: module in, validated SPIR-V out.
#pragma once

#include "worker/codegen/back_end.h"

namespace clc::worker {

// Sets LLVM's options for SPIR-V. To be called before the target machine is made, which copies some of them.
void set_spirv_options();

Result<BackEndOutput> compile_to_spirv(const BackEndJob& job);

}  // namespace clc::worker
