#include "clc/runtime/program.h"

#include <algorithm>
#include <set>
#include <vector>

#include "base/try.h"
#include "base/without_exceptions.h"
#include "clc/runtime/handles.h"
#include "load_module.h"
#include "opencl_calls.h"
#include "program_state.h"

namespace clc {
namespace {

std::string names_of(const std::vector<KernelInterface>& kernels) {
  std::set<std::string> names;
  for (const KernelInterface& kernel : kernels) names.insert(kernel.name);
  return listed(names);
}

}  // namespace

Program::Program(std::shared_ptr<State> state) : state_(std::move(state)) {}

Result<Program> Program::load(const Queue& queue, const Package& package, std::string_view module,
                              std::string_view only_target) {
  return without_exceptions("module '" + std::string(module) + "'",
                            [&] { return load_best(queue, package, module, only_target); });
}

Result<Program> Program::load_best(const Queue& queue, const Package& package, std::string_view module,
                                   std::string_view only_target) {
  const Module* found = CLC_TRY(find_module(package, module, queue.device().facts));
  LoadedModule loaded =
      CLC_TRY(load_module({queue.context(), queue.device()}, queue.binaries(), package, *found, only_target));
  auto coverage = CLC_TRY(Coverage::make(loaded.variant, queue.context(), queue.device().facts.name));
  CheckTable checks = CLC_TRY(decode_check_table(loaded.variant.extra));
  return Program(std::make_shared<State>(State{queue, std::move(loaded.variant), std::move(loaded.interface),
                                               std::move(loaded.built.program), std::move(loaded.built.log),
                                               std::move(loaded.cache_use), found->tuning.parameters,
                                               std::move(coverage), std::move(checks)}));
}

const Variant& Program::variant() const {
  return state_->variant;
}
const Interface& Program::interface() const {
  return state_->interface;
}
const std::string& Program::build_log() const {
  return state_->build_log;
}
const CacheUse& Program::cache_use() const {
  return state_->cache_use;
}
const std::map<std::string, std::string>& Program::parameters() const {
  return state_->parameters;
}
Result<std::string> Program::coverage() const {
  if (state_->coverage == nullptr)
    return fail(ErrorKind::k_usage, "the program does not count: compile its package with clc compile --coverage");
  const ProgramCounts counts = CLC_TRY(state_->coverage->counts());
  return encode_counts(counts);
}
CheckResults Program::take_check_results() const {
  return state_->check_log->take();
}
void Program::stop_at_faults(bool stops) const {
  state_->check_log->stops = stops;
}
const CheckedKernel* Program::State::checked(const std::string& kernel) const {
  const auto found = std::ranges::find(checks, kernel, &CheckedKernel::name);
  return found == checks.end() ? nullptr : &*found;
}
cl_program Program::handle() const {
  return state_->program.get();
}

Result<Kernel> Program::kernel(const std::string& name) const {
  const KernelInterface* interface = state_->interface.find(name);
  if (interface == nullptr) {
    return fail(ErrorKind::k_usage,
                "the program has no kernel '" + name + "'; it has: " + names_of(state_->interface.kernels));
  }
  const CheckedKernel* checked = state_->checked(name);
  if (checked != nullptr && checked->argument != interface->arguments.size())
    return fail(ErrorKind::k_damaged, "kernel '" + name + "': its checks are of other arguments");
  cl_int code = CL_SUCCESS;
  KernelHandle handle(opencl().clCreateKernel(state_->program.get(), name.c_str(), &code));
  if (code != CL_SUCCESS) return fail_opencl(code, "clCreateKernel of '" + name + "'");
  return Kernel(std::make_shared<Kernel::State>(state_, interface, std::move(handle)));
}

}  // namespace clc
