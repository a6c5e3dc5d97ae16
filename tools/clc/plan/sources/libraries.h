// Libraries: packages that stand among the sources of a module.
#pragma once

#include <string>
#include <vector>

#include "clc/base/result.h"
#include "plan/plan.h"
#include "protocol/protocol.h"

namespace clc {

// True for a folder with a manifest, and for a file that is called like a package.
bool is_package(const std::string& file);
// The libraries of a package, each as a source.
Result<std::vector<SourceFile>> read_libraries(const std::string& package);

// The variant of a library that goes into a job for this target; null: there is none.
const Variant* library_variant(const SourceFile& library, const PlannedTarget& target);
RequestedSource requested_library(const SourceFile& library, const PlannedTarget& target);
// The library's blob for this target.
const Bytes& library_code(const SourceFile& library, const PlannedTarget& target);

// Refuses what cannot be in the options of a library, or of what is none.
Result<void> check_library_options(const CompileArguments& arguments);
// Refuses jobs for which a library has no variant.
Result<void> check_libraries(const Plan& plan);

}  // namespace clc
