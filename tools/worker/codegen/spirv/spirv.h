// spirv targets: module in, validated SPIR-V out.
#pragma once

#include "worker/codegen/back_end.h"

namespace clc::worker {

// Sets LLVM's options for SPIR-V; a module may use these extensions. To be called before the target machine is made,
// which copies some of them.
void set_spirv_options(const std::vector<std::string>& extensions);

Result<BackEndOutput> compile_to_spirv(const BackEndJob& job);

}  // namespace clc::worker
