#include "options.h"

#include "base/environment_help.h"
#include "base/text.h"
#include "support/command_line.h"

namespace clc::clrun {

std::string check_digits(const std::string& text) {
  const bool digits = text.find_first_not_of("0123456789") == std::string::npos;
  return digits && text.size() <= 15 ? std::string() : "'" + text + "' is not a number from 0 to 10^15 - 1";
}

void add_names(const CommandLine& line, Options& options) {
  line.add("names", options.names, "NAME or NAME/VARIANT (default: all)");
}

void add_sizes(const CommandLine& line, Options& options) {
  line.add("--size N", options.sizes, "number of elements; may be given several times")
      .one_value_each()  // what follows is a name
      .check(check_digits);
}

void add_offset(const CommandLine& line, Options& options, const std::string& usual) {
  line.add("--offset N", options.offset, "global work offset (default: " + usual + ")").check(check_digits);
}

void add_group(const CommandLine& line, Options& options) {
  line.add("--work-group N", options.group,
           "at most N items in a group, a power of two, where the kernel leaves that open (default: each algorithm's "
           "choice)")
      .range(1, 65536)
      .without_limits_in_messages();
}

void add_seed(const CommandLine& line, Options& options, const std::string& what) {
  line.add("--seed N", options.seed, "seed of the random " + what + " (default: 1)").check(check_digits);
}

void add_run_counts(const CommandLine& line, Options& options) {
  line.add("--repeat N", options.runs.repeats, "how many runs of each; the median counts (default: 31)")
      .range(1, 100000)
      .without_limits_in_messages();
  line.add("--warm-up N", options.runs.warm_ups, "how many runs before those (default: 3)")
      .range(1, 100000)
      .without_limits_in_messages();
}

void add_device_options(const CommandLine& line, Options& options) {
  line.add("--device DEVICE", options.device, "cpu, gpu, accelerator, #N, or a part of a name or vendor");
  line.add("--units N[,N]", options.units,
           "run on a part of the device with this many compute units (CPUs); several numbers "
           "with commas: on so many parts at the same time")
      .positive()
      .without_limits_in_messages()
      .separated_by_commas()
      .one_value_each();
  line.add("--shared-by WHAT", options.shared_by,
           "run on parts of the device whose units share a cache or memory, at the same time: numa, l4, l3, l2, l1 or "
           "next")
      .one_of({"numa", "l4", "l3", "l2", "l1", "next"})
      .without_limits_in_messages();
  line.add("--package PACKAGE", options.package, "folder or file; default: $CLC_PACKAGE, else share/clc/algorithms");
  line.add("--key FILE", options.keys,
           "a public key (PEM) that must have signed the package; may be given several times")
      .one_value_each();
  line.add("--target TARGET", options.target, "use only the variant for this target");
  line.flag("--no-cache", options.no_cache, "do not use the cache of binaries that the driver finishes");
  line.flag("--kernel-output", options.kernel_output, "show what kernels print, on standard error");
}

void add_format(const CommandLine& line, Options& options, const std::vector<std::pair<std::string, Format>>& formats) {
  std::vector<std::string> names;
  for (const auto& [name, format] : formats) names.push_back(name);
  line.add_function<std::string>(
          "--format " + join(names, "|"),
          [&options, formats](const std::string& wanted) {
            for (const auto& [name, format] : formats) {
              if (name == wanted) options.format = format;
            }
          },
          names.front() + " (default) or another format")
      .one_of(names)
      .without_limits_in_messages();
}

std::string device_environment() {
  return environment_help({Reads::k_package, Reads::k_cache});
}

}  // namespace clc::clrun
