#include "compile.h"

#include <clang/Basic/Version.h>
#include <llvm/IR/DiagnosticHandler.h>
#include <llvm/IR/DiagnosticInfo.h>
#include <llvm/IR/DiagnosticPrinter.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/raw_ostream.h>

#include "diagnostics.h"
#include "driver_source.h"
#include "frontend.h"
#include "nvptx.h"
#include "optimizer.h"
#include "spirv.h"

namespace clc::worker {
namespace {

// Turns what code generators report into diagnostics of the job.
class BackEndDiagnostics final : public llvm::DiagnosticHandler {
 public:
  explicit BackEndDiagnostics(std::vector<Diagnostic>& into) : into_(into) {}

  bool handleDiagnostics(const llvm::DiagnosticInfo& info) override {
    if (info.getSeverity() != llvm::DS_Error && info.getSeverity() != llvm::DS_Warning) return true;
    std::string text;
    llvm::raw_string_ostream stream(text);
    llvm::DiagnosticPrinterRawOStream printer(stream);
    info.print(printer);
    Diagnostic diagnostic;
    diagnostic.severity = info.getSeverity() == llvm::DS_Error ? Severity::k_error : Severity::k_warning;
    diagnostic.text = text;
    // Linking builtins of another data layout is what we do on purpose.
    if (diagnostic.severity == Severity::k_error) into_.push_back(std::move(diagnostic));
    return true;
  }

 private:
  std::vector<Diagnostic>& into_;
};

CompileReply finish(const CompileRequest& request, FrontEnd& front, Artifact artifact, Outcome outcome) {
  artifact.target = request.target;
  artifact.compiler = std::string("clc ") + CLC_VERSION + ", " + clang::getClangFullVersion();
  artifact.inputs = front.inputs();
  artifact.diagnostics = std::move(front.diagnostics());
  if (outcome == Outcome::k_done && has_errors(artifact.diagnostics)) outcome = Outcome::k_failed;
  CompileReply reply;
  reply.id = request.id;
  reply.outcome = outcome;
  reply.artifact = std::move(artifact);
  return reply;
}

// A driver compiles the source itself; we expand its includes and describe its kernels.
CompileReply compile_for_driver(const CompileRequest& request, const SourceRoots& roots) {
  FrontEnd front(request, roots, machine_of(*request.dialect));
  Artifact artifact;
  artifact.format = "source";
  std::string text;
  if (!front.expand_includes(text)) return finish(request, front, std::move(artifact), Outcome::k_failed);
  artifact.binary = map_line_markers(text, roots);
  const bool is_good = front.reflect(artifact.binary, artifact.interface);
  return finish(request, front, std::move(artifact), is_good ? Outcome::k_done : Outcome::k_failed);
}

CompileReply refuse(const CompileRequest& request, Outcome outcome, std::string why) {
  CompileReply reply;
  reply.id = request.id;
  reply.outcome = outcome;
  reply.detail = std::move(why);
  return reply;
}

}  // namespace

void prepare(const CompileRequest& request) {
  const auto target = parse_target(request.target);
  if (target && target->family == Family::k_nvptx) load_nvptx_builtins();
}

CompileReply compile(const CompileRequest& request) {
  const auto target = parse_target(request.target);
  if (!target) return refuse(request, Outcome::k_unavailable, target.error().message);
  const SourceRoots roots(request);
  if (request.dialect) return compile_for_driver(request, roots);

  const Language language = language_of(request);
  const Machine machine = machine_of(*target, language.has_debug_info);
  std::string error;
  const auto target_machine = make_target_machine(machine, language.optimization, error);
  if (target_machine == nullptr) return refuse(request, Outcome::k_unavailable, error);

  const bool is_nvptx = target->family == Family::k_nvptx;
  llvm::LLVMContext own_context;
  llvm::LLVMContext& context = is_nvptx ? nvptx_context() : own_context;
  FrontEnd front(request, roots, machine);
  Artifact artifact;
  artifact.format = family_info(target->family).format;
  std::unique_ptr<llvm::Module> module;
  if (!front.compile(context, module, artifact.interface)) {
    return finish(request, front, std::move(artifact), Outcome::k_failed);
  }
  context.setDiagnosticHandler(std::make_unique<BackEndDiagnostics>(front.diagnostics()));
  const Result<Bytes> binary = is_nvptx ? compile_to_ptx(*module, *target_machine, language.optimization, artifact.interface)
                                        : compile_to_spirv(*module, *target_machine, language.optimization, *target);
  if (!binary) {
    if (binary.error().kind == ErrorKind::k_crash) return refuse(request, Outcome::k_crashed, binary.error().message);
    if (binary.error().kind == ErrorKind::k_unavailable) {
      return refuse(request, Outcome::k_unavailable, binary.error().message);
    }
    if (!has_errors(front.diagnostics())) {
      Diagnostic diagnostic;
      diagnostic.file = roots.rooted(main_file(request));
      diagnostic.text = binary.error().message;
      front.diagnostics().push_back(std::move(diagnostic));
    }
    return finish(request, front, std::move(artifact), Outcome::k_failed);
  }
  artifact.binary = *binary;
  artifact.build_options = is_nvptx ? "" : il_build_options(request.options);
  return finish(request, front, std::move(artifact), Outcome::k_done);
}

}  // namespace clc::worker
