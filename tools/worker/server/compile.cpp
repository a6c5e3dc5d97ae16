#include "worker/server/compile.h"

#include <clang/Basic/Version.h>
#include <llvm/IR/DiagnosticHandler.h>
#include <llvm/IR/DiagnosticInfo.h>
#include <llvm/IR/DiagnosticPrinter.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/CrashRecoveryContext.h>
#include <llvm/Support/TimeProfiler.h>
#include <llvm/Support/raw_ostream.h>

#include "base/try.h"
#include "protocol/profile_section.h"
#include "protocol/sanitize_section.h"
#include "protocol/time_trace_section.h"
#include "worker/builtins/builtin_library.h"
#include "worker/frontend/announced.h"
#include "worker/frontend/diagnostics.h"
#include "worker/frontend/driver_source.h"
#include "worker/frontend/frontend.h"
#include "worker/frontend/judge/shared_names.h"
#include "worker/frontend/reflection.h"
#include "worker/insight/analysis_section.h"
#include "worker/insight/coverage/instrument_coverage.h"
#include "worker/insight/maths_calls.h"
#include "worker/insight/recording.h"
#include "worker/ir/call_cycles.h"
#include "worker/ir/code_generation.h"
#include "worker/ir/link_sources.h"
#include "worker/sanitize/sanitize.h"
#include "worker/server/compile_il.h"
#include "worker/server/job_stack.h"
#include "worker/strip/strip.h"
#include "worker/strip/strip_source.h"
#include "worker/targets/back_ends.h"
#include "worker/targets/kernel_symbols.h"
#include "worker/targets/library.h"
#include "worker/targets/llvm_options.h"
#include "worker/targets/pipeline.h"

namespace clc::worker {
namespace {

// Adds the errors that code generators report to the diagnostics of the job.
class BackEndDiagnostics final : public llvm::DiagnosticHandler {
 public:
  BackEndDiagnostics(const FrontEnd& front_end, std::vector<Diagnostic>& into)
      : places_(front_end.kernel_places()), assembly_(front_end.assembly_places()), into_(into) {}

  bool handleDiagnostics(const llvm::DiagnosticInfo& info) override {
    // Warnings tell that builtins have another data layout, which is on purpose.
    if (info.getSeverity() != llvm::DS_Error) return true;
    std::string text;
    llvm::raw_string_ostream stream(text);
    llvm::DiagnosticPrinterRawOStream printer(stream);
    info.print(printer);
    Diagnostic diagnostic = place(info, text);
    diagnostic.severity = Severity::k_error;
    diagnostic.text = text;
    diagnostic.is_of_target = info.getKind() == llvm::DK_ResourceLimit;
    into_.push_back(std::move(diagnostic));
    return true;
  }

 private:
  // Takes LLVM's words for the place, such as "<unknown>:0:0: ", out of the text, and finds the kernel's own.
  Diagnostic place(const llvm::DiagnosticInfo& info, std::string& text) const {
    const int kind = info.getKind();
    if (kind == llvm::DK_SrcMgr) return place_of_assembly(static_cast<const llvm::DiagnosticInfoSrcMgr&>(info), text);
    if (kind != llvm::DK_ResourceLimit && kind != llvm::DK_StackSize && kind != llvm::DK_Unsupported) return {};
    const auto& located = static_cast<const llvm::DiagnosticInfoWithLocationBase&>(info);
    const auto found = places_.find(located.getFunction().getName().str());
    if (found == places_.end() && located.isLocationAvailable()) return {};
    const std::string words = located.getLocationStr() + ": ";
    if (text.starts_with(words)) text.erase(0, words.size());
    return found == places_.end() ? Diagnostic() : found->second;
  }

  Diagnostic place_of_assembly(const llvm::DiagnosticInfoSrcMgr& info, std::string& text) const {
    const auto found = assembly_.find(info.getLocCookie());
    if (found == assembly_.end()) return {};
    const llvm::SMDiagnostic& said = info.getSMDiag();
    text = (said.getMessage() + " in inline assembly: " + said.getLineContents().trim()).str();
    return found->second;
  }

