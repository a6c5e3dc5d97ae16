// clc check: fails when a kernel needs more than it may.
#include <algorithm>
#include <filesystem>

#include "clc/internal/json_writer.h"
#include "clc/package/file.h"
#include "clc/package/package.h"
#include "commands/command.h"
#include "commands/selection_options.h"
#include "report/budget.h"
#include "support/command_line.h"
#include "support/interrupts.h"
#include "support/standard_streams.h"
#include "support/text.h"

namespace clc {
namespace {

struct CheckOptions {
  std::string path;
  Selection selection;
  Limits limits;  // for every kernel
  std::optional<double> least_occupancy;
  std::string budget;
  std::string write_budget;
  bool ratchet = false;
  bool allow_unknown = false;
  bool json = false;

  bool chosen() const { return !selection.target.empty() || !selection.kernel.empty(); }
};

void add_gates(CLI::App& app, CheckOptions& options) {
  Limits& limits = options.limits;
  const auto add = [&](const char* option, const char* metric, const char* help) {
    app.add_option_function<std::int64_t>(
           option, [&limits, metric](const std::int64_t& most) { limits.most[metric] = most; }, help)
        ->check(CLI::Range(std::int64_t{0}, std::int64_t{1} << 48))
        ->type_name("N");
  };
  app.add_flag_callback("--no-spills", [&limits] { limits.most["spills"] = 0; }, "no register may be spilled");
  add("--max-registers", "registers", "registers of a work-item (vector registers on AMD)");
  add("--max-scalar-registers", "scalar_registers", "scalar registers of a wave (AMD)");
  add("--max-local", "local_bytes", "bytes of static local memory of a work-group");
  add("--max-scratch", "scratch_bytes", "bytes of private memory of a work-item");
  add("--max-code", "code_bytes", "bytes of machine code");
  app.add_option_function<double>(
         "--min-occupancy", [&options](const double& percent) { options.least_occupancy = percent / 100; },
         "percent of the waves that a compute unit has room for")
      ->check(CLI::Range(0.0, 100.0))
      ->type_name("PERCENT");
}

Result<bool> parse(const std::vector<std::string>& arguments, CheckOptions& options) {
  CLI::App app(
      "Checks each kernel's figures against limits; exit code 6 when a limit is exceeded or a figure is\n"
      "unknown.",
      "clc check");
  app.add_option("PACKAGE", options.path, "a folder or a .clcpack file; - is standard input")->required();
  add_gates(app, options);
  add_selection_options(app, options.selection);
  CLI::Option* budget = app.add_option("--budget", options.budget, "a file with limits per kernel and target");
  budget->type_name("FILE");
  app.add_option("--write-budget", options.write_budget,
                 "write the figures of this package as a budget; with -t or -k, replace only those entries")
      ->excludes(budget)
      ->type_name("FILE");
  app.add_flag("--ratchet", options.ratchet, "after success, lower the limits of --budget to what is needed now")
      ->needs(budget);
  app.add_flag("--allow-unknown", options.allow_unknown,
               "let unknown figures, and kernels that the budget lacks, pass");
  add_format_option(app, options.json);
  app.footer(
      "Examples:\n  clc check kernels -t 'amdgcn:*' --no-spills --max-registers 64 --min-occupancy 50\n"
      "  clc check kernels --write-budget budget.json\n  clc check kernels --budget budget.json --ratchet\n");
  const Result<bool> parsed = parse_command_line(app, arguments);
  if (!parsed || !*parsed) return parsed;
  const bool gated = !options.limits.most.empty() || options.least_occupancy || !options.budget.empty();
  if (!gated && options.write_budget.empty()) {
    return fail(ErrorKind::k_usage, "nothing to check: give limits, for instance --no-spills, or --budget FILE");
  }
  return true;
}

std::vector<Violation> check_all(const std::vector<KernelMetrics>& kernels, const CheckOptions& options,
                                 const Budget& budget) {
  std::vector<Violation> found;
  const auto add = [&](std::vector<Violation> more) { found.insert(found.end(), more.begin(), more.end()); };
  for (const KernelMetrics& kernel : kernels) {
    add(violations(kernel, options.limits, options.selection));
    if (options.least_occupancy) add(occupancy_violations(kernel, *options.least_occupancy, options.selection));
    if (options.budget.empty()) continue;
    if (const Limits* limits = find_limits(budget, kernel)) {
      add(violations(kernel, *limits, options.selection));
    } else if (!options.ratchet) {
      found.push_back({kernel.name(), "budget", "not in " + options.budget + "; --ratchet adds it", true});
    }
  }
  if (options.allow_unknown) std::erase_if(found, [](const Violation& violation) { return violation.unknown; });
  return found;
}

std::string as_json(const std::vector<KernelMetrics>& kernels, const std::vector<Violation>& found) {
  JsonWriter json(2);
  json.begin_object().key("kernels").value(static_cast<std::uint64_t>(kernels.size())).key("violations").begin_array();
  for (const Violation& violation : found) {
    json.begin_object().key("kernel").value(violation.kernel).key("figure").value(violation.metric);
    json.key("text").value(violation.text).key("unknown").value(violation.unknown).end_object();
  }
  return json.end_array().end_object().text() + "\n";
}

// Entries of kernels that were not looked at stay, when some were chosen.
Result<void> write_budget(const std::vector<KernelMetrics>& kernels, const CheckOptions& options) {
  Budget budget;
  if (options.chosen() && std::filesystem::exists(options.write_budget)) {
    Result<Budget> old = read_budget(options.write_budget);
    if (!old) return fail(old);
    budget = std::move(*old);
  }
  for (const KernelMetrics& kernel : kernels) {
    Limits& limits = budget[kernel.module][kernel.kernel][kernel.target];
    limits = {};
    tighten(limits, kernel, options.selection);
  }
  const auto held = hold_for_output(options.write_budget);
  return write_file_atomically(options.write_budget, encode_budget(budget));
}

// Entries of kernels that are gone do no harm, but show that the budget is out of date.
void warn_of_leftovers(const Budget& budget, const std::vector<KernelMetrics>& kernels, const std::string& path,
                       Sink& sink) {
  for (const auto& [module, by_kernel] : budget) {
    for (const auto& [name, targets] : by_kernel) {
      for (const auto& [target, limits] : targets) {
        KernelMetrics entry;
        entry.module = module;
        entry.kernel = name;
        entry.target = target;
        const bool there = std::any_of(kernels.begin(), kernels.end(),
                                       [&](const KernelMetrics& kernel) { return kernel.name() == entry.name(); });
        if (!there) sink.message(Severity::k_warning, path + ": " + entry.name() + " is not in the package");
      }
    }
  }
}

Result<void> ratchet(const std::vector<KernelMetrics>& kernels, const CheckOptions& options, Budget budget) {
  const std::string before = encode_budget(budget);
  for (const KernelMetrics& kernel : kernels) {
    tighten(budget[kernel.module][kernel.kernel][kernel.target], kernel, options.selection);
  }
  const std::string after = encode_budget(budget);
  if (after == before) return {};
  const auto held = hold_for_output(options.budget);
  return write_file_atomically(options.budget, after);
}

}  // namespace

Result<int> check_command(const std::vector<std::string>& arguments, Sink& sink) {
  CheckOptions options;
  const Result<bool> parsed = parse(arguments, options);
  if (!parsed) return fail(parsed);
  if (!*parsed) return 0;

  Budget budget;
  if (!options.budget.empty()) {
    Result<Budget> read = read_budget(options.budget);
    if (!read) return fail(read);
    budget = std::move(*read);
  }
  const Result<Package> package = Package::open(options.path);
  if (!package) return fail(package);
  const Result<std::vector<KernelMetrics>> kernels = select_kernels(package->manifest(), options.selection);
  if (!kernels) return fail(kernels);

  if (kernels->empty()) return fail(ErrorKind::k_gate, options.path + " has no kernels, so nothing can be checked");
  if (!options.chosen()) warn_of_leftovers(budget, *kernels, options.budget, sink);

  const std::vector<Violation> found = check_all(*kernels, options, budget);
  if (options.json) {
    if (Result<void> printed = print(as_json(*kernels, found)); !printed) return fail(printed);
  }
  for (const Violation& violation : found) sink.message(Severity::k_error, violation.kernel + ": " + violation.text);
  if (!found.empty()) return exit_code(ErrorKind::k_gate);

  if (!options.write_budget.empty()) {
    if (Result<void> written = write_budget(*kernels, options); !written) return fail(written);
  }
  if (options.ratchet) {
    if (Result<void> written = ratchet(*kernels, options, std::move(budget)); !written) {
      return fail(written);
    }
  }
  return 0;
}

}  // namespace clc
