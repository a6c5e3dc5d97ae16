// clc check: fails when a kernel needs more than it may.
#include <algorithm>
#include <filesystem>
#include <map>
#include <set>

#include "base/json_writer.h"
#include "base/text.h"
#include "base/try.h"
#include "clc/base/file.h"
#include "clc/package/package.h"
#include "commands/access_gates.h"
#include "commands/commands.h"
#include "commands/keeping_sink.h"
#include "commands/package_or_sources.h"
#include "commands/selection_options.h"
#include "insight/forecast/time_report.h"
#include "insight/report/analysis_options.h"
#include "insight/report/budget.h"
#include "insight/report/sarif.h"
#include "package/find_packages.h"
#include "support/command_line.h"
#include "support/interrupts.h"
#include "support/real_paths.h"
#include "support/standard_streams.h"

namespace clc {
namespace {

struct CheckOptions {
  CompileOptions compile;  // with the package, or the sources
  Selection selection;
  AccessGates accesses;
  AnalysisWords analysis;
  KernelLimits limits;  // for every kernel
  std::optional<double> least_occupancy;
  std::optional<double> most_us;  // of a launch, as it is forecast
  std::string budget, write_budget;
  MetricNames only;      // of the budget; empty: all
  double tolerance = 0;  // of the budget; 0.05 is 5 %
  bool ratchet = false, allow_unknown = false, require_known = false;
  std::string format = "text";

