// The modules of several sources, as one.
#pragma once

#include <memory>
#include <set>
#include <string>
#include <vector>

#include <llvm/IR/Module.h>

namespace clc::worker {

// Links the later modules into the first. `repeatable`: functions that several of them may define. Null when that is
// not possible, which the handler of diagnostics has heard of.
std::unique_ptr<llvm::Module> link_sources(std::vector<std::unique_ptr<llvm::Module>> modules,
                                           const std::set<std::string>& repeatable);

// Variables that kernels use and nothing defines. Names that begin with "__" belong to libraries, which are linked
// later.
std::set<std::string> undefined_variables(const llvm::Module& module);
// Functions that are called and that nothing defines, libraries included if they are linked already.
std::set<std::string> undefined_functions(const llvm::Module& module);

}  // namespace clc::worker
