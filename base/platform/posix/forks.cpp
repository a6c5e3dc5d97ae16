#include "base/platform/forks.h"

#include <fcntl.h>
#include <pthread.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <csignal>
#include <filesystem>
#include <string>
#include <vector>

namespace clc::platform {

// All that there are. The object needs neither construction nor destruction, so that it can be used at any time.
class ForkSafeMutexes {
 public:
  constexpr ForkSafeMutexes() = default;

  void add(ForkSafeMutex& mutex) {
    // Without memory for the handlers a child may hang, which is better than that the program does not begin.
    std::call_once(has_handlers_, [] { ::pthread_atfork(&lock_all, &unlock_all, &unlock_all); });
    const std::lock_guard lock(mutex_);
    mutex.next_ = first_;
    if (first_ != nullptr) first_->previous_ = &mutex;
    first_ = &mutex;
  }
  void remove(const ForkSafeMutex& mutex) {
    const std::lock_guard lock(mutex_);
    (mutex.previous_ == nullptr ? first_ : mutex.previous_->next_) = mutex.next_;
    if (mutex.next_ != nullptr) mutex.next_->previous_ = mutex.previous_;
  }

 private:
  static void lock_all();
  static void unlock_all();

  std::once_flag has_handlers_;
  std::mutex mutex_;
  ForkSafeMutex* first_ = nullptr;
};

namespace {

constinit ForkSafeMutexes all;

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
void be_alone(int kept_file, std::chrono::seconds longest) {
  ::setsid();
  for (const int signal : {SIGALRM, SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGTERM}) ::signal(signal, SIG_DFL);
  sigset_t none;
  ::sigemptyset(&none);
  ::pthread_sigmask(SIG_SETMASK, &none, nullptr);
  const rlimit no_core{0, 0};
  ::setrlimit(RLIMIT_CORE, &no_core);
  ::alarm(static_cast<unsigned>(longest.count()));
  let_go_of_files(kept_file);
}

}  // namespace

void ForkSafeMutexes::lock_all() {
  all.mutex_.lock();
  for (ForkSafeMutex* mutex = all.first_; mutex != nullptr; mutex = mutex->next_) mutex->lock();
}

void ForkSafeMutexes::unlock_all() {
  for (ForkSafeMutex* mutex = all.first_; mutex != nullptr; mutex = mutex->next_) mutex->unlock();
  all.mutex_.unlock();
}

bool follow_forks(void (*before)(), void (*in_parent)(), void (*in_child)()) {
  return ::pthread_atfork(before, in_parent, in_child) == 0;
}

ProcessBehind begin_process_behind(int file, std::chrono::seconds longest) {
  const pid_t child = ::fork();
  if (child == 0) {
    // The application, which may wait for its children, has none of these.
    if (::fork() != 0) ::_exit(0);
    be_alone(file, longest);
    return ProcessBehind::k_is_this;
  }
  while (child > 0 && ::waitpid(child, nullptr, 0) < 0 && errno == EINTR) {
  }
  return child > 0 ? ProcessBehind::k_begun : ProcessBehind::k_none;
}

void end_at_once() {
  ::_exit(0);
}

ForkSafeMutex::ForkSafeMutex() {
  all.add(*this);
}

ForkSafeMutex::~ForkSafeMutex() {
  all.remove(*this);
}

}  // namespace clc::platform