  const std::string& path() const { return compile.arguments.files.front(); }
  bool chosen() const { return !selection.targets.empty() || !selection.kernels.empty(); }
  bool has_limits() const { return !limits.most.empty() || least_occupancy || !budget.empty(); }
  // True when figures of kernels are wanted, and not only their accesses.
  bool wants_figures() const { return has_limits() || !write_budget.empty(); }
};

void add_gates(const CommandLine& line, CheckOptions& options) {
  KernelLimits& limits = options.limits;
  const auto add = [&](const char* option, const char* metric, const char* help) {
    line.add_function<std::int64_t>(
            option, [&limits, metric](std::int64_t most) { limits.most[metric] = most; }, help)
        .range(std::int64_t{0}, std::int64_t{1} << 48);
  };
  line.flag("--no-spills", [&limits] { limits.most["spills"] = 0; }, "no register may be spilled");
  add("--max-registers N", "registers", "registers of a work-item (vector registers on AMD)");
  add("--max-scalar-registers N", "scalar_registers", "scalar registers of a wave (AMD)");
  add("--max-local N", "local_bytes", "bytes of static local memory of a work-group");
  add("--max-scratch N", "scratch_bytes", "bytes of private memory of a work-item");
  add("--max-code N", "code_bytes", "bytes of machine code");
  add_percent_option(
      line, "--min-occupancy PERCENT", [&options](double least) { options.least_occupancy = least; },
      "percent of the waves that a compute unit has room for");
}

// "20", "20us" or "1.5 ms" in microseconds; nothing for other words, and for more than 11 days.
std::optional<double> parse_us(const std::string& text) {
  static const std::map<std::string, double> k_units = {{"", 1}, {"us", 1}, {"µs", 1}, {"ms", 1e3}, {"s", 1e6}};
  constexpr double k_most = 1e12;
  const auto quantity = parse_quantity(text);
  const auto unit = quantity ? k_units.find(quantity->second) : k_units.end();
  if (unit == k_units.end() || quantity->first < 0 || quantity->first * unit->second > k_most) return std::nullopt;
  return quantity->first * unit->second;
}

void add_time_gate(const CommandLine& line, CheckOptions& options) {
  line.add_function<std::string>(
      "--max-time US",
      [&options](const std::string& text) {
        options.most_us = parse_us(text);
        if (!options.most_us) CommandLine::refuse("--max-time " + text + ": must be a time such as 20us, 1.5ms or 2s");
      },
      "of FILE.cl with --global-size: microseconds that a launch may take (20, 20us or 1.5ms), as clc report --time "
      "forecasts them for the slowest product with the target's chip");
}

struct BudgetWords {
  std::vector<std::string> only;
};

void add_budget_options(const CommandLine& line, CheckOptions& options, BudgetWords& words) {
  const CommandOption budget = line.add("--budget FILE", options.budget, "a file with limits per kernel and target");
  line.add("--write-budget FILE", options.write_budget,
           "write the figures of this package as a budget; with -t or -k, replace only those entries")
      .check(refuse_standard_output)
      .excludes(budget);
  line.add("--only FIGURE,…", words.only,
           "read and write these limits of the budget only, for instance registers,spills")
      .separated_by_commas();
  add_percent_option(
      line, "--tolerance PERCENT", [&options](double share) { options.tolerance = share; },
      "let limits of --budget be exceeded by this much, for instance 5%")
      .needs(budget);
  line.flag("--ratchet", options.ratchet,
            "after success, lower the limits of --budget to the current figures, and add kernels that it lacks")
      .needs(budget);
}

// Checks what the options say together.
Result<void> complete(CheckOptions& options, const BudgetWords& words, CommandInput input) {
  const bool is_package = input == CommandInput::k_package;
  const std::vector<std::string>& files = options.compile.arguments.files;
  CLC_TRY(refuse({
      {is_package && options.most_us,
       "--max-time is for sources: clc check FILE.cl -t TARGET --global-size N --max-time US"},
      {options.most_us && !options.analysis.has_size(), "--max-time needs the work-items of the launch: --global-size"},
      {is_package && (options.accesses.are_given() || options.analysis.are_given()),
       "--min-coalescing, --max-bank-conflict and --no-divergent-barrier, with --global-size and --arg, "
       "are for sources: clc check FILE.cl -t TARGET"},
      {is_package && files.size() > 1,
       "clc check takes one package, and " + count(files.size(), "package") + " were given"},
  }));
  options.only = CLC_TRY(in_context("--only", parse_metric_names(words.only)));
  CLC_TRY(refuse({
      {!options.only.empty() && options.budget.empty() && options.write_budget.empty(),
       "--only needs --budget or --write-budget"},
      {!options.wants_figures() && !options.accesses.are_given() && !options.most_us,
       "nothing to check: give limits, for instance --no-spills, or --budget FILE"},
  }));
  return refuse_overwriting("--write-budget", options.write_budget, files);
}

Result<CommandInput> parse(const std::vector<std::string>& arguments, CheckOptions& options) {
  const CommandLine line(
      "Checks each kernel's figures against limits; exit code 6 when a limit is exceeded. A figure that is unknown\n"
      "is a warning for targets that have none, such as PTX and SPIR-V, where it is known for others. It fails when\n"
      "the target of a package was asked for with -t, when the budget has a limit for it, or when it is known for no\n"
      "kernel. Warnings are summed up in a line; -v shows each.",
      "clc check");
  line.add("PACKAGE", options.compile.arguments.files,
           "a folder or a .clcpack file; - is standard input; or FILE.cl …, which is compiled first");
  add_gates(line, options);
  add_access_gates(line, options.accesses);
  add_time_gate(line, options);
  add_analysis_options(line, options.analysis, options.selection);
  add_selection_options(line, options.selection);
  BudgetWords words;
  add_budget_options(line, options, words);
  const CommandOption allow = line.flag("--allow-unknown", options.allow_unknown,
                                        "let unknown figures, and kernels that the budget lacks, pass");
  line.flag("--require-known", options.require_known, "let every unknown figure fail").excludes(allow);
  line.add("--format text|json|sarif", options.format, "text (default), or json or sarif on standard output")
      .one_of({"text", "json", "sarif"});
  add_package_or_sources_options(line, options.compile);
  line.footer(
      "Sources are compiled with the build options of clc compile (-D, -I, -cl-std=…).\n\n"
      "Examples:\n  clc check kernels -t 'amdgcn:*' --no-spills --max-registers 64 --min-occupancy 50\n"
      "  clc check kernels --write-budget budget.json --only registers,spills\n"
      "  clc check kernels --budget budget.json --tolerance 5%\n  clc check kernels --budget budget.json --ratchet\n"
      "  clc check kernel.cl -t cubin:sm_90 -t amdgcn:gfx1100 --no-spills\n"
      "Of sources, memory accesses and barriers can be checked, too (clc report --accesses):\n"
      "  clc check kernel.cl -t nvptx:sm_90 --min-coalescing 50 --max-bank-conflict 2 --no-divergent-barrier\n"
      "  Accesses that may be worse than the limit fail; --allow-unknown lets them pass\n");
  const CommandInput input = CLC_TRY(parse_input_line(line, arguments, options.compile));
  if (input == CommandInput::k_package) options.selection.targets = options.compile.arguments.targets;
  if (input != CommandInput::k_none) CLC_TRY(complete(options, words, input));
  return input;
}

struct Found {
  std::vector<Violation> failures;
  std::vector<Violation> warnings;
  std::vector<Violation> unasked;  // unknown figures of a budget that names no figures: warnings where all are wanted
};

// Unknown figures of the limits for every kernel. They fail where someone wants them of just this target, and where no
// other kernel has the figure: then nothing was checked.
void sort_unknown(std::vector<Violation> found, const std::set<std::string>& known, const CheckOptions& options,
                  Found& into) {
  for (Violation& violation : found) {
    const bool fails = !violation.unknown || options.require_known || !options.selection.targets.empty() ||
                       known.count(violation.metric) == 0;
    (fails ? into.failures : into.warnings).push_back(std::move(violation));
  }
}

bool is_empty(const KernelLimits& limits) {
  return limits.most.empty() && limits.least_waves.empty();
}

// Lists what the budget leaves out of each kernel that it has.
std::vector<Violation> left_out(const std::vector<KernelMetrics>& kernels, const CheckOptions& options,
                                const Budget& budget) {
  const MetricNames limited = metrics_of(budget);
  std::vector<Violation> found;
  for (const KernelMetrics& kernel : kernels) {
    const KernelLimits* limits = find_limits(budget, kernel);
    if (limits == nullptr) continue;
    const MetricNames wanted =
        options.only.empty() ? watched_by(budget, limited, kernel, options.selection) : options.only;
    std::ranges::move(unwatched(kernel, *limits, wanted, options.selection), std::back_inserter(found));
  }
  return found;
}

// Holds the kernels against the file of limits. `kept`: the limits that hold after this check.
void check_budget(const std::vector<KernelMetrics>& kernels, const CheckOptions& options, Budget budget, Budget kept,
                  Found& into) {
  keep_only(budget, options.only);
  keep_only(kept, options.only);
  bool has_limits = false;  // of any kernel here
  for (const KernelMetrics& kernel : kernels) {
    if (const KernelLimits* limits = find_limits(budget, kernel)) {
      std::ranges::move(violations(kernel, *limits, options.selection, options.tolerance),
                        std::back_inserter(into.failures));
    } else if (!options.ratchet) {
      into.failures.push_back(
          {kernel.name(), "budget",
           "not in " + options.budget + "; --ratchet adds it, and so does the target NAME_budget of CMake", true});
    }
    const KernelLimits* after = find_limits(kept, kernel);
    has_limits = has_limits || (after != nullptr && !is_empty(*after));
  }
  into.warnings = left_out(kernels, options, kept);
  if (options.only.empty() && budget.only.empty()) {
    const auto unknown = std::ranges::stable_partition(into.warnings, std::logical_not(), &Violation::unknown_to_chip);
    into.unasked.assign(unknown.begin(), unknown.end());
    into.warnings.erase(unknown.begin(), unknown.end());
  }
  if (has_limits) return;
  into.failures.push_back(
      {options.path(), "budget", options.budget + " limits nothing here, so nothing was checked", true});
}

Found check_all(const std::vector<KernelMetrics>& kernels, const CheckOptions& options, const Budget& budget,
                const Budget& kept) {
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
      if (std::ranges::none_of(more, &Violation::unknown)) known.insert("occupancy");
      std::ranges::move(more, std::back_inserter(here));
    }
    std::ranges::move(here, std::back_inserter(of_all));
  }
  if (!options.budget.empty()) check_budget(kernels, options, budget, kept, found);
  sort_unknown(std::move(of_all), known, options, found);
  if (options.allow_unknown) {
    std::erase_if(found.failures, std::mem_fn(&Violation::unknown));
    found.warnings.clear();
    found.unasked.clear();
  }
  return found;
}

