#include "files/opening_rules.h"

#include "base/ownership.h"

namespace clc {

std::string distrust(const OpeningRules& rules, const struct stat& status) {
  if (!rules.must_be_ours) return {};
  // A link has no mode of its own.
  const bool is_writable_by_others = !S_ISLNK(status.st_mode) && (status.st_mode & (S_IWGRP | S_IWOTH)) != 0;
  const bool is_believed = belongs_to_us_or_root(status) || status.st_uid == rules.also_believed;
  if (is_believed && !is_writable_by_others) return {};
  return "others can have written it: " + describe_owner(status) +
         "; only your own and root's are used, which nobody else may write (chmod go-w), unless keys are demanded";
}

}  // namespace clc
