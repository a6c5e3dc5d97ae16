#include "audit/ask_worker.h"

#include <chrono>

#include "toolchain/process.h"

namespace clc {

Result<std::string> ask_audit_worker(const char* option, BytesView input) {
  constexpr std::chrono::seconds k_limit{300};
  const Result<std::string> worker = find_helper("clc-worker");
  if (!worker) return fail(worker);
  ProcessSpec spec;
  spec.arguments = {*worker, option};
  Result<Finished> finished = run_process(spec, input, k_limit);
  if (!finished) return fail(finished);
  if (finished->timed_out) return fail(ErrorKind::k_crash, "clc-worker took longer than 300 s");
  if (!finished->ending.clean()) return fail(ErrorKind::k_crash, "clc-worker " + finished->ending.describe());
  return std::move(finished->output);
}

}  // namespace clc
