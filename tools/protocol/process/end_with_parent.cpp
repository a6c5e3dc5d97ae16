#include "protocol/process/end_with_parent.h"

#include <sys/prctl.h>
#include <unistd.h>

#include <csignal>

namespace clc {
namespace {

void end_group(int) {
  kill(0, SIGKILL);
}

}  // namespace

void end_with_parent() {
  std::signal(SIGCHLD, SIG_DFL);
  // The group of others, of a shell for instance, is none of ours.
  if (getpgrp() != getpid()) return;
  std::signal(SIGTERM, end_group);
  prctl(PR_SET_PDEATHSIG, SIGTERM);
}

}  // namespace clc
