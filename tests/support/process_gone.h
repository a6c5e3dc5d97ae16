// Tells whether a process that should have ended has ended.
#pragma once

#include <sys/types.h>
#include <time.h>

#include <fstream>
#include <string>

namespace clc::test {

// Dead processes that nobody has waited for count as gone: in a container, nobody may.
inline bool is_gone(pid_t process) {
  std::ifstream file("/proc/" + std::to_string(process) + "/stat");
  std::string text;
  if (!std::getline(file, text)) return true;
  const std::size_t name_end = text.rfind(')');
  return name_end == std::string::npos || text.compare(name_end, 3, ") Z") == 0 ||
         text.compare(name_end, 3, ") X") == 0;
}

// Waits a few seconds for it: a signal takes a moment to arrive.
inline bool is_gone_soon(pid_t process) {
  for (int tries = 0; tries < 500; ++tries) {
    if (is_gone(process)) return true;
    const timespec pause{0, 10'000'000};
    nanosleep(&pause, nullptr);
  }
  return false;
}

}  // namespace clc::test
