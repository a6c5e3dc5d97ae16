#include "clc/cache/turn.h"

#include "base/platform/shared_files.h"
#include "clc/base/digest.h"

namespace clc::cache {

std::uint64_t place_of_turn(const std::string& name) {
  return std::stoull(sha256_hex(name).substr(0, 15), nullptr, 16) * k_bytes_of_place;
}

bool take_turn(int file, std::uint64_t place) {
  return platform::lock_byte(file, place, platform::ByteLock::k_alone);
}

void end_turn(int file, std::uint64_t place) {
  platform::lock_byte(file, place, platform::ByteLock::k_none);
}

}  // namespace clc::cache
