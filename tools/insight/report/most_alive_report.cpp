#include "insight/report/most_alive_report.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>

namespace clc {
namespace {

using ByFunction = std::map<std::string, MostAlive>;

const Variant* variant_of(const Package& package, const KernelMetrics& kernel) {
  for (const Module& module : package.manifest().modules) {
    for (const Variant& variant : module.variants) {
      if (module.name == kernel.module && variant.target == kernel.target) return &variant;
    }
  }
  return nullptr;
}

Result<ByFunction> look_at(const Package& package, const KernelMetrics& kernel, const DisassemblyOptions& options) {
  const Variant* const variant = variant_of(package, kernel);
  if (variant == nullptr) return fail(ErrorKind::k_damaged, "it is not in the package");
  const Result<Bytes> binary = package.read(*variant);
  if (!binary) return fail(binary);
  return most_alive(*binary, options);
}

}  // namespace

Result<int> add_most_alive(const Package& package, const ToolPaths& tools, Sink& sink,
                           std::vector<KernelMetrics>& kernels) {
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
