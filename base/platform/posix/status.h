// The status of a file for who has it from the system.
#pragma once

#include <sys/stat.h>

#include "base/platform/files.h"

namespace clc::platform {

FileStatus status_from(const struct stat& status);

}  // namespace clc::platform
