// What the worker is asked for, each once however many jobs need it: machine code derives from the same IL.
#pragma once

#include <string>
#include <vector>

#include "plan/compile_arguments.h"
#include "plan/plan.h"
#include "protocol/protocol.h"

namespace clc {

struct Compilation {
  std::string target;             // of which the jobs' targets are made, canonical
  std::vector<std::size_t> jobs;  // of the plan, at least one
};

std::vector<Compilation> compilations_of(const Plan& plan);

// Of each process, in bytes.
std::uint64_t memory_limit(const CompileArguments& arguments);

// Without an id.
CompileRequest request_for(const Plan& plan, const Compilation& compilation, const CompileArguments& arguments);

}  // namespace clc
