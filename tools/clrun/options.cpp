#include "options.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <map>

namespace clc::clrun {
namespace {

constexpr const char* k_version = "clrun 0.1.0";
constexpr const char* k_footer =
    "Exit codes: 0 done, 2 usage, 3 package or file, 4 no device or nothing fits, 5 OpenCL, 6 a verification failed.";

// Checks digits, because CLI11 reads -1 as an unsigned number, and anything too large as the largest one.
std::string check_digits(const std::string& text) {
  const bool digits = text.find_first_not_of("0123456789") == std::string::npos;
  return digits && text.size() <= 15 ? std::string() : "'" + text + "' is not a number from 0 to 10^15 - 1";
}

void add_device_options(CLI::App& app, Options& options) {
  app.add_option("--device", options.device, "cpu, gpu, accelerator, #N, or a part of a name or vendor");
  app.add_option("--units", options.units, "run on a sub-device with this many compute units (CPUs)")
      ->check(CLI::PositiveNumber);
  app.add_option("--package", options.package, "folder or file; default: $CLC_PACKAGE, else share/clc/algorithms");
  app.add_option("--key", options.keys,
                 "a public key (PEM) that must have signed the package; may be given several times")
      ->allow_extra_args(false);
  app.add_option("--target", options.target, "use only the variant for this target");
  app.add_flag("--no-cache", options.no_cache, "do not use the cache of binaries that the driver finishes");
  app.add_flag("--kernel-output", options.kernel_output, "show what kernels print, on standard error");
}

void add_format(CLI::App& app, Options& options, std::map<std::string, Format> formats) {
  app.add_option("--format", options.format, "output format")->transform(CLI::CheckedTransformer(std::move(formats)));
}

// Reads "--angle 90 --output=x.png" as pairs. Returns what is wrong; empty when nothing is.
std::string take_parameters(const std::vector<std::string>& words, algorithms::Parameters& parameters) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i].rfind("--", 0) != 0 || words[i].size() == 2) return "unexpected argument '" + words[i] + "'";
    const std::string word = words[i].substr(2);
    const std::size_t equals = word.find('=');
    if (equals == std::string::npos && i + 1 == words.size()) return "option '--" + word + "' needs a value";
    const std::string name = word.substr(0, equals);
    const std::string value = equals == std::string::npos ? words[++i] : word.substr(equals + 1);
    if (!parameters.emplace(name, value).second) return "option '--" + name + "' is given twice";
  }
  return {};
}

}  // namespace

Parsed parse_command_line(const std::vector<std::string>& arguments) {
  Options options;
  CLI::App app("Lists, verifies and benchmarks the algorithm set from a package that clc made.", "clrun");
  app.footer(k_footer);
  app.require_subcommand(1);
  app.set_version_flag("--version", k_version);
  const std::map<std::string, Format> text_json{{"text", Format::k_text}, {"json", Format::k_json}};

  CLI::App* list = app.add_subcommand("list", "the algorithms and their variants");
  add_format(*list, options, text_json);

  CLI::App* verify = app.add_subcommand("verify", "compare with a CPU reference: all algorithms, or those named");
  verify->add_option("names", options.names, "NAME or NAME/VARIANT");
  add_device_options(*verify, options);
  verify->add_option("--size", options.sizes, "number of elements; may be given several times")->check(check_digits);
  verify->add_option("--offset", options.offset, "global work offset (default: 0, and once 37)")->check(check_digits);
  verify->add_option("--seed", options.seed, "seed of the random inputs")->check(check_digits);
  add_format(*verify, options, text_json);

  CLI::App* run = app.add_subcommand("run", "run an algorithm on files");
  std::string name;
  run->add_option("name", name, "NAME")->required();
  run->add_option("--variant", options.variant, "default: the algorithm's choice");
  add_device_options(*run, options);
  run->allow_extras();
  run->footer("Each algorithm has options of its own: clrun list shows them.");

  CLI::App* bench = app.add_subcommand("bench", "measure: all algorithms, or those named");
  bench->add_option("names", options.names, "NAME or NAME/VARIANT");
  add_device_options(*bench, options);
  bench->add_option("--size", options.sizes, "number of elements; may be given several times")->check(check_digits);
  bench->add_option("--repeat", options.repeats, "how many runs; the median counts")->check(CLI::Range(1, 100000));
  add_format(*bench, options,
             {{"text", Format::k_text}, {"json", Format::k_json}, {"csv", Format::k_csv}, {"html", Format::k_html}});

  CLI::App* devices = app.add_subcommand("devices", "the OpenCL devices of this machine");
  add_format(*devices, options, text_json);

  try {
    app.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));
  } catch (const CLI::ParseError& error) {
    std::ostringstream out, err;
    const int code = app.exit(error, out, err);
    return {std::nullopt, code == 0 ? out.str() : err.str(), code == 0 ? 0 : 2};
  }
  if (*list) options.command = Command::k_list;
  if (*verify) options.command = Command::k_verify;
  if (*run) options.command = Command::k_run;
  if (*bench) options.command = Command::k_bench;
  if (*devices) options.command = Command::k_devices;
  if (*run) {
    options.names = {name};
    const std::string wrong = take_parameters(run->remaining(), options.parameters);
    if (!wrong.empty()) return {std::nullopt, "clrun: " + wrong + "\n", 2};
  }
  return {options, {}, 0};
}

}  // namespace clc::clrun
