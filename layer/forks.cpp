#include "forks.h"

#include <pthread.h>

#include <new>

#include "base/platform/forks.h"
#include "layer_state.h"

namespace clc::layer {
namespace {

// A fork copies locks in their present state. The forking thread takes those that a child needs, so that they are free
// in the child, and what they guard is whole. A child needs no other lock of the layer, because it leaves everything to
// the driver.
void before_fork() {
  state().stop_for_fork();
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
  state().go_on_after_fork();
}

void in_child() {
  state().step_aside();
  // Threads that only the parent has may wait for it, so it can be neither used nor destroyed.
  ::new (&ProgramState::waiting().changed) std::condition_variable;
  unlock_all();
  state().registry.forget_threads();
  state().summary.forget();
}

}  // namespace

bool follow_forks() {
  // The handlers that are registered last are called first. Those of these mutexes have to come behind, because a build
  // in the background may need one.
  static const platform::ForkSafeMutex registered_first;
  return ::pthread_atfork(before_fork, in_parent, in_child) == 0;
}

}  // namespace clc::layer
