#include "program/unkept_programs.h"

namespace clc::layer {
namespace {

// A limit for an application that builds and launches without end, and never waits.
constexpr std::size_t k_most_held = 256;
// Those that are left may all be held, beside those whose kernels run.
constexpr std::size_t k_most_left = k_most_held / 2;

}  // namespace

void UnkeptPrograms::add(const std::shared_ptr<FollowedProgram>& program) {
  const std::lock_guard lock(mutex_);
  programs_[program.get()] = program;
  count_ = programs_.size();
}

bool UnkeptPrograms::hold(const std::shared_ptr<FollowedProgram>& program) {
  const std::lock_guard lock(mutex_);
  const bool is_unkept = programs_.count(program.get()) + left_.count(program.get()) > 0;
  if (!may_hold_ || held_.size() >= k_most_held || !is_unkept) return false;
  if (next().clRetainProgram(program->handle) != CL_SUCCESS) return false;
  program->held = ProgramHandle(program->handle);
  held_[program.get()] = program;
  return true;
}

void UnkeptPrograms::remove(const FollowedProgram& program) {
  std::shared_ptr<FollowedProgram> last;  // released after the lock
  const std::lock_guard lock(mutex_);
  programs_.erase(&program);
  left_.erase(&program);
  if (const auto at = held_.find(&program); at != held_.end()) {
    last = std::move(at->second);
    held_.erase(at);
  }
  count_ = programs_.size();
  left_count_ = left_.size();
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

bool UnkeptPrograms::leave(const std::shared_ptr<FollowedProgram>& program) {
  const std::lock_guard lock(mutex_);
  if (!may_hold_ || (left_.size() >= k_most_left && left_.count(program.get()) == 0)) return false;
  programs_.erase(program.get());
  left_[program.get()] = program;
  count_ = programs_.size();
  left_count_ = left_.size();
  return true;
}

std::vector<std::shared_ptr<FollowedProgram>> UnkeptPrograms::left() {
  std::vector<std::shared_ptr<FollowedProgram>> left;
  const std::lock_guard lock(mutex_);
  for (const auto& [key, known] : left_) {
    if (std::shared_ptr<FollowedProgram> program = known.lock()) left.push_back(std::move(program));
  }
  return left;
}

}  // namespace clc::layer
