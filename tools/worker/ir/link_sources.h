// Links the modules of several sources, and lists what they leave undefined.
#pragma once

#include <memory>
#include <set>
#include <string>
#include <vector>

#include <llvm/IR/Module.h>

namespace clc::worker {

// Links the later modules into the first. `repeatable`: functions that several modules may define. Null on an error,
// which LLVM has reported to the context's diagnostic handler.
std::unique_ptr<llvm::Module> link_sources(std::vector<std::unique_ptr<llvm::Module>> modules,
                                           const std::set<std::string>& repeatable);

// Variables that kernels use and nothing defines. Names that begin with "__" belong to libraries, which are linked
// later.
std::set<std::string> undefined_variables(const llvm::Module& module);
// Functions that are used and that neither the module nor a library linked into it defines.
std::set<std::string> undefined_functions(const llvm::Module& module);

}  // namespace clc::worker
