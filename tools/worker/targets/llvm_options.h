// LLVM's options, which hold for a whole process.
#pragma once

#include <string>
#include <vector>

#include "clc/package/target.h"

namespace clc::worker {

// The options for a target, as LLVM's own programs take them: "-unroll-threshold=1200".
std::vector<std::string> llvm_options(const Target& target);

// Sets them. To be called before the target machine is made, which copies some of them.
void set_llvm_options(const Target& target);

}  // namespace clc::worker
