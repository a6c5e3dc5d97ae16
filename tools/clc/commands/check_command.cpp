// clc check: fails when a kernel needs more than it may.
#include <algorithm>
#include <charconv>
#include <filesystem>
#include <map>
#include <set>

#include "clc/internal/json_writer.h"
#include "clc/package/file.h"
#include "clc/package/package.h"
#include "commands/access_gates.h"
#include "commands/command.h"
#include "commands/selection_options.h"
#include "commands/source_words.h"
#include "report/analysis_options.h"
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
  KernelLimits limits;  // for every kernel
  std::optional<double> least_occupancy;
  std::string budget;
  std::string write_budget;
  MetricNames only;      // of the budget; empty: all
  double tolerance = 0;  // of the budget; 0.05 is 5 %
  bool ratchet = false;
  bool allow_unknown = false;
  bool require_known = false;
  bool json = false;

  bool chosen() const { return !selection.target.empty() || !selection.kernel.empty(); }
};

void add_gates(CLI::App& app, CheckOptions& options) {
  KernelLimits& limits = options.limits;
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

// "5%", "5" or "2.5 %" as a fraction.
Result<double> parse_tolerance(const std::string& text) {
  double percent = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), percent);
  const std::string rest(end, text.data() + text.size());
  if (error != std::errc() || (rest != "" && rest != "%" && rest != " %") || !(percent >= 0 && percent <= 100)) {
    return fail(ErrorKind::k_usage, "--tolerance " + text + ": must be 0% to 100%");
  }
  return percent / 100;
}

struct BudgetWords {
  std::vector<std::string> only;
  std::string tolerance;
};

void add_budget_options(CLI::App& app, CheckOptions& options, BudgetWords& words) {
  CLI::Option* budget = app.add_option("--budget", options.budget, "a file with limits per kernel and target");
  budget->type_name("FILE");
  app.add_option("--write-budget", options.write_budget,
                 "write the figures of this package as a budget; with -t or -k, replace only those entries")
      ->excludes(budget)
      ->type_name("FILE");
  app.add_option("--only", words.only, "read and write these limits of the budget only, for instance registers,spills")
      ->delimiter(',')
      ->take_all()
      ->expected(1)
      ->type_name("FIGURE,…");
  app.add_option("--tolerance", words.tolerance, "let limits of --budget be exceeded by this much, for instance 5%")
      ->needs(budget)
      ->type_name("PERCENT");
  app.add_flag("--ratchet", options.ratchet,
               "after success, lower the limits that --budget has to what is needed now, and add kernels that it lacks")
      ->needs(budget);
}

