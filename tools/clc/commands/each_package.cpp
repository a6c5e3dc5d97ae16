#include "commands/each_package.h"

#include <algorithm>

#include "base/printable.h"
#include "base/text.h"
#include "base/try.h"
#include "support/standard_streams.h"

namespace clc {

Result<int> for_each_package(const std::string& path, Several several, Sink& sink,
                             const std::function<Result<int>(const FoundPackage&)>& run) {
  const std::vector<FoundPackage> found = find_packages(path);
  if (found.size() == 1) return run(found.front());
  if (several == Several::k_refused) return fail(several_packages(path, found));
  int code = 0;
  for (const FoundPackage& one : found) {
    if (several == Several::k_named) CLC_TRY(print((&one == &found.front() ? "" : "\n") + printable(one.name) + ":\n"));
    const Result<int> ended = run(one);
    if (!ended) sink.message(Severity::k_error, ended.error().message);
    code = std::max(code, ended ? *ended : exit_code(ended.error().kind));
  }
  return code;
}

}  // namespace clc
