// The programs that a driver built and that are not in the cache yet.
#pragma once

#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <string>
#include <vector>

#include "program/followed_program.h"

namespace clc::layer {

// Releases those that have ended.
void remove_ended(std::vector<cl_event>& launches);

// Its functions may be called by several threads.
class UnkeptPrograms {
 public:
  bool is_empty() const { return count_.load(std::memory_order_relaxed) == 0; }
  void add(const std::shared_ptr<FollowedProgram>& program);
  void remove(const FollowedProgram& program);
  // Keeps the program from going before it is kept. False: too many are held.
  bool hold(const std::shared_ptr<FollowedProgram>& program);
  // Whether a kernel may be running of one that was built from the same.
  bool is_running(const std::string& identity);
  // All that were launched, and one other: a program that launches few of its many kernels keeps the rest step by step.
  // None before something was launched.
  std::vector<std::shared_ptr<FollowedProgram>> due();
  // Shared by launches of programs that are still to be kept. Who keeps one has it alone.
  std::shared_mutex& launching() { return launching_; }

 private:
  std::shared_mutex launching_;
  std::mutex mutex_;
  std::map<const FollowedProgram*, std::weak_ptr<FollowedProgram>> programs_;
  std::map<const FollowedProgram*, std::shared_ptr<FollowedProgram>> held_;
  std::atomic<std::size_t> count_{0};  // of programs_
};

}  // namespace clc::layer
