// The reason why a process of `clc warm` failed.
#pragma once

#include <optional>
#include <string>

#include "base/text.h"
#include "commands/warm/run_tasks.h"

namespace clc {

// Nothing: it ended well.
inline std::optional<Error> failure_of(const Result<Finished>& finished, const TaskLimits& limits) {
  if (!finished) return finished.error();
  if (finished->timed_out)
    return Error(ErrorKind::k_crash, "the driver took longer than " + std::to_string(limits.time.count()) + " s");
  if (finished->ending.clean()) return std::nullopt;
  const std::string said(trimmed(finished->errors));
  if (finished->ending.signal != 0)
    return Error(ErrorKind::k_crash, "the driver crashed: clc-warm " + finished->ending.describe());
  return Error(ErrorKind::k_compile, said.empty() ? "clc-warm " + finished->ending.describe() : said);
}

}  // namespace clc
