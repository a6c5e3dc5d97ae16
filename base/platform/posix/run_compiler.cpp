#include "base/platform/run_compiler.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <string_view>

extern char** environ;

namespace clc::platform {

const char* const k_end_of_programs = "";
const char* const k_nowhere = "/dev/null";

namespace {

std::vector<char*> environment_of(const CompilerCommand& command) {
  std::vector<char*> kept;
  for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry) {
    if (reaches_compiler(*entry)) kept.push_back(*entry);
  }
  for (const std::string& entry : command.entries) kept.push_back(const_cast<char*>(entry.c_str()));
  kept.push_back(nullptr);
  return kept;
}

// The rules for a child process: default signals, and no open files of the application.
class SpawnRules {
 public:
  explicit SpawnRules(const CompilerCommand& command) {
    ::posix_spawn_file_actions_init(&files_);
    ::posix_spawnattr_init(&attributes_);
    ::posix_spawn_file_actions_addopen(&files_, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    ::posix_spawn_file_actions_addopen(&files_, STDOUT_FILENO, command.output.c_str(), O_WRONLY | O_CREAT, 0600);
    ::posix_spawn_file_actions_addopen(&files_, STDERR_FILENO, command.log.c_str(), O_WRONLY | O_CREAT | O_APPEND,
                                       0600);
    ::posix_spawn_file_actions_addclosefrom_np(&files_, STDERR_FILENO + 1);
    sigset_t none;
    sigset_t all;
    ::sigemptyset(&none);
    ::sigfillset(&all);
    ::posix_spawnattr_setsigmask(&attributes_, &none);
    ::posix_spawnattr_setsigdefault(&attributes_, &all);
    ::posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  }
  ~SpawnRules() {
    ::posix_spawn_file_actions_destroy(&files_);
    ::posix_spawnattr_destroy(&attributes_);
  }
  SpawnRules(const SpawnRules&) = delete;
  SpawnRules& operator=(const SpawnRules&) = delete;

  const posix_spawn_file_actions_t* files() const { return &files_; }
  const posix_spawnattr_t* attributes() const { return &attributes_; }

 private:
  posix_spawn_file_actions_t files_{};
  posix_spawnattr_t attributes_{};
};

}  // namespace

Result<std::optional<int>> run_compiler(const CompilerCommand& command) {
  std::vector<char*> words;
  for (const std::string& word : command.words) words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);
  const SpawnRules rules(command);
  pid_t child = 0;
  const int error = ::posix_spawnp(&child, words.front(), rules.files(), rules.attributes(), words.data(),
                                   environment_of(command).data());
  if (error != 0)
    return fail(ErrorKind::k_unavailable, "cannot run " + command.words.front() + ": " + std::strerror(error));
  int status = 0;
  pid_t ended = 0;
  do ended = ::waitpid(child, &status, 0);
  while (ended < 0 && errno == EINTR);
  if (ended < 0 || !WIFEXITED(status)) return std::nullopt;
  return WEXITSTATUS(status);
}

}  // namespace clc::platform
