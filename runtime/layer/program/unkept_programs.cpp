#include "program/unkept_programs.h"

#include <algorithm>

namespace clc::layer {
namespace {

constexpr std::size_t k_most_held = 64;

}  // namespace

void remove_ended(std::vector<cl_event>& launches) {
  const auto has_ended = [](cl_event launch) {
    cl_int status = CL_COMPLETE;
    const cl_int code =
        next().clGetEventInfo(launch, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof(status), &status, nullptr);
    if (code == CL_SUCCESS && status > CL_COMPLETE) return false;
    next().clReleaseEvent(launch);
    return true;
  };
  launches.erase(std::remove_if(launches.begin(), launches.end(), has_ended), launches.end());
}

void UnkeptPrograms::add(const std::shared_ptr<FollowedProgram>& program) {
  const std::lock_guard lock(mutex_);
  programs_[program.get()] = program;
  count_ = programs_.size();
}

void UnkeptPrograms::remove(const FollowedProgram& program) {
  const std::lock_guard lock(mutex_);
  programs_.erase(&program);
  held_.erase(&program);
  count_ = programs_.size();
}

bool UnkeptPrograms::hold(const std::shared_ptr<FollowedProgram>& program) {
  const std::lock_guard lock(mutex_);
  return held_.size() < k_most_held && held_.emplace(program.get(), program).second;
}

bool UnkeptPrograms::is_running(const std::string& identity) {
  const std::lock_guard lock(mutex_);
  return std::any_of(programs_.begin(), programs_.end(), [&](const auto& entry) {
    const std::shared_ptr<FollowedProgram> program = entry.second.lock();
    if (!program) return false;
    const std::lock_guard program_lock(program->mutex);
    if (!program->unkept || program->unkept->identity != identity) return false;
    remove_ended(program->unkept->launches);
    return !program->unkept->launches.empty();
  });
}

std::vector<std::shared_ptr<FollowedProgram>> UnkeptPrograms::due() {
  std::vector<std::shared_ptr<FollowedProgram>> due;
  std::shared_ptr<FollowedProgram> other;
  const std::lock_guard lock(mutex_);
  for (auto at = programs_.begin(); at != programs_.end();) {
    std::shared_ptr<FollowedProgram> program = at->second.lock();
    std::optional<FollowedProgram::Unkept> unkept;
    if (program) {
      const std::lock_guard program_lock(program->mutex);
      unkept = program->unkept;
    }
    at = unkept ? std::next(at) : programs_.erase(at);
    if (!unkept) continue;
    if (unkept->is_launched) {
      due.push_back(std::move(program));
    } else {
      other = std::move(program);
    }
  }
  count_ = programs_.size();
  if (!due.empty() && other) due.push_back(std::move(other));
  return due;
}

}  // namespace clc::layer
