#include "toolchain/foreground.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "support/interrupts.h"
#include "toolchain/spawn.h"

namespace clc {
namespace {

constexpr int k_passed_on[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2, SIGWINCH, SIGCONT};

std::vector<std::string> environment_with(const std::vector<std::pair<std::string, std::string>>& settings) {
  std::vector<std::string> environment;
  for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry) {
    const std::string_view text = *entry;
    const bool is_set = std::ranges::any_of(
        settings, [&](const auto& setting) { return text.substr(0, text.find('=')) == setting.first; });
    if (!is_set) environment.emplace_back(text);
  }
  for (const auto& [name, value] : settings) environment.push_back(name + "=" + value);
  return environment;
}

// Keeps the signals for wait_for() while it lives.
class BlockedSignals {
 public:
  BlockedSignals() {
    sigemptyset(&waited_for_);
    for (const int signal : k_passed_on) sigaddset(&waited_for_, signal);
    sigaddset(&waited_for_, SIGCHLD);
    pthread_sigmask(SIG_BLOCK, &waited_for_, &before_);
  }
  ~BlockedSignals() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  BlockedSignals(const BlockedSignals&) = delete;
  BlockedSignals& operator=(const BlockedSignals&) = delete;

  // The wait status of the child.
  int wait_for(pid_t child) const {
    for (;;) {
      int status = 0;
      const pid_t ended = waitpid(child, &status, WNOHANG);
      if (ended == child || (ended < 0 && errno != EINTR)) return status;
      siginfo_t info{};
      const int signal = sigwaitinfo(&waited_for_, &info);
      // A signal that the kernel sends at a key press goes to all processes of the terminal.
      const bool is_sent_to_us = signal > 0 && signal != SIGCHLD && info.si_code <= 0;
      if (is_sent_to_us) ::kill(child, signal);
    }
  }

 private:
  sigset_t waited_for_{};
  sigset_t before_{};
};

sigset_t usual_signals() {
  sigset_t usual;
  sigemptyset(&usual);
  for (const int signal : {SIGPIPE, SIGXFSZ, SIGCHLD}) sigaddset(&usual, signal);  // clc changes them
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    // One that was ignored when clc began (nohup) stays so.
    struct sigaction action{};
    if (sigaction(signal, nullptr, &action) == 0 && action.sa_handler != SIG_IGN) sigaddset(&usual, signal);
  }
  return usual;
}

}  // namespace

Result<Ending> run_in_foreground(const std::vector<std::string>& command,
                                 const std::vector<std::pair<std::string, std::string>>& settings) {
  const HeldInterrupts interrupts;
  const BlockedSignals signals;
  SpawnRules rules;
  rules.default_signals = usual_signals();
  pid_t child = -1;
  const int error = spawn(command, environment_with(settings), rules, child);
  if (error != 0) {
    const ErrorKind kind = error == ENOENT || error == EACCES ? ErrorKind::k_io : ErrorKind::k_crash;
    return fail(kind, "cannot run " + command.front() + ": " + std::strerror(error));  // NOLINT(concurrency-mt-unsafe)
  }
  const int status = signals.wait_for(child);
  Ending ending;
  if (WIFSIGNALED(status)) {
    ending.signal = WTERMSIG(status);
  } else {
    ending.exit_code = WEXITSTATUS(status);
  }
  return ending;
}

}  // namespace clc
