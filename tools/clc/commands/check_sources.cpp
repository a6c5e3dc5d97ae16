// clc check FILE.cl: fails when kernels access memory, branch or wait in ways that they may not.
#include <algorithm>

#include "commands/source_words.h"
#include "report/analysis_options.h"
#include "support/command_line.h"

namespace clc {
namespace {

struct AccessGates {
  std::optional<double> least_efficiency;
  std::optional<std::uint64_t> most_conflicts;
  bool no_divergent_barrier = false;
  bool require_known = false;
  Selection selection;
  AnalysisWords analysis;
  std::string file;
};

Result<bool> parse(const std::vector<std::string>& words, AccessGates& gates) {
  CLI::App app("Checks the memory accesses and barriers of sources.", "clc check");
  app.add_option("FILE", gates.file)->required();
  app.add_option_function<double>("--min-coalescing",
                                  [&gates](const double& percent) { gates.least_efficiency = percent / 100; })
      ->check(CLI::Range(0.0, 100.0));
  app.add_option("--max-bank-conflict", gates.most_conflicts)->check(CLI::Range(1U, 1024U));
  app.add_flag("--no-divergent-barrier", gates.no_divergent_barrier);
  app.add_flag("--require-known", gates.require_known);
  app.add_option("-k,--kernel", gates.selection.kernel);
  add_analysis_options(app, gates.analysis);
  return parse_command_line(app, words);
}

class Gatekeeper {
 public:
  Gatekeeper(const AccessGates& gates, Sink& sink) : gates_(gates), sink_(sink) {}

  void check(const AnalyzedKernel& kernel) {
    const KernelFacts& facts = kernel.facts;
    where_ = " (kernel " + facts.kernel + " for " + kernel.target + ")";
    for (const AccessFacts& access : facts.accesses) check(access);
    if (!facts.incomplete.empty()) unknown("not all was seen: " + facts.incomplete);
    if (!gates_.no_divergent_barrier) return;
    for (const BarrierFault& fault : facts.barriers) {
      refuse(place_text(fault.place) + ": a barrier that " + (fault.is_proven ? "only a part" : "perhaps only a part") +
             " of the work-items reaches, by the branch in " + place_text(fault.branch));
    }
  }
  int code() const { return has_failed_ ? exit_code(ErrorKind::k_gate) : 0; }

 private:
  void check(const AccessFacts& access) {
    const bool is_local = access.space == "local";
    const std::string what =
        place_text(access.place) + ": " + pattern_text(access) + " " + access.kind + " of " + access.space + " memory";
    if (is_local ? !gates_.most_conflicts : !gates_.least_efficiency) return;
    if (!access.is_known) return unknown(what + " is not known");
    if (is_local) {
      if (access.degree <= *gates_.most_conflicts) return;
      return refuse(what + " conflicts " + std::to_string(access.degree) + "-fold, limit " +
                    std::to_string(*gates_.most_conflicts));
    }
    const double efficiency = static_cast<double>(access.ideal) / static_cast<double>(access.most);
    if (efficiency >= *gates_.least_efficiency) return;
    refuse(what + " has an efficiency of " + percent_text(efficiency) + " %, limit " +
           percent_text(*gates_.least_efficiency) + " %");
  }

  void unknown(const std::string& text) {
    if (gates_.require_known) return refuse(text);
    sink_.message(Severity::k_warning, text + where_);
  }
  void refuse(const std::string& text) {
    has_failed_ = true;
    sink_.message(Severity::k_error, text + where_);
  }

  const AccessGates& gates_;
  Sink& sink_;
  std::string where_;
  bool has_failed_ = false;
};

}  // namespace

bool names_access_gates(const std::vector<std::string>& words) {
  return std::any_of(words.begin(), words.end(), [](const std::string& word) {
    return word.starts_with("--min-coalescing") || word.starts_with("--max-bank-conflict") ||
           word == "--no-divergent-barrier";
  });
}

Result<int> check_sources(const std::vector<std::string>& words, Sink& sink) {
  SourceWords separated = separate(
      words, {"-k", "--kernel", "--min-coalescing", "--max-bank-conflict", "--group", "--arg", "--global-size"},
      {"--no-divergent-barrier", "--require-known"});
  separated.own.emplace_back("FILE");
  AccessGates gates;
  if (const Result<bool> parsed = parse(separated.own, gates); !parsed) return fail(parsed);
  const Result<AnalysisRequest> request = parse_analysis(gates.analysis);
  if (!request) return fail(request);
  const Result<CompiledSources> compiled = compile_sources(separated.compiled, {section_name(*request)}, sink);
  if (!compiled) return fail(compiled);
  if (compiled->code != 0) return compiled->code;
  const Result<std::vector<AnalyzedKernel>> kernels = analyzed_kernels(compiled->sections, gates.selection);
  if (!kernels) return fail(kernels);
  Gatekeeper gatekeeper(gates, sink);
  for (const AnalyzedKernel& kernel : *kernels) gatekeeper.check(kernel);
  return gatekeeper.code();
}

}  // namespace clc
