#include "toolchain/spawn.h"

#include <fcntl.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace clc {
namespace {

std::vector<char*> pointers_to(std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  for (std::string& text : texts) pointers.push_back(text.data());
  pointers.push_back(nullptr);
  return pointers;
}

// One of the ends may itself have the number of a standard stream, where we began without it.
bool take_streams(const int (&streams)[3]) {
  int moved[3] = {-1, -1, -1};
  for (int i = 0; i < 3; ++i) {
    if (streams[i] < 0) continue;
    moved[i] = fcntl(streams[i], F_DUPFD_CLOEXEC, 3);
    if (moved[i] < 0) return false;
  }
  for (int i = 0; i < 3; ++i) {
    if (moved[i] >= 0 && dup2(moved[i], i) < 0) return false;
  }
  return true;
}

void take_signals(const sigset_t& defaults) {
  for (int signal = 1; signal < SIGRTMIN; ++signal) {
    if (sigismember(&defaults, signal) == 1) ::signal(signal, SIG_DFL);
  }
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
}

void take_same_addresses() {
  constexpr unsigned long k_ask = 0xffffffff;
  const int before = personality(k_ask);
  if (before >= 0) personality(static_cast<unsigned long>(before) | ADDR_NO_RANDOMIZE);  // containers may forbid it
}

// Everything between fork and exec. Returns the errno why it cannot be the program.
int become(char* const* arguments, char* const* environment, const SpawnRules& rules, pid_t parent) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(1);  // it died before this process asked to die with it
  if (rules.has_own_group) setpgid(0, 0);
  if (!take_streams(rules.streams)) return errno;
  if (!rules.folder.empty() && chdir(rules.folder.c_str()) != 0) return errno;
  take_signals(rules.default_signals);
  if (rules.same_addresses) take_same_addresses();
  if (rules.limit != nullptr && *rules.limit && !(*rules.limit)()) return EPERM;
  const bool is_path = std::strchr(arguments[0], '/') != nullptr;
  (is_path ? execve : execvpe)(arguments[0], arguments, environment);
  return errno;
}

// Reads why the child cannot be the program; 0 once it is.
int read_error(int pipe) {
  int error = 0;
  ssize_t size = 0;
  do {
    size = read(pipe, &error, sizeof error);
  } while (size < 0 && errno == EINTR);
  return size == sizeof error ? error : 0;
}

}  // namespace

int spawn(std::vector<std::string> arguments, std::vector<std::string> environment, const SpawnRules& rules,
          pid_t& pid) {
  const std::vector<char*> words = pointers_to(arguments);
  const std::vector<char*> variables = pointers_to(environment);
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return errno;
  const pid_t parent = getpid();
  // posix_spawn cannot let a child die with its parent.
  pid = fork();
  if (pid == 0) {
    const int error = become(words.data(), variables.data(), rules, parent);
    const ssize_t written = write(ends[1], &error, sizeof error);
    _exit(written < 0 ? 1 : 127);
  }
  int error = pid < 0 ? errno : 0;
  close(ends[1]);
  if (pid > 0) error = read_error(ends[0]);
  close(ends[0]);
  if (error != 0 && pid > 0) {
    while (waitpid(pid, nullptr, 0) < 0 && errno == EINTR) {
    }
  }
  return error;
}

}  // namespace clc