  const KernelPlaces& places_;
  const AssemblyPlaces& assembly_;
  std::vector<Diagnostic>& into_;
};

CompileReply finish(const CompileRequest& request, FrontEnd& front_end, Artifact artifact, Outcome outcome) {
  artifact.target = request.target.name();
  artifact.compiler = std::string("clc ") + CLC_VERSION + ", " + clang::getClangFullVersion();
  artifact.inputs = front_end.inputs();
  CompileReply reply;
  reply.facts = front_end.facts();
  artifact.diagnostics = std::move(front_end.diagnostics());
  if (outcome == Outcome::k_done && has_errors(artifact.diagnostics)) outcome = Outcome::k_failed;
  if (outcome == Outcome::k_failed) artifact.interface = {};  // it may be what the errors are about
  reply.id = request.id;
  reply.outcome = outcome;
  reply.artifact = std::move(artifact);
  return reply;
}

// The texts of a module's sources for a driver, which compiles them itself, and what is known of them.
struct ExpandedSources {
  std::vector<std::string> texts;
  Interface interface;
  std::vector<SharedNames> shared;
  std::vector<std::vector<CallingFunction>> calls;
};

// Puts a note in place of what the front end says of a source that the tool may understand. The binary then tells the
// interfaces.
void leave_to_tool(std::vector<Diagnostic>& diagnostics, std::size_t before) {
  const auto begin = diagnostics.begin() + static_cast<std::ptrdiff_t>(before);
  const auto is_error = [](const Diagnostic& diagnostic) { return diagnostic.severity >= Severity::k_error; };
  const auto first = std::find_if(begin, diagnostics.end(), is_error);
  if (first == diagnostics.end()) return;
  Diagnostic note = std::move(*first);
  note.severity = Severity::k_note;
  note.text = "clc cannot read this, so the binary describes the kernels: " + note.text;
  note.snippet.clear();
  diagnostics.erase(begin, diagnostics.end());
  diagnostics.push_back(std::move(note));
}

// Expands includes, or everything, and describes the kernels.
bool expand(FrontEnd& front_end, const CompileRequest& request, const SourceRoots& roots, bool expands_all,
            ExpandedSources& into) {
  into = {};
  bool is_good = true;
  std::vector<Interface> interfaces;
  for (const RequestedSource& source : request.sources) {
    if (source.library) {
      interfaces.push_back(source.library->interface);
      into.shared.push_back(shared_by(source.library->symbols, roots.rooted(source.path)));
      continue;
    }
    CompiledSource one;
    std::string text;
    is_good = (expands_all ? front_end.expand_all(source, text) : front_end.expand_includes(source, text)) && is_good;
    text = fix_dates(map_line_markers(text, roots), request.source_date_epoch);
    const std::size_t before = front_end.diagnostics().size();
    const bool is_read = is_good && front_end.reflect(source, text, one);
    const bool is_left = is_good && !is_read && request.is_judged_by_tool && !language_of(request).strips_names;
    if (is_left) leave_to_tool(front_end.diagnostics(), before);
    is_good = is_read || is_left;
    into.texts.push_back(std::move(text));
    interfaces.push_back(std::move(one.interface));
    into.shared.push_back(std::move(one.shared));
    into.calls.push_back(std::move(one.calls));
  }
  into.interface = merged(std::move(interfaces));
  return is_good;
}

// Names by which a library and what is linked with it know each other.
void keep_names_of_libraries(const CompileRequest& request, const std::vector<SharedNames>& shared,
                             DeclaredNames& names) {
  for (std::size_t i = 0; i < request.sources.size(); ++i) {
    if (!request.makes_library() && !request.sources[i].library) continue;
    for (const auto& [symbol, one] : shared[i]) names.declared.erase(one.shown.substr(one.shown.rfind(':') + 1));
  }
}

bool strip(FrontEnd& front_end, const CompileRequest& request, const Language& language, ExpandedSources& sources) {
  DeclaredNames names;
  for (std::size_t i = 0; i < sources.texts.size(); ++i) {
    if (!front_end.find_names(request.sources[i], sources.texts[i], names)) return false;
  }
  keep_names_of_libraries(request, sources.shared, names);
  strip_interface(sources.interface, language);
  strip_sources(sources.texts, names, sources.interface);
  return true;
}

// Judges how functions call each other, and what several sources share. Those that an installed driver compiles may use
// functions of its own.
bool judge_linked(FrontEnd& front_end, const CompileRequest& request, const std::vector<SharedNames>& shared,
                  const std::vector<std::vector<CallingFunction>>& calls) {
  judge_calls(calls, front_end.diagnostics());
  if (!request.is_linked()) return !has_errors(front_end.diagnostics());
  judge_shared_names(shared, front_end.diagnostics());
  if (request.dialect) remark_for_driver(shared, request.makes_library(), front_end.diagnostics());
  return !has_errors(front_end.diagnostics());
}

CompileReply compile_for_driver(const CompileRequest& request, const SourceRoots& roots) {
  FrontEnd front_end(request, roots, machine_of(*request.dialect));
  const Language language = language_of(request);
  ExpandedSources sources;
  bool is_good = expand(front_end, request, roots, language.strips_names, sources);
  // The driver would paste the time of its own.
  if (is_good && !language.strips_names && front_end.pastes_time()) {
    front_end.diagnostics().clear();
    is_good = expand(front_end, request, roots, true, sources);
  }
  is_good = is_good && judge_linked(front_end, request, sources.shared, sources.calls);
  if (is_good && language.strips_names) is_good = strip(front_end, request, language, sources);
  Artifact artifact;
  artifact.format = "source";
  artifact.interface = std::move(sources.interface);
  if (request.makes_library())
    artifact.sections[std::string(k_library_section)] =
        encode_library(library_of(sources.shared, language.strips_names));
  artifact.binary = std::move(sources.texts.front());
  for (std::size_t i = 1; i < sources.texts.size(); ++i)
    artifact.sections[section_of_source(i)] = std::move(sources.texts[i]);
  return finish(request, front_end, std::move(artifact), is_good ? Outcome::k_done : Outcome::k_failed);
}

CompileReply refuse(const CompileRequest& request, Outcome outcome, std::string why) {
  CompileReply reply;
  reply.id = request.id;
  reply.outcome = outcome;
  reply.detail = std::move(why);
  return reply;
}

Result<BackEndOutput> run_back_end(const BackEnd& back_end, const BackEndJob& job) {
  Bytes coverage;
  if (job.wants(k_coverage_section)) coverage = encode_coverage_table(CLC_TRY(instrument_coverage(job)));
  const auto fill = [&](PassList& list) { add_passes_of_all_targets(list, job.target, job.language); };
  CLC_TRY(run_passes(job.module, job.machine, {.log = job.hooks.log}, fill));
  if (job.hooks.sanitize) CLC_TRY(job.hooks.sanitize(job.module));
  Result<BackEndOutput> output = back_end.compile(job);
  if (!output) return output;
  CLC_TRY(check_kernels_match(job.interface, back_end.kernels(output->binary)));
  if (!coverage.empty()) output->sections[std::string(k_coverage_section)] = std::move(coverage);
  return output;
}

// The questions that `clc report` and `clrun profile` ask of a job between its passes.
class Hooks {
 public:
  Hooks(const CompileRequest& request, const Target& target, const Language& language, const Interface& interface,
        const Machine& chip, llvm::TargetMachine& machine) {
    const auto job_of = [=, &request, &target, &language, &interface, &machine, this](llvm::Module& module) {
      return BackEndJob{module, machine, target, language, interface, request, hooks};
    };
    hooks.before_builtins = [job_of](llvm::Module& module) { declare_shorter_functions(job_of(module)); };
    hooks.before_optimizer = [job_of, this](llvm::Module& module) { maths_ = find_maths_calls(job_of(module)); };
    hooks.after_optimizer = [job_of, this](llvm::Module& module) { add_analysis(job_of(module), maths_, sections); };
    if (request.wants(k_profile_section))
      hooks.record = [job_of, this](llvm::Module& module) { return add_recording(job_of(module), sections); };
    for (const std::string& section : request.sections) {
      if (checks_of(section).empty()) continue;
      hooks.sanitize = [=, this](llvm::Module& module) -> Result<void> {
        const CheckTable table = CLC_TRY(add_checks(job_of(module), chip, checks_of(section)));
        sections[section] = encode_check_table(table);
        return {};
      };
    }
    if (request.wants("passes")) hooks.log = &log;
  }

