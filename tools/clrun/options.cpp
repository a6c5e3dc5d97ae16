#include "options.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <map>

#include "base/environment_help.h"
#include "base/text.h"
#include "common/registry.h"
#include "context.h"
#include "profile/kernel_arguments.h"
#include "text.h"

namespace clc::clrun {
namespace {

constexpr const char* k_version = "clrun 0.1.0";
constexpr const char* k_footer =
    "Exit codes: 0 done, 2 usage, 3 package or file, 4 no device or nothing fits, 5 OpenCL, 6 a verification failed.";
constexpr const char* k_no_files = "does not work on files; use clrun verify or clrun bench";
constexpr int k_help_column = 30;  // where CLI11's helps begin to explain

// Checks digits, because CLI11 reads -1 as an unsigned number, and anything too large as the largest one.
std::string check_digits(const std::string& text) {
  const bool digits = text.find_first_not_of("0123456789") == std::string::npos;
  return digits && text.size() <= 15 ? std::string() : "'" + text + "' is not a number from 0 to 10^15 - 1";
}

void add_device_options(CLI::App& app, Options& options) {
  app.footer(k_footer + ("\n" + environment_help({Reads::k_package, Reads::k_cache})));
  app.add_option("--device", options.device, "cpu, gpu, accelerator, #N, or a part of a name or vendor")
      ->type_name("DEVICE");
  app.add_option("--units", options.units,
                 "run on a part of the device with this many compute units (CPUs); several numbers "
                 "with commas: on so many parts at the same time")
      ->check(CLI::Validator(CLI::PositiveNumber).description(""))
      ->delimiter(',')
      ->allow_extra_args(false)
      ->type_name("N[,N]");
  app.add_option(
         "--shared-by", options.shared_by,
         "run on parts of the device whose units share a cache or memory, at the same time: numa, l4, l3, l2, l1 or "
         "next")
      ->check(CLI::Validator(CLI::IsMember({"numa", "l4", "l3", "l2", "l1", "next"})).description(""))
      ->type_name("WHAT");
  app.add_option("--package", options.package, "folder or file; default: $CLC_PACKAGE, else share/clc/algorithms")
      ->type_name("PACKAGE");
  app.add_option("--key", options.keys,
                 "a public key (PEM) that must have signed the package; may be given several times")
      ->allow_extra_args(false)
      ->type_name("FILE");
  app.add_option("--target", options.target, "use only the variant for this target")->type_name("TARGET");
  app.add_flag("--no-cache", options.no_cache, "do not use the cache of binaries that the driver finishes");
  app.add_flag("--kernel-output", options.kernel_output, "show what kernels print, on standard error");
}

// The first of the formats is the default.
void add_format(CLI::App& app, Options& options, const std::vector<std::pair<std::string, Format>>& formats) {
  std::vector<std::string> names;
  for (const auto& [name, format] : formats) names.push_back(name);
  app.add_option_function<std::string>(
         "--format",
         [&options, formats](const std::string& wanted) {
           for (const auto& [name, format] : formats) {
             if (name == wanted) options.format = format;
           }
         },
         names.front() + " (default) or another format")
      ->check(CLI::Validator(CLI::IsMember(names)).description(""))
      ->type_name(join(names, "|"));
}

void add_sizes(CLI::App& app, Options& options) {
  app.add_option("names", options.names, "NAME or NAME/VARIANT (default: all)")->type_name("");
  app.add_option("--size", options.sizes, "number of elements; may be given several times")
      ->allow_extra_args(false)  // what follows is a name
      ->check(check_digits)
      ->type_name("N");
}

std::vector<std::string> option_names(const CLI::App& command, const algorithms::Algorithm* algorithm) {
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  if (algorithm == nullptr) return names;
  for (const algorithms::RunOption& option : algorithm->run_options) names.push_back("--" + option.name);
  return names;
}

bool takes_option(const algorithms::Algorithm& algorithm, const std::string& name) {
  return std::any_of(algorithm.run_options.begin(), algorithm.run_options.end(),
                     [&](const algorithms::RunOption& option) { return option.name == name; });
}

// Reads "--angle 90 --output=x.png" as pairs. Returns what is wrong; empty when nothing is. The options of an algorithm
// that does not exist, or that does not work on files, are not checked: it is refused later.
std::string take_parameters(const CLI::App& run, const algorithms::Algorithm* algorithm,
                            algorithms::Parameters& parameters) {
  const std::vector<std::string> words = run.remaining();
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i].rfind("--", 0) != 0 || words[i].size() == 2) return "unexpected argument '" + words[i] + "'";
    const std::string word = words[i].substr(2);
    const std::size_t equals = word.find('=');
    const std::string name = word.substr(0, equals);
    if (algorithm != nullptr && algorithm->run && !takes_option(*algorithm, name)) {
      return "unknown option --" + name + suggestion("--" + name, option_names(run, algorithm)) + " (`clrun run " +
             algorithm->name + " --help` lists them)";
    }
    if (equals == std::string::npos && i + 1 == words.size()) return "option '--" + name + "' needs a value";
    const std::string value = equals == std::string::npos ? words[++i] : word.substr(equals + 1);
    if (!parameters.emplace(name, value).second) return "option '--" + name + "' is given twice";
  }
  return {};
}

