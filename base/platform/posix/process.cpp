#include "base/platform/process.h"

#include <poll.h>
#include <pthread.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/ioctl.h>
#include <sys/random.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <exception>
#include <thread>
#include <utility>

#include "clc/base/file.h"

namespace clc::platform {
namespace {

// Blocks all signals in threads that are made while it lives: signals are for the application's threads.
class BlockedSignals {
 public:
  BlockedSignals() {
    sigset_t all;
    ::sigfillset(&all);
    ::pthread_sigmask(SIG_SETMASK, &all, &before_);
  }
  ~BlockedSignals() { ::pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  BlockedSignals(const BlockedSignals&) = delete;
  BlockedSignals& operator=(const BlockedSignals&) = delete;

 private:
  sigset_t before_{};
};

}  // namespace

std::uint64_t process_id() {
  return static_cast<std::uint64_t>(::getpid());
}

std::vector<std::string> command_of_this_process() {
  std::vector<std::string> words;
  const Result<Bytes> text = read_file("/proc/self/cmdline");
  if (!text) return words;
  std::size_t at = 0;
  while (at < text->size()) {
    const std::size_t end = std::min(text->find('\0', at), text->size());
    words.push_back(text->substr(at, end - at));
    at = end + 1;
  }
  return words;
}

// After clearenv() there is not even a list.
void visit_environment(const std::function<void(const char* entry)>& visit) {
  for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry) visit(*entry);
}

void set_variable(const char* name, const char* value) {
  if (value == nullptr) {
    ::unsetenv(name);
  } else {
    ::setenv(name, value, 1);
  }
}

bool is_privileged() {
  return ::getauxval(AT_SECURE) != 0;
}

bool is_main_thread() {
  return ::getpid() == ::gettid();
}

bool start_thread(std::function<void()> work) {
  const BlockedSignals blocked;
  try {
    std::thread(std::move(work)).detach();
  } catch (const std::exception&) {
    return false;
  }
  return true;
}

bool has_threads_at_exit() {
  return true;
}

// std::random_device asks the processor who it is, which costs much in a virtual machine.
std::uint32_t random_number() {
  std::uint32_t random = 0;
  if (::getrandom(&random, sizeof random, GRND_NONBLOCK) != sizeof random) random = 0;
  return random;
}

bool is_terminal(int stream) {
  return ::isatty(stream) == 1;
}

unsigned terminal_columns(int stream) {
  winsize size{};
  return ::ioctl(stream, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

bool is_reader_gone(int stream) {
  pollfd output{stream, POLLOUT, 0};
  return ::poll(&output, 1, 0) == 1 && (output.revents & POLLERR) != 0;
}

void prepare_terminal() {}

std::vector<std::string> words_of_main(int argc, char** argv) {
  return {argv + (argc > 0 ? 1 : 0), argv + argc};
}

void wipe(void* secret, std::size_t size) {
  ::explicit_bzero(secret, size);
}

}  // namespace clc::platform
