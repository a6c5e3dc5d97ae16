// `clrun run`.
#include "commands.h"
#include "common/registry.h"
#include "context.h"

namespace clc::clrun {

Result<int> run_algorithm(const Options& options, Output& output) {
  std::string name = options.names.front();
  if (!options.variant.empty()) name += "/" + options.variant;  // select_algorithms refuses an unknown variant
  const auto selections = select_algorithms({name}, algorithms::all_algorithms());
  if (!selections) return fail(selections);
  const algorithms::Algorithm& algorithm = *selections->front().algorithm;
  if (!algorithm.run) {
    return fail(ErrorKind::k_usage, algorithm.name + " does not work on files; use clrun verify or clrun bench");
  }
  auto session = open_session(options);
  if (!session) return fail(session);
  // A short name goes on to the algorithm, which chooses by the input.
  const std::string variant =
      options.variant.empty() && !algorithm.run_chooses_variant ? algorithm.variants.front().name : options.variant;
  const auto text = algorithm.run(**session, variant, options.parameters);
  if (!text) return fail(text);
  output.write(*text + (text->empty() || text->back() == '\n' ? "" : "\n"));
  return 0;
}

}  // namespace clc::clrun
