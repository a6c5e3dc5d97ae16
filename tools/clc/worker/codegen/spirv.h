// The end of the road for spirv targets: module in, validated SPIR-V out.
#pragma once

#include "worker/codegen/back_end.h"

namespace clc::worker {

// LLVM's options for SPIR-V. Before the target machine is made, which copies some.
void set_spirv_options();

Result<BackEndOutput> compile_to_spirv(const BackEndJob& job);

}  // namespace clc::worker
