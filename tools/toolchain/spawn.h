// Starts a program as a child that does not outlive us, also when we are killed.
#pragma once

#include <signal.h>
#include <sys/types.h>

#include <functional>
#include <string>
#include <vector>

namespace clc {

struct SpawnRules {
  int streams[3] = {-1, -1, -1};         // what its standard streams are; negative: ours
  std::string folder;                    // working folder; empty: ours
  bool has_own_group = false;            // a process group of its own
  bool same_addresses = false;           // the same addresses in every run, where the system allows it
  sigset_t default_signals{};            // which it does not ignore, as we may do
  const std::function<bool()>* limit{};  // called in the child; false: it must not start
};

// Returns 0 or an errno. No signal is blocked in the child. A program without a slash is looked for in PATH. The child
// ends with the thread that calls this.
int spawn(std::vector<std::string> arguments, std::vector<std::string> environment, const SpawnRules& rules,
          pid_t& pid);

}  // namespace clc