// The text of `clrun run NAME --help` about the algorithm's own options.
std::string own_options(const algorithms::Algorithm& algorithm) {
  std::string text = "Options of " + algorithm.name + ":\n";
  for (const algorithms::RunOption& option : algorithm.run_options) {
    const std::string spec = "  --" + option.name + " " + option.value + (option.is_required ? " (required)" : "");
    text += table_row({spec, option.help}, {k_help_column - 2, 0});
  }
  std::vector<std::string> variants;
  for (const algorithms::AlgorithmVariant& variant : algorithm.variants) variants.push_back(variant.name);
  text += "\nVariants: " + join(variants, ", ") + "\n";
  if (const std::vector<std::string> names = short_names(algorithm); !names.empty()) {
    text += "Short names, for the kind of pixel that the picture has: " + join(names, ", ") + "\n";
  }
  return text;
}

// Help, the version, or what is wrong with the command line.
Parsed end_of_parsing(const CLI::App& app, const CLI::App& run, const CLI::ParseError& error) {
  const std::vector<CLI::App*> chosen = app.get_subcommands();
  const CLI::App& command = chosen.empty() ? app : *chosen.front();
  if (dynamic_cast<const CLI::CallForHelp*>(&error) != nullptr) {
    const algorithms::Algorithm* algorithm = nullptr;
    if (&command == &run && run.get_option("NAME")->count() > 0) {
      algorithm = algorithms::find_algorithm(run.get_option("NAME")->results().front());
    }
    const std::string help = &command == &app ? app.help() : command.help("clrun");
    if (algorithm == nullptr) return {std::nullopt, help, 0};
    if (!algorithm->run) return {std::nullopt, algorithm->name + " " + k_no_files + "\n", 0};
    return {std::nullopt, algorithm->name + " " + algorithm->run_help + "\n" + help + "\n" + own_options(*algorithm),
            0};
  }
  if (error.get_exit_code() == 0) return {std::nullopt, std::string(error.what()) + "\n", 0};
  std::string what = error.what();
  if (dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr) {
    const std::string word = command.remaining().front();
    what = word[0] == '-' ? "unknown option " + word + suggestion(word, option_names(command, nullptr))
                          : "unexpected argument '" + word + "'";
  }
  const std::string help = &command == &app ? "clrun" : "clrun " + command.get_name();
  return {std::nullopt, "clrun: " + what + " (`" + help + " --help` tells more)\n", 2};
}

// Says what is wrong with the word that should name a command; empty when it does.
std::string check_command(const CLI::App& app, const std::vector<std::string>& arguments) {
  if (arguments.empty()) return "no command given; `clrun --help` lists them";
  if (arguments[0].rfind('-', 0) == 0) return {};
  std::vector<std::string> names{"help", "version"};
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
    if (command->get_name() == arguments[0]) return {};
    names.push_back(command->get_name());
  }
  return "unknown command '" + arguments[0] + "'" + suggestion(arguments[0], names) +
         " (`clrun --help` lists the commands)";
}

