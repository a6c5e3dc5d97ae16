// clc check FILE.cl: fails when kernels access memory, branch or wait in ways that they may not.
#include <algorithm>

#include "commands/access_gates.h"
#include "commands/selection_options.h"
#include "commands/source_words.h"
#include "report/analysis_options.h"
#include "support/command_line.h"

namespace clc {
namespace {

struct SourceCheck {
  AccessGates gates;
  bool require_known = false;
  Selection selection;
  AnalysisWords analysis;
  std::string file;
};

Result<bool> parse(const std::vector<std::string>& words, SourceCheck& options) {
  CLI::App app("Checks the memory accesses and barriers of sources.", "clc check");
  app.add_option("FILE", options.file, "FILE.cl …, with the options of clc compile")->required();
  add_access_gates(app, options.gates);
  app.add_flag("--require-known", options.require_known, "let every unknown figure fail");
  add_selection_options(app, options.selection);
  add_analysis_options(app, options.analysis);
  return parse_command_line(app, words);
}

class Gatekeeper {
 public:
  Gatekeeper(const SourceCheck& options, Sink& sink)
      : gates_(options.gates), require_known_(options.require_known), sink_(sink) {}

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
    if (require_known_) return refuse(text);
    sink_.message(Severity::k_warning, text + where_);
  }
  void refuse(const std::string& text) {
    has_failed_ = true;
    sink_.message(Severity::k_error, text + where_);
  }

  const AccessGates& gates_;
  const bool require_known_;
  Sink& sink_;
  std::string where_;
  bool has_failed_ = false;
};

}  // namespace

void add_access_gates(CLI::App& app, AccessGates& gates) {
  app.add_option_function<double>(
         "--min-coalescing", [&gates](const double& percent) { gates.least_efficiency = percent / 100; },
         "of FILE.cl: ideal transactions with global memory, of those that each access costs at most")
      ->check(CLI::Range(0.0, 100.0))
      ->type_name("PERCENT");
  app.add_option("--max-bank-conflict", gates.most_conflicts,
                 "of FILE.cl: accesses of a wave that one bank of local memory may have to answer; 1: no conflicts")
      ->check(CLI::Range(1U, 1024U))
      ->type_name("N");
  app.add_flag("--no-divergent-barrier", gates.no_divergent_barrier,
               "of FILE.cl: every barrier is reached by all work-items of a group");
}

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
  SourceCheck options;
  if (const Result<bool> parsed = parse(separated.own, options); !parsed) return fail(parsed);
  const Result<AnalysisRequest> request = parse_analysis(options.analysis);
  if (!request) return fail(request);
  const Result<CompiledSources> compiled = compile_sources(separated.compiled, {section_name(*request)}, sink);
  if (!compiled) return fail(compiled);
  if (compiled->code != 0) return compiled->code;
  const Result<std::vector<AnalyzedKernel>> kernels = analyzed_kernels(compiled->sections, options.selection);
  if (!kernels) return fail(kernels);
  Gatekeeper gatekeeper(options, sink);
  for (const AnalyzedKernel& kernel : *kernels) gatekeeper.check(kernel);
  return gatekeeper.code();
}

}  // namespace clc