Result<bool> parse(const std::vector<std::string>& arguments, CheckOptions& options) {
  CLI::App app(
      "Checks each kernel's figures against limits; exit code 6 when a limit is exceeded. A figure that is unknown\n"
      "is a warning for targets that have none, such as PTX and SPIR-V, where it is known for others. It fails when\n"
      "the target was asked for with -t, when the budget has a limit for it, or when it is known for no kernel.",
      "clc check");
  app.add_option(
         "PACKAGE", options.path,
         "a folder or a .clcpack file; - is standard input; or FILE.cl …, which is compiled with the options of "
         "clc compile")
      ->required();
  add_gates(app, options);
  AccessGates of_sources;
  add_access_gates(app, of_sources);
  AnalysisWords analysis;
  add_analysis_options(app, analysis);
  add_selection_options(app, options.selection);
  BudgetWords words;
  add_budget_options(app, options, words);
  CLI::Option* allow = app.add_flag("--allow-unknown", options.allow_unknown,
                                    "let unknown figures, and kernels that the budget lacks, pass");
  app.add_flag("--require-known", options.require_known, "let every unknown figure fail")->excludes(allow);
  add_format_option(app, options.json);
  app.footer(
      "Examples:\n  clc check kernels -t 'amdgcn:*' --no-spills --max-registers 64 --min-occupancy 50\n"
      "  clc check kernels --write-budget budget.json --only registers,spills\n"
      "  clc check kernels --budget budget.json --tolerance 5%\n  clc check kernels --budget budget.json --ratchet\n"
      "Of sources, which are compiled first, memory accesses and barriers are checked (clc report --accesses):\n"
      "  clc check kernel.cl -t nvptx:sm_90 --min-coalescing 50 --max-bank-conflict 2 --no-divergent-barrier\n"
      "  --require-known lets accesses that are not known fail\n");
  const Result<bool> parsed = parse_command_line(app, arguments);
  if (!parsed || !*parsed) return parsed;
  if (of_sources.are_given() || analysis.are_given()) {
    return fail(
        ErrorKind::k_usage,
        "--min-coalescing, --max-bank-conflict and --no-divergent-barrier, with --group, --global-size and --arg, "
        "are for sources: clc check FILE.cl -t TARGET");
  }
  Result<MetricNames> only = parse_metric_names(words.only);
  if (!only) return fail(only, "--only");
  options.only = *std::move(only);
  const Result<double> tolerance = words.tolerance.empty() ? Result<double>(0) : parse_tolerance(words.tolerance);
  if (!tolerance) return fail(tolerance);
  options.tolerance = *tolerance;
  if (!options.only.empty() && options.budget.empty() && options.write_budget.empty()) {
    return fail(ErrorKind::k_usage, "--only needs --budget or --write-budget");
  }
  const bool gated = !options.limits.most.empty() || options.least_occupancy || !options.budget.empty();
  if (!gated && options.write_budget.empty()) {
    return fail(ErrorKind::k_usage, "nothing to check: give limits, for instance --no-spills, or --budget FILE");
  }
  return true;
}

struct Found {
  std::vector<Violation> failures;
  std::vector<Violation> warnings;
};

// Unknown figures of the limits for every kernel. They fail where someone wants them of just this target, and where no
// other kernel has the figure: then nothing was checked.
void sort_unknown(std::vector<Violation> found, const std::set<std::string>& known, const CheckOptions& options,
                  Found& into) {
  for (Violation& violation : found) {
    const bool fails = !violation.unknown || options.require_known || !options.selection.target.empty() ||
                       known.count(violation.metric) == 0;
    (fails ? into.failures : into.warnings).push_back(std::move(violation));
  }
}

Found check_all(const std::vector<KernelMetrics>& kernels, const CheckOptions& options, const Budget& budget) {
  Found found;
  std::vector<Violation> of_all;
  std::set<std::string> known;
  for (const KernelMetrics& kernel : kernels) {
    std::vector<Violation> here = violations(kernel, options.limits, options.selection);
    for (const auto& [name, most] : options.limits.most) {
      if (find_metric(name)->value(kernel)) known.insert(name);
    }
    if (options.least_occupancy) {
      std::vector<Violation> more = occupancy_violations(kernel, *options.least_occupancy, options.selection);
      if (std::none_of(more.begin(), more.end(), [](const Violation& one) { return one.unknown; })) {
        known.insert("occupancy");
      }
      std::move(more.begin(), more.end(), std::back_inserter(here));
    }
    std::move(here.begin(), here.end(), std::back_inserter(of_all));
    if (options.budget.empty()) continue;
    if (const KernelLimits* limits = find_limits(budget, kernel)) {
      here = violations(kernel, *limits, options.selection, options.tolerance);
      std::move(here.begin(), here.end(), std::back_inserter(found.failures));
    } else if (!options.ratchet) {
      found.failures.push_back({kernel.name(), "budget", "not in " + options.budget + "; --ratchet adds it", true});
    }
  }
  sort_unknown(std::move(of_all), known, options, found);
  if (options.allow_unknown) {
    std::erase_if(found.failures, [](const Violation& violation) { return violation.unknown; });
    found.warnings.clear();
  }
  return found;
}

