#include "base/ownership.h"

#include <unistd.h>

namespace clc {

bool belongs_to_us_or_root(const struct stat& status) {
  return status.st_uid == ::geteuid() || status.st_uid == 0;
}

bool only_we_can_write(const struct stat& status) {
  return belongs_to_us_or_root(status) && (status.st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

std::string describe_owner(const struct stat& status) {
  std::string mode;
  for (int shift = 9; shift >= 0; shift -= 3) {
    mode += static_cast<char>('0' + ((status.st_mode >> static_cast<unsigned>(shift)) & 7U));
  }
  return "it belongs to user " + std::to_string(status.st_uid) + " with mode " + mode;
}

}  // namespace clc