// Takes --color out of the arguments, wherever it stands. Returns what is wrong; empty when nothing is.
std::string take_color(std::vector<std::string>& arguments, ColorWhen& color) {
  constexpr const char* k_joined = "--color=";
  for (std::size_t i = 0; i < arguments.size();) {
    const bool is_joined = arguments[i].rfind(k_joined, 0) == 0;
    if (arguments[i] != "--color" && !is_joined) {
      ++i;
      continue;
    }
    const std::size_t words = is_joined ? 1 : 2;
    const std::string value = is_joined                  ? arguments[i].substr(std::string(k_joined).size())
                              : i + 1 < arguments.size() ? arguments[i + 1]
                                                         : std::string();
    const std::optional<ColorWhen> parsed = parse_color(value);
    if (!parsed) return "--color " + value + (value.empty() ? "" : ": ") + "takes auto, always or never";
    color = *parsed;
    const auto at = arguments.begin() + static_cast<std::ptrdiff_t>(i);
    arguments.erase(at, at + static_cast<std::ptrdiff_t>(words));
  }
  return {};
}

// `clrun help run` is `clrun run --help`, and `clrun version` is `clrun --version`.
void spell_as_options(std::vector<std::string>& arguments) {
  if (arguments.empty()) return;
  if (arguments[0] == "version") arguments[0] = "--version";
  if (arguments[0] != "help") return;
  arguments.erase(arguments.begin());
  arguments.emplace_back("--help");
}

// `color` is for the help only: take_color() had the option.
void add_common_options(CLI::App& app, std::string& color) {
  app.footer(k_footer + ("\n\n" + color_help()));
  app.get_formatter()->label("REQUIRED", "(required)");
  app.set_help_flag("-h,--help", "show this help");
  app.add_option("--color", color, "colours: auto (default: on terminals), always or never")
      ->type_name("auto|always|never");
  app.require_subcommand(1);
  app.set_version_flag("--version", k_version, "print the version");
}

const CLI::App* add_bench(CLI::App& app, Options& options) {
  CLI::App* bench = app.add_subcommand("bench", "measure: all algorithms, or those named");
  add_sizes(*bench, options);
  add_device_options(*bench, options);
  bench->add_option("--repeat", options.runs.repeats, "how many runs; the median counts (default: 31)")
      ->check(CLI::Validator(CLI::Range(1, 100000)).description(""))
      ->type_name("N");
  bench->add_option("--warm-up", options.runs.warm_ups, "how many runs before those (default: 3)")
      ->check(CLI::Validator(CLI::Range(1, 100000)).description(""))
      ->type_name("N");
  bench
      ->add_option("--time-limit", options.runs.seconds,
                   "the runs of a row end after so many seconds, with 5 at least (default: none)")
      ->check(CLI::Validator(CLI::PositiveNumber).description(""))
      ->type_name("SECONDS");
  bench->add_flag_callback(
      "--kernels-only", [&options] { options.runs.measures_cpu = false; },
      "neither the floor nor the CPU's time: takes less time itself");
  bench->add_option("--peer", options.peer, "a program that does the same in another way: its times stand beside ours")
      ->type_name("PROGRAM");
  bench->add_option("--compare", options.compared, "html: an earlier run, as JSON, beside this one")->type_name("FILE");
  bench
      ->add_option("--from", options.stored,
                   "html: the page of an earlier run, as JSON (also of script/bench-algorithms); nothing is measured")
      ->type_name("FILE");
  bench->add_flag("--sweep", options.sweep, "several sizes, each four times the one before");
  bench->add_option("--offset", options.offset, "global work offset (default: 0)")->check(check_digits)->type_name("N");
  bench->add_option("--seed", options.seed, "seed of the random inputs (default: 1)")
      ->check(check_digits)
      ->type_name("N");
  add_format(*bench, options,
             {{"text", Format::k_text}, {"json", Format::k_json}, {"csv", Format::k_csv}, {"html", Format::k_html}});
  return bench;
}