// Adds what accesses and barriers do that they may not, or that nobody knows. Kernels for no chip are warnings beside
// others.
void check_accesses(const std::vector<AnalyzedKernel>& kernels, const std::vector<KernelMetrics>& metrics,
                    const CheckOptions& options, Found& into) {
  if (!options.accesses.are_given()) return;
  for (const AnalyzedKernel& kernel : kernels) {
    for (Violation& violation : access_violations(kernel, options.accesses)) {
      if (!violation.unknown || !options.allow_unknown) into.failures.push_back(std::move(violation));
    }
  }
  if (options.allow_unknown) return;
  for (const KernelMetrics& kernel : metrics) {
    const bool is_analyzed = std::ranges::any_of(kernels, [&](const AnalyzedKernel& one) {
      return one.module == kernel.module && one.facts.kernel == kernel.kernel && one.target == kernel.target;
    });
    if (is_analyzed) continue;
    Violation violation{kernel.name(), k_access_metric, "accesses unknown: the target names no chip", true};
    (options.require_known ? into.failures : into.warnings).push_back(std::move(violation));
  }
}

// The violation of a kernel's limit of time, if it is one. What is not known is taken to be the worst: all iterations
// of loops that data may end early, and all that a condition may let happen.
std::optional<Violation> time_violation(const KernelTimes& kernel, double limit) {
  Violation violation;
  violation.kernel = "kernel " + kernel.kernel + " for " + kernel.target;
  violation.metric = "time";
  const auto slowest =
      std::ranges::max_element(kernel.products, {}, [](const KernelTime& one) { return one.time.whole_us; });
  if (slowest == kernel.products.end()) {
    violation.text = "time unknown: " + kernel.unknown;
    violation.unknown = true;
    return violation;
  }
  const Forecast& time = slowest->time;
  const std::string on = "time on " + std::string(slowest->chip->product) + " ";
  const std::vector<std::string> arguments = kernel.deciding_arguments();
  std::vector<std::string> open = kernel.effort ? kernel.effort->open_loops : std::vector<std::string>();
  const bool is_open = !open.empty() || !arguments.empty();
  if (kernel.effort && !kernel.effort->conditions_depend_on.empty())
    open.push_back("decided by " + join(kernel.effort->conditions_depend_on, ", "));
  if (time.least_us <= limit && time.whole_us > limit && (is_open || time.expected_us <= limit)) {
    violation.text = on + duration_text(time.least_us) + " to " + duration_text(time.most_us) + ", limit " +
                     duration_text(limit) + ": " + join(open, "; ") +
                     (arguments.empty() ? "" : " (give --arg, which takes integers)");
    violation.unknown = true;
    return violation;
  }
  if (time.expected_us <= limit) return std::nullopt;
  violation.text =
      on + duration_text(time.expected_us) + ", limit " + duration_text(limit) + " (bound by " + time.bound_by + ")";
  return violation;
}

