#include "base/platform/forks.h"

#include <fcntl.h>
#include <pthread.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <csignal>
#include <filesystem>
#include <string>
#include <vector>

#include "base/file_descriptor.h"

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

bool is_folder(int file) {
  struct stat status;
  return ::fstat(file, &status) == 0 && S_ISDIR(status.st_mode);
}

// Lets all files but one lead nowhere. Their numbers stay taken, so that nothing is written into another file. Nobody
// waits for the end of a folder, and the cache has its own open. Returns false when that cannot be.
bool let_go_of_files(int kept) {
  const int nowhere = ::open("/dev/null", O_RDWR | O_CLOEXEC);
  if (nowhere < 0) return false;
  std::vector<int> files;
  std::error_code error;
  for (std::filesystem::directory_iterator at("/proc/self/fd", error), end; !error && at != end; at.increment(error)) {
    const std::string name = at->path().filename().string();
    int file = -1;
    std::from_chars(name.data(), name.data() + name.size(), file);
    if (file >= 0 && file != nowhere && file != kept && !is_folder(file)) files.push_back(file);
  }
  if (error) return false;
  for (const int file : files) ::dup2(nowhere, file);
  return true;
}

// Other processes come first, and the system ends this one first when memory is short.
void be_humble() {
  constexpr int k_nicer = 10;
  ::setpriority(PRIO_PROCESS, 0, k_nicer);
  const FileDescriptor file(open_file("/proc/self/oom_score_adj", O_WRONLY));
  if (file.is_open()) static_cast<void>(write_all(file.get(), "1000"));
}

// A crash or a signal ends this process. Returns false when it would hold files of its parent.
bool be_alone(int kept_file) {
  ::setsid();
  for (const int signal : {SIGALRM, SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGTERM}) ::signal(signal, SIG_DFL);
  sigset_t none;
  ::sigemptyset(&none);
  ::pthread_sigmask(SIG_SETMASK, &none, nullptr);
  const rlimit no_core{0, 0};
  ::setrlimit(RLIMIT_CORE, &no_core);
  be_humble();
  return let_go_of_files(kept_file);
}

// Returns true when the child ended well. Without an answer, which somebody else may have taken, it did.
bool await(pid_t child) {
  int status = 0;
  while (::waitpid(child, &status, 0) < 0) {
    if (errno != EINTR) return true;
  }
  return status == 0;
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
  // A container ends with its first process.
  if (::getpid() == 1) return ProcessBehind::k_none;
  const pid_t child = ::fork();
  if (child < 0) return ProcessBehind::k_none;
  if (child > 0) return await(child) ? ProcessBehind::k_begun : ProcessBehind::k_none;
  // The application, which may wait for its children, has none of these.
  const pid_t second = be_alone(file) ? ::fork() : -1;
  if (second != 0) ::_exit(second < 0 ? 1 : 0);
  ::alarm(static_cast<unsigned>(longest.count()));
  return ProcessBehind::k_is_this;
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
