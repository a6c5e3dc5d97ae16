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
  bool is_empty() const { return !has_due() && left_count_.load(std::memory_order_relaxed) == 0; }
  // Returns false when no program can be due(), now or later.
  bool has_due() const { return count_.load(std::memory_order_relaxed) != 0; }
  void add(const std::shared_ptr<FollowedProgram>& program);
  void remove(const FollowedProgram& program);
  // Takes a program that the application has released, until it is removed. Returns false when it cannot be held.
  bool hold(const std::shared_ptr<FollowedProgram>& program);
  // Holds no further program, because the application wants to hear when objects are gone.
  void hold_no_more() { may_hold_ = false; }
  // Returns all programs that were launched and one other, so that a process which launches few of many programs keeps
  // the rest one by one. Returns none before the first launch.
  std::vector<std::shared_ptr<FollowedProgram>> due();

  // Leaves a program for the end of the process. It is no longer due(). Returns false when there are too many, or it
  // could not be held.
  bool leave(const std::shared_ptr<FollowedProgram>& program);
  std::vector<std::shared_ptr<FollowedProgram>> left();

 private:
  std::mutex mutex_;
  std::map<const FollowedProgram*, std::weak_ptr<FollowedProgram>> programs_;
  std::map<const FollowedProgram*, std::weak_ptr<FollowedProgram>> left_;
  std::map<const FollowedProgram*, std::shared_ptr<FollowedProgram>> held_;
  std::atomic<std::size_t> count_{0};       // the size of programs_
  std::atomic<std::size_t> left_count_{0};  // the size of left_
  std::atomic<bool> may_hold_{true};
};

}  // namespace clc::layer