// Adds the kernels whose forecast is above the limit on any product of their target.
void check_times(const std::vector<AnalyzedKernel>& analyzed, const std::vector<KernelMetrics>& metrics,
                 const CheckOptions& options, Found& into) {
  if (!options.most_us) return;
  for (const KernelTimes& kernel : kernel_times(analyzed, metrics, options.selection)) {
    std::optional<Violation> violation = time_violation(kernel, *options.most_us);
    if (violation && !(violation->unknown && options.allow_unknown)) into.failures.push_back(*std::move(violation));
  }
}

// "kernel k of module m for 3 targets", of names of kernels.
std::string kernels_text(const std::vector<std::string>& names) {
  constexpr std::string_view k_between = " for ";
  std::set<std::string> kernels, targets;
  for (const std::string& name : names) {
    const std::size_t at = name.rfind(k_between);
    kernels.insert(name.substr(0, at));
    targets.insert(name.substr(at + k_between.size()));
  }
  const auto text = [](const std::set<std::string>& all, const char* noun) {
    return all.size() == 1 ? *all.begin() : count(all.size(), noun);
  };
  return text(kernels, "kernel") + std::string(k_between) + text(targets, "target");
}

// Warnings that are one line, unless somebody wants them all (-v).
struct Warnings {
  std::vector<std::string> all, brief;
};

