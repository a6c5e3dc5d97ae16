#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <sstream>

#include "base/file_descriptor.h"
#include "peers.h"

namespace clc::clrun {
namespace {

// The output of a program, and the status that it ended with; -1 when it could not be started.
struct Printed {
  std::string text;
  int status = -1;
};

Printed run_program(std::vector<std::string> words) {
  Printed printed;
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) return printed;
  const FileDescriptor out(ends[0]);
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t signals;
  sigemptyset(&signals);
  posix_spawnattr_setsigmask(&attributes, &signals);
  sigaddset(&signals, SIGPIPE);
  posix_spawnattr_setsigdefault(&attributes, &signals);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  pid_t child = 0;
  const int code = posix_spawnp(&child, arguments[0], &actions, &attributes, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  close(ends[1]);
  if (code != 0) return printed;
  Bytes bytes;
  read_all(out.get(), bytes);
  printed.text.assign(bytes.begin(), bytes.end());
  while (waitpid(child, &printed.status, 0) < 0 && errno == EINTR) {
  }
  return printed;
}

}  // namespace

Result<std::map<std::string, Peer>> run_peers(const std::string& program, int runs, double seconds,
                                              const std::vector<std::string>& tasks) {
  std::ostringstream limit;
  limit << seconds;
  std::vector<std::string> words{program, std::to_string(runs), limit.str()};
  words.insert(words.end(), tasks.begin(), tasks.end());
  const Printed printed = run_program(words);
  if (printed.status != 0) {
    const std::string why = printed.status == -1        ? "could not be started"
                            : WIFEXITED(printed.status) ? "ended with " + std::to_string(WEXITSTATUS(printed.status))
                                                        : "was ended by a signal";
    return fail(ErrorKind::k_unavailable, "peer " + program + " " + why);
  }
  return parse_peers(printed.text);
}

}  // namespace clc::clrun