// "64", "16x16" or "8x8x4"; what is left out is 1.
std::string take_sizes(const std::string& text, std::array<std::uint64_t, 3>& sizes) {
  const std::vector<std::string_view> parts = split(text, "x");
  if (parts.size() > sizes.size()) return "'" + text + "' has more than three sizes";
  sizes = {1, 1, 1};
  for (std::size_t d = 0; d < parts.size(); ++d) {
    const std::string part(parts[d]);
    if (part.empty() || !check_digits(part).empty() || std::stoull(part) == 0) {
      return "'" + text + "' is no size such as 1024, 16x16 or 8x8x4";
    }
    sizes[d] = std::stoull(part);
  }
  return {};
}

void add_kernel_options(CLI::App& profile, ProfileOptions& into) {
  profile
      .add_option("--kernel", into.kernels,
                  "instead of algorithms: this kernel of the package; several are launched alike, one after another")
      ->allow_extra_args(false)
      ->type_name("[MODULE/]NAME");
  const auto sizes = [](std::array<std::uint64_t, 3>& to) {
    return [&to](const std::string& text) {
      if (const std::string wrong = take_sizes(text, to); !wrong.empty()) throw CLI::ValidationError(wrong);
    };
  };
  profile.add_option_function<std::string>("--global", sizes(into.global), "its work-items")->type_name("X[xYxZ]");
  profile
      .add_option_function<std::string>("--local", sizes(into.local),
                                        "work-items of a group (default: as the kernel requires, else up to 256)")
      ->type_name("X[xYxZ]");
  profile.add_option("--arg", into.arguments, k_argument_help)->allow_extra_args(false)->type_name("VALUE");
}

const CLI::App* add_profile(CLI::App& app, Options& options) {
  CLI::App* profile =
      app.add_subcommand("profile", "record every memory access, and show what they cost on a chip that is not here");
  add_sizes(*profile, options);
  add_device_options(*profile, options);
  ProfileOptions& into = options.profile;
  profile->add_option("--chip", into.chip, "the chip: a target such as nvptx:sm_90, amdgcn:gfx1100 or r600:cypress")
      ->required()
      ->type_name("TARGET");
  profile->add_option("--wave", into.wave, "lanes of a wave, of chips that have two sizes (default: 32)")
      ->check(CLI::Validator(CLI::IsMember({32, 64})).description(""))
      ->type_name("32|64");
  add_kernel_options(*profile, into);
  profile->add_option("--groups", into.groups, "record so many groups of each launch, spread evenly (default: all)")
      ->check(CLI::Validator(CLI::PositiveNumber).description(""))
      ->type_name("N");
  profile->add_option("--trace-size", into.trace_mib, "room for the records of one launch in MiB (default: 256)")
      ->check(CLI::Validator(CLI::Range(1, 65536)).description(""))
      ->type_name("MIB");
  profile->add_option("--offset", options.offset, "global work offset (default: 0)")
      ->check(check_digits)
      ->type_name("N");
  profile->add_option("--seed", options.seed, "seed of the random inputs (default: 1)")
      ->check(check_digits)
      ->type_name("N");
  add_format(*profile, options, {{"text", Format::k_text}, {"json", Format::k_json}, {"csv", Format::k_csv}});
  return profile;
}

const CLI::App* add_tune(CLI::App& app, Options& options) {
  CLI::App* tune = app.add_subcommand(
      "tune", "time the configurations of a package (clc compile --tune), and write one that chooses by device");
  tune->add_option("names", options.names, "what to tune (default: all that the package has)")->type_name("");
  add_device_options(*tune, options);
  tune->add_option("-o,--output", options.tune.output,
                   "the tuned package; one that is there already learns this device, too")
      ->type_name("PACKAGE");
  tune->add_option("--journal", options.tune.journal,
                   "where to keep what is known so far (default: PACKAGE.journal); the same command goes on from there")
      ->type_name("FILE");
  tune->add_option("--repeat", options.runs.repeats, "how many runs of each; the median counts (default: 31)")
      ->check(CLI::Validator(CLI::Range(1, 100000)).description(""))
      ->type_name("N");
  tune->add_option("--warm-up", options.runs.warm_ups, "how many runs before those (default: 3)")
      ->check(CLI::Validator(CLI::Range(1, 100000)).description(""))
      ->type_name("N");
  tune->add_option("--time-limit", options.tune.seconds, "the runs of a kernel end after so many seconds (default: 2)")
      ->check(CLI::Validator(CLI::PositiveNumber).description(""))
      ->type_name("SECONDS");
  tune->add_option("--timeout", options.tune.timeout_s,
                   "a configuration that takes longer has failed, compilation by the driver included (default: 60)")
      ->check(CLI::Validator(CLI::Range(1U, 86400U)).description(""))
      ->type_name("SECONDS");
  tune->add_option("--seed", options.seed, "seed of the random arguments (default: 1)")
      ->check(check_digits)
      ->type_name("N");
  add_format(*tune, options, {{"text", Format::k_text}, {"json", Format::k_json}});
  return tune;
}

