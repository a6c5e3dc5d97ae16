#include "common/session.h"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <iterator>
#include <utility>

namespace clc::algorithms {

Session::Session(Queue queue, Package package, std::string only_target)
    : queue_(std::move(queue)), package_(std::move(package)), only_target_(std::move(only_target)) {}

Result<const Program*> Session::program(const std::string& module) {
  auto found = programs_.find(module);
  if (found == programs_.end()) {
    const auto start = std::chrono::steady_clock::now();
    auto program = Program::load(queue_, package_, module, only_target_);
    if (!program) return fail(program);
    ++loading_.modules;
    loading_.ms += std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
    if (loading_.note.empty()) loading_.note = program->cache_use().note;
    program->stop_at_faults(stops_at_faults_);
    found = programs_.emplace(module, std::move(*program)).first;
  }
  return &found->second;
}

Result<Kernel> Session::kernel(const std::string& module, const std::string& kernel) {
  const Result<const Program*> loaded = program(module);
  if (!loaded) return fail(loaded);
  return (*loaded)->kernel(kernel);
}

Result<bool> Session::has_kernel(const std::string& module, const std::string& kernel) {
  const Result<const Program*> loaded = program(module);
  if (!loaded) return fail(loaded);
  const std::vector<KernelInterface>& kernels = (*loaded)->interface().kernels;
  return std::ranges::any_of(kernels, [&](const KernelInterface& one) { return one.name == kernel; });
}

Result<std::uint64_t> Session::parameter(const std::string& module, const std::string& macro, std::uint64_t otherwise) {
  const Result<const Program*> loaded = program(module);
  if (!loaded) return fail(loaded);
  const auto found = (*loaded)->parameters().find(macro);
  if (found == (*loaded)->parameters().end()) return otherwise;
  std::uint64_t value = 0;
  const char* const end = found->second.data() + found->second.size();
  if (const auto read = std::from_chars(found->second.data(), end, value); read.ptr != end || value == 0) {
    return fail(ErrorKind::k_damaged, "module " + module + " was compiled with " + macro + "=" + found->second +
                                          ", which is no number above 0");
  }
  return value;
}

const Variant* Session::loaded_variant(const std::string& module) const {
  const auto found = programs_.find(module);
  return found == programs_.end() ? nullptr : &found->second.variant();
}

CheckResults Session::take_check_results() const {
  CheckResults all;
  for (const auto& [name, program] : programs_) {
    CheckResults found = program.take_check_results();
    std::ranges::move(found.reports, std::back_inserter(all.reports));
    std::ranges::move(found.not_checked, std::back_inserter(all.not_checked));
  }
  return all;
}

std::string Session::loaded_target(const std::string& module) const {
  const Variant* variant = loaded_variant(module);
  return variant == nullptr ? std::string() : variant->target;
}

Result<CommandTime> Session::launch(const std::string& module, const Kernel& kernel, const NDRange& range,
                                    const KernelArgument* arguments, std::size_t count) const {
  if (launcher_) return launcher_(module, kernel, range, arguments, count);
  return kernel.launch_list(queue_, range, arguments, count);
}

}  // namespace clc::algorithms