// One warning for each figure, however many kernels lack it.
void show_warnings(const std::vector<Violation>& warnings, Sink& sink) {
  std::map<std::string, std::vector<std::string>> kernels;
  for (const Violation& violation : warnings) kernels[violation.text].push_back(violation.kernel);
  for (const auto& [text, names] : kernels) {
    const std::string others = names.size() > 1 ? " and " + count(names.size() - 1, "other kernel") : "";
    sink.message(Severity::k_warning, text + "; not checked for " + names.front() + others);
  }
}

std::string as_json(const std::vector<KernelMetrics>& kernels, const Found& found) {
  JsonWriter json(2);
  json.begin_object().key("kernels").value(static_cast<std::uint64_t>(kernels.size()));
  const auto add = [&](const char* name, const std::vector<Violation>& violations) {
    json.key(name).begin_array();
    for (const Violation& violation : violations) {
      json.begin_object().key("kernel").value(violation.kernel).key("figure").value(violation.metric);
      json.key("text").value(violation.text).key("unknown").value(violation.unknown).end_object();
    }
    json.end_array();
  };
  add("violations", found.failures);
  add("warnings", found.warnings);
  return json.end_object().text() + "\n";
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
    KernelLimits& limits = budget[kernel.module][kernel.kernel][kernel.target];
    limits = limits_of(kernel, work_groups_of(kernel, options.selection), options.selection);
    keep_only(limits, options.only);
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

// Lowers the limits of the file, and says which.
Result<void> ratchet_file(const std::vector<KernelMetrics>& kernels, const CheckOptions& options, Sink& sink) {
  Result<Budget> budget = read_budget(options.budget);
  if (!budget) return fail(budget);
  const std::vector<BudgetChange> changes = ratchet(*budget, kernels, options.selection, options.only);
  if (changes.empty()) return {};
  const auto held = hold_for_output(options.budget);
  if (Result<void> written = write_file_atomically(options.budget, encode_budget(*budget)); !written) return written;
  for (const BudgetChange& change : changes) {
    sink.message(Severity::k_note, options.budget + ": " + change.kernel + ": " + change.text);
  }
  return {};
}

}  // namespace

Result<int> check_command(const std::vector<std::string>& arguments, Sink& sink) {
  if (name_sources(arguments) && names_access_gates(arguments)) return check_sources(arguments, sink);
  CheckOptions options;
  const Result<bool> parsed = parse(arguments, options);
  if (!parsed) return fail(parsed);
  if (!*parsed) return 0;

  Budget budget;
  if (!options.budget.empty()) {
    Result<Budget> read = read_budget(options.budget);
    if (!read) return fail(read);
    budget = std::move(*read);
    keep_only(budget, options.only);
  }
  const Result<Package> package = Package::open(options.path);
  if (!package) return fail(package);
  const Result<std::vector<KernelMetrics>> kernels = select_kernels(package->manifest(), options.selection);
  if (!kernels) return fail(kernels);

  if (kernels->empty()) return fail(ErrorKind::k_gate, options.path + " has no kernels, so nothing can be checked");
  if (!options.chosen()) warn_of_leftovers(budget, *kernels, options.budget, sink);

  const Found found = check_all(*kernels, options, budget);
  if (options.json) {
    if (Result<void> printed = print(as_json(*kernels, found)); !printed) return fail(printed);
  }
  for (const Violation& violation : found.failures) {
    sink.message(Severity::k_error, violation.kernel + ": " + violation.text);
  }
  show_warnings(found.warnings, sink);
  if (!found.failures.empty()) return exit_code(ErrorKind::k_gate);

  if (!options.write_budget.empty()) {
    if (Result<void> written = write_budget(*kernels, options); !written) return fail(written);
  }
  if (options.ratchet) {
    if (Result<void> written = ratchet_file(*kernels, options, sink); !written) return fail(written);
  }
  return 0;
}

}  // namespace clc
