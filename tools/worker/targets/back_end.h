// Jobs and results of the back ends, of which each family of targets has one.
#pragma once

#include <algorithm>
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
  PassLog* log = nullptr;
};

// The build options that hold for all sources.
class BuildOptions {
 public:
  explicit BuildOptions(std::vector<std::string> options) : options_(std::move(options)) {}

  bool has(std::string_view option) const {
    return std::find(options_.begin(), options_.end(), option) != options_.end();
  }
  // True where maths functions may have the errors of the specification's table for unsafe maths.
  bool allows_relaxed_maths() const { return has("-cl-fast-relaxed-math") || has("-cl-unsafe-math-optimizations"); }

 private:
  std::vector<std::string> options_;
};

struct BackEndJob {
  llvm::Module& module;
  llvm::TargetMachine& machine;
  const Target& target;
  const Language& language;
  const Interface& interface;
  const CompileRequest& request;
  const PipelineHooks& hooks;

  bool wants(std::string_view section) const { return request.wants(section); }
  BuildOptions options() const { return BuildOptions(request.shared_options()); }
};

struct BackEndOutput {
  Bytes binary;
  std::string build_options;  // for clBuildProgram
  std::map<std::string, std::map<std::string, std::int64_t>> resources;
  std::map<std::string, Bytes> sections;
};

}  // namespace clc::worker
