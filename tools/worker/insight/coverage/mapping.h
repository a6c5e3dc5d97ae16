// Reads Clang's coverage mapping, and takes it out of the module.
#pragma once

#include <map>
#include <string>

#include <llvm/IR/Module.h>

#include "clc/internal/coverage.h"

namespace clc::worker {

// The functions of the source by the names under which their counters are increased, and the files of their regions.
struct CoverageMappings {
  std::vector<std::string> files;
  std::map<std::string, CoveredFunction> functions;
};

Result<CoverageMappings> take_coverage_mappings(llvm::Module& module);

}  // namespace clc::worker
