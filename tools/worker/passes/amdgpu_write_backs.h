// Releases on chips whose caches write back by an instruction.
#pragma once

#include <string_view>

#include <llvm/IR/Module.h>

namespace clc::worker {

// LLVM 22 drops the wait behind `buffer_wbl2` where nothing else is under way, so that what is released becomes visible
// before what was written. Here a release becomes a fence, a wait that stays, and the operation without it.
void wait_for_write_backs(llvm::Module& module, std::string_view arch);

}  // namespace clc::worker
