// The end of the road for spirv targets: optimised module in, validated SPIR-V out.
#pragma once

#include <string>
#include <vector>

#include <llvm/IR/Module.h>
#include <llvm/Target/TargetMachine.h>

#include "clc/package/bytes.h"
#include "clc/package/result.h"
#include "clc/package/target.h"

namespace clc::worker {

Result<Bytes> compile_to_spirv(llvm::Module& module, llvm::TargetMachine& machine, int optimization, const Target& target);

// The build options that clBuildProgram still heeds for a program made from IL.
std::string il_build_options(const std::vector<std::string>& options);

}  // namespace clc::worker
