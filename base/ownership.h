// Tells who can have written a file or a folder.
#pragma once

#include <string>

#include "base/platform/files.h"

namespace clc {

bool belongs_to_us_or_root(const platform::Owner& owner);

// True when it belongs to us or to root, and nobody else may write it.
bool only_we_can_write(const platform::Owner& owner);
bool others_can_write(const platform::Owner& owner);

// "it belongs to user 1000 with mode 0775"
std::string describe_owner(const platform::Owner& owner);

}  // namespace clc
