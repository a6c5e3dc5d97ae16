// Libraries as LLVM bitcode: modules that are linked into others later, without their sources.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <llvm/IR/Module.h>

#include "clc/base/bytes.h"
#include "clc/base/result.h"
#include "protocol/library.h"
#include "protocol/protocol.h"
#include "worker/frontend/invocation.h"

namespace clc::worker {

// Takes what the module does not define out of the list of exports, and what nobody can reach out of the module.
Bytes write_library(llvm::Module& module, const Language& language, Library& symbols);

// Reads the code of a library for a link with these options, into a module like `model`. k_unavailable: another version
// of clc made it.
Result<std::unique_ptr<llvm::Module>> read_library(const RequestedLibrary& library, const BuildOptions& made_with,
                                                   const BuildOptions& link_options, llvm::LLVMContext& context);

}  // namespace clc::worker
