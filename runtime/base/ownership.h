// Tells who can have written a file or a folder.
#pragma once

#include <sys/stat.h>

#include <string>

namespace clc {

bool belongs_to_us_or_root(const struct stat& status);

// True when it belongs to us or to root, and nobody else may write it.
bool only_we_can_write(const struct stat& status);

// "it belongs to user 1000 with mode 0775"
std::string describe_owner(const struct stat& status);

}  // namespace clc