void show(const Warnings& warnings, const CheckOptions& options, Sink& sink) {
  if (options.compile.arguments.verbose || warnings.all.size() <= 1) {
    for (const std::string& text : warnings.all) sink.message(Severity::k_warning, text);
  } else {
    sink.message(Severity::k_warning, join(warnings.brief, "; ") + " (-v says more)");
  }
}

// Adds a warning for each figure, however many kernels lack it: "registers unknown; not checked for …".
void add_unknown(const std::vector<Violation>& violations, const std::string& before, const std::string& link,
                 Warnings& into) {
  std::map<std::string, std::vector<std::string>> kernels, of_figures;
  for (const Violation& violation : violations) {
    const MetricInfo* metric = find_metric(violation.metric);
    kernels[violation.text].push_back(violation.kernel);
    of_figures[metric == nullptr ? violation.metric : metric->title].push_back(violation.kernel);
  }
  for (const auto& [text, of_text] : kernels)
    into.all.push_back(before + text + "; " + link + " " + kernels_text(of_text));
  if (kernels.size() == 1) into.brief.push_back(into.all.back());
  if (kernels.size() <= 1) return;
  std::map<std::string, std::vector<std::string>> figures;  // by the kernels that lack them
  for (const auto& [figure, names] : of_figures) figures[kernels_text(names)].push_back(figure);
  for (const auto& [names, lacking] : figures)
    into.brief.push_back(before + join(lacking, ", ") + " unknown or without a limit; " + link + " " + names);
}

std::string as_json(const std::vector<KernelMetrics>& kernels, const Found& found) {
  JsonWriter json(2);
  json.begin_object().put("kernels", static_cast<std::uint64_t>(kernels.size()));
  const auto add = [&](const char* name, const std::vector<Violation>& violations) {
    json.key(name).objects(violations, [&](const Violation& violation) {
      json.put("kernel", violation.kernel, "figure", violation.metric);
      if (violation.place) json.key("place").value(place_text(*violation.place));
      json.put("text", violation.text, "unknown", violation.unknown);
    });
  };
  add("violations", found.failures);
  std::vector<Violation> warnings = found.warnings;
  std::ranges::copy(found.unasked, std::back_inserter(warnings));
  add("warnings", warnings);
  return json.end_object().text() + "\n";
}

// A limit of a whole kernel is exceeded in its source or, of a package, in the budget, where there is one.
std::string as_sarif(const Found& found, const CheckOptions& options) {
  static const std::map<std::string, std::string> k_rules = {
      {"coalescing", "uncoalesced"}, {"bank_conflicts", "bank-conflict"}, {"divergent_barriers", "divergent-barrier"}};
  const std::string& path = options.path();
  std::vector<Finding> findings;
  const auto add = [&](const std::vector<Violation>& violations, const char* level) {
    for (const Violation& violation : violations) {
      const auto rule = k_rules.find(violation.metric);
      const std::string name = rule != k_rules.end() ? rule->second : violation.unknown ? "unknown" : "limit";
      const CodePlace whole{is_source(path) ? path_from_here(path) : options.budget};
      findings.push_back(
          {name, level, violation.text + " (" + violation.kernel + ")", violation.place.value_or(whole)});
    }
  };
  add(found.failures, "error");
  add(found.warnings, "warning");
  return sarif_log(findings);
}

