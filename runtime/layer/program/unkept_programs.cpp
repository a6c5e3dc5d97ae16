#include "program/unkept_programs.h"

namespace clc::layer {

void UnkeptPrograms::add(const std::shared_ptr<FollowedProgram>& program) {
  const std::lock_guard lock(mutex_);
  programs_[program.get()] = program;
  count_ = programs_.size();
}

void UnkeptPrograms::remove(const FollowedProgram& program) {
  const std::lock_guard lock(mutex_);
  programs_.erase(&program);
  count_ = programs_.size();
}

std::vector<std::shared_ptr<FollowedProgram>> UnkeptPrograms::due() {
  std::vector<std::shared_ptr<FollowedProgram>> due;
  std::shared_ptr<FollowedProgram> other;
  const std::lock_guard lock(mutex_);
  for (auto at = programs_.begin(); at != programs_.end();) {
    std::shared_ptr<FollowedProgram> program = at->second.lock();
    const bool is_unkept = program && program->state.is_unkept();
    at = is_unkept ? std::next(at) : programs_.erase(at);
    if (!is_unkept) continue;
    if (program->state.is_launched()) {
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
