// Jobs and results of the back ends, of which each family of targets has one.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <llvm/IR/Module.h>
#include <llvm/Target/TargetMachine.h>

#include "clc/base/bytes.h"
#include "clc/base/result.h"
#include "clc/package/interface.h"
#include "clc/package/target.h"
#include "protocol/protocol.h"
#include "worker/frontend/invocation.h"
#include "worker/passes/pass_list.h"

namespace clc::worker {

// The work of reports and recordings between the passes of a target.
struct PipelineHooks {
  std::function<void(llvm::Module&)> before_builtins;   // before the builtin library is linked
  std::function<void(llvm::Module&)> before_optimizer;  // behind that
  std::function<void(llvm::Module&)> after_optimizer;   // the module as the code generator will see it, with all names
  std::function<Result<void>(llvm::Module&)> record;    // makes kernels record what they do
  std::function<Result<void>(llvm::Module&)> sanitize;  // puts checks into kernels, before any optimisation
  PassLog* log = nullptr;
};

// True where maths functions may have the errors of the specification's table for unsafe maths.
inline bool allows_relaxed_maths(const BuildOptions& options) {
  return has_option(options, Option::k_fast_math) || has_option(options, Option::k_unsafe_math);
}

struct BackEndJob {
  llvm::Module& module;
  llvm::TargetMachine& machine;
  const Target& target;
  const Language& language;
  const Interface& interface;
  const CompileRequest& request;
  const PipelineHooks& hooks;

  bool wants(std::string_view section) const { return request.wants(section); }
  BuildOptions options() const { return request.shared_options(); }  // of all sources
};

struct BackEndOutput {
  Bytes binary;
  std::string build_options;  // for clBuildProgram
  std::map<std::string, std::map<std::string, std::int64_t>> resources;
  std::map<std::string, Bytes> sections;
};

}  // namespace clc::worker
