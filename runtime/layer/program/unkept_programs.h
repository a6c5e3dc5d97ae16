// The programs that a driver built and that go into the cache later.
#pragma once

#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

#include "program/followed_program.h"

namespace clc::layer {

// Several threads may call its functions.
class UnkeptPrograms {
 public:
  bool is_empty() const { return count_.load(std::memory_order_relaxed) == 0; }
  void add(const std::shared_ptr<FollowedProgram>& program);
  void remove(const FollowedProgram& program);
  // Returns all programs that were launched and one other, so that a process which launches few of many programs keeps
  // the rest one by one. Returns none before the first launch.
  std::vector<std::shared_ptr<FollowedProgram>> due();

 private:
  std::mutex mutex_;
  std::map<const FollowedProgram*, std::weak_ptr<FollowedProgram>> programs_;
  std::atomic<std::size_t> count_{0};  // the size of programs_
};

}  // namespace clc::layer
