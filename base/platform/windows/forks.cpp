#include "base/platform/forks.h"

namespace clc::platform {

// No process forks here.
ForkSafeMutex::ForkSafeMutex() = default;
ForkSafeMutex::~ForkSafeMutex() = default;

}  // namespace clc::platform