Parsed parse(const std::vector<std::string>& arguments) {
  Options options;
  CLI::App app("Lists, verifies and benchmarks the algorithm set from a package that clc made.", "clrun");
  std::string taken;
  add_common_options(app, taken);
  const std::vector<std::pair<std::string, Format>> text_json{{"text", Format::k_text}, {"json", Format::k_json}};

  CLI::App* list = app.add_subcommand("list", "the algorithms and their variants");
  list->add_option("names", options.names, "NAME or NAME/VARIANT (default: all)")->type_name("");
  add_format(*list, options, text_json);

  CLI::App* verify = app.add_subcommand("verify", "compare with a CPU reference: all algorithms, or those named");
  add_sizes(*verify, options);
  add_device_options(*verify, options);
  verify->add_option("--offset", options.offset, "global work offset (default: 0, and once 37)")
      ->check(check_digits)
      ->type_name("N");
  verify->add_option("--seed", options.seed, "seed of the random inputs (default: 1)")
      ->check(check_digits)
      ->type_name("N");
  add_format(*verify, options, text_json);

  CLI::App* run = app.add_subcommand("run", "run an algorithm on files");
  std::string name;
  run->add_option("NAME", name, "the algorithm; clrun run NAME --help lists its own options")
      ->required()
      ->type_name("");
  run->add_option("--variant", options.variant, "its name or short name (default: the algorithm's choice)")
      ->type_name("VARIANT");
  add_device_options(*run, options);
  run->allow_extras();

  const CLI::App* bench = add_bench(app, options);
  const CLI::App* profile = add_profile(app, options);
  const CLI::App* tune = add_tune(app, options);

  CLI::App* devices = app.add_subcommand("devices", "the OpenCL devices of this machine");
  devices->add_flag("--details", options.details, "also limits of images, and extensions (always in JSON)");
  add_format(*devices, options, text_json);

  if (const std::string wrong = check_command(app, arguments); !wrong.empty()) {
    return {std::nullopt, "clrun: " + wrong + "\n", 2};
  }
  try {
    app.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));
  } catch (const CLI::ParseError& error) {
    return end_of_parsing(app, *run, error);
  }
  if (*list) options.command = Command::k_list;
  if (*verify) options.command = Command::k_verify;
  if (*run) options.command = Command::k_run;
  if (*bench) options.command = Command::k_bench;
  if (*profile) options.command = Command::k_profile;
  if (*tune) {
    options.command = Command::k_tune;
    options.runs.seconds = options.tune.seconds;
  }
  if (*devices) options.command = Command::k_devices;
  if (*bench && options.format != Format::k_html && !(options.compared + options.stored).empty()) {
    return {std::nullopt, "clrun: --compare and --from need --format html\n", 2};
  }
  if (*run) {
    options.names = {name};
    const std::string wrong = take_parameters(*run, algorithms::find_algorithm(name), options.parameters);
    if (!wrong.empty()) return {std::nullopt, "clrun: " + wrong + "\n", 2};
  }
  return {options, {}, 0};
}

}  // namespace

Parsed parse_command_line(std::vector<std::string> arguments) {
  ColorWhen color = ColorWhen::k_auto;
  if (const std::string wrong = take_color(arguments, color); !wrong.empty()) {
    return {std::nullopt, "clrun: " + wrong + "\n", 2};
  }
  spell_as_options(arguments);
  Parsed parsed = parse(arguments);
  parsed.color = color;
  return parsed;
}

}  // namespace clc::clrun
