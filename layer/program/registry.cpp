#include "program/registry.h"

namespace clc::layer {

std::shared_ptr<FollowedProgram> Registry::find(cl_program program) const {
  const std::lock_guard lock(mutex_);
  const auto at = programs_.find(program);
  return at == programs_.end() ? nullptr : at->second.program;
}

std::shared_ptr<FollowedProgram> Registry::find(cl_kernel kernel) const {
  const std::lock_guard lock(mutex_);
  const auto at = kernels_.find(kernel);
  return at == kernels_.end() ? nullptr : at->second.program;
}

void Registry::add(std::shared_ptr<FollowedProgram> program) {
  const cl_program handle = program->handle;
  const std::lock_guard lock(mutex_);
  programs_[handle] = Entry{std::move(program)};
}

void Registry::add(cl_kernel kernel, std::shared_ptr<FollowedProgram> program) {
  const std::lock_guard lock(mutex_);
  const auto at = programs_.find(program->handle);
  if (at != programs_.end() && at->second.program == program) ++at->second.kernels;
  kernels_[kernel] = FollowedKernel{std::move(program)};
}

void Registry::retained(cl_program program) {
  const std::lock_guard lock(mutex_);
  if (const auto at = programs_.find(program); at != programs_.end()) ++at->second.references;
}

void Registry::retained(cl_kernel kernel) {
  const std::lock_guard lock(mutex_);
  if (const auto at = kernels_.find(kernel); at != kernels_.end()) ++at->second.references;
}

Registry::Release Registry::released(cl_program program) {
  Release release;  // destroyed after the lock, because it can hold the last reference to a stand-in
  const std::lock_guard lock(mutex_);
  const auto at = programs_.find(program);
  if (at == programs_.end() || at->second.references == 0) return {};
  Entry& entry = at->second;
  if (--entry.references > 0) return {};
  if (entry.kernels == 0 && entry.builds == 0) {
    release.gone = std::move(entry.program);
    programs_.erase(at);
    return release;
  }
  const bool is_drivers_own = entry.program->actual() == program;
  const bool is_needed = entry.builds > 0 || !is_drivers_own || entry.program->state.is_unkept();
  if (entry.is_parked || !is_needed) return {};
  entry.is_parked = true;
  return {false, nullptr, true, nullptr};
}

Registry::Release Registry::released(cl_kernel kernel) {
  std::shared_ptr<FollowedProgram> last;
  const std::lock_guard lock(mutex_);
  const auto found = kernels_.find(kernel);
  if (found == kernels_.end() || --found->second.references > 0) return {};
  last = std::move(found->second.program);
  kernels_.erase(found);
  const auto at = programs_.find(last->handle);
  if (at == programs_.end() || at->second.program != last || --at->second.kernels > 0)
    return {true, nullptr, true, nullptr};
  Entry& entry = at->second;
  if (entry.builds > 0) return {true, nullptr, true, nullptr};
  const cl_program parked = entry.is_parked ? last->handle : nullptr;
  entry.is_parked = false;
  if (entry.references > 0) return {true, parked, true, nullptr};
  programs_.erase(at);
  return {true, parked, true, std::move(last)};
}

void Registry::begin_build(cl_program program) {
  const std::lock_guard lock(mutex_);
  if (const auto at = programs_.find(program); at != programs_.end()) ++at->second.builds;
}

Registry::Release Registry::end_build(cl_program program) {
  const std::lock_guard lock(mutex_);
  const auto at = programs_.find(program);
  if (at == programs_.end() || at->second.builds == 0) return {false, nullptr, false, nullptr};
  Entry& entry = at->second;
  if (--entry.builds > 0 || entry.references > 0 || entry.kernels > 0) return {false, nullptr, false, nullptr};
  Release release{false, program, false, std::move(entry.program)};
  programs_.erase(at);
  return release;
}

void Registry::forget_threads() {
  const std::lock_guard lock(mutex_);
  for (auto& [handle, entry] : programs_) {
    entry.builds = 0;
    entry.program->state.forget_threads();
  }
}

bool Registry::set_unkept(const std::shared_ptr<FollowedProgram>& program, BuildNumber build, UnkeptBuild unkept) {
  const std::lock_guard lock(mutex_);
  const auto at = programs_.find(program->handle);
  if (at == programs_.end() || at->second.program != program) return false;
  return program->state.set_unkept(build, std::move(unkept));
}

bool Registry::has_kernels(cl_program program) const {
  const std::lock_guard lock(mutex_);
  const auto at = programs_.find(program);
  return at != programs_.end() && at->second.kernels > 0;
}

cl_uint Registry::parked_references(cl_program program) const {
  const std::lock_guard lock(mutex_);
  const auto at = programs_.find(program);
  return at != programs_.end() && at->second.is_parked ? 1 : 0;
}

}  // namespace clc::layer
