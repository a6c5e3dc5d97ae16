// Compiles one kernel file for one target, as `clc compile` would: from the cache where nothing changed, else by a
// worker that stays.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "clc/base/result.h"
#include "compile/kept_worker.h"
#include "pipeline/pipeline.h"
#include "plan/compile_arguments.h"
#include "protocol/analysis.h"
#include "support/sink.h"

namespace clc {

// A file that compiled.
struct BuiltKernel {
  Bytes text;  // of the source
  PackageInMemory made;
  std::vector<KernelFacts> facts;  // of memory accesses; none for targets that name no chip
};

struct CompiledKernel {
  std::optional<BuiltKernel> built;          // when it compiled
  std::vector<ShownDiagnostic> diagnostics;  // of the compiler, with files as the call spells them
  std::string failure;                       // what else went wrong, for instance a crash
  std::string source_sha256;                 // of the text that was compiled
  std::set<std::string> files;               // that were read, absolute
  std::set<std::string> folders;             // in which a header was looked for in vain, absolute
  bool is_from_cache = false;
};

class KernelCompiler {
 public:
  static Result<std::unique_ptr<KernelCompiler>> make(const CompileArguments& arguments);

  // Compiles a file; the texts of `given` take the place of those on the disk. An error means that nothing was found
  // out: an interrupt, or a compilation that was given up.
  Result<CompiledKernel> compile(const std::string& file, const std::string& target, std::vector<GivenFile> given);
  // Checks that all targets can be compiled for here, and as confined as was asked for. The error says what is missing.
  Result<void> check();
  void limit_time(std::uint32_t seconds) { arguments_.limits.time_s = seconds; }
  // Waits for the servers of the remote cache, not for long. Call it when there is time.
  void rest() { pipeline_.cache().remote.flush(); }
  KeptWorker& worker() { return worker_; }

 private:
  KernelCompiler(CompileArguments arguments, Pipeline pipeline)
      : arguments_(std::move(arguments)), pipeline_(std::move(pipeline)) {}

  CompileArguments arguments_;
  Pipeline pipeline_;
  KeptWorker worker_;
};

}  // namespace clc