std::vector<Finding> findings_of(const std::vector<ShownDiagnostic>& diagnostics) {
  std::vector<Finding> findings;
  for (const ShownDiagnostic& one : diagnostics) {
    const char* const level = one.severity >= Severity::k_error     ? "error"
                              : one.severity == Severity::k_warning ? "warning"
                                                                    : "note";
    const CodePlace place{path_from_here(one.file), one.line, one.column};
    if (one.severity == Severity::k_note && !findings.empty()) {
      findings.back().related.push_back({one.text, place});
    } else {
      findings.push_back({"compiler", level, one.text, place});
    }
  }
  return findings;
}

// The budget to write into. Entries of kernels that were not looked at stay, when some were chosen.
Result<Budget> begun_budget(const CheckOptions& options) {
  Budget budget;
  const bool has_old = options.chosen() && std::filesystem::exists(options.write_budget);
  if (!has_old) {
    budget.only = options.only;
    return budget;
  }
  Budget old = CLC_TRY(read_budget(options.write_budget));
  // A figure that either half is for can be looked for in both.
  if (options.only.empty()) old.only.clear();
  if (!old.only.empty()) old.only.insert(options.only.begin(), options.only.end());
  return old;
}

Result<void> write_budget(const std::vector<KernelMetrics>& kernels, const CheckOptions& options, Sink& sink) {
  Budget budget = CLC_TRY(begun_budget(options));
  bool has_limits = false;
  for (const KernelMetrics& kernel : kernels) {
    KernelLimits& limits = budget.modules[kernel.module][kernel.kernel][kernel.target];
    limits = limits_of(kernel, work_groups_of(kernel, options.selection), options.selection);
    keep_only(limits, options.only);
    has_limits = has_limits || !is_empty(limits);
  }
  Warnings warnings;
  add_unknown(left_out(kernels, options, budget), options.write_budget + ": ", "of", warnings);
  show(warnings, options, sink);
  if (!has_limits) {
    return fail(ErrorKind::k_gate,
                "nothing of these kernels can be limited, so " + options.write_budget + " is not written");
  }
  const auto held = hold_for_output(options.write_budget);
  return write_file_atomically(options.write_budget, encode_budget(budget));
}

// Entries of kernels that are gone do no harm, but show that the budget is out of date.
void add_leftovers(const Budget& budget, const std::vector<KernelMetrics>& kernels, const std::string& path,
                   Warnings& into) {
  const std::size_t before = into.all.size();
  for (const auto& [module, by_kernel] : budget.modules) {
    for (const auto& [name, targets] : by_kernel) {
      for (const auto& [target, limits] : targets) {
        KernelMetrics entry;
        entry.module = module;
        entry.kernel = name;
        entry.target = target;
        if (std::ranges::find(kernels, entry.name(), &KernelMetrics::name) != kernels.end()) continue;
        into.all.push_back(path + ": " + entry.name() + " is not in the package");
      }
    }
  }
  const std::size_t left = into.all.size() - before;
  if (left == 1) into.brief.push_back(into.all.back());
  if (left > 1) into.brief.push_back(path + ": " + count(left, "kernel") + " not in the package");
}

// Writes the file with its lowered limits, and says which.
Result<void> ratchet_file(const Budget& kept, const std::vector<BudgetChange>& changes, const CheckOptions& options,
                          Sink& sink) {
  if (changes.empty()) return {};
  const auto held = hold_for_output(options.budget);
  CLC_TRY(write_file_atomically(options.budget, encode_budget(kept)));
  for (const BudgetChange& change : changes)
    sink.message(Severity::k_note, options.budget + ": " + change.kernel + ": " + change.text);
  return {};
}

