// `clrun run`.
#include <algorithm>

#include "base/text.h"
#include "base/try.h"
#include "commands.h"
#include "common/image_file.h"
#include "common/registry.h"
#include "context.h"
#include "output.h"
#include "run_parameters.h"
#include "support/command_line.h"
#include "support/real_paths.h"

namespace clc::clrun {
namespace {

// Checks the names of files, which decide their formats: a name without a known ending is refused before anything runs.
Result<void> check_endings(const algorithms::Algorithm& algorithm, const algorithms::Parameters& parameters) {
  for (const algorithms::RunOption& option : algorithm.run_options) {
    const auto given = parameters.find(option.name);
    if (!option.is_output() || given == parameters.end()) continue;
    const bool fits = std::ranges::any_of(
        option.endings, [&](const std::string& ending) { return algorithms::has_ending(given->second, ending); });
    if (fits) continue;
    return fail(ErrorKind::k_usage, "--" + option.name + " " + given->second +
                                        ": the name says the format, and has to end in one of " +
                                        join(option.endings, ", "));
  }
  return {};
}

// Refuses outputs in the place of an input or of another output.
Result<void> check_places(const algorithms::Algorithm& algorithm, const algorithms::Parameters& parameters) {
  std::vector<std::string> taken;
  const auto file_of = [&](const algorithms::RunOption& option) {
    const auto given = parameters.find(option.name);
    return given == parameters.end() ? std::string() : given->second;
  };
  for (const algorithms::RunOption& option : algorithm.run_options) {
    if (option.is_input()) taken.push_back(file_of(option));
  }
  for (const algorithms::RunOption& option : algorithm.run_options) {
    if (!option.is_output()) continue;
    const std::string wrong = refuse_standard_output(file_of(option));
    if (!wrong.empty()) return fail(ErrorKind::k_usage, "--" + option.name + ": " + wrong);
    CLC_TRY(refuse_overwriting("--" + option.name, file_of(option), taken));
    taken.push_back(file_of(option));
  }
  return {};
}

// The end of the help: about the algorithm that is named on the command line, or an example.
std::string footer(const std::vector<std::string>& named) {
  const algorithms::Algorithm* algorithm = named.empty() ? nullptr : algorithms::find_algorithm(named.front());
  const std::string about =
      algorithm != nullptr ? parameters_help(*algorithm)
                           : "Example:\n  clrun run image_rotate --input photo.jpg --output turned.png --angle 30\n";
  const std::string environment = device_environment();
  return about + environment.substr(0, environment.size() - 1);  // CLI11 ends the line
}

Result<bool> parse_run(const std::vector<std::string>& arguments, Options& options) {
  const CommandLine line("Runs an algorithm on files.", "clrun run");
  std::string name;
  const CommandOption named =
      line.add("NAME", name, "the algorithm; clrun run NAME --help lists its own options").required();
  line.add("--variant VARIANT", options.variant, "its name or short name (default: the algorithm's choice)");
  add_device_options(line, options);
  line.allow_extras();
  line.footer([named] { return footer(named.words()); });
  const Result<bool> parsed = line.parse(arguments);
  if (!parsed || !*parsed) return parsed;
  options.names = {name};
  options.parameters =
      CLC_TRY(read_parameters(line.remaining(), algorithms::find_algorithm(name), line.option_names()));
  return true;
}

Result<int> run(const Options& options, Output& output, Sink& sink) {
  std::string name = options.names.front();
  if (!options.variant.empty()) name += "/" + options.variant;  // select_algorithms refuses an unknown variant
  const auto selections = CLC_TRY(select_algorithms({name}, algorithms::all_algorithms()));
  const algorithms::Algorithm& algorithm = *selections.front().algorithm;
  if (!algorithm.run) return fail(ErrorKind::k_usage, not_on_files(algorithm));
  CLC_TRY(check_endings(algorithm, options.parameters));
  CLC_TRY(check_places(algorithm, options.parameters));
  const auto sessions = CLC_TRY(open_sessions(options, sink));
  if (sessions.size() != 1) {
    return fail(ErrorKind::k_usage,
                "clrun run needs one sub-device; " + std::to_string(sessions.size()) + " were selected");
  }
  // A short name goes on to the algorithm, which chooses by the input.
  const std::string variant =
      options.variant.empty() && !algorithm.run_chooses_variant ? algorithm.variants.front().name : options.variant;
  const auto text = CLC_TRY(algorithm.run(*sessions.front(), variant, options.parameters));
  output.write(text + (text.empty() || text.back() == '\n' ? "" : "\n"));
  return 0;
}

}  // namespace

Result<int> run_algorithm(const std::vector<std::string>& arguments, Sink& sink) {
  Options options;
  if (!CLC_TRY(parse_run(arguments, options))) return 0;
  return with_output(options.kernel_output, [&](Output& output) { return run(options, output, sink); });
}

}  // namespace clc::clrun
