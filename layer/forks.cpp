#include "forks.h"

#include <chrono>
#include <new>

#include "layer_state.h"

namespace clc::layer {
namespace {

// A limit for a process that stays behind: other processes may wait for its programs.
constexpr std::chrono::seconds k_longest_process_behind{300};

// The layer forks, and has stopped the state for all forks of this.
thread_local bool is_fork_of_layer = false;

// A fork copies locks in their present state. The forking thread takes those that a child needs, so that they are free
// in the child, and what they guard is whole. A child needs no other lock of the layer, because it leaves everything to
// the driver.
void before_fork() {
  if (!is_fork_of_layer) state().stop_for_fork();
  state().registry.mutex().lock();
  ProgramState::waiting().mutex.lock();
  state().summary.mutex().lock();
  state().log.mutex().lock();
}

void unlock_all() {
  state().log.mutex().unlock();
  state().summary.mutex().unlock();
  ProgramState::waiting().mutex.unlock();
  state().registry.mutex().unlock();
}

void in_parent() {
  unlock_all();
  if (!is_fork_of_layer) state().go_on_after_fork();
}

void in_child() {
  if (!is_fork_of_layer) state().step_aside();
  // Threads that only the parent has may wait for it, so it can be neither used nor destroyed.
  ::new (&ProgramState::waiting().changed) std::condition_variable;
  unlock_all();
  state().registry.forget_threads();
  state().summary.forget();
}

}  // namespace

platform::ProcessBehind begin_process_behind(int file) {
  state().background.end();
  platform::ProcessBehind process = platform::ProcessBehind::k_none;
  if (state().stop_for_fork()) {
    is_fork_of_layer = true;
    process = platform::begin_process_behind(file, k_longest_process_behind);
    is_fork_of_layer = false;
  }
  if (process == platform::ProcessBehind::k_is_this) {
    state().go_on_behind();
  } else {
    state().go_on_after_fork();
  }
  return process;
}

bool follow_forks() {
  // The handlers that are registered last are called first. Those of these mutexes have to come behind, because a build
  // in the background may need one.
  static const platform::ForkSafeMutex registered_first;
  return platform::follow_forks(before_fork, in_parent, in_child);
}

}  // namespace clc::layer
