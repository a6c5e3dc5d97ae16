#include "insight/report/most_alive_report.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "base/try.h"

namespace clc {
namespace {

using ByFunction = std::map<std::string, MostAlive>;

Result<ByFunction> look_at(const Package& package, const KernelMetrics& kernel, const DisassemblyOptions& options) {
  const Variant* const variant = variant_of(package.manifest(), kernel.module, kernel.target);
  if (variant == nullptr) return fail(ErrorKind::k_damaged, "it is not in the package");
  return most_alive(CLC_TRY(package.read(*variant)), options);
}

}  // namespace

int add_most_alive(const Package& package, const ToolPaths& tools, Sink& sink, std::vector<KernelMetrics>& kernels) {
  DisassemblyOptions options;
  options.tools = tools;
  std::map<std::pair<std::string, std::string>, ByFunction> known;  // by module and target
  std::set<std::string> told;  // warnings that were given: a missing tool is missing for all variants
  int code = 0;
  for (KernelMetrics& kernel : kernels) {
    const auto [at, is_new] = known.try_emplace({kernel.module, kernel.target});
    if (is_new) {
      Result<ByFunction> found = look_at(package, kernel, options);
      if (found) at->second = std::move(*found);
      if (!found) code = std::max(code, exit_code(found.error().kind));
      if (!found && told.insert(found.error().message).second) {
        sink.message(Severity::k_warning, "registers alive in " + kernel.module + " for " + kernel.target +
                                              " are not known: " + found.error().message);
      }
    }
    const auto most = at->second.find(kernel.kernel);
    if (most != at->second.end()) kernel.most_alive = most->second;
  }
  return code;
}

}  // namespace clc
