// `clrun run`.
#include <algorithm>

#include "base/text.h"
#include "commands.h"
#include "common/image_file.h"
#include "common/registry.h"
#include "context.h"

namespace clc::clrun {

namespace {

// Checks the names of files, which decide their formats: a name without a known ending is refused before anything runs.
Result<void> check_endings(const algorithms::Algorithm& algorithm, const algorithms::Parameters& parameters) {
  for (const algorithms::RunOption& option : algorithm.run_options) {
    const auto given = parameters.find(option.name);
    if (option.endings.empty() || given == parameters.end()) continue;
    const bool fits = std::any_of(option.endings.begin(), option.endings.end(), [&](const std::string& ending) {
      return algorithms::has_ending(given->second, ending);
    });
    if (fits) continue;
    return fail(ErrorKind::k_usage, "--" + option.name + " " + given->second +
                                        ": the name says the format, and has to end in one of " +
                                        join(option.endings, ", "));
  }
  return {};
}

}  // namespace

Result<int> run_algorithm(const Options& options, Output& output) {
  std::string name = options.names.front();
  if (!options.variant.empty()) name += "/" + options.variant;  // select_algorithms refuses an unknown variant
  const auto selections = select_algorithms({name}, algorithms::all_algorithms());
  if (!selections) return fail(selections);
  const algorithms::Algorithm& algorithm = *selections->front().algorithm;
  if (!algorithm.run) {
    return fail(ErrorKind::k_usage, algorithm.name + " does not work on files; use clrun verify or clrun bench");
  }
  if (const auto checked = check_endings(algorithm, options.parameters); !checked) return fail(checked);
  const auto sessions = open_sessions(options);
  if (!sessions) return fail(sessions);
  if (sessions->size() != 1) {
    return fail(ErrorKind::k_usage,
                "clrun run takes one part of a device, and these are " + std::to_string(sessions->size()));
  }
  // A short name goes on to the algorithm, which chooses by the input.
  const std::string variant =
      options.variant.empty() && !algorithm.run_chooses_variant ? algorithm.variants.front().name : options.variant;
  const auto text = algorithm.run(*sessions->front(), variant, options.parameters);
  if (!text) return fail(text);
  output.write(*text + (text->empty() || text->back() == '\n' ? "" : "\n"));
  return 0;
}

}  // namespace clc::clrun
