// The programs that a driver built and that are not in the cache yet.
#pragma once

#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

#include "program/followed_program.h"

namespace clc::layer {

// Its functions may be called by several threads.
class UnkeptPrograms {
 public:
  bool is_empty() const { return count_.load(std::memory_order_relaxed) == 0; }
  void add(const std::shared_ptr<FollowedProgram>& program);
  void remove(const FollowedProgram& program);
  // All that were launched, and one other: a program that launches few of its many kernels keeps the rest step by step.
  // None before something was launched.
  std::vector<std::shared_ptr<FollowedProgram>> due();

 private:
  std::mutex mutex_;
  std::map<const FollowedProgram*, std::weak_ptr<FollowedProgram>> programs_;
  std::atomic<std::size_t> count_{0};  // the size of programs_
};

}  // namespace clc::layer
