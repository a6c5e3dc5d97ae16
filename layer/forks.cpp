#include "forks.h"

#include <fcntl.h>
#include <pthread.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <csignal>
#include <filesystem>
#include <new>
#include <string>
#include <vector>

#include "base/platform/forks.h"
#include "layer_state.h"

namespace clc::layer {
namespace {

// A limit for a process that stays behind: other processes may wait for its programs.
constexpr unsigned k_longest_process_behind_seconds = 300;

thread_local bool is_fork_of_layer = false;

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
  if (!is_fork_of_layer) state().step_aside();
  // Threads that only the parent has may wait for it, so it can be neither used nor destroyed.
  ::new (&ProgramState::waiting().changed) std::condition_variable;
  unlock_all();
  state().registry.forget_threads();
  state().summary.forget();
  if (is_fork_of_layer) state().go_on_behind();
}

// Lets all files but one lead nowhere. Their numbers stay taken, so that nothing is written into another file.
void let_go_of_files(int kept) {
  const int nowhere = ::open("/dev/null", O_RDWR | O_CLOEXEC);
  if (nowhere < 0) return;
  std::vector<int> files;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator("/proc/self/fd", error)) {
    const std::string name = entry.path().filename().string();
    int file = -1;
    std::from_chars(name.data(), name.data() + name.size(), file);
    if (file >= 0 && file != nowhere && file != kept) files.push_back(file);
  }
  for (const int file : files) ::dup2(nowhere, file);
}

// A crash or a signal ends this process, and nobody else hears of it.
void be_alone(int kept_file) {
  ::setsid();
  for (const int signal : {SIGALRM, SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGTERM}) ::signal(signal, SIG_DFL);
  sigset_t none;
  ::sigemptyset(&none);
  ::pthread_sigmask(SIG_SETMASK, &none, nullptr);
  const rlimit no_core{0, 0};
  ::setrlimit(RLIMIT_CORE, &no_core);
  ::alarm(k_longest_process_behind_seconds);
  let_go_of_files(kept_file);
}

}  // namespace

bool begin_process_behind(int file, bool& has_begun) {
  is_fork_of_layer = true;
  const pid_t child = ::fork();
  if (child == 0) {
    // The application, which may wait for its children, has none of the layer's.
    if (::fork() != 0) ::_exit(0);
    be_alone(file);
    return true;
  }
  is_fork_of_layer = false;
  has_begun = child > 0;
  while (has_begun && ::waitpid(child, nullptr, 0) < 0 && errno == EINTR) {
  }
  return false;
}

bool follow_forks() {
  // The handlers that are registered last are called first. Those of these mutexes have to come behind, because a build
  // in the background may need one.
  static const platform::ForkSafeMutex registered_first;
  return ::pthread_atfork(before_fork, in_parent, in_child) == 0;
}

}  // namespace clc::layer
