#include "options.h"

#include "base/environment_help.h"
#include "base/text.h"
#include "support/command_line.h"

namespace clc::clrun {

std::string check_digits(const std::string& text) {
  const bool digits = text.find_first_not_of("0123456789") == std::string::npos;
  return digits && text.size() <= 15 ? std::string() : "'" + text + "' is not a number from 0 to 10^15 - 1";
}

void add_names(CLI::App& app, Options& options) {
  app.add_option("names", options.names, "NAME or NAME/VARIANT (default: all)")->type_name("");
}

void add_sizes(CLI::App& app, Options& options) {
  app.add_option("--size", options.sizes, "number of elements; may be given several times")
      ->allow_extra_args(false)  // what follows is a name
      ->check(check_digits)
      ->type_name("N");
}

void add_offset(CLI::App& app, Options& options, const std::string& usual) {
  app.add_option("--offset", options.offset, "global work offset (default: " + usual + ")")
      ->check(check_digits)
      ->type_name("N");
}

void add_seed(CLI::App& app, Options& options, const std::string& what) {
  app.add_option("--seed", options.seed, "seed of the random " + what + " (default: 1)")
      ->check(check_digits)
      ->type_name("N");
}

void add_run_counts(CLI::App& app, Options& options) {
  app.add_option("--repeat", options.runs.repeats, "how many runs of each; the median counts (default: 31)")
      ->check(CLI::Validator(CLI::Range(1, 100000)).description(""))
      ->type_name("N");
  app.add_option("--warm-up", options.runs.warm_ups, "how many runs before those (default: 3)")
      ->check(CLI::Validator(CLI::Range(1, 100000)).description(""))
      ->type_name("N");
}

void add_device_options(CLI::App& app, Options& options) {
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

std::string device_environment() {
  return environment_help({Reads::k_package, Reads::k_cache});
}

}  // namespace clc::clrun
