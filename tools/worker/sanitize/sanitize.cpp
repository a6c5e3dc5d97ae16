#include "worker/sanitize/sanitize.h"

#include <llvm/IR/DebugInfo.h>
#include <llvm/Linker/Linker.h>

#include "base/try.h"
#include "clc/internal/check_table.h"
#include "clc/package/nvidia_chips.h"
#include "protocol/source_roots.h"
#include "worker/frontend/frontend.h"
#include "worker/ir/kernel_function.h"
#include "worker/passes/hidden_argument.h"
#include "worker/passes/pass_list.h"
#include "worker/sanitize/defined_arithmetic.h"
#include "worker/sanitize/kernel_checks.h"
#include "worker/sanitize/loop_exits.h"

extern "C" {
extern const char clc_checks_cl[], clc_checks_cl_end[];  // NOLINT: symbols of checks_source.S
}

namespace clc::worker {
namespace {

// True for chips that wait for ever at a barrier which not all items reach, and whose items can wait for one another.
bool has_meetings(const Target& target) {
  constexpr unsigned k_independent_items = 70;
  return compute_capability(target.arch) >= k_independent_items;
}

// Compiles the library of checks for the machine of a job.
Result<void> link_checks(llvm::Module& module, const Target& target, const Machine& chip) {
  CompileRequest request;
  request.target = target;
  request.working_folder = "/";
  std::vector<std::string> options = {"-cl-std=CL1.2"};
  if (has_meetings(target)) options.emplace_back("-DCLC_MEETS");
  if (llvm::is_contained(target.features, k_tune_intel_cpu)) options.emplace_back("-DCLC_ASKS_FOR_IDS");
  request.options = read_options(options);
  RequestedSource source;
  source.name = "checks.cl";
  source.text = std::string(clc_checks_cl, clc_checks_cl_end);
  request.sources.push_back(std::move(source));
  const SourceRoots roots(request);
  FrontEnd front_end(request, roots, chip);
  CompiledSource compiled;
  if (!front_end.compile(request.sources.front(), module.getContext(), compiled) || compiled.module == nullptr) {
    const auto& said = front_end.diagnostics();
    return fail(ErrorKind::k_unavailable,
                "the checks cannot be compiled for " + target.name() + (said.empty() ? "" : ": " + said.front().text));
  }
  if (llvm::Linker::linkModules(module, std::move(compiled.module)))
    return fail(ErrorKind::k_crash, "the checks cannot be linked");
  return {};
}

// Brings loops into the form that copying them needs. Rotating makes phis of one value, too.
Result<void> form_loops(llvm::Module& module, llvm::TargetMachine& machine) {
  for (const char* passes : {"function(loop-simplify,lcssa,loop(loop-rotate))", "function(loop-simplify,lcssa)"}) {
    for (llvm::Function& function : module) clear_loop_exits(function);
    CLC_TRY(run_passes(module, machine, passes));
  }
  return {};
}

}  // namespace

Result<CheckTable> add_checks(const BackEndJob& job, const Machine& chip, const Checks& checks) {
  llvm::Module& module = job.module;
  define_arithmetic(module, checks.contains(Check::k_arithmetic));
  // Variables that stay in memory are arrays and structs then.
  CLC_TRY(inline_everything(module, job.machine));
  CLC_TRY(run_passes(module, job.machine, "function(mem2reg)"));
  if (copies_loops(checks)) CLC_TRY(form_loops(module, job.machine));
  CLC_TRY(link_checks(module, job.target, chip));
  CheckTable checked;
  for (llvm::Function* old : kernels_of(module)) {
    const KernelInterface* interface = job.interface.find(old->getName().str());
    if (interface == nullptr || old->arg_size() != interface->arguments.size()) {
      return fail(ErrorKind::k_unavailable,
                  "kernel " + old->getName().str() + " has arguments that --sanitize does not know");
    }
    llvm::Function* kernel = with_hidden_argument(*old, {"clc_checks", "ulong*"});
    checked.push_back(CLC_TRY(KernelChecks(*kernel, *interface, checks, has_meetings(job.target)).run()));
  }
  std::ranges::sort(checked, {}, &CheckedKernel::name);
  if (!job.language.has_debug_info) llvm::StripDebugInfo(module);
  return checked;
}

}  // namespace clc::worker
