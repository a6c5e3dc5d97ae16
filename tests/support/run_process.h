// Runs a program with given standard input, in a given folder, and collects what it writes.
#pragma once

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <map>
#include <string>
#include <vector>

#include "clc/base/file.h"
#include "temporary_folder.h"

namespace clc::test {

struct Ran {
  int exit_code = -1;  // 128 + signal when a signal ended it
  std::string output;
  std::string errors;
};

// Through files rather than pipes: nothing can wait for anything.
inline Ran run_process(const std::vector<std::string>& command, const std::string& input, const std::string& folder,
                       const std::map<std::string, std::string>& environment = {}) {
  const TemporaryFolder files;
  if (!write_file_atomically(files / "in", input)) std::abort();
  const pid_t child = fork();
  if (child == 0) {
    dup2(open((files / "in").c_str(), O_RDONLY), STDIN_FILENO);
    dup2(open((files / "out").c_str(), O_WRONLY | O_CREAT, 0600), STDOUT_FILENO);
    dup2(open((files / "err").c_str(), O_WRONLY | O_CREAT, 0600), STDERR_FILENO);
    for (const auto& [name, value] : environment) setenv(name.c_str(), value.c_str(), 1);
    std::vector<char*> arguments;
    for (const std::string& argument : command) arguments.push_back(const_cast<char*>(argument.c_str()));
    arguments.push_back(nullptr);
    if (chdir(folder.c_str()) == 0) execvp(arguments[0], arguments.data());
    _exit(127);
  }
  int status = 0;
  waitpid(child, &status, 0);
  Ran ran;
  ran.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  ran.output = read_file(files / "out").value_or(std::string());
  ran.errors = read_file(files / "err").value_or(std::string());
  return ran;
}

}  // namespace clc::test
