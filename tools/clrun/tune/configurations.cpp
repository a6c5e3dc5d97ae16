#include "tune/configurations.h"

#include <algorithm>

#include "base/text.h"

namespace clc::clrun {

Result<std::vector<TunedName>> find_tuned_names(const Manifest& manifest, const std::vector<std::string>& wanted) {
  std::map<std::string, TunedName> by_name;
  for (const Module& module : manifest.modules) {
    if (module.tuning.of.empty()) continue;
    TunedName& tuned = by_name[module.tuning.of];
    tuned.name = module.tuning.of;
    tuned.configurations.push_back(&module);
  }
  if (by_name.empty()) {
    return fail(ErrorKind::k_usage,
                "the package has no configurations to choose from: make it with clc compile --tune");
  }
  std::vector<std::string> known;
  for (const auto& [name, tuned] : by_name) known.push_back(name);
  std::vector<TunedName> found;
  for (const std::string& name : wanted.empty() ? known : wanted) {
    const auto at = by_name.find(name);
    if (at == by_name.end()) {
      return fail(ErrorKind::k_usage, "'" + name + "' is not tuned in this package" + suggestion(name, known) +
                                          "; it has: " + join(known, ", "));
    }
    found.push_back(at->second);
    std::vector<const Module*>& all = found.back().configurations;
    std::stable_partition(all.begin(), all.end(), [](const Module* module) { return module->tuning.is_default; });
    const auto is_timed = [](const Module* module) { return !module->tuning.launches.empty(); };
    if (std::ranges::none_of(all, is_timed)) {
      return fail(ErrorKind::k_usage,
                  "'" + name +
                      "' was tuned already, and the package no longer says how to time it; tune the "
                      "package that clc compile --tune made");
    }
  }
  return found;
}

std::string describe_parameters(const Tuning& tuning) {
  std::string text;
  for (const auto& [name, value] : tuning.parameters) text += (text.empty() ? "" : " ") + name + "=" + value;
  return text;
}

}  // namespace clc::clrun
