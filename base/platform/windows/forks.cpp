#include "base/platform/forks.h"

#include <cstdlib>

namespace clc::platform {

// No process forks here.
bool follow_forks(void (*)(), void (*)(), void (*)()) {
  return true;
}

ProcessBehind begin_process_behind(int, std::chrono::seconds) {
  return ProcessBehind::k_none;
}

void end_at_once() {
  std::_Exit(0);
}

ForkSafeMutex::ForkSafeMutex() = default;
ForkSafeMutex::~ForkSafeMutex() = default;

}  // namespace clc::platform
