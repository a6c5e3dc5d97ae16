#include "run_parameters.h"

#include <algorithm>

#include "base/text.h"
#include "context.h"
#include "tables.h"

namespace clc::clrun {
namespace {

constexpr int k_help_column = 30;  // where CLI11's helps begin to explain

bool takes_option(const algorithms::Algorithm& algorithm, const std::string& name) {
  return std::ranges::any_of(algorithm.run_options,
                             [&](const algorithms::RunOption& option) { return option.name == name; });
}

}  // namespace

std::string not_on_files(const algorithms::Algorithm& algorithm) {
  return algorithm.name + " does not work on files; use clrun verify or clrun bench";
}

Result<algorithms::Parameters> read_parameters(const std::vector<std::string>& words,
                                               const algorithms::Algorithm* algorithm,
                                               std::vector<std::string> others) {
  const auto wrong = [](const std::string& what) { return fail(ErrorKind::k_usage, what); };
  algorithms::Parameters parameters;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i].rfind("--", 0) != 0 || words[i].size() == 2) return wrong("unexpected argument '" + words[i] + "'");
    const std::string word = words[i].substr(2);
    const std::size_t equals = word.find('=');
    const std::string name = word.substr(0, equals);
    if (algorithm != nullptr && algorithm->run && !takes_option(*algorithm, name)) {
      for (const algorithms::RunOption& option : algorithm->run_options) others.push_back("--" + option.name);
      return wrong("unknown option --" + name + suggestion("--" + name, others) + " (`clrun run " + algorithm->name +
                   " --help` lists them)");
    }
    if (equals == std::string::npos && i + 1 == words.size()) return wrong("option '--" + name + "' needs a value");
    const std::string value = equals == std::string::npos ? words[++i] : word.substr(equals + 1);
    if (!parameters.emplace(name, value).second) return wrong("option '--" + name + "' is given twice");
  }
  return parameters;
}

std::string parameters_help(const algorithms::Algorithm& algorithm) {
  if (!algorithm.run) return not_on_files(algorithm) + "\n";
  std::string text = algorithm.name + " " + algorithm.run_help + "\n\nOptions of " + algorithm.name + ":\n";
  for (const algorithms::RunOption& option : algorithm.run_options) {
    const std::string spec = "  --" + option.name + " " + option.value + (option.is_required ? " (required)" : "");
    text += table_row({spec, option.help}, {k_help_column - 2, 0});
  }
  std::vector<std::string> variants;
  for (const algorithms::AlgorithmVariant& variant : algorithm.variants) variants.push_back(variant.name);
  text += "\nVariants: " + join(variants, ", ") + "\n";
  if (const std::vector<std::string> names = short_names(algorithm); !names.empty())
    text += "Short names, for the kind of pixel that the picture has: " + join(names, ", ") + "\n";
  return text;
}

}  // namespace clc::clrun