  PipelineHooks hooks;
  std::map<std::string, Bytes> sections;
  PassLog log;

 private:
  MathsCalls maths_;
};

Diagnostic about_first_source(const CompileRequest& request, const SourceRoots& roots, std::string text) {
  Diagnostic diagnostic;
  diagnostic.file = roots.rooted(roots.path_of_source(request.sources.front()));
  diagnostic.text = std::move(text);
  return diagnostic;
}

// For NVIDIA alone, Clang 22 crashes on `kernel` before what is no function. After a crash the errors are those that
// Clang finds for SPIR-V; in C++ it finds none.
bool compile_for_nvidia(FrontEnd& front_end, const CompileRequest& request, const RequestedSource& source,
                        const SourceRoots& roots, llvm::LLVMContext& context, CompiledSource& result) {
  bool is_good = false;
  llvm::CrashRecoveryContext::Enable();
  watch_stack();
  llvm::CrashRecoveryContext recovery;
  const bool has_ended = recovery.RunSafely([&] { is_good = front_end.compile(source, context, result); });
  llvm::CrashRecoveryContext::Disable();
  if (has_ended) return is_good;
  FrontEnd other(request, roots, k_spirv_back_end.machine({Family::k_spirv64, "1.2", {}}, language_of(request)));
  llvm::LLVMContext other_context;
  CompiledSource unused;
  const bool is_read_for_spirv = other.compile(source, other_context, unused);
  front_end.diagnostics() = std::move(other.diagnostics());
  if (is_read_for_spirv) {
    front_end.diagnostics().push_back(about_first_source(request, roots,
                                                         "Clang crashes on this source for NVPTX but not for "
                                                         "SPIR-V. A kernel attribute such as __kernel on something "
                                                         "that is not a function does that: remove it"));
  }
  return false;
}

// All sources of a module.
struct CompiledSources {
  std::vector<std::unique_ptr<llvm::Module>> modules;  // empty after errors
  Interface interface;
  std::vector<SharedNames> shared;
  std::vector<std::vector<CallingFunction>> calls;
};

bool take_library(FrontEnd& front_end, const CompileRequest& request, const RequestedSource& source,
                  const SourceRoots& roots, llvm::LLVMContext& context, CompiledSource& result) {
  const RootedPath place = roots.rooted(source.path);
  result.interface = source.library->interface;
  result.shared = shared_by(source.library->symbols, place);
  Result<std::unique_ptr<llvm::Module>> module =
      read_library(*source.library, source.options, request.options, context);
  if (module) {
    result.module = *std::move(module);
    return true;
  }
  Diagnostic diagnostic;
  diagnostic.file = place;
  diagnostic.text = module.error().message;
  front_end.diagnostics().push_back(std::move(diagnostic));
  return false;
}

CompiledSources compile_sources(FrontEnd& front_end, const CompileRequest& request, const SourceRoots& roots,
                                const BackEnd& back_end, llvm::LLVMContext& context) {
  CompiledSources all;
  bool is_good = true;
  std::vector<Interface> interfaces;
  for (const RequestedSource& source : request.sources) {
    CompiledSource one;
    const bool is_one_good = source.library ? take_library(front_end, request, source, roots, context, one)
                             : back_end.may_crash_clang
                                 ? compile_for_nvidia(front_end, request, source, roots, context, one)
                                 : front_end.compile(source, context, one);
    is_good = is_good && is_one_good;
    all.modules.push_back(std::move(one.module));
    interfaces.push_back(std::move(one.interface));
    all.shared.push_back(std::move(one.shared));
    all.calls.push_back(std::move(one.calls));
  }
  all.interface = merged(std::move(interfaces));
  if (!is_good || !judge_linked(front_end, request, all.shared, all.calls)) all.modules.clear();
  return all;
}

// Cycles through a library, whose sources nobody sees here: the optimiser would make loops of some.
Result<void> refuse_recursion_of_libraries(const CompileRequest& request, const std::vector<SharedNames>& shared,
                                           llvm::Module& module) {
  std::set<std::string> of_libraries;
  for (std::size_t i = 0; i < request.sources.size(); ++i) {
    if (!request.sources[i].library) continue;
    for (const auto& [symbol, one] : shared[i]) of_libraries.insert(symbol);
  }
  if (of_libraries.empty()) return {};
  return refuse_recursion(module, [&](const CallCycle& cycle) {
    return std::any_of(cycle.begin(), cycle.end(), [&](const llvm::Function* function) {
      return of_libraries.contains(function->getName().str());
    });
  });
}

// The sources as one module; null after errors.
std::unique_ptr<llvm::Module> linked(FrontEnd& front_end, const CompileRequest& request, const SourceRoots& roots,
                                     CompiledSources& sources) {
  if (sources.modules.empty()) return nullptr;
  if (!request.is_linked()) return std::move(sources.modules.front());
  auto module = link_sources(std::move(sources.modules), repeatable_names(sources.shared));
  if (module != nullptr && !request.makes_library())
    refuse_undefined(sources.shared, undefined_variables(*module), "", front_end.diagnostics());
  if (module != nullptr) {
    if (const auto straight = refuse_recursion_of_libraries(request, sources.shared, *module); !straight)
      front_end.diagnostics().push_back(about_first_source(request, roots, straight.error().message));
  }
  return has_errors(front_end.diagnostics()) ? nullptr : std::move(module);
}

bool preprocess(FrontEnd& front_end, const CompileRequest& request, std::string& text) {
  for (const RequestedSource& source : request.sources) {
    std::string one;
    if (source.library) continue;
    if (!front_end.preprocess(source, one)) return false;
    text += one;
  }
  return true;
}

CompileReply find_reads(const CompileRequest& request, const SourceRoots& roots, const Machine& machine) {
  FrontEnd front_end(request, roots, machine);
  bool is_good = true;
  for (const RequestedSource& source : request.sources) {
    if (!source.library) is_good = front_end.find_reads(source) && is_good;
  }
  return finish(request, front_end, Artifact(), is_good ? Outcome::k_done : Outcome::k_failed);
}

CompileReply finish_library(FrontEnd& front_end, const CompileRequest& request, const BackEndJob& job,
                            const std::vector<SharedNames>& shared, Artifact artifact) {
  Library symbols = library_of(shared, job.language.strips_names);
  artifact.format = k_library_format;
  artifact.binary = write_library(job.module, job.language, symbols);
  artifact.sections[std::string(k_library_section)] = encode_library(symbols);
  if (job.language.strips_names) strip_interface(artifact.interface, job.language);
  const bool is_good = !job.wants("preprocessed") || preprocess(front_end, request, artifact.sections["preprocessed"]);
  return finish(request, front_end, std::move(artifact), is_good ? Outcome::k_done : Outcome::k_failed);
}

// An error about "kernel NAME …" at that kernel, and any other at the first source.
Diagnostic about_kernel(const CompileRequest& request, const SourceRoots& roots, const KernelPlaces& places,
                        const std::string& text) {
  constexpr std::string_view k_kernel = "kernel ";
  Diagnostic diagnostic = about_first_source(request, roots, text);
  if (!text.starts_with(k_kernel)) return diagnostic;
  const auto found = places.find(text.substr(k_kernel.size(), text.find(' ', k_kernel.size()) - k_kernel.size()));
  if (found == places.end()) return diagnostic;
  const Severity severity = diagnostic.severity;
  diagnostic = found->second;
  diagnostic.severity = severity;
  diagnostic.text = text;
  return diagnostic;
}

// Why there is no code for a module.
struct Refusal {
  Error problem;
  bool is_of_target = false;
};

// Ends a compilation that was refused: with an error of the first source, where that is to blame.
CompileReply finish_refused(const CompileRequest& request, FrontEnd& front_end, const SourceRoots& roots,
                            const CompiledSources& compiled, llvm::Module& module, const Refusal& refusal,
                            Artifact artifact) {
  const Error& problem = refusal.problem;
  if (problem.kind == ErrorKind::k_crash) return refuse(request, Outcome::k_crashed, problem.message);
  if (problem.kind == ErrorKind::k_unavailable) return refuse(request, Outcome::k_unavailable, problem.message);
  const bool is_builtin_missing = problem.message.starts_with("called but not defined");
  refuse_undefined(compiled.shared, undefined_functions(module),
                   is_builtin_missing ? family_info(request.target.family).name : "", front_end.diagnostics());
  if (!has_errors(front_end.diagnostics())) {
    front_end.diagnostics().push_back(about_kernel(request, roots, front_end.kernel_places(), problem.message));
    front_end.diagnostics().back().is_of_target = refusal.is_of_target;
  }
  return finish(request, front_end, std::move(artifact), Outcome::k_failed);
}

void add_output(BackEndOutput output, Hooks& hooks, Artifact& artifact) {
  artifact.binary = std::move(output.binary);
  artifact.build_options = std::move(output.build_options);
  artifact.resources = std::move(output.resources);
  artifact.sections.merge(output.sections);
  artifact.sections.merge(hooks.sections);
  if (hooks.hooks.log != nullptr) artifact.sections["passes"] = std::move(hooks.log.text);
}

// The reply of a job that has ended before it could say more.
CompileReply failed_with(const CompileRequest& request, Diagnostic diagnostic) {
  diagnostic.severity = Severity::k_error;
  CompileReply reply;
  reply.id = request.id;
  reply.outcome = Outcome::k_failed;
  reply.artifact.emplace();
  reply.artifact->target = request.target.name();
  reply.artifact->diagnostics.push_back(std::move(diagnostic));
  return reply;
}

}  // namespace

CompileReply nested_too_deeply(const CompileRequest& request) {
  const SourceRoots roots(request);
  std::optional<Diagnostic> diagnostic = place_being_read(roots);
  if (!diagnostic) diagnostic = about_first_source(request, roots, "");
  diagnostic->text = "this is nested more deeply than the compiler can follow: split it";
  return failed_with(request, *std::move(diagnostic));
}

CompileReply without_instruction(const CompileRequest& request, const MissingInstruction& missing) {
  const SourceRoots roots(request);
  Diagnostic diagnostic = about_first_source(
      request, roots, "the chip of " + request.target.name() + " has no instruction for " + missing.intrinsic);
  if (!missing.file.empty()) {
    diagnostic.file = roots.rooted_or_mapped(missing.file);
    diagnostic.line = missing.line;
    diagnostic.column = missing.column;
  }
  diagnostic.is_of_target = true;
  return failed_with(request, std::move(diagnostic));
}

void load_builtins(const CompileRequest& request) {
  if (back_end_of(request.target.family) != nullptr) builtins_of(request.target);
}

static CompileReply compile_untraced(const CompileRequest& request) {
  const Target& target = request.target;
  const SourceRoots roots(request);
  if (is_il_request(request)) return compile_il(request, roots);
  if (request.dialect) {
    return request.only_reads ? find_reads(request, roots, machine_of(*request.dialect))
                              : compile_for_driver(request, roots);
  }
  const BackEnd* back_end = back_end_of(target.family);
  if (back_end == nullptr)
    return refuse(request, Outcome::k_unavailable, "clc-worker does not compile for " + target.name());
  const Language language = language_of(request);
  Machine machine = back_end->machine(target, language);
  if (request.only_reads) return find_reads(request, roots, machine);
  set_llvm_options(target);

  llvm::LLVMContext& context = builtins_of(target).context;
  FrontEnd front_end(request, roots, machine);
  Artifact artifact;
  artifact.format = family_info(target.family).format;
  CompiledSources compiled = compile_sources(front_end, request, roots, *back_end, context);
  artifact.interface = std::move(compiled.interface);
  context.setDiagnosticHandler(std::make_unique<BackEndDiagnostics>(front_end, front_end.diagnostics()));
  const std::unique_ptr<llvm::Module> whole = linked(front_end, request, roots, compiled);
  if (whole == nullptr) return finish(request, front_end, std::move(artifact), Outcome::k_failed);
  llvm::Module& module = *whole;
  const auto chosen =
      back_end->choose_waves ? back_end->choose_waves(artifact.interface, target, machine) : Result<void>();
  if (!chosen) {
    front_end.diagnostics().push_back(about_first_source(request, roots, chosen.error().message));
    return finish(request, front_end, std::move(artifact), Outcome::k_failed);
  }
  std::string error;
  const auto target_machine = make_target_machine(machine, language.optimization, error);
  if (target_machine == nullptr) return refuse(request, Outcome::k_unavailable, error);
  Hooks hooks(request, target, language, artifact.interface, machine, *target_machine);
  const BackEndJob job{module, *target_machine, target, language, artifact.interface, request, hooks.hooks};
  if (job.wants("ir-before")) artifact.sections["ir-before"] = text_of(module);
  if (language.strips_names) resolve_argument_types(module, artifact.interface);
  if (request.makes_library()) return finish_library(front_end, request, job, compiled.shared, std::move(artifact));
  const std::string lacking = unsupported(module, artifact.interface, target);
  Result<BackEndOutput> output = lacking.empty() ? run_back_end(*back_end, job) : fail(ErrorKind::k_compile, lacking);
  if (!output) {
    const Refusal refusal{output.error(), !lacking.empty()};
    return finish_refused(request, front_end, roots, compiled, module, refusal, std::move(artifact));
  }
  if (language.strips_names) strip_interface(artifact.interface, language);
  add_output(*std::move(output), hooks, artifact);
  if (job.wants("preprocessed") && !preprocess(front_end, request, artifact.sections["preprocessed"])) {
    return finish(request, front_end, std::move(artifact), Outcome::k_failed);
  }
  return finish(request, front_end, std::move(artifact), Outcome::k_done);
}

CompileReply compile(const CompileRequest& request) {
  constexpr unsigned k_shortest_us = 100;
  if (!request.wants(k_time_trace_section)) return compile_untraced(request);
  llvm::timeTraceProfilerInitialize(k_shortest_us, "clc-worker");
  CompileReply reply = compile_untraced(request);
  llvm::SmallString<0> text;
  llvm::raw_svector_ostream stream(text);
  llvm::timeTraceProfilerWrite(stream);
  llvm::timeTraceProfilerCleanup();
  if (reply.artifact) reply.artifact->sections[std::string(k_time_trace_section)] = text.str().str();
  return reply;
}

}  // namespace clc::worker
