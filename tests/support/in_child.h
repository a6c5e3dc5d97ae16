// Runs a part of a test in a process of its own, which may change its user, its limits or its mounts.
#pragma once

#include <fcntl.h>
#include <grp.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <functional>
#include <string>

namespace clc::test {

// Runs `work` in a child. Returns what it returns (0: good); 128 + signal when one ended it.
inline int in_child(const std::function<int()>& work) {
  std::fflush(nullptr);
  const pid_t child = ::fork();
  if (child == 0) ::_exit(work());
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

// For children: mounts that nobody else sees. False: not permitted here.
inline bool has_own_mounts() {
  return ::unshare(CLONE_NEWNS) == 0 && ::mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0;
}

// For children of root: becomes another user, for good.
inline bool becomes(uid_t user, gid_t group) {
  return ::setgroups(0, nullptr) == 0 && ::setgid(group) == 0 && ::setuid(user) == 0;
}

}  // namespace clc::test
