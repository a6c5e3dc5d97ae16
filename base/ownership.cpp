#include "base/ownership.h"

namespace clc {
namespace {

// The permissions of a group, and of all, to write.
constexpr std::uint32_t k_others_write = 0022;

}  // namespace

bool belongs_to_us_or_root(const platform::Owner& owner) {
  return owner.user == platform::our_user() || owner.user == 0;
}

bool others_can_write(const platform::Owner& owner) {
  return (owner.mode & k_others_write) != 0;
}

bool only_we_can_write(const platform::Owner& owner) {
  return belongs_to_us_or_root(owner) && !others_can_write(owner);
}

std::string describe_owner(const platform::Owner& owner) {
  std::string mode;
  for (int shift = 9; shift >= 0; shift -= 3)
    mode += static_cast<char>('0' + ((owner.mode >> static_cast<unsigned>(shift)) & 7U));
  return "it belongs to user " + std::to_string(owner.user) + " with mode " + mode;
}

}  // namespace clc
