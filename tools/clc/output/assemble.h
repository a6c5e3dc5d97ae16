// Makes a package of finished jobs, and the files that go beside it.
#pragma once

#include <string>
#include <vector>

#include "clc/package/package.h"
#include "compile/compile.h"
#include "plan/compile_arguments.h"
#include "plan/plan.h"

namespace clc {

// The jobs that are done become variants, the others entries of missing[]. Takes the binaries out of `results`.
PackageContents assemble(const Plan& plan, std::vector<JobResult>& results);

// A digest of everything that the result depends on, and of nothing else: no folder names, no clock.
std::string input_digest(const Plan& plan, const Job& job, const Artifact& artifact);

// The dependency file for make and ninja: all files that any job read, and the folders in which one was looked
// for in vain, so that a header that appears there rebuilds the package.
Result<void> write_depfile(const CompileArguments& arguments, const Plan& plan, const std::vector<JobResult>& results);

// A name as make and ninja read it back.
std::string escape_for_make(const std::string& path);

}  // namespace clc
