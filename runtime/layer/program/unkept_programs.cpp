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
