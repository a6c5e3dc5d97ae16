// Functions that the stand-ins for clc-worker and clc-driver share.
#pragma once

#include <csignal>
#include <cstdlib>
#include <fstream>
#include <string>

#include <unistd.h>

#include "protocol/frame_codec.h"
#include "protocol/protocol.h"

#ifdef __SANITIZE_ADDRESS__
// LeakSanitizer looks at its process through another one, which the limits that clc sets forbid.
extern "C" __attribute__((used)) inline int __lsan_is_turned_off() {
  return 1;
}
#endif

namespace clc::fake {

// How to misbehave: -DFAKE=… in `options` wins over the environment variable.
inline std::string mode(const char* variable, const std::vector<std::string>& options = {}) {
  std::string result = std::getenv(variable) == nullptr ? "" : std::getenv(variable);
  for (const std::string& option : options) {
    if (option.rfind("-DFAKE=", 0) == 0) result = option.substr(7);
  }
  return result;
}

// For tests that a process is gone: FAKE_PIDS names a file of process ids.
inline void note_pid(pid_t pid) {
  if (const char* file = std::getenv("FAKE_PIDS")) std::ofstream(file, std::ios::app) << pid << "\n";
}

[[noreturn]] inline void die() {
  signal(SIGSEGV, SIG_DFL);  // a sanitizer would report and exit
  raise(SIGSEGV);
  std::abort();
}

// Misbehaviour that both can show; what it writes instead of `good`.
inline void answer(const std::string& mode, const std::string& good) {
  if (mode == "die") die();
  if (mode == "exit") _exit(7);
  if (mode == "hang") {
    signal(SIGTERM, SIG_IGN);
    note_pid(getpid());
    for (;;) pause();
  }
  if (mode == "garbage") {
    (void)write_frame(STDOUT_FILENO, "this is no reply");
  } else if (mode == "huge") {
    (void)!write(STDOUT_FILENO, "\xff\xff\xff\xff\xff\xff\xff\x7f", 8);
  } else if (mode == "cut") {
    const std::string frame = encode_frame(good).value();
    (void)!write(STDOUT_FILENO, frame.data(), frame.size() / 2);
    _exit(0);
  } else {
    (void)write_frame(STDOUT_FILENO, good);
  }
}

}  // namespace clc::fake