// Holds the package against the limits. `accesses`: of sources.
Result<int> check_package(const Package& package, const std::vector<AnalyzedKernel>& accesses,
                          const CheckOptions& options, const Budget& budget, Sink& sink) {
  const std::vector<KernelMetrics> kernels = CLC_TRY(select_kernels(package.manifest(), options.selection));
  if (kernels.empty()) return fail(ErrorKind::k_gate, options.path() + " has no kernels, so nothing can be checked");
  Warnings warnings;
  if (!options.chosen()) add_leftovers(budget, kernels, options.budget, warnings);

  std::vector<BudgetChange> changes;
  Budget kept = budget;
  if (options.ratchet) changes = ratchet(kept, kernels, options.selection, options.only);
  Found found = check_all(kernels, options, budget, kept);
  check_accesses(accesses, kernels, options, found);
  check_times(accesses, kernels, options, found);
  if (options.format == "json") CLC_TRY(print(as_json(kernels, found)));
  if (options.format == "sarif") CLC_TRY(print(as_sarif(found, options)));
  for (const Violation& violation : found.failures) sink.message(Severity::k_error, violation.message());
  if (options.compile.arguments.verbose) std::ranges::move(found.unasked, std::back_inserter(found.warnings));
  add_unknown(found.warnings, "", "not checked for", warnings);
  show(warnings, options, sink);
  if (!found.failures.empty()) return exit_code(ErrorKind::k_gate);

  if (!options.write_budget.empty()) CLC_TRY(write_budget(kernels, options, sink));
  return options.ratchet ? code_after(ratchet_file(kept, changes, options, sink)) : 0;
}

Result<int> check_sources(const CheckOptions& options, const Budget& budget, Sink& sink) {
  const bool is_analyzed = options.accesses.are_given() || options.most_us;
  AnalysisRequest request;
  if (is_analyzed) request = CLC_TRY(parse_analysis(options.analysis));
  request.with_effort = options.most_us.has_value();
  request.with_accesses = options.accesses.are_given();
  CompileArguments arguments = CLC_TRY(compile_arguments(options.compile));
  if (is_analyzed) arguments.sections = {section_name(request)};
  std::vector<ShownDiagnostic> said;
  KeepingSink keeping(sink, said);
  const CompiledSources compiled = CLC_TRY(compile_sources(arguments, keeping));
  if (compiled.code != 0)
    return options.format == "sarif" ? code_after(print(sarif_log(findings_of(said))), compiled.code) : compiled.code;
  std::vector<AnalyzedKernel> accesses;
  if (is_analyzed) {
    Result<std::vector<AnalyzedKernel>> analyzed = analyzed_kernels(compiled, options.selection);
    // A kernel that is for no chip is unknown, too.
    const bool passes = !analyzed && options.allow_unknown && analyzed.error().kind == ErrorKind::k_usage;
    if (!analyzed && !passes) return fail(analyzed, names_of_sources(options.compile.arguments));
    if (analyzed) accesses = *std::move(analyzed);
    warn_of_work_groups(accesses, options.analysis.work_groups, sink);
    name_files(compiled, accesses);
  }
  return check_package(*compiled.built.package, accesses, options, budget, sink);
}

}  // namespace

Result<int> check_command(const std::vector<std::string>& arguments, Sink& sink) {
  CheckOptions options;
  const CommandInput input = CLC_TRY(parse(arguments, options));
  if (input == CommandInput::k_none) return 0;
  const Budget budget = CLC_TRY(options.budget.empty() ? Budget() : read_budget(options.budget));
  if (input == CommandInput::k_sources) return check_sources(options, budget, sink);
  const Package package = CLC_TRY(find_package(options.path()));
  return check_package(package, {}, options, budget, sink);
}

}  // namespace clc
